"""Odds by playing: for battles too large to be reckoned exactly, and to check those that are.

A play depends on the seed and its number alone, so that the same seed and number of plays give the
same result, however they were shared out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from time import perf_counter

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.fight import Fight, IntArray, Side
from sandtable.odds.kernels import sampling
from sandtable.odds.kernels.chance import cumulated
from sandtable.odds.kernels.playing import NEVER as NO_RETREAT
from sandtable.odds.kernels.playing import NUMBERS, STANCE, WORK, Battle, Plan
from sandtable.odds.orders import order_of
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.policy import AT_ONCE, NEVER, OPTIMAL, Policy
from sandtable.rules.refusal import InvalidAnswer

TABLE = 256
"""Shots that are looked up at once."""
PART = 1 << 14
"""Plays between two looks at the clock."""
MOST = 1 << 21
"""Plays at most where none were asked for."""
MOST_UNITS = 1 << 14
"""Units of a side; ends are kept as short integers."""


def sample(fight: Fight, policy: Policy, units: Sequence[str], *, runs: int, seed: int) -> Outcomes:
    """The outcomes of so many plays. `units` are the ids of the edition's units."""
    return Plays(fight, policy, units, seed).outcomes(runs)


def sample_until(
    fight: Fight,
    policy: Policy,
    units: Sequence[str],
    *,
    error: float,
    seconds: float = math.inf,
    seed: int,
) -> Outcomes:
    """Plays until the standard error of the chance to win is small enough, or time is out.

    What comes out is what `sample` gives for as many plays as `samples` says.
    """
    plays = Plays(fight, policy, units, seed)
    limit = perf_counter() + seconds
    while plays.number < PART or (
        plays.error > error and perf_counter() < limit and plays.number < MOST
    ):
        plays.go_on(PART)
    return plays.outcomes(plays.number)


class Plays:
    """Plays of one fight, as many as were made so far."""

    def __init__(self, fight: Fight, policy: Policy, units: Sequence[str], seed: int) -> None:
        self.fight = fight
        self.plan = plan_of(fight, policy, units)
        self.battle = battle_of(self.plan, len(fight.kinds))
        self.seed = np.uint64(seed % (1 << 64))
        self.parts: list[tuple[sampling.ShortArray, sampling.ShortArray, IntArray]] = []
        self.number = 0
        self.won = 0

    def go_on(self, runs: int) -> None:
        """Play some more."""
        rows = self.plan.counts.shape[1]
        left, present = np.zeros((2, 2, runs, rows), dtype=np.int16)
        part = left, present, zeros(runs, 2)
        sampling.plays(self.plan, self.battle, self.seed, self.number, *part)
        ours, theirs = (part[1][side].any(axis=1) for side in (0, 1))
        self.won += int(np.sum(ours & ~theirs))
        self.parts.append(part)
        self.number += runs

    @property
    def error(self) -> float:
        """The standard error of the attackers' chance to win, by Laplace's estimate of it."""
        chance = (self.won + 1) / (self.number + 2)
        return math.sqrt(chance * (1 - chance) / self.number)

    def outcomes(self, runs: int) -> Outcomes:
        """The plays so far as a distribution, made up to a number."""
        while self.number < runs:
            self.go_on(min(runs - self.number, MOST))
        left = np.concatenate([part[0] for part in self.parts], axis=1)
        present = np.concatenate([part[1] for part in self.parts], axis=1)
        ends = np.concatenate([part[2] for part in self.parts])
        attack, defend = self.fight.attack, self.fight.defend
        ours, theirs = (present[side].any(axis=1).astype(np.int64) for side in (0, 1))
        rows = len(attack.tokens)
        ground = attack.table[:, f.CAPTURES] != 0
        holds = present[0, :, :rows][:, ground].any(axis=1)
        attack_states, at = distinct(left[0, :, :rows], ours + 2 * holds)
        defend_states, of = distinct(left[1, :, : len(defend.tokens)], theirs)
        shape = len(attack_states), len(defend_states)
        cells = at * shape[1] + of
        retreated = ends[:, 0] == sampling.LEFT
        fought, gone = (
            np.bincount(cells[chosen], minlength=shape[0] * shape[1]).reshape(shape) / self.number
            for chosen in (~retreated, retreated)
        )
        return Outcomes(
            attack_states[:, :-1],
            attack_states[:, -1] & 1 != 0,
            attack_states[:, -1] & 2 != 0,
            defend_states[:, :-1],
            defend_states[:, -1] & 1 != 0,
            fought,
            gone,
            np.bincount(ends[:, 1]) / self.number,
            samples=self.number,
            cycles=float(ends[:, 1].mean()),
        )


