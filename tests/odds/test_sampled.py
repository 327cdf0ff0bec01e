"""Battles played with dice by the kernels: what a play is, and what many of them say."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from benchmarks import montecarlo
from sandtable.game.library import load_edition
from sandtable.odds import fight as f
from sandtable.odds import sampled
from sandtable.odds.engine.ends import End, ends_of
from sandtable.odds.fight import Fight
from sandtable.odds.kernels.chance import cumulated
from sandtable.odds.lineup import fight_of
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.policy import AT_ONCE, KEEP_GROUND, Policy
from sandtable.rules.battle import Field
from sandtable.rules.position import FRESH, SEABORNE, Token, stack_of
from sandtable.rules.refusal import InvalidAnswer
from sandtable.rules.roll import Shot
from tests.odds.fitting import fit, tail

SEED = 20_041
RUNS = 20_000
UNLIKELY = 1e-6
USUAL = Policy()


def fight(
    edition: str,
    attack: Mapping[str, int],
    defend: Mapping[str, int],
    *,
    exit: bool = True,
    landed: Mapping[str, int] | None = None,
    flak: Mapping[str, int] | None = None,
    ships: tuple[Shot, ...] = (),
) -> Fight:
    """A battle of the first power against the second, with guns that hit on a number."""
    ed = load_edition(edition)

    def tokens(power: int, units: Mapping[str, int], flags: int = 0) -> list[tuple[Token, int]]:
        mark = FRESH._replace(flags=flags)
        return [(Token(power, ed.unit_index[u], mark=mark), n) for u, n in units.items()]

    force = [*tokens(0, attack), *tokens(0, landed or {}, SEABORNE)]
    sea = any(ed.ships[t.unit] for t, _ in force)
    guns = [
        (Token(0, ed.unit_index[unit]), Shot("aa-gun", number, 1, "antiair"))
        for unit, number in (flak or {}).items()
    ]
    return fight_of(
        Field(ed, ed.plain_kinds, amphibious=bool(landed)),
        "sea" if sea else "land",
        stack_of(force),
        stack_of(tokens(1, defend)),
        tuple(float(unit.cost or 0) for unit in ed.units),
        sea=sea,
        exit=exit,
        guns=guns,
        ships=ships,
    )


def units_of(edition: str) -> list[str]:
    return [unit.id for unit in load_edition(edition).units]


def played(
    battle: Fight, policy: Policy = USUAL, edition: str = "revised", runs: int = RUNS
) -> Outcomes:
    return sampled.sample(battle, policy, units_of(edition), runs=runs, seed=SEED)


def left(found: Outcomes) -> dict[tuple[tuple[int, ...], tuple[int, ...]], float]:
    """Chances by the units left of both sides."""
    return {(end.attack, end.defend): chance for end, chance in ends_of(found).items()}


def lengths(found: Outcomes) -> dict[int, float]:
    """Chances by the number of cycles."""
    assert found.rounds is not None
    assert sum(n * chance for n, chance in enumerate(found.rounds)) == pytest.approx(found.cycles)
    return dict(enumerate(map(float, found.rounds)))


def agree(found: Mapping[Any, float], expected: Mapping[Any, float]) -> None:
    assert tail(*fit(expected, found, RUNS)) > UNLIKELY, f"seed {SEED}"


def test_the_same_seed_gives_the_same_plays_however_they_are_shared_out() -> None:
    battle = fight("revised", {"infantry": 3, "tank": 2}, {"infantry": 4})
    units = units_of("revised")
    parts = sampled.Plays(battle, USUAL, units, SEED)
    for runs in (1, 250, 99, 650):
        parts.go_on(runs)
    whole = sampled.sample(battle, USUAL, units, runs=1000, seed=SEED)
    other = sampled.sample(battle, USUAL, units, runs=1000, seed=SEED + 1)
    assert ends_of(whole) == ends_of(parts.outcomes(1000)) != ends_of(other)
    assert whole.samples == 1000


def test_chances_of_hits_are_binomial() -> None:
    found = cumulated(np.array([0.0, 1 / 3, 1.0]), 40)
    for p, table in zip((0.0, 1 / 3, 1.0), found, strict=True):
        for n in (0, 1, 7, 40):
            exact = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
            assert table[n, : n + 1] == pytest.approx(np.cumsum(exact), abs=1e-12)


def test_one_against_one() -> None:
    """Attack hits on 1 and defense on 2: the first cycle in which anybody hits decides."""
    found = played(fight("revised", {"infantry": 1}, {"infantry": 1}))
    hit, lost = 1 / 6, 1 / 3
    decided = 1 - (1 - hit) * (1 - lost)
    agree(
        left(found),
        {
            ((1,), (0,)): hit * (1 - lost) / decided,
            ((0,), (1,)): lost * (1 - hit) / decided,
            ((0,), (0,)): hit * lost / decided,
        },
    )
    cycles = {n: decided * (1 - decided) ** (n - 1) for n in range(1, 60)}
    agree(lengths(found), cycles)


def test_a_large_land_battle_is_as_the_usual_way_finds_it() -> None:
    ed = load_edition("revised")
    attack = {"infantry": 20, "artillery": 8, "tank": 10, "fighter": 6, "bomber": 2}
    defend = {"infantry": 26, "artillery": 4, "tank": 8, "fighter": 6}
    rows = [
        [montecarlo.row(ed, unit, number) for unit, number in force.items()]
        for force in (attack, defend)
    ]
    other = montecarlo.play(rows[0], rows[1], RUNS, SEED)
    found = played(fight("revised", attack, defend))
    wins = float(found.fought[found.attack_present][:, ~found.defend_present].sum())
    error = math.sqrt(2 * 0.25 / RUNS)
    assert wins == pytest.approx(montecarlo.chance_to_win(*other), abs=5 * error), f"seed {SEED}"
    kept = (found.fought.sum(axis=1) @ found.attack_states).sum()
    assert kept == pytest.approx(other[0].sum() / RUNS, abs=5 * 12 * error), f"seed {SEED}"


def test_more_shots_than_the_table_has() -> None:
    """A thousand shots are drawn in parts: all hits of the first cycle are lost at once."""
    battle = fight("revised", {"infantry": 1}, {"infantry": 1000})
    plan = sampled.plan_of(battle, USUAL, units_of("revised"))
    assert plan.chances.shape[1] == sampled.TABLE + 1
    found = played(fight("revised", {"tank": 700}, {"infantry": 600}), Policy(retreat=1))
    hits = 600 - (found.left.sum(axis=0) @ found.defend_states)[0]
    assert found.left.sum() == pytest.approx(1)
    assert hits == pytest.approx(350, abs=5 * math.sqrt(700 / 4 / RUNS)), f"seed {SEED}"


def test_guns_and_ships_fire_before_the_first_cycle() -> None:
    battle = fight(
        "revised",
        {"fighter": 2},
        {"infantry": 1},
        flak={"fighter": 1},
        ships=(Shot("battleship", 4, 1, "bombard"),),
    )
    found = played(battle)
    shot, hit = 1 / 6, 4 / 6
    before = hit + (1 - hit) * shot**2
    assert lengths(found)[0] == pytest.approx(before, abs=5 * math.sqrt(before / RUNS))
    alive = {n: math.comb(2, n) * (1 - shot) ** n * shot ** (2 - n) for n in range(3)}
    only_guns = played(battle._replace(defend=battle.defend._replace(counts=np.array([0]))))
    agree({a[0]: chance for (a, _), chance in left(only_guns).items()}, alive)
    assert lengths(only_guns)[0] == 1


def test_submarines_that_submerge_at_once_are_left_but_not_there() -> None:
    battle = fight("1941", {"submarine": 2}, {"submarine": 1})
    found = played(battle, Policy(attack_submerges=AT_ONCE), "1941", 10)
    assert ends_of(found) == {End((2,), False, False, (1,), True, False): 1.0}
    assert lengths(found)[0] == 1
    destroyer = fight("1941", {"submarine": 2}, {"destroyer": 1})
    found = played(destroyer, Policy(attack_submerges=AT_ONCE), "1941", 1000)
    assert lengths(found)[0] == 0


def test_a_retreat_takes_those_along_that_can_leave() -> None:
    policy = Policy(retreat=1)
    overland = fight("revised", {"infantry": 30}, {"infantry": 30})
    assert played(overland, policy, runs=100).left.sum() == pytest.approx(1)
    closed = fight("revised", {"infantry": 30}, {"infantry": 30}, exit=False)
    assert played(closed, policy, runs=100).left.sum() == 0
    landed = fight("1941", {"fighter": 9}, {"infantry": 9}, landed={"infantry": 1})
    found = played(landed, replace(policy, attack_losses=("fighter", "infantry")), "1941", 1000)
    assert found.left.sum() == 0
    fighters = landed.attack.table[:, f.AIR] != 0
    safe = ~found.attack_present & (found.attack_states[:, fighters].sum(axis=1) > 0)
    assert found.fought[safe].sum() > 0.9


def test_an_order_of_losses_is_followed() -> None:
    ed = load_edition("revised")
    battle = fight("revised", {"infantry": 1, "tank": 2}, {"infantry": 8})
    infantry = [t.unit == ed.unit_index["infantry"] for t in battle.attack.tokens]

    def infantry_last(losses: str | tuple[str, ...]) -> bool:
        """Whether tanks are never left without the infantry."""
        states = played(battle, replace(USUAL, attack_losses=losses)).attack_states
        return bool(np.all(states[:, infantry].any(axis=1) | ~states.any(axis=1)))

    assert infantry_last(("tank", "infantry"))
    assert not infantry_last(("infantry", "tank"))
    planes = fight("revised", {"infantry": 2, "fighter": 2}, {"infantry": 8})
    holds = played(planes, Policy(attack_losses=KEEP_GROUND))
    assert np.all(holds.attack_holds | ~holds.attack_present)
    assert not np.all((usual := played(planes)).attack_holds | ~usual.attack_present)


def test_plays_go_on_until_the_error_is_small_or_the_time_is_out() -> None:
    units = units_of("revised")
    battle = fight("revised", {"infantry": 6}, {"infantry": 3})
    fine = sampled.sample_until(battle, USUAL, units, error=0.002, seed=SEED)
    wins = float(fine.fought[fine.attack_present][:, ~fine.defend_present].sum())
    assert math.sqrt(wins * (1 - wins) / fine.samples) <= 0.002
    assert ends_of(fine) == ends_of(
        sampled.sample(battle, USUAL, units, runs=fine.samples, seed=SEED)
    )
    short = sampled.sample_until(battle, USUAL, units, error=0.0, seconds=0.0, seed=SEED)
    assert short.samples == sampled.PART < fine.samples


@pytest.mark.parametrize(
    "policy",
    [
        Policy(retreat=0.5),
        Policy(retreat="optimal"),
        Policy(attack_losses="optimal"),
        Policy(defend_submerges="optimal"),
    ],
)
def test_what_plays_do_not_know_is_said(policy: Policy) -> None:
    with pytest.raises(InvalidAnswer, match="a battle that is played"):
        played(fight("revised", {"infantry": 1}, {"infantry": 1}), policy, runs=1)
