"""What no position can hold, whatever happened: asked of everything that is read."""

from __future__ import annotations

from sandtable.rules.edition import Edition
from sandtable.rules.position import Token

__all__ = ["misfit", "overloaded"]


def misfit(edition: Edition, token: Token, space: int) -> str:
    """Why a unit cannot stand in a space, or nothing."""
    unit, at = edition.units[token.unit], edition.board.spaces[space]
    if unit.domain == "facility":
        return f"a {unit.id} is a facility, not a unit"
    if at.impassable:
        return f"no unit can stand in {at.id}"
    if (unit.land and at.sea) or (unit.sea and not at.sea):
        return f"a {unit.id} cannot stand in {at.id}"
    if token.damage >= unit.hits:
        return f"a {unit.id} with {token.damage} hits is destroyed"
    return overloaded(edition, token)


def overloaded(edition: Edition, token: Token) -> str:
    """Why a unit cannot carry what it carries, whatever its power may get, or nothing."""
    unit, cargo = edition.units[token.unit], token.cargo
    if not cargo:
        return ""
    kinds = tuple(kind for _, kind in cargo)
    if unit.holds(kinds) or any(
        edition.kinds((trait.id,))[token.unit].holds(kinds)
        for trait in edition.traits.values()
        if token.unit in trait.profiles and trait.power in (-1, token.power)
    ):
        return ""
    aboard = " and ".join(edition.units[kind].id for kind in kinds)
    return f"a {unit.id} cannot carry {aboard}"
