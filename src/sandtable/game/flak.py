"""Antiaircraft guns: which of them fire at a flight, and their fire at aircraft on the way."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.game.draft import Draft
from sandtable.rules.battle import count_hits
from sandtable.rules.edition import Edition
from sandtable.rules.position import RAIDS, Token, with_mark
from sandtable.rules.roll import RollRequest, Shot
from sandtable.rules.units import UnitType

PAIR_NUMBER = 3
"""Two dice at one aircraft bring it down if their sum is not above this."""


def gun_number(d: Draft, space: int) -> int:
    """The number on which a gun in a space hits the acting power's aircraft; 0 if none is there."""
    enemy = d.at_war[d.power]
    best = 0
    for token, _ in d.stacks[space]:
        if enemy[token.power]:
            number = d.kind(token).antiair
            if number:
                best = max(best, number, better_gun(d, space, token.power))
    return best


def better_gun(d: Draft, space: int, power: int) -> int:
    """The number that a trait gives a power's guns in territory of its own."""
    home = d.owners[space] == power == d.ed.original_owners[space]
    return number_at_home(d.ed, d.traits[power]) if home and d.traits else 0


def number_at_home(ed: Edition, traits: Iterable[str]) -> int:
    """The number that traits give guns in territory of their power's own; 0 if none does."""
    known = [ed.traits[name] for name in traits if name in ed.traits]
    return max((trait.data.get("gun_number", 0) for trait in known), default=0)


def gun_owner(d: Draft, space: int) -> int:
    """The power that fires for a territory."""
    enemy = d.at_war[d.power]
    guns = [t.power for t, _ in d.stacks[space] if enemy[t.power] and d.kind(t).antiair]
    owner = d.owners[space]
    return owner if owner in guns or not guns else min(guns)


def guns_on_way(d: Draft, way: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Guns that fire at aircraft which enter these spaces, in order."""
    found = []
    for space in way:
        if not d.ed.board.sea[space] and d.stacks[space]:
            number = gun_number(d, space)
            if number:
                found.append((space, number))
    return tuple(found)


def shot_at(d: Draft, token: Token, count: int, number: int, kind: str) -> Shot | None:
    """A gun's dice at some equal aircraft; None if it does not fire at them."""
    return dice_at(d.ed, d.kind(token), count, number, kind)


def dice_at(ed: Edition, plane: UnitType, count: int, number: int, kind: str) -> Shot | None:
    """A gun's dice at some aircraft of a type; None if it does not fire at them."""
    gun = next(unit.id for unit in ed.units if unit.antiair)
    if plane.flak == "none":
        return None
    if plane.flak == "pair":
        return Shot(gun, PAIR_NUMBER, count, kind, 2, "sum")
    return Shot(gun, number, count, kind)


def fired_at(d: Draft, space: int, *, raid: bool | None = None) -> tuple[Token, int] | None:
    """The next aircraft in a space that guns on its way have still to fire at."""
    for token, count in d.stacks[space]:
        if token.mark.guns and (raid is None or bool(token.mark.flags & RAIDS) == raid):
            return token, count
    return None


def shoot(d: Draft, space: int, token: Token, count: int) -> bool:
    """Ask for the dice of the first gun on a group's way; False if it does not fire."""
    gun, number = token.mark.guns[0]
    shot = shot_at(d, token, count, number, f"antiair:{d.ed.units[token.unit].id}")
    if shot is None:
        pass_gun(d, space, token, count)
        return False
    owner = gun_owner(d, gun)
    if not d.at_war[d.power][owner]:  # it was taken since, but fires all the same
        owner = d.turn.owners_at_start[gun]
    d.roll = RollRequest("antiair", d.power_id(owner), d.space_id(gun), (shot,))
    return True


def pass_gun(d: Draft, space: int, token: Token, count: int) -> None:
    """A group is past its first gun."""
    mark = token.mark._replace(guns=token.mark.guns[1:])
    d.change(space, token, count, with_mark(token, mark))


def overflight_rolled(
    d: Draft, space: int, token: Token, count: int, dice: tuple[int, ...]
) -> None:
    """A gun has fired at a group on its way."""
    request = d.roll
    assert request is not None
    d.roll = None
    hits = sum(n for _, n in count_hits(dice, request.shots))
    d.emit(
        "rolled",
        space=request.space,
        round=0,
        side="defender",
        step="antiair",
        dice=list(dice),
        hits=hits,
    )
    if hits:
        d.remove(space, token, hits)
        d.emit(
            "lost",
            power=d.power_id(token.power),
            space=request.space,
            units={d.ed.units[token.unit].id: hits},
            why="antiair",
            to=d.space_id(space),
        )
    if count > hits:
        pass_gun(d, space, token, count - hits)
