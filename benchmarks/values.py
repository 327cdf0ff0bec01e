"""Positions as values: copying, hashing, comparing, freezing."""

from __future__ import annotations

import pickle

from benchmarks.effort import Effort
from benchmarks.figures import Figure, Section
from benchmarks.material import base_edition, record_game
from benchmarks.timing import Probe, measure, timed
from sandtable.game.draft import Draft
from sandtable.game.state import State
from sandtable.rules.edition import Edition
from sandtable.rules.position import Position


def busiest(edition: Edition, rounds: int) -> State:
    """The state of a random game with most tokens that are marked."""
    played = record_game(edition, 7, rounds)
    return max(
        (state for state, _, _ in played.decisions),
        key=lambda s: sum(t.mark.flags > 0 for stack in s.position.stacks for t, _ in stack),
    )


def probes(state: State, number: int) -> list[Probe]:
    position = state.position
    settled = position.settled()
    twin: Position = pickle.loads(pickle.dumps(position))
    return [
        timed("copy with a change (_replace)", lambda: position._replace(round=2), number),
        timed("hash", lambda: hash(position), number),
        timed("equal, nothing shared", lambda: position == twin, number),
        timed(
            "copy and compare, everything shared", lambda: position == position._replace(), number
        ),
        timed("settled(), units have moved", position.settled, number),
        timed("settled(), nothing to do", settled.settled, number),
        timed("open a draft", lambda: Draft(state), number),
        timed("open a draft and freeze it", lambda: Draft(state).freeze(), number),
    ]


def section(effort: Effort) -> Section:
    state = busiest(base_edition(), effort.game_rounds)
    results = measure(probes(state, effort.number * 5), effort.repeats)
    figures = tuple(Figure(name, tuple(found)) for name, found in results.values.items())
    return Section("Positions as values", figures, results)
