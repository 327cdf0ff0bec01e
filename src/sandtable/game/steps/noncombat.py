"""The Noncombat Move phase."""

from __future__ import annotations

from sandtable.game.advantages.movement import by_rail, move_complex, rail_way, refuelled
from sandtable.game.answers import Answer, Attack, End, Move, UnitSpec
from sandtable.game.cargo import gun_bound, marked
from sandtable.game.draft import Draft
from sandtable.game.flak import fired_at, guns_on_way, overflight_rolled, shoot
from sandtable.game.flights import flight, flying_steps
from sandtable.game.orders import Mover, carry_out
from sandtable.game.picking import Reason, owner_of, select
from sandtable.game.queries import enemy_submerged, hostile_land, hostile_zone, points, stops
from sandtable.game.state import Decision, Step
from sandtable.game.steps.common import begin_phase, finish_step, misplaced
from sandtable.game.steps.noncombat_duties import check_carrier, check_nobody_lost, close
from sandtable.game.ways import (
    check_borders,
    check_consent,
    check_on_land,
    check_passages,
    check_range,
    complete_path,
    too_far,
    voyage,
)
from sandtable.rules.position import (
    CAPTURED,
    COMBAT_MOVED,
    ESCAPED,
    EXTRA_MOVE,
    FOUGHT,
    FRESH,
    LAUNCHED,
    NONCOMBAT_MOVED,
    OFFLOADED,
    RETREATED,
    SEABORNE,
    Mark,
    Token,
)
from sandtable.rules.refusal import InvalidAnswer
from sandtable.rules.units import AIR, FACILITY, LAND, SEA


def advance(d: Draft) -> bool:
    return begin_phase(d, "noncombat-move")


def pending(d: Draft) -> tuple[Decision, ...]:
    return (Decision(d.power, "noncombat-move"),)


def answer(d: Draft, power: int, given: Answer) -> None:
    if isinstance(given, Move):
        d.resolved = order(d, given)
    elif isinstance(given, End):
        if given.promises:
            raise InvalidAnswer("carriers are named when the Combat Move phase ends")
        close(d)
        finish_step(d)
    elif isinstance(given, Attack):
        d.ed.refuse("turn/phase-sequence", "the Combat Move phase is over")
    else:
        misplaced(d, power, given)


def order(d: Draft, move: Move) -> Move:
    """Carry out a noncombat move; the answer with its whole path comes back."""
    if move.manner:
        d.ed.refuse("turn/phase-sequence", "the Combat Move phase is over")
    if any(d.ed.units[s.unit].domain == FACILITY for s in move.units):
        move_complex(d, move)
        return move
    before = d.copy() if risky(d, move) else None
    done = carry_out(d, move, MOVERS, combat=False)
    if before is not None:
        check_nobody_lost(d, move, done.path, before)
    return done


def risky(d: Draft, move: Move) -> bool:
    """Whether an order might cost an aircraft: it moves a deck, or ends in the air at sea."""
    at_sea = d.ed.board.sea[move.path[-1]]
    return any(d.ed.deck_room[s.unit] or (at_sea and d.ed.air[s.unit]) for s in move.units)


def why_not_move(token: Token) -> Reason | None:
    """Why a land unit or ship cannot move in this phase."""
    flags = token.mark.flags
    if token.mark == FRESH:
        return None
    if flags & ESCAPED:
        return "combat-move/hostile-start-no-noncombat", "it left a hostile zone this turn"
    if flags & RETREATED:
        return "retreat/no-further-movement", "it retreated this turn"
    if flags & SEABORNE:
        return "transport/loading-uses-whole-land-move", "offloading was its whole move"
    if flags & COMBAT_MOVED and token.mark.target >= 0:
        return "amphibious/counts-as-combat-move", "it took part in an assault this turn"
    if flags & (FOUGHT | COMBAT_MOVED):
        return "noncombat/eligible-units", "it moved or fought earlier this turn"
    if flags & OFFLOADED:
        return "transport/offload-ends-movement", "it has offloaded this turn"
    if token.mark.left <= 0 and token.mark.origin >= 0 and not token.mark.boarded:
        return "combat-move/move-value-limit", "it has already moved this turn"
    return None


def march(d: Draft, spec: UnitSpec, path: tuple[int, ...]) -> tuple[int, ...]:
    unit = d.ed.units[spec.unit]
    check_on_land(d, unit.id, path)

    def why_not(token: Token) -> Reason | None:
        if token.mark.flags & (CAPTURED | LAUNCHED):
            return gun_bound(token)
        if token.mark.flags & EXTRA_MOVE:
            if len(path) == 2 and d.ed.board.adjacent(*path):
                return None
            return "combat-move/move-value-limit", "it may go on by one territory only"
        if token.mark.flags & NONCOMBAT_MOVED:
            if d.ed.board.sea[token.mark.origin]:
                return "transport/loading-uses-whole-land-move", "offloading was its whole move"
            return "combat-move/move-value-limit", "it has already moved this turn"
        return why_not_move(token)

    picked = select(d, path[0], spec, why_not)
    path = rail_way(d, spec.unit, path) or complete_path(
        d, picked[0][0], path, d.kind(picked[0][0]).move, combat=False
    )
    check_borders(d, path, flying=False)
    if not picked[0][0].mark.flags & EXTRA_MOVE and not by_rail(d, spec.unit, path):
        check_range(d, picked[0][0], len(path) - 1)
    for space in path[1:]:
        if hostile_land(d, d.power, space):
            d.ed.refuse(
                "noncombat/land-units-friendly-only",
                f"{d.space_name(space)} is hostile: it is entered in the Combat Move phase only",
                space=d.space_id(space),
            )
    check_consent(d, path[-1])
    mark = Mark(0, NONCOMBAT_MOVED, path[-2], -1, (), ())
    for token, count in picked:
        d.shift(path[0], path[-1], token, count, mark)
    return path


