"""Who is ahead in a game that nobody has won yet."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.game.draft import Draft
from sandtable.game.state import State
from sandtable.rules.position import Token

INCOME_WEIGHT = 3
"""Income of so many rounds counts beside the units that stand on the board."""


def shares(state: State) -> list[float]:
    """Each side's share of all that counts: the cost of units, and three rounds of income, which
    powers without their capital do not have.

    Money in hand does not count: it is units or income soon enough.
    """
    d = Draft(state)
    found = [0.0] * len(d.ed.sides)
    for stack in state.position.stacks:
        for who, cost in costs(d, stack):
            if who >= 0 and d.ed.powers[who].side >= 0:
                found[d.ed.powers[who].side] += cost
    for power in d.ed.powers:
        if power.side >= 0 and d.holds_capital(power.index):
            found[power.side] += INCOME_WEIGHT * d.production(power.index)
    total = sum(found)
    return [each / total if total else 1 / len(found) for each in found]


def costs(d: Draft, stack: Iterable[tuple[Token, int]]) -> Iterable[tuple[int, int]]:
    """What units cost, with what is aboard, by power."""
    for token, count in stack:
        yield token.power, count * (d.ed.units[token.unit].cost or 0)
        for power, unit in token.cargo:
            yield power, count * (d.ed.units[unit].cost or 0)
