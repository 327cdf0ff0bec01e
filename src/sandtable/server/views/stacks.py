"""Units of a space as a player sees them: equal ones together, each lot with a key of its own.

Marks of the running turn that a player need not tell apart (where a unit came from, which guns it
passed) are left out, so that a lot may be of several tokens. `StackView.key` and `MoveOffer.key`
both come from here.
"""

from __future__ import annotations

from typing import NamedTuple

from sandtable.game.draft import Draft
from sandtable.game.notation.names import format_cargo
from sandtable.game.queries import points
from sandtable.game.steps import combat_move, noncombat
from sandtable.rules.position import ATTACKS, EXTRA_MOVE, FRESH, RAIDS, SUBMERGED, Cargo, Token
from sandtable.server.schemas.views import CargoView, StackView


class Look(NamedTuple):
    """What tells units of a space apart on the screen."""

    power: int
    unit: int
    damaged: bool
    cargo: Cargo
    left: int
    """-1 for units that are not to be moved this turn."""
    moved: bool
    spent: bool
    submerged: bool
    target: int


class Lot(NamedTuple):
    """Units of a space that look alike."""

    key: str
    look: Look
    number: int
    tokens: tuple[tuple[Token, int], ...]


def look_of(d: Draft, space: int, token: Token) -> Look:
    mark = token.mark
    ordered = d.orders(token)
    return Look(
        token.power,
        token.unit,
        token.damage > 0,
        token.cargo,
        points(d, token) if ordered else -1,
        ordered and mark != FRESH,
        ordered and spent(d, space, token),
        bool(mark.flags & SUBMERGED),
        space if mark.flags & RAIDS else mark.target,
    )


def spent(d: Draft, space: int, token: Token) -> bool:
    """Whether a unit can do nothing more in the phase at work."""
    phase, kind = d.ed.turn[d.phase], d.kind(token)
    if phase not in ("combat-move", "noncombat-move"):
        return False
    combat = phase == "combat-move"
    mark = token.mark
    if kind.sea:
        if len(token.cargo) > len(mark.ashore) and d.carries[token.power][token.unit]:
            return False
        if points(d, token) <= 0:
            return True
        if combat:
            return combat_move.why_not_sail(d, space)(token) is not None
        return noncombat.why_not_sail(d, space, token) is not None
    if kind.air:
        return points(d, token) <= 0 or bool(combat and mark.flags & ATTACKS)
    if combat and not kind.combat_moves:
        return True
    return mark != FRESH and not (mark.flags & EXTRA_MOVE and not combat)


def lots(d: Draft, space: int) -> list[Lot]:
    """The units of a space, those that look alike together."""
    found: dict[Look, list[tuple[Token, int]]] = {}
    for token, count in d.stacks[space]:
        found.setdefault(look_of(d, space, token), []).append((token, count))
    keys: dict[str, int] = {}
    made = []
    for look, tokens in found.items():
        key = text_of(d, look)
        keys[key] = keys.get(key, 0) + 1
        if keys[key] > 1:
            key = f"{key}#{keys[key]}"
        made.append(Lot(key, look, sum(n for _, n in tokens), tuple(tokens)))
    return made


def text_of(d: Draft, look: Look) -> str:
    """Units much as the notation writes them, `damaged germany.transport(infantry)@2>egypt`."""
    ed = d.ed
    text = f"{ed.powers[look.power].id}.{ed.units[look.unit].id}"
    if look.damaged:
        text = f"damaged {text}"
    if look.submerged:
        text = f"submerged {text}"
    if look.cargo:
        text += f"({format_cargo(ed, look.cargo, look.power)})"
    if look.moved:
        text += f"@{look.left}"
    if look.target >= 0:
        text += f">{ed.board.spaces[look.target].id}"
    return text


def keys_of(d: Draft, space: int) -> dict[Token, str]:
    """The key of every token of a space."""
    return {token: lot.key for lot in lots(d, space) for token, _ in lot.tokens}


def stack_view(d: Draft, lot: Lot) -> StackView:
    ed, look = d.ed, lot.look
    return StackView(
        key=lot.key,
        power=ed.powers[look.power].id,
        unit=ed.units[look.unit].id,
        count=lot.number,
        damaged=look.damaged,
        cargo=cargo_view(d, look.cargo),
        left=look.left if look.left >= 0 else None,
        moved=look.moved,
        spent=look.spent,
        submerged=look.submerged,
        target=ed.board.spaces[look.target].id if look.target >= 0 else None,
    )


def cargo_view(d: Draft, cargo: Cargo) -> list[CargoView]:
    return [
        CargoView(
            power=d.ed.powers[item[0]].id, unit=d.ed.units[item[1]].id, count=cargo.count(item)
        )
        for item in dict.fromkeys(cargo)
    ]
