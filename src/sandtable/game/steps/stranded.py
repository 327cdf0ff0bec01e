"""Defending aircraft without a deck come down before the attacker's noncombat moves."""

from __future__ import annotations

from typing import NoReturn

from sandtable.board.graph import bits
from sandtable.game.answers import Answer, Land
from sandtable.game.decks import board_friend, deck_room
from sandtable.game.draft import Draft
from sandtable.game.flights import air_board
from sandtable.game.queries import consents, unwilling_host
from sandtable.game.state import Decision
from sandtable.game.steps.common import finish_step, misplaced, open_next_phase
from sandtable.rules.position import Token


def advance(d: Draft) -> bool:
    if not d.turn.stranded:
        finish_step(d)
        return True
    if open_next_phase(d):
        return True
    zone, power, unit, _ = d.turn.stranded[0]
    if not places(d, zone, power, unit):
        drop_one(d)
        d.remove(zone, Token(power, unit), 1)
        d.emit(
            "lost",
            power=d.power_id(power),
            space=d.space_id(zone),
            units={d.ed.units[unit].id: 1},
            why="no-landing",
        )
        return True
    return False


def drop_one(d: Draft) -> None:
    zone, power, unit, count = d.turn.stranded[0]
    rest = d.turn.stranded[1:]
    if count > 1:
        rest = ((zone, power, unit, count - 1), *rest)
    d.turn = d.turn._replace(stranded=rest)


def places(d: Draft, zone: int, power: int, unit: int) -> list[int]:
    """Where one stranded aircraft may land: a deck here, or one space away."""
    board = d.ed.board
    near = air_board(d, power).within(zone, 1) & ~(1 << zone)
    return [
        space
        for space in (zone, *bits(near))
        if (
            room_for(d, space, power, unit) > 0
            if board.sea[space]
            else d.owners[space] >= 0
            and not d.at_war[power][d.owners[space]]
            and unwilling_host(d, space, power) < 0
        )
    ]


def room_for(d: Draft, zone: int, power: int, unit: int) -> int:
    """Free places on own and friendly decks in a zone."""
    if not d.ed.deck_plane[unit]:
        return 0
    room = max(0, deck_room(d, zone, power))
    for friend in d.ed.friends[power]:
        if consents(d, friend, power):
            room += max(0, deck_room(d, zone, friend))
    return room


def pending(d: Draft) -> tuple[Decision, ...]:
    zone, power, _, _ = d.turn.stranded[0]
    return (Decision(power, "land", zone),)


def answer(d: Draft, power: int, given: Answer) -> None:
    zone, _, unit, _ = d.turn.stranded[0]
    if not isinstance(given, Land):
        misplaced(d, power, given)
    space = given.space
    if space not in places(d, zone, power, unit):
        refuse_place(d, zone, power, space)
    drop_one(d)
    plane = Token(power, unit)
    d.emit(
        "landed",
        power=d.power_id(power),
        space=d.space_id(space),
        unit=d.ed.units[unit].id,
        **{"from": d.space_id(zone)},
    )
    if space == zone:
        board_friend(d, zone, plane)
    else:
        own_room = deck_room(d, space, power) if d.ed.board.sea[space] else 1
        d.remove(zone, plane, 1)
        d.add(space, plane, 1)
        if own_room <= 0:
            board_friend(d, space, plane)


def unasked(d: Draft, power: int, given: Answer) -> NoReturn:
    """Nobody else acts before the stranded aircraft are down."""
    zone, owner, unit, _ = d.turn.stranded[0]
    if power == d.power:
        d.ed.refuse(
            "landing/stranded-defenders-first",
            f"{d.power_name(owner)} places its stranded {d.ed.units[unit].id} first",
            zone=d.space_id(zone),
            owner=d.power_id(owner),
        )
    misplaced(d, power, given)


def refuse_place(d: Draft, zone: int, power: int, space: int) -> None:
    board = d.ed.board
    facts = {"from": d.space_id(zone), "to": d.space_id(space)}
    if not air_board(d, power).within(zone, 1) >> space & 1:
        d.ed.refuse("landing/stranded-defenders-one-space", "it may fly 1 space only", **facts)
    if not board.sea[space] and d.at_war[power][d.owners[space]]:
        d.ed.refuse(
            "landing/stranded-defenders-territory-status",
            f"{d.space_name(space)} is in enemy hands now",
            **facts,
        )
    host = unwilling_host(d, space, power)
    if host >= 0:
        d.ed.refuse(
            "multinational/share-spaces",
            f"{d.power_name(host)} does not let {d.power_name(power)} share {d.space_name(space)}",
            host=d.power_id(host),
            **facts,
        )
    d.ed.refuse(
        "landing/stranded-defenders-one-space",
        f"there is no place to land in {d.space_name(space)}",
        **facts,
    )
