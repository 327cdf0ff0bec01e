"""How long the computer players take for a turn, in games against themselves."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median
from time import process_time

from benchmarks.effort import Effort
from benchmarks.figures import Figure, Section
from benchmarks.timing import measure
from sandtable.game.game import Game
from sandtable.players.playing import ask
from sandtable.players.registry import LEVELS, compile_ahead, make_player

EDITION = "revised"
GOALS = {"captain": "under 1 s", "general": "under 10 s"}


def seconds_a_turn(level: str, turns: int) -> float:
    """The median time of so many turns from the start, all decisions in them included."""
    game, player = Game.new(EDITION, seed=1), make_player(level, "1")
    spent: dict[tuple[int, str], float] = {}
    while game.winner is None:
        turn = (game.round, game.turn)
        if turn not in spent and len(spent) == turns:
            break
        start = process_time()
        asked = game.pending[0]
        answer = ask(player, game, asked).answer
        spent[turn] = spent.get(turn, 0.0) + process_time() - start
        game.decide(asked.power, answer)
    return median(spent.values())


def section(effort: Effort) -> Section:
    compile_ahead()

    def probe() -> Mapping[str, float]:
        return {level: seconds_a_turn(level, effort.game_rounds) for level in LEVELS}

    results = measure([probe], max(1, effort.repeats // 5))
    figures = [
        Figure(f"a turn of the {level}", tuple(values), "ms", GOALS.get(level, ""))
        for level, values in results.values.items()
    ]
    return Section("Computer players in Revised", tuple(figures), results)
