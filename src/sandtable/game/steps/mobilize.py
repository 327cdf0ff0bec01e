"""The Mobilize New Units phase."""

from __future__ import annotations

from sandtable.game.advantages import moments
from sandtable.game.answers import Answer, End, Place
from sandtable.game.decks import deck_room, friends_room
from sandtable.game.draft import Draft
from sandtable.game.landing import aloft, outlook
from sandtable.game.picking import Reason
from sandtable.game.state import Decision
from sandtable.game.steps import new_carriers
from sandtable.game.steps.common import announce as announce_phase
from sandtable.game.steps.common import check_plain, finish_step, misplaced
from sandtable.game.steps.research import take_effect
from sandtable.rules.position import Token
from sandtable.rules.refusal import InvalidAnswer
from sandtable.rules.units import FACILITY

Placement = tuple[int, int, int]
"""(space, unit, count)."""


def advance(d: Draft) -> bool:
    if not d.top.begun:
        here = len(d.agenda) - 1
        asked = moments.ask(d, "mobilize")
        if asked or any(d.turn.bought):
            d.agenda = (
                *d.agenda[:here],
                d.agenda[here]._replace(begun=True),
                *d.agenda[here + 1 :],
            )
            announce_phase(d, "mobilize")
            take_effect(d)
            return True
        take_effect(d)
    if not any(d.turn.bought):
        finish_step(d)
        return True
    return False


def pending(d: Draft) -> tuple[Decision, ...]:
    return (Decision(d.power, "mobilize"),)


def answer(d: Draft, power: int, given: Answer) -> None:
    if isinstance(given, End):
        given = Place(())
    if not isinstance(given, Place):
        misplaced(d, power, given)
    for _, units in given.places:
        check_plain(d, power, units)
    placements = [
        (space, spec.unit, spec.number) for space, units in given.places for spec in units
    ]
    left = list(d.turn.bought)
    for _, unit, count in placements:
        left[unit] -= count
        if left[unit] < 0:
            raise InvalidAnswer(
                f"{d.power_id(power)} bought {d.turn.bought[unit]} {d.ed.units[unit].id}"
            )
    facilities = [p for p in placements if d.ed.units[p[1]].domain == FACILITY]
    placements = [p for p in placements if p not in facilities]
    for space, unit, count in facilities:
        build_facility(d, space, unit, count)
    for space, unit, _ in placements:
        check_place(d, space, unit)
    sites = dict(d.production_sites())
    if not within_limits(d, sites, placements):
        d.ed.refuse(
            "mobilize/production-limit",
            "a complex mobilizes at most as many units as its territory's value",
            limits={d.space_id(s): n for s, n in sites.items()},
        )
    placed = sum(count for _, _, count in placements)
    most = most_placeable(d, sites)
    if placed < most and d.ed.rules.must_place:
        d.ed.refuse(
            "mobilize/must-place-what-fits",
            f"{most} of the units bought can be mobilized and must be, not {placed}",
            can_place=most,
            placed=placed,
        )
    check_nothing_to_build(d, left)
    waiting = aloft(d, flying=False)
    could_land = outlook(d, flying=False, sailing=False).saved if waiting else 0
    for space, unit, count in placements:
        d.add(space, Token(power, unit), count)
    check_decks(d, placements)
    d.turn = d.turn._replace(bought=(0,) * len(d.ed.units))
    if waiting:
        new_planes = sum(n for s, u, n in placements if d.ed.deck_plane[u] and d.ed.board.sea[s])
        if outlook(d, flying=False, sailing=False).saved - new_planes < could_land:
            d.ed.refuse(
                "air/declared-new-carrier-must-follow-through",
                "a fighter waits at sea for the new carrier, which must be mobilized there",
            )
    announce(d, [*facilities, *placements])
    SURPLUS[d.ed.rules.surplus](d, left)
    finish_step(d)
    if d.ed.rules.boards_new_decks:
        new_carriers.offer(d, placements)


def build_facility(d: Draft, space: int, unit: int, count: int) -> None:
    """A new complex goes to own land of some value that has none."""
    kind = d.ed.units[unit]
    reason = why_not_build(d, space, unit)
    if reason is None and count > 1:
        reason = "factory/one-per-territory", f"{d.space_name(space)} can hold only one {kind.id}"
    if reason is not None:
        d.ed.refuse(*reason, unit=kind.id, space=d.space_id(space))
    d.build(space, *d.facilities[space], unit)


def why_not_build(d: Draft, space: int, unit: int) -> Reason | None:
    """Why a new complex cannot be built in a space."""
    name, kind = d.space_name(space), d.ed.units[unit].id
    if d.ed.board.sea[space]:
        return "factory/new-complex-placement", f"no {kind} stands at sea"
    if d.owners[space] != d.power or d.turn.owners_at_start[space] != d.power:
        return (
            "factory/new-complex-placement",
            f"{name} was not controlled since the start of the turn",
        )
    if not d.ed.values[space]:
        return "factory/new-complex-placement", f"{name} has no income value"
    if unit in d.facilities[space]:
        return "factory/one-per-territory", f"{name} can hold only one {kind}"
    return None


def check_nothing_to_build(d: Draft, left: list[int]) -> None:
    """A complex that was bought must be built where there is a place for it."""
    if not d.ed.rules.must_place:
        return
    for kind in d.ed.units:
        if not left[kind.index] or kind.domain != FACILITY:
            continue
        for space in range(len(d.owners)):
            if why_not_build(d, space, kind.index) is None:
                d.ed.refuse(
                    "mobilize/must-place-what-fits",
                    f"the {kind.id} can be built, in {d.space_name(space)} for one",
                    unit=kind.id,
                    space=d.space_id(space),
                )


