"""Events about units, one for each power that owns some of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.game.answers import Units
from sandtable.game.draft import Draft
from sandtable.rules.position import Token


def tell_ordered(d: Draft, type_: str, units: Units, **data: Any) -> None:
    """What happens to the units of an order; they are the acting power's unless it says whose."""
    owners = {spec.power for spec in units}
    if owners == {-1}:
        d.emit(type_, power=d.power_id(d.power), units=d.ed.name_counts(units), **data)
        return
    for owner in sorted(owners):
        d.emit(
            type_,
            power=d.power_id(d.power if owner < 0 else owner),
            units=d.ed.name_counts(spec for spec in units if spec.power == owner),
            **data,
        )


def tell_tokens(d: Draft, type_: str, tokens: Iterable[tuple[Token, int]], **data: Any) -> None:
    """What happens to units on the board."""
    tokens = list(tokens)
    for owner in sorted({token.power for token, _ in tokens}):
        units = d.counts(entry for entry in tokens if entry[0].power == owner)
        d.emit(type_, power=d.power_id(owner), units=units, **data)
