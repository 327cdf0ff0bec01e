"""Legal orders of one stack: what a player sees who picks a stack up."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from statistics import median
from time import process_time

from benchmarks.effort import Effort
from benchmarks.figures import Figure, Section
from benchmarks.material import Recorded, Stood, base_edition, record_game, stood
from benchmarks.timing import Probe, measure
from sandtable.game.offers import offers_for_space
from sandtable.rules.edition import Edition

KINDS = ("infantry", "tank", "fighter", "bomber", "destroyer", "carrier", "transport")
PHASES = ("combat-move", "noncombat-move")
GOAL = "under 1,000"
SEEDS = range(100, 106)


def cases(
    edition: Edition, recorded: Sequence[Recorded], kind: str, phase: str, most: int
) -> list[Stood]:
    """Stacks of a kind of unit in recorded games, drawn at random; transports with cargo."""
    unit = edition.unit_index[kind]
    found = [
        case
        for played in recorded
        for case in stood(played, phase)
        if case.token.unit == unit and (kind != "transport" or case.token.cargo)
    ]
    return random.Random(kind + phase).sample(found, min(most, len(found)))


def orders(case: Stood) -> int:
    """List every legal order of the stack; how many there are."""
    return sum(1 for _ in offers_for_space(case.state, case.space, case.token.unit))


def cases_probe(name: str, found: Sequence[Stood]) -> Probe:
    """The median and the worst time over the cases, each at the better of two tries."""

    def once(case: Stood) -> float:
        start = process_time()
        orders(case)
        return process_time() - start

    def probe() -> Mapping[str, float]:
        times = [min(once(case), once(case)) for case in found]
        return {f"{name}, median": median(times), f"{name}, worst": max(times)}

    return probe


def section(effort: Effort) -> Section:
    edition = base_edition()
    recorded = [record_game(edition, seed, max(effort.game_rounds, 4)) for seed in SEEDS]
    probes = []
    notes = {}
    for phase in PHASES:
        for kind in KINDS:
            found = cases(edition, recorded, kind, phase, effort.cases)
            if found:
                name = f"{kind}{' with cargo' if kind == 'transport' else ''}, {phase}"
                probes.append(cases_probe(name, found))
                listed = sorted(map(orders, found))
                notes[name] = f"{listed[len(listed) // 2]} orders, at most {listed[-1]}"
    results = measure(probes, effort.repeats)
    figures = tuple(
        Figure(name, tuple(values), goal=GOAL, note=notes.get(name.removesuffix(", median"), ""))
        for name, values in results.values.items()
    )
    return Section("Legal orders of one stack", figures, results)
