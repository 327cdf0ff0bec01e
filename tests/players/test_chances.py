"""What a thinking player makes of a battle, exact or guessed."""

from __future__ import annotations

import random

import pytest

from sandtable.game.library import load_edition
from sandtable.players.staff import chances
from sandtable.players.staff.chances import Heap


def battles(edition_id: str, sea: bool, number: int) -> tuple[list[Heap], list[Heap]]:
    edition = load_edition(edition_id)
    sides = chances.columns(edition, sea)
    dice = random.Random(f"{edition_id}/{sea}")
    found: tuple[list[Heap], list[Heap]] = ([], [])
    for _ in range(number):
        for side, kinds in enumerate(sides):
            heap = [0] * len(edition.units)
            for unit in kinds:
                if dice.random() < 0.5 and not edition.units[unit].bystander:
                    heap[unit] = dice.randint(0, 5 if (edition.units[unit].cost or 0) < 6 else 2)
            found[side].append(tuple(heap))
    return found


@pytest.mark.parametrize("edition_id", ["1941", "revised"])
@pytest.mark.parametrize("sea", [False, True])
def test_guesses_are_near_the_truth(
    edition_id: str, sea: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition = load_edition(edition_id)
    attacks, defends = battles(edition_id, sea, 120)
    truth = chances.chances(edition, sea, attacks, defends)
    monkeypatch.setattr(chances, "_compiled", set())
    guessed = chances.chances(edition, sea, attacks, defends)
    off = [abs(one.wins - other.wins) for one, other in zip(truth, guessed, strict=True)]
    assert sum(off) / len(off) < 0.1


def test_odds_are_guessed_until_the_kernels_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "_compiled", None)
    assert chances.at_hand(False)
    chances.do_not_wait()
    assert not chances.at_hand(False)
    assert not chances.at_hand(True)
    chances.compile_ahead()
    assert chances.at_hand(False)
    assert chances.at_hand(True)


def test_ground_without_defenders_is_taken_by_those_who_can() -> None:
    edition = load_edition("1941")
    none = (0,) * len(edition.units)
    infantry, bomber = (
        tuple(int(unit.id == name) for unit in edition.units) for name in ("infantry", "bomber")
    )
    assert chances.chance(edition, False, infantry, none) == (1.0, 1.0, 0.0, 0.0)
    assert chances.chance(edition, False, bomber, none) == (1.0, 0.0, 0.0, 0.0)
    assert chances.chance(edition, False, none, infantry).wins == 0.0
