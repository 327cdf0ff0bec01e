"""Odds of battles: exact ones of several sizes, beside plays of the same battles.

Figures from elsewhere are those of the best exact calculator known (in JavaScript, for one
edition), measured on a machine like the one in docs/benchmarks.md.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import NamedTuple

from benchmarks import montecarlo
from benchmarks.effort import Effort
from benchmarks.figures import Curve, Figure, Section, number
from benchmarks.timing import Probe, counted, elapsed, measure, timed
from sandtable import odds
from sandtable.game.library import load_edition
from sandtable.odds import reckon, sampled
from sandtable.odds.engine import pitched, played, walk
from sandtable.odds.engine.handing import fight_in
from sandtable.odds.fight import Fight
from sandtable.odds.lineup import usual_prices
from sandtable.odds.outcomes import TooLarge
from sandtable.odds.policy import KEEP_GROUND, OPTIMAL, Policy
from sandtable.rules.edition import Edition

Force = Mapping[str, int]

USUAL = Policy()
BEST = Policy(OPTIMAL, OPTIMAL, OPTIMAL, OPTIMAL, OPTIMAL)


class Battle(NamedTuple):
    """Two forces, and how long the calculator elsewhere takes for such a battle, in seconds."""

    name: str
    edition: str
    attack: Force
    defend: Force
    elsewhere: tuple[float, float] | None = None

    @property
    def ed(self) -> Edition:
        return load_edition(self.edition)

    @property
    def units(self) -> list[str]:
        return [unit.id for unit in self.ed.units]

    @property
    def fight(self) -> Fight:
        found = fight_in(pitched.battle(self.ed, self.attack, self.defend), usual_prices(self.ed))
        assert found is not None
        return found


def land(scale: float) -> tuple[Force, Force]:
    """A mixed army against another, 26 units against 24 at scale 1."""
    attack = {"infantry": 10, "artillery": 4, "tank": 6, "fighter": 4, "bomber": 2}
    defend = {"infantry": 13, "artillery": 3, "tank": 5, "fighter": 3}
    return scaled(attack, scale), scaled(defend, scale)


def scaled(force: Force, scale: float) -> Force:
    found = {unit: round(count * scale) for unit, count in force.items()}
    return {unit: count for unit, count in found.items() if count}


ATTACKING_FLEET = {
    "submarine": 8,
    "destroyer": 6,
    "carrier": 4,
    "fighter": 8,
    "battleship": 4,
    "transport": 6,
}
DEFENDING_FLEET = {
    "submarine": 6,
    "destroyer": 5,
    "carrier": 3,
    "fighter": 6,
    "battleship": 3,
    "transport": 6,
}

BATTLES = (
    Battle("land 26 v 24", "revised", *land(1), (0.006, 0.009)),
    Battle(
        "land 77 v 72",
        "revised",
        {"infantry": 30, "artillery": 12, "tank": 18, "fighter": 12, "bomber": 5},
        {"infantry": 40, "artillery": 9, "tank": 14, "fighter": 9},
        (0.22, 0.27),
    ),
    Battle(
        "land 150 v 149",
        "revised",
        {"infantry": 60, "artillery": 24, "tank": 34, "fighter": 22, "bomber": 10},
        {"infantry": 84, "artillery": 18, "tank": 30, "fighter": 17},
        (2.5, 3.0),
    ),
    Battle("sea 36 v 29", "revised", ATTACKING_FLEET, DEFENDING_FLEET, (0.05, 0.05)),
    Battle("sea 36 v 29, 1941", "1941", ATTACKING_FLEET, DEFENDING_FLEET),
    Battle("sea 36 v 29, LHTR", "lhtr", ATTACKING_FLEET, DEFENDING_FLEET),
)
SMALL = Battle("small", "revised", {"infantry": 3, "tank": 1, "fighter": 1}, {"infantry": 3})
ATTACKERS = ((8, 20), (0, 6), (4, 14), (2, 5), (0, 2))
DEFENDERS = ((10, 25), (0, 6), (2, 10), (1, 1), (0, 4), (0, 1))
"""From and to how many of each unit armies have."""
SIZES = (5, 10, 20, 50, 100, 150, 300)
LONG = 0.2
"""Seconds after which nothing is gained by repeating."""
OPTIMAL_SIZES = (4, 8, 12, 16)


def exact(battle: Battle) -> Callable[[], object]:
    return partial(reckon.outcomes, battle.fight, USUAL, battle.units)


def plays(battle: Battle) -> Callable[[], object]:
    """The same battle by 10,000 plays with NumPy, as far as that knows it: on land."""
    sides = [
        [montecarlo.row(battle.ed, unit, count) for unit, count in force.items()]
        for force in (battle.attack, battle.defend)
    ]
    return partial(montecarlo.play, sides[0], sides[1])


def process(code: str, **environment: str) -> float:
    """Seconds of the processor that a fresh interpreter takes to run some code."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, **environment})
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


