"""Whole games played at random, looked at after every decision.

SANDTABLE_GAMES says how many games each test plays (default 6). The seed of a failing game is
in the test's id and in the message.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from sandtable.game.library import load_edition
from sandtable.players.random_player import RandomPlayer
from tests.shaking.checked import CheckedGame, WatchedGame
from tests.shaking.playing import GameType, Seats, check_replay, new_game, shake

GAMES = int(os.environ.get("SANDTABLE_GAMES", "6"))
EDITION = load_edition("1941")

ALLIES = ["soviet-union", "united-kingdom", "united-states"]
SEATS: list[Seats] = [
    None,
    {"ann": ALLIES, "bob": ["germany", "japan"]},
    {"ann": ["soviet-union", "united-states"], "bob": ["germany", "japan"], "cyd": ALLIES[1:2]},
    {"ann": ALLIES[:1], "bob": ["germany"], "cyd": ALLIES[1:], "dan": ["japan"]},
]
OPTIONS = [
    {},
    {"victory": "short"},
    {"setup": "errata"},
    {"setup": "errata", "victory": "short"},
]

DECISIONS = {
    "purchase",
    "combat-move",
    "battle",
    "submerge",
    "casualties",
    "retreat",
    "land",
    "noncombat-move",
    "mobilize",
}
EVENTS = {
    "phase",
    "purchased",
    "moved",
    "loaded",
    "assault",
    "offloaded",
    "attack",
    "control",
    "battle",
    "rolled",
    "submerged",
    "lost",
    "damaged",
    "hits-wasted",
    "retreated",
    "ended",
    "landed",
    "seized",
    "mobilized",
    "refunded",
    "collected",
    "won",
}
LOSSES = {"combat", "defenseless", "cargo", "no-landing", "with-carrier"}
CONTROL = {"blitz", "capture", "liberation", "reversion"}


def a_game(kind: type[GameType], seed: int, *, wild: bool) -> GameType:
    options, seats = OPTIONS[seed % len(OPTIONS)], SEATS[seed // 2 % len(SEATS)]
    return new_game(kind, EDITION, seed, options, seats, wild=wild)


@pytest.mark.parametrize("seed", range(GAMES))
def test_game_from_the_start_keeps_its_books(seed: int) -> None:
    game = a_game(CheckedGame, seed, wild=False)
    shake(game, seed, decisions=600)
    check_replay(game, seed)


@pytest.mark.parametrize("seed", range(1000, 1000 + 4 * GAMES))
def test_game_from_a_wild_position_keeps_its_books(seed: int) -> None:
    game = a_game(CheckedGame, seed, wild=True)
    shake(game, seed, decisions=160)
    check_replay(game, seed)


def test_everything_happens() -> None:
    """Decisions of every kind are asked and events of every kind come, votes included."""
    events: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    control: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    votes = 0
    for seed in range(2000, 2060):
        game = a_game(WatchedGame, seed, wild=True)
        RandomPlayer(seed).play(game, decisions=300)
        asked += game.asked
        votes += game.votes
        for event in game.events:
            events[event.type] += 1
            if event.type == "lost":
                lost[event.data["why"]] += 1
            elif event.type == "control":
                control[event.data["how"]] += 1
    assert set(asked) == DECISIONS
    assert set(events) == EVENTS
    assert set(lost) == LOSSES
    assert set(control) == CONTROL
    assert votes
