"""The computer's part in a game, behind a few functions."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.cli.console import UsageError
from sandtable.game.game import Game
from sandtable.game.notation.answers import format_answer
from sandtable.players.random_player import RandomPlayer
from sandtable.rules.problems import nearest
from sandtable.rules.refusal import InvalidAnswer, Refusal

USUAL = "captain"


def check_opponent(name: str | None) -> None:
    """Raises for a player that there is not, or that cannot be made."""
    from sandtable.players import make_player

    make_player(name or USUAL)


class Opponent:
    """Plays the powers of the computer."""

    def __init__(self, name: str | None, seed: str) -> None:
        from sandtable.players import make_player

        self.name = name or USUAL
        self.player = make_player(self.name, seed)

    def step(self, game: Game) -> None:
        """Answer the first open decision."""
        from sandtable.players import ask
        from sandtable.players.playing import failure

        asked = game.pending[0]
        try:
            answer = ask(self.player, game, asked).answer
        except Exception as error:  # a player of anybody's
            raise UsageError(f"the player {self.name} failed: {failure(error)}") from error
        try:
            game.decide(asked.power, answer)
        except (Refusal, InvalidAnswer) as error:
            raise UsageError(f"the player {self.name} may not do so: {error}") from error


def advice(game: Game, seed: str, level: str = "") -> Iterator[str]:
    """What a level, usually a captain, would do in place of the power that is asked, line by line,
    with its reasons. The end of a phase of moves is left out, unless it is all that is left."""
    from sandtable.players.registry import LEVELS, choose
    from sandtable.words.reasons import reason_line

    name = level.casefold() or USUAL
    if name not in LEVELS:
        raise UsageError(f"unknown level {level!r}{nearest(name, LEVELS)} ({', '.join(LEVELS)})")
    said = None
    plan = choose(game.state, game.pending[0], level=name, seed=seed)
    for choice in [each for each in plan if each.answer.kind != "end"] or plan:
        if choice.reason is not None and choice.reason != said:
            yield reason_line(game.edition, choice.reason)
            said = choice.reason
        yield f"  {format_answer(game.edition, choice.answer)}"


def play_at_random(game: Game, seed: str, rounds: int) -> int:
    """Play a game on at random; how many decisions it took."""
    return RandomPlayer(seed).play(game, rounds=rounds)
