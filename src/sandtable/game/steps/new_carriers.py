"""Fighters that are in reach go aboard carriers as these are mobilized."""

from __future__ import annotations

from sandtable.game.answers import Answer, End, Move
from sandtable.game.decks import deck_room
from sandtable.game.draft import Draft
from sandtable.game.state import Decision, Step
from sandtable.game.steps.common import misplaced
from sandtable.game.telling import tell_ordered
from sandtable.rules.position import Token
from sandtable.rules.refusal import InvalidAnswer


def offer(d: Draft, placements: list[tuple[int, int, int]]) -> None:
    """Ask about each zone with a new carrier in which some fighter could go aboard."""
    zones = {space for space, unit, _ in placements if d.ed.deck_room[unit]}
    for zone in sorted(zones, reverse=True):
        there = [(unit, count) for space, unit, count in placements if space == zone]
        new = sum(count * d.ed.deck_room[unit] for unit, count in there)
        new -= sum(count for unit, count in there if d.ed.deck_plane[unit])
        step = Step("new-carriers", power=d.power, about="new-carriers", space=zone, number=new)
        if new > 0 and candidates(d, step):
            d.agenda = (*d.agenda, step)


def room(d: Draft, step: Step) -> int:
    """Places on the new carriers that are still free."""
    return max(0, min(step.number, deck_room(d, step.space, d.power)))


def candidates(d: Draft, step: Step) -> list[tuple[int, Token, int]]:
    """(territory, fighter, count) that could go aboard in the zone of a step."""
    zone = step.space
    if not room(d, step):
        return []
    sites = [site for site, _ in d.production_sites() if d.ed.board.adjacent(site, zone)]
    enemy = d.at_war[d.power]
    return [
        (site, token, count)
        for site in sites
        for token, count in d.stacks[site]
        if d.ed.deck_plane[token.unit] and not enemy[token.power]
    ]


def advance(d: Draft) -> bool:
    if candidates(d, d.top):
        return False
    d.pop()
    return True


def pending(d: Draft) -> tuple[Decision, ...]:
    return (Decision(d.power, "new-carriers", d.top.space),)


def answer(d: Draft, power: int, given: Answer) -> None:
    if isinstance(given, End) and not given.promises:
        d.pop()
        return
    if not isinstance(given, Move):
        misplaced(d, power, given)
    zone = d.top.space
    facts = {"zone": d.space_id(zone)}
    start, end = given.path[0], given.path[-1]
    if end != zone or len(given.path) != 2:
        raise InvalidAnswer(f"fighters go aboard in {d.space_id(zone)} now, or `end`")
    for spec in given.units:
        if not d.ed.deck_plane[spec.unit]:
            d.ed.refuse("carrier/capacity", "carriers carry fighters only", **facts)
        owner = spec.power if spec.power >= 0 else power
        able = [
            (t, n)
            for site, t, n in candidates(d, d.top)
            if site == start and t.unit == spec.unit and t.power == owner
        ]
        if spec.number > room(d, d.top):
            d.ed.refuse("carrier/capacity", "there is no room for so many", **facts)
        if sum(n for _, n in able) < spec.number:
            d.ed.refuse(
                "mobilize/existing-fighters-onto-new-carrier",
                f"not so many fighters can go aboard from {d.space_name(start)}",
                **facts,
            )
        left = spec.number
        for token, count in able:
            for _ in range(min(left, count)):
                board(d, start, zone, token)
                left -= 1
        d.agenda = (*d.agenda[:-1], d.top._replace(number=d.top.number - spec.number))
    tell_ordered(d, "moved", given.units, path=[d.space_id(start), d.space_id(end)])


def board(d: Draft, start: int, zone: int, token: Token) -> None:
    """One fighter goes aboard: an own one beside the carrier, a friend's as its guest."""
    d.remove(start, token, 1)
    if token.power == d.power:
        d.add(zone, token, 1)
        return
    host = next(t for t, _ in d.own(zone) if d.ed.deck_room[t.unit] > len(t.cargo))
    cargo = tuple(sorted((*host.cargo, (token.power, token.unit))))
    d.change(zone, host, 1, host._replace(cargo=cargo))
