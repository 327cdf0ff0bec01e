"""Every outcome of a roll that makes a difference: its chance, and dice that give it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, factorial

from sandtable.odds.lineup import sums_up_to
from sandtable.rules.roll import RollRequest, Shot

Chance = float | Fraction
Dice = tuple[int, ...]
Ways = tuple[tuple[Chance, Dice], ...]

SIDES = 6
BOMBS = ("raid", "rocket")
"""Rolls whose numbers count, not whether they hit."""


def hit_chance(shot: Shot) -> Fraction:
    """The chance that one shot hits, as a fraction."""
    every = SIDES**shot.dice
    if shot.by == "sum":
        return Fraction(sums_up_to(shot.dice, shot.target, SIDES), every)
    misses = (SIDES - min(shot.target, SIDES)) ** shot.dice
    return 1 - Fraction(misses, every)


def ways(request: RollRequest, *, named: bool, numbers: bool, exact: bool) -> Ways:
    """The outcomes of a roll.

    `named`: it matters which of the shots hit; `numbers`: what bombs cost matters, too.
    """
    bombs = request.purpose in BOMBS
    if bombs and not numbers:
        return ((Fraction(1) if exact else 1.0, (1,) * request.size),)
    found = outcomes(request.shots, bombs, named)
    return found if exact else as_floats(found)


@lru_cache(maxsize=4096)
def as_floats(found: Ways) -> Ways:
    return tuple((float(chance), dice) for chance, dice in found)


@lru_cache(maxsize=4096)
def outcomes(shots: tuple[Shot, ...], numbers: bool, named: bool) -> Ways:
    if numbers:
        return tuple(by_number(shots))
    if named:
        return tuple(by_shot(shots))
    return tuple(by_kind(shots))


def by_kind(shots: tuple[Shot, ...]) -> Iterator[tuple[Fraction, Dice]]:
    """How many hits of each kind: whose they are makes no difference."""
    kinds = list(dict.fromkeys(shot.kind for shot in shots))
    spread = [scored([shot for shot in shots if shot.kind == kind]) for kind in kinds]
    for counts in product(*(range(len(chances)) for chances in spread)):
        chance = Fraction(1)
        for chances, count in zip(spread, counts, strict=True):
            chance *= chances[count]
        if chance:
            yield chance, dice_for(shots, dict(zip(kinds, counts, strict=True)))


def scored(shots: list[Shot]) -> list[Fraction]:
    """The chance of each number of hits of some shots together."""
    found = [Fraction(1)]
    for shot in shots:
        hit = hit_chance(shot)
        few = [
            comb(shot.count, n) * hit**n * (1 - hit) ** (shot.count - n)
            for n in range(shot.count + 1)
        ]
        found = [
            sum((found[a] * few[n - a] for a in range(len(found)) if 0 <= n - a < len(few)), zero)
            for n in range(len(found) + shot.count)
        ]
    return found


zero = Fraction(0)


def dice_for(shots: tuple[Shot, ...], hits: dict[str, int]) -> Dice:
    """Dice that score so many hits of each kind. What always hits is given its hits first."""
    given = dict.fromkeys(range(len(shots)), 0)
    left = dict(hits)
    for i in sorted(given, key=lambda i: -hit_chance(shots[i])):
        shot = shots[i]
        given[i] = min(left[shot.kind], shot.count if hit_chance(shot) else 0)
        left[shot.kind] -= given[i]
    return tuple(
        die
        for i, shot in enumerate(shots)
        for n in range(shot.count)
        for die in (1 if n < given[i] else SIDES,) * shot.dice
    )


def by_shot(shots: tuple[Shot, ...]) -> Iterator[tuple[Fraction, Dice]]:
    """Hit or miss of every shot."""
    single = [shot for shot in shots for _ in range(shot.count)]
    for pattern in product((True, False), repeat=len(single)):
        chance = Fraction(1)
        dice: Dice = ()
        for shot, hit in zip(single, pattern, strict=True):
            likely = hit_chance(shot)
            chance *= likely if hit else 1 - likely
            dice += (1 if hit else SIDES,) * shot.dice
        if chance:
            yield chance, dice


def by_number(shots: tuple[Shot, ...]) -> Iterator[tuple[Fraction, Dice]]:
    """The numbers of all dice; equal shots are interchangeable, and so are the dice of one."""
    drawn = []
    for shot in shots:
        throws = list(combinations_with_replacement(range(1, SIDES + 1), shot.dice))
        drawn.append(list(combinations_with_replacement(throws, shot.count)))
    for chosen in product(*drawn):
        orders = 1
        dice: Dice = ()
        for of_shot in chosen:
            orders *= arrangements(of_shot)
            for throw in of_shot:
                orders *= arrangements(throw)
                dice += throw
        yield Fraction(orders, SIDES ** len(dice)), dice


def arrangements(things: tuple[object, ...]) -> int:
    """In how many orders some things can be laid out."""
    found = factorial(len(things))
    for same in Counter(things).values():
        found //= factorial(same)
    return found
