"""Positions and recorded games to measure with. The same every time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from benchmarks.timing import TooSlow, limit
from sandtable.game.answers import Answer
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.machine import pending
from sandtable.game.setup import make_match, starting_position
from sandtable.game.state import State
from sandtable.players.random_player import RandomPlayer
from sandtable.rules.edition import Edition
from sandtable.rules.position import Position, Token

BOARD = "1941"


class Recorded(NamedTuple):
    """A random game: its seed, and every state with the answer that was given in it."""

    seed: int
    decisions: tuple[tuple[State, int, Answer], ...]


def base_edition() -> Edition:
    return load_edition(BOARD)


def record_game(
    edition: Edition, seed: int, rounds: int, decisions: int = 100_000, patience: float = 60.0
) -> Recorded:
    """Play a random game and keep what was decided, up to a decision that takes too long."""
    game = Game.new(edition, seed=seed)
    with suppress(TooSlow), limit(patience):
        RandomPlayer(seed).play(game, rounds=rounds, decisions=decisions)
    found = []
    state = game.start
    for entry in game.history:
        found.append((state, entry.power, entry.answer))
        state = entry.state
    return Recorded(seed, tuple(found))


def setup_position(edition: Edition) -> Position:
    return starting_position(make_match(edition))


def at_phase(edition: Edition, position: Position, power: int, phase: str) -> Game:
    """A game at the beginning of a power's phase."""
    return Game.new(
        edition, position=position._replace(turn=power, phase=edition.turn.index(phase))
    )


class Stood(NamedTuple):
    """A stack of the acting power in a state where it is asked to move."""

    state: State
    space: int
    token: Token


def stood(recorded: Recorded, phase: str) -> Iterator[Stood]:
    """Every stack that could be ordered to move in a phase of a recorded game."""
    for state, power, _ in recorded.decisions:
        if pending(state)[0].kind == phase:
            for space, stack in enumerate(state.position.stacks):
                for token, _ in stack:
                    if token.power == power:
                        yield Stood(state, space, token)
