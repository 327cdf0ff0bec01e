"""Legal uses of national advantages, where these are asked about.

All uses are listed, lazily, as there may be very many: every choice of units that are lent or
sent, and of what each is sent at. Enemy units are told apart by their power and kind only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product

from sandtable.game.advantages import decoding, lend_lease, moments, sacrifice
from sandtable.game.advantages.registry import Occasion
from sandtable.game.answers import Answer, Decline, Part, Units, UnitSpec, Use
from sandtable.game.draft import Draft
from sandtable.game.state import Decision
from sandtable.rules.refusal import InvalidAnswer, Refusal

Parts = tuple[Part, ...]


def answers(d: Draft, asked: Decision) -> Iterator[Answer]:
    """Declining, and every use; what has no entry in `DETAILS` is used without details."""
    occasion = moments.occasion_of(d)
    name = occasion.trait.id
    if accepted(d, asked.power, Decline(name)):
        yield Decline(name)
    for parts in DETAILS.get(occasion.trait.module, plain)(d, occasion):
        if accepted(d, asked.power, Use(name, parts)):
            yield Use(name, parts)


def accepted(d: Draft, power: int, given: Use | Decline) -> bool:
    """Whether an answer is lawful, by trying it."""
    try:
        moments.answer(d.copy(), power, given)
    except (Refusal, InvalidAnswer):
        return False
    return True


def plain(d: Draft, occasion: Occasion) -> Iterator[Parts]:
    yield ()


def somewhere(d: Draft, occasion: Occasion) -> Iterator[Parts]:
    """One territory is named."""
    for space in range(len(d.stacks)):
        if not d.ed.board.sea[space]:
            yield (Part(path=(space,)),)


def some_of(specs: list[UnitSpec]) -> Iterator[Units]:
    """Every choice among so many units of some kinds, but for none at all."""
    for numbers in product(*(range(spec.number + 1) for spec in specs)):
        chosen = [spec._replace(number=n) for spec, n in zip(specs, numbers, strict=True) if n]
        if chosen:
            yield tuple(chosen)


def lent(d: Draft, occasion: Occasion) -> Iterator[Parts]:
    """Friends' units, of each friend as many as the advantage allows."""
    each = occasion.trait.data["each"]
    loans: dict[int, dict[tuple[int, int], int]] = {}
    for space, token, count in lend_lease.on_loan(d, occasion):
        of_friend = loans.setdefault(token.power, {})
        of_friend[space, token.unit] = of_friend.get((space, token.unit), 0) + count

    def options(power: int) -> Iterator[Parts]:
        have = loans[power]
        yield ()
        if each == 1:
            for space, unit in have:
                yield (Part((UnitSpec(1, unit, power),), (space,)),)
            return
        for numbers in product(*(range(n + 1) for n in have.values())):
            if any(numbers):
                yield tuple(
                    Part((UnitSpec(n, unit, power),), (space,))
                    for (space, unit), n in zip(have, numbers, strict=True)
                    if n
                )

    def choices(powers: tuple[int, ...]) -> Iterator[Parts]:
        if not powers:
            yield ()
            return
        for first in options(powers[0]):
            for rest in choices(powers[1:]):
                yield (*first, *rest)

    for parts in choices(tuple(loans)):
        if parts:
            yield parts


def special_moves(d: Draft, occasion: Occasion) -> Iterator[Parts]:
    """Units that go into a space under attack or out of one."""
    ways = {
        way
        for attacked in decoding.under_attack(d, occasion)
        for near in d.ed.board.neighbors[attacked]
        for way in ((near, attacked), (attacked, near))
    }
    for start, end in sorted(ways):
        specs = [
            UnitSpec(n, t.unit, -1, t.cargo if d.kind(t).loads else None)
            for t, n in d.stacks[start]
            if t.power == occasion.power
        ]
        for units in some_of(specs) if specs else ():
            yield (Part(units, (start, end)),)


def sacrifices(d: Draft, occasion: Occasion) -> Iterator[Parts]:
    """Units that give themselves up, and what each is sent at where that is chosen."""
    battle = sacrifice.battle_of(d)
    assert battle is not None
    able: dict[int, int] = {}
    aims: dict[int, list[UnitSpec]] = {}
    for token, count in sacrifice.candidates(d, occasion, battle):
        able[token.unit] = able.get(token.unit, 0) + count
        enemies = sacrifice.reached(d, occasion, battle, token)
        kinds = sorted({(t.unit, t.power) for t, _ in enemies})
        several = len({power for _, power in kinds}) > 1
        aims[token.unit] = [UnitSpec(1, u, power if several else -1) for u, power in kinds]
    if not d.ed.rules.sworn_aim:
        for units in some_of([UnitSpec(n, unit) for unit, n in able.items()]):
            yield (Part(units),)
        return

    def sent(unit: int, most: int) -> Iterator[Parts]:
        for number in range(most + 1):
            for chosen in combinations_with_replacement(aims[unit], number):
                yield tuple(Part((UnitSpec(1, unit),), (), (aim,)) for aim in chosen)

    for choice in product(*(sent(unit, n) for unit, n in able.items())):
        parts = tuple(part for sent_ in choice for part in sent_)
        if parts:
            yield parts


DETAILS: dict[str, Callable[[Draft, Occasion], Iterator[Parts]]] = {
    "colonial-garrison": somewhere,
    "nonaggression-treaty": somewhere,
    "chinese-divisions": somewhere,
    "lend-lease": lent,
    "enigma-decoded": special_moves,
    "kamikaze-attacks": sacrifices,
    "kaiten-torpedoes": sacrifices,
}
