"""The best of some plans: each is played on several times, with the same dice for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sandtable.players.general.ahead import Ahead
from sandtable.players.interface import Plan

ROUNDS = ((None, 1), (2, 1), (1, 2))
"""How many plans besides the usual one are in each round of the choice, and how often each is
played on in it."""


@dataclass
class Candidate:
    """A plan that might be chosen, and how it did on paper."""

    name: str
    plan: Plan
    scores: list[float] = field(default_factory=list)
    refused: bool = False

    @property
    def mean(self) -> float:
        return sum(self.scores) / len(self.scores) if self.scores else 0.0


def choose(
    ahead: Ahead, candidates: Sequence[Candidate], stop: Callable[[], bool], margin: float
) -> Candidate:
    """The candidate that does best on average, if it does better than the first, which is the
    usual plan, by a margin. The worse ones go after each round, and it ends early if none of the
    others is better. When time is up, what all had counts."""
    usual, others = candidates[0], list(candidates[1:])
    samples = 0
    for most, times in ROUNDS:
        others = sorted(others, key=lambda each: -each.mean)[:most]
        for number in range(samples, samples + times):
            for each in (usual, *others):
                found = None if each.refused else ahead.sample(each.plan, number)
                if found is not None:
                    each.scores.append(found)
                elif stop():
                    return best(usual, others, number, margin)
                else:
                    each.refused = True
        samples += times
        others = [each for each in others if not each.refused]
        if usual.refused or all(each.mean <= usual.mean for each in others):
            break
    return best(usual, others, samples, margin)


def best(usual: Candidate, others: Sequence[Candidate], samples: int, margin: float) -> Candidate:
    """The best of some plans by their first samples; the usual one unless it is refused."""
    for each in (usual, *others):
        del each.scores[samples:]
    rival = max(others, key=lambda each: each.mean, default=usual)
    return rival if usual.refused or rival.mean > usual.mean + margin else usual
