"""Uses of national advantages that are put together of many units, row by row.

Their combinations grow beyond any list: the player says how many of each instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sandtable.game.advantages import decoding, lend_lease, moments, sacrifice
from sandtable.game.advantages.registry import Occasion
from sandtable.game.answers import Part, UnitSpec, Use
from sandtable.game.draft import Draft
from sandtable.game.notation.answers_json import answer_to_json
from sandtable.game.offers.uses import accepted
from sandtable.rules.position import Token
from sandtable.server.schemas.base import Answer
from sandtable.server.schemas.options import UseOptions, UseRow, UseWay


def use_options(d: Draft) -> UseOptions | None:
    """The rows of the advantage that is asked about; None where a list of uses will do."""
    occasion = moments.occasion_of(d)
    ways = WAYS.get(occasion.trait.module)
    if ways is None:
        return None
    return UseOptions(advantage=occasion.trait.id, ways=list(ways(d, occasion)))


def part_json(d: Draft, occasion: Occasion, part: Part) -> Answer:
    (found,) = answer_to_json(d.ed, Use(occasion.trait.id, (part,)))["parts"]
    answer: Answer = found
    return answer


def row(d: Draft, occasion: Occasion, part: Part, most: int, pool: str = "") -> UseRow:
    """So many equal units, by the part of an answer that is for one of them."""
    (spec,) = part.units
    aim = part.aims[0] if part.aims else None
    owner = spec.power if spec.power >= 0 else occasion.power
    return UseRow(
        unit=d.ed.units[spec.unit].id,
        power=d.power_id(owner),
        space=d.space_id(part.path[0]) if part.path else None,
        most=most,
        pool=pool,
        aim=d.ed.units[aim.unit].id if aim else None,
        aim_power=d.power_id(aim.power) if aim and aim.power >= 0 else None,
        part=part_json(d, occasion, part),
    )


def lent(d: Draft, occasion: Occasion) -> Iterator[UseWay]:
    """Friends' units in home territory; of each friend as many as the advantage allows."""
    counts: dict[tuple[int, int, int], int] = {}
    for space, token, count in lend_lease.on_loan(d, occasion):
        key = (token.power, space, token.unit)
        counts[key] = counts.get(key, 0) + count
    each = occasion.trait.data["each"]
    yield UseWay(
        path=[],
        together=False,
        rows=[
            row(d, occasion, Part((UnitSpec(1, unit, power),), (space,)), count, d.power_id(power))
            for (power, space, unit), count in sorted(counts.items())
        ],
        pools={d.power_id(power): each for power, _, _ in counts} if each else {},
    )


def special_moves(d: Draft, occasion: Occasion) -> Iterator[UseWay]:
    """One way into a space under attack or, after these, out of one, for any units there."""
    under_attack = decoding.under_attack(d, occasion)
    ways = {
        way
        for attacked in under_attack
        for near in d.ed.board.neighbors[attacked]
        for way in ((near, attacked), (attacked, near))
    }
    for start, end in sorted(ways, key=lambda way: (way[1] not in under_attack, way)):
        able = [
            (token, count)
            for token, count in d.stacks[start]
            if token.power == occasion.power
            and any(
                not decoding.judge(d, occasion, force, start, end)[0]
                for force in with_its_deck(d, token, start)
            )
        ]
        if able:
            yield UseWay(
                path=[d.space_id(start), d.space_id(end)],
                together=True,
                rows=[
                    row(d, occasion, Part((spec,), (start, end)), count)
                    for token, count in able
                    for spec in [
                        UnitSpec(1, token.unit, -1, token.cargo if d.kind(token).loads else None)
                    ]
                ],
                pools={},
            )


def with_its_deck(d: Draft, token: Token, space: int) -> Iterator[decoding.Force]:
    """A unit alone, or a plane together with each carrier of its power there."""
    yield [(token, 1)]
    if d.ed.deck_plane[token.unit]:
        for other, _ in d.stacks[space]:
            if other.power == token.power and decoding.carrier(d, other):
                yield [(token, 1), (other, 1)]


def sacrifices(d: Draft, occasion: Occasion) -> Iterator[UseWay]:
    """Units that give themselves up; each sent at an enemy where that is chosen."""
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
    aimed = d.ed.rules.sworn_aim
    parts = [
        (unit, part)
        for unit in able
        for part in (
            [Part((UnitSpec(1, unit),), (), (aim,)) for aim in aims[unit]]
            if aimed
            else [Part((UnitSpec(1, unit),))]
        )
        if accepted(d, occasion.power, Use(occasion.trait.id, (part,)))
    ]
    yield UseWay(
        path=[],
        together=not aimed,
        rows=[row(d, occasion, part, able[unit], d.ed.units[unit].id) for unit, part in parts],
        pools={d.ed.units[unit].id: count for unit, count in able.items()},
    )


WAYS: dict[str, Callable[[Draft, Occasion], Iterator[UseWay]]] = {
    "lend-lease": lent,
    "enigma-decoded": special_moves,
    "kamikaze-attacks": sacrifices,
    "kaiten-torpedoes": sacrifices,
}
