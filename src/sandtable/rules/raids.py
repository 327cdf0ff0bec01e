"""The arithmetic of strategic raids and rockets: what dice cause, what counts, what is paid."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.rules.units import UnitType


def dice_of(unit: UnitType) -> int:
    """How many dice one raider throws."""
    return max(unit.attack_dice, unit.best_of)


def caused(unit: UnitType, thrown: Sequence[int], value: int) -> int:
    """What one raider's dice cause at a complex in a territory of some value."""
    damage = max(thrown) if unit.best_of > 1 else sum(thrown)
    if unit.raids == "half":
        damage = (damage + 1) // 2
    return min(damage, value)


def rocket_caused(die: int, value: int) -> int:
    """What one rocket causes."""
    return min(die, value)


def counted(limit: str, damage: int, value: int, before: int) -> int:
    """How much of a damage counts, so much having been caused to the complex this turn."""
    return min(damage, value - before) if limit == "complex" else damage


def paid(damage: int, treasury: int) -> int:
    """What the controller of the complex pays: no more than it has."""
    return min(damage, treasury)
