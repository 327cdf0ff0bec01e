"""The computer's part in a game, behind one function."""

from __future__ import annotations

from sandtable.game.game import Game
from sandtable.players.random_player import RandomPlayer


def computer_step(game: Game, seed: str) -> None:
    """Let the computer answer the first open decision.

    The player is made anew from the seed and the length of the game, so that a game that is
    interrupted goes on as it would have gone.
    """
    RandomPlayer(f"{seed}/{len(game.history)}").step(game)


def play_at_random(game: Game, seed: str, rounds: int) -> int:
    """Play a game on at random; how many decisions it took."""
    return RandomPlayer(seed).play(game, rounds=rounds)
