"""What several advantages do: ask about places, and put free units there."""

from __future__ import annotations

from sandtable.game.advantages.registry import Occasion
from sandtable.game.answers import Use
from sandtable.game.draft import Draft
from sandtable.rules.position import Token
from sandtable.rules.refusal import InvalidAnswer


def home(d: Draft, power: int, space: int) -> bool:
    """Whether a territory was a power's from the start and still is: one of its colour."""
    return d.owners[space] == power == d.ed.original_owners[space]


def named_space(d: Draft, given: Use) -> int:
    """The one space that a use names."""
    spaces = [space for part in given.parts for space in part.path]
    if len(spaces) != 1 or any(part.units or part.aims for part in given.parts):
        raise InvalidAnswer(f"say one space, as in `use {given.advantage}: SPACE`")
    return spaces[0]


def check_bare(given: Use) -> None:
    """A use that leaves nothing to be said."""
    if given.parts:
        raise InvalidAnswer(f"`use {given.advantage}` says it all")


def choose_space(d: Draft, occasion: Occasion, given: Use, allowed: list[int]) -> int:
    """The space that a use names, if it is one of those allowed."""
    space = named_space(d, given)
    if space not in allowed:
        d.ed.refuse(
            occasion.trait.rule,
            f"{occasion.trait.name} cannot be used in {d.space_name(space)}",
            space=d.space_id(space),
            allowed=[d.space_id(s) for s in allowed],
        )
    return space


def place(d: Draft, occasion: Occasion, space: int, count: int = 1) -> None:
    """Free units of the kind that the advantage names."""
    unit = d.ed.unit_index[occasion.trait.data["unit"]]
    d.add(space, Token(occasion.power, unit), count)
    placed(d, occasion.power, space, unit, count)


def placed(d: Draft, power: int, space: int, unit: int, count: int) -> None:
    d.emit(
        "placed",
        power=d.power_id(power),
        space=d.space_id(space),
        units={d.ed.units[unit].id: count},
    )
