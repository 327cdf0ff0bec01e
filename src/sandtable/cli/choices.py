"""What is legal from here, as lines that can be given back: `legal`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from sandtable.cli import files
from sandtable.cli.console import Out, UsageError
from sandtable.game import machine
from sandtable.game.answers import (
    Answer,
    Attack,
    Bombard,
    Buy,
    End,
    Launch,
    Lose,
    Move,
    Place,
    Retreat,
    Units,
    Use,
)
from sandtable.game.game import Game
from sandtable.game.notation.answers import format_answer
from sandtable.game.notation.names import space_named, unit_named
from sandtable.game.offers import offers
from sandtable.game.state import Decision, State
from sandtable.rules.problems import nearest
from sandtable.rules.refusal import SandtableError
from sandtable.words import situation

MOST = 6
"""How many lines are suggested to a player."""
LOOKED_AT = 3000
"""How many of the engine's offers are looked at."""


class Choice(NamedTuple):
    """An answer that would be accepted now."""

    power: int
    answer: Answer


def choices(game: Game, kind: str | None = None) -> Iterator[Choice]:
    """Everything that the engine would accept, in the engine's order."""
    for decision in game.pending:
        if kind is None or decision.kind == kind:
            for power, answer in offers(game.state, decision):
                yield Choice(power, answer)


def can_end(game: Game, decision: Decision) -> bool:
    """Whether a phase could be ended as it stands."""
    return game.refusal(decision.power, End()) is None


def any_choice(game: Game, decision: Decision) -> Iterator[Answer]:
    """Answers to one decision, as many as are looked at."""
    for choice in islice(choices(game, decision.kind), LOOKED_AT):
        if choice.power == decision.power:
            yield choice.answer


def line(game: Game, choice: Choice) -> str:
    """A choice as the shortest line that means the same."""
    return format_answer(game.edition, shortest(game.state, choice))


def full_line(game: Game, choice: Choice) -> str:
    """The same with the power before it, as `decide` takes it from anybody."""
    return f"{game.edition.powers[choice.power].id}: {line(game, choice)}"


def shortest(state: State, choice: Choice) -> Answer:
    """The answer with everything left out that the engine would find by itself."""
    power, answer = choice
    found = answer
    for shorter in (without_details, without_ship, without_way):
        simpler = shorter(found)
        if simpler != found and outcome(state, power, simpler) == outcome(state, power, answer):
            found = simpler
    return found


def outcome(state: State, power: int, answer: Answer) -> State | None:
    try:
        return machine.answer(state, power, answer)[0]
    except SandtableError:
        return None


def without_details(answer: Answer) -> Answer:
    """Units named by kind alone."""
    if isinstance(answer, Move | Attack | Lose):
        bare = tuple(
            s._replace(cargo=None, left=-1, origin=-1, damage=-1, power=-1) for s in answer.units
        )
        return answer._replace(units=bare)
    return answer


def without_ship(answer: Answer) -> Answer:
    return answer._replace(ship=None) if isinstance(answer, Move) else answer


def without_way(answer: Answer) -> Answer:
    if isinstance(answer, Move) and len(answer.path) > 2:
        return answer._replace(path=(answer.path[0], answer.path[-1]))
    return answer


def units_in(answer: Answer) -> Units:
    if isinstance(answer, Buy | Move | Attack | Lose):
        return answer.units
    if isinstance(answer, Place | Bombard):
        return tuple(spec for _, units in answer.places for spec in units)
    if isinstance(answer, Use):
        return tuple(spec for part in answer.parts for spec in part.units)
    return ()


def spaces_in(answer: Answer) -> tuple[int, ...]:
    """The spaces where an answer begins and ends."""
    if isinstance(answer, Move):
        return answer.path[0], answer.path[-1]
    if isinstance(answer, Place | Bombard):
        return tuple(space for space, _ in answer.places)
    if isinstance(answer, Launch):
        return answer.origin, answer.target
    if isinstance(answer, Use):
        return tuple(space for part in answer.parts for space in part.path)
    if isinstance(answer, Retreat):
        return (answer.to,)
    space = getattr(answer, "space", None)
    return (space,) if isinstance(space, int) else ()


def narrowed(
    found: Iterator[Choice], space: int | None = None, unit: int | None = None
) -> Iterator[Choice]:
    """Only what concerns a space or a kind of unit."""
    for choice in found:
        if space is not None and space not in spaces_in(choice.answer):
            continue
        if unit is not None and all(spec.unit != unit for spec in units_in(choice.answer)):
            continue
        yield choice


def run(args: argparse.Namespace, out: Out) -> int:
    game = files.load(args.file)
    edition = game.edition
    space = None if args.space is None else space_named(edition, args.space)
    unit = None if args.unit is None else unit_named(edition, args.unit)
    if args.limit < 0:
        raise UsageError("--limit must not be negative")
    open_kinds = [decision.kind for decision in game.pending]
    if args.decision is not None and args.decision not in open_kinds:
        hint = nearest(args.decision, open_kinds)
        asked = ", ".join(open_kinds) or "nothing"
        raise UsageError(f"no decision {args.decision!r} is open{hint} (asked for: {asked})")
    lines: list[str] = []
    more = False
    for choice in narrowed(choices(game, args.decision), space, unit):
        if args.limit and len(lines) == args.limit:
            more = True
            break
        lines.append(full_line(game, choice))
    out.document(
        {
            "pending": [situation.asked(game, decision) for decision in game.pending],
            "answers": lines,
            "more": more,
        }
    )
    for text in lines:
        out.result(text)
    if not out.json and not out.quiet:
        if more:
            print(
                f"There are more; --limit 0 lists them all ({args.limit} shown).", file=sys.stderr
            )
        if not lines:
            print(nothing(game), file=sys.stderr)
    return 0


def nothing(game: Game) -> str:
    """Why no line is listed."""
    if game.winner is not None:
        return f"The game is over: the {game.winner} have won."
    return "Nothing of that kind is legal now."
