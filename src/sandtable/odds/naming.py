"""What the units of a fight are called."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.game.notation.names import format_cargo, plural
from sandtable.odds.fight import IntArray, Side
from sandtable.rules.edition import Edition
from sandtable.rules.position import Stack, Token

Counts = Mapping[str, int]
"""Units by name. Damaged ships are `damaged battleship`."""


def units_text(counts: Counts) -> str:
    """`3 infantry, 2 tanks`."""
    named = (f"{n} {name if n == 1 else plural(name)}" for name, n in counts.items() if n)
    return ", ".join(named) or "nothing"


def row_names(edition: Edition, side: Side) -> list[str]:
    """What the rows of a side are called; powers are named where there are several."""
    several = len({token.power for token in side.tokens}) > 1
    return [token_name(edition, token, several) for token in side.tokens]


def token_name(edition: Edition, token: Token, several: bool) -> str:
    name = edition.units[token.unit].id
    if several:
        name = f"{edition.powers[token.power].id}.{name}"
    if token.damage:
        name = f"damaged {name}"
    if token.cargo:
        name += f"({format_cargo(edition, token.cargo, token.power)})"
    return name


def named_stack(edition: Edition, stack: Stack) -> dict[str, int]:
    return edition.name_counts((count, token.unit) for token, count in stack)


def counts_of(names: list[str], state: IntArray) -> dict[str, int]:
    return {name: int(count) for name, count in zip(names, state, strict=True) if count}
