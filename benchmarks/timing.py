"""Timing with the machine's noise in view.

Everything is measured in rounds: each probe runs once a round, and between any two probes the
yardsticks run. What wanders in the yardsticks is the machine, not the engine. Times are those of
the processor, so that waiting for other programs does not count.
"""

from __future__ import annotations

import gc
import math
import random
import signal
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter, process_time
from types import FrameType
from typing import NamedTuple

import chess

LOOP_STEPS = 20_000
CHESS_MOVES = 100
LONGEST_CHESS_GAME = 200
BATCHES = 5

Probe = Callable[[], Mapping[str, float]]
"""Measures something once: seconds per operation, by name."""


class Spread(NamedTuple):
    """The middle of some values and how far they lie apart."""

    median: float
    low: float
    high: float

    @property
    def noise(self) -> float:
        """The distance between the quartiles, as a part of the median."""
        return (self.high - self.low) / self.median if self.median else 0.0


def spread(values: Sequence[float]) -> Spread:
    """Median and quartiles."""
    if len(values) < 2:
        return Spread(values[0], values[0], values[0])
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return Spread(statistics.median(values), low, high)


def wander(values: Sequence[float]) -> float:
    """The distance between the extremes, as a part of the median."""
    return (max(values) - min(values)) / statistics.median(values)


def loop() -> int:
    """A fixed piece of pure Python: integers, a list, a dictionary, calls."""
    table: dict[int, int] = {}
    cells = [0] * 64
    state = 1
    for step in range(LOOP_STEPS):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        cells[state & 63] += step
        if not state & 7:
            table[state & 255] = table.get(state & 255, 0) + 1
    return sum(cells) + len(table)


def chess_moves(wanted: int, seed: int = 1) -> int:
    """Random chess: games of at most 200 half-moves, listing all legal moves and making one."""
    choose = random.Random(seed)
    board = chess.Board()
    made = 0
    while made < wanted:
        legal = list(board.legal_moves)
        if not legal or board.ply() >= LONGEST_CHESS_GAME:
            board.reset()
            continue
        board.push(choose.choice(legal))
        made += 1
    return made


def elapsed(work: Callable[[], object]) -> float:
    """Seconds of the processor that some work takes."""
    start = process_time()
    work()
    return process_time() - start


def timed(name: str, work: Callable[[], object], number: int = 1) -> Probe:
    """A probe of something short: in the batch least disturbed of five, the mean of one time."""

    def probe() -> Mapping[str, float]:
        best = math.inf
        for _ in range(BATCHES):
            start = process_time()
            for _ in range(number):
                work()
            best = min(best, (process_time() - start) / number)
        return {name: best}

    return probe


def counted(name: str, work: Callable[[], int]) -> Probe:
    """A probe of work that says itself how many operations it was."""

    def probe() -> Mapping[str, float]:
        start = process_time()
        number = work()
        return {name: (process_time() - start) / number}

    return probe


@dataclass
class Results:
    """What some rounds gave: seconds per operation, one value a round."""

    loop: list[float] = field(default_factory=list)
    """Seconds of the reference loop, before, between and after the probes."""
    waited: list[float] = field(default_factory=list)
    """Seconds by the wall clock that the loop took beyond those."""
    chess: list[float] = field(default_factory=list)
    """Seconds of a random chess move, as often."""
    values: dict[str, list[float]] = field(default_factory=dict)

    def yardsticks(self) -> None:
        start = perf_counter()
        self.loop.append(elapsed(loop))
        self.waited.append(perf_counter() - start - self.loop[-1])
        self.chess.append(elapsed(lambda: chess_moves(CHESS_MOVES)) / CHESS_MOVES)


def measure(probes: Sequence[Probe], repeats: int) -> Results:
    """Run all probes in turn, so often, with the yardsticks in between."""
    results = Results()
    results.yardsticks()
    for _ in range(repeats):
        for probe in probes:
            gc.collect()
            for name, value in probe().items():
                results.values.setdefault(name, []).append(value)
            results.yardsticks()
    return results


def guarded(probe: Probe, seconds: float) -> Probe:
    """A probe that gives up, for good, when it once takes longer."""
    given_up = False

    def patient() -> Mapping[str, float]:
        nonlocal given_up
        if not given_up:
            try:
                with limit(seconds):
                    return probe()
            except TooSlow:
                given_up = True
        return {}

    return patient


class TooSlow(Exception):
    """Some work ran past its limit."""


@contextmanager
def limit(seconds: float) -> Iterator[None]:
    """Break off work that takes longer. For the main thread of a Unix process."""

    def expired(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, expired)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
