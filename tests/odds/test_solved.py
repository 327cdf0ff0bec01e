"""Best play: against a minimax in fractions, against the engine, and what must hold of any."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import astuple, replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
import pytest

from sandtable.game.library import load_edition
from sandtable.odds import fight as f
from sandtable.odds import outcomes, reckon
from sandtable.odds.engine import handing, optimum
from sandtable.odds.fight import Fight
from sandtable.odds.lineup import usual_prices
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.policy import AT_ONCE, KEEP_GROUND, NEVER, OPTIMAL, USUAL, Policy
from sandtable.odds.solving.advice import Advisor
from sandtable.odds.solving.setting import TooLarge
from sandtable.odds.solving.solved import solve
from sandtable.odds.staging import stage
from sandtable.rules.refusal import InvalidAnswer
from tests.odds.random_battles import Case, cases, policies

BEST = Policy(OPTIMAL, OPTIMAL, OPTIMAL, OPTIMAL, OPTIMAL)
SEED = 20261115

Force = tuple[int, ...]


def fight_of(attack: str, defend: str, *, exit: bool = True) -> Fight:
    return stage(load_edition("revised"), attack, defend, exit=exit).fight


def present(force: dict[str, int]) -> dict[str, int]:
    return {name: count for name, count in force.items() if count}


def gain(fight: Fight, found: Outcomes, ground: float = 0.0) -> float:
    """What the attackers gain on average, by the ends of a battle."""
    lost_a = (fight.attack.counts - found.attack_states) @ fight.attack.costs
    lost_d = (fight.defend.counts - found.defend_states) @ fight.defend.costs
    taken = np.outer(found.attack_holds, ~found.defend_present) * ground
    chances = found.fought + found.left
    return float((chances * (lost_d[None, :] - lost_a[:, None] + taken)).sum())


# --- a minimax in fractions, of land battles in which nobody helps another


class Minimax:
    """Units are (attack, defense, cost, captures) by row. All of a cycle by its definition."""

    def __init__(
        self, ours: list[tuple[int, int, int, bool]], theirs: list[tuple[int, int, int, bool]]
    ) -> None:
        self.ours, self.theirs = ours, theirs
        self.ground = Fraction(0)
        self.end = cache(self.end_of_cycle)

    def hits(self, numbers: list[int], force: Force) -> list[Fraction]:
        chances = [Fraction(1)]
        for number, count in zip(numbers, force, strict=True):
            p = Fraction(number, 6)
            one = [comb(count, k) * p**k * (1 - p) ** (count - k) for k in range(count + 1)]
            longer = [Fraction(0)] * (len(chances) + count)
            for (i, x), (j, y) in product(enumerate(chances), enumerate(one)):
                longer[i + j] += x * y
            chances = longer
        return chances

    def losses(self, force: Force, hits: int) -> Iterator[Force]:
        """Every force that so many hits can leave."""
        gone = min(hits, sum(force))
        for left in product(*(range(count + 1) for count in force)):
            if sum(left) == sum(force) - gone:
                yield left

    def owned(self, a: Force, d: Force) -> Fraction:
        worth = sum(n * u[2] for n, u in zip(a, self.ours, strict=True))
        worth -= sum(n * u[2] for n, u in zip(d, self.theirs, strict=True))
        if not any(d) and any(n and u[3] for n, u in zip(a, self.ours, strict=True)):
            return worth + self.ground
        return Fraction(worth)

    def choices(self, a: Force, d: Force) -> tuple[Fraction, Fraction]:
        """What pressing on and retreating are worth."""
        back = self.hits([u[1] for u in self.theirs], d)

        def after(left: Force) -> tuple[Fraction, Fraction]:
            """The value when the defenders fire, so many of them being left; what is the same."""
            known = same = Fraction(0)
            for hits, chance in enumerate(back):
                if hits == 0 and left == d:
                    same += chance
                else:
                    known += chance * max(self.end(x, left) for x in self.losses(a, hits))
            return known, same

        known = same = Fraction(0)
        for hits, chance in enumerate(self.hits([u[0] for u in self.ours], a)):
            if hits == 0:
                rest, again = after(d)
                known += chance * rest
                same += chance * again
            else:
                known += chance * min(after(left)[0] for left in self.losses(d, hits))
        leave = self.owned(a, d)
        press = known / (1 - same)
        # If it is better to leave, the fire is followed by that.
        return (press if press >= leave else known + same * leave), leave

    def end_of_cycle(self, a: Force, d: Force) -> Fraction:
        if not any(a) or not any(d):
            return self.owned(a, d)
        return max(self.choices(a, d))

    def value(self, a: Force, d: Force) -> Fraction:
        """The gain of a battle that begins: its first cycle must be fought."""
        return self.choices(a, d)[0] - self.owned(a, d)


INFANTRY, TANK = (1, 2, 3, True), (3, 3, 5, True)
FIGHTER, BOMBER = (3, 4, 10, False), (4, 1, 15, False)
NAMES = {"infantry": INFANTRY, "tank": TANK, "fighter": FIGHTER, "bomber": BOMBER}


@pytest.mark.parametrize("ground", [0, 7])
@pytest.mark.parametrize(
    ("attack", "defend"),
    [
        ("1 infantry", "1 infantry"),
        ("2 infantry 1 tank", "2 infantry"),
        ("1 infantry 1 tank 1 fighter", "1 infantry 1 tank"),
        ("2 infantry 1 bomber", "1 infantry 1 fighter 1 bomber"),
        ("2 tank 1 fighter", "2 infantry 1 fighter"),
    ],
)
def test_every_decision_agrees_with_a_minimax_in_fractions(
    attack: str, defend: str, ground: int
) -> None:
    fight = fight_of(attack, defend)
    ours, theirs = ([NAMES[name] for name in text.split()[1::2]] for text in (attack, defend))
    a, d = (tuple(int(n) for n in text.split()[::2]) for text in (attack, defend))
    exact = Minimax(ours, theirs)
    exact.ground = Fraction(ground)
    solution = solve(fight, BEST, ground=ground)
    assert solution.value == pytest.approx(float(exact.value(a, d)), abs=1e-11)
    advisor = Advisor(solution)
    kind = int(fight.defend.table[0, f.KIND])
    states_a = list(product(*(range(n + 1) for n in a)))
    states_d = list(product(*(range(n + 1) for n in d)))
    for x, y in product(states_a, states_d):
        if not any(x) or not any(y):
            continue
        press, leave = exact.choices(x, y)
        found = advisor.leaving(x, y)
        here = exact.owned(x, y)
        assert found.press == pytest.approx(float(press - here), abs=1e-11)
        assert found.retreat == pytest.approx(float(leave - here), abs=1e-11)
        if abs(press - leave) > Fraction(1, 10**6):
            assert found.retreats == (leave > press)
        for hits in range(1, sum(x)):
            left = tuple(advisor.best_losses("attacker", x, y, {kind: hits}))
            best = max(exact.end(other, y) for other in exact.losses(x, hits))
            assert exact.end(left, y) == best


# --- the engine's own graph


def policies_with_choices(rng: random.Random) -> Policy:
    """A policy that leaves something to be found, often everything."""
    if rng.random() < 0.4:
        return BEST
    while True:
        policy = Policy(
            rng.choice((OPTIMAL, USUAL, KEEP_GROUND)),
            rng.choice((OPTIMAL, USUAL)),
            rng.choice((OPTIMAL, NEVER, 1, 2, 3)),
            rng.choice((OPTIMAL, NEVER, AT_ONCE)),
            rng.choice((OPTIMAL, NEVER, AT_ONCE)),
        )
        if OPTIMAL in astuple(policy):
            return policy


def small(seed: int, number: int) -> Iterator[tuple[Case, Fight, Policy, float]]:
    rng = random.Random(seed)
    for case in cases(seed, number, most=2):
        fight = handing.fight_in(case.state(), usual_prices(case.ed))
        assert fight is not None
        yield case, fight, policies_with_choices(rng), rng.choice((0.0, 4.0))


@pytest.mark.parametrize("part", range(2))
def test_values_agree_with_the_graph_of_the_engine(part: int) -> None:
    seed = SEED + part
    proved = 0
    for case, fight, policy, ground in small(seed, 36):
        about = f"seed {seed}: {case} {policy} {ground}"
        try:
            graph = optimum.solve(case.state(), policy, ground=ground, limit=500)
        except outcomes.TooLarge:
            continue
        solution = solve(fight, policy, case.ed, ground=ground)
        assert solution.value == pytest.approx(graph.value, abs=1e-9), about
        proved += 1
    assert proved >= 20


def test_the_ends_of_best_play_are_worth_its_value() -> None:
    seed = SEED + 10
    for case, fight, policy, ground in small(seed, 96):
        about = f"seed {seed}: {case} {policy} {ground}"
        solution = solve(fight, policy, case.ed, ground=ground)
        found = solution.outcomes()
        assert found.rounds is not None
        assert found.fought.sum() + found.left.sum() == pytest.approx(1.0, abs=1e-12), about
        assert found.rounds.sum() == pytest.approx(1.0, abs=1e-12), about
        assert gain(fight, found, ground) == pytest.approx(solution.value, abs=1e-9), about


def joint(found: Outcomes) -> dict[tuple[object, ...], float]:
    """Chances by what is left of both sides, who is there, and how it ended."""
    out: dict[tuple[object, ...], float] = {}
    for how, chances in (("fought", found.fought), ("left", found.left)):
        for a, d in zip(*np.nonzero(chances), strict=True):
            key = (
                how,
                tuple(found.attack_states[a].tolist()),
                bool(found.attack_present[a]),
                tuple(found.defend_states[d].tolist()),
                bool(found.defend_present[d]),
            )
            out[key] = out.get(key, 0.0) + float(chances[a, d])
    return out


def test_without_a_choice_the_ends_are_those_of_the_other_kernels() -> None:
    seed = SEED + 15
    for case, policy in zip(cases(seed, 72), policies(seed, 72), strict=True):
        fight = handing.fight_in(case.state(), usual_prices(case.ed))
        assert fight is not None
        found = joint(solve(fight, policy, case.ed).outcomes())
        expected = joint(reckon.outcomes(fight, policy, tuple(case.ed.unit_index)))
        about = f"seed {seed}: {case} {policy}"
        for key in found.keys() | expected.keys():
            gap = abs(found.get(key, 0.0) - expected.get(key, 0.0))
            assert gap < 1e-12, f"{about}: {key}"


# --- what must hold


def test_whoever_chooses_loses_nothing_by_it() -> None:
    seed = SEED + 20
    better = 0
    for case, fight, _, ground in small(seed, 60):
        about = f"seed {seed}: {case} {ground}"

        def value(
            policy: Policy, fight: Fight = fight, case: Case = case, ground: float = ground
        ) -> float:
            return solve(fight, policy, case.ed, ground=ground).value

        plain = Policy()
        ours = replace(plain, attack_losses=OPTIMAL, retreat=OPTIMAL, attack_submerges=OPTIMAL)
        theirs = replace(plain, defend_losses=OPTIMAL, defend_submerges=OPTIMAL)
        usual = value(plain)
        for freed in ("attack_losses", "retreat", "attack_submerges"):
            assert value(replace(plain, **{freed: OPTIMAL})) >= usual - 1e-9, about
        assert value(ours) >= usual - 1e-9, about
        assert value(theirs) <= usual + 1e-9, about
        assert value(ours) >= value(BEST) - 1e-9 >= value(theirs) - 2e-9, about
        better += value(ours) > usual + 1e-6
    assert better


def test_one_more_attacker_costs_no_more_than_itself() -> None:
    """What the attackers own in the end does not become less; nor does what the defenders own."""
    seed = SEED + 30
    rng = random.Random(seed)
    ed = load_edition("revised")
    land = {unit.id: unit.cost or 0 for unit in ed.units if unit.id in ("artillery", *NAMES)}
    for _ in range(40):
        forces = [{name: rng.randint(0, 2) for name in land} for _ in range(2)]
        for force in forces:
            force["infantry"] += 1
        ground = rng.choice((0.0, 5.0))
        extra = rng.choice(list(land))

        def value(ours: dict[str, int], theirs: dict[str, int], ground: float = ground) -> float:
            return solve(stage(ed, present(ours), present(theirs)).fight, BEST, ground=ground).value

        about = f"seed {seed}: {forces} {extra} {ground}"
        attack, defend = forces
        base = value(attack, defend)
        stronger = value({**attack, extra: attack[extra] + 1}, defend)
        assert stronger >= base - land[extra] - 1e-9, about
        harder = value(attack, {**defend, extra: defend[extra] + 1})
        assert harder <= base + land[extra] + 1e-9, about


def test_equal_sides_without_a_choice_are_even() -> None:
    never = Policy(OPTIMAL, OPTIMAL, NEVER)
    for forces in ("1 tank", "4 tank", "3 artillery"):
        solution = solve(fight_of(forces, forces), never)
        assert solution.value == pytest.approx(0.0, abs=1e-12)
        found = solution.outcomes()
        order_a = np.argsort(found.attack_states[:, 0])
        order_d = np.argsort(found.defend_states[:, 0])
        chances = found.fought[np.ix_(order_a, order_d)]
        assert chances == pytest.approx(chances.T, abs=1e-13)


def test_more_ground_and_a_way_out_never_hurt() -> None:
    fights = [
        fight_of("2 infantry 1 tank 1 fighter", "2 infantry 1 tank", exit=out)
        for out in (False, True)
    ]
    values = [[solve(fight, BEST, ground=g).value for g in (0.0, 3.0, 9.0)] for fight in fights]
    assert values[0][0] < values[0][1] < values[0][2]
    assert all(shut < out for shut, out in zip(*values, strict=True))


def test_a_retreat_after_some_cycles_is_made_then() -> None:
    fight = fight_of("3 infantry 1 tank", "3 infantry")
    found = solve(fight, Policy(OPTIMAL, OPTIMAL, 2)).outcomes()
    assert found.rounds is not None
    assert len(found.rounds) == 3
    assert found.left.sum() > 0.1


# --- what can be solved at all


def test_a_battle_that_is_too_large_says_how_large() -> None:
    huge = fight_of(
        "40 infantry 20 artillery 20 tank 20 fighter 20 bomber",
        "40 infantry 20 artillery 20 tank 20 fighter",
    )
    with pytest.raises(TooLarge) as refused:
        solve(huge, BEST)
    estimate = refused.value.estimate
    assert estimate.attackers == 41 * 21**4
    assert estimate.defenders == 41 * 21**3
    assert str(estimate.attackers) in str(refused.value)
    with pytest.raises(TooLarge):
        solve(fight_of("5 infantry 2 tank", "5 infantry"), BEST, work=100.0)
    with pytest.raises(TooLarge):
        solve(fight_of("5 infantry 2 tank", "5 infantry"), BEST, memory=100)


def test_large_forces_that_lose_in_order_are_no_trouble() -> None:
    fight = fight_of("40 infantry 20 artillery 20 tank", "40 infantry 20 tank 10 fighter")
    solution = solve(fight, Policy(retreat=OPTIMAL))
    assert len(solution.setting.attack.states) == 81
    assert gain(fight, solution.outcomes()) == pytest.approx(solution.value, abs=1e-9)


def test_what_cannot_be_solved_is_refused() -> None:
    fight = fight_of("1 infantry", "1 infantry")
    with pytest.raises(InvalidAnswer, match="chance"):
        solve(fight, Policy(OPTIMAL, retreat=0.5))
    with pytest.raises(InvalidAnswer, match="edition"):
        solve(fight, Policy(("infantry",), OPTIMAL))
    with pytest.raises(InvalidAnswer, match="one cycle"):
        solve(fight, Policy(OPTIMAL, retreat=0))
