"""Many battles in one call give what each gives by itself."""

from __future__ import annotations

import numpy as np
import pytest

from sandtable import odds
from sandtable.odds import Policy
from sandtable.rules.refusal import InvalidAnswer

SEED = 411


def text(units: tuple[str, ...], counts: np.ndarray) -> str:
    return " ".join(f"{n} {unit}" for n, unit in zip(counts, units, strict=True) if n)


@pytest.mark.parametrize("edition", ["1941", "revised", "lhtr"])
@pytest.mark.parametrize("sea", [False, True])
@pytest.mark.parametrize(
    "policy",
    [
        Policy(),
        Policy("keep-ground", "keep-ground", 2),
        Policy(retreat=0.4, attack_submerges="at-once", defend_submerges="at-once"),
    ],
)
def test_a_batch_gives_what_single_battles_give(edition: str, sea: bool, policy: Policy) -> None:
    rng = np.random.default_rng(SEED)
    arena = odds.Arena(edition, sea=sea, policy=policy)
    attack = rng.integers(0, 3, (12, len(arena.attack_units)))
    defend = rng.integers(0, 3, (12, len(arena.defend_units)))
    attack[:, 0] += 1
    ship = arena.defend_units.index("destroyer") if sea else 0
    defend[:, ship] += 1
    figures = arena.reckon(attack, defend)
    for k in range(12):
        about = f"seed {SEED}: {attack[k]} {defend[k]}"
        alone = odds.battle(
            edition,
            text(arena.attack_units, attack[k]),
            text(arena.defend_units, defend[k]),
            sea=sea,
            policy=policy,
        )
        assert figures.wins[k] == pytest.approx(alone.wins, abs=1e-12), about
        assert figures.takes[k] == pytest.approx(0.0 if sea else alone.takes, abs=1e-12), about
        assert figures.both_gone[k] == pytest.approx(alone.both_gone, abs=1e-12), about
        assert figures.standstill[k] == pytest.approx(alone.standstill, abs=1e-12), about
        assert figures.retreats[k] == pytest.approx(alone.retreats, abs=1e-12), about
        assert figures.attacker_loss[k] == pytest.approx(alone.attacker_loss.mean, abs=1e-9), about
        assert figures.defender_loss[k] == pytest.approx(alone.defender_loss.mean, abs=1e-9), about
        assert figures.swing[k] == pytest.approx(alone.swing.mean, abs=1e-9), about
        assert figures.deviation[k] == pytest.approx(alone.swing.deviation, abs=1e-6), about


@pytest.mark.parametrize("sea", [False, True])
def test_what_need_not_be_exact_is_nearly_so(sea: bool) -> None:
    rng = np.random.default_rng(SEED)
    arena = odds.Arena("revised", sea=sea, policy=Policy("keep-ground"))
    quick = odds.Arena("revised", sea=sea, policy=Policy("keep-ground"), exact=False)
    size = 4 if sea else 9
    attack = rng.integers(0, size, (60, len(arena.attack_units)))
    defend = rng.integers(0, size, (60, len(arena.defend_units)))
    exact, found = arena.reckon(attack, defend), quick.reckon(attack, defend)
    about = f"seed {SEED}"
    assert found.wins == pytest.approx(exact.wins, abs=0.02), about
    assert found.takes == pytest.approx(exact.takes, abs=0.02), about
    assert found.swing == pytest.approx(exact.swing, abs=1.5), about
    assert found.attacker_loss == pytest.approx(exact.attacker_loss, abs=1.5), about
    assert np.abs(found.wins - exact.wins).mean() < 0.002, about
    assert np.abs(found.swing - exact.swing).mean() < 0.2, about
    outcomes = found.wins + found.both_gone + found.defended + found.standstill + found.retreats
    assert outcomes == pytest.approx(1.0, abs=1e-9), about


def test_forces_in_words_make_a_batch() -> None:
    found = odds.batch("revised", [("5i 2t 1f", "3i 1f 1aa"), ("2 tanks", "1 infantry")])
    alone = odds.battle("revised", "5i 2t 1f", "3i 1f 1aa")
    assert found.wins[0] == pytest.approx(alone.wins, abs=1e-14)
    assert found.wins[1] > 0.9


@pytest.mark.parametrize(
    ("attack", "defend", "message"),
    [
        ([[1, 2]], [[1, 0, 0, 0, 0, 0]], "rows of 5 whole numbers"),
        ([[1, 0, 0, 0, -1]], [[1, 0, 0, 0, 0, 0]], "0 to 2000 units"),
        ([[1.5, 0, 0, 0, 0]], [[1, 0, 0, 0, 0, 0]], "whole numbers"),
        ([[1, 0, 0, 0, 0]] * 2, [[1, 0, 0, 0, 0, 0]], "2 attacks and 1 defenses"),
        ([[9999, 0, 0, 0, 0]], [[1, 0, 0, 0, 0, 0]], "0 to 2000 units"),
    ],
)
def test_bad_counts_are_refused(attack: list, defend: list, message: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(InvalidAnswer, match=message):
        odds.Arena("revised").reckon(attack, defend)


def test_what_differs_within_a_batch_is_refused() -> None:
    with pytest.raises(InvalidAnswer, match="depends on the forces"):
        odds.Arena("revised", attacker="japan", attacker_has="banzai-attacks")
    with pytest.raises(InvalidAnswer, match="optimal"):
        odds.Arena("revised", policy=Policy(retreat="optimal"))
    with pytest.raises(InvalidAnswer, match="no battles"):
        odds.batch("revised", [])
