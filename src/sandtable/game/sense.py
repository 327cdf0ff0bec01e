"""Whether an answer makes sense at all, before any rule is asked.

Lines of text are read with care; programs hand in answers as they like. So nothing is taken for
granted here, not even the types: what is let through can be reckoned with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sandtable.game.answers import (
    MANNERS,
    Absent,
    Answer,
    Attack,
    Bombard,
    Buy,
    CallOff,
    Choose,
    Consent,
    Decline,
    End,
    Fight,
    Land,
    Launch,
    Lose,
    Move,
    Part,
    Place,
    Press,
    Research,
    Retreat,
    Roll,
    Submerge,
    UnitSpec,
    Use,
)
from sandtable.rules.edition import Edition
from sandtable.rules.refusal import InvalidAnswer

TRAIT = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""How a development or an advantage may be named, known or not."""
MOST_UNITS = 999
"""More of a kind than any board has seen."""


def check_sense(edition: Edition, power: int, answer: Answer) -> None:
    """Raise `InvalidAnswer` for anything that no rule could be asked about: counts, names and
    types that nothing can be made of."""
    kind = type(answer)
    check = CHECKS.get(kind)
    if check is None or len(answer) != len(kind._fields):
        raise InvalidAnswer(f"a {kind.__name__} is not an answer")
    if type(power) is not int or not 0 <= power < len(edition.powers):
        raise InvalidAnswer(f"there is no power {shown(power)}")
    check_text(answer.kind)
    if answer.kind != kind._field_defaults.get("kind", answer.kind):
        raise InvalidAnswer(f"a {kind.__name__} is of one kind only")
    check(edition, answer)


# --- answers


def check_nothing(edition: Edition, answer: Press | Roll) -> None:
    """There is nothing to it."""


def check_bought(edition: Edition, answer: Buy | Lose) -> None:
    check_units(edition, answer.units)


def check_move(edition: Edition, answer: Move) -> None:
    check_units(edition, answer.units)
    if answer.ship is not None:
        check_spec(edition, answer.ship)
    check_path(edition, answer.path)
    if len(answer.path) < 2:
        raise InvalidAnswer("a move needs a start and an end")
    if not answer.units:
        raise InvalidAnswer("a move needs at least one unit")
    if type(answer.manner) is not str or (answer.manner and answer.manner not in MANNERS):
        raise InvalidAnswer(f"a move is not made for {shown(answer.manner)}")


def check_attack(edition: Edition, answer: Attack) -> None:
    check_space(edition, answer.space)
    check_units(edition, answer.units)


def check_end(edition: Edition, answer: End) -> None:
    for promise in listed(answer.promises):
        for space in pair(promise):
            if not is_minus_one(space):
                check_space(edition, space)


def check_fight(edition: Edition, answer: Fight) -> None:
    check_space(edition, answer.space)
    check_text(answer.what)


def check_research(edition: Edition, answer: Research) -> None:
    check_text(answer.technology)
    if answer.technology:
        check_trait(edition, answer.technology)
    check_count(answer.dice, 0)


def check_launch(edition: Edition, answer: Launch) -> None:
    check_space(edition, answer.origin)
    check_space(edition, answer.target)


def check_where(edition: Edition, answer: CallOff | Land) -> None:
    check_space(edition, answer.space)


def check_places(edition: Edition, answer: Bombard | Place) -> None:
    for place in listed(answer.places):
        space, units = pair(place)
        check_units(edition, units)
        check_space(edition, space)


def check_chosen(edition: Edition, answer: Choose) -> None:
    """Whether these may be names of advantages; an edition need not have them."""
    for name in listed(answer.advantages):
        if type(name) is not str or not TRAIT.fullmatch(name):
            raise InvalidAnswer(f"{shown(name)} is no name of an advantage")


def check_use(edition: Edition, answer: Use) -> None:
    check_trait(edition, answer.advantage)
    for part in listed(answer.parts):
        if type(part) is not Part or len(part) != len(Part._fields):
            raise InvalidAnswer("the parts of a use are a list of such parts")
        check_units(edition, part.units)
        check_path(edition, part.path)
        check_units(edition, part.aims)


def check_declined(edition: Edition, answer: Decline) -> None:
    check_trait(edition, answer.advantage)


def check_submerge(edition: Edition, answer: Submerge) -> None:
    check_count(answer.number, 0)


