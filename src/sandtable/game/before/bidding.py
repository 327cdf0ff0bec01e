"""Bids: units that a power may add to its own before the first turn, and money for the rest."""

from __future__ import annotations

from sandtable.game.answers import Answer, End, Place
from sandtable.game.decks import deck_room
from sandtable.game.draft import Draft
from sandtable.game.state import Decision
from sandtable.game.steps.common import check_plain, misplaced
from sandtable.rules.position import Token
from sandtable.rules.units import FACILITY

Counts = dict[int, dict[int, int]]
"""Units by space."""


def bid_of(d: Draft, power: int) -> int:
    bid = d.match.option(f"bid_{d.power_id(power)}", "0")
    return int(bid) if bid.isdigit() else 0


def spaces_used(d: Draft) -> list[str]:
    """Where units of a bid have been placed."""
    return d.top.about.split()


def advance(d: Draft) -> bool:
    """Go on to the next power with a bid; one that buys nothing is money at once."""
    step = d.top
    if step.begun:
        return False
    cheapest = min(unit.cost for unit in d.ed.units if unit.cost and unit.domain != FACILITY)
    for power in range(step.power + 1, len(d.ed.powers)):
        if bid_of(d, power):
            d.agenda = (*d.agenda[:-1], step._replace(power=power, begun=True))
            if bid_of(d, power) < cheapest:
                place(d, power, {})
            return True
    d.pop()
    return True


def pending(d: Draft) -> tuple[Decision, ...]:
    return (Decision(d.top.power, "bid"),)


def answer(d: Draft, power: int, given: Answer) -> None:
    if isinstance(given, End) and not given.promises:
        given = Place(())
    if not isinstance(given, Place):
        misplaced(d, power, given)
    placed: Counts = {}
    for space, units in given.places:
        check_plain(d, power, units)
        here = placed.setdefault(space, {})
        for spec in units:
            here[spec.unit] = here.get(spec.unit, 0) + spec.number
    for space, here in placed.items():
        for unit in here:
            check_space(d, power, space, unit)
        check_limit(d, space, sum(here.values()))
    place(d, power, placed)
    check_decks(d, power, placed)


def check_space(d: Draft, power: int, space: int, unit: int) -> None:
    """A bid reinforces what a power has, where it has it."""
    ed, kind = d.ed, d.ed.units[unit]
    facts = {"unit": kind.id, "space": d.space_id(space)}
    slug = "setup/starting-units"
    if not kind.cost or kind.domain == FACILITY:
        ed.refuse(slug, f"no {kind.id} is placed with a bid", **facts)
    own = [token for token, _ in d.stacks[space] if token.power == power]
    name = d.space_name(space)
    if ed.board.sea[space]:
        if not kind.sea and not ed.deck_plane[unit]:
            ed.refuse(slug, f"a {kind.id} is not placed at sea", **facts)
        if not any(ed.ships[token.unit] for token in own):
            ed.refuse(slug, f"{d.power_name(power)} has no ship in {name}", **facts)
        return
    if kind.sea:
        ed.refuse(slug, f"a {kind.id} is not placed on land", **facts)
    if d.owners[space] != power or not own:
        ed.refuse(slug, f"{d.power_name(power)} has no units in {name} that it controls", **facts)


def check_limit(d: Draft, space: int, number: int) -> None:
    if d.match.option("bid_limit") != "one-per-space":
        return
    if number > 1 or d.space_id(space) in spaces_used(d):
        d.ed.refuse(
            "setup/starting-units",
            f"the players agreed on one unit of a bid in a space: {d.space_name(space)} has more",
            space=d.space_id(space),
        )


def check_decks(d: Draft, power: int, placed: Counts) -> None:
    """Fighters at sea need room on own decks, old or new."""
    for space, here in placed.items():
        planes = any(d.ed.deck_plane[unit] for unit in here)
        if d.ed.board.sea[space] and planes and deck_room(d, space, power) < 0:
            d.ed.refuse(
                "carrier/capacity",
                f"there is no room on own carriers in {d.space_name(space)}",
                zone=d.space_id(space),
            )


def place(d: Draft, power: int, placed: Counts) -> None:
    """Put the units on the board and what is left into the treasury."""
    bid = bid_of(d, power)
    cost = sum((d.ed.units[u].cost or 0) * n for here in placed.values() for u, n in here.items())
    if cost > bid:
        d.ed.refuse(
            "purchase/affordable-any-mix",
            f"these units cost {cost} IPCs, and the bid is {bid}",
            cost=cost,
            bid=bid,
        )
    used = spaces_used(d)
    for space, here in placed.items():
        for unit, number in here.items():
            d.add(space, Token(power, unit), number)
        units = {d.ed.units[unit].id: number for unit, number in sorted(here.items())}
        d.emit("placed", power=d.power_id(power), space=d.space_id(space), units=units)
        used.append(d.space_id(space))
    d.treasuries[power] += bid - cost
    d.emit("bid", power=d.power_id(power), cost=cost, left=bid - cost)
    about = " ".join(dict.fromkeys(used))
    d.agenda = (*d.agenda[:-1], d.top._replace(begun=False, about=about))
