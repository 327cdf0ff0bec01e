"""Whole games played at random, looked at after every decision.

SANDTABLE_GAMES says how many games each test plays (default 6). The seed of a failing game is
in the test's id and in the message.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import TypeVar

import pytest

from sandtable.game.dice import LowLuck, ScriptedDice, SeededDice
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.notation.answers import format_answer
from sandtable.players.random_player import RandomPlayer
from tests.shaking.checked import CheckedGame, WatchedGame
from tests.shaking.scatter import scattered, some_bought

GAMES = int(os.environ.get("SANDTABLE_GAMES", "6"))
EDITION = load_edition("1941")

ALLIES = ["soviet-union", "united-kingdom", "united-states"]
SEATS: list[dict[str, list[str]] | None] = [
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


GameType = TypeVar("GameType", bound=Game)


def new_game(kind: type[GameType], seed: int, *, wild: bool) -> GameType:
    """A game from the printed start, or from a random position."""
    rng = random.Random(seed)
    dice = SeededDice(seed)
    position = scattered(EDITION, rng) if wild else None
    bought = some_bought(EDITION, rng, position) if position is not None else None
    game = kind.new(
        EDITION,
        options=OPTIONS[seed % len(OPTIONS)],
        seats=SEATS[seed // 2 % len(SEATS)],
        dice=LowLuck(dice) if seed % 3 == 2 else dice,
        position=position,
        bought=bought,
    )
    assert isinstance(game, kind)
    return game


def shake(game: CheckedGame, seed: int, *, decisions: int) -> None:
    """Play on at random; offer, tease and take back on the way."""
    rng = random.Random(f"shake {seed}")
    player = RandomPlayer(seed)
    made = 0
    try:
        while game.winner is None and made < decisions:
            if rng.random() < 0.5:
                game.check_offers(rng, all_of_them=rng.random() < 0.02)
            game.check_nasty(rng)
            made += player.step(game)
            if rng.random() < 0.2:
                game.check_undo()
    except Exception as error:
        recent = "\n".join(game.line(entry) for entry in game.history[-12:])
        raise AssertionError(
            f"seed {seed}, decision {len(game.history)}: {type(error).__name__}: {error}\n"
            f"the last decisions were\n{recent}"
        ) from error


def check_replay(game: CheckedGame, seed: int) -> None:
    """The same decisions and dice give the same events and states, from answers and from lines."""
    rolled = [die for entry in game.history for roll in entry.rolls for die in roll]
    scripted = ScriptedDice(rolled)
    for dice, written in ((game.dice, False), (scripted, True)):
        again = Game(game.match, game.start, dice)
        for entry in game.history:
            answer = format_answer(EDITION, entry.answer) if written else entry.answer
            events = again.decide(entry.power, answer)
            assert events == entry.events, f"seed {seed}: {game.line(entry)}"
            assert again.state == entry.state, f"seed {seed}: {game.line(entry)}"
            assert hash(again.state) == hash(entry.state)
        assert again.rolls_made == game.rolls_made
    assert scripted.left == 0


@pytest.mark.parametrize("seed", range(GAMES))
def test_game_from_the_start_keeps_its_books(seed: int) -> None:
    game = new_game(CheckedGame, seed, wild=False)
    shake(game, seed, decisions=600)
    check_replay(game, seed)


@pytest.mark.parametrize("seed", range(1000, 1000 + 4 * GAMES))
def test_game_from_a_wild_position_keeps_its_books(seed: int) -> None:
    game = new_game(CheckedGame, seed, wild=True)
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
        game = new_game(WatchedGame, seed, wild=True)
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