QUESTION = 'from sandtable import odds; odds.battle("revised", "3 infantry", "2 infantry")'


def starts() -> Mapping[str, float]:
    """New processes that ask one question."""
    bare = process("pass")
    return {
        "import of the odds": max(process("import sandtable.odds") - bare, 1e-6),
        "first battle of a new process, import included": max(process(QUESTION) - bare, 1e-6),
    }


def empty_start() -> float:
    """The same where no kernels are kept yet."""
    with tempfile.TemporaryDirectory() as nothing:
        return process(QUESTION, XDG_CACHE_HOME=nothing)


def chosen(effort: Effort) -> tuple[Battle, ...]:
    """All battles, or with little effort one on land and one at sea."""
    return BATTLES if effort.largest > 2 else (BATTLES[0], BATTLES[3])


def probes(effort: Effort) -> list[Probe]:
    found: list[Probe] = []
    for battle in chosen(effort):
        found.append(paced(f"{battle.name}, exact", exact(battle)))
        if battle.name.startswith("land"):
            found.append(timed(f"{battle.name}, 10,000 plays with NumPy", plays(battle)))
        sampling = partial(sampled.sample, battle.fight, USUAL, battle.units, runs=10_000, seed=1)
        found.append(timed(f"{battle.name}, 10,000 plays compiled", sampling))
    first = BATTLES[0]
    whole = partial(odds.battle, first.ed, first.attack, first.defend)
    found.append(timed(f"{first.name}, asked of sandtable.odds", whole, effort.number))
    small = partial(odds.battle, SMALL.ed, SMALL.attack, SMALL.defend)
    found.append(timed("small battle, asked of sandtable.odds", small, effort.number))
    found += [many(effort, sea=False), many(effort, sea=True)]
    found += [armies(effort, exact=True), armies(effort, exact=False)]
    state = pitched.battle(SMALL.ed, SMALL.attack, SMALL.defend)
    found.append(timed("small battle, walked through the engine", partial(walk.outcomes, state)))
    playing = partial(played.outcomes, state, runs=20, seed=1)
    found.append(timed("small battle, 20 plays of the engine", playing))
    return found


def many(effort: Effort, *, sea: bool) -> Probe:
    """Small battles in one call: up to three units of each of some kinds on both sides."""
    arena = odds.Arena("revised", sea=sea)
    rng = random.Random(1)
    size = 100 * effort.number
    sides = [
        [[rng.choice((0, 0, 1, 2, 3)) for _ in units] for _ in range(size)]
        for units in (arena.attack_units, arena.defend_units)
    ]

    return together(f"small battles {'at sea' if sea else 'on land'}", arena, *sides)


ROUGH = ", not exact"


def armies(effort: Effort, *, exact: bool) -> Probe:
    """Some forty units a side under antiaircraft fire in one call, as players weigh them for
    capitals."""
    arena = odds.Arena("revised", policy=Policy(KEEP_GROUND), exact=exact)
    rng = random.Random(1)
    size = 10 * effort.number
    attack = [[rng.randint(*most) for most in ATTACKERS] for _ in range(size)]
    defend = [[rng.randint(*most) for most in DEFENDERS] for _ in range(size)]

    return together(f"armies under flak{'' if exact else ROUGH}", arena, attack, defend)


