"""Whole games of Revised and LHTR played at random, looked at after every decision.

Powers have developments and advantages, players agree on random options. SANDTABLE_GAMES says
how many games each test plays (default 6). The seed of a failing game is in the test's id and in
the message.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.notation import read_record
from sandtable.game.recording import replay, write_record
from sandtable.players.random_player import RandomPlayer
from sandtable.rules.edition import Edition
from tests.shaking.checked import CheckedGame, WatchedGame
from tests.shaking.playing import Seats, check_replay, new_game, shake

GAMES = int(os.environ.get("SANDTABLE_GAMES", "6"))
EDITIONS = {name: load_edition(name) for name in ("revised", "lhtr")}
ALLIES = ["soviet-union", "united-kingdom", "united-states"]
SEATS: list[Seats] = [
    None,
    {"ann": ALLIES, "bob": ["germany", "japan"]},
    {"ann": ALLIES, "bob": ["germany"], "cyd": ["japan"]},
    {"ann": [ALLIES[0], ALLIES[2]], "bob": ALLIES[1:2], "cyd": ["germany"], "dan": ["japan"]},
]

DECISIONS = {
    "research",
    "purchase",
    "combat-move",
    "battle",
    "bombard",
    "submerge",
    "casualties",
    "retreat",
    "land",
    "noncombat-move",
    "mobilize",
    "lend-lease",
    "nonaggression-treaty",
    "enigma-decoded",
    "russian-winter",
    "salvage",
    "chinese-divisions",
    "joint-strike",
    "kaiten-torpedoes",
}
EVENTS = {
    "researched",
    "developed",
    "raided",
    "rocket",
    "bombarding",
    "used",
    "declined",
    "placed",
    "converted",
    "surfaced",
    "captured",
    "submerged",
    "control",
    "seized",
    "mobilized",
    "collected",
}


def some_options(edition: Edition, seed: int) -> dict[str, str]:
    """What the players agreed on: mostly that powers have all their advantages."""
    rng = random.Random(f"options {seed}")
    options = {
        "advantages": rng.choice(("6", "6", "6", "3", "off")),
        "advantages_by": rng.choice(("choice", "roll")),
        "technology": rng.choice(("on", "on", "on", "off")),
        "individual_winner": rng.choice(("on", "off")),
        "bid_limit": rng.choice(("one-per-space", "free")),
        "victory": rng.choice([*edition.victory]),
    }
    for power in edition.powers:
        options[f"bid_{power.id}"] = rng.choice(("0", "0", "2", "9", "30"))
    return options


def a_game(name: str, seed: int, *, wild: bool) -> CheckedGame:
    edition = EDITIONS[name]
    options, seats = some_options(edition, seed), SEATS[seed % len(SEATS)]
    return new_game(CheckedGame, edition, seed, options, seats, wild=wild)


@pytest.mark.parametrize("seed", range((GAMES + 2) // 3))
@pytest.mark.parametrize("name", EDITIONS)
def test_game_from_the_start_keeps_its_books(name: str, seed: int) -> None:
    game = a_game(name, seed, wild=False)
    shake(game, seed, decisions=250)
    check_replay(game, seed)
    again = replay(read_record(write_record(game)))
    assert again.state == game.state, f"seed {seed}"


@pytest.mark.parametrize("seed", range(1000, 1000 + GAMES))
@pytest.mark.parametrize("name", EDITIONS)
def test_game_from_a_wild_position_keeps_its_books(name: str, seed: int) -> None:
    game = a_game(name, seed, wild=True)
    shake(game, seed, decisions=100)
    check_replay(game, seed)


@pytest.mark.parametrize("name", EDITIONS)
def test_games_never_get_stuck(name: str) -> None:
    for seed in range(4000, 4000 + GAMES):
        game = Game.new(EDITIONS[name], options=some_options(EDITIONS[name], seed), seed=seed)
        RandomPlayer(seed).play(game, rounds=6)
        assert game.winner is not None or game.round > 6, f"seed {seed}"


@pytest.mark.parametrize("name", EDITIONS)
def test_everything_happens(name: str) -> None:
    """The decisions and events that these editions brought come up."""
    events: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    edition = EDITIONS[name]
    for seed in range(2000, 2060):
        game = new_game(WatchedGame, edition, seed, {}, None, wild=True)
        RandomPlayer(seed).play(game, decisions=300)
        asked += game.asked
        events.update(event.type for event in game.events)
    assert set(asked) >= DECISIONS
    assert set(events) >= EVENTS
    own = {"revised": {"new-carriers"}, "lhtr": {"kamikaze-attacks"}}
    assert set(asked) >= own[name]
