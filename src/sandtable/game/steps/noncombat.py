"""The Noncombat Move phase."""

from __future__ import annotations

from sandtable.game import ferry
from sandtable.game.answers import Answer, Attack, End, Move, UnitSpec
from sandtable.game.landing import (
    carrier_options,
    deck_room,
    friends_room,
    new_decks,
    outlook,
    promise_open,
    zones_with_planes,
)
from sandtable.game.moving import (
    Reason,
    check_borders,
    check_consent,
    check_on_land,
    check_passages,
    check_range,
    check_ship_named,
    complete_path,
    select,
    too_far,
    voyage,
)
from sandtable.game.queries import hostile_land, hostile_zone, points, stops
from sandtable.game.state import Decision, Draft, one
from sandtable.game.steps.common import begin_phase, finish_step, misplaced
from sandtable.rules.position import (
    COMBAT_MOVED,
    ESCAPED,
    FOUGHT,
    FRESH,
    NONCOMBAT_MOVED,
    OFFLOADED,
    RETREATED,
    SEABORNE,
    Mark,
    Token,
    with_mark,
)
from sandtable.rules.refusal import InvalidAnswer


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
    if move.attack:
        d.ed.refuse("turn/phase-sequence", "the Combat Move phase is over")
    board, units = d.ed.board, d.ed.units
    start, end = move.path[0], move.path[1]
    land_only = all(units[s.unit].land for s in move.units)
    if land_only and board.sea[start]:
        if len(move.path) > 2 and not board.sea[end]:
            d.ed.refuse(
                "transport/loading-uses-whole-land-move", "going ashore is a land unit's whole move"
            )
        if board.sea[end]:
            d.ed.refuse(
                "transport/no-transfer-between-transports", "cargo goes ashore or stays aboard"
            )
        ferry.go_ashore(d, move, combat=False)
        return move
    if board.sea[end] and not board.sea[start] and any(units[s.unit].land for s in move.units):
        if len(move.path) > 2:
            d.ed.refuse(
                "transport/loading-uses-whole-land-move", "loading is a land unit's whole move"
            )
        ferry.load(d, move, combat=False)
        return move
    check_ship_named(d, move)
    before = d.copy()
    path = move.path
    risky = False
    for spec in sorted(move.units, key=lambda s: s.unit):
        unit = units[spec.unit]
        if unit.domain == "facility":
            d.ed.refuse("factory/profile", f"{one(unit.id)} never moves", unit=unit.id)
        if unit.air:
            path = fly(d, spec, path)
            risky = risky or board.sea[path[-1]]
        elif unit.sea:
            path = sail(d, spec, path)
            risky = risky or d.ed.deck_room[spec.unit] > 0
        else:
            path = march(d, spec, path)
    if risky:
        check_nobody_lost(d, move, path, before)
    d.emit(
        "moved",
        power=d.power_id(d.power),
        units=d.ed.name_counts(move.units),
        path=[d.space_id(s) for s in path],
    )
    return move._replace(path=path)


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
        if token.mark.flags & NONCOMBAT_MOVED:
            if d.ed.board.sea[token.mark.origin]:
                return "transport/loading-uses-whole-land-move", "offloading was its whole move"
            return "combat-move/move-value-limit", "it has already moved this turn"
        return why_not_move(token)

    picked = select(d, path[0], spec, why_not)
    path = complete_path(d, picked[0][0], path, unit.move, combat=False)
    check_borders(d, path, flying=False)
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
        d.remove(path[0], token, count)
        d.add(path[-1], with_mark(token, mark), count)
    return path


def fly(d: Draft, spec: UnitSpec, path: tuple[int, ...]) -> tuple[int, ...]:
    unit = d.ed.units[spec.unit]
    if len(path) == 2:
        path = d.ed.board.flight(*path) or path
    check_borders(d, path, flying=True)
    steps, end = len(path) - 1, path[-1]
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
    for token, count in select(d, path[0], spec, lambda token: too_far(d, token, steps)):
        mark = ferry.marked(d, token, NONCOMBAT_MOVED, left=points(d, token) - steps)
        d.remove(path[0], token, count)
        d.add(end, with_mark(token, mark), count)
    return path


def why_not_sail(d: Draft, zone: int, token: Token) -> Reason | None:
    """Why a ship cannot move in this phase, or no farther."""
    evades = d.ed.units[token.unit].evades
    if token.mark.origin >= 0 and evades and stops(d, d.power, token.unit, zone):
        return "submarine/destroyer-stops-movement", "an enemy destroyer stopped it there"
    return why_not_move(token)


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
    for zone in path[1:]:
        if unit.evades:
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
        mark = ferry.marked(
            d, token, NONCOMBAT_MOVED, left=points(d, token) - steps, origin=path[-2]
        )
        d.remove(path[0], token, count)
        d.add(path[-1], with_mark(token, mark), count)
    return path


