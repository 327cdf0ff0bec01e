"""The arithmetic of a battle against looking at every pair of units."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.game.library import load_edition
from sandtable.rules import reckoning
from sandtable.rules.battle import Field, can_take, cancelled_by, summary, value
from sandtable.rules.position import Stack, Token

EDITION = load_edition("1941")
FIELD = Field(EDITION, EDITION.plain_kinds)
SEA = ("battleship", "destroyer", "submarine", "transport", "fighter")
UK, GERMANY = 2, 1
YES_OR_NO = (False, True)


def forces(power: int) -> list[Stack]:
    """Every choice of up to three kinds of units, one of each."""
    return [
        tuple((Token(power, EDITION.unit_index[name]), 1) for name in names)
        for size in range(1, 4)
        for names in combinations(SEA, size)
    ]


def meetings() -> Iterator[tuple[Stack, Stack]]:
    yield from product(forces(GERMANY), forces(UK))


def armed(force: Stack, *, attacking: bool) -> Stack:
    return tuple((t, n) for t, n in force if value(FIELD.kinds, t, attacking=attacking))


def hit(shooters: Stack, targets: Stack, company: Stack, *, attacking: bool) -> bool:
    """Whether some unit can hit another, in the company of units that may uncover it."""
    cancelled = cancelled_by(FIELD.kinds, company)
    return any(
        can_take(FIELD, EDITION.units[shooter.unit].fires_as, target, cancelled)
        for shooter, _ in armed(shooters, attacking=attacking)
        for target, _ in targets
    )


def summaries(attack: Stack, defend: Stack) -> tuple[tuple[int, ...], tuple[int, ...]]:
    kinds = EDITION.kinds_of_fire
    return (
        summary(FIELD, attack, kinds, attacking=True),
        summary(FIELD, defend, kinds, attacking=False),
    )


def test_who_can_hit_whom() -> None:
    for attack, defend in meetings():
        nobody = not hit(attack, defend, attack, attacking=True)
        nobody &= not hit(defend, attack, defend, attacking=False)
        strong, able = armed(attack, attacking=True), armed(defend, attacking=False)
        harmless = not hit(strong, able, attack, attacking=True)
        harmless &= not hit(able, strong, defend, attacking=False)
        both = summaries(attack, defend)
        assert reckoning.nobody_can_hit(*both) == nobody, (attack, defend)
        assert reckoning.harmless(*both) == harmless, (attack, defend)


def test_cover_protects_until_it_is_cancelled() -> None:
    air, submarine = 1, 2
    assert reckoning.can_hit(air | submarine, False, submarine, air | submarine)
    assert not reckoning.can_hit(air, False, submarine, air | submarine)
    assert reckoning.can_hit(air, True, submarine, air | submarine)
    assert not reckoning.can_hit(0, True, submarine, air | submarine)


def settled(attack: Stack, defend: Stack, exit: bool, at_start: bool) -> tuple[str, Stack, Stack]:
    """How a look at two forces ends where the defenseless are sunk, and what is left of them."""
    strong, able = armed(attack, attacking=True), armed(defend, attacking=False)
    if hit(strong, able, attack, attacking=True) or hit(able, strong, defend, attacking=False):
        return "", attack, defend
    left = able if strong else defend
    if not left:
        return "attacker", attack, left
    exposed = hit(defend, attack, defend, attacking=False)
    waits = exit if not able else exposed and (exit or (at_start and bool(strong)))
    if waits:
        return "", attack, left
    kept = strong if exposed else attack
    return ("none" if kept else "defender"), kept, left


@pytest.mark.parametrize("exit", YES_OR_NO)
@pytest.mark.parametrize("at_start", YES_OR_NO)
def test_the_defenseless_are_sunk(exit: bool, at_start: bool) -> None:
    names = {
        reckoning.GO_ON: "",
        reckoning.ATTACKER: "attacker",
        reckoning.DEFENDER: "defender",
        reckoning.NOBODY: "none",
    }
    for attack, defend in meetings():
        found = reckoning.sink_defenseless(*summaries(attack, defend), exit, at_start)
        left = armed(attack, attacking=True) if found & reckoning.SINK_ATTACKERS else attack
        kept = armed(defend, attacking=False) if found & reckoning.SINK_DEFENDERS else defend
        expected = settled(attack, defend, exit, at_start)
        assert (names[found & reckoning.ENDING], left, kept) == expected, (attack, defend)


@pytest.mark.parametrize("waiting", YES_OR_NO)
@pytest.mark.parametrize("exit", YES_OR_NO)
@pytest.mark.parametrize("at_start", YES_OR_NO)
def test_both_stay_where_nobody_can_hit(waiting: bool, exit: bool, at_start: bool) -> None:
    for attack, defend in meetings():
        both = summaries(attack, defend)
        idle = not hit(attack, defend, attack, attacking=True)
        idle &= not hit(defend, attack, defend, attacking=False)
        ends = idle and not waiting and (at_start or not exit)
        found = reckoning.stay_if_harmless(*both, waiting, exit, at_start)
        assert found == (reckoning.NOBODY if ends else reckoning.GO_ON), (attack, defend)


def test_a_battle_may_end_within_a_round() -> None:
    nobody: Stack = ()
    for attack, defend in product([nobody, *forces(GERMANY)], [nobody, *forces(UK)]):
        both = summaries(attack, defend)
        spent = bool(attack and armed(attack, attacking=True)) and not armed(
            defend, attacking=False
        )
        assert reckoning.may_end_within_round(*both, False) == (not attack or spent)
        gone = not attack or (not defend and spent)
        assert reckoning.may_end_within_round(*both, True) == gone


def test_a_standoff() -> None:
    for attack, defend in meetings():
        both = summaries(attack, defend)
        unarmed = not armed(attack, attacking=True) and not armed(defend, attacking=False)
        assert reckoning.standoff(*both, False) == unarmed
        assert reckoning.standoff(*both, True) == reckoning.nobody_can_hit(*both)
        assert not reckoning.standoff(both[0], summaries(attack, ())[1], True)


def test_everybody_fires_once_in_a_round() -> None:
    for first in YES_OR_NO:
        assert reckoning.fires(first, True, True) + reckoning.fires(first, False, True) == 1
        assert reckoning.fires(first, False, False)


def test_what_destroyers_prevent() -> None:
    for able, cancelled in product(YES_OR_NO, repeat=2):
        assert reckoning.strikes(able, cancelled) == (able > cancelled)
        assert reckoning.may_submerge(able, cancelled) == (able > cancelled)
    assert reckoning.struck_leave(False)
    assert not reckoning.struck_leave(True)


def test_attackers_that_retreat_stay_go_or_fly() -> None:
    """An attacker stays in the battle, goes to another space or is in the air, one of the three."""
    for seaborne, held in product(YES_OR_NO, repeat=2):
        assert not reckoning.bound(True, False, held)
        assert not reckoning.stays(True, False, held)
        assert reckoning.stays(False, seaborne, held) == (seaborne or held)
        assert reckoning.bound(False, seaborne, held) != reckoning.stays(False, seaborne, held)


@pytest.mark.parametrize(
    ("bound", "air", "exit", "leave"),
    [
        (True, True, True, True),
        (True, False, True, True),
        (True, True, False, False),
        (True, False, False, False),
        (False, True, True, True),
        (False, True, False, True),
        (False, False, True, False),
        (False, False, False, False),
    ],
)
def test_who_may_retreat(bound: bool, air: bool, exit: bool, leave: bool) -> None:
    assert reckoning.may_retreat(bound, air, exit) == leave
    assert reckoning.breaks_off(bound, air) == (leave and not bound)


def test_who_is_left_standing() -> None:
    found = {sides: reckoning.last_standing(*sides) for sides in product(YES_OR_NO, repeat=2)}
    assert found == {
        (True, True): reckoning.GO_ON,
        (True, False): reckoning.ATTACKER,
        (False, True): reckoning.DEFENDER,
        (False, False): reckoning.NOBODY,
    }


@given(
    st.lists(st.tuples(st.integers(0, 1), st.integers(1, 3), st.integers(1, 3)), max_size=4),
    st.lists(st.tuples(st.integers(0, 1), st.integers(1, 3), st.integers(0, 3)), max_size=3),
)
def test_support_is_given_unit_by_unit(
    rows: list[tuple[int, int, int]], pools: list[tuple[int, int, int]]
) -> None:
    left = [supporters for _, _, supporters in pools]
    expected = [[0] * len(pools) for _ in rows]
    for i, (unit, number, count) in enumerate(rows):
        for _ in range(count):
            for p, (helped_unit, better, _) in enumerate(pools):
                if helped_unit == unit and better > number and left[p]:
                    expected[i][p] += 1
                    left[p] -= 1
                    break
    supporters = [number for _, _, number in pools]
    helped = [[9] * len(pools) for _ in rows]
    reckoning.share_support(
        [unit for unit, _, _ in rows],
        [number for _, number, _ in rows],
        [count for _, _, count in rows],
        [unit for unit, _, _ in pools],
        [number for _, number, _ in pools],
        supporters,
        helped,
    )
    assert (helped, supporters) == (expected, left)
