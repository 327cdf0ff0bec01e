"""Questions of a battle as arithmetic on small integers: one text for play and for odds.

The engine calls these functions as they stand; `sandtable.odds` compiles the very same ones. They
take any indexable rows of integers, and use nothing that could not be compiled. A set of kinds of
hits is a mask, kind k being bit k.
"""

from __future__ import annotations

from typing import Protocol


class Ints(Protocol):
    """A row of integers: a list, a tuple or an array."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> int: ...


class Row(Ints, Protocol):
    """One that is written to."""

    def __setitem__(self, at: int, value: int, /) -> None: ...


class Rows(Protocol):
    """A table that is written to."""

    def __getitem__(self, at: int, /) -> Row: ...


# How a look at the two forces ends.
GO_ON = 0
ATTACKER = 1
DEFENDER = 2
NOBODY = 3
ENDING = 3
"""Mask of the above; what follows is added to them."""
SINK_DEFENDERS = 4
"""Defenders that cannot fire are destroyed first."""
SINK_ATTACKERS = 8

# What a force is, as far as the end of a battle depends on it.
KINDS = 0
"""Kinds of hits that its units which can fire score."""
TAKES = 1
"""Kinds of hits that somebody in it can take."""
BARE = 2
"""The same when its cover is cancelled."""
ARMED_TAKES = 3
"""Kinds of hits that somebody who can fire can take."""
ARMED_BARE = 4
UNCOVERS = 5
"""Whether it cancels the enemy's cover."""
PRESENT = 6
"""Whether there is anybody."""
SUMMARY = 7


def most_taken(hits: Ints, reach: Ints, room: Ints) -> int:
    """The largest number of hits that can be given out: a maximum flow, as its minimum cut.

    `hits[k]` hits of kind k are given to groups of units, group g taking the kinds of the mask
    `reach[g]` and `room[g]` hits at most.
    """
    best = 0
    for k in range(len(hits)):
        best += hits[k]
    for used in range(1, 1 << len(hits)):
        cut = 0
        for k in range(len(hits)):
            if not used >> k & 1:
                cut += hits[k]
        for g in range(len(reach)):
            if reach[g] & used:
                cut += room[g]
        best = min(best, cut)
    return best


def share_support(
    units: Ints,
    numbers: Ints,
    counts: Ints,
    pool_units: Ints,
    pool_numbers: Ints,
    supporters: Row,
    helped: Rows,
) -> None:
    """Give out support one for one: `helped[i][p]` of row i hit on the number of pool p.

    `supporters[p]` units help units of the kind `pool_units[p]` to hit on `pool_numbers[p]`; what
    is left of them stays in `supporters`.
    """
    for i in range(len(units)):
        left = counts[i]
        for p in range(len(pool_units)):
            helped[i][p] = 0
            if pool_units[p] == units[i] and numbers[i] < pool_numbers[p]:
                given = min(left, supporters[p])
                helped[i][p] = given
                supporters[p] -= given
                left -= given


def fires(first: bool, strike: bool, struck: bool) -> bool:
    """Whether a unit fires in a step, `first` saying whether it can strike first.

    In a step of first strikes only such units fire; in the others those that `struck` do not.
    """
    if strike:
        return first
    return not (first and struck)


def strikes(able: bool, cancelled: bool) -> bool:
    """Whether a side's first strike takes place: somebody can, and no enemy prevents it."""
    return able and not cancelled


def may_submerge(able: bool, cancelled: bool) -> bool:
    """Whether units that can submerge may: no enemy who is still there prevents it."""
    return able and not cancelled


def struck_leave(shielded: bool) -> bool:
    """Whether victims of first strikes leave before they fire.

    `shielded`: a unit of their side, hit or not, lets them fire first.
    """
    return not shielded


def stays(air: bool, seaborne: bool, held: bool) -> bool:
    """Whether an attacker fights on when the others retreat.

    `seaborne`: it came ashore; `held`: a landing keeps all land units in the battle.
    """
    return seaborne or (held and not air)


