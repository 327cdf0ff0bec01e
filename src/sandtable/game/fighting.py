"""A battle under way: its rounds, step by step, as the edition's program lists them.

The steps are data (`rules.battle` of an edition); each names a function here. A step either
passes on, asks somebody, or waits for dice; all it needs to go on is in the `Battle`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandtable.game import concluding
from sandtable.game.answers import Answer, Lose, Press, Retreat, Submerge
from sandtable.game.casualties import (
    apply_losses,
    ask_for_losses,
    losses_from_answer,
    remove_aside,
    settle_votes,
)
from sandtable.game.state import Battle, Decision, Draft
from sandtable.game.steps.common import misplaced
from sandtable.rules.battle import cancelled_by, count_hits, shots
from sandtable.rules.position import Token, less, more
from sandtable.rules.refusal import InvalidAnswer
from sandtable.rules.roll import RollRequest


class BattleStep(NamedTuple):
    """A step of a battle: `run` does what it can, and is False if it waits for somebody."""

    run: Callable[[Draft, Battle], bool]
    side: str = ""
    asks: str = ""
    idle: Callable[[Draft, Battle], bool] = lambda d, battle: False
    """Whether there is nothing to do in it, so that it can be passed over."""


def current(d: Draft, battle: Battle) -> BattleStep:
    """The step that a battle is in."""
    return STEPS[d.ed.rules.programs[battle.program].steps[battle.step]]


def advance(d: Draft) -> bool:
    """One step of the battle on top of the agenda."""
    battle = d.battle
    if battle.asked:
        return False
    return current(d, battle).run(d, battle)


def next_round(d: Draft, battle: Battle) -> None:
    """Begin another round: abilities that depend on other units are fixed for it."""
    d.battle = battle._replace(
        round=battle.round + 1,
        step=len(d.ed.rules.programs[battle.program].opening),
        asked=(),
        attack_strikes=False,
        defend_strikes=False,
        attack_cancels=cancelled_by(d.ed, battle.attack),
        defend_cancels=cancelled_by(d.ed, battle.defend),
    )


def next_step(d: Draft, battle: Battle) -> bool:
    """Go on to the next step in which there is something to do."""
    steps = d.ed.rules.programs[battle.program].steps
    at = battle.step + 1
    while STEPS[steps[at]].idle(d, battle):
        at += 1
    d.battle = battle._replace(step=at)
    return True


def nobody_dives(d: Draft, battle: Battle) -> bool:
    dives = d.ed.units
    return not any(dives[t.unit].submerges for t, _ in (*battle.attack, *battle.defend))


def nobody_strikes(d: Draft, battle: Battle) -> bool:
    first = d.ed.units
    forces = (*battle.attack, *battle.defend, *battle.aside)
    return not any(first[t.unit].strikes_first for t, _ in forces)


def nothing_to_remove(d: Draft, battle: Battle) -> bool:
    return not battle.aside and bool(battle.attack)


# --- submarines decide


def submergers(d: Draft, battle: Battle, *, attacking: bool) -> list[int]:
    """Powers of one side whose units may submerge now."""
    if "submerge" in (battle.defend_cancels if attacking else battle.attack_cancels):
        return []
    force = battle.attack if attacking else battle.defend
    return sorted({t.power for t, _ in force if d.ed.units[t.unit].submerges})


def submerge_attacker(d: Draft, battle: Battle) -> bool:
    return ask_submerge(d, battle, attacking=True)


def submerge_defender(d: Draft, battle: Battle) -> bool:
    return ask_submerge(d, battle, attacking=False)


def ask_submerge(d: Draft, battle: Battle, *, attacking: bool) -> bool:
    asked = tuple(submergers(d, battle, attacking=attacking))
    if not asked:
        return next_step(d, battle)
    d.battle = battle._replace(asked=asked)
    return False


def submerge(d: Draft, power: int, count: int) -> None:
    battle = d.battle
    attacking = power == d.power
    force = battle.attack if attacking else battle.defend
    have = sum(n for t, n in force if t.power == power and d.ed.units[t.unit].submerges)
    if not 0 <= count <= have:
        raise InvalidAnswer(f"{d.power_id(power)} can submerge 0 to {have} here, not {count}")
    left = count
    gone: list[tuple[Token, int]] = []
    for token, number in force:
        if left and token.power == power and d.ed.units[token.unit].submerges:
            gone.append((token, min(left, number)))
            left -= min(left, number)
    kept = less(force, gone)
    battle = battle._replace(
        asked=tuple(p for p in battle.asked if p != power),
        submerged=more(battle.submerged, gone),
    )
    battle = battle._replace(attack=kept) if attacking else battle._replace(defend=kept)
    d.battle = battle
    if count:
        d.emit("submerged", power=d.power_id(power), space=d.space_id(battle.space), count=count)
    if not battle.asked:
        next_step(d, d.battle)
        if not attacking or not battle.attack:
            concluding.over_at_once(d)


# --- fire


def strike_attacker(d: Draft, battle: Battle) -> bool:
    can = "strike" not in battle.defend_cancels and any(
        d.ed.units[t.unit].strikes_first for t, _ in battle.attack
    )
    return fire(d, battle._replace(attack_strikes=can), attacking=True, strike=True)


def strike_defender(d: Draft, battle: Battle) -> bool:
    can = "strike" not in battle.attack_cancels and any(
        d.ed.units[t.unit].strikes_first for t, _ in (*battle.defend, *battle.aside)
    )
    return fire(d, battle._replace(defend_strikes=can), attacking=False, strike=True)


def fire_attacker(d: Draft, battle: Battle) -> bool:
    return fire(d, battle, attacking=True, strike=False)


def fire_defender(d: Draft, battle: Battle) -> bool:
    return fire(d, battle, attacking=False, strike=False)


def fire(d: Draft, battle: Battle, *, attacking: bool, strike: bool) -> bool:
    """Ask for the dice of one side; units set aside as casualties still fire."""
    struck = battle.attack_strikes if attacking else battle.defend_strikes
    if strike and not struck:
        return next_step(d, battle)
    force = battle.attack if attacking else more(battle.defend, battle.aside)
    fired = shots(d.ed, force, attacking=attacking, first_strike=strike, struck=struck)
    others = more(battle.defend, battle.aside) if attacking else battle.attack
    if not fired or not others:
        return next_step(d, battle)
    d.battle = battle
    d.roll = RollRequest(
        "strike" if strike else "fire",
        d.power_id(d.power if attacking else defender_of(battle)),
        d.space_id(battle.space),
        fired,
    )
    return False


def defender_of(battle: Battle) -> int:
    return min(t.power for t, _ in (*battle.defend, *battle.aside))


def rolled(d: Draft, dice: tuple[int, ...]) -> None:
    """The dice have fallen: count hits and let the other side choose its losses."""
    request = d.roll
    assert request is not None
    battle = d.battle
    attacking = current(d, battle).side == "attacker"
    hits = count_hits(dice, request.shots)
    d.roll = None
    d.emit(
        "rolled",
        space=request.space,
        round=battle.round,
        side="attacker" if attacking else "defender",
        step=request.purpose,
        dice=list(dice),
        hits=sum(n for _, n in hits),
    )
    d.battle = battle._replace(hits=hits, side_hit="defender" if attacking else "attacker")
    if not hits or not ask_for_losses(d):
        next_step(d, d.battle._replace(hits=(), side_hit=""))


def remove_defenders(d: Draft, battle: Battle) -> bool:
    remove_aside(d)
    next_step(d, d.battle)
    if current(d, d.battle).asks != "retreat":
        concluding.over_at_once(d)
    return True


# --- end of a round


def press_or_retreat(d: Draft, battle: Battle) -> bool:
    if concluding.over(d):
        return True
    battle = d.battle
    if concluding.retreat_options(d, battle) or concluding.may_break_off(d, battle):
        d.battle = battle._replace(asked=(d.power,))
        return False
    return press(d)


def press(d: Draft) -> bool:
    battle = d.battle
    if concluding.standoff(d, battle):
        concluding.finish(d, "none")
        return True
    next_round(d, battle)
    return True


STEPS: dict[str, BattleStep] = {
    "submerge-attacker": BattleStep(submerge_attacker, "attacker", "submerge", nobody_dives),
    "submerge-defender": BattleStep(submerge_defender, "defender", "submerge", nobody_dives),
    "strike-attacker": BattleStep(strike_attacker, "attacker", idle=nobody_strikes),
    "strike-defender": BattleStep(strike_defender, "defender", idle=nobody_strikes),
    "fire-attacker": BattleStep(fire_attacker, "attacker"),
    "fire-defender": BattleStep(fire_defender, "defender"),
    "remove-defenders": BattleStep(remove_defenders, idle=nothing_to_remove),
    "press-or-retreat": BattleStep(press_or_retreat, "attacker", "retreat"),
}


# --- what is asked, and the answers


def pending(d: Draft) -> tuple[Decision, ...]:
    battle = d.battle
    kind = "casualties" if battle.hits else current(d, battle).asks
    return tuple(Decision(power, kind, battle.space) for power in battle.asked)


def answer(d: Draft, power: int, given: Answer) -> None:
    battle = d.battle
    kind = pending(d)[0].kind
    if kind == "casualties" and isinstance(given, Lose):
        losses = losses_from_answer(d, power, given)
        if settle_votes(d, power, losses):
            apply_losses(d, losses)
            next_step(d, d.battle._replace(hits=(), side_hit="", asked=(), proposals=()))
    elif kind == "submerge" and isinstance(given, Submerge):
        submerge(d, power, given.number)
    elif kind == "retreat" and isinstance(given, Press):
        d.battle = battle._replace(asked=())
        press(d)
    elif kind == "retreat" and isinstance(given, Retreat):
        if concluding.retreat(d, given.to):
            next_round(d, d.battle)
    else:
        misplaced(d, power, given)
