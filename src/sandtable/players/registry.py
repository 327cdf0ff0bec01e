"""The computer players that one can play against, by level, and others by their class."""

from __future__ import annotations

import importlib
from typing import NamedTuple, cast

from sandtable.game.state import Decision, State
from sandtable.players import captain, general, randomly, recruit
from sandtable.players.interface import Budget, Factory, Mind, Plan, Planner, Player, View
from sandtable.players.planned import Planned
from sandtable.players.playing import failure
from sandtable.players.staff.chances import compile_ahead, do_not_wait
from sandtable.rules.problems import nearest
from sandtable.rules.refusal import SandtableError

__all__ = [
    "LEVELS",
    "USUAL",
    "Level",
    "UnknownPlayer",
    "choose",
    "compile_ahead",
    "do_not_wait",
    "factory_named",
    "level_named",
    "make_player",
]


class UnknownPlayer(SandtableError):
    """There is no such level, module or class."""


class Level(NamedTuple):
    """A computer player."""

    id: str
    name: str
    about: str
    plan: Planner
    seconds: float | None = None
    """When it stops thinking about a decision, wherever it is; sooner if it is but the rest of a
    phase (`interface.again`)."""

    def player(self, seed: str = "", seconds: float | None = None) -> Player:
        return Planned(self.plan, seed, self.seconds if seconds is None else seconds)


LEVELS: dict[str, Level] = {
    level.id: level
    for level in (
        Level(
            "recruit",
            "Recruit",
            "Plays its first game: legal, cheerful, and forgets half of what it could do.",
            recruit.plan,
        ),
        Level(
            "captain",
            "Captain",
            "Attacks where the odds are good, guards its capital and keeps its units moving.",
            captain.plan,
        ),
        Level(
            "general",
            "General",
            "Plays several plans on in its head, replies included, and takes the best.",
            general.plan,
            seconds=4.5,
        ),
        Level(
            "random",
            "Random",
            "Makes any legal move. Good for trying things out, no opponent.",
            randomly.plan,
        ),
    )
}

USUAL = "captain"
"""The level of a seat for which none was named."""

FORMER = {"plain": "captain"}
"""Names that levels had in games that are still kept."""


def level_named(name: str | None) -> Level:
    """A level by its id; the usual one if there is no such level any more."""
    wanted = name or USUAL
    return LEVELS.get(FORMER.get(wanted, wanted), LEVELS[USUAL])


def choose(
    state: State,
    asked: Decision,
    *,
    level: str | None = None,
    seed: str = "",
    seconds: float | None = None,
) -> Plan:
    """What a computer player answers, and why. The same arguments always give the same answers."""
    found = level_named(level)
    budget = Budget(found.seconds if seconds is None else seconds)
    return found.plan(View(state, asked.power), asked, Mind(seed, budget))


def factory_named(name: str) -> Factory:
    """What makes players of a name: a level's id, or `module:Class` for one of your own."""
    name = str(name)
    wanted = FORMER.get(name, name)
    if wanted in LEVELS:
        return LEVELS[wanted].player
    module, colon, attribute = name.partition(":")
    if not colon:
        raise UnknownPlayer(
            f"there is no player {name!r}{nearest(name, LEVELS)} "
            f"({', '.join(LEVELS)}, or module:Class)"
        )
    try:
        found = getattr(importlib.import_module(module), attribute)
    except Exception as error:  # the module's own code runs here
        raise UnknownPlayer(f"{name!r} cannot be imported: {failure(error)}") from error
    if not callable(found):
        raise UnknownPlayer(f"{name!r} is not a class or function that makes a player")
    return cast(Factory, found)


def make_player(name: str, seed: str = "", seconds: float | None = None) -> Player:
    """A player by name, ready to play one game."""
    if seconds is not None and not seconds >= 0:  # nan is not, either
        raise SandtableError(f"a player may think for seconds from 0 on, not {seconds!r}")
    factory = factory_named(name)
    try:
        player = factory(seed, seconds)
    except Exception as error:  # a constructor of anybody's
        why = f"from a seed and seconds: {failure(error)}"
        raise UnknownPlayer(f"{name!r} cannot be made {why}") from error
    if not isinstance(player, Player):
        raise UnknownPlayer(f"{name!r} makes something that cannot decide")
    return player
