"""Lend-Lease: friends' units in home territory become the power's own."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.game.advantages.placing import home
from sandtable.game.advantages.registry import MODULES, AdvantageModule, Occasion
from sandtable.game.answers import UnitSpec, Use
from sandtable.game.draft import Draft
from sandtable.game.picking import matches
from sandtable.rules.position import Token
from sandtable.rules.refusal import InvalidAnswer


def on_loan(d: Draft, occasion: Occasion) -> Iterator[tuple[int, Token, int]]:
    """(territory, unit, count) of what may be converted."""
    friends = d.ed.friends[occasion.power]
    for space, stack in enumerate(d.stacks):
        if home(d, occasion.power, space):
            for token, count in stack:
                if token.power in friends and fit(d, occasion, token.unit):
                    yield space, token, count


def fit(d: Draft, occasion: Occasion, unit: int) -> bool:
    return d.ed.units[unit].domain in occasion.trait.data["domains"]


def available(d: Draft, occasion: Occasion) -> bool:
    return d.power == occasion.power and any(True for _ in on_loan(d, occasion))


def convert(d: Draft, occasion: Occasion, given: Use) -> None:
    trait = occasion.trait
    if not given.parts:
        raise InvalidAnswer(f"say which units, as in `use {trait.id}: 1 POWER.UNIT: SPACE`")
    taken: dict[int, int] = {}
    for part in given.parts:
        if len(part.path) != 1 or not part.units or part.aims:
            raise InvalidAnswer(f"`use {trait.id}` names units and where they are")
        for spec in part.units:
            if spec.power < 0:
                raise InvalidAnswer("say whose units, as in `1 POWER.UNIT`")
            convert_some(d, occasion, part.path[0], spec)
            taken[spec.power] = taken.get(spec.power, 0) + spec.number
    if trait.data["each"] and any(number > trait.data["each"] for number in taken.values()):
        d.ed.refuse(trait.rule, "so many units of one power are not lent in a turn")


def convert_some(d: Draft, occasion: Occasion, space: int, spec: UnitSpec) -> None:
    power, ed = occasion.power, d.ed
    unit = ed.units[spec.unit]
    facts = {"unit": unit.id, "owner": d.power_id(spec.power), "space": d.space_id(space)}
    if spec.power not in ed.friends[power]:
        ed.refuse(occasion.trait.rule, "only units of friendly powers are lent", **facts)
    if not home(d, power, space):
        ed.refuse(
            occasion.trait.rule,
            f"{d.space_name(space)} is not territory that was {d.power_name(power)}'s "
            "from the start and is now",
            **facts,
        )
    if not fit(d, occasion, spec.unit):
        ed.refuse(occasion.trait.rule, f"no {unit.id} is lent", **facts)
    left = spec.number
    for token, count in d.stacks[space]:
        if left and matches(d, token, spec):
            d.change(space, token, min(left, count), token._replace(power=power))
            left -= min(left, count)
    if left:
        ed.refuse(
            occasion.trait.rule,
            f"{d.power_name(spec.power)} has not {spec.number} {unit.id} in {d.space_name(space)}",
            **facts,
        )
    d.emit(
        "converted",
        power=d.power_id(power),
        **{"from": d.power_id(spec.power)},
        space=d.space_id(space),
        units={unit.id: spec.number},
    )


MODULES["lend-lease"] = AdvantageModule(
    lambda trait: str(trait.data["phase"]), available, convert, once=False
)