def check_retreat(edition: Edition, answer: Retreat) -> None:
    if not is_minus_one(answer.to):
        check_space(edition, answer.to)


def check_consent(edition: Edition, answer: Consent) -> None:
    if type(answer.to) is not int or not 0 <= answer.to < len(edition.powers):
        raise InvalidAnswer(f"there is no power {shown(answer.to)}")
    if type(answer.give) is not bool:
        raise InvalidAnswer("consent is given or not")


def check_absent(edition: Edition, answer: Absent) -> None:
    check_text(answer.text)


CHECKS: Mapping[Any, Callable[[Edition, Any], None]] = {
    Buy: check_bought,
    Move: check_move,
    Attack: check_attack,
    End: check_end,
    Fight: check_fight,
    Submerge: check_submerge,
    Lose: check_bought,
    Press: check_nothing,
    Retreat: check_retreat,
    Land: check_where,
    Place: check_places,
    Consent: check_consent,
    Research: check_research,
    Launch: check_launch,
    CallOff: check_where,
    Bombard: check_places,
    Choose: check_chosen,
    Roll: check_nothing,
    Use: check_use,
    Decline: check_declined,
    Absent: check_absent,
}
"""By the very type: what is derived from an answer may behave in any way."""


# --- what they are made of


def check_units(edition: Edition, units: object) -> None:
    for spec in listed(units):
        check_spec(edition, spec)


def check_spec(edition: Edition, spec: object) -> None:
    if type(spec) is not UnitSpec or len(spec) != len(UnitSpec._fields):
        raise InvalidAnswer(f"a {type(spec).__name__} does not tell units")
    number, unit, power, cargo, left, origin, damage, target = spec
    check_count(number, 1)
    check_kind(edition, power, unit)
    if cargo is not None:
        for aboard in listed(cargo):
            check_kind(edition, *pair(aboard))
    if type(left) is not int or type(damage) is not int:
        raise InvalidAnswer("moves left and damage are whole numbers")
    if not (-1 <= left <= MOST_UNITS and -1 <= damage <= MOST_UNITS):
        raise InvalidAnswer("there are no units with so many moves left or so much damage")
    for space in (origin, target):
        if type(space) is not int or space != -1:
            check_space(edition, space)


def check_kind(edition: Edition, power: object, unit: object) -> None:
    if type(unit) is not int or not 0 <= unit < len(edition.units):
        raise InvalidAnswer("there is no such unit")
    if type(power) is not int or not -1 <= power < len(edition.powers):
        raise InvalidAnswer("there is no such power")


def check_count(number: object, least: int) -> None:
    if type(number) is not int:
        raise InvalidAnswer(f"{shown(number)} is not a whole number")
    if not least <= number <= MOST_UNITS:
        raise InvalidAnswer(f"{shown(number)}: a count is from {least} to {MOST_UNITS}")


def check_path(edition: Edition, path: object) -> None:
    for space in listed(path):
        check_space(edition, space)


def check_space(edition: Edition, space: object) -> None:
    if type(space) is not int or not 0 <= space < len(edition.board.spaces):
        raise InvalidAnswer(f"there is no space {shown(space)}")


def check_trait(edition: Edition, name: object) -> None:
    if type(name) is not str or name not in edition.traits:
        raise InvalidAnswer(f"there is no {shown(name)}")


def check_text(text: object) -> None:
    if type(text) is not str:
        raise InvalidAnswer(f"a {type(text).__name__} where a text belongs")


def is_minus_one(value: object) -> bool:
    """Whether this is what stands for no space in particular."""
    return type(value) is int and value == -1


def listed(values: object) -> tuple[object, ...]:
    """What belongs together: always a tuple, as states are compared and hashed."""
    if type(values) is not tuple:
        raise InvalidAnswer(f"a {type(values).__name__} where a tuple belongs")
    return values


def pair(values: object) -> tuple[object, object]:
    found = listed(values)
    if len(found) != 2:
        raise InvalidAnswer(f"a tuple of {len(found)} where two belong together")
    return found[0], found[1]


def shown(value: object) -> str:
    """A value of any type and size, fit for a message."""
    if type(value) is str:
        return repr(value[:40])
    if type(value) is int:
        return str(value) if abs(value) < 10**20 else "a huge number"
    return f"a {type(value).__name__}"
