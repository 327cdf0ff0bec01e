"""Picking the units that an order means."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from sandtable.game.answers import UnitSpec
from sandtable.game.draft import Draft
from sandtable.game.queries import points
from sandtable.rules.position import Cargo, Token
from sandtable.rules.refusal import InvalidAnswer

Reason = tuple[str, str]
"""A rule's slug and a sentence: why a unit cannot be used."""


def matches(d: Draft, token: Token, spec: UnitSpec) -> bool:
    """Whether a token is one that a spec means."""
    return (
        token.unit == spec.unit
        and (spec.power < 0 or token.power == spec.power)
        and (spec.cargo is None or token.cargo == cargo_of(token.power, spec.cargo))
        and (spec.left < 0 or points(d, token) == spec.left)
        and (spec.origin < 0 or token.mark.origin == spec.origin)
        and (spec.damage < 0 or token.damage == spec.damage)
        and (spec.target < 0 or token.mark.target == spec.target)
    )


def cargo_of(owner: int, cargo: Cargo) -> Cargo:
    """Cargo as written for a ship: units without a power are the ship's owner's."""
    return tuple(sorted((owner if power < 0 else power, unit) for power, unit in cargo))


def owner_of(d: Draft, spec: UnitSpec) -> int:
    """Whose units an order means: the acting power's, unless it says otherwise."""
    return spec.power if spec.power >= 0 else d.power


def commanded(d: Draft, space: int, spec: UnitSpec) -> list[tuple[Token, int]]:
    """Tokens in a space that an order may mean."""
    owner, unit = owner_of(d, spec), spec.unit
    if d.turn.joint < 0:
        if owner != d.power:
            return []
        found = [entry for entry in d.stacks[space] if entry[0][0] == owner and entry[0][1] == unit]
    else:
        found = [(t, n) for t, n in d.own(space) if t.power == owner and t.unit == unit]
    if spec.cargo is None and spec.left == spec.origin == spec.damage == spec.target == -1:
        return found
    return [(t, n) for t, n in found if matches(d, t, spec)]


def launch_guests(d: Draft, space: int, plane: tuple[int, int], wanted: int) -> None:
    """Take so many of a power's aircraft off friends' decks, if they are there."""
    owner, unit = plane
    for token, count in d.stacks[space]:
        if token.power == owner or plane not in token.cargo:
            continue
        for _ in range(count):
            aboard = token
            while wanted and plane in aboard.cargo:
                cargo = list(aboard.cargo)
                cargo.remove(plane)
                left = aboard._replace(cargo=tuple(cargo))
                d.change(space, aboard, 1, left)
                d.add(space, Token(owner, unit), 1)
                aboard, wanted = left, wanted - 1


def usable_units(
    d: Draft, space: int, spec: UnitSpec, why_not: Callable[[Token], Reason | None]
) -> tuple[list[tuple[Token, int]], Reason | None]:
    """The acting power's tokens that a spec means and that can act; a reason if some cannot."""
    usable: list[tuple[Token, int]] = []
    reason: Reason | None = None
    for token, count in commanded(d, space, spec):
        found = why_not(token)
        if found is None:
            usable.append((token, count))
        else:
            reason = reason or found
    return usable, reason


def select(
    d: Draft,
    space: int,
    spec: UnitSpec,
    why_not: Callable[[Token], Reason | None],
) -> list[tuple[Token, int]]:
    """The acting power's tokens that an order means, or why there are none."""
    ed = d.ed
    unit = ed.units[spec.unit]
    if not d.commands(owner_of(d, spec)):
        ed.refuse(
            foreign_rule(d, spec.unit),
            f"it is {d.power_name(d.power)}'s turn: only its own units act",
            unit=unit.id,
            owner=d.power_id(spec.power),
        )
    usable, reason = usable_units(d, space, spec, why_not)
    total = sum(n for _, n in usable)
    if total < spec.number and ed.deck_plane[spec.unit] and ed.board.sea[space]:
        launch_guests(d, space, (owner_of(d, spec), spec.unit), spec.number - total)
        usable, reason = usable_units(d, space, spec, why_not)
        total = sum(n for _, n in usable)
    if total < spec.number:
        present = sum(n for _, n in commanded(d, space, spec))
        if reason is not None and present >= spec.number:
            ed.refuse(reason[0], reason[1], unit=unit.id, space=d.space_id(space))
        missing_units(d, space, spec, total)
    usable.sort(key=lambda entry: (points(d, entry[0]), len(entry[0].cargo)))
    carries = d.kinds[owner_of(d, spec)][spec.unit].loads
    loads = {token.cargo for token, _ in usable}
    if carries and len(loads) > 1 and spec.cargo is None and total > spec.number > 0:
        raise InvalidAnswer(
            f"which {unit.id} in {d.space_id(space)}? Say its cargo, as in {unit.id}(infantry)"
        )
    picked = []
    wanted = spec.number
    for token, count in usable:
        if wanted <= 0:
            break
        picked.append((token, min(count, wanted)))
        wanted -= count
    return picked


def missing_units(d: Draft, space: int, spec: UnitSpec, have: int) -> NoReturn:
    """Say that the units are not there: another's, or none at all."""
    unit = d.ed.units[spec.unit]
    owned = (owner_of(d, spec), spec.unit)
    if any(owned in t.cargo and d.ed.deck_room[t.unit] for t, _ in d.own(space)):
        d.ed.refuse(
            "carrier/cargo-fighters-do-not-fly-later",
            f"the {unit.id} rides on its carrier this turn",
            unit=unit.id,
            space=d.space_id(space),
        )
    others = [t for t, _ in d.stacks[space] if t.unit == spec.unit and not d.orders(t)]
    friends = [t for t in others if not d.at_war[d.power][t.power]]
    if friends and not have and spec.cargo is None:
        d.ed.refuse(
            foreign_rule(d, spec.unit),
            f"the {unit.id} in {d.space_name(space)} belongs to "
            f"{d.power_name(friends[0].power)} and acts on that power's turn only",
            unit=unit.id,
            space=d.space_id(space),
            owner=d.power_id(friends[0].power),
        )
    raise InvalidAnswer(
        f"{d.power_id(owner_of(d, spec))} has {have} {unit.id} in {d.space_id(space)} for this, "
        f"not {spec.number}"
    )


def foreign_rule(d: Draft, unit: int) -> str:
    """The rule that keeps a power's hands off another's unit."""
    if d.carries[d.power][unit]:
        return "multinational/friendly-transport-does-not-move"
    if d.ed.deck_plane[unit]:
        return "carrier/guests-act-on-their-own-turn"
    return "turn/one-power-at-a-time"
