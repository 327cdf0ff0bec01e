"""A line that somebody typed: which power speaks, and what it says."""

from __future__ import annotations

from sandtable.cli.console import UsageError
from sandtable.game.game import Game
from sandtable.game.notation.names import names_of, plain
from sandtable.rules.problems import nearest
from sandtable.words.english import joined

VERBS = (
    "buy",
    "move",
    "attack",
    "end",
    "fight",
    "submerge",
    "lose",
    "press",
    "retreat",
    "land",
    "place",
    "consent",
    "research",
    "launch",
    "call",
    "bombard",
    "choose",
    "roll",
    "use",
    "decline",
    "raid",
    "transfer",
    "option",
)


def split(game: Game, line: str) -> tuple[int, str]:
    """The power and its answer. The power may be left out when only one is asked."""
    head, colon, rest = line.partition(":")
    if colon:
        powers = names_of(game.edition).powers
        found = powers.get(plain(head))
        if found is not None:
            return found, rest.strip()
        word = head.split()[0].casefold() if head.split() else ""
        if word not in VERBS:
            known = [power.id for power in game.edition.powers]
            raise UsageError(f"unknown power {head.strip()!r}{nearest(head.strip(), known)}")
    return only_asked(game), line.strip()


def only_asked(game: Game) -> int:
    """The one power that is asked now."""
    if game.winner is not None:
        raise UsageError(f"the game is over: the {game.winner} have won")
    asked = list(dict.fromkeys(decision.power for decision in game.pending))
    if len(asked) == 1:
        return asked[0]
    names = [game.edition.powers[power].id for power in asked]
    raise UsageError(f"say which power answers: {joined(names, 'or')}")
