"""Trying answers out, odds, reach, and a game at earlier moments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable import Game, InvalidAnswer, new_game
from sandtable.odds.engine.pending import pending
from sandtable.server.schemas.games import WhatIf
from sandtable.server.schemas.options import BattleOdds, SpaceCard
from sandtable.server.views import odds
from sandtable.server.views.board import spaces_of
from sandtable.server.views.moment import moment_of
from sandtable.server.views.odds import battle_odds
from sandtable.server.views.reach import reach_of, space_card
from sandtable.server.views.whatif import what_if
from tests.server.views.clicking import Clicker


def german_attack() -> Game:
    """The combat move of the first German turn of 1941."""
    game = new_game("1941", seed=1)
    for line in ("soviet-union: buy nothing", "soviet-union: end", "soviet-union: end"):
        game.play(line)
    game.play("germany: buy nothing")
    assert game.phase == "combat-move"
    return game


def move(units: dict[str, int], *path: str) -> dict[str, object]:
    return {"type": "move", "units": units, "path": list(path)}


def asked(game: Game, *cases: Mapping[str, object]) -> WhatIf:
    return WhatIf.model_validate({"power": game.turn, "cases": cases})


def test_odds_of_an_attack_are_told_before_it_is_ordered() -> None:
    game = german_attack()
    state = game.state
    attack = move({"infantry": 3, "tank": 2}, "ukraine", "caucasus")
    weak = move({"infantry": 1}, "ukraine", "caucasus")
    answer = what_if(
        game,
        asked(
            game,
            {"answers": [attack], "space": "caucasus"},
            {"answers": [weak], "space": "caucasus"},
        ),
        5,
    )
    assert answer.version == 5
    strong, alone = (result.odds for result in answer.results)
    assert strong is not None
    assert alone is not None
    assert strong.wins > alone.wins
    assert strong.attackers == {"infantry": 3, "tank": 2}
    assert strong.wins + strong.draws + strong.loses == pytest.approx(1)
    assert game.state is state


def test_while_kernels_are_compiled_nobody_waits_for_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    game = german_attack()
    attack = move({"infantry": 3, "tank": 2}, "ukraine", "caucasus")
    case = {"answers": [attack], "space": "caucasus"}
    answers: list[tuple[bool, bool]] = []

    def compile_slowly() -> None:
        tried = what_if(game, asked(game, case), 0)
        answers.append((tried.waiting, tried.results[0].odds is None))
        assert battle_odds(game, 0).waiting

    monkeypatch.setattr(odds, "_compile", compile_slowly)
    odds.warm_up()
    assert answers == [(True, True)]
    after = what_if(game, asked(game, case), 0)
    assert not after.waiting
    assert after.results[0].odds is not None


def test_cases_are_refused_one_by_one_with_the_rule() -> None:
    game = german_attack()
    far = {"answers": [move({"infantry": 1}, "ukraine", "russia")]}
    nonsense = {"answers": [{"type": "dance"}]}
    good = {"answers": [{"type": "end"}]}
    refused, invalid, fine = what_if(game, asked(game, far, nonsense, good), 0).results
    assert refused.refusal is not None
    assert refused.refusal.rule.startswith("1941/")
    assert refused.refusal.message[0].isupper()
    assert invalid.invalid
    assert fine.refusal is None
    assert fine.invalid is None


def test_a_case_ends_where_dice_would_fall() -> None:
    game = german_attack()
    attack = move({"infantry": 3}, "ukraine", "caucasus")
    case = {"answers": [attack, {"type": "end"}, {"type": "press"}], "space": "caucasus"}
    (result,) = what_if(game, asked(game, case), 0).results
    assert (result.refusal, result.invalid, result.odds) == (None, None, None)


def test_odds_of_all_battles_to_come() -> None:
    game = german_attack()
    game.play("germany: move 3 infantry, 2 tank: ukraine > caucasus")
    found = battle_odds(game, 3)
    assert BattleOdds.model_validate_json(found.model_dump_json()) == found
    assert [(odds.space, odds.exact) for odds in found.battles] == [("caucasus", True)]
    odds = found.battles[0]
    likely = odds.ends[0]
    assert 0 < likely["chance"] <= 1
    assert set(odds.attackers_left) == {"infantry", "tank"}


@pytest.mark.parametrize("edition", ["1941", "revised", "lhtr"])
def test_odds_are_told_in_every_moment_of_a_battle(edition: str) -> None:
    game = new_game(edition, seed=5)
    clicker = Clicker(5, restless=0.95)
    told = 0
    for _ in range(250):
        if not game.pending:
            break
        kind = game.pending[0].kind
        if kind not in ("combat-move", "noncombat-move"):
            found = battle_odds(game, 0).battles
            assert len(found) == len(pending(game))
            for odds in found:
                told += 1
                assert odds.wins + odds.draws + odds.loses == pytest.approx(1, abs=1e-6)
                assert 0 <= odds.takes <= 1 + 1e-9
        clicker.step(game)
    assert told


def test_who_can_reach_a_space_now_and_next_turn() -> None:
    game = german_attack()
    caucasus = game.edition.board.index["caucasus"]
    found = reach_of(game, caucasus)
    now = {each.space: each.units for each in found if not each.next_turn}
    later = {(each.power, each.space): each.units for each in found if each.next_turn}
    assert now["ukraine"]["infantry"] == 3
    assert later["germany", "ukraine"] == now["ukraine"]
    assert ("soviet-union", "russia") in later


def test_units_that_transports_could_bring_are_in_reach() -> None:
    game = new_game("revised", seed=1)
    found = reach_of(game, game.edition.board.index["united-kingdom"])
    germans = {each.space: each.units for each in found if each.power == "germany"}
    assert germans["western-europe"]["infantry"] >= 1


def test_a_card_tells_reach_and_odds() -> None:
    game = german_attack()
    game.play("germany: move 3 infantry, 2 tank: ukraine > caucasus")
    card = space_card(game, game.edition.board.index["caucasus"], 9)
    assert SpaceCard.model_validate_json(card.model_dump_json()) == card
    assert card.odds is not None
    assert card.odds.space == "caucasus"
    quiet = space_card(game, game.edition.board.index["brazil"], 9)
    assert quiet.odds is None


def test_a_game_at_an_earlier_moment_is_as_it_was_then() -> None:
    game = new_game("revised", seed=8)
    clicker = Clicker(8)
    seen: list[Any] = []
    while len(game.history) < 60:
        seen[len(game.history) :] = [(moment_of(game), spaces_of(game), game.rolls_made)]
        clicker.step(game)
    for decisions in (0, 1, 17, 59):
        earlier = game.at(decisions)
        assert (moment_of(earlier), spaces_of(earlier), earlier.rolls_made) == seen[decisions]
    assert len(game.history) >= 60
    with pytest.raises(InvalidAnswer):
        game.at(len(game.history) + 1)


def test_odds_that_take_long_are_told_in_parts() -> None:
    game = german_attack()
    game.play("germany: move 3 infantry: ukraine > caucasus")
    game.play("germany: move 3 infantry: west-russia > russia")
    some = battle_odds(game, 1, patience=-1)
    assert some.waiting
    assert len(some.battles) == 1
    every = battle_odds(game, 1)
    assert not every.waiting
    assert len(every.battles) == 2
    attack = move({"infantry": 1}, "eastern-europe", "karelia")
    (late,) = what_if(
        game, asked(game, {"answers": [attack], "space": "karelia"}), 1, patience=-1
    ).results
    assert late.odds is None
    assert late.refusal is None
