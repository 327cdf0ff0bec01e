"""The Combat Move phase: orders one by one, and the duties that `end` checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from sandtable.board.graph import bits
from sandtable.game.advantages import moments
from sandtable.game.advantages.lightning import leave_landing, sails_on
from sandtable.game.answers import Answer, Attack, End, Launch, Move, UnitSpec
from sandtable.game.cargo import gun_stays, marked, together
from sandtable.game.control import captor_of, take
from sandtable.game.draft import Draft
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
from sandtable.game.rocketry import launch
from sandtable.game.state import Decision
from sandtable.game.steps import combat_duties
from sandtable.game.steps.attacking import (
    attack_zone,
    check_enemies,
    declare_attack,
    idle,
    refuse_idle,
)
from sandtable.game.steps.combat_flights import fly, kamikaze_trait
from sandtable.game.steps.common import begin_phase, finish_step, misplaced
from sandtable.game.telling import tell_ordered
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
from sandtable.rules.refusal import InvalidAnswer
from sandtable.rules.units import AIR, LAND, SEA


def advance(d: Draft) -> bool:
    if begin_phase(d, "combat-move"):
        moments.ask(d, "combat-move")
        return True
    return False


def pending(d: Draft) -> tuple[Decision, ...]:
    return (Decision(d.power, "combat-move"),)


def answer(d: Draft, power: int, given: Answer) -> None:
    if isinstance(given, Move):
        d.resolved = order(d, given)
    elif isinstance(given, Attack):
        declare_attack(d, given)
    elif isinstance(given, Launch) and d.ed.rules.rockets == "combat-move":
        strike = launch(d, given)
        d.turn = d.turn._replace(rockets=(*d.turn.rockets, strike))
    elif isinstance(given, End):
        combat_duties.check(d, given)
        finish_step(d)
        moments.ask(d, "attacks")
    else:
        misplaced(d, power, given)


def order(d: Draft, move: Move) -> Move:
    """Carry out a combat move; the answer with its whole path comes back."""
    if move.manner == "kamikaze" and kamikaze_trait(d) is None:
        raise InvalidAnswer("there are no kamikazes in this edition")
    if move.manner in ("raid", "kamikaze") and not all(d.ed.air[s.unit] for s in move.units):
        slug = "raid/bombers-only" if move.manner == "raid" else "advantage/kamikaze-attacks"
        d.ed.refuse(slug, f"only air units can be sent on a {move.manner}")
    if d.ed.rules.own_deck_cargo and rides(d, move):
        return ride(d, move)
    by_sea = partial(sail, attack=move.manner == "attack")
    by_air = partial(fly, manner=move.manner)
    movers: dict[str, Mover] = {LAND: march, AIR: by_air, SEA: by_sea}
    return carry_out(d, move, movers, combat=True)


def rides(d: Draft, move: Move) -> bool:
    """Whether an order sends a carrier with its own fighters aboard."""
    return (
        any(d.ed.deck_room[s.unit] for s in move.units)
        and any(d.ed.deck_plane[s.unit] for s in move.units)
        and all(d.ed.board.sea[s] for s in move.path)
    )


def ride(d: Draft, move: Move) -> Move:
    """Fighters go aboard the carriers of the order as cargo, and the ships sail."""
    planes = [s for s in move.units if d.ed.deck_plane[s.unit]]
    others = [s for s in move.units if not d.ed.deck_plane[s.unit]]
    start = move.path[0]
    decks = [
        token
        for spec in others
        if d.ed.deck_room[spec.unit]
        for token, count in select(d, start, spec, why_not_march)
        for _ in range(count)
    ]
    for spec in planes:
        for token, count in select(d, start, spec, why_not_march):
            for _ in range(count):
                free = [
                    t
                    for t in decks
                    if len(t.cargo) < d.ed.deck_room[t.unit] and t.power == token.power
                ]
                if not free:
                    d.ed.refuse("carrier/capacity", "the carriers have no room for so many")
                ship = max(free, key=lambda t: len(t.cargo))
                d.remove(start, token, 1)
                cargo = together(ship.cargo, ((token.power, token.unit),))
                d.change(start, ship, 1, ship._replace(cargo=cargo))
                decks[decks.index(ship)] = ship._replace(cargo=cargo)
    by_sea = partial(sail, attack=move.manner == "attack")
    path = move.path
    laden = Counter((ship.unit, ship.power, ship.cargo) for ship in decks)
    sailing = [UnitSpec(n, *ship) for ship, n in laden.items()]
    for spec in [*sailing, *(s for s in others if not d.ed.deck_room[s.unit])]:
        path = by_sea(d, spec, path)
    tell_ordered(d, "moved", move.units, path=[d.space_id(s) for s in path])
    return move._replace(path=path)


def why_not_march(token: Token) -> Reason | None:
    if token.mark == FRESH:
        return None
    return "combat-move/move-value-limit", "the unit has already moved this turn"


def march(d: Draft, spec: UnitSpec, path: tuple[int, ...]) -> tuple[int, ...]:
    unit = d.ed.units[spec.unit]
    check_on_land(d, unit.id, path)
    if not unit.combat_moves:
        gun_stays(d, spec.unit)
    picked = select(d, path[0], spec, why_not_march)
    path = complete_path(d, picked[0][0], path, d.kind(picked[0][0]).move, combat=True)
    check_borders(d, path, flying=False)
    blitzed = [space for space in path[1:-1] if hostile_land(d, d.power, space)]
    for space in blitzed:
        if not can_blitz(d, picked[0][0], space):
            refuse_blitz(d, picked[0][0], space)
    check_range(d, picked[0][0], len(path) - 1)
    for space in blitzed:
        take(d, space, captor_of(d, picked), how="blitz")
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


def refuse_blitz(d: Draft, token: Token, space: int) -> None:
    unit = token.unit
    facts = {"unit": d.ed.units[unit].id, "space": d.space_id(space)}
    name = d.space_name(space)
    if not d.kind(token).blitzes:
        slug = "blitz/only-tanks"
        if defended(d, d.power, space):
            slug = "combat-move/hostile-space-stops"
        d.ed.refuse(slug, f"{d.ed.units[unit].id} must stop in hostile {name}", **facts)
    enemy = d.at_war[d.power]
    if defended(d, d.power, space) and all(
        d.kind(t).bystander for t, _ in d.stacks[space] if enemy[t.power]
    ):
        d.ed.refuse(
            "blitz/blocked-by-antiaircraft-gun",
            f"the {d.ed.units[unit].id} must stop in {name}: a gun is there",
            **facts,
        )
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


def why_not_sail(d: Draft, zone: int) -> Callable[[Token], Reason | None]:
    def why_not(token: Token) -> Reason | None:
        mark = token.mark
        if mark == FRESH:
            return None
        if mark.flags & ATTACKS:
            return "combat-move/transport-killer-stops", "the ship has stopped there to attack"
        leaves = mark.ashore and sails_on(d, token) and not hostile_zone(d, d.power, zone)
        if (mark.ashore or mark.target >= 0) and not leaves:
            return "transport/offload-ends-movement", "the transport is bound to its landing"
        if mark.origin >= 0 and stops(d, d.power, token.unit, zone):
            return stop_rule(d, token.unit), "the ship must stop in the hostile zone"
        return None

    return why_not


def stop_rule(d: Draft, unit: int) -> str:
    """The rule by which a ship ends its move where enemy warships are."""
    if d.ed.units[unit].evades:
        return "submarine/destroyer-stops-movement"
    if d.carries[d.power][unit]:
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
        if token.mark.ashore:
            token = leave_landing(d, path[0], token, count)
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
        or token.mark.ashore
        or token.mark.landed
        or hostile_zone(d, d.power, end)
        or (d.turn.attacked >> end & 1 and enemy_ships(d, d.power, end))
    ):
        return True
    carries = d.carries[token.power][token.unit]
    if not carries and not d.ed.rules.escorts and not d.kind(token).bombards:
        return False
    if announced(d, end):
        return True
    if carries:
        return can_assault_from(d, token, end, left)
    return any(
        d.carries[t.power][t.unit] and any(d.commands(p) for p, _ in t.cargo)
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
    if any(d.commands(p) for p, _ in token.cargo):
        return True
    return any(
        d.ed.units[t.unit].land and t.mark == FRESH
        for z in reach
        for near in board.land_neighbors[z]
        for t, _ in d.own(near)
    )
