"""The Combat Move phase: orders one by one, and the duties that `end` checks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sandtable.board.graph import bits
from sandtable.game.answers import Answer, Attack, End, Move, UnitSpec
from sandtable.game.cargo import marked
from sandtable.game.control import take
from sandtable.game.landing import refuges
from sandtable.game.orders import Mover, carry_out
from sandtable.game.picking import Reason, select
from sandtable.game.queries import (
    announced,
    defended,
    enemy_ships,
    hostile_land,
    hostile_zone,
    points,
    stops,
)
from sandtable.game.state import Decision, Draft
from sandtable.game.steps import combat_duties
from sandtable.game.steps.attacking import attack_zone, check_enemies, declare_attack
from sandtable.game.steps.common import begin_phase, finish_step, misplaced
from sandtable.game.ways import (
    can_blitz,
    check_borders,
    check_consent,
    check_on_land,
    check_passages,
    check_range,
    complete_path,
    near_by_sea,
    too_far,
    voyage,
)
from sandtable.rules.position import (
    ATTACKS,
    COMBAT_MOVED,
    ESCAPED,
    FRESH,
    Mark,
    Token,
)
from sandtable.rules.units import AIR, LAND, SEA


def advance(d: Draft) -> bool:
    return begin_phase(d, "combat-move")


def pending(d: Draft) -> tuple[Decision, ...]:
    return (Decision(d.power, "combat-move"),)


def answer(d: Draft, power: int, given: Answer) -> None:
    if isinstance(given, Move):
        d.resolved = order(d, given)
    elif isinstance(given, Attack):
        declare_attack(d, given)
    elif isinstance(given, End):
        combat_duties.check(d, given)
        finish_step(d)
    else:
        misplaced(d, power, given)


def order(d: Draft, move: Move) -> Move:
    """Carry out a combat move; the answer with its whole path comes back."""
    movers: dict[str, Mover] = {LAND: march, AIR: fly, SEA: partial(sail, attack=move.attack)}
    return carry_out(d, move, movers, combat=True)


def why_not_march(token: Token) -> Reason | None:
    if token.mark == FRESH:
        return None
    return "combat-move/move-value-limit", "the unit has already moved this turn"


def march(d: Draft, spec: UnitSpec, path: tuple[int, ...]) -> tuple[int, ...]:
    unit = d.ed.units[spec.unit]
    check_on_land(d, unit.id, path)
    picked = select(d, path[0], spec, why_not_march)
    path = complete_path(d, picked[0][0], path, unit.move, combat=True)
    check_borders(d, path, flying=False)
    blitzed = [space for space in path[1:-1] if hostile_land(d, d.power, space)]
    for space in blitzed:
        if not can_blitz(d, spec.unit, space):
            refuse_blitz(d, spec.unit, space)
    check_range(d, picked[0][0], len(path) - 1)
    for space in blitzed:
        take(d, space, how="blitz")
    end = path[-1]
    if not hostile_land(d, d.power, end):
        if not blitzed:
            refuse_idle(d, path, spec.unit)
        if end != path[0]:
            check_consent(d, end)
    mark = Mark(0, COMBAT_MOVED, path[-2], -1, (), ())
    for token, count in picked:
        d.shift(path[0], end, token, count, mark)
    return path


def refuse_blitz(d: Draft, unit: int, space: int) -> None:
    facts = {"unit": d.ed.units[unit].id, "space": d.space_id(space)}
    name = d.space_name(space)
    if not d.ed.units[unit].blitzes:
        slug = "blitz/only-tanks"
        if defended(d, d.power, space):
            slug = "combat-move/hostile-space-stops"
        d.ed.refuse(slug, f"{d.ed.units[unit].id} must stop in hostile {name}", **facts)
    if defended(d, d.power, space):
        d.ed.refuse(
            "blitz/requires-empty-territory",
            f"the {d.ed.units[unit].id} must stop in {name}: enemy units are there",
            **facts,
        )
    d.ed.refuse(
        "blitz/factory-stops-blitz",
        f"the {d.ed.units[unit].id} must stop in {name}: an industrial complex is there",
        **facts,
    )


def idle(d: Draft, end: int) -> Reason:
    """That a move leads to no combat."""
    advice = "other moves belong to the Noncombat Move phase"
    if d.ed.board.sea[end] and enemy_ships(d, d.power, end):
        advice = "to attack the ships there, add `attack` to the move"
    return (
        "combat-move/must-lead-to-combat",
        f"the move to {d.space_name(end)} does not result in combat; {advice}",
    )


def refuse_idle(d: Draft, path: tuple[int, ...], unit: int) -> None:
    d.ed.refuse(
        *idle(d, path[-1]),
        unit=d.ed.units[unit].id,
        space=d.space_id(path[-1]),
    )


def fly(d: Draft, spec: UnitSpec, path: tuple[int, ...]) -> tuple[int, ...]:
    unit = d.ed.units[spec.unit]
    if len(path) == 2:
        path = d.ed.board.flight(*path) or path
    check_borders(d, path, flying=True)
    steps = len(path) - 1

    def why_not(token: Token) -> Reason | None:
        if token.mark.flags & ATTACKS:
            return "combat-move/simultaneous", "the unit is already sent into a battle"
        return too_far(d, token, steps)

    end = path[-1]
    check_air_target(d, path, spec.unit)
    picked = select(d, path[0], spec, why_not)
    for token, count in picked:
        left = points(d, token) - steps
        if not d.ed.board.within(end, left) & refuges(d, spec.unit):
            d.ed.refuse(
                "air/attack-needs-landing-reserve",
                f"from {d.space_name(end)} the {unit.id} could reach no place to land "
                f"with the {left} movement points it would have left",
                unit=unit.id,
                space=d.space_id(end),
                left=left,
            )
        mark = Mark(left, COMBAT_MOVED | ATTACKS, -1, -1, (), ())
        d.shift(path[0], end, token, count, mark)
    if d.ed.board.sea[end]:
        attack_zone(d, end)
    return path


def check_air_target(d: Draft, path: tuple[int, ...], unit: int) -> None:
    end = path[-1]
    sea = d.ed.board.sea[end]
    if not (enemy_ships(d, d.power, end) if sea else hostile_land(d, d.power, end)):
        refuse_idle(d, path, unit)


def why_not_sail(d: Draft, zone: int) -> Callable[[Token], Reason | None]:
    def why_not(token: Token) -> Reason | None:
        mark = token.mark
        if mark == FRESH:
            return None
        if mark.flags & ATTACKS:
            return "combat-move/transport-killer-stops", "the ship has stopped there to attack"
        if mark.ashore or mark.target >= 0:
            return "transport/offload-ends-movement", "the transport is bound to its landing"
        if mark.origin >= 0 and stops(d, d.power, token.unit, zone):
            return stop_rule(d, token.unit), "the ship must stop in the hostile zone"
        return None

    return why_not


def stop_rule(d: Draft, unit: int) -> str:
    """The rule by which a ship ends its move where enemy warships are."""
    if d.ed.units[unit].evades:
        return "submarine/destroyer-stops-movement"
    if d.ed.transports[unit]:
        return "transport/stops-at-enemy-warships"
    return "combat-move/hostile-space-stops"


def sail(d: Draft, spec: UnitSpec, path: tuple[int, ...], *, attack: bool) -> tuple[int, ...]:
    board, unit = d.ed.board, d.ed.units[spec.unit]
    if not all(board.sea[s] for s in path):
        d.ed.refuse(
            "board/sea-units-stay-at-sea", f"a {unit.id} cannot enter a territory", unit=unit.id
        )
    path = voyage(d, spec, path, combat=True)
    check_borders(d, path, flying=False)
    steps = len(path) - 1
    bound = why_not_sail(d, path[0])
    picked = select(d, path[0], spec, lambda token: bound(token) or too_far(d, token, steps))
    check_passages(d, path, spec.unit)
    for zone in path[1:-1]:
        if stops(d, d.power, spec.unit, zone):
            d.ed.refuse(
                stop_rule(d, spec.unit),
                f"the {unit.id} must stop in {d.space_name(zone)}, where enemy warships are",
                unit=unit.id,
                zone=d.space_id(zone),
            )
    end = path[-1]
    if attack:
        check_enemies(d, end)
    if any(idle_at_sea(d, token, path, attack=attack) for token, _ in picked):
        picked = select(
            d,
            path[0],
            spec,
            lambda token: (
                bound(token)
                or too_far(d, token, steps)
                or idle_at_sea(d, token, path, attack=attack)
            ),
        )
    for token, count in picked:
        fled = flees(d, token, path[0])
        mark = marked(
            d,
            token,
            COMBAT_MOVED | (ESCAPED if fled else 0) | (ATTACKS if attack else 0),
            left=points(d, token) - steps,
            origin=path[-2],
        )
        d.shift(path[0], end, token, count, mark)
    if attack:
        attack_zone(d, end)
    return path


def flees(d: Draft, token: Token, zone: int) -> bool:
    """Whether a ship that leaves a zone escapes from enemies beside which it began the turn."""
    if token.mark.flags & ESCAPED:
        return True
    return token.mark.origin < 0 and hostile_zone(d, d.power, zone)


def idle_at_sea(d: Draft, token: Token, path: tuple[int, ...], *, attack: bool) -> Reason | None:
    """Why a ship may not go there in this phase, if its move can lead to no combat."""
    left = points(d, token) - (len(path) - 1)
    escaped = flees(d, token, path[0])
    if sea_target(d, token, path[-1], left, attack=attack, escaped=escaped):
        return None
    return idle(d, path[-1])


def sea_target(d: Draft, token: Token, end: int, left: int, *, attack: bool, escaped: bool) -> bool:
    """Whether a ship's move there can lead to combat, or is one of the exceptions."""
    if (
        attack
        or escaped
        or hostile_zone(d, d.power, end)
        or (d.turn.attacked >> end & 1 and enemy_ships(d, d.power, end))
        or announced(d, end)
    ):
        return True
    if d.ed.transports[token.unit]:
        return can_assault_from(d, token, end, left)
    return any(
        d.ed.transports[t.unit] and any(p == d.power for p, _ in t.cargo)
        for t, _ in d.stacks[end]
        if not d.at_war[d.power][t.power]
    ) and any(hostile_land(d, d.power, near) for near in d.ed.board.land_neighbors[end])


def can_assault_from(d: Draft, token: Token, zone: int, left: int) -> bool:
    """Whether a transport that stops in a zone could still be part of an assault."""
    board = d.ed.board
    reach = list(bits(near_by_sea(d, zone, left)))
    coast = any(hostile_land(d, d.power, near) for z in reach for near in board.land_neighbors[z])
    if not coast:
        return False
    if any(p == d.power for p, _ in token.cargo):
        return True
    return any(
        d.ed.units[t.unit].land and t.mark == FRESH
        for z in reach
        for near in board.land_neighbors[z]
        for t, _ in d.own(near)
    )
