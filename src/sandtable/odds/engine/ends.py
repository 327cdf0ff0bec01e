"""How battles of the engine end, told by rows, and gathered into outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sandtable.game import concluding
from sandtable.game.draft import Draft
from sandtable.game.state import Battle, Force, State
from sandtable.odds import fight as f
from sandtable.odds.engine.stepping import battle_in
from sandtable.odds.fight import FloatArray, IntArray, Side
from sandtable.odds.lineup import kinds_of, row_of, side_of
from sandtable.odds.outcomes import Outcomes
from sandtable.rules.position import Token, more


class End(NamedTuple):
    """How a battle ended: what is left of both sides by row, and who is still there."""

    attack: tuple[int, ...]
    attack_present: bool
    attack_holds: bool
    defend: tuple[int, ...]
    defend_present: bool
    left: bool
    """Whether the attackers' retreat ended it."""


class Sides(NamedTuple):
    """The two sides of a battle as rows, as they are when its odds are asked."""

    attack: Side
    defend: Side

    def end(self, battle: Battle, gone: Force, enemy: Sequence[bool], *, left: bool) -> End:
        """The end of a battle; `gone` are attackers that left it before."""
        own = [(t, n) for t, n in battle.submerged if not enemy[t.power]]
        theirs = [(t, n) for t, n in battle.submerged if enemy[t.power]]
        captures = self.attack.table[:, f.CAPTURES]
        at = {token: row for row, token in enumerate(self.attack.tokens)}
        return End(
            count(self.attack, (*battle.attack, *own, *gone)),
            bool(battle.attack),
            any(captures[at[row_of(t)]] for t, _ in battle.attack),
            count(self.defend, (*battle.defend, *theirs)),
            bool(battle.defend),
            left,
        )


def count(side: Side, force: Iterable[tuple[Token, int]]) -> tuple[int, ...]:
    """Units of a force by row."""
    at = {token: row for row, token in enumerate(side.tokens)}
    found = [0] * len(at)
    for token, number in force:
        found[at[row_of(token)]] += number
    return tuple(found)


def forces_of(d: Draft) -> Battle:
    """The battle on top of the agenda, or the one that is about to begin there, unfought."""
    battle = battle_in(d)
    if battle is None:
        step = d.top
        concluding.begin(d, step.space, "raid" if step.about == "raid" else "")
        battle = d.battle
    return battle


def sides_of(state: State, prices: tuple[float, ...]) -> Sides:
    """The rows of a battle that is under way or about to begin."""
    d = Draft(state)
    battle = forces_of(d)
    return sides_in(d, battle, prices)


def sides_in(d: Draft, battle: Battle, prices: tuple[float, ...]) -> Sides:
    enemy = d.at_war[d.power]
    field = d.field(battle)
    ours = (*battle.sworn, *battle.submerged)
    attack = more(battle.attack, [(t, n) for t, n in ours if not enemy[t.power]])
    defend = more(battle.defend, [(t, n) for t, n in ours if enemy[t.power]])
    kinds = kinds_of(field, attack, defend)
    return Sides(
        side_of(field, attack, kinds, prices, attacking=True),
        side_of(field, defend, kinds, prices, attacking=False),
    )


def gathered(
    ends: Mapping[End, float],
    rounds: Sequence[float],
    sides: Sides,
    *,
    dropped: float = 0.0,
    samples: int = 0,
) -> Outcomes:
    """Ends and their chances as outcomes."""
    attack: dict[tuple[tuple[int, ...], bool, bool], int] = {}
    defend: dict[tuple[tuple[int, ...], bool], int] = {}
    for end in ends:
        attack.setdefault((end.attack, end.attack_present, end.attack_holds), len(attack))
        defend.setdefault((end.defend, end.defend_present), len(defend))
    shape = (len(attack), len(defend))
    fought, left = np.zeros(shape), np.zeros(shape)
    for end, chance in ends.items():
        row = attack[end.attack, end.attack_present, end.attack_holds]
        column = defend[end.defend, end.defend_present]
        (left if end.left else fought)[row, column] += float(chance)
    return Outcomes(
        states([counts for counts, _, _ in attack], len(sides.attack.tokens)),
        np.array([present for _, present, _ in attack], dtype=np.bool_),
        np.array([holds for _, _, holds in attack], dtype=np.bool_),
        states([counts for counts, _ in defend], len(sides.defend.tokens)),
        np.array([present for _, present in defend], dtype=np.bool_),
        fought,
        left,
        trimmed(rounds),
        dropped,
        samples,
        sum(number * chance for number, chance in enumerate(rounds)),
    )


def states(found: list[tuple[int, ...]], rows: int) -> IntArray:
    return np.array(found, dtype=np.int64).reshape(len(found), rows)


def trimmed(rounds: Sequence[float]) -> FloatArray:
    """Chances by number of cycles, up to the last that is possible."""
    return np.trim_zeros(np.array(rounds, dtype=np.float64), "b")


def ends_of(found: Outcomes) -> dict[End, float]:
    """Outcomes as ends and their chances; the reverse of `gathered`."""
    ends: dict[End, float] = {}
    for matrix, left in ((found.fought, False), (found.left, True)):
        for row, column in zip(*np.nonzero(matrix), strict=True):
            end = End(
                tuple(int(n) for n in found.attack_states[row]),
                bool(found.attack_present[row]) and not left,
                bool(found.attack_holds[row]) and not left,
                tuple(int(n) for n in found.defend_states[column]),
                bool(found.defend_present[column]),
                left,
            )
            ends[end] = ends.get(end, 0.0) + float(matrix[row, column])
    return ends
