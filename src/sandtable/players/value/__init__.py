"""The value of a position: the chance of a side to win from there on, as games turned out.

A logistic model of a few features. Its weights are fitted to games that computer players played
against each other (`tools/fitting`), and stored as data.
"""

from __future__ import annotations

from math import exp

from sandtable.game.state import State
from sandtable.players.value.features import features
from sandtable.players.value.weights import Weights, weights_of
from sandtable.rules.refusal import SandtableError

__all__ = ["score", "value"]

MOST = 12.0
"""Beyond this a score is a certainty."""


def score(state: State, side: int, weights: Weights | None = None) -> float:
    """The logarithm of the odds of a side; even for a game that is over it is finite."""
    check_side(state, side)
    if state.winner >= 0:
        return MOST if state.winner == side else -MOST
    known = weights or weights_of(state.match.edition)
    found = known.sides[side]
    for weight, number in zip(known.of, features(state, side), strict=True):
        found += weight * number
    return max(-MOST, min(MOST, found))


def value(state: State, side: int, weights: Weights | None = None) -> float:
    """The chance of a side to win."""
    check_side(state, side)
    if state.winner >= 0:
        return float(state.winner == side)
    return 1 / (1 + exp(-score(state, side, weights)))


def check_side(state: State, side: int) -> None:
    edition = state.match.edition
    if not 0 <= side < len(edition.sides):
        raise SandtableError(f"{edition.id} has no side {side}")
