"""Exact outcomes of a fight in which both sides follow fixed policies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.fight import BoolArray, Fight, FloatArray, IntArray, Side
from sandtable.odds.kernels import land, sea
from sandtable.odds.kernels.chain import FLOOR
from sandtable.odds.kernels.course import rules_of
from sandtable.odds.orders import order_of
from sandtable.odds.outcomes import Outcomes, TooLarge
from sandtable.odds.policy import AT_ONCE, NEVER, Policy

MOST_PAIRS = 10_000_000
"""More pairs of states than this are not reckoned with."""
NO_PAIRS = np.zeros((0, 0), dtype=np.bool_)


def outcomes(
    fight: Fight, policy: Policy, units: Sequence[str], *, by_cycle: bool = False
) -> Outcomes:
    """How a fight ends, exactly. `units` are the ids of the edition's units.

    With `by_cycle` the chance of each number of cycles is worked out too, which takes longer.
    """
    orders = orders_of(fight, policy, units)
    if is_chain(fight, policy):
        return in_chains(fight, policy, orders, by_cycle)
    return in_general(fight, policy, orders, by_cycle)


def orders_of(fight: Fight, policy: Policy, units: Sequence[str]) -> tuple[IntArray, ...]:
    """Rows and what is kept of them, of the attackers and then of the defenders."""
    return (
        *order_of(fight.attack, policy.attack_losses, units),
        *order_of(fight.defend, policy.defend_losses, units),
    )


def leaving(policy: Policy) -> tuple[int, float]:
    """After how many cycles, and below which chance of winning, the attackers leave."""
    after = policy.retreat if isinstance(policy.retreat, int) else land.FOREVER
    return after, policy.retreat if isinstance(policy.retreat, float) else 0.0


def is_chain(fight: Fight, policy: Policy) -> bool:
    """Whether all hits can fall on all units, so that each side is a chain of states."""
    a, d = fight.attack.table, fight.defend.table
    if fight.sea:
        if (a[:, f.FIRST].any() or d[:, f.FIRST].any()) and f.STEPS[
            "strike-attacker"
        ] in fight.steps:
            return False
        unarmed = not (a[:, f.ARMED].all() and d[:, f.ARMED].all())
        if unarmed and fight.no_way_to_hit == f.SINK_DEFENSELESS:
            return False
        if policy.attack_submerges != NEVER and a[:, f.DIVES].any():
            return False
        if policy.defend_submerges != NEVER and d[:, f.DIVES].any():
            return False
    if policy.retreat != NEVER and (not fight.exit or a[:, f.STAYS].any()):
        return False
    return all_reached(d, a) and all_reached(a, d)


def all_reached(target: IntArray, shooters: IntArray) -> bool:
    """Whether every kind of hit of some units can fall on each of others."""
    kinds = 0
    for kind in set(shooters[:, f.KIND].tolist()):
        kinds |= 1 << kind
    return bool(((target[:, f.TAKES] & kinds) == kinds).all())


def in_chains(
    fight: Fight, policy: Policy, orders: tuple[IntArray, ...], by_cycle: bool
) -> Outcomes:
    """Outcomes of a fight in which all hits can fall on all units."""
    attack, defend = fight.attack, fight.defend
    states_a, states_d, fought, left, lengths, cycles, dropped = land.fight_out(
        attack.counts, attack.table, attack.helps, attack.pools, orders[0], orders[1],
        defend.counts, defend.table, defend.helps, defend.pools, orders[2], orders[3],
        fight.flak, fight.bombard, fight.round, *leaving(policy), by_cycle, FLOOR, 0.0,
    )  # fmt: skip
    here_a = states_a
    if left.shape != fought.shape:
        left = np.zeros_like(fought)
    elif left.any():
        # Attackers that have left are in states of their own, in which nobody is present.
        nothing = np.zeros_like(fought)
        here_a = np.concatenate((states_a, np.zeros_like(states_a)))
        states_a = np.concatenate((states_a, states_a))
        fought, left = np.concatenate((fought, nothing)), np.concatenate((nothing, left))
    return Outcomes(
        states_a,
        anybody(here_a),
        holding(attack, here_a),
        states_d,
        anybody(states_d),
        fought,
        left,
        of_length(lengths) if by_cycle else None,
        dropped,
        cycles=cycles,
    )


def in_general(
    fight: Fight, policy: Policy, orders: tuple[IntArray, ...], by_cycle: bool
) -> Outcomes:
    """Outcomes of any fight."""
    attack, defend = fight.attack, fight.defend
    rules = rules_of(fight, policy.attack_submerges == AT_ONCE, policy.defend_submerges == AT_ONCE)
    all_a, all_d, fought, left, lengths, cycles, dropped = sea.fight_out(
        attack.counts, attack.table, attack.helps, attack.pools, orders[0], orders[1],
        defend.counts, defend.table, defend.helps, defend.pools, orders[2], orders[3],
        fight.flak, fight.bombard, fight.round, len(fight.kinds), rules, *leaving(policy),
        by_cycle, MOST_PAIRS,
    )  # fmt: skip
    if not len(all_a):
        raise TooLarge("the battle has too many states to be reckoned exactly")
    here_a, here_d = all_a[:, : len(attack.table)], all_d[:, : len(defend.table)]
    return Outcomes(
        here_a + all_a[:, len(attack.table) :],
        anybody(here_a),
        holding(attack, here_a),
        here_d + all_d[:, len(defend.table) :],
        anybody(here_d),
        fought,
        left,
        of_length(lengths) if by_cycle else None,
        dropped,
        cycles=cycles,
    )


def holding(side: Side, present: IntArray) -> BoolArray:
    """In which states somebody present can take the ground."""
    return anybody(present[:, side.table[:, f.CAPTURES] != 0])


def anybody(present: IntArray) -> BoolArray:
    """In which states anybody is left."""
    found: BoolArray = np.any(present, axis=1)
    return found


def of_length(fought: FloatArray) -> FloatArray:
    """Chances of each number of cycles, from the chances that the first, second, ... are fought."""
    longer = np.append(fought, 0.0)
    return np.append(1.0 - longer[0], longer[:-1] - longer[1:])
