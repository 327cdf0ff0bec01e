"""How much work a run of the benchmarks does."""

from __future__ import annotations

from typing import NamedTuple


class Effort(NamedTuple):
    """Repeats and sizes; the figures mean the same at any effort, but are noisier at less."""

    repeats: int
    """Rounds of measuring."""
    games: int
    """Whole random games in a round."""
    game_rounds: int
    """Rounds of a game at most."""
    cases: int
    """Stacks looked at for each kind of unit and phase."""
    number: int
    """How often something short is repeated in a batch."""
    most_carriers: int
    patience: float
    """Seconds that a single measurement may take before it is broken off."""
    largest: int
    """How many times the units and spaces are taken for growth, at most."""
    growth_decisions: int
    """Decisions in a random game of a grown edition, at most."""


FULL = Effort(15, 5, 10, 40, 50, 6, 10.0, 10, 500)
QUICK = Effort(5, 2, 10, 15, 20, 5, 5.0, 10, 200)
TINY = Effort(1, 1, 1, 1, 1, 3, 1.0, 2, 20)
