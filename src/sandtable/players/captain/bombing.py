"""Strategic raids and rockets: where they cost the enemy more than they may cost us."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from sandtable.game.answers import Answer, End, Launch, Move
from sandtable.game.bombing import bombed_power
from sandtable.game.draft import Draft
from sandtable.game.flak import guns_on_way, shot_at
from sandtable.game.offers import moves
from sandtable.game.offers.trying import with_number
from sandtable.game.rocketry import strikes
from sandtable.players.phases import take_back, tried
from sandtable.players.trial import Trial
from sandtable.rules import raids
from sandtable.rules.position import FRESH, Token
from sandtable.rules.units import UnitType
from sandtable.words.reasons import Reason

LEAST_GAIN = 0.5
"""IPCs that a bomber's raid must gain on average: one that stays also guards and threatens."""
SIDES = 6


class Raid(NamedTuple):
    gain: float
    order: Move
    number: int
    odds: float
    """That a bomber comes through."""


def raid(trial: Trial, power: int) -> None:
    """Send bombers that have nothing else to do to where they gain most."""
    while True:
        d = Draft(trial.state)
        found = [
            best
            for space, stack in enumerate(d.stacks)
            for token, count in stack
            if token.power == power and token.mark == FRESH and d.kind(token).raids
            if (best := best_raid(d, space, token, count)) is not None
        ]
        if not found or not send(trial, power, max(found, key=lambda each: each.gain)):
            return


def send(trial: Trial, power: int, chosen: Raid) -> bool:
    """Give the order, if the phase can be ended after it as well as before."""
    target = chosen.order.path[-1]
    open_ = trial.refusal(power, End()) is None
    start = len(trial.history)
    order = with_number(chosen.order, chosen.number)
    assert isinstance(order, Move)
    why = Reason("raid", target, odds=chosen.odds, gain=chosen.gain)
    if not tried(trial, power, order, reason=why):
        return False
    if open_ and trial.refusal(power, End()) is not None:
        take_back(trial, start)
        return False
    return True


def best_raid(d: Draft, space: int, token: Token, count: int) -> Raid | None:
    """The raid of some equal bombers that gains most, if one gains enough."""
    best: Raid | None = None
    kind = d.kind(token)
    for order, _ in moves.of_token(d, space, token, count, combat=True):
        if not isinstance(order, Move) or order.manner != "raid":
            continue
        target = order.path[-1]
        comes = survival(d, token, order.path[1:])
        for number in range(1, count + 1):
            cost = number * (1 - comes) * (kind.cost or 0)
            gain = damage(d, target, kind, number * comes) - cost
            if gain > number * LEAST_GAIN and (best is None or gain > best.gain):
                best = Raid(gain, order, number, comes)
    return best


def survival(d: Draft, token: Token, way: tuple[int, ...]) -> float:
    """The chance of a bomber to come through the guns on its way, those at its goal included."""
    chance = 1.0
    for _, number in guns_on_way(d, way):
        shot = shot_at(d, token, 1, number, "")
        if shot is not None:
            throws = list(product(range(1, SIDES + 1), repeat=shot.dice))
            hits = sum((sum(t) if shot.by == "sum" else min(t)) <= shot.target for t in throws)
            chance *= 1 - hits / len(throws)
    return chance


def damage(d: Draft, target: int, kind: UnitType, number: float) -> float:
    """What so many bombers over a complex cost its power, about."""
    value = d.ed.values[target]
    throws = list(product(range(1, SIDES + 1), repeat=raids.dice_of(kind)))
    each = sum(raids.caused(kind, throw, value) for throw in throws) / len(throws)
    before = dict(d.turn.damage).get(target, 0)
    caused = number * each
    if d.ed.rules.raid_limit == "complex":
        caused = min(caused, 0.85 * max(0, value - before))
    return min(caused, d.treasuries[d.owners[target]])


def best_launch(d: Draft) -> Launch | None:
    """The rocket that costs the enemy most; rockets are free."""

    def harm(pair: tuple[int, int]) -> float:
        value = d.ed.values[pair[1]]
        mean = sum(raids.rocket_caused(die, value) for die in range(1, SIDES + 1)) / SIDES
        before = dict(d.turn.damage).get(pair[1], 0)
        counted = raids.counted(d.ed.rules.raid_limit, round(mean), value, before)
        return min(mean, counted, d.treasuries[bombed_power(d, pair[1])])

    found = [pair for pair in strikes(d) if harm(pair) > 0]
    # A gun that can strike one place only goes first, as no other place is lost by that.
    choices = {origin: sum(pair[0] == origin for pair in found) for origin, _ in found}
    best = max(found, key=lambda p: (harm(p), -choices[p[0]], -p[0], -p[1]), default=None)
    return Launch(*best) if best else None


def launch(trial: Trial, power: int) -> None:
    """Declare the rockets of a combat move, where that is their time."""
    d = Draft(trial.state)
    while d.ed.rules.rockets == "combat-move" and (found := best_launch(d)) is not None:
        given: Answer = found
        if trial.refusal(power, given) is not None:
            return
        trial.decide(power, given, Reason("raid", found.target))
        d = Draft(trial.state)
