"""The best of some plans: each is played on several times, with the same dice for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sandtable.players.general.ahead import Ahead
from sandtable.players.interface import Plan


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
    ahead: Ahead, candidates: Sequence[Candidate], samples: int, stop: Callable[[], bool]
) -> Candidate:
    """The candidate that does best on average; the first, which is the usual plan, if none does
    better. When time is up, what all were tried with counts."""
    left = list(candidates)
    for number in range(samples):
        for each in left:
            found = None if stop() else ahead.sample(each.plan, number)
            if found is not None:
                each.scores.append(found)
            elif stop():
                return best(left, number)
            else:
                each.refused = True
        left = [each for each in left if not each.refused]
        if len(left) < 2:
            break
    return best(left, samples) if left else candidates[0]


def best(left: Sequence[Candidate], samples: int) -> Candidate:
    """The best of some plans by their first samples."""
    for each in left:
        del each.scores[samples:]
    return max(left, key=lambda each: each.mean)
