"""What is legal now: every answer that the engine would accept.

`offers(state)` lists answers to the open decisions; moves come one order per kind of unit and way,
for one unit and for as many as can go. Large sets (purchases, placements, losses, bids, uses of
advantages) are generated lazily. A carrier that takes its own fighters along is offered alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.game.answers import Answer
from sandtable.game.draft import Draft
from sandtable.game.machine import pending
from sandtable.game.offers import moves, others, uses
from sandtable.game.state import Decision, State

__all__ = ["offers", "offers_for_space"]


def offers(
    state: State, decision: Decision | None = None, *, unit: int = -1
) -> Iterator[tuple[int, Answer]]:
    """(power, answer) pairs that would be accepted, for one open decision or all of them.

    With a unit only its moves are listed where moves are asked for.
    """
    for asked in pending(state):
        if decision is not None and asked != decision:
            continue
        for answer in answers_to(Draft(state), asked, unit):
            yield asked.power, answer


def answers_to(d: Draft, asked: Decision, unit: int) -> Iterator[Answer]:
    if asked.kind in ("combat-move", "noncombat-move"):
        combat = asked.kind == "combat-move"
        for space in range(len(d.stacks)):
            yield from moves.from_space(d, space, combat=combat, unit=unit)
        if unit < 0:
            yield from moves.endings(d, combat=combat)
    elif asked.kind in d.ed.traits:
        yield from uses.answers(d, asked)
    else:
        yield from others.ANSWERS[asked.kind](d, asked)


def offers_for_space(state: State, space: int, unit: int = -1) -> Iterator[tuple[int, Answer]]:
    """Moves that begin in a space, of one kind of unit or of all."""
    for asked in pending(state):
        if asked.kind in ("combat-move", "noncombat-move"):
            d = Draft(state)
            combat = asked.kind == "combat-move"
            for answer in moves.from_space(d, space, combat=combat, unit=unit):
                yield asked.power, answer
