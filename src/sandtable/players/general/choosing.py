"""The best of some plans: all are sampled a little, and the better they do, the more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt

from sandtable.players.general.ahead import Ahead
from sandtable.players.general.luck import slope
from sandtable.players.interface import Plan

ALONE = 0.01
"""The standard error of a single pair of samples: nobody can tell, but there is one."""
LEAST = 0.003
"""The least standard error: a few samples can be alike by chance."""


@dataclass
class Candidate:
    """A plan that might be chosen, and how it did on paper."""

    name: str
    plan: Plan
    scores: list[float] = field(default_factory=list)
    lucks: list[float] = field(default_factory=list)
    fair: list[float] = field(default_factory=list)
    """Scores without luck."""
    refused: bool = False

    @property
    def mean(self) -> float:
        """How it did on average, luck taken out."""
        return sum(self.fair) / len(self.fair) if self.fair else 0.0


def take_luck_out(candidates: Sequence[Candidate]) -> None:
    rise = slope([(each.scores, each.lucks) for each in candidates])
    for each in candidates:
        pairs = zip(each.scores, each.lucks, strict=True)
        each.fair = [score - rise * luck for score, luck in pairs]


def ahead_of(one: Candidate, other: Candidate, doubt: float) -> float:
    """By how much a plan did better than another with the same dice, doubts deducted.

    A sample and the one with its dice turned over count as one.
    """
    gains = [a - b for a, b in zip(one.fair, other.fair, strict=False)]
    if not gains:
        return 0.0
    mean = sum(gains) / len(gains)
    halves = [sum(gains[at : at + 2]) / len(gains[at : at + 2]) for at in range(0, len(gains), 2)]
    if len(halves) < 2:
        return mean - doubt * ALONE
    spread = sum((gain - mean) ** 2 for gain in halves) / (len(halves) - 1)
    return mean - doubt * max(LEAST, sqrt(spread / len(halves)))


def choose(
    ahead: Ahead,
    candidates: Sequence[Candidate],
    rounds: Sequence[int],
    stop: Callable[[], bool],
    doubt: float,
) -> Candidate:
    """Successive halving: each round samples what is left, and the worse half goes.

    The first candidate is the usual plan. It stays in the race to the end, and wins it unless
    another is clearly better.
    """
    usual, left = candidates[0], list(candidates)
    for samples in rounds:
        for number in range(len(usual.scores), len(usual.scores) + samples):
            for each in left:
                if stop():
                    take_luck_out(candidates)
                    return best(usual, left, doubt)
                if each.refused:
                    continue
                found = ahead.sample(each.plan, number)
                if found is None:
                    each.refused = True
                else:
                    each.scores.append(found.value)
                    each.lucks.append(found.luck)
        take_luck_out(candidates)
        left = [each for each in left if not each.refused]
        if usual not in left:
            return max(left, key=lambda each: each.mean, default=usual)
        left.sort(key=lambda each: -each.mean)
        left = left[: max(2, (len(left) + 1) // 2)]
        if usual not in left:
            left.append(usual)
    return best(usual, left, doubt)


def best(usual: Candidate, left: Sequence[Candidate], doubt: float) -> Candidate:
    rivals = [each for each in left if not each.refused and each.scores and each is not usual]
    rival = max(rivals, key=lambda each: ahead_of(each, usual, doubt), default=None)
    if rival is not None and ahead_of(rival, usual, doubt) > 0:
        return rival
    return usual
