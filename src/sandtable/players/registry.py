"""The computer players that one can play against, by level."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandtable.game.state import Decision, State
from sandtable.players import plain, randomly
from sandtable.players.plain.chances import compile_ahead, do_not_wait
from sandtable.players.trial import Plan

__all__ = ["LEVELS", "USUAL", "Level", "choose", "compile_ahead", "do_not_wait", "level_named"]

Planner = Callable[[State, Decision, str], Plan]
"""From a state, a decision that is open in it and a seed: what to answer, at least one answer."""


class Level(NamedTuple):
    """A computer player."""

    id: str
    name: str
    about: str
    plan: Planner


LEVELS: dict[str, Level] = {
    level.id: level
    for level in (
        Level(
            "plain",
            "Recruit",
            "Attacks where the odds are good, guards its capital and keeps its units moving.",
            plain.plan,
        ),
        Level(
            "random",
            "Random",
            "Makes any legal move. Good for trying things out, no opponent.",
            randomly.plan,
        ),
    )
}

USUAL = "plain"
"""The level of a seat for which none was named."""


def level_named(name: str | None) -> Level:
    """A level by its id; the usual one if there is no such level any more."""
    return LEVELS.get(name or USUAL, LEVELS[USUAL])


def choose(state: State, asked: Decision, *, level: str | None = None, seed: str = "") -> Plan:
    """What a computer player answers. The same arguments always give the same answers."""
    return level_named(level).plan(state, asked, seed)
