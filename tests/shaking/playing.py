"""Playing whole games at random, and playing them again."""

from __future__ import annotations

import random
from typing import TypeVar

from sandtable.game.dice import LowLuck, ScriptedDice, SeededDice
from sandtable.game.game import Game
from sandtable.game.notation.answers import format_answer
from sandtable.players.random_player import RandomPlayer
from sandtable.rules.edition import Edition
from tests.shaking.checked import CheckedGame
from tests.shaking.scatter import scattered, some_bought

GameType = TypeVar("GameType", bound=Game)
Seats = dict[str, list[str]] | None


def new_game(
    kind: type[GameType],
    edition: Edition,
    seed: int,
    options: dict[str, str],
    seats: Seats,
    *,
    wild: bool,
) -> GameType:
    """A game from the printed start, or from a random position."""
    rng = random.Random(seed)
    dice = SeededDice(seed)
    position = scattered(edition, rng, traits=bool(edition.traits)) if wild else None
    bought = some_bought(edition, rng, position) if position is not None else None
    game = kind.new(
        edition,
        options=options,
        seats=seats,
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
            answer = format_answer(game.edition, entry.answer) if written else entry.answer
            events = again.decide(entry.power, answer)
            assert events == entry.events, f"seed {seed}: {game.line(entry)}"
            assert again.state == entry.state, f"seed {seed}: {game.line(entry)}"
            assert hash(again.state) == hash(entry.state)
        assert again.rolls_made == game.rolls_made
    assert scripted.left == 0
