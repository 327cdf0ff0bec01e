"""What can be moved, where to, and what would be left undone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Literal, NamedTuple

from sandtable.game import machine
from sandtable.game.answers import Answer, Attack, End, Launch, Move, UnitSpec
from sandtable.game.draft import Draft
from sandtable.game.landing import landing_moves
from sandtable.game.notation.answers_json import answer_to_json
from sandtable.game.offers import moves, special
from sandtable.game.offers.flights import with_guests_aloft
from sandtable.game.offers.trying import most_together, with_number
from sandtable.game.picking import matches
from sandtable.game.queries import defended, fights_at_sea, hostile_land, hostile_zone
from sandtable.game.state import Decision, State
from sandtable.rules.position import FRESH, Token
from sandtable.rules.refusal import InvalidAnswer, Refusal
from sandtable.server.schemas.errors import RefusalView
from sandtable.server.schemas.options import AnswerOffer, MoveOffer, MovingOptions, UnusedView
from sandtable.server.views.offering import answer_offer
from sandtable.server.views.refusing import refusal_view
from sandtable.server.views.stacks import Lot, lots
from sandtable.server.views.warnings import warnings_of
from sandtable.words.answering import Teller
from sandtable.words.english import Speaker

Effect = Literal[
    "reinforce",
    "attack",
    "capture",
    "blitz",
    "load",
    "unload",
    "assault",
    "raid",
    "kamikaze",
    "sail",
    "land",
    "stay",
    "launch",
]
MOVING = ("combat-move", "noncombat-move")
MOST_CARRIERS = 12
"""Carriers of one power up to which all flights to and from decks are offered."""


class Order(NamedTuple):
    """A legal order for units of a lot, told for one of them."""

    key: str
    unit: int
    move: Move
    most: int


def moving_options(state: State, asked: Decision) -> MovingOptions:
    d = Draft(state)
    combat = asked.kind == "combat-move"
    speaker = Speaker(d.ed)
    orders: list[MoveOffer] = []
    others: list[AnswerOffer] = []
    unused: list[UnusedView] = []
    for space, stack in enumerate(d.stacks):
        if not stack and not d.facilities[space]:
            continue
        here = lots(d, space) if stack else []
        found = list(orders_from(d, space, here, combat=combat))
        orders += [move_offer(d, space, order, combat=combat) for order in found]
        others += [answer_offer(speaker, other) for other in declarations(d, space, combat=combat)]
        able = {order.key for order in found}
        unused += [
            UnusedView(
                space=d.space_id(space),
                key=lot.key,
                unit=d.ed.units[lot.look.unit].id,
                count=lot.number,
            )
            for lot in here
            if lot.key in able and not lot.look.moved and d.orders(lot.tokens[0][0])
        ]
    refused = why_not_end(state, asked.power)
    return MovingOptions(
        moves=orders,
        attacks=others,
        end_refused=refused,
        end_promises=[],
        landing=landing(state, asked.power, speaker) if refused and not combat else [],
        unused=unused,
        warnings=warnings_of(d, combat=combat),
    )


def why_not_end(state: State, power: int) -> RefusalView | None:
    """Why the phase cannot be ended as it stands."""
    try:
        machine.answer(state, power, End())
    except Refusal as refusal:
        return refusal_view(refusal)
    except InvalidAnswer:
        return None
    return None


def landing(state: State, power: int, speaker: Speaker) -> list[AnswerOffer]:
    """Orders, one after the other, that bring down as many aircraft as possible.

    Where guns fire at a flight, the dice decide how it goes on: that order is the last.
    """
    found: list[AnswerOffer] = []
    for move in landing_moves(Draft(state)):
        try:
            state, _, _ = machine.answer(state, power, move)
        except (Refusal, InvalidAnswer):
            break
        found.append(answer_offer(speaker, move))
        if state.roll is not None:
            break
    return found


# --- orders


def orders_from(d: Draft, space: int, here: list[Lot], *, combat: bool) -> Iterator[Order]:
    """Every order for units of a space, lot by lot."""
    seen = with_guests_aloft(d, space) if d.ed.board.sea[space] else d
    if seen is not d:
        here = [*here, *guests(d, seen, space, here)]
    for lot in here:
        found: dict[Move, int] = {}
        for token, count in lot.tokens:
            if not seen.orders(token):
                continue
            for move, most in offers_of(seen, space, token, count, combat=combat):
                if not isinstance(move, Move):
                    continue
                if most is None or seen is not d or move in found:
                    wanted = (most or count) + found.get(move, 0)
                    most = most_together(d, move, wanted, combat=combat)
                if most:
                    found[move] = most
        for move, most in found.items():
            yield Order(lot.key, lot.look.unit, move, most)
    if d.ed.board.sea[space]:
        yield from landings(d, space, here, combat=combat)
        if combat and d.ed.rules.own_deck_cargo:
            for laden in special.carriers_laden(d, space, -1):
                key = key_for(d, here, laden.units[0])
                yield Order(key, laden.units[0].unit, laden, 1)


def offers_of(
    d: Draft, space: int, token: Token, count: int, *, combat: bool
) -> Iterator[tuple[Move | Attack, int | None]]:
    """Orders for some equal units.

    Where a position has a great many carriers, what happens on decks after combat is left out:
    each such order needs a proof that all aircraft can still land, and these grow beyond measure.
    """
    found = moves.of_token(d, space, token, count, combat=combat)
    if combat or not many_carriers(d):
        return found
    if d.ed.air[token.unit]:
        # Territories come first.
        return takewhile(lambda offer: not at_sea(d, offer[0]), found)
    return iter(()) if d.ed.deck_room[token.unit] and moves.needs_watching(d) else found


def many_carriers(d: Draft) -> bool:
    ships = (n for z in d.ed.board.zones for t, n in d.own(z) if d.ed.deck_room[t.unit])
    return sum(ships) > MOST_CARRIERS


def at_sea(d: Draft, order: Move | Attack) -> bool:
    return not isinstance(order, Move) or d.ed.board.sea[order.path[-1]]


def guests(d: Draft, seen: Draft, space: int, here: list[Lot]) -> Iterator[Lot]:
    """Own aircraft on friends' decks, under the key of the carrier that they are aboard of."""
    known = dict(d.stacks[space])
    for token, count in seen.own(space):
        if count == known.get(token, 0):
            continue
        item = (token.power, token.unit)
        hosts = [lot for lot in here if item in lot.look.cargo and lot.look.power != token.power]
        for host in hosts:
            aboard = host.look.cargo.count(item) * host.number
            look = host.look._replace(power=token.power, unit=token.unit)
            yield Lot(host.key, look, aboard, ((token, aboard),))


