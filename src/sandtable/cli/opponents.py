"""The computer's part in a game, behind a few functions."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.game.game import Game
from sandtable.game.notation.answers import format_answer
from sandtable.players.random_player import RandomPlayer

USUAL = "captain"


def check_opponent(name: str | None) -> None:
    """Raises for a player that there is not."""
    from sandtable.players.registry import factory_named

    factory_named(name or USUAL)


class Opponent:
    """Plays the powers of the computer."""

    def __init__(self, name: str | None, seed: str) -> None:
        from sandtable.players import make_player

        self.player = make_player(name or USUAL, seed)

    def step(self, game: Game) -> None:
        """Answer the first open decision."""
        from sandtable.players import ask

        asked = game.pending[0]
        game.decide(asked.power, ask(self.player, game, asked).answer)


def advice(game: Game, seed: str) -> Iterator[str]:
    """What a captain would do in place of the power that is asked, line by line, with its reasons.
    The end of a phase of moves is left out, unless it is all that is left to do."""
    from sandtable.players.registry import choose
    from sandtable.words.reasons import reason_line

    said = None
    plan = choose(game.state, game.pending[0], level=USUAL, seed=seed)
    for choice in [each for each in plan if each.answer.kind != "end"] or plan:
        if choice.reason is not None and choice.reason != said:
            yield reason_line(game.edition, choice.reason)
            said = choice.reason
        yield f"  {format_answer(game.edition, choice.answer)}"


def play_at_random(game: Game, seed: str, rounds: int) -> int:
    """Play a game on at random; how many decisions it took."""
    return RandomPlayer(seed).play(game, rounds=rounds)
