"""Whether an answer makes sense at all, before any rule is asked.

Lines of text are read with care; programs hand in answers as they like.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import get_args

from sandtable.game.answers import (
    MANNERS,
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
    Place,
    Research,
    Retreat,
    UnitSpec,
    Use,
)
from sandtable.rules.edition import Edition
from sandtable.rules.refusal import InvalidAnswer

KINDS = get_args(Answer)
TRAIT = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""How a development or an advantage may be named, known or not."""
MOST_UNITS = 999
"""More of a kind than any board has seen."""


def check_sense(edition: Edition, power: int, answer: Answer) -> None:
    """Raise `InvalidAnswer` for counts and names that nothing can be made of."""
    if not isinstance(answer, KINDS):
        raise InvalidAnswer(f"a {type(answer).__name__} is not an answer")
    if not 0 <= power < len(edition.powers):
        raise InvalidAnswer(f"there is no power {power!r}")
    for spec in specs_of(answer):
        check_spec(edition, spec)
    if isinstance(answer, Move):
        if len(answer.path) < 2:
            raise InvalidAnswer("a move needs a start and an end")
        if not answer.units:
            raise InvalidAnswer("a move needs at least one unit")
        if answer.manner not in ("", *MANNERS):
            raise InvalidAnswer(f"a move is not made for {answer.manner!r:.40}")
    if isinstance(answer, Choose):
        check_choice(answer.advantages)
    for name in traits_of(answer):
        if name not in edition.traits:
            raise InvalidAnswer(f"there is no {name!r:.40}")
    size = len(edition.board.spaces)
    for space in spaces_of(answer):
        if not 0 <= space < size:
            raise InvalidAnswer(f"there is no space {space!r}")
    if isinstance(answer, Consent) and not 0 <= answer.to < len(edition.powers):
        raise InvalidAnswer(f"there is no power {answer.to!r}")


def check_choice(names: Iterable[object]) -> None:
    """Whether these may be names of advantages; an edition need not have them."""
    for name in names:
        if not isinstance(name, str) or not TRAIT.fullmatch(name):
            raise InvalidAnswer(f"{name!r:.40} is no name of an advantage")


def traits_of(answer: Answer) -> Iterable[object]:
    if isinstance(answer, Research):
        return (answer.technology,) if answer.technology else ()
    if isinstance(answer, (Use, Decline)):
        return (answer.advantage,)
    return ()


def specs_of(answer: Answer) -> Iterator[UnitSpec]:
    if isinstance(answer, Move):
        yield from answer.units
        if answer.ship is not None:
            yield answer.ship
    elif isinstance(answer, (Buy, Attack, Lose)):
        yield from answer.units
    elif isinstance(answer, (Place, Bombard)):
        for _, units in answer.places:
            yield from units
    elif isinstance(answer, Use):
        for part in answer.parts:
            yield from (*part.units, *part.aims)


def spaces_of(answer: Answer) -> Iterable[int]:
    if isinstance(answer, Move):
        return answer.path
    if isinstance(answer, (Attack, Fight, Land, CallOff)):
        return (answer.space,)
    if isinstance(answer, Launch):
        return (answer.origin, answer.target)
    if isinstance(answer, Use):
        return [space for part in answer.parts for space in part.path]
    if isinstance(answer, Retreat):
        return () if answer.to == -1 else (answer.to,)
    if isinstance(answer, (Place, Bombard)):
        return [space for space, _ in answer.places]
    if isinstance(answer, End):
        return [s for promise in answer.promises for s in promise if s != -1]
    return ()


def check_spec(edition: Edition, spec: UnitSpec) -> None:
    if not 1 <= spec.number <= MOST_UNITS:
        raise InvalidAnswer(f"{spec.number} units: a count is from 1 to {MOST_UNITS}")
    kinds, powers = len(edition.units), len(edition.powers)
    for power, unit in ((spec.power, spec.unit), *(spec.cargo or ())):
        if not 0 <= unit < kinds:
            raise InvalidAnswer("there is no such unit")
        if not -1 <= power < powers:
            raise InvalidAnswer("there is no such power")
