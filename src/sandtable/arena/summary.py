"""What the results of a match come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from statistics import median
from typing import Any

from sandtable.arena.deciding import decided
from sandtable.arena.playing import Result
from sandtable.arena.ratings import elo, quantile, wilson

Data = dict[str, Any]
FAULTS = ("refused", "failed", "stalled")


def points(result: Result, player: str) -> float:
    """1 for a win, a half for a draw."""
    winner = result["winner"]
    return 0.5 if winner is None else float(winner == player)


def summary(players: Sequence[str], results: Iterable[Result]) -> Data:
    """Everything that is told of a match, as data."""
    every = decided(sorted(results, key=lambda r: (r["number"], r["pair"])))
    scored: Counter[tuple[str, str]] = Counter()
    for result in every:
        one, other = result["pair"]
        scored[one, other] += points(result, one)  # type: ignore[assignment]
        scored[other, one] += points(result, other)  # type: ignore[assignment]
    ratings = elo(players, scored)
    return {
        "games": len(every),
        "rounds": median(r["round"] for r in every) if every else None,
        "players": [
            {
                "player": name,
                **record(name, every),
                "elo": round(ratings[name].elo),
                "elo_reach": round(ratings[name].reach),
                "sides": {
                    side: record(name, [r for r in every if r["sides"][side] == name])
                    for side in (every[0]["sides"] if every else ())
                },
                "faults": faults(name, every),
                "turns": times(name, every),
            }
            for name in players
        ],
        "pairs": [
            {"pair": list(pair), **record(pair[0], [r for r in every if tuple(r["pair"]) == pair])}
            for pair in combinations(players, 2)
        ],
        "faults": [{"game": [*r["pair"], r["number"]], **r["fault"]} for r in every if r["fault"]],
    }


def record(player: str, results: Iterable[Result]) -> Data:
    """How a player fared in the games that it took part in."""
    played = [r for r in results if player in r["pair"]]
    how = Counter(r["how"] for r in played if r["winner"] == player)
    lost = Counter(r["how"] for r in played if r["winner"] not in (player, None))
    drawn = sum(r["winner"] is None for r in played)
    share = wilson(sum(points(r, player) for r in played), len(played))
    return {
        "games": len(played),
        "won": sum(how.values()),
        "outright": how["outright"],
        "by_decision": how["decision"],
        "by_forfeit": how["forfeit"],
        "drawn": drawn,
        "lost": sum(lost.values()),
        "lost_outright": lost["outright"],
        "share": round(share.value, 4),
        "interval": [round(share.low, 4), round(share.high, 4)],
        "rounds": median(r["round"] for r in played) if played else None,
    }


def faults(player: str, results: Iterable[Result]) -> dict[str, int]:
    found = Counter(
        r["fault"]["kind"] for r in results if (r["fault"] or {}).get("player") == player
    )
    return {kind: found[kind] for kind in FAULTS}


def times(player: str, results: Sequence[Result]) -> Data:
    """Seconds that the decisions of one power took in one round."""
    found: Data = {}
    for clock in ("wall", "cpu"):
        values = [t for r in results for t in r[clock].get(player, ())]
        found[clock] = {
            "median": round(quantile(values, 0.5), 4),
            "p95": round(quantile(values, 0.95), 4),
            "max": round(max(values, default=0.0), 4),
        }
    return found
