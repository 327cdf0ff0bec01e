"""Decisions per second: random games, and the engine alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import process_time

from benchmarks.effort import Effort
from benchmarks.figures import Figure, Section
from benchmarks.material import Recorded, base_edition, record_game
from benchmarks.timing import Probe, chess_moves, measure
from sandtable.game.game import Game
from sandtable.players.random_player import RandomPlayer
from sandtable.rules.edition import Edition

RANDOM = "random decisions"
ENGINE = "re-decided, engine only"
YARDSTICK = "random chess moves"


def random_games(edition: Edition, games: int, rounds: int, decisions: int = 100_000) -> int:
    """Play whole random games; how many decisions they took, refused and undone ones included."""
    return sum(
        RandomPlayer(seed).play(Game.new(edition, seed=seed), rounds=rounds, decisions=decisions)
        for seed in range(games)
    )


def decide_again(edition: Edition, recorded: Sequence[Recorded]) -> int:
    """Give recorded answers again, with the same dice; how many there were."""
    for played in recorded:
        game = Game.new(edition, seed=played.seed)
        for _, power, answer in played.decisions:
            game.decide(power, answer)
    return sum(len(played.decisions) for played in recorded)


def kinds_probe(edition: Edition, recorded: Sequence[Recorded]) -> Probe:
    """The median time of each kind of answer to each kind of decision."""

    def probe() -> Mapping[str, float]:
        times: dict[str, list[float]] = {}
        for played in recorded:
            game = Game.new(edition, seed=played.seed)
            for _, power, answer in played.decisions:
                name = f"{game.pending[0].kind}: {answer.kind}"
                start = process_time()
                game.decide(power, answer)
                times.setdefault(name, []).append(process_time() - start)
        return {name: median(found) for name, found in sorted(times.items())}

    return probe


def together(**works: Callable[[], int]) -> Probe:
    """Times several works one after the other, so that they see the same machine."""

    def probe() -> Mapping[str, float]:
        found = {}
        for name, work in works.items():
            start = process_time()
            number = work()
            found[name] = (process_time() - start) / number
        return found

    return probe


def section(effort: Effort) -> Section:
    edition = base_edition()
    recorded = [record_game(edition, seed, effort.game_rounds) for seed in range(effort.games)]
    paired = together(
        play=lambda: random_games(edition, effort.games, effort.game_rounds),
        engine=lambda: decide_again(edition, recorded),
        chess=lambda: chess_moves(1000 * effort.games),
    )
    results = measure([paired, kinds_probe(edition, recorded)], effort.repeats)
    values = dict(results.values)
    play, engine, chess = (tuple(values.pop(name)) for name in ("play", "engine", "chess"))
    made = sum(len(played.decisions) for played in recorded)
    figures = [
        Figure(RANDOM, play, "/s", note=f"{effort.games} games, {effort.game_rounds} rounds"),
        Figure(ENGINE, engine, "/s", note=f"{made} decisions"),
        Figure(YARDSTICK, chess, "/s", note="python-chess"),
        Figure(
            "random decisions to random chess moves",
            tuple(c / p for p, c in zip(play, chess, strict=True)),
            "x",
            note="of rates, pair by pair",
        ),
        Figure(
            "engine-only decisions to random chess moves",
            tuple(c / e for e, c in zip(engine, chess, strict=True)),
            "x",
            note="of rates, pair by pair",
        ),
    ]
    figures += [Figure(f"decide {name}", tuple(found)) for name, found in values.items()]
    return Section("Playing at random on the 1941 board", tuple(figures), results)
