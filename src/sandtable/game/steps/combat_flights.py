"""Combat moves of aircraft: attacks, raids and kamikazes."""

from __future__ import annotations

from sandtable.board.graph import bits
from sandtable.game.answers import UnitSpec
from sandtable.game.bombing import bombed_power
from sandtable.game.draft import Draft
from sandtable.game.flak import guns_on_way
from sandtable.game.flights import flight, flying_steps, reach
from sandtable.game.landing import refuges
from sandtable.game.picking import Reason, owner_of, select
from sandtable.game.queries import (
    enemy_ships,
    hostile_land,
    nothing_to_hit,
    points,
)
from sandtable.game.steps import combat_duties
from sandtable.game.steps.attacking import attack_zone, refuse_idle
from sandtable.game.ways import (
    check_borders,
    near_by_sea,
    too_far,
)
from sandtable.rules.position import (
    ATTACKS,
    COMBAT_MOVED,
    FRESH,
    RAIDS,
    SWORN,
    Mark,
    Token,
)
from sandtable.rules.traits import Trait

MOST_STEPS = 4
"""More than any ship moves in a turn."""


def fly(d: Draft, spec: UnitSpec, path: tuple[int, ...], *, manner: str = "") -> tuple[int, ...]:
    owner = owner_of(d, spec)
    unit = d.kinds[owner][spec.unit]
    if len(path) == 2:
        path = flight(d, *path, owner) or path
    check_borders(d, path, flying=True)
    steps = flying_steps(d, path, owner)

    def why_not(token: Token) -> Reason | None:
        if token.mark.flags & ATTACKS:
            return "combat-move/simultaneous", "the unit is already sent into a battle"
        return too_far(d, token, steps)

    end = path[-1]
    if manner == "raid":
        check_raid(d, owner, spec.unit, end)
    else:
        check_air_target(d, path, spec.unit)
    if manner == "kamikaze":
        check_kamikaze(d, spec.unit, end)
    picked = select(d, path[0], spec, why_not)
    flags = COMBAT_MOVED | ATTACKS | {"raid": RAIDS, "kamikaze": SWORN}.get(manner, 0)
    guns = guns_on_way(d, path[1:-1])
    for token, count in picked:
        left = points(d, token) - steps
        if manner != "kamikaze" and not reach(d, end, left, owner) & refuges(d, spec.unit):
            d.ed.refuse(
                "air/attack-needs-landing-reserve",
                f"from {d.space_name(end)} the {unit.id} could reach no place to land "
                f"with the {left} movement points it would have left",
                unit=unit.id,
                space=d.space_id(end),
                left=left,
            )
        d.shift(path[0], end, token, count, Mark(left, flags, -1, -1, (), (), guns))
    if d.ed.board.sea[end]:
        attack_zone(d, end)
    return path


def check_raid(d: Draft, owner: int, unit: int, end: int) -> None:
    """A raid needs a bomber, and an enemy complex where it goes."""
    facts = {"unit": d.ed.units[unit].id, "space": d.space_id(end)}
    if not d.kinds[owner][unit].raids:
        d.ed.refuse("raid/bombers-only", f"a {d.ed.units[unit].id} makes no raids", **facts)
    if d.ed.board.sea[end] or bombed_power(d, end) < 0:
        d.ed.refuse(
            "raid/bombers-only", f"{d.space_name(end)} has no enemy industrial complex", **facts
        )


def kamikaze_trait(d: Draft) -> Trait | None:
    """The advantage by which aircraft give themselves up, if the edition has it."""
    found = (t for t in d.ed.traits.values() if t.module == "kamikaze-attacks")
    return next(found, None)


def check_kamikaze(d: Draft, unit: int, end: int) -> None:
    trait = kamikaze_trait(d)
    facts = {"unit": d.ed.units[unit].id, "space": d.space_id(end)}
    if trait is None or not d.has(d.power, trait.id):
        d.ed.refuse(
            "advantage/optional-and-count",
            f"{d.power_name(d.power)} has no such advantage",
            **facts,
        )
    if d.ed.units[unit].id not in trait.data["units"] or not d.ed.board.sea[end]:
        d.ed.refuse(
            trait.rule, f"a {d.ed.units[unit].id} is no kamikaze in {d.space_name(end)}", **facts
        )


def out_of_sight(d: Draft, unit: int, zone: int) -> bool:
    """Whether aircraft may not be sent to a zone where all hide and nobody could find them."""
    needs_target = d.ed.rules.air_needs_target
    return needs_target and nothing_to_hit(d, unit, zone) and not seeker_in_reach(d, zone)


def check_air_target(d: Draft, path: tuple[int, ...], unit: int) -> None:
    end = path[-1]
    sea = d.ed.board.sea[end]
    if not (enemy_ships(d, d.power, end) if sea else hostile_land(d, d.power, end)):
        refuse_idle(d, path, unit)
    if sea and out_of_sight(d, unit, end):
        combat_duties.check_air_can_hit(d, unit, end)


def seeker_in_reach(d: Draft, zone: int) -> bool:
    """Whether an own unit that finds hidden ones might still come to a zone."""
    return any(
        "cover" in d.kind(t).cancels and t.mark == FRESH
        for near in bits(near_by_sea(d, zone, MOST_STEPS))
        for t, _ in d.own(near)
        if near_by_sea(d, near, points(d, t)) >> zone & 1
    )
