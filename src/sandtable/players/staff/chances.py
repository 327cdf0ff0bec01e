"""Odds of battles between heaps of units, and what both sides would lose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import isnan
from typing import NamedTuple

import numpy as np

from sandtable.game.library import load_edition
from sandtable.odds.batch import Arena
from sandtable.odds.policy import KEEP_GROUND, Policy
from sandtable.players.staff.estimating import guess
from sandtable.rules.edition import Edition
from sandtable.rules.position import Token

Heap = tuple[int, ...]
"""So many of each unit of the edition, in its order."""


_compiled: set[bool] | None = None
"""Kernels that are ready (for battles at sea or on land); None: they are waited for."""


def do_not_wait() -> None:
    """From now on guess until `compile_ahead` is done. Compiling takes a minute the first time on a
    machine, and somebody waits for the computer's move."""
    global _compiled
    if _compiled is None:
        _compiled = set()


def compile_ahead() -> None:
    """Compile the kernels that are asked here, with a small battle each."""
    edition = load_edition("1941")
    for sea, unit in ((False, "infantry"), (True, "destroyer")):
        index = edition.unit_index[unit]
        heap = tuple(int(at == index) for at in range(len(edition.units)))
        one, other = columns(edition, sea)
        arena_of(edition, sea).reckon(
            np.array([[heap[at] for at in one]], dtype=np.int64),
            np.array([[heap[at] for at in other]], dtype=np.int64),
        )
        if _compiled is not None:
            _compiled.add(sea)


def at_hand(sea: bool) -> bool:
    return _compiled is None or sea in _compiled


class Chance(NamedTuple):
    """What a battle will do, on average."""

    wins: float
    takes: float
    swing: float
    """IPCs that the defenders lose more than the attackers."""
    attacker_loss: float


def heap_of(edition: Edition, tokens: Iterable[tuple[Token, int]]) -> Heap:
    found = [0] * len(edition.units)
    for token, count in tokens:
        found[token.unit] += count
    return tuple(found)


def plus(a: Heap, b: Heap) -> Heap:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def worth(edition: Edition, heap: Heap) -> int:
    """What the units cost."""
    return sum(n * (unit.cost or 0) for n, unit in zip(heap, edition.units, strict=True) if n)


@lru_cache(maxsize=32)
def arena_of(edition: Edition, sea: bool) -> Arena:
    """Battles as players reckon them: very many, and not to the last digit."""
    policy = Policy(attack_losses="usual" if sea else KEEP_GROUND)
    return Arena(edition, sea=sea, policy=policy, exact=False)


@lru_cache(maxsize=64)
def columns(edition: Edition, sea: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The units of attackers and defenders, as an arena wants them."""
    arena, index = arena_of(edition, sea), edition.unit_index
    return (
        tuple(index[name] for name in arena.attack_units),
        tuple(index[name] for name in arena.defend_units),
    )


def chance(edition: Edition, sea: bool, attack: Heap, defend: Heap) -> Chance:
    return chances(edition, sea, [attack], [defend])[0]


def chances(
    edition: Edition, sea: bool, attacks: Sequence[Heap], defends: Sequence[Heap]
) -> list[Chance]:
    """The chances of some battles. Traits of the powers are left out of account."""
    known = _known.setdefault((edition, sea, at_hand(sea)), {})
    if len(known) > MOST_KNOWN:
        known.clear()
    pairs = list(zip(attacks, defends, strict=True))
    new = [pair for pair in dict.fromkeys(pairs) if pair not in known]
    if new:
        known.update(zip(new, reckoned(edition, sea, new), strict=True))
    return [known[pair] for pair in pairs]


MOST_KNOWN = 60_000
_known: dict[tuple[Edition, bool, bool], dict[tuple[Heap, Heap], Chance]] = {}
"""Battles that were reckoned before: the same come up again and again within a turn."""


def reckoned(edition: Edition, sea: bool, battles: Sequence[tuple[Heap, Heap]]) -> list[Chance]:
    """The chances of battles that are new."""
    attacks, defends = [a for a, _ in battles], [b for _, b in battles]
    found: list[Chance | None] = [None] * len(battles)
    one, other = columns(edition, sea)
    open_: list[int] = []
    for at, (attack, defend) in enumerate(battles):
        strong = any(attack[unit] for unit in one)
        opposed = any(defend[unit] for unit in other if not edition.units[unit].bystander)
        if not strong:
            found[at] = Chance(0.0, 0.0, 0.0, 0.0)
        elif not opposed:
            captures = any(attack[u] for u in one if edition.units[u].captures)
            found[at] = Chance(1.0, 1.0 if captures or sea else 0.0, 0.0, 0.0)
        else:
            open_.append(at)
    if open_ and not at_hand(sea):
        for at in open_:
            found[at] = guessed(edition, sea, attacks[at], defends[at])
    elif open_:
        figures = arena_of(edition, sea).reckon(
            np.array([[attacks[at][unit] for unit in one] for at in open_], dtype=np.int64),
            np.array([[defends[at][unit] for unit in other] for at in open_], dtype=np.int64),
        )
        wins, swings, losses = (
            each.tolist() for each in (figures.wins, figures.swing, figures.attacker_loss)
        )
        takes = wins if sea else figures.takes.tolist()
        for at, *each in zip(open_, wins, takes, swings, losses, strict=True):
            too_large = isnan(each[0])
            found[at] = (
                guessed(edition, sea, attacks[at], defends[at]) if too_large else Chance(*each)
            )
    return [each for each in found if each is not None]


def guessed(edition: Edition, sea: bool, attack: Heap, defend: Heap) -> Chance:
    """For battles too large to be reckoned, and while the kernels are compiled."""
    found = guess(edition, attack, defend)
    captures = sea or any(n and edition.units[u].captures for u, n in enumerate(attack))
    takes = found.wins if captures else 0.0
    return Chance(found.wins, takes, found.defender_loss - found.attacker_loss, found.attacker_loss)


def left_over(edition: Edition, heap: Heap, loss: float) -> Heap:
    """What is left of some units after losing so many IPCs, the cheapest first."""
    left = list(heap)
    for unit in sorted(edition.units, key=lambda unit: (unit.cost or 0, unit.index)):
        cost = unit.cost or 0
        while cost and left[unit.index] and loss >= cost / 2:
            left[unit.index] -= 1
            loss -= cost
    return tuple(left)
