"""How the figures grow with the game: with more units, and with more spaces."""

from __future__ import annotations

from functools import partial
from statistics import median

from benchmarks import proofs
from benchmarks.boards import WAYS
from benchmarks.effort import Effort
from benchmarks.figures import Curve, Section
from benchmarks.material import at_phase, record_game, setup_position
from benchmarks.orders import ending, list_all, too_far
from benchmarks.playing import decide_again, random_games
from benchmarks.timing import Probe, counted, guarded, measure, timed
from sandtable.game.draft import Draft
from sandtable.game.offers import offers_for_space
from sandtable.game.state import State
from sandtable.rules.edition import Edition
from sandtable.rules.position import Position, stack_of

POWER = "japan"
STACKS = (
    ("infantry", "japan"),
    ("tank", "japan"),
    ("fighter", "japan"),
    ("fighter", "sz-45"),
    ("bomber", "japan"),
    ("destroyer", "sz-46"),
    ("carrier", "sz-45"),
    ("transport", "sz-45"),
)
"""One power's stacks that are the same in every size of game; the transports are laden."""
ROUNDS = 10


def laden(edition: Edition, position: Position) -> Position:
    """The position with two infantry aboard every transport of the power."""
    power, index = edition.power_index[POWER], edition.unit_index
    cargo = ((power, index["infantry"]),) * 2
    return position._replace(
        stacks=tuple(
            stack_of(
                (t._replace(cargo=cargo) if t[:2] == (power, index["transport"]) else t, n)
                for t, n in stack
            )
            for stack in position.stacks
        )
    )


def orders_of(state: State, space: int, unit: int) -> int:
    return sum(1 for _ in offers_for_space(state, space, unit))


def playing_probes(edition: Edition, effort: Effort) -> list[Probe]:
    """Random decisions, and the engine's part in them."""
    games, most = effort.games, effort.growth_decisions
    recorded = [
        record_game(edition, seed, ROUNDS, most, effort.patience / games) for seed in range(games)
    ]
    return [
        counted("a random decision", lambda: random_games(edition, games, ROUNDS, most)),
        counted("a decision, engine only", lambda: decide_again(edition, recorded)),
    ]


def question_probes(edition: Edition, number: int) -> list[Probe]:
    start = setup_position(edition)
    power = edition.power_index[POWER]
    soviet = at_phase(edition, start, 0, "combat-move")
    first = at_phase(edition, start, power, "combat-move")
    refuse = partial(soviet.refusal, 0, too_far(edition))
    return [
        timed("refuse an illegal move", refuse, number),
        timed("all offers of a first combat move", partial(list_all, first.state)),
        timed("end a first combat move", ending(first), number),
        timed("landing proof, 4 carriers, provable", ending(proofs.provable(edition, 4)), number),
        timed("hash a position", lambda: hash(start), number),
        timed("settle a position", start.settled, number),
        timed("open a draft and freeze it", lambda: Draft(soviet.state).freeze(), number),
    ]


def stack_probes(edition: Edition, number: int) -> list[Probe]:
    start = laden(edition, setup_position(edition))
    power = edition.power_index[POWER]
    found = []
    for phase in ("combat-move", "noncombat-move"):
        state = at_phase(edition, start, power, phase).state
        for kind, space in STACKS:
            ask = partial(orders_of, state, edition.board.index[space], edition.unit_index[kind])
            found.append(timed(f"{phase}, orders of {kind} in {space}", ask, max(number // 10, 1)))
    return found


def renamed(probe: Probe, suffix: str) -> Probe:
    return lambda: {name + suffix: value for name, value in probe().items()}


def section(way: str, effort: Effort) -> Section:
    grow, factors = WAYS[way]
    suffixes = {factor: f" x{factor}" for factor in factors if factor <= effort.largest}
    probes = []
    for factor, suffix in suffixes.items():
        edition = grow(factor)
        probes += [
            renamed(guarded(probe, effort.patience), suffix)
            for probe in (
                *playing_probes(edition, effort),
                *question_probes(edition, effort.number),
                *stack_probes(edition, effort.number),
            )
        ]
    results = measure(probes, max(1, effort.repeats // 3))
    points: dict[str, list[tuple[int, float]]] = {}
    for factor, suffix in suffixes.items():
        for name, found in results.values.items():
            if name.endswith(suffix):
                points.setdefault(name.removesuffix(suffix), []).append((factor, median(found)))
    curves = tuple(Curve(name, tuple(found)) for name, found in points.items())
    missing = any(len(curve.points) < len(suffixes) for curve in curves)
    return Section(
        f"Growth with the number of {way}",
        (),
        results,
        curves,
        f"- took longer than {effort.patience:.0f} s and was broken off" if missing else "",
    )
