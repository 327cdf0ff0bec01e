"""Who has won games that were stopped at the last round.

The sides of a game are not equal, and what is usual for one of them after so many rounds depends on
the board and on the players. So a stopped game is compared with the other games of the same two
players, who take turns at either side: who has more than the middle of them did well. In bridge,
where luck of the deal is taken out in the same way, the middle is called the datum.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

from sandtable.arena.playing import Result

LIMIT, DECISION = "limit", "decision"


def decided(results: Iterable[Result]) -> list[Result]:
    """The results, with a winner for games that were stopped; nobody for one in the middle."""
    every = list(results)
    pairs: dict[tuple[str, ...], list[Result]] = {}
    for result in every:
        pairs.setdefault(tuple(result["pair"]), []).append(result)
    datums = {pair: datum(games) for pair, games in pairs.items()}
    return [
        settled(result, datums[tuple(result["pair"])]) if result["how"] == LIMIT else result
        for result in every
    ]


def datum(games: list[Result]) -> float | None:
    """What the first side has in the middle of all games of two players; None as long as they
    have not both played it."""
    fought = [game for game in games if game["how"] in ("outright", LIMIT)]
    if len({game["sides"][first_side(game)] for game in fought}) < 2:
        return None
    return median(level(game) for game in fought)


def first_side(game: Result) -> str:
    side: str = next(iter(game["sides"]))
    return side


def level(game: Result) -> float:
    """The first side's share at the end: all or nothing if the game was won."""
    side = first_side(game)
    if game["how"] == "outright":
        return float(game["sides"][side] == game["winner"])
    end: float = game["shares"][side][1]
    return end


def settled(game: Result, middle: float | None) -> Result:
    """A stopped game with its winner. Without others to compare it with, by who has gained."""
    side = first_side(game)
    start, end = game["shares"][side]
    gained = end - (start if middle is None else middle)
    winner = None
    if abs(gained) > 1e-9:
        first = game["sides"][side]
        winner = first if gained > 0 else next(name for name in game["pair"] if name != first)
    return {**game, "winner": winner, "how": DECISION}
