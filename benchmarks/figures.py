"""Figures: named values with their noise, as a table and as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.timing import Results, spread, wander

SCALES = {"us": 1e6, "ms": 1e3, "s": 1.0}
NAMES = {"us": "µs", "ms": "ms", "s": "s", "/s": "/s", "x": "x"}


@dataclass(frozen=True)
class Figure:
    """Something measured once a round.

    Values are seconds per operation, shown in `unit`: a time, `/s` for operations per second,
    or `x` for values that are plain numbers.
    """

    name: str
    values: tuple[float, ...]
    unit: str = "us"
    goal: str = ""
    note: str = ""

    def shown(self) -> tuple[float, ...]:
        if self.unit == "x":
            return self.values
        if self.unit == "/s":
            return tuple(1 / value for value in self.values)
        return tuple(value * SCALES[self.unit] for value in self.values)


@dataclass(frozen=True)
class Curve:
    """How a figure grows with the size of the game: seconds by factor."""

    name: str
    points: tuple[tuple[int, float], ...]

    @property
    def exponent(self) -> float:
        """The slope of a line through the points on logarithmic scales: 0 flat, 1 linear."""
        xs = [math.log(factor) for factor, _ in self.points]
        ys = [math.log(value) for _, value in self.points]
        middle_x, middle_y = sum(xs) / len(xs), sum(ys) / len(ys)
        width = sum((x - middle_x) ** 2 for x in xs)
        if not width:
            return 0.0
        slope = sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True))
        return slope / width


@dataclass(frozen=True)
class Section:
    """Figures that were measured together, with the yardsticks of that time."""

    title: str
    figures: tuple[Figure, ...]
    results: Results
    curves: tuple[Curve, ...] = ()
    note: str = ""


def number(value: float) -> str:
    """Three digits that count."""
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"


def table(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """Rows in columns, the first flush left and the others flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *rest = (
            cell.ljust(width) if i == 0 or i == len(row) - 1 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join((first, *rest)).rstrip()


def lines(section: Section) -> Iterable[str]:
    """A section as text."""
    loop, moves = section.results.loop, section.results.chess
    yield section.title
    yield (
        f"  reference loop {spread(loop).median * 1e3:.2f} ms, "
        f"noise {spread(loop).noise:.0%}, wandered {wander(loop):.0%}, "
        f"waited {sum(section.results.waited) / sum(loop):.0%}; "
        f"chess {number(1 / spread(moves).median)} moves/s, noise {spread(moves).noise:.0%}"
    )
    if section.figures:
        rows = [("  figure", "median", "", "noise", "chess moves", "")]
        for figure in section.figures:
            found = spread(figure.shown())
            moves_each = spread(figure.values).median / spread(moves).median
            rows.append(
                (
                    f"  {figure.name}",
                    number(found.median),
                    NAMES[figure.unit],
                    f"{found.noise:.0%}",
                    "" if figure.unit == "x" else number(moves_each),
                    "; ".join(filter(None, (figure.goal and f"goal {figure.goal}", figure.note))),
                )
            )
        yield from table(rows)
    if section.curves:
        factors = sorted({factor for curve in section.curves for factor, _ in curve.points})
        head = ("  growth, µs", *(f"x{factor}" for factor in factors), "exponent", "")
        grown = [head]
        for curve in section.curves:
            at = dict(curve.points)
            cells = (number(at[f] * 1e6) if f in at else "-" for f in factors)
            grown.append((f"  {curve.name}", *cells, f"{curve.exponent:+.2f}", ""))
        yield from table(grown)
    if section.note:
        yield f"  {section.note}"


def record(section: Section) -> dict[str, Any]:
    """A section as data."""

    def stats(values: Sequence[float]) -> dict[str, float]:
        found = spread(values)
        return {"median": found.median, "low": found.low, "high": found.high}

    return {
        "title": section.title,
        "loop_seconds": {**stats(section.results.loop), "wander": wander(section.results.loop)},
        "waited": sum(section.results.waited) / sum(section.results.loop),
        "chess_seconds_per_move": stats(section.results.chess),
        "figures": [
            {
                "name": figure.name,
                "unit": figure.unit,
                **stats(figure.shown()),
                "noise": spread(figure.shown()).noise,
                "values": list(figure.shown()),
                **({"goal": figure.goal} if figure.goal else {}),
                **({"note": figure.note} if figure.note else {}),
            }
            for figure in section.figures
        ],
        "growth": [
            {
                "name": curve.name,
                "seconds": {str(factor): value for factor, value in curve.points},
                "exponent": curve.exponent,
            }
            for curve in section.curves
        ],
    }
