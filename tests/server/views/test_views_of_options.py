"""Games played with nothing but what `Options` offers, and every offer held to the engine."""

from __future__ import annotations

import random

import pytest

from sandtable import Game, new_game
from sandtable.rules.edition import Edition
from sandtable.server.schemas.options import Options
from sandtable.server.schemas.views import BattleView, SpaceView
from sandtable.server.views.board import spaces_of
from sandtable.server.views.editions import playable_editions
from sandtable.server.views.moment import moment_of
from sandtable.server.views.options import all_options, options_for
from tests.server.views.clicking import END, Clicker, accepted, with_count

EDITIONS = playable_editions()
every_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda ed: ed.id)


def game_of(edition: Edition, seed: int) -> Game:
    """A game, every other one with all that can be agreed on besides."""
    options: dict[str, str] = {}
    if seed % 2 and any(option.id == "advantages" for option in edition.options):
        by = "roll" if seed % 4 == 1 else "choice"
        options = {"advantages": "4", "advantages_by": by, "bid_germany": "12"}
    return new_game(edition, seed=seed, options=options)


@every_edition
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_can_be_played_by_options_alone(edition: Edition, seed: int) -> None:
    game = game_of(edition, seed)
    Clicker(seed).play(game, rounds=3)
    assert game.round > 3 or game.winner is not None


@every_edition
@pytest.mark.parametrize("seed", [11, 12])
def test_every_offer_is_accepted_and_means_units_that_are_shown(
    edition: Edition, seed: int
) -> None:
    game = game_of(edition, seed)
    clicker, rng = Clicker(seed), random.Random(seed)
    for _ in range(150):
        if not game.pending:
            break
        for decision in game.pending:
            options = options_for(game, decision, 7)
            assert options.version == 7
            check(game, options, rng)
        clicker.step(game)


def check(game: Game, options: Options, rng: random.Random) -> None:
    """Hold a sample of what is offered to the engine and to the board."""
    spaces = spaces_of(game)
    offers = [offer.answer for offer in rng.sample(options.answers, min(20, len(options.answers)))]
    if options.casualties is not None:
        offers.append(options.casualties.proposed)
        offers += [offer.answer for offer in options.casualties.proposals]
        keys = [unit.key for unit in options.casualties.units]
        assert len(set(keys)) == len(keys)
    if options.mobilize is not None:
        offers.append(options.mobilize.proposed)
    if options.moving is not None:
        moving = options.moving
        for move in rng.sample(moving.moves, min(25, len(moving.moves))):
            assert move.key in keys_in(spaces[move.space])
            assert move.path[0] == move.space
            assert move.path[-1] == move.to
            offers.append(move.answer)
            if move.most > 1:
                offers.append(with_count(move.answer, move.most))
        offers += [offer.answer for offer in moving.attacks]
        offers += [offer.answer for offer in moving.landing[:1]]
        assert (accepted(game, options.power, END) is None) == (moving.end_refused is None)
        for unused in moving.unused:
            assert unused.key in keys_in(spaces[unused.space])
    for answer in offers:
        assert accepted(game, options.power, answer) is None, answer


def keys_in(space: SpaceView) -> list[str]:
    return [stack.key for stack in space.units]


@every_edition
def test_views_of_a_game_are_true_at_every_moment(edition: Edition) -> None:
    game = game_of(edition, 3)
    clicker = Clicker(3)
    fought = 0
    for _ in range(300):
        if not game.pending:
            break
        moment = moment_of(game)
        assert {d.power for d in moment.pending} == {
            edition.powers[d.power].id for d in game.pending
        }
        assert all(d.title and d.help for d in moment.pending)
        check_stacks(game, spaces_of(game))
        if moment.battle is not None:
            fought += 1
            check_battle(game, moment.battle)
        clicker.step(game)
    assert fought


def check_stacks(game: Game, spaces: dict[str, SpaceView]) -> None:
    """No unit is lost or shown twice, and no two stacks share a key."""
    for index, stack in enumerate(game.state.position.stacks):
        view = spaces.get(game.edition.board.spaces[index].id)
        shown = view.units if view is not None else []
        assert sum(unit.count for unit in shown) == sum(count for _, count in stack)
        assert len({unit.key for unit in shown}) == len(shown)


def check_battle(game: Game, view: BattleView) -> None:
    """Both lines are complete, and hit on the numbers of the dice that are rolled."""
    battle = next(step.battle for step in reversed(game.state.agenda) if step.battle is not None)
    for line, force in ((view.attack, battle.attack), (view.defend, battle.defend)):
        assert sum(fighter.count for fighter in line) == sum(count for _, count in force)
        assert len({fighter.key for fighter in line}) == len(line)
    assert bool(view.hits_to_take) == bool(battle.hits)


def test_options_are_given_for_the_powers_that_ask() -> None:
    game = new_game("1941", seed=1)
    assert [o.kind for o in all_options(game, ["soviet-union"], 0).options] == ["purchase"]
    assert all_options(game, ["germany"], 0).options == []


def test_a_purchase_tells_prices_room_and_what_was_bought_before() -> None:
    game = new_game("1941", seed=1)
    before = options_for(game, game.pending[0], 0).purchase
    assert before is not None
    assert before.money == 7
    assert {price.unit: (price.cost, price.most) for price in before.units}["infantry"] == (3, 2)
    assert before.recent == []
    assert before.capacity == sum(site.capacity or 0 for site in before.sites)
    game.play("soviet-union: buy 2 infantry")
    clicker = Clicker(1, restless=0.0)
    while game.turn != "soviet-union" or game.pending[0].kind != "purchase":
        clicker.step(game)
    after = options_for(game, game.pending[0], 0).purchase
    assert after is not None
    assert [(past.round, past.units) for past in after.recent] == [(1, {"infantry": 2})]