def together(
    name: str, arena: odds.Arena, attack: list[list[int]], defend: list[list[int]]
) -> Probe:
    """Battles in one call, and what each of them takes."""

    def reckon_all() -> int:
        arena.reckon(attack, defend)
        return len(attack)

    return counted(f"{name} in one call, each", reckon_all)


def paced(name: str, work: Callable[[], object]) -> Probe:
    """A probe of something short or long, which what is long makes once; nothing if too large."""

    def probe() -> Mapping[str, float]:
        with suppress(TooLarge):
            once = elapsed(work)
            return {name: once} if once > LONG else timed(name, work)()
        return {}

    return probe


def solving(effort: Effort) -> list[Probe]:
    """Best play of both sides, by size."""
    found = []
    for size in OPTIMAL_SIZES if effort.largest > 2 else OPTIMAL_SIZES[:1]:
        attack, defend = land(size / 25)
        ask = partial(odds.battle, "revised", attack, defend, policy=BEST)
        name = f"best play, {sum(attack.values())} v {sum(defend.values())} on land"
        found.append(paced(name, ask))
    return found


def growing(effort: Effort) -> list[Probe]:
    """Battles of growing size: the same mix on land, the same fleets at sea."""
    found = []
    for size in SIZES if effort.largest > 2 else SIZES[:2]:
        for name, edition, (attack, defend) in (
            ("land, exact", "revised", land(size / 25)),
            ("sea, exact", "revised", fleets(size / 32)),
            ("sea, exact, 1941", "1941", fleets(size / 32)),
        ):
            ask = exact(Battle(name, edition, attack, defend))
            found.append(paced(f"{name} x{size}", ask))
    return found


def fleets(scale: float) -> tuple[Force, Force]:
    return scaled(ATTACKING_FLEET, scale), scaled(DEFENDING_FLEET, scale)


def shown(name: str, values: list[float], battle: Battle | None) -> Figure:
    """A figure in a fitting unit, with the factor to what is known from elsewhere."""
    middle = median(values)
    unit = "us" if middle < 1e-3 else "ms" if middle < 1 else "s"
    note = ""
    if battle is not None and battle.elsewhere is not None:
        low, high = battle.elsewhere
        times = (
            f"{number(low / middle)} to {number(high / middle)}"
            if high > low
            else (number(low / middle))
        )
        figures = f"{low * 1e3:g} to {high * 1e3:g}" if high > low else f"{low * 1e3:g}"
        note = f"elsewhere {figures} ms: {times} times as long"
    return Figure(name, tuple(values), unit, note=note)


def section(effort: Effort) -> Section:
    for battle in chosen(effort):
        exact(battle)()  # Once for the kernels.
    results = measure(
        [*probes(effort), *solving(effort), starts, *growing(effort)], (effort.repeats + 1) // 2
    )
    if effort.largest > 2:
        results.values["first battle where no kernels are kept"] = [empty_start()]
    figures = []
    points: dict[str, list[tuple[int, float]]] = {}
    by_name = {f"{battle.name}, exact": battle for battle in BATTLES}
    for name, values in results.values.items():
        curve, found, size = name.rpartition(" x")
        if found and size.isdigit():
            points.setdefault(curve, []).append((int(size), median(values)))
            continue
        if name.endswith("in one call, each"):
            figures.append(Figure(name.replace(", each", ""), tuple(values), "/s"))
            if ROUGH in name:
                pairs = zip(values, results.values[name.replace(ROUGH, "")], strict=True)
                ratio = tuple(whole / quick for quick, whole in pairs)
                figures.append(Figure("armies under flak, exact by not exact", ratio, "x"))
            continue
        figures.append(shown(name, values, by_name.get(name)))
        other = name.replace("10,000 plays with NumPy", "exact")
        if other != name:
            pairs = zip(values, results.values[other], strict=True)
            ratio = tuple(slow / fast for slow, fast in pairs)
            figures.append(Figure(f"{name}, by exact", ratio, "x"))
    return Section(
        "Odds of battles",
        tuple(figures),
        results,
        tuple(Curve(f"{name}, by units a side", tuple(at)) for name, at in points.items()),
        "Figures from elsewhere: a calculator for one edition in JavaScript, on a like machine",
    )
