"""Several outcomes as one: battles that begin in different ways, each with its chance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from sandtable.odds.fight import BoolArray, FloatArray, IntArray, Side
from sandtable.odds.outcomes import Outcomes
from sandtable.rules.position import Token


class Part(NamedTuple):
    """Outcomes of one way in which a battle may begin."""

    chance: float
    outcomes: Outcomes
    attack: tuple[Token, ...]
    """What the rows of its attackers stand for."""
    defend: tuple[Token, ...]
    saved_attack: Sequence[tuple[Token, int]] = ()
    """Attackers that are not in it and not lost."""
    saved_defend: Sequence[tuple[Token, int]] = ()
    cycles: int = 0
    """Cycles that were fought before."""


def merged(parts: Iterable[Part], attack: Side, defend: Side) -> Outcomes:
    """All parts together, by the rows of the whole battle."""
    found = list(parts)
    whole_a = [
        np.column_stack(
            [
                spread(p.outcomes.attack_states, p.attack, p.saved_attack, attack.tokens),
                p.outcomes.attack_present,
                p.outcomes.attack_holds,
            ]
        )
        for p in found
    ]
    whole_d = [
        np.column_stack(
            [
                spread(p.outcomes.defend_states, p.defend, p.saved_defend, defend.tokens),
                p.outcomes.defend_present,
            ]
        )
        for p in found
    ]
    rows_a, at_a = unique(whole_a)
    rows_d, at_d = unique(whole_d)
    fought = np.zeros((len(rows_a), len(rows_d)))
    left = np.zeros_like(fought)
    dropped = 0.0
    for part, a, d in zip(found, at_a, at_d, strict=True):
        cells = np.ix_(a, d)
        # Equal states of one part, if there are any, must add up.
        np.add.at(fought, cells, part.chance * part.outcomes.fought)
        np.add.at(left, cells, part.chance * part.outcomes.left)
        dropped += part.chance * part.outcomes.dropped
    width_a, width_d = len(attack.tokens), len(defend.tokens)
    return Outcomes(
        rows_a[:, :width_a],
        flags(rows_a[:, width_a]),
        flags(rows_a[:, width_a + 1]),
        rows_d[:, :width_d],
        flags(rows_d[:, width_d]),
        fought,
        left,
        rounds_of(found),
        dropped,
        sum(part.outcomes.samples for part in found),
        sum(part.chance * (part.cycles + cycles_of(part.outcomes)) for part in found),
    )


def rounds_of(parts: list[Part]) -> FloatArray | None:
    """The chance of each number of cycles, if all parts know it."""
    known = [(part, part.outcomes.rounds) for part in parts if part.outcomes.rounds is not None]
    if len(known) < len(parts):
        return None
    found = np.zeros(max((len(rounds) + part.cycles for part, rounds in known), default=1))
    for part, rounds in known:
        found[part.cycles : part.cycles + len(rounds)] += part.chance * rounds
    return found


def cycles_of(outcomes: Outcomes) -> float:
    """How many cycles a battle is expected to take."""
    if outcomes.rounds is None:
        return outcomes.cycles
    return float(outcomes.rounds @ np.arange(len(outcomes.rounds)))


def flags(column: IntArray) -> BoolArray:
    return np.asarray(column != 0, dtype=np.bool_)


def spread(
    states: IntArray,
    tokens: tuple[Token, ...],
    saved: Sequence[tuple[Token, int]],
    whole: tuple[Token, ...],
) -> IntArray:
    """States by the rows of a part as states by those of the whole."""
    at = {token: row for row, token in enumerate(whole)}
    found = np.zeros((len(states), len(whole)), dtype=np.int64)
    for column, token in enumerate(tokens):
        found[:, at[token]] += states[:, column]
    for token, count in saved:
        found[:, at[token]] += count
    return found


def unique(tables: list[IntArray]) -> tuple[IntArray, list[IntArray]]:
    """The different rows of some tables, and where those of each table are among them."""
    rows, inverse = np.unique(np.concatenate(tables), axis=0, return_inverse=True)
    ends = np.cumsum([len(table) for table in tables])[:-1]
    return rows, np.split(inverse.reshape(-1), ends)