def bound(air: bool, seaborne: bool, held: bool) -> bool:
    """Whether an attacker needs a space to retreat to."""
    return not (air or seaborne or held)


def breaks_off(bound: bool, air: bool) -> bool:
    """Whether attackers can leave without a space to go to: air units, if nobody needs one."""
    return air and not bound


def may_retreat(bound: bool, air: bool, exit: bool) -> bool:
    """Whether attackers of whom some are bound, or air units, have a way to leave.

    `exit`: there is a space to which those that are bound could go.
    """
    return (bound and exit) or breaks_off(bound, air)


def last_standing(attack: bool, defend: bool) -> int:
    """How a battle ends of which one side, or neither, is still there."""
    if not defend:
        return ATTACKER if attack else NOBODY
    return GO_ON if attack else DEFENDER


def can_hit(kinds: int, uncovers: int, takes: int, bare: int) -> bool:
    """Whether hits of some kinds can fall on a force that takes some, or more without cover."""
    return kinds & (bare if uncovers else takes) != 0


def nobody_can_hit(attack: Ints, defend: Ints) -> bool:
    """Whether no unit of either force can hit any of the other."""
    return not can_hit(
        attack[KINDS], attack[UNCOVERS], defend[TAKES], defend[BARE]
    ) and not can_hit(defend[KINDS], defend[UNCOVERS], attack[TAKES], attack[BARE])


def harmless(attack: Ints, defend: Ints) -> bool:
    """Whether nobody who can fire can hit anybody else who can."""
    return not can_hit(
        attack[KINDS], attack[UNCOVERS], defend[ARMED_TAKES], defend[ARMED_BARE]
    ) and not can_hit(defend[KINDS], defend[UNCOVERS], attack[ARMED_TAKES], attack[ARMED_BARE])


def sink_defenseless(attack: Ints, defend: Ints, exit: bool, at_start: bool) -> int:
    """What happens at sea where those that cannot fire are sunk, both forces being there.

    `exit`: the attackers could retreat; `at_start`: no dice have fallen.
    """
    if not harmless(attack, defend):
        return GO_ON
    sunk = SINK_DEFENDERS if attack[KINDS] else 0
    if not defend[KINDS]:
        if sunk:
            return ATTACKER | SINK_DEFENDERS
        # Transports face transports: the attacker may stay or leave, if there is a way out.
        return GO_ON if exit else NOBODY
    if can_hit(defend[KINDS], defend[UNCOVERS], attack[TAKES], attack[BARE]):
        if exit or (at_start and attack[KINDS]):
            return GO_ON | sunk
        return (NOBODY if attack[KINDS] else DEFENDER) | sunk | SINK_ATTACKERS
    return NOBODY | sunk


def stay_if_harmless(attack: Ints, defend: Ints, waiting: bool, exit: bool, at_start: bool) -> int:
    """What happens at sea where both sides stay if nobody can hit anybody, both being there.

    `waiting`: units that were hit have still to fire.
    """
    if waiting or not nobody_can_hit(attack, defend):
        return GO_ON
    return GO_ON if exit and not at_start else NOBODY


def may_end_within_round(attack: Ints, defend: Ints, stay: bool) -> bool:
    """Whether the forces are to be looked at before a round is over: a side is gone or defenseless.

    `stay`: both sides stay where nobody can hit anybody, and nobody is sunk without dice. Those
    that were hit and have still to fire stand for a side of which nobody else is left.
    """
    if not attack[PRESENT]:
        return True
    if stay and defend[PRESENT]:
        return False
    return attack[KINDS] != 0 and not defend[KINDS]


def standoff(attack: Ints, defend: Ints, stay: bool) -> bool:
    """Whether a battle ends though the attackers would go on: nobody could fire, or hit."""
    if stay:
        return bool(attack[PRESENT] and defend[PRESENT]) and nobody_can_hit(attack, defend)
    return not attack[KINDS] and not defend[KINDS]
