"""The compiled kernels against the engine itself, and against each other."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from sandtable.game.library import load_edition
from sandtable.odds import reckon
from sandtable.odds.engine import handing, pitched, walk
from sandtable.odds.fight import Fight
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.policy import Policy
from tests.odds.random_battles import Case, cases, policies

SEED = 20261115
CLOSE = 1e-12

Joint = dict[tuple[str, tuple[int, ...], tuple[int, ...]], float]


def joint(found: Outcomes) -> Joint:
    """Chances by what is left of both sides, and by how it ended."""
    out: Joint = {}
    for how, chances in (("fought", found.fought), ("left", found.left)):
        for a, d in zip(*np.nonzero(chances), strict=True):
            key = (how, tuple(found.attack_states[a]), tuple(found.defend_states[d]))
            out[key] = out.get(key, 0.0) + float(chances[a, d])
    return out


def fight_of(case: Case) -> Fight:
    prices = tuple(float(unit.cost or 0) for unit in case.ed.units)
    fight = handing.fight_in(case.state(), prices)
    assert fight is not None
    return fight


def units_of(case: Case) -> list[str]:
    return [unit.id for unit in case.ed.units]


def order(rng: random.Random, case: Case) -> tuple[str, ...]:
    """All units of an edition in any order."""
    return tuple(rng.sample(units_of(case), len(case.ed.units)))


def assert_same(one: Outcomes, other: Outcomes, about: object) -> None:
    first, second = joint(one), joint(other)
    for key in first.keys() | second.keys():
        gap = abs(first.get(key, 0.0) - second.get(key, 0.0))
        assert gap < CLOSE, f"{about}: {key} {first.get(key)} {second.get(key)}"


@pytest.mark.parametrize("part", range(4))
def test_kernels_agree_with_the_engine_to_the_last_digit(part: int) -> None:
    seed = SEED + part
    rng = random.Random(seed)
    for case, policy in zip(cases(seed, 48), policies(seed, 48), strict=True):
        if rng.random() < 0.25:
            policy = replace(policy, retreat=rng.choice((0.2, 0.5, 0.8)))
        if rng.random() < 0.4:
            policy = replace(policy, attack_losses=order(rng, case), defend_losses=order(rng, case))
        about = f"seed {seed}: {case} {policy}"
        by_engine = walk.outcomes(case.state(), policy)
        by_kernel = reckon.outcomes(fight_of(case), policy, units_of(case), by_cycle=True)
        assert_same(by_engine, by_kernel, about)
        assert by_engine.rounds is not None
        assert by_kernel.rounds is not None
        size = max(len(by_engine.rounds), len(by_kernel.rounds))
        lengths = [np.pad(r, (0, size - len(r))) for r in (by_engine.rounds, by_kernel.rounds)]
        assert np.abs(lengths[0] - lengths[1]).max() < CLOSE, about


def test_all_cycles_at_once_give_what_one_after_the_other_does() -> None:
    for case, policy in zip(cases(SEED, 60, 6), policies(SEED, 60), strict=True):
        fight = fight_of(case)
        whole = reckon.outcomes(fight, policy, units_of(case))
        stepwise = reckon.outcomes(fight, policy, units_of(case), by_cycle=True)
        about = f"seed {SEED}: {case} {policy}"
        assert_same(whole, stepwise, about)
        assert stepwise.rounds is not None
        expected = float(stepwise.rounds @ np.arange(len(stepwise.rounds)))
        assert abs(whole.cycles - expected) < 1e-9, about


def test_the_kernel_for_chains_and_the_general_one_agree() -> None:
    seen = 0
    for case, policy in zip(cases(SEED + 9, 120, 6), policies(SEED + 9, 120), strict=True):
        fight = fight_of(case)
        if not reckon.is_chain(fight, policy):
            continue
        seen += 1
        orders = reckon.orders_of(fight, policy, units_of(case))
        for by_cycle in (False, True):
            quick = reckon.outcomes(fight, policy, units_of(case), by_cycle=by_cycle)
            general = reckon.in_general(fight, policy, orders, by_cycle)
            assert_same(quick, general, f"seed {SEED + 9}: {case} {policy}")
    assert seen > 20


def test_nothing_is_lost_on_the_way() -> None:
    for case, policy in zip(cases(SEED + 5, 120, 9), policies(SEED + 5, 120), strict=True):
        found = reckon.outcomes(fight_of(case), policy, units_of(case))
        total = found.fought.sum() + found.left.sum()
        assert abs(total - 1.0) < 1e-13, f"seed {SEED + 5}: {case} {policy}"
        assert found.dropped < 1e-15


def test_one_infantry_against_one_by_hand() -> None:
    """The attacker hits with 1/6, the defender with 1/3, until somebody is gone."""
    hit, back = Fraction(1, 6), Fraction(1, 3)
    ends = 1 - (1 - hit) * (1 - back)
    wins = hit * (1 - back) / ends
    dies = back * (1 - hit) / ends
    for edition in ("1941", "revised", "lhtr"):
        case = Case(edition, {"infantry": 1}, {"infantry": 1})
        found = joint(reckon.outcomes(fight_of(case), Policy(), units_of(case)))
        assert found["fought", (1,), (0,)] == pytest.approx(float(wins), abs=1e-15)
        assert found["fought", (0,), (1,)] == pytest.approx(float(dies), abs=1e-15)
        assert found["fought", (0,), (0,)] == pytest.approx(float(hit * back / ends), abs=1e-15)


def test_artillery_supports_while_it_lives_by_hand() -> None:
    """Infantry beside artillery hits on 2; one cycle against a single tank, then the retreat."""
    case = Case("revised", {"infantry": 1, "artillery": 1}, {"tank": 1})
    found = joint(reckon.outcomes(fight_of(case), Policy(retreat=1), units_of(case)))
    miss = Fraction(2, 3) ** 2
    assert found["left", (1, 1), (1,)] == pytest.approx(float(miss / 2), abs=1e-15)
    assert found["fought", (0, 1), (0,)] == pytest.approx(float((1 - miss) / 2), abs=1e-15)


def test_a_large_battle_equals_a_plain_reckoning() -> None:
    """60 infantry against 50: each side is told by its losses, so a short program does it."""
    case = Case("revised", {"infantry": 60}, {"infantry": 50})
    found = reckon.outcomes(fight_of(case), Policy(), units_of(case))
    at = np.zeros((61, 51))
    at[60, 50] = 1.0
    for a in range(60, 0, -1):
        for d in range(50, 0, -1):
            hits = binomial(a, 1 / 6)
            back = binomial(d, 1 / 3)
            weight = at[a, d] / (1.0 - hits[0] * back[0])
            at[a, d] = 0.0
            for i, p in enumerate(hits):
                for j, q in enumerate(back):
                    if i or j:
                        at[max(a - j, 0), max(d - i, 0)] += weight * p * q
    for (_, (a,), (d,)), chance in joint(found).items():
        assert chance == pytest.approx(at[a, d], rel=1e-10, abs=1e-18)


def binomial(n: int, p: float) -> list[float]:
    row = [1.0]
    for _ in range(n):
        row = [
            (row[k] if k < len(row) else 0.0) * (1 - p) + (row[k - 1] * p if k else 0.0)
            for k in range(len(row) + 1)
        ]
    return row


def test_a_battle_at_the_start_of_the_board_can_be_reckoned_from_its_state() -> None:
    state = pitched.battle(load_edition("1941"), {"fighter": 2}, {"submarine": 1})
    prices = tuple(float(unit.cost or 0) for unit in load_edition("1941").units)
    fight = handing.fight_in(state, prices)
    assert fight is not None
    found = reckon.outcomes(fight, Policy(), [u.id for u in load_edition("1941").units])
    # Aircraft alone cannot hit a submarine, nor it them: both stay.
    assert joint(found) == {("fought", (2,), (1,)): pytest.approx(1.0)}


@pytest.mark.parametrize(("one", "other"), [(1, 1), (5, 5), (7, 4), (40, 37)])
def test_forces_that_fire_alike_can_change_places(one: int, other: int) -> None:
    """Tanks attack and defend on the same number, so the sides mirror each other."""
    there = Case("revised", {"tank": one}, {"tank": other})
    back = Case("revised", {"tank": other}, {"tank": one})
    first = joint(reckon.outcomes(fight_of(there), Policy(), units_of(there)))
    second = joint(reckon.outcomes(fight_of(back), Policy(), units_of(back)))
    mirrored = {(how, d, a): chance for (how, a, d), chance in second.items()}
    assert first.keys() == mirrored.keys()
    for end, chance in first.items():
        assert chance == pytest.approx(mirrored[end], rel=1e-12)


def test_one_more_attacker_never_lowers_the_chance_to_win() -> None:
    for edition in ("1941", "revised", "lhtr"):
        for extra in ("infantry", "tank", "fighter"):
            before = 0.0
            for count in range(1, 12):
                attack = {"infantry": 2, "tank": 1, extra: count + 2}
                case = Case(edition, attack, {"infantry": 4, "fighter": 2})
                found = reckon.outcomes(fight_of(case), Policy(), units_of(case))
                wins = found.fought[np.ix_(found.attack_present, ~found.defend_present)].sum()
                assert wins > before
                before = wins
