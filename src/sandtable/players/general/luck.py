"""How much of what came of some battles was luck, so that it can be taken out of a comparison.

Before the dice fall, the odds say what the battles of a combat move should come to. The difference
to what they came to has an average of nothing, and moves the value of the position up or down with
it: taking it away leaves the plan's own merit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.game.draft import Draft
from sandtable.game.state import State
from sandtable.players.staff.chances import Heap, chances, heap_of
from sandtable.players.staff.outlook import Outlook


class Expected(NamedTuple):
    """What the battles of a power should come to, in IPCs, and where ground may be taken."""

    power: int
    before: float
    """What its side has more than others before the battles."""
    swing: float
    ground: tuple[tuple[int, float, float], ...]
    """(territory, its worth, the chance to take it)."""


def expected(state: State, power: int) -> Expected:
    """The battles that are about to be fought after a combat move."""
    d = Draft(state)
    look = Outlook(d, power)
    battles: dict[bool, list[tuple[int, Heap, Heap]]] = {False: [], True: []}
    for space, stack in enumerate(d.stacks):
        own = heap_of(d.ed, ((token, n) for token, n in stack if d.commands(token.power)))
        if any(own) and any(look.enemy[token.power] for token, _ in stack):
            battles[look.board.sea[space]].append((space, own, look.enemies_at(space)))
    swing, ground = 0.0, []
    for sea, some in battles.items():
        odds = chances(d.ed, sea, [b[1] for b in some], [b[2] for b in some])
        for (space, _, _), odd in zip(some, odds, strict=True):
            swing += odd.swing
            if not sea:
                ground.append((space, look.ground(space), odd.takes))
    return Expected(power, lead(state, power), swing, tuple(ground))


def lead(state: State, power: int) -> float:
    """What the units of a power's side cost more than those of others."""
    edition = state.match.edition
    side = edition.powers[power].side
    found = 0.0
    for stack in state.position.stacks:
        for token, number in stack:
            cost = edition.units[token.unit].cost or 0
            for _, unit in token.cargo:
                cost += edition.units[unit].cost or 0
            if token.power >= 0:
                same = edition.powers[token.power].side == side
                found += number * cost if same else -number * cost
    return found


def luck(state: State, hoped: Expected) -> float:
    """What the battles came to beyond what was expected, for the power's side."""
    edition = state.match.edition
    side = edition.powers[hoped.power].side
    found = lead(state, hoped.power) - hoped.before - hoped.swing
    for space, worth, chance in hoped.ground:
        owner = state.position.owners[space]
        taken = owner >= 0 and edition.powers[owner].side == side
        found += worth * (float(taken) - chance)
    return found


def slope(groups: Sequence[tuple[Sequence[float], Sequence[float]]]) -> float:
    """How much the value rises with luck: a line through the samples of all plans, each about its
    own middle. Nothing while there are too few."""
    over = under = 0.0
    count = 0
    for scores, lucks in groups:
        if len(scores) < 2:
            continue
        score, middle = sum(scores) / len(scores), sum(lucks) / len(lucks)
        for a, b in zip(scores, lucks, strict=True):
            over += (a - score) * (b - middle)
            under += (b - middle) ** 2
            count += 1
    return max(0.0, over / under) if count >= 4 and under > 1e-9 else 0.0
