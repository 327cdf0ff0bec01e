"""The Mobilize New Units phase."""

from __future__ import annotations

from sandtable.game.answers import Answer, End, Place
from sandtable.game.decks import deck_room, friends_room
from sandtable.game.landing import aloft, outlook
from sandtable.game.state import Decision, Draft
from sandtable.game.steps.common import begin_phase, check_plain, finish_step, misplaced
from sandtable.rules.position import Token
from sandtable.rules.refusal import InvalidAnswer

Placement = tuple[int, int, int]
"""(space, unit, count)."""


def advance(d: Draft) -> bool:
    if not any(d.turn.bought):
        finish_step(d)
        return True
    return begin_phase(d, "mobilize")


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
    if placed < most:
        d.ed.refuse(
            "mobilize/must-place-what-fits",
            f"{most} of the units bought can be mobilized and must be, not {placed}",
            can_place=most,
            placed=placed,
        )
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
    announce(d, placements)
    SURPLUS[d.ed.rules.surplus](d, left)
    finish_step(d)


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
    ships = sum(n for unit, n in zip(d.ed.units, d.turn.bought, strict=True) if unit.sea)
    others = sum(d.turn.bought) - ships
    afloat = min(ships, coastal)
    return afloat + min(others, sum(sites.values()) - afloat)


def check_decks(d: Draft, placements: list[Placement]) -> None:
    """New fighters at sea need room on own decks, old or new."""
    for zone in {s for s, u, _ in placements if d.ed.deck_plane[u] and d.ed.board.sea[s]}:
        new = sum(n for s, u, n in placements if s == zone and d.ed.deck_plane[u])
        if new > max(0, deck_room(d, zone, d.power) + new):
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


SURPLUS = {"refund": refund}
