"""How much to leave in a territory: garrisons, and what an attack on each would gain the enemy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, Unpack

from sandtable.odds.questions.fights import Fights
from sandtable.odds.questions.pool import Choice, Pool, choice
from sandtable.odds.questions.searching import SLACK, Limit, most_profitable
from sandtable.odds.questions.terms import Conditions, named, terms_of
from sandtable.odds.questions.waves import Wave, later_waves
from sandtable.rules.edition import Edition
from sandtable.rules.position import Stack, stack_of
from sandtable.rules.refusal import InvalidAnswer

MOST_GARRISONS = 10_000


@dataclass(frozen=True, slots=True)
class Garrison:
    """What could be left, and the best that the enemy can make of it."""

    edition: Edition
    force: Stack
    cost: float
    attack: Choice | None
    """The most profitable attack on it; None if none is profitable."""

    @property
    def profit(self) -> float:
        """What the enemy gains on average, which is what the owner loses."""
        return self.attack.swing if self.attack else 0.0

    @property
    def text(self) -> str:
        return named(self.edition, self.force)

    def to_json(self) -> dict[str, Any]:
        return {
            "force": self.text,
            "cost": self.cost,
            "profit": self.profit,
            "attack": self.attack.to_json() if self.attack else None,
        }


@dataclass(frozen=True, slots=True)
class DeadZone:
    """Garrisons from nothing up, the cheapest first."""

    garrisons: tuple[Garrison, ...]
    exhaustive: bool
    """Whether every garrison was tried against every attack that could be its worst."""
    samples: int
    dropped: float

    @property
    def least(self) -> Garrison | None:
        """The cheapest garrison that no attack profits from; None if there is none."""
        return next((g for g in self.garrisons if g.attack is None), None)

    @property
    def best(self) -> Garrison:
        """The garrison that its owner loses least by; of equal ones the cheapest."""
        lowest = min(g.profit for g in self.garrisons)
        return next(g for g in self.garrisons if g.profit <= lowest + SLACK)

    @property
    def exact(self) -> bool:
        return not self.samples

    def to_json(self) -> dict[str, Any]:
        return {
            "garrisons": [garrison.to_json() for garrison in self.garrisons],
            "least": self.least.to_json() if self.least else None,
            "best": self.best.to_json(),
            "exhaustive": self.exhaustive,
            "exact": self.exact,
            "samples": self.samples,
            "dropped": self.dropped,
        }


def garrisons(
    edition: Edition | str,
    garrison: str,
    enemies: str,
    *,
    always: str = "",
    then: Iterable[Wave | str] = (),
    **given: Unpack[Conditions],
) -> DeadZone:
    """What is worth leaving in a territory, out of what could be (`garrison`).

    The enemy attacks with whatever part of `enemies` profits it most, or not at all; `ground` is
    what taking the territory is worth. `always` stands there in any case, and `then` says who
    comes back at the enemy afterwards: a plain text is an attack by the garrison's side.
    """
    terms = terms_of(edition, (enemies,), (garrison, always), **given)
    ed = terms.edition
    attack = terms.attackers(enemies)
    if not attack:
        raise InvalidAnswer("no enemies are given")
    standing = terms.defenders(always)
    parts = terms.defenders(garrison)
    if prod(n + 1 for _, n in parts) > MOST_GARRISONS:
        raise InvalidAnswer(f"that makes more than {MOST_GARRISONS} garrisons: name fewer units")
    fights, later, limit = Fights(terms), later_waves(terms, then), Limit(terms.seconds)
    found: list[Garrison] = []
    for counts in sorted(
        product(*(range(n + 1) for _, n in parts)),
        key=lambda c: (
            sum(n * terms.worth(((t, 1),)) for n, (t, _) in zip(c, parts, strict=True)),
            c,
        ),
    ):
        if found and limit.reached():
            break
        left = tuple((t, n) for n, (t, _) in zip(counts, parts, strict=True) if n)
        pool = Pool(fights, attack, stack_of((*standing, *left)), then=later)
        top = most_profitable(pool, 1, limit)
        worst = choice(pool, top[0]) if top else None
        found.append(Garrison(ed, left, terms.worth(left), worst))
    every = [fights, *(wave.fights for wave in later)]
    return DeadZone(
        tuple(found),
        not limit.passed,
        min(filter(None, (f.samples for f in every)), default=0),
        sum(f.dropped for f in every),
    )