def check_carrier(
    d: Draft, spec: UnitSpec, path: tuple[int, ...], picked: list[tuple[Token, int]]
) -> None:
    """A carrier that took a fighter aboard stays; one that was promised goes where it must."""
    start, end = path[0], path[-1]
    facts = {"zone": d.space_id(start)}
    landed = sum(
        n for t, n in d.own(start) if d.ed.deck_plane[t.unit] and t.mark.flags & NONCOMBAT_MOVED
    )
    came = any(t.mark.flags & NONCOMBAT_MOVED for t, _ in picked)
    staying = sum(
        n * d.ed.deck_room[t.unit] for t, n in d.own(start) if d.ed.deck_room[t.unit]
    ) - sum(n * d.ed.deck_room[t.unit] for t, n in picked)
    if came and landed > staying:
        d.ed.refuse(
            "landing/carrier-stops-after-pickup",
            "a carrier that has taken a fighter aboard moves no farther",
            **facts,
        )
    owed = [p for p in d.turn.promises if p.origin == start and promise_open(d, p)]
    if not owed:
        return
    free = sum(
        n
        for t, n in d.own(start)
        if d.ed.deck_room[t.unit] and carrier_options(d, t, start, 0, before_combat=False)
    )
    left = points(d, picked[0][0]) - (len(path) - 1)
    mark = ferry.marked(d, picked[0][0], NONCOMBAT_MOVED, left=left)
    moved = with_mark(picked[0][0], mark)
    for promise in owed:
        if promise.zone == end or (
            left > 0 and promise.zone in carrier_options(d, moved, end, 0, before_combat=False)
        ):
            d.turn = d.turn._replace(
                promises=tuple(
                    p._replace(origin=end) if p is promise else p for p in d.turn.promises
                )
            )
            return
    if free - spec.number < len(owed):
        d.ed.refuse(
            "air/declared-carrier-must-follow-through",
            f"the carrier is bound to go to {d.space_name(owed[0].zone)} for a fighter",
            promised=d.space_id(owed[0].zone),
            **facts,
        )


def check_nobody_lost(d: Draft, move: Move, path: tuple[int, ...], before: Draft) -> None:
    """No move may cost an aircraft that could have been saved."""
    after = outlook(d)
    if after.saved == after.total:
        return
    could = outlook(before)
    if after.total - after.saved <= could.total - could.saved:
        return
    end = path[-1]
    facts = {"aloft": after.total, "could_land": after.saved, "space": d.space_id(end)}
    if any(d.ed.deck_room[s.unit] for s in move.units):
        d.ed.refuse(
            "landing/carrier-must-come-for-fighter",
            "a fighter that needs the carrier would be lost",
            **facts,
        )
    decks = any(d.ed.deck_room[t.unit] and not d.at_war[d.power][t.power] for t, _ in d.stacks[end])
    works = any(
        d.facilities[near] and d.owners[near] == d.power for near in d.ed.board.land_neighbors[end]
    )
    slug = "air/no-deliberate-loss-in-noncombat"
    if decks:
        slug = "landing/fighters-on-carriers-only"
    elif works:
        slug = "landing/new-carrier-in-hostile-zone"
    d.ed.refuse(slug, "there would be no deck for it: the aircraft would be lost", **facts)


def close(d: Draft) -> None:
    """End the phase: what can be saved must be safe by now, the rest is lost."""
    for promise in d.turn.promises:
        if promise_open(d, promise):
            d.ed.refuse(
                "air/declared-carrier-must-follow-through",
                f"the carrier in {d.space_name(promise.origin)} is bound to go to "
                f"{d.space_name(promise.zone)} for a fighter",
                origin=d.space_id(promise.origin),
                promised=d.space_id(promise.zone),
            )
    down = outlook(d, flying=False, sailing=False)
    if down.saved == down.total:
        return
    could = outlook(d)
    if down.saved < could.saved:
        d.ed.refuse(
            "air/save-as-many-as-possible",
            f"{could.saved - down.saved} more air units can be landed",
            landed=down.saved,
            could_land=could.saved,
            aloft=down.total,
        )
    drop_lost(d)


def drop_lost(d: Draft) -> None:
    """Aircraft that no deck, old or still to be mobilized, can take are destroyed."""
    ground = d.turn.landing
    new = new_decks(d)
    for space, stack in enumerate(d.stacks):
        planes = [(t, n) for t, n in stack if t.power == d.power and d.ed.units[t.unit].air]
        if not planes or ground >> space & 1:
            continue
        excess = sum(n for _, n in planes)
        if d.ed.board.sea[space]:
            coming = sum(deck.room for deck in new if space in deck.options)
            excess = -deck_room(d, space, d.power) - friends_room(d, space) - coming
            excess = max(0, excess) + sum(n for t, n in planes if not d.ed.deck_plane[t.unit])
        lose_planes(d, space, excess)


def lose_planes(d: Draft, space: int, excess: int) -> None:
    """Destroy so many of the acting power's aircraft in a space, those that fit no deck first."""
    planes = [(t, n) for t, n in d.own(space) if d.ed.units[t.unit].air]
    for token, count in sorted(planes, key=lambda e: (d.ed.deck_plane[e[0].unit], e)):
        gone = min(count, excess)
        if gone > 0:
            d.remove(space, token, gone)
            excess -= gone
            d.emit(
                "lost",
                power=d.power_id(d.power),
                space=d.space_id(space),
                units={d.ed.units[token.unit].id: gone},
                why="no-landing",
            )


def settle_decks(d: Draft) -> None:
    """At the end of the turn every aircraft at sea is aboard something, or lost."""
    for zone in zones_with_planes(d):
        lose_planes(d, zone, -deck_room(d, zone, d.power))
