"""Computer players: legal, repeatable, and the captain worth playing against."""

from __future__ import annotations

import pytest

from sandtable.game.game import Game
from sandtable.game.notation import format_answer
from sandtable.players import registry

HASTE = 0.02
"""Seconds for levels that would think long."""


def play(game: Game, levels: dict[str, str], rounds: int, seed: str) -> Game:
    """Let levels play the sides against each other, through the notation as the server does."""
    edition = game.edition
    while game.winner is None and game.round <= rounds:
        asked = game.pending[0]
        level = levels[edition.sides[edition.powers[asked.power].side]]
        name = f"{seed}/{len(game.history)}"
        plan = registry.choose(game.state, asked, level=level, seed=name, seconds=HASTE)
        assert plan
        for at, choice in enumerate(plan):
            game.decide(asked.power, format_answer(edition, choice.answer))
            assert at == len(plan) - 1 or not game.history[-1].rolls
    return game


def income(game: Game, side: str) -> int:
    return sum(
        game.production(power.id)
        for power in game.edition.powers
        if game.edition.sides[power.side] == side
    )


@pytest.mark.parametrize("edition", ["1941", "revised", "lhtr"])
@pytest.mark.parametrize("level", list(registry.LEVELS))
def test_whatever_a_level_answers_is_accepted(edition: str, level: str) -> None:
    games, rounds = (2, 3) if registry.LEVELS[level].seconds is None else (1, 1)
    for seed in range(games):
        game = Game.new(edition, seed=seed)
        play(game, {"axis": level, "allies": level}, rounds, str(seed))
        assert game.round > rounds or game.winner is not None


@pytest.mark.parametrize("how", ["choice", "roll"])
def test_levels_cope_with_advantages_and_bids(how: str) -> None:
    options = {"advantages": "4", "advantages_by": how, "bid_germany": "12"}
    for level in registry.LEVELS:
        game = Game.new("lhtr", seed=how, options=options)
        rounds = 2 if registry.LEVELS[level].seconds is None else 1
        play(game, {"axis": level, "allies": level}, rounds, how)
        assert game.round > rounds or game.winner is not None


@pytest.mark.parametrize("side", ["axis", "allies"])
def test_the_captain_beats_the_random_one(side: str) -> None:
    """By victory, or by more income than it began with."""
    other = "allies" if side == "axis" else "axis"
    won = 0
    games = 3
    for seed in range(games):
        game = Game.new("1941", seed=seed)
        before = income(game, side)
        play(game, {side: "captain", other: "random"}, 8, str(seed))
        won += game.winner == side or (game.winner is None and income(game, side) > before)
    assert won == games


def test_the_same_seed_gives_the_same_game() -> None:
    games = [
        play(Game.new("1941", seed=5), {"axis": "captain", "allies": "captain"}, 2, "x")
        for _ in range(2)
    ]
    one, other = ([game.line(entry) for entry in game.history] for game in games)
    assert one == other


def test_a_level_that_is_no_more_is_played_by_the_usual_one() -> None:
    assert registry.level_named("grandmaster").id == registry.USUAL
    assert registry.level_named(None).id == registry.USUAL


def test_a_phase_that_a_person_left_half_done_is_gone_on_with() -> None:
    """The computer may take a seat in the middle of a phase."""
    game = Game.new("1941", seed=3)
    game.play("soviet-union: buy 2 infantry")
    game.play("soviet-union: move 3 infantry: caucasus > ukraine")
    plan = registry.choose(game.state, game.pending[0], level="captain", seed="s")
    for choice in plan:
        game.decide("soviet-union", choice.answer)
    assert game.phase != "combat-move"
