"""Which of the units that could attack should: the least force that does, and the best one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Unpack

from sandtable.odds.questions.fights import Fights
from sandtable.odds.questions.pool import Choice, Counts, Pool, Result, choice
from sandtable.odds.questions.searching import (
    SLACK,
    Limit,
    every_one,
    lightest,
    most_profitable,
    sparing,
    weigh,
)
from sandtable.odds.questions.terms import Conditions, terms_of
from sandtable.odds.questions.waves import Wave, later_waves
from sandtable.odds.staging import amount
from sandtable.rules.edition import Edition
from sandtable.rules.refusal import InvalidAnswer

WANTED = {"take": "takes", "win": "wins"}
MEASURES = ("cost", "units")


@dataclass(frozen=True, slots=True)
class Sizing:
    """The forces found, the best first."""

    choices: tuple[Choice, ...]
    full: Choice
    """All that is available."""
    exhaustive: bool
    """Whether no other force can be better: each was tried, or is part of one that cannot be."""
    tried: int
    samples: int
    dropped: float

    @property
    def best(self) -> Choice | None:
        """The best force; None if none will do."""
        return self.choices[0] if self.choices else None

    @property
    def exact(self) -> bool:
        return not self.samples

    def to_json(self) -> dict[str, Any]:
        return {
            "choices": [found.to_json() for found in self.choices],
            "full": self.full.to_json(),
            "exhaustive": self.exhaustive,
            "tried": self.tried,
            "exact": self.exact,
            "samples": self.samples,
            "dropped": self.dropped,
        }


def least_force(
    edition: Edition | str,
    available: str,
    defend: str,
    chance: float,
    *,
    of: str = "take",
    by: str = "cost",
    then: Iterable[Wave | str] = (),
    reinforce: str = "",
    landed: str = "",
    bombard: str = "",
    most: int = 5,
    **given: Unpack[Conditions],
) -> Sizing:
    """The least force out of what is available that reaches a chance.

    The chance is that of taking the ground (`take`) or of winning (`win`); with counter-attacks
    in `then`, of holding it against them. Forces are compared `by` their cost or their units.
    None of the forces listed could spare a unit.
    """
    if of not in WANTED:
        raise InvalidAnswer(f"a chance to {' or '.join(WANTED)} is wanted, not to {of!r}")
    if by not in MEASURES:
        raise InvalidAnswer(f"forces are compared by {' or '.join(MEASURES)}, not by {by!r}")
    if not amount("the chance", chance, 0, 1):
        raise InvalidAnswer("a chance is above 0, not 0")
    pool = pool_of(edition, available, defend, then, reinforce, landed, bombard, most, given)
    weights = pool.costs if by == "cost" else (1.0,) * len(pool.kinds)
    limit, wanted = Limit(pool.terms.seconds), WANTED[of]

    def enough(result: Result) -> bool:
        return bool(getattr(result, wanted) >= chance - SLACK)

    def rank(counts: Counts) -> tuple[float, float, Counts]:
        return weigh(weights, counts), -getattr(pool.result(counts), wanted), counts

    if pool.monotone:
        found = lightest(pool, weights, enough, most, limit)
    else:
        soon = Limit(pool.terms.seconds / 2)
        found = [*lightest(pool, weights, enough, most, soon), *every_one(pool, enough, limit)]
    return sizing(pool, sparing(sorted(found, key=rank))[:most], limit)


def best_force(
    edition: Edition | str,
    available: str,
    defend: str,
    *,
    then: Iterable[Wave | str] = (),
    reinforce: str = "",
    landed: str = "",
    bombard: str = "",
    most: int = 5,
    **given: Unpack[Conditions],
) -> Sizing:
    """The force out of what is available with the highest swing, the ground's worth included.

    Forces that lose more than they gain are not listed: if none is, it is best not to attack.
    """
    pool = pool_of(edition, available, defend, then, reinforce, landed, bombard, most, given)
    limit = Limit(pool.terms.seconds)
    return sizing(pool, most_profitable(pool, most, limit), limit)


def pool_of(
    edition: Edition | str,
    available: str,
    defend: str,
    then: Iterable[Wave | str],
    reinforce: str,
    landed: str,
    bombard: str,
    most: int,
    given: Conditions,
) -> Pool:
    if most < 1:
        raise InvalidAnswer(f"at least one force is to be listed, not {most}")
    terms = terms_of(edition, (available,), (defend,), **given)
    force = terms.attackers(available, landed)
    if not force:
        raise InvalidAnswer("nobody is available to attack")
    return Pool(
        Fights(terms),
        force,
        terms.defenders(defend),
        ships=terms.ships(bombard),
        then=later_waves(terms, then),
        reinforce=terms.between(terms.defender, terms.attacker).defenders(reinforce),
    )


def sizing(pool: Pool, found: Iterable[Counts], limit: Limit) -> Sizing:
    every = [pool.fights, *(wave.fights for wave in pool.then)]
    return Sizing(
        tuple(choice(pool, counts) for counts in found),
        choice(pool, pool.most),
        not limit.passed,
        pool.tried,
        min(filter(None, (f.samples for f in every)), default=0),
        sum(f.dropped for f in every),
    )