def fly(d: Draft, spec: UnitSpec, path: tuple[int, ...]) -> tuple[int, ...]:
    unit, owner = d.ed.units[spec.unit], owner_of(d, spec)
    if len(path) == 2:
        path = flight(d, *path, owner) or path
    check_borders(d, path, flying=True)
    steps, end = flying_steps(d, path, owner), path[-1]
    if d.ed.board.sea[end]:
        if not d.ed.deck_plane[spec.unit]:
            d.ed.refuse(
                "landing/fighters-on-carriers-only",
                f"a {unit.id} cannot land at sea",
                unit=unit.id,
                space=d.space_id(end),
            )
    else:
        if not d.turn.landing >> end & 1:
            d.ed.refuse(
                "landing/territory-friendly-since-turn-start",
                f"{d.space_name(end)} was not friendly when the turn began",
                space=d.space_id(end),
            )
        check_consent(d, end)
    guns = guns_on_way(d, path[1:]) if d.ed.rules.noncombat_flak else ()
    for token, count in select(d, path[0], spec, lambda token: too_far(d, token, steps)):
        left = points(d, token) - steps
        mark = refuelled(d, token, end, marked(d, token, NONCOMBAT_MOVED, left=left, guns=guns))
        d.shift(path[0], end, token, count, mark)
    if guns:
        d.agenda = (*d.agenda, Step("overflight", power=d.power, about="flight", space=end))
    return path


def shot_at(d: Draft) -> bool:
    """Guns fire at a flight that has passed over them; the step that does this."""
    space = d.top.space
    while (group := fired_at(d, space)) is not None:
        if shoot(d, space, *group):
            return False
    d.pop()
    return True


def shot_rolled(d: Draft, dice: tuple[int, ...]) -> None:
    group = fired_at(d, d.top.space)
    assert group is not None
    overflight_rolled(d, d.top.space, *group, dice)


def why_not_sail(d: Draft, zone: int, token: Token) -> Reason | None:
    """Why a ship cannot move in this phase, or no farther."""
    evades = d.ed.units[token.unit].evades
    if token.mark.origin >= 0 and evades and stops(d, d.power, token.unit, zone):
        return "submarine/destroyer-stops-movement", "an enemy destroyer stopped it there"
    reveals = d.ed.rules.reveals_submerged and "submerge" in d.ed.units[token.unit].cancels
    if token.mark.origin >= 0 and reveals and enemy_submerged(d, d.power, zone):
        return "destroyer/reveals-submerged", "an enemy submarine is submerged there"
    return why_not_move(token)


def may_end(d: Draft, unit: int, zone: int) -> bool:
    """Whether a ship that passes hostile zones may also end its move in one."""
    if d.ed.rules.evaders_end_hostile or not d.ed.units[unit].evades:
        return True
    return not hostile_zone(d, d.power, zone)


def sail(d: Draft, spec: UnitSpec, path: tuple[int, ...]) -> tuple[int, ...]:
    board, unit = d.ed.board, d.ed.units[spec.unit]
    if not all(board.sea[s] for s in path):
        d.ed.refuse(
            "board/sea-units-stay-at-sea", f"a {unit.id} cannot enter a territory", unit=unit.id
        )
    path = voyage(d, spec, path, combat=False)
    check_borders(d, path, flying=False)
    steps = len(path) - 1
    picked = select(
        d,
        path[0],
        spec,
        lambda token: why_not_sail(d, path[0], token) or too_far(d, token, steps),
    )
    check_passages(d, path, spec.unit)
    if d.ed.rules.reveals_submerged and "submerge" in unit.cancels:
        check_revealed(d, path[1:-1], unit.id)
    for zone in path[1:]:
        if unit.evades:
            if zone == path[-1] and not may_end(d, spec.unit, zone):
                d.ed.refuse(
                    "submarine/noncombat-through-but-not-ending-hostile",
                    f"{d.space_name(zone)} is hostile: the {unit.id} may pass it, but not stay",
                    zone=d.space_id(zone),
                )
            if zone != path[-1] and stops(d, d.power, spec.unit, zone):
                d.ed.refuse(
                    "submarine/destroyer-stops-movement",
                    f"the {unit.id} must stop in {d.space_name(zone)}: an enemy destroyer is there",
                    zone=d.space_id(zone),
                )
        elif hostile_zone(d, d.power, zone):
            d.ed.refuse(
                "noncombat/sea-units-friendly-zones-only",
                f"{d.space_name(zone)} is hostile",
                zone=d.space_id(zone),
            )
    check_consent(d, path[-1])
    if d.ed.deck_room[spec.unit]:
        check_carrier(d, spec, path, picked)
    for token, count in picked:
        mark = marked(d, token, NONCOMBAT_MOVED, left=points(d, token) - steps, origin=path[-2])
        d.shift(path[0], path[-1], token, count, mark)
    return path


def check_revealed(d: Draft, zones: tuple[int, ...], unit: str) -> None:
    """A destroyer goes no farther than a zone where an enemy submarine is submerged."""
    for zone in zones:
        if enemy_submerged(d, d.power, zone):
            d.ed.refuse(
                "destroyer/reveals-submerged",
                f"the {unit} must stop in {d.space_name(zone)}: an enemy submarine is submerged "
                "there",
                zone=d.space_id(zone),
            )


MOVERS: dict[str, Mover] = {LAND: march, AIR: fly, SEA: sail}