def check_place(d: Draft, space: int, unit: int) -> None:
    """Whether this kind of unit may enter play in this space at all."""
    ed = d.ed
    kind = ed.units[unit]
    facts = {"unit": kind.id, "space": d.space_id(space)}
    if ed.board.sea[space]:
        near = any(ed.board.adjacent(site, space) for site, _ in d.production_sites())
        if kind.land or (kind.air and not ed.deck_plane[unit]):
            d.ed.refuse(
                "mobilize/land-units-and-bombers",
                f"a new {kind.id} is placed in the territory of a complex",
                **facts,
            )
        if not near:
            slug = "mobilize/fighters" if kind.air else "mobilize/sea-units"
            ed.refuse(slug, f"{d.space_name(space)} touches no complex that may be used", **facts)
        return
    if kind.sea:
        ed.refuse("board/sea-units-stay-at-sea", "ships are placed in sea zones", **facts)
    if space in dict(d.production_sites()):
        return
    works = any(ed.units[f].produces for f in d.facilities[space])
    name = d.space_name(space)
    if space in d.turn.moved_complexes:
        ed.refuse(
            "advantage/mobile-industry-use-same-turn",
            f"the complex or {name} was not controlled since the start of the turn",
            **facts,
        )
    if works and d.owners[space] == d.power == d.turn.owners_at_start[space]:
        ed.refuse(
            "factory/new-complex-not-usable-same-turn",
            f"the complex in {name} was not there when the turn began",
            **facts,
        )
    if not works or d.at_war[d.power][d.owners[space]]:
        ed.refuse("mobilize/eligible-complex", f"{name} has no own industrial complex", **facts)
    if d.owners[space] != d.power:
        ed.refuse(
            "mobilize/never-at-friendly-complex",
            f"the complex in {name} belongs to {d.power_name(d.owners[space])}",
            **facts,
        )
    ed.refuse(
        "mobilize/not-where-captured-this-turn",
        f"{name} was not controlled since the start of the turn",
        **facts,
    )


def within_limits(d: Draft, sites: dict[int, int], placements: list[Placement]) -> bool:
    """Whether every unit can be reckoned to a complex with capacity left: a small flow."""
    left = dict(sites)
    at_sea: dict[int, int] = {}
    for space, _, count in placements:
        if d.ed.board.sea[space]:
            at_sea[space] = at_sea.get(space, 0) + count
        else:
            left[space] -= count
            if left[space] < 0:
                return False
    used: dict[tuple[int, int], int] = {}

    def reckon(zone: int, seen: set[int]) -> bool:
        for site in left:
            if site in seen or not d.ed.board.adjacent(site, zone):
                continue
            seen.add(site)
            if left[site] > 0:
                left[site] -= 1
            else:
                for other in at_sea:
                    if used.get((other, site)) and reckon(other, seen):
                        used[other, site] -= 1
                        break
                else:
                    continue
            used[zone, site] = used.get((zone, site), 0) + 1
            return True
        return False

    return all(reckon(zone, set()) for zone, count in at_sea.items() for _ in range(count))


def most_placeable(d: Draft, sites: dict[int, int]) -> int:
    """The largest number of bought units that can be mobilized somewhere."""
    coastal = sum(n for s, n in sites.items() if d.ed.board.sea_neighbors[s])
    bought = list(zip(d.ed.units, d.turn.bought, strict=True))
    ships = sum(n for unit, n in bought if unit.sea)
    others = sum(n for unit, n in bought if not unit.sea and unit.domain != FACILITY)
    afloat = min(ships, coastal)
    return afloat + min(others, sum(sites.values()) - afloat)


def check_decks(d: Draft, placements: list[Placement]) -> None:
    """New fighters at sea need room on own decks, old or new."""
    for zone in {s for s, u, _ in placements if d.ed.deck_plane[u] and d.ed.board.sea[s]}:
        new = sum(n for s, u, n in placements if s == zone and d.ed.deck_plane[u])
        room = deck_room(d, zone, d.power) + new
        if d.ed.rules.new_fighters == "new-decks":
            room = sum(n * d.ed.deck_room[u] for s, u, n in placements if s == zone)
        if new > max(0, room):
            own = any(d.ed.deck_room[t.unit] for t, _ in d.own(zone))
            friends = friends_room(d, zone) > 0
            d.ed.refuse(
                "mobilize/no-fighter-on-friendly-carrier"
                if friends and not own
                else "mobilize/fighters",
                f"there is no room on own carriers in {d.space_name(zone)}",
                zone=d.space_id(zone),
            )


def announce(d: Draft, placements: list[Placement]) -> None:
    for space in dict.fromkeys(s for s, _, _ in placements):
        units: dict[str, int] = {}
        for at, unit, count in placements:
            if at == space:
                name = d.ed.units[unit].id
                units[name] = units.get(name, 0) + count
        d.emit("mobilized", power=d.power_id(d.power), space=d.space_id(space), units=units)


def refund(d: Draft, left: list[int]) -> None:
    """Units beyond the production limits go back for their price."""
    if not any(left):
        return
    amount = sum((d.ed.units[u].cost or 0) * n for u, n in enumerate(left))
    d.treasuries[d.power] += amount
    d.emit(
        "refunded",
        power=d.power_id(d.power),
        units={d.ed.units[u].id: n for u, n in enumerate(left) if n},
        amount=amount,
    )


def lose(d: Draft, left: list[int]) -> None:
    """Units that were not placed are lost."""
    if any(left):
        units = {d.ed.units[u].id: n for u, n in enumerate(left) if n}
        d.emit("surplus-lost", power=d.power_id(d.power), units=units)


SURPLUS = {"refund": refund, "lost": lose}