def distinct(left: sampling.ShortArray, flags: IntArray) -> tuple[IntArray, IntArray]:
    """The different rows of units left and flags, and which of them each play ended in."""
    rows: IntArray = np.column_stack((left, flags)).astype(np.int64)
    most = rows.max(axis=0) + 1
    if math.prod(map(int, most)) < 1 << 62:
        weights = np.concatenate(([1], np.cumprod(most[:-1])))
        _, first, which = np.unique(rows @ weights, return_index=True, return_inverse=True)
        return rows[first], which
    states, which = np.unique(rows, axis=0, return_inverse=True)
    return states, which.reshape(-1)


# --- a fight and a policy as arrays


def plan_of(fight: Fight, policy: Policy, units: Sequence[str]) -> Plan:
    sides = fight.attack, fight.defend
    if any(side.counts.sum() > MOST_UNITS for side in sides):
        raise InvalidAnswer(f"a battle is played with at most {MOST_UNITS} units a side")
    rows = max(len(side.tokens) for side in sides)
    pools = max(len(side.pools) for side in sides)
    counts = zeros(2, rows)
    table = zeros(2, rows, f.COLUMNS)
    table[:, :, f.PACK] = table[:, :, f.WOUNDED] = -1
    table[:, :, f.BEST_OF] = 1
    lends = zeros(2, rows, pools)
    pooled = np.full((2, pools, 2), -1, dtype=np.int64)
    losses = policy.attack_losses, policy.defend_losses
    orders = [order_in(side, named, units) for side, named in zip(sides, losses, strict=True)]
    places = max(map(len, orders))
    # A place beyond the end of an order spares everybody.
    order = np.full((2, places, 2), (0, 1 << 30), dtype=np.int64)
    for at, side in enumerate(sides):
        counts[at, : len(side.counts)] = side.counts
        table[at, : len(side.tokens)] = side.table
        lends[at, side.helps[:, 0], side.helps[:, 1]] = 1
        pooled[at, : len(side.pools)] = side.pools
        order[at, : len(orders[at])] = orders[at]
    best = max(int(table[:, :, f.BEST_OF].max()), int(fight.bombard[:, 2].max(initial=1)))
    alone = np.arange(NUMBERS) / 6
    chance = np.concatenate([1 - (1 - alone) ** dice for dice in range(1, best + 1)])
    shots = int((counts * np.maximum(table[:, :, f.SHOTS], 1)).sum(axis=1).max())
    shots = max(shots, int(fight.bombard[:, 1].sum()), 1)
    aloft = np.zeros(rows)
    aloft[: len(fight.flak)] = fight.flak
    return Plan(
        counts,
        table,
        lends,
        pooled,
        order,
        fight.steps,
        aloft,
        fight.bombard,
        cumulated(chance, min(shots, TABLE)),
        np.array(
            [
                fight.sea,
                fight.no_way_to_hit,
                fight.exit,
                fight.round,
                retreat_after(policy),
                dives(policy.attack_submerges),
                dives(policy.defend_submerges),
            ]
        ),
    )


def zeros(*shape: int) -> IntArray:
    return np.zeros(shape, dtype=np.int64)


def battle_of(plan: Plan, kinds: int) -> Battle:
    """Room for one play at a time."""
    _, rows, pools = plan.lends.shape
    return Battle(
        zeros(3, 2, rows),
        zeros(2, STANCE),
        zeros(WORK, max(rows, pools, plan.order.shape[1])),
        zeros(rows, pools),
        zeros(kinds, len(plan.chances)),
        zeros(kinds),
        np.zeros(1, dtype=np.uint64),
    )


def dives(wish: str) -> int:
    if wish not in (NEVER, AT_ONCE):
        raise InvalidAnswer(f"a battle that is played knows no {wish} submerging")
    return int(wish == AT_ONCE)


def retreat_after(policy: Policy) -> int:
    if policy.retreat == NEVER:
        return NO_RETREAT
    if not isinstance(policy.retreat, int):
        raise InvalidAnswer("a battle that is played knows a retreat after some cycles, no other")
    return policy.retreat


def order_in(side: Side, losses: str | tuple[str, ...], units: Sequence[str]) -> IntArray:
    """Rows in the order of losses, each with how many are spared when its turn comes."""
    if losses == OPTIMAL:
        raise InvalidAnswer("a battle that is played knows no optimal losses")
    return np.column_stack(order_of(side, losses, units))