def landings(d: Draft, zone: int, here: list[Lot], *, combat: bool) -> Iterator[Order]:
    """Going ashore: cargo unit by unit, and whole shiploads under the ship's own name."""
    for move in moves.going_ashore(d, zone, combat=combat):
        ship = move.ship
        assert ship is not None
        hosts = [
            lot
            for lot in here
            if any(matches(d, t, ship) and len(t.cargo) > len(t.mark.ashore) for t, _ in lot.tokens)
        ]
        single = len(move.units) == 1 and move.units[0].number == 1
        for host in hosts:
            if not single:
                yield Order(host.key, host.look.unit, move, 1)
                continue
            spec = move.units[0]
            owner = spec.power if spec.power >= 0 else d.power
            aboard = host.look.cargo.count((owner, spec.unit))
            most = most_together(d, move, aboard, combat=combat) if aboard > 1 else 1
            yield Order(host.key, spec.unit, move, most)
            if len(ship.cargo or ()) == 1:
                yield Order(host.key, host.look.unit, move, 1)


def key_for(d: Draft, here: list[Lot], spec: UnitSpec) -> str:
    """The lot that a spec means; the fresh one if there are several."""
    found = [lot for lot in here if any(matches(d, t, spec) for t, _ in lot.tokens)]
    fresh = [lot for lot in found if any(t.mark == FRESH and d.orders(t) for t, _ in lot.tokens)]
    return (fresh or found)[0].key


def declarations(d: Draft, space: int, *, combat: bool) -> Iterator[Answer]:
    """Attacks by units that are there already, rockets, complexes that move."""
    if combat and d.ed.board.sea[space]:
        yield from moves.attacks(d, space)
        seen = with_guests_aloft(d, space)
        declared: dict[Attack, int] = {}
        for token, count in seen.own(space):
            if d.ed.air[token.unit]:
                for order, _ in moves.of_token(seen, space, token, count, combat=True):
                    if isinstance(order, Attack):
                        declared[order] = declared.get(order, 0) + count
        for order, count in declared.items():
            most = most_together(d, order, count, combat=True)
            for number in {1, most} - {0} if most else ():
                yield with_number(order, number)
    for other in special.orders(d, space, combat=combat):
        if isinstance(other, Launch) or (
            isinstance(other, Move) and not combat and other.units[0].unit in d.facilities[space]
        ):
            yield other


# --- what an order does


def move_offer(d: Draft, space: int, order: Order, *, combat: bool) -> MoveOffer:
    move = order.move
    spaces = d.ed.board.spaces
    return MoveOffer(
        space=spaces[space].id,
        key=order.key,
        unit=d.ed.units[order.unit].id,
        to=spaces[move.path[-1]].id,
        path=[spaces[at].id for at in move.path],
        most=order.most,
        effect=effect_of(d, move, combat=combat),
        manner=move.manner,
        ship=ship_text(d, move),
        answer=answer_to_json(d.ed, move),
    )


def effect_of(d: Draft, move: Move, *, combat: bool) -> Effect:
    """What would happen at the end of a move."""
    if move.manner == "raid":
        return "raid"
    if move.manner == "kamikaze":
        return "kamikaze"
    start, end = move.path[0], move.path[-1]
    unit, sea = d.ed.units[move.units[0].unit], d.ed.board.sea
    if unit.land and sea[end]:
        return "load"
    if unit.land and sea[start]:
        return "assault" if combat else "unload"
    if unit.air:
        return "attack" if combat else "land"
    if unit.sea:
        fights = combat and (
            move.manner == "attack" or hostile_zone(d, d.power, end) or fights_at_sea(d, end)
        )
        return "attack" if fights else "sail"
    if not combat:
        return "reinforce"
    if not hostile_land(d, d.power, end):
        return "blitz"
    if attacked(d, end):
        return "attack"
    return "blitz" if any(hostile_land(d, d.power, at) for at in move.path[1:-1]) else "capture"


def attacked(d: Draft, territory: int) -> bool:
    """Whether somebody defends a territory."""
    enemy = d.at_war[d.power]
    return defended(d, d.power, territory) and any(
        enemy[t.power] and not d.kind(t).bystander for t, _ in d.stacks[territory]
    )


def ship_text(d: Draft, move: Move) -> str | None:
    """The ship that is boarded or left, in words."""
    if move.ship is None:
        return None
    ship = move.ship
    if ship.power == d.power:
        ship = ship._replace(power=-1)
    return Teller(Speaker(d.ed)).unit(ship)
