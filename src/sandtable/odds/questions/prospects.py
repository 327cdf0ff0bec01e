"""What a battle of a game, about to begin or under way, has still in store."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.game.state import Battle, State
from sandtable.odds.engine import ends, methods
from sandtable.odds.fight import Side
from sandtable.odds.policy import Policy
from sandtable.rules.position import Stack


class Prospect(NamedTuple):
    """What is to be expected of a battle from some moment on."""

    wins: float
    """The attacker's chance of winning."""
    attack_lost: float
    """IPCs that the attackers will lose yet, units included that are hit but still there."""
    defend_lost: float
    samples: int


def prospect(state: State, policy: Policy, prices: tuple[float, ...]) -> Prospect:
    """The prospect of the battle on top of the agenda, both sides following a policy."""
    found = methods.outcomes(state, policy, prices)
    sides = ends.sides_of(state, prices)
    chance = found.fought + found.left
    won = chance[found.attack_present][:, ~found.defend_present].sum()
    battle = battle_of(state)
    hit: tuple[Stack, Stack] = ((), ()) if battle is None else (battle.attack_aside, battle.aside)
    return Prospect(
        float(won),
        worth(hit[0], prices)
        + whole(sides.attack)
        - float(chance.sum(axis=1) @ (found.attack_states @ sides.attack.costs)),
        worth(hit[1], prices)
        + whole(sides.defend)
        - float(chance.sum(axis=0) @ (found.defend_states @ sides.defend.costs)),
        found.samples,
    )


def whole(side: Side) -> float:
    return float(side.counts @ side.costs)


def worth(force: Stack, prices: tuple[float, ...]) -> float:
    return sum(n * (prices[t.unit] + sum(prices[u] for _, u in t.cargo)) for t, n in force)


def battle_of(state: State) -> Battle | None:
    """The battle under way, if there is one."""
    return next((step.battle for step in reversed(state.agenda) if step.battle is not None), None)
