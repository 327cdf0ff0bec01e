"""Trying orders out, and telling units apart in them."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.game.answers import Attack, Move, UnitSpec
from sandtable.game.draft import Draft
from sandtable.game.queries import points, unwilling_host
from sandtable.game.steps import attacking, combat_move, noncombat
from sandtable.rules.position import Token
from sandtable.rules.refusal import InvalidAnswer, Refusal


def with_number(answer: Move | Attack, number: int) -> Move | Attack:
    (spec,) = answer.units
    if spec.number == number:
        return answer
    units = (UnitSpec(number, *spec[1:]),)
    if isinstance(answer, Move):
        return Move(units, answer.path, answer.ship, answer.manner)
    return Attack(answer.space, units)


def most_together(d: Draft, move: Move | Attack, count: int, *, combat: bool) -> int:
    """How many equal units, of so many, can make a move together, by trying."""
    return largest(count, lambda number: accepted(d, with_number(move, number), combat=combat))


def largest(count: int, possible: Callable[[int], bool]) -> int:
    """The largest number up to a count that is possible, if smaller ones always are; or 0."""
    if possible(count):
        return count
    low = 0
    while low < count - 1:
        half = (low + count) // 2
        if possible(half):
            low = half
        else:
            count = half
    return low


def spec_of(d: Draft, space: int, token: Token) -> UnitSpec:
    """A spec that means just this token, told apart only as far as needed."""
    cargo = token.cargo if token.cargo else None
    left = -1
    for other, _ in d.own(space):
        if other[:2] == token[:2] and other != token:
            cargo = token.cargo if d.kind(token).loads else None
            if other.mark != token.mark:
                left = points(d, token)
    return UnitSpec(1, token.unit, -1 if token.power == d.power else token.power, cargo, left)


def sharing(d: Draft, space: int) -> bool:
    """Whether nobody minds the acting power's units there."""
    return unwilling_host(d, space) < 0


def accepted(d: Draft, given: Move | Attack, *, combat: bool) -> bool:
    """Whether an order would be carried out, by trying it."""
    trial = d.copy()
    try:
        if isinstance(given, Attack):
            attacking.declare_attack(trial, given)
        else:
            (combat_move if combat else noncombat).order(trial, given)
    except (Refusal, InvalidAnswer):
        return False
    return True
