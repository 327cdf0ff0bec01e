"""Makes a dice source again from its description."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.game.dice.errors import BadDescription
from sandtable.game.dice.lowluck import LowLuck
from sandtable.game.dice.seeded import SeededDice
from sandtable.game.dice.source import DiceSource

__all__ = ["from_description"]


def from_description(description: Mapping[str, str]) -> DiceSource:
    """Make the source that `describe` described.

    Only seeded dice, with or without low luck, can be made again: what the other sources give is
    not in their description. `BadDescription` is raised for those, and for anything unreadable.
    """
    if description.get("kind") != LowLuck.KIND:
        return _plain(description)
    inner = {}
    for name, value in description.items():
        if name.startswith(LowLuck.PREFIX):
            inner[name.removeprefix(LowLuck.PREFIX)] = value
        elif name != "kind":
            raise BadDescription(f"low luck has no parameter {name!r}")
    return LowLuck(_plain(inner))


def _plain(description: Mapping[str, str]) -> SeededDice:
    kind = description.get("kind")
    if kind is None:
        raise BadDescription("the description does not say which kind of dice")
    if kind != SeededDice.KIND:
        raise BadDescription(f"dice of the kind {kind!r} cannot be made again")
    if description.keys() != {"kind", "seed"}:
        raise BadDescription("seeded dice are described by 'kind' and 'seed'")
    seed = description["seed"]
    if type(seed) is not str:
        raise BadDescription(f"a seed in a description is a text, not {seed!r}")
    try:
        return SeededDice(seed)
    except UnicodeEncodeError:
        raise BadDescription("the seed is not valid text") from None
