"""Exact odds against plays: Pearson's test over random battles of every edition.

The seeds are fixed. If everything is right, a change that only draws other numbers fails one of
these tests with a probability of `ALARM`, shared among all comparisons of a test.
"""

from __future__ import annotations

import random

import pytest

from sandtable.game.library import load_edition
from sandtable.game.state import State
from sandtable.odds import fight as f
from sandtable.odds import reckon, sampled
from sandtable.odds.engine import pitched, played
from sandtable.odds.engine.ends import ends_of
from sandtable.odds.engine.handing import fight_in
from sandtable.odds.fight import Fight
from sandtable.odds.lineup import usual_prices
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.policy import AT_ONCE, KEEP_GROUND, NEVER, USUAL, Policy
from sandtable.rules.edition import Edition
from tests.odds.fitting import fit, tail
from tests.odds.random_battles import Case, cases, policies

ALARM = 1e-4
SEED = 1942

BATTLES = 48
PLAYS = 1_200
"""Plays of the engine of each of these."""

LARGE = 30
SAMPLES = 60_000


def disagreement(exact: Outcomes, seen: Outcomes) -> float:
    """How likely plays are that far off: ends, and numbers of cycles; the worse of the two."""
    ends = fit(ends_of(exact), ends_of(seen), seen.samples)
    lengths = fit(cycles(exact), cycles(seen), seen.samples)
    return 2 * min(tail(*ends), tail(*lengths))


def cycles(found: Outcomes) -> dict[int, float]:
    assert found.rounds is not None
    return dict(enumerate(map(float, found.rounds)))


def fight_of(ed: Edition, state: State) -> Fight:
    fight = fight_in(state, usual_prices(ed))
    assert fight is not None
    return fight


def names(ed: Edition) -> list[str]:
    return [unit.id for unit in ed.units]


def engine_cases() -> list[tuple[Case, Policy]]:
    return list(zip(cases(SEED, BATTLES), policies(SEED, BATTLES), strict=True))


@pytest.mark.parametrize("part", range(4))
def test_exact_odds_against_plays_of_the_engine(part: int) -> None:
    for number, (case, policy) in list(enumerate(engine_cases()))[part::4]:
        state, ed = case.state(), case.ed
        exact = reckon.outcomes(fight_of(ed, state), policy, names(ed), by_cycle=True)
        seen = played.outcomes(state, policy, runs=PLAYS, seed=SEED + number)
        assert disagreement(exact, seen) > ALARM / BATTLES, (
            f"seed {SEED}, number {number}: {case} by {policy}"
        )


def force(rng: random.Random, units: tuple[str, ...], size: int) -> dict[str, int]:
    """A mixed force of about this size."""
    shares = [rng.random() ** 2 for _ in units]
    return {
        unit: round(size * share / sum(shares))
        for unit, share in zip(units, shares, strict=True)
        if round(size * share / sum(shares))
    }


ARMIES = {
    "1941": ("infantry", "tank", "fighter", "bomber"),
    "revised": ("infantry", "artillery", "tank", "fighter", "bomber"),
    "lhtr": ("infantry", "artillery", "tank", "fighter", "bomber"),
}
FLEET = ("submarine", "destroyer", "carrier", "fighter", "battleship", "transport")


def test_exact_odds_against_plays_of_large_battles() -> None:
    rng = random.Random(SEED)
    for number in range(LARGE):
        name = ("1941", "revised", "lhtr")[number % 3]
        ed = load_edition(name)
        sea = number % 2 == 1
        units = FLEET if sea else ARMIES[name]
        sizes = [rng.randint(8, 14) if sea else rng.randint(15, 60) for _ in range(2)]
        attack, defend = (force(rng, units, size) for size in sizes)
        policy = Policy(
            rng.choice((USUAL, KEEP_GROUND)),
            USUAL,
            rng.choice((NEVER, NEVER, 1, 3)),
            rng.choice((NEVER, AT_ONCE)),
            rng.choice((NEVER, AT_ONCE)),
        )
        fight = fight_of(ed, pitched.battle(ed, attack, defend))
        exact = reckon.outcomes(fight, policy, names(ed), by_cycle=True)
        seen = sampled.sample(fight, policy, names(ed), runs=SAMPLES, seed=SEED + number)
        assert disagreement(exact, seen) > ALARM / LARGE, (
            f"seed {SEED}, number {number}: {name}, {attack} against {defend} by {policy}"
        )


def test_a_small_error_is_noticed() -> None:
    """What these tests are worth: one defender of many who hits on 3 instead of 2 is found."""
    ed = load_edition("revised")
    attack, defend = {"infantry": 20, "tank": 8}, {"infantry": 17, "artillery": 1, "tank": 2}
    fight = fight_of(ed, pitched.battle(ed, attack, defend))
    better = fight.defend.table.copy()
    gun = [ed.units[token.unit].id for token in fight.defend.tokens].index("artillery")
    better[gun, [f.NUMBER_1, f.NUMBER_2, f.PACKED_1, f.PACKED_2]] += 1
    wrong = fight._replace(defend=fight.defend._replace(table=better))
    exact = reckon.outcomes(fight, Policy(), names(ed), by_cycle=True)
    right, other = (
        sampled.sample(battle, Policy(), names(ed), runs=SAMPLES, seed=SEED)
        for battle in (fight, wrong)
    )
    assert disagreement(exact, right) > ALARM
    assert disagreement(exact, other) < ALARM / LARGE
