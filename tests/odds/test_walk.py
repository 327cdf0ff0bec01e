"""Battles walked through the engine against odds found by hand, and by another reckoning."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

from sandtable.game.library import load_edition
from sandtable.odds.engine import pitched, walk
from sandtable.odds.engine.ends import End, ends_of, sides_of
from sandtable.odds.outcomes import TooLarge
from sandtable.odds.policy import AT_ONCE, KEEP_GROUND, Policy
from tests.odds.random_battles import EDITIONS, cases, lengths, policies

Numbers = tuple[int, ...]


def hits_of(numbers: Numbers) -> list[Fraction]:
    found = [Fraction(1)]
    for number in numbers:
        hit = Fraction(number, 6)
        found = [
            (found[n] if n < len(found) else Fraction(0)) * (1 - hit)
            + (found[n - 1] * hit if n else Fraction(0))
            for n in range(len(found) + 1)
        ]
    return found


def fought_out(
    attack: Callable[[int], Numbers], defend: Numbers, size: int
) -> dict[tuple[int, int], Fraction]:
    """A land battle with losses in order, the weakest first: (attackers, defenders) left."""

    @cache
    def ends(a: int, d: int) -> tuple[tuple[tuple[int, int], Fraction], ...]:
        if not a or not d:
            return (((a, d), Fraction(1)),)
        found: dict[tuple[int, int], Fraction] = {}
        stays = Fraction(0)
        for by_a, p in enumerate(hits_of(attack(a))):
            for by_d, q in enumerate(hits_of(defend[len(defend) - d :])):
                left = max(0, a - by_d), max(0, d - by_a)
                if left == (a, d):
                    stays += p * q
                    continue
                for end, chance in ends(*left):
                    found[end] = found.get(end, Fraction(0)) + p * q * chance
        return tuple((end, chance / (1 - stays)) for end, chance in found.items())

    return dict(ends(size, len(defend)))


def left(found: dict[End, Fraction]) -> dict[tuple[int, int], Fraction]:
    """Ends by how many are left of each side."""
    by_count: dict[tuple[int, int], Fraction] = {}
    for end, chance in found.items():
        key = (sum(end.attack), sum(end.defend))
        by_count[key] = by_count.get(key, Fraction(0)) + chance
    return by_count


@pytest.mark.parametrize("edition", EDITIONS)
def test_land_battles_against_plain_fractions(edition: str) -> None:
    ed = load_edition(edition)

    def attack(a: int) -> Numbers:  # infantry, then tanks, then the fighter
        return ((1,) * 2 + (3,) * 3)[5 - a :]

    state = pitched.battle(
        ed, {"infantry": 2, "tank": 2, "fighter": 1}, {"infantry": 2, "tank": 1, "fighter": 1}
    )
    assert left(walk.fractions(state)) == fought_out(attack, (2, 2, 3, 4), 5)


def test_artillery_supports_infantry_one_for_one() -> None:
    def attack(a: int) -> Numbers:
        infantry, artillery = max(0, a - 1), min(a, 1)
        helped = min(infantry, artillery)
        return (2,) * (artillery + helped) + (1,) * (infantry - helped)

    state = pitched.battle(
        load_edition("revised"), {"infantry": 3, "artillery": 1}, {"infantry": 3}
    )
    assert left(walk.fractions(state)) == fought_out(attack, (2, 2, 2), 4)


def chances(
    edition: str,
    attack: dict[str, int],
    defend: dict[str, int],
    policy: Policy | None = None,
    **how: object,
) -> dict[tuple[int, int], Fraction]:
    state = pitched.battle(load_edition(edition), attack, defend, **how)  # type: ignore[arg-type]
    return left(walk.fractions(state, policy))


def test_a_submarine_sinks_a_transport_before_it_fires() -> None:
    # In a cycle 1/3 sinks it; else it hits with 1/6; 5/9 that nothing happens.
    found = chances("revised", {"submarine": 1}, {"transport": 1})
    assert found == {(1, 0): Fraction(3, 4), (0, 1): Fraction(1, 4)}


def test_a_destroyer_lets_the_victims_of_submarines_fire() -> None:
    found = chances("revised", {"submarine": 1}, {"destroyer": 1})
    assert found == {(1, 0): Fraction(1, 4), (0, 0): Fraction(1, 4), (0, 1): Fraction(1, 2)}


def test_a_destroyer_cancels_first_strikes_in_the_other_edition() -> None:
    # Both fire together: 2 against 2.
    found = chances("1941", {"submarine": 1}, {"destroyer": 1})
    assert found == {(1, 0): Fraction(2, 5), (0, 0): Fraction(1, 5), (0, 1): Fraction(2, 5)}


def test_transports_alone_are_sunk_without_dice() -> None:
    state = pitched.battle(load_edition("1941"), {"destroyer": 1}, {"transport": 2})
    found = walk.outcomes(state)
    assert ends_of(found) == {End((1,), True, False, (0,), False, False): 1.0}
    assert lengths(found) == [1.0]


def test_a_battleship_takes_two_hits() -> None:
    # Attacking destroyers (3) need two hits before 4 in 6 sink them one by one.
    found = chances("revised", {"destroyer": 1}, {"battleship": 1})
    hit, struck = Fraction(1, 2), Fraction(2, 3)
    damaged = hit * (1 - struck) / (1 - (1 - hit) * (1 - struck))
    alone = (hit * (1 - struck), hit * struck)
    stays = (1 - hit) * (1 - struck)
    assert found[1, 0] == damaged * alone[0] / (1 - stays)
    assert found[0, 0] == damaged * alone[1] / (1 - stays)


def test_a_gun_fires_once_before_the_battle() -> None:
    found = chances("revised", {"fighter": 1}, {"infantry": 1, "aa-gun": 1})
    # A fighter (3) against infantry (2): 1/2 * 2/3 wins, 1/2 * 1/3 is lost, 1/6 both.
    alive = Fraction(5, 6)
    assert found == {
        (1, 0): alive * Fraction(1, 2),
        (0, 0): alive * Fraction(1, 4),
        (0, 1): alive * Fraction(1, 4) + Fraction(1, 6),
    }


def test_victims_of_bombardment_do_not_fire() -> None:
    found = chances("revised", {}, {"infantry": 1}, landed={"infantry": 1}, ships={"battleship": 1})
    unhurt = Fraction(1, 3)
    assert found == {
        (1, 0): Fraction(2, 3) + unhurt * Fraction(1, 4),
        (0, 0): unhurt * Fraction(1, 8),
        (0, 1): unhurt * Fraction(5, 8),
    }


def test_heavy_bombers_throw_two_dice() -> None:
    heavy = {"soviet-union": ["heavy-bombers"]}
    defend = {"infantry": 2}
    # Two hits at once win before any answer but the first: Revised rolls for each die.
    two = chances("revised", {"bomber": 1}, defend, traits=heavy)
    best = chances("lhtr", {"bomber": 1}, defend, traits=heavy)
    hit = Fraction(2, 3)
    unhurt = Fraction(4, 9)  # two defending infantry miss
    at_once = hit**2
    once = 2 * hit * (1 - hit)
    stays = (1 - hit) ** 2 * unhurt
    against_one = (hit * (2 - hit)) * Fraction(2, 3) / (1 - (1 - hit) ** 2 * Fraction(2, 3))
    assert two[1, 0] == (at_once * unhurt + once * unhurt * against_one) / (1 - stays)
    better = 1 - (1 - hit) ** 2
    one_left = better * Fraction(2, 3) / (1 - (1 - better) * Fraction(2, 3))
    assert best[1, 0] == better * unhurt * one_left / (1 - (1 - better) * unhurt)


def test_retreat_after_a_cycle_ends_the_battle() -> None:
    state = pitched.battle(load_edition("1941"), {"infantry": 1}, {"infantry": 1})
    found = walk.outcomes(state, Policy(retreat=1))
    assert found.left.sum() == pytest.approx(5 / 9)
    assert lengths(found) == pytest.approx([0.0, 1.0])
    gone = found.left.sum(axis=1) > 0
    assert not found.attack_present[gone].any()
    assert (found.attack_states[gone] == 1).all()


def test_aircraft_leave_and_what_landed_fights_on() -> None:
    state = pitched.battle(
        load_edition("revised"), {"fighter": 1}, {"infantry": 1}, landed={"infantry": 1}
    )
    found = walk.fractions(state, Policy(retreat=1))
    tokens = sides_of(state, (1.0,) * 30).attack.tokens
    fighter = [t.unit for t in tokens].index(load_edition("revised").unit_index["fighter"])
    assert all(end.attack[fighter] for end in found)
    assert all(sum(end.attack) == 1 for end in found if end.left)
    # The infantry falls in the first cycle with 1/3; 5/12 that both miss, and it is alone then.
    taken = sum(chance for end, chance in found.items() if end.attack_holds)
    first = Fraction(7, 12) * Fraction(2, 3)
    assert taken == first + Fraction(5, 12) * Fraction(2, 3) * Fraction(1, 4)


def test_a_unit_that_can_take_the_ground_is_kept() -> None:
    ed = load_edition("revised")
    state = pitched.battle(ed, {"infantry": 1, "fighter": 1}, {"infantry": 1})
    usual = walk.fractions(state)
    kept = walk.fractions(state, Policy(attack_losses=KEEP_GROUND))
    assert any(end.attack == (0, 1) for end in usual)
    assert not any(end.attack == (0, 1) for end in kept)
    assert any(end.attack == (1, 0) and end.attack_holds for end in kept)


def test_submerged_submarines_are_left_but_not_there() -> None:
    state = pitched.battle(load_edition("1941"), {"carrier": 1}, {"submarine": 2})
    found = walk.fractions(state, Policy(defend_submerges=AT_ONCE))
    assert found == {End((1,), True, False, (2,), False, False): 1}


def test_a_retreat_below_a_chance() -> None:
    state = pitched.battle(load_edition("1941"), {"infantry": 2}, {"infantry": 2})
    never, always = (
        walk.outcomes(state, Policy(retreat=0.0)),
        walk.outcomes(state, Policy(retreat=1.1)),
    )
    assert never.left.sum() == 0.0
    assert always.left.sum() == pytest.approx(walk.outcomes(state, Policy(retreat=1)).left.sum())
    some = walk.outcomes(state, Policy(retreat=0.3))
    # Two against two win with less than 0.3, two against one with more.
    assert 0.0 < some.left.sum() < always.left.sum()
    rows = some.left.nonzero()
    assert {
        (int(a), int(d))
        for a, d in zip(
            some.attack_states[rows[0]].sum(axis=1),
            some.defend_states[rows[1]].sum(axis=1),
            strict=True,
        )
    } == {(1, 1), (1, 2), (2, 2)}


def test_floats_are_the_fractions() -> None:
    seed = 11
    print("seed", seed)
    for case, policy in zip(cases(seed, 16, most=2), policies(seed, 16), strict=True):
        state = case.state()
        exact = walk.fractions(state, policy)
        assert sum(exact.values()) == 1, case
        found = ends_of(walk.outcomes(state, policy))
        assert found.keys() == exact.keys(), case
        for end, chance in found.items():
            assert chance == pytest.approx(float(exact[end]), abs=1e-14), case


def test_rounds_add_up_and_nothing_is_dropped() -> None:
    seed = 12
    print("seed", seed)
    for case, policy in zip(cases(seed, 16, most=2), policies(seed, 16), strict=True):
        found = walk.outcomes(case.state(), policy)
        assert sum(lengths(found)) == pytest.approx(1.0, abs=1e-12), case
        assert min(lengths(found)) >= 0.0
        assert found.dropped == 0.0
        assert found.samples == 0


def test_a_battle_that_is_too_large_is_said_to_be() -> None:
    state = pitched.battle(load_edition("1941"), {"infantry": 9, "tank": 9}, {"infantry": 9})
    with pytest.raises(TooLarge, match="more than 50 states"):
        walk.outcomes(state, limit=50)


def test_raids_by_hand() -> None:
    state = pitched.battle(
        load_edition("revised"), {"bomber": 1}, {"aa-gun": 1}, at="germany", raid=True
    )
    found = walk.raid(state)
    assert found.pop(((0,), 0)) == pytest.approx(1 / 6)
    assert found == {((1,), n): pytest.approx(5 / 36) for n in range(1, 7)}


def test_binomials_hold_for_one_shot_of_many_units() -> None:
    state = pitched.battle(load_edition("1941"), {"infantry": 5}, {"infantry": 1})
    first = walk.outcomes(state, Policy(retreat=1))
    missed = Fraction(5, 6) ** 5
    assert first.left.sum() == pytest.approx(float(missed))
