"""The editions beside each other: what a larger board and more rules cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import process_time
from typing import NamedTuple

from benchmarks.destinations import cases, orders
from benchmarks.effort import Effort
from benchmarks.figures import Figure, Section
from benchmarks.material import BOARD, Recorded, record_game
from benchmarks.playing import together
from benchmarks.timing import Probe, measure
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.players.random_player import RandomPlayer

GOAL = "at most 1.5"
STACKS = ("infantry", "tank", "fighter", "bomber", "destroyer", "transport")


class Played(NamedTuple):
    """An edition with options, and random games of it."""

    name: str
    edition: str
    options: dict[str, str]

    def games(self, effort: Effort) -> int:
        """Play whole random games; how many decisions they took."""
        edition = load_edition(self.edition)
        return sum(
            RandomPlayer(seed).play(
                Game.new(edition, seed=seed, options=self.options), rounds=effort.game_rounds
            )
            for seed in range(effort.games)
        )

    def recorded(self, effort: Effort) -> list[Recorded]:
        rounds = max(effort.game_rounds, 4)
        edition = load_edition(self.edition)
        return [record_game(edition, seed, rounds) for seed in range(effort.games)]


ALL = (
    Played("1941", BOARD, {}),
    Played("Revised", "revised", {}),
    Played("LHTR", "lhtr", {}),
    Played("Revised with all advantages", "revised", {"advantages": "6"}),
)


def stacks_probe(played: Played, effort: Effort) -> Probe:
    """The median time to list the legal orders of a stack, over kinds of units and phases."""
    edition = load_edition(played.edition)
    recorded = played.recorded(effort)
    found = [
        case
        for kind in STACKS
        for phase in ("combat-move", "noncombat-move")
        for case in cases(edition, recorded, kind, phase, effort.cases)
    ]

    def probe() -> Mapping[str, float]:
        times = []
        for case in found:
            start = process_time()
            orders(case)
            times.append(process_time() - start)
        return {f"orders of a stack, {played.name}": median(times)}

    return probe


def section(effort: Effort) -> Section:
    works: dict[str, Callable[[], int]] = {
        played.name: (lambda played=played: played.games(effort))  # type: ignore[misc]
        for played in ALL
    }
    probes = [together(**works), *(stacks_probe(played, effort) for played in ALL[:3])]
    results = measure(probes, effort.repeats)
    values = {name: tuple(found) for name, found in results.values.items()}
    base = values["1941"]
    figures = []
    for played in ALL:
        edition = load_edition(played.edition)
        spaces, units = len(edition.board.spaces), started_with(played.edition)
        note = f"{spaces} spaces, {units} units at the start"
        figures.append(Figure(f"decisions, {played.name}", values[played.name], "/s", note=note))
    for played in ALL[1:]:
        slower = tuple(a / b for a, b in zip(values[played.name], base, strict=True))
        figures.append(Figure(f"time of a decision, {played.name} to 1941", slower, "x", goal=GOAL))
    listed = values["orders of a stack, 1941"]
    for played in ALL[:3]:
        found = values[f"orders of a stack, {played.name}"]
        figures.append(Figure(f"orders of a stack, {played.name}", found))
        if played is not ALL[0]:
            slower = tuple(a / b for a, b in zip(found, listed, strict=True))
            name = f"orders of a stack, {played.name} to 1941"
            figures.append(Figure(name, slower, "x", goal=GOAL))
    return Section("The editions beside each other", tuple(figures), results)


def started_with(edition: str) -> int:
    """Units on the board at the start."""
    position = Game.new(edition).position
    return sum(n for stack in position.stacks for _, n in stack)
