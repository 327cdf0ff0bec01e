"""How a battle may end, with the chance of each end: what every method of reckoning gives."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.odds.fight import BoolArray, FloatArray, IntArray
from sandtable.rules.refusal import SandtableError


class TooLarge(SandtableError):
    """A battle has too many states for a method."""


class Outcomes(NamedTuple):
    """The joint distribution of what is left of both sides.

    A and D are the numbers of states that the attackers and the defenders can end in. Units that
    submerged or retreated are among those left, but no longer present.
    """

    attack_states: IntArray
    """(A, rows) units left, by row of the fight's attack."""
    attack_present: BoolArray
    """(A,) whether any of them is still in the battle."""
    attack_holds: BoolArray
    """(A,) whether any of those could take the ground."""
    defend_states: IntArray
    """(D, rows)"""
    defend_present: BoolArray
    fought: FloatArray
    """(A, D) chance of this end, fought out: a side is gone or nobody can hit any more."""
    left: FloatArray
    """(A, D) chance of this end by retreat of the attackers."""
    rounds: FloatArray | None
    """Chance that the battle takes so many cycles, by number; 0: over before the first. None if
    only their expectation was worked out."""
    dropped: float = 0.0
    """Probability left out of account because it was too small."""
    samples: int = 0
    """How many battles were played if this is a sample; 0: exact."""
    cycles: float = -1.0
    """How many cycles the battle is expected to take, if `rounds` does not say."""
