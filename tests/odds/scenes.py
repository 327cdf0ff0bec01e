"""Positions for tests, and everything that dice can make of them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from sandtable.conformance.positions import begin_scenario
from sandtable.game import machine
from sandtable.game.dice import ScriptedDice
from sandtable.game.events import Event
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.notation import parse_answer
from sandtable.game.state import State


def begin(edition: str, dice: tuple[int, ...] = (), **position: Any) -> Game:
    """A game that begins in a position with nobody else on the board."""
    return begin_scenario(
        load_edition(edition), {"position": {"clear": "all", **position}}, ScriptedDice(dice)
    )


def every_way(state: State, line: str) -> Iterator[tuple[Fraction, tuple[Event, ...]]]:
    """All that an answer can lead to until somebody is asked, each way of the dice by itself."""
    name, _, answer = line.partition(": ")
    edition = state.match.edition
    power = edition.power_index[name]
    after, events, _ = machine.answer(state, power, parse_answer(edition, answer))
    yield from after_dice(after, events)


def after_dice(
    state: State, events: tuple[Event, ...]
) -> Iterator[tuple[Fraction, tuple[Event, ...]]]:
    if state.roll is None:
        yield Fraction(1), events
        return
    chance = Fraction(1, 6**state.roll.size)
    for dice in product(range(1, 7), repeat=state.roll.size):
        after, more = machine.roll(state, dice)
        for rest, seen in after_dice(after, events + more):
            yield chance * rest, seen
