"""A fight made ready to be solved: the states of both sides, and what leads from one to another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds import outcomes
from sandtable.odds.fight import Fight, FloatArray, IntArray, Side
from sandtable.odds.kernels import solving_ends as ends
from sandtable.odds.kernels.dice import STRIKING
from sandtable.odds.kernels.opening import after_flak
from sandtable.odds.kernels.solving_army import Volley, look, volleys
from sandtable.odds.kernels.solving_ends import Course
from sandtable.odds.kernels.solving_losses import room_of, ways
from sandtable.odds.kernels.solving_states import (
    ALL,
    ANY,
    STAY,
    STRIKES,
    Army,
    explore,
    links,
    strides,
)
from sandtable.odds.lineup import chance_of
from sandtable.odds.orders import order_of
from sandtable.odds.policy import AT_ONCE, NEVER, OPTIMAL, USUAL, Policy
from sandtable.rules.roll import Shot

DIVES = {NEVER: STAY, AT_ONCE: ALL, OPTIMAL: ANY}
STAGES = {
    f.STEPS["submerge-attacker"]: ends.ATTACK_SUBMERGES,
    f.STEPS["submerge-defender"]: ends.DEFEND_SUBMERGES,
    f.STEPS["press-or-retreat"]: ends.PRESS,
}
FIRE = (f.STEPS["fire-attacker"], f.STEPS["fire-defender"], f.STEPS["remove-casualties"])
STRIKE_STEPS = (f.STEPS["strike-attacker"], f.STEPS["strike-defender"])

PAIRS = 300_000_000
"""Pairs of states, of sides that choose their losses, beyond which a battle is too large."""
CODES = 1 << 50
"""The same for one side, chosen or not."""
ENTRIES = 20_000_000
"""Possible losses of one side, over all its states and hits, beyond which it is too large."""


class Estimate(NamedTuple):
    """How large it is to solve a battle."""

    attackers: int
    """States that the attackers can come to."""
    defenders: int
    memory: int
    """Bytes."""
    work: float
    """Steps of arithmetic: about a thousand million in a second."""


class TooLarge(outcomes.TooLarge):
    """A battle has too many states to be solved."""

    def __init__(self, estimate: Estimate) -> None:
        self.estimate = estimate
        super().__init__(
            f"{estimate.attackers} x {estimate.defenders} states are too many to solve: they take"
            f" about {estimate.memory / 1e6:.0f} MB and {estimate.work / 1e9:.1f} seconds"
        )


class Opening(NamedTuple):
    """What opening fire leaves: states of the attackers by chance, of the defenders by hits."""

    attackers: IntArray
    """(N,) states."""
    chances: FloatArray
    hits: FloatArray
    """Chances of hits by bombardment."""
    defenders: tuple[IntArray, ...]
    """States that so many hits can leave, the usual one first."""


class Target(NamedTuple):
    """How hits of the enemy fall on a side."""

    group_of: IntArray
    """(kinds,) the class of hits of each kind: kinds that reach the same units make a class."""
    reach: IntArray
    """(covers, rows) classes that each row can take, as a mask."""
    most: IntArray
    """(classes,) the most hits that count."""


class Setting(NamedTuple):
    """A fight with all its states."""

    attack: Army
    defend: Army
    course: Course
    before: int
    """The stage that a cycle begins with; those ahead of it end one."""
    volleys: tuple[tuple[Volley, Volley], ...]
    """Fire of both sides in the first cycle and in later ones."""
    first_differs: bool
    opening: Opening
    on_attack: Target
    on_defend: Target
    slots: int
    """States of the defenders that first strikes can leave of one, at most; 0 without strikes."""


def target_of(side: Side, enemy: Side, kinds: int) -> Target:
    """How hits of the enemy fall on a side; cover matters only if the enemy can cancel it."""
    covered, bare = side.table[:, f.TAKES], side.table[:, f.BARE]
    uncovers = bool(np.any(enemy.table[:, f.CANCELS] & f.COVER))
    forms = [covered, bare] if uncovers and np.any(covered != bare) else [covered]
    group_of = np.full(kinds, -1, dtype=np.int64)
    classes: list[tuple[int, ...]] = []
    room = room_of(side.counts, side.table)
    most: list[int] = []
    for kind in sorted(set(enemy.table[:, f.KIND].tolist())):
        takes = tuple(int(mask) >> kind & 1 for form in forms for mask in form)
        if not any(takes):
            continue
        if takes not in classes:
            classes.append(takes)
            most.append(0)
        group_of[kind] = classes.index(takes)
        of_kind = enemy.table[:, f.KIND] == kind
        dice = int((enemy.counts * enemy.table[:, f.SHOTS])[of_kind].sum())
        most[group_of[kind]] += dice
    reach = np.zeros((len(forms), len(covered)), dtype=np.int64)
    for k, takes in enumerate(classes):
        rows = np.array(takes).reshape(reach.shape)
        reach |= rows << k
        able = int((room * rows.max(axis=0)).sum())
        most[k] = min(most[k], able)
    return Target(group_of, reach, np.array(most or [0], dtype=np.int64))


def army_of(
    side: Side,
    starts: IntArray,
    target: Target,
    choice: str | tuple[str, ...],
    dives: str,
    units: Sequence[str],
    limit: int,
) -> Army | None:
    """All states of a side, or None if there are more than the limit."""
    free = choice == OPTIMAL
    order, keeps = order_of(side, USUAL if free else choice, units)
    table, how = side.table, DIVES[dives]
    states = explore(starts, table, order, keeps, free, target.reach, target.most, how, limit)
    if not len(states):
        return None
    room = states @ room_of(np.ones_like(side.counts), table)
    states = states[np.argsort(room, kind="stable")]
    stride = strides(starts, table)
    worth, notes = look(states, table, side.costs)
    losses, to, dive_to = links(
        states,
        stride,
        table,
        order,
        keeps,
        free,
        target.reach,
        target.most,
        how,
        ENTRIES,
        notes,
    )
    return Army(states, worth, notes, losses, to, dive_to) if len(to) else None


def course_of(fight: Fight, policy: Policy, ground: float) -> tuple[Course, int]:
    """How a battle goes by its steps, and the stage with which a cycle begins."""
    steps = [int(step) for step in fight.steps]
    at = steps.index(FIRE[0])
    head, tail = steps[:at], steps[at + len(FIRE) :]
    if tuple(steps[at : at + len(FIRE)]) != FIRE:
        raise ValueError("the sides do not fire one after the other")
    striking = [i for i, step in enumerate(head) if step in STRIKE_STEPS]
    first = head[striking[0] :] if striking else []
    begins = head[: len(head) - len(first)]
    if first and (tuple(first[:2]) != STRIKE_STEPS or len(first) != 3):
        raise ValueError("the sides do not strike one after the other")
    stages = [STAGES[step] for step in (*tail, *begins)]
    course = Course(
        np.array(stages, dtype=np.int64),
        bool(first),
        bool(first) and first[2] == f.STEPS["remove-struck"],
        fight.sea,
        fight.no_way_to_hit,
        fight.exit,
        float(ground),
        DIVES[policy.attack_submerges],
        DIVES[policy.defend_submerges],
    )
    return course, len(tail)


def bombarded(
    fight: Fight, losses: str | tuple[str, ...], units: Sequence[str]
) -> tuple[FloatArray, list[IntArray]]:
    """Chances of hits by bombardment, and what so many may leave of the defenders."""
    chances = np.ones(1)
    side = fight.defend
    free = losses == OPTIMAL
    order, keeps = order_of(side, USUAL if free else losses, units)
    reach = np.zeros(len(side.counts), dtype=np.int64)
    for number, shots, best_of, kind in fight.bombard.tolist():
        hit = chance_of(Shot("", number, 1, "", best_of))
        for _ in range(shots):
            chances = np.convolve(chances, [1.0 - hit, hit])
        reach = side.table[:, f.TAKES] >> kind & 1
    left = [
        ways(side.counts, side.table, order, keeps, reach, np.array([hits]), free)
        for hits in range(len(chances))
    ]
    return chances, left


def set_up(
    fight: Fight,
    policy: Policy,
    ground: float,
    units: Sequence[str],
    limit: int,
) -> Setting:
    """All states of a fight; `TooLarge` if a side has more than the limit."""
    course, before = course_of(fight, policy, ground)
    attack, defend = fight.attack, fight.defend
    kinds = len(fight.kinds)
    chosen = [
        lattice(side)
        for side, losses in ((attack, policy.attack_losses), (defend, policy.defend_losses))
        if losses == OPTIMAL
    ]
    if math.prod(chosen) > PAIRS or max(lattice(attack), lattice(defend)) > CODES:
        raise TooLarge(guessed(fight))
    on_attack = target_of(attack, defend, kinds)
    on_defend = target_of(defend, attack, kinds)
    starts_a, chances_a = after_flak(attack.counts, fight.flak)
    hits, left = bombarded(fight, policy.defend_losses, units)
    starts_d = np.concatenate(left)
    armies = [
        army_of(
            attack,
            starts_a,
            on_attack,
            policy.attack_losses,
            policy.attack_submerges,
            units,
            limit,
        ),
        army_of(
            defend,
            starts_d,
            on_defend,
            policy.defend_losses,
            policy.defend_submerges,
            units,
            limit,
        ),
    ]
    attackers, defenders = armies
    if attackers is None or defenders is None:
        raise TooLarge(guessed(fight))
    fires = tuple(
        (
            volleys(
                attackers.states,
                attack.table,
                attack.helps,
                attack.pools,
                on_defend.group_of,
                on_defend.most,
                cycle,
            ),
            volleys(
                defenders.states,
                defend.table,
                defend.helps,
                defend.pools,
                on_attack.group_of,
                on_attack.most,
                cycle,
            ),
        )
        for cycle in (1, 2)
    )
    at_a = {tuple(s): i for i, s in enumerate(attackers.states.tolist())}
    at_d = {tuple(s): i for i, s in enumerate(defenders.states.tolist())}
    opening = Opening(
        np.array([at_a[tuple(s)] for s in starts_a.tolist()]),
        chances_a,
        hits,
        tuple(np.array([at_d[tuple(s)] for s in ways.tolist()]) for ways in left),
    )
    differs = fight.round == 1 and any(
        np.any(side.table[:, one] != side.table[:, two])
        for side in (attack, defend)
        for one, two in ((f.NUMBER_1, f.NUMBER_2), (f.PACKED_1, f.PACKED_2))
    )
    return Setting(
        attackers,
        defenders,
        course,
        before,
        fires,
        differs,
        opening,
        on_attack,
        on_defend,
        slots_needed(attackers, defenders, course, fires[1][0]),
    )


def slots_needed(attack: Army, defend: Army, course: Course, fire: Volley) -> int:
    """How many states of the defenders first strikes can leave of one, at most."""
    if not course.strikes:
        return 0
    if not attack.notes[:, STRIKES].any() and not defend.notes[:, STRIKES].any():
        return 0
    first, last = fire.at[STRIKING, -1]
    # (states, covers, hits, begin and end)
    entries = defend.losses[:, :, fire.hits[first:last], :2].swapaxes(0, 1)
    return max(
        len(np.unique(np.concatenate([defend.to[begin:end] for begin, end in each])))
        for each in entries.reshape(len(entries), -1, 2)
    )


def guessed(fight: Fight) -> Estimate:
    """An estimate for a battle whose states are too many to be listed."""
    attackers, defenders = lattice(fight.attack), lattice(fight.defend)
    pairs = attackers * defenders
    return Estimate(attackers, defenders, 32 * pairs, 1e3 * pairs)


def lattice(side: Side) -> int:
    """How many states there are at most."""
    total = 1
    hits = room_of(np.ones_like(side.counts), side.table)
    for count, each in zip(side.counts.tolist(), hits.tolist(), strict=True):
        total *= math.comb(count + each, each)
    return total
