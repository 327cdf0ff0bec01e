"""Games played out by players, for research and for fun."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from pathlib import Path

from sandtable.game.game import Game
from sandtable.game.state import Decision
from sandtable.players.interface import Choice, Player, View
from sandtable.rules.refusal import InvalidAnswer, SandtableError


def play(
    game: Game,
    players: Mapping[str, Player],
    *,
    rounds: int | None = None,
    decisions: int = 100_000,
) -> Game:
    """Play a game on until it is won, or so many rounds or decisions are over.

    Players are given by power or by side. What the rules refuse is raised: a player that gives
    such an answer has to be mended.
    """
    seated = seats(game, players)
    last = len(game.history) + decisions
    while game.winner is None and len(game.history) < last:
        if rounds is not None and game.round > rounds:
            break
        asked = game.pending[0]
        game.decide(asked.power, ask(seated[asked.power], game, asked).answer)
    return game


def ask(player: Player, game: Game, asked: Decision, moment: int | None = None) -> Choice:
    """What a player answers to an open decision of a game, not yet tried on it. One that would end
    the program is stopped at that."""
    if asked not in game.pending:
        raise SandtableError(f"a player cannot be asked what is not open now: {asked!r}")
    view = View(game.state, asked.power, len(game.history) if moment is None else moment)
    try:
        given = player.decide(view, asked)
    except SystemExit as error:
        raise SandtableError(failure(error)) from error
    answer, reason = given if isinstance(given, Choice) else (given, None)
    return Choice(view.parsed(answer), reason)


def failure(error: BaseException) -> str:
    """What went wrong with a player, in one line, and where in its code."""
    if isinstance(error, SandtableError):
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)[1:]
    own = [frame for frame in frames if "importlib" not in frame.filename]
    at = f" at {Path(own[-1].filename).name}:{own[-1].lineno}" if own else ""
    try:
        text = " ".join(str(error).split())
    except Exception:  # its text is the player's own code, too
        text = ""
    return f"{type(error).__name__}{at}{text and f': {text}'}"


def seats(game: Game, players: Mapping[str, Player]) -> list[Player]:
    """A player for every power: its own, or that of its side."""
    ed = game.edition
    known = {power.id for power in ed.powers} | set(ed.sides)
    for name in players:
        if name not in known:
            raise InvalidAnswer(f"{ed.id} has no power or side {name!r}")
    found = []
    for power in ed.powers:
        player = players.get(power.id) or players.get(ed.sides[power.side])
        if player is None:
            raise SandtableError(f"nobody plays {power.id}")
        found.append(player)
    return found
