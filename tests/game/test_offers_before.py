"""What is offered before the first turn, against brute force."""

from __future__ import annotations

from itertools import islice, product
from math import comb

import pytest

from sandtable.game import machine
from sandtable.game.answers import Choose, Place, Roll, UnitSpec, Use
from sandtable.game.dice import SeededDice
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.offers import offers

EDITIONS = {name: load_edition(name) for name in ("revised", "lhtr")}


@pytest.mark.parametrize("name", EDITIONS)
def test_every_choice_of_advantages_is_offered(name: str) -> None:
    game = Game.new(EDITIONS[name], options={"advantages": "2"})
    found = list(offers(game.state))
    assert len(found) == len(EDITIONS[name].powers) * comb(6, 2)
    for power, answer in found:
        assert isinstance(answer, Choose)
        machine.answer(game.state, power, answer)


def test_dice_are_offered_where_they_decide() -> None:
    options = {"advantages": "2", "advantages_by": "roll"}
    game = Game.new(EDITIONS["revised"], options=options, dice=SeededDice(1))
    assert list(offers(game.state)) == [(0, Roll())]


@pytest.mark.parametrize("name", EDITIONS)
def test_the_garrison_goes_to_any_colony(name: str) -> None:
    game = Game.new(EDITIONS[name], options={"advantages": "6"})
    while game.pending[0].kind == "advantages":
        power, answer = next(offers(game.state))
        game.decide(power, answer)
    found = [answer for _, answer in offers(game.state)]
    assert all(isinstance(answer, Use) for answer in found)
    spaces = {answer.parts[0].path for answer in found if isinstance(answer, Use)}
    assert (EDITIONS[name].board.index["india"],) in spaces
    assert (EDITIONS[name].board.index["united-kingdom"],) not in spaces
    assert (EDITIONS[name].board.index["germany"],) not in spaces


@pytest.mark.parametrize("limit", ["one-per-space", "free"])
def test_bids_are_what_trying_finds(limit: str) -> None:
    edition = EDITIONS["revised"]
    game = Game.new(edition, options={"bid_germany": "9", "bid_limit": limit})
    (asked,) = game.pending
    found = [answer for _, answer in offers(game.state)]
    assert len(set(found)) == len(found)
    for answer in islice(found, 0, None, 7):
        assert game.refusal(asked.power, answer) is None
    singles = {
        Place(((space, (UnitSpec(number, unit.index),)),))
        for space, unit, number in product(range(len(edition.board)), edition.units, (1, 2, 3))
    }
    accepted = {answer for answer in singles if game.refusal(asked.power, answer) is None}
    assert accepted
    assert accepted <= set(found)
    alone = {
        answer
        for answer in found
        if isinstance(answer, Place) and len(answer.places) == 1 == len(answer.places[0][1])
    }
    assert alone <= accepted
    assert Place(()) in found
