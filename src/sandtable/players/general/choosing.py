"""The best of some plans: each is played on several times, with the same dice for all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from sandtable.players.general.ahead import Ahead
from sandtable.players.interface import Plan


class Stage(NamedTuple):
    """A part of the choice."""

    others: int | None
    """So many plans are still in it, besides the usual one; None: all."""
    course: int
    """The course of events in which they are looked at."""
    turns: int
    """How far ahead."""


STAGES = (Stage(None, 0, 1), Stage(2, 0, 2), Stage(2, 1, 2), Stage(1, 2, 2))
"""All are looked at one turn ahead, and the better ones further and more often."""
FIRST_END = 2
"""Stages after which it may end, if no other plan is better than the usual one by then."""


@dataclass
class Candidate:
    """A plan that might be chosen, and how it did on paper."""

    name: str
    plan: Plan
    scores: dict[int, float] = field(default_factory=dict)
    """By course of events, as far ahead as it was looked at."""
    stages: int = 0
    """In which it was compared."""
    refused: bool = False
    _values: dict[int, Iterator[float]] = field(default_factory=dict)
    _turns: dict[int, int] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        return sum(self.scores.values()) / len(self.scores) if self.scores else 0.0

    def look(self, ahead: Ahead, stage: Stage) -> float | None:
        """Play it on as far as a stage wants; None if it is refused or time is up."""
        values = self._values.setdefault(stage.course, ahead.values(self.plan, stage.course))
        further = stage.turns - self._turns.get(stage.course, 0)
        self._turns[stage.course] = stage.turns
        return next(islice(values, further - 1, None), None)


def choose(
    ahead: Ahead, candidates: Sequence[Candidate], stop: Callable[[], bool], margin: float
) -> Candidate:
    """The candidate that does best on average, if it does better than the first, which is the
    usual plan, by a margin. The worse ones go after each stage, and it ends early if none of the
    others is better. When time is up, the stages that all went through count."""
    usual, others = candidates[0], list(candidates[1:])
    for number, stage in enumerate(STAGES, 1):
        others = sorted(others, key=lambda each: -each.mean)[: stage.others]
        found: list[tuple[Candidate, float]] = []
        for each in (usual, *others):
            score = None if each.refused else each.look(ahead, stage)
            if score is not None:
                found.append((each, score))
            elif stop():
                return best(usual, others, margin)
            else:
                each.refused = True
        for each, score in found:
            each.scores[stage.course] = score
            each.stages = number
        others = [each for each in others if not each.refused]
        over = number >= FIRST_END and all(each.mean <= usual.mean for each in others)
        if usual.refused or not others or over:
            break
    return best(usual, others, margin)


def best(usual: Candidate, others: Sequence[Candidate], margin: float) -> Candidate:
    """The best of some plans; the usual one unless it is refused."""
    rival = max(others, key=lambda each: each.mean, default=usual)
    return rival if usual.refused or rival.mean > usual.mean + margin else usual
