"""A picture of a battle's odds as SVG: who wins, what is left of each side, the swing in IPCs.

In all of it the right-hand side is the attacker's, the left-hand side the defender's. Plain shapes
and text, no scripts. It is legible on light and dark ground, from the width of a phone up; the two
sides differ in hue and in lightness, and every bar has its words.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Callable
from html import escape

import numpy as np

from sandtable.odds.fight import FloatArray
from sandtable.odds.naming import units_text
from sandtable.odds.parties import ATTACKER, DEFENDER, NOBODY, RETREAT, STANDSTILL
from sandtable.odds.result import Odds

WIDTH = 400
EDGE = 20
INNER = WIDTH - 2 * EDGE
LINE = 18
CHART = 84
MOST_BARS = 36

STYLE = """
text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
.paper { fill: #ffffff; } .ink { fill: #1c1f23; } .soft { fill: #5c636b; }
.rule { stroke: #c9ced4; stroke-width: 1; } .band { fill: #1c1f23; opacity: .07; }
.attacker { fill: #c9510c; } .defender { fill: #1f6fb2; } .nobody { fill: #9aa1a9; }
.mark { stroke: #1c1f23; stroke-width: 1.5; }
.big { font-size: 15px; font-weight: 650; } .bold { font-weight: 650; } .small { font-size: 12px; }
@media (prefers-color-scheme: dark) {
.paper { fill: #14171a; } .ink { fill: #eceff2; } .soft { fill: #a3abb3; }
.rule { stroke: #434a52; } .band { fill: #eceff2; opacity: .1; }
.attacker { fill: #f28c4b; } .defender { fill: #62b0ee; } .nobody { fill: #7d858e; }
.mark { stroke: #eceff2; }
}
"""


class Sheet:
    """Lines of SVG, from top to bottom."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.y = 0.0

    def text(
        self, x: float, y: float, words: str, kind: str = "ink", anchor: str = "start"
    ) -> None:
        place = f'x="{x:.1f}" y="{y:.1f}"'
        where = f' text-anchor="{anchor}"' if anchor != "start" else ""
        self.parts.append(f'<text {place} class="{kind}"{where}>{escape(words)}</text>')

    def bar(
        self, x: float, y: float, width: float, height: float, kind: str, title: str = ""
    ) -> None:
        tip = f"<title>{escape(title)}</title>" if title else ""
        size = f'x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}"'
        self.parts.append(f'<rect {size} class="{kind}">{tip}</rect>')

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str = "rule") -> None:
        ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        self.parts.append(f'<line {ends} class="{kind}"/>')


def picture(odds: Odds, title: str = "") -> str:
    """The picture as a text, to be written into a file that ends in `.svg`."""
    sheet = Sheet()
    sheet.y = EDGE + 12
    sheet.text(EDGE, sheet.y, title or f"{odds.edition.name}: odds of a battle", "ink big")
    sheet.y += 10
    force(sheet, odds, "Attackers", units_text(odds.attackers), "attacker", extra(odds, ATTACKER))
    force(sheet, odds, "Defenders", units_text(odds.defenders), "defender", extra(odds, DEFENDER))
    winners(sheet, odds)
    survivors(sheet, odds)
    swing(sheet, odds)
    footer(sheet, odds)
    height = math.ceil(sheet.y + EDGE - 6)
    said = f"{units_text(odds.attackers)} against {units_text(odds.defenders)}"
    spoken = f"attacker wins {odds.percent(odds.wins)}, defender {odds.percent(odds.defended)}"
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
            f' width="{WIDTH * 1.6:.0f}" height="{height * 1.6:.0f}"'
            ' style="max-width:100%;height:auto" role="img" aria-labelledby="name about">',
            f'<title id="name">{escape(title or said)}</title>',
            f'<desc id="about">{escape(f"{said}: {spoken}")}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect width="{WIDTH}" height="{height}" class="paper"/>',
            *sheet.parts,
            "</svg>",
            "",
        )
    )


def extra(odds: Odds, side: str) -> str:
    """What else fires on a side."""
    besides = odds.ships if side == ATTACKER else odds.guns
    if not besides:
        return ""
    return (
        f"; bombarding: {units_text(besides)}" if side == ATTACKER else f"; {units_text(besides)}"
    )


def force(sheet: Sheet, odds: Odds, name: str, units: str, kind: str, more: str) -> None:
    """A side's name beside its color, and its units."""
    sheet.y += LINE
    sheet.bar(EDGE, sheet.y - 10, 11, 11, kind)
    sheet.text(EDGE + 18, sheet.y, name, "ink bold")
    lines = textwrap.wrap(
        re.sub(r"(?<=\d) ", "\xa0", units + more), 38, break_on_hyphens=False
    ) or [""]
    for number, text in enumerate(lines[:4]):
        if number == 3 and len(lines) > 4:
            text = f"{text[:34]} ..."
        sheet.text(EDGE + 98, sheet.y, text)
        sheet.y += LINE if number < min(len(lines), 4) - 1 else 0


def winners(sheet: Sheet, odds: Odds) -> None:
    """One bar for the whole, shared out among the ends."""
    sheet.y += 34
    verb = "" if odds.samples else " wins"  # an error beside it takes the room
    sheet.text(EDGE, sheet.y, f"Defender{verb} {odds.percent(odds.defended)}", "ink bold")
    wins = f"Attacker{verb} {odds.percent(odds.wins)}"
    sheet.text(WIDTH - EDGE, sheet.y, wins, "ink bold", "end")
    sheet.y += 8
    x = float(EDGE)
    names = {ATTACKER: "attacker", DEFENDER: "defender"}
    for how in (DEFENDER, STANDSTILL, NOBODY, RETREAT, ATTACKER):
        width = odds.ends[how] * INNER
        if width > 0:
            tip = f"{how}: {odds.percent(odds.ends[how])}"
            sheet.bar(x, sheet.y, width, 22, names.get(how, "nobody"), tip)
            x += width
    sheet.y += 22
    words = []
    if not odds.fight.sea and odds.can_take:
        words.append(f"attacker takes the ground {odds.percent(odds.takes)}")
    said = {RETREAT: "retreats", NOBODY: "nobody is left", STANDSTILL: "standstill"}
    words += [f"{said[h]} {odds.percent(odds.ends[h])}" for h in said if odds.ends[h] > 0]
    wrapped(sheet, " · ".join(reversed(words)), "end")


def wrapped(sheet: Sheet, words: str, anchor: str = "start") -> None:
    """A remark under a chart, in as many lines as it takes."""
    for text in textwrap.wrap(words, 56, break_on_hyphens=False):
        sheet.y += LINE
        sheet.text(EDGE if anchor == "start" else WIDTH - EDGE, sheet.y, text, "soft small", anchor)


# --- histograms


def survivors(sheet: Sheet, odds: Odds) -> None:
    """How many units are left: of the attackers to the right of 0, of the defenders to the left."""
    attackers, defenders = odds.units_left(ATTACKER), odds.units_left(DEFENDER)
    most = len(attackers) - 1, len(defenders) - 1
    means = [float(left @ np.arange(len(left))) for left in (attackers, defenders)]
    heading(sheet, "Units left")
    values = np.concatenate((-np.arange(most[1], 0, -1.0), [0.0], np.arange(1.0, most[0] + 1)))
    chances = np.concatenate((defenders[:0:-1], [odds.both_gone], attackers[1:]))
    chart = Chart(*shown_part(values, chances) if len(values) > MOST_BARS else (values, chances))

    def tip(start: float, chance: float) -> str:
        if start == 0 and chart.width == 1:
            return f"nobody left: {odds.percent(chance)}"
        ends = sorted({abs(start), abs(start + chart.width - 1)})
        who = "defenders" if start < 0 else "attackers"
        return f"{' to '.join(f'{e:g}' for e in ends)} {who} left: {odds.percent(chance)}"

    chart.draw(sheet, odds, tip)
    chart.ticks(sheet, lambda tick: f"{abs(tick):g}" if tick else "0")
    sheet.y += LINE
    words = f"← defenders: mean {means[1]:.1f} of {most[1]}"
    sheet.text(EDGE, sheet.y, words, "soft small")
    words = f"attackers: mean {means[0]:.1f} of {most[0]} →"
    sheet.text(WIDTH - EDGE, sheet.y, words, "soft small", "end")


def swing(sheet: Sheet, odds: Odds) -> None:
    """The swing: what the defenders lose more than the attackers."""
    spread = odds.swing
    error = f" ±{spread.error:.1f}" if spread.samples else ""
    heading(sheet, "Swing in IPCs", f"{spread.mean:+.1f}{error} for the attacker on average")
    chart = Chart(*shown_part(spread.values, spread.chances))
    low, high = spread.quantile(0.1), spread.quantile(0.9)
    half = 0.5 if chart.width == 1 else 0.0
    left = max(chart.place(low - half), EDGE)
    right = min(chart.place(high + (half or chart.width)), WIDTH - EDGE)
    top = sheet.y + 8
    between = f"{signed(low)} to {signed(high)}"
    sheet.bar(left, top, right - left, CHART + 18, "band", f"8 of 10: {between}")

    def tip(start: float, chance: float) -> str:
        ends = {start, start + (0 if chart.width == 1 else chart.width)}
        return f"{' to '.join(map(signed, sorted(ends)))} IPCs: {odds.percent(chance)}"

    chart.draw(sheet, odds, tip)
    mean = chart.place(spread.mean)
    sheet.line(mean, sheet.y - CHART, mean, sheet.y, "mark")
    chart.ticks(sheet, signed)
    sheet.y += LINE
    sheet.text(EDGE, sheet.y, "← defender gains", "soft small")
    gains = f"attacker gains {odds.percent(spread.at_least(1e-6))} →"
    sheet.text(WIDTH - EDGE, sheet.y, gains, "soft small", "end")
    wrapped(sheet, f"Shaded: 8 of 10 battles, {between}. Line: the average.")


def heading(sheet: Sheet, name: str, words: str = "") -> None:
    sheet.y += 36
    sheet.text(EDGE, sheet.y, name, "ink bold")
    if words:
        sheet.text(WIDTH - EDGE, sheet.y, words, "soft small", "end")


class Chart:
    """Chances by value, put together so that there are not too many bars; 0 begins one."""

    def __init__(self, values: FloatArray, chances: FloatArray) -> None:
        whole = bool(np.all(values == np.round(values)))
        span = float(values[-1] - values[0]) + whole
        self.width = 1.0 if whole and span <= MOST_BARS else nice(span / MOST_BARS)
        steps = np.floor(values / self.width + 1e-9).astype(np.int64)
        self.heights = np.zeros(int(steps[-1] - steps[0]) + 1)
        np.add.at(self.heights, steps - steps[0], chances)
        self.starts = self.width * np.arange(steps[0], steps[-1] + 1)
        self.step = INNER / len(self.heights)

    def place(self, value: float) -> float:
        """Where a value lies: in the middle of its bar if that has no other."""
        shift = 0.5 if self.width == 1 else 0.0
        return EDGE + ((value - float(self.starts[0])) / self.width + shift) * self.step

    def kind(self, start: float) -> str:
        if start == 0 and self.width == 1:
            return "nobody"
        return "attacker" if start >= 0 else "defender"

    def draw(self, sheet: Sheet, odds: Odds, tip: Callable[[float, float], str]) -> None:
        """Bars on a line; the highest one has its chance written on it."""
        step = self.step
        gap = min(3.0, step * 0.18)
        base = sheet.y + 22 + CHART
        top = max(float(self.heights.max()), 1e-300)
        for i, (start, height) in enumerate(zip(self.starts, self.heights, strict=True)):
            if height > 0:
                size = max(height / top * CHART, 0.6)
                x = EDGE + step * i + gap / 2
                words = tip(float(start), float(height))
                sheet.bar(x, base - size, step - gap, size, self.kind(float(start)), words)
        peak = int(self.heights.argmax())
        x = min(max(EDGE + step * (peak + 0.5), EDGE + 22), WIDTH - EDGE - 22)
        sheet.text(
            x, base - CHART - 5, odds.percent(float(self.heights[peak])), "ink small", "middle"
        )
        sheet.line(EDGE, base, WIDTH - EDGE, base)
        sheet.y = base

    def ticks(self, sheet: Sheet, label: Callable[[float], str]) -> None:
        """Numbers below the line."""
        last = float(self.starts[-1]) + self.width
        unit = max(nice((last - float(self.starts[0])) / 7), 1.0 if self.width >= 1 else 0.0)
        tick = math.ceil(float(self.starts[0]) / unit) * unit
        while tick <= last:
            x = self.place(tick)
            if EDGE - 0.5 <= x <= WIDTH - EDGE + 0.5:
                sheet.line(x, sheet.y, x, sheet.y + 4)
                inside = min(max(x, EDGE + 8), WIDTH - EDGE - 8)
                sheet.text(inside, sheet.y + 17, label(tick), "soft small", "middle")
            tick += unit
        sheet.y += 17


def signed(value: float) -> str:
    return f"{value:+g}" if value else "0"


def shown_part(values: FloatArray, chances: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The values without what is so rare that it would only make the rest small."""
    if not len(values):
        return np.zeros(1), np.zeros(1)
    running = np.cumsum(chances)
    kept = (running > 1e-3) & (running - chances < running[-1] - 1e-3)
    return values[kept], chances[kept]


def nice(amount: float) -> float:
    """The least of 1, 2, 5, 10, 20, 50, ... (or .5, .2, ...) that is not below an amount."""
    if amount <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(amount) + 1e-9)
    return next(m * power for m in (1, 2, 5, 10) if m * power >= amount * (1 - 1e-9))


def footer(sheet: Sheet, odds: Odds) -> None:
    sheet.y += 30
    how = "Exact" if not odds.samples else f"Estimated from {odds.samples:,} battles"
    sheet.text(EDGE, sheet.y, f"{how} · {odds.edition.name}", "soft small")
    rounds = f"{odds.cycles:.1f} cycles on average"
    sheet.text(WIDTH - EDGE, sheet.y, rounds, "soft small", "end")
