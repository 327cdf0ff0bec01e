"""What is offered is accepted, also where friends share decks and fall out."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.conformance.positions import begin_scenario
from sandtable.game import machine
from sandtable.game.dice import ScriptedDice
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.offers import offers
from sandtable.rules.edition import Edition

EDITION = load_edition("1941")
REVISED = load_edition("revised")
LHTR = load_edition("lhtr")

GUEST_AND_OWN = {
    "sz-6": {
        "united-kingdom": {"carrier": 1, "fighter": 1},
        "united-states": {"carrier(2 united-kingdom.fighter)": 1},
        "germany": {"destroyer": 1},
    }
}


def begin(units: Any, turn: str, phase: str, edition: Edition = EDITION, **more: Any) -> Game:
    position = {"clear": "all", "units": units, "turn": turn, "phase": phase, **more}
    return begin_scenario(edition, {"position": position}, ScriptedDice(()))


def accept_all(game: Game) -> int:
    found = list(offers(game.state))
    for power, answer in found:
        machine.answer(game.state, power, answer)
    return len(found)


@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
def test_offers_with_guests_aboard_a_friend(phase: str) -> None:
    game = begin(GUEST_AND_OWN, "united-kingdom", phase)
    assert accept_all(game)


def test_offers_after_one_of_several_fighters_was_sent() -> None:
    game = begin(GUEST_AND_OWN, "united-kingdom", "combat-move")
    game.decide("united-kingdom", "attack sz-6 with 1 fighter")
    assert accept_all(game)


def test_offers_after_consent_was_withdrawn() -> None:
    game = begin(GUEST_AND_OWN, "united-kingdom", "noncombat-move")
    game.decide("united-states", "consent united-kingdom no")
    assert accept_all(game)


def test_no_noncombat_move_of_a_submarine_ends_beside_enemies() -> None:
    units = {
        "sz-6": {"germany": {"submarine": 1}},
        "sz-3": {"united-kingdom": {"transport": 1}},
    }
    game = begin(units, "germany", "noncombat-move", REVISED)
    assert accept_all(game)


def test_no_flight_goes_to_submarines_that_it_cannot_hit() -> None:
    units = {
        "united-kingdom": {"united-kingdom": {"fighter": 1, "bomber": 1}},
        "sz-6": {"germany": {"submarine": 1}},
    }
    hidden = {"germany": ["super-submarines"]}
    game = begin(units, "united-kingdom", "combat-move", LHTR, technologies=hidden)
    assert accept_all(game)
