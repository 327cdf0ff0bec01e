"""What must hold when the Noncombat Move phase ends, and what a carrier owes its fighters."""

from __future__ import annotations

from sandtable.game.answers import Move, UnitSpec
from sandtable.game.cargo import marked, without
from sandtable.game.decks import (
    friends_room,
    new_decks,
    own_room,
    seat_aircraft,
    zones_with_planes,
)
from sandtable.game.draft import Draft
from sandtable.game.landing import carrier_options, outlook, promise_open
from sandtable.game.queries import points
from sandtable.rules.position import NONCOMBAT_MOVED, SUBMERGED, Token, with_mark


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
    mark = marked(d, picked[0][0], NONCOMBAT_MOVED, left=left)
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
    land_all(d)
    surface(d)
    if d.turn.joint >= 0:
        settle_decks(d, d.turn.joint)
        d.turn = d.turn._replace(joint=-1, joint_phases=())


def surface(d: Draft) -> None:
    """Submerged submarines come up, whoever is there."""
    if d.ed.rules.submerged_lasts == "battle":
        return
    for zone in d.ed.board.zones:
        for token, count in d.stacks[zone]:
            if token.mark.flags & SUBMERGED:
                mark = token.mark._replace(flags=token.mark.flags & ~SUBMERGED)
                d.change(zone, token, count, with_mark(token, mark))
                d.emit(
                    "surfaced",
                    power=d.power_id(token.power),
                    space=d.space_id(zone),
                    count=count,
                )


def land_all(d: Draft) -> None:
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
    if (number := could.saved - down.saved) > 0:
        d.ed.refuse(
            "air/save-as-many-as-possible",
            f"{number} more air unit{'s' if number > 1 else ''} can be landed",
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
        planes = [(t, n) for t, n in stack if d.commands(t.power) and d.ed.units[t.unit].air]
        if not planes or ground >> space & 1:
            continue
        excess = sum(n for _, n in planes)
        if d.ed.board.sea[space]:
            coming = sum(deck.room for deck in new if space in deck.options)
            excess = -own_room(d, space) - friends_room(d, space) - coming
            excess = max(0, excess) + sum(n for t, n in planes if not d.ed.deck_plane[t.unit])
        lose_planes(d, space, planes, excess)


def lose_planes(d: Draft, space: int, planes: list[tuple[Token, int]], excess: int) -> None:
    """Destroy so many of some aircraft in a space, those that fit no deck first."""
    for token, count in sorted(planes, key=lambda e: (d.ed.deck_plane[e[0].unit], e)):
        gone = min(count, excess)
        if gone > 0:
            d.remove(space, token, gone)
            excess -= gone
            d.emit(
                "lost",
                power=d.power_id(token.power),
                space=d.space_id(space),
                units={d.ed.units[token.unit].id: gone},
                why="no-landing",
            )


def settle_decks(d: Draft, power: int) -> None:
    """At the end of the turn every aircraft at sea is aboard something, or lost."""
    if d.ed.rules.own_deck_cargo:
        for zone in d.ed.board.zones:
            for ship, count in d.stacks[zone]:
                if ship.power != power:
                    continue
                riding = tuple(item for item in ship.cargo if item[0] == power)
                if riding and d.ed.deck_room[ship.unit]:
                    d.change(zone, ship, count, ship._replace(cargo=without(ship.cargo, riding)))
                    for _, unit in riding:
                        d.add(zone, Token(power, unit), count)
    for zone in zones_with_planes(d, power):
        excess = seat_aircraft(d, zone, power)
        planes = [(t, n) for t, n in d.stacks[zone] if t.power == power and d.ed.air[t.unit]]
        lose_planes(d, zone, planes, excess)
