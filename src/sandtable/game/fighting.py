"""A battle under way: its rounds, step by step, as the edition's program lists them.

The steps are data (`rules.battle` of an edition); each names a function here or in `opening`. A
step either passes on, asks somebody, or waits for dice; all it needs to go on is in the `Battle`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandtable.game import bombing, concluding, opening, retreats, sworn
from sandtable.game.answers import Answer, Bombard, Lose, Press, Retreat, Submerge
from sandtable.game.casualties import (
    apply_losses,
    ask_for_losses,
    losses_from_answer,
    remove_aside,
    settle_votes,
)
from sandtable.game.draft import Draft
from sandtable.game.state import Battle, Decision
from sandtable.game.steps.common import misplaced
from sandtable.rules import reckoning
from sandtable.rules.battle import cancelled_by, count_hits, shots, worthwhile
from sandtable.rules.position import Stack, Token, less, more
from sandtable.rules.refusal import InvalidAnswer
from sandtable.rules.roll import RollRequest


class BattleStep(NamedTuple):
    """A step of a battle: `run` does what it can, and is False if it waits for somebody.

    Where it has nothing to do and nobody to ask, `run` gives None and the battle goes on.
    """

    run: Callable[[Draft, Battle], bool | None]
    side: str = ""
    asks: str = ""
    idle: Callable[[Draft, Battle], bool] = lambda d, battle: False
    """Whether there is nothing to do in it, so that it can be passed over."""
    purpose: str = ""
    """What dice of it are rolled for."""


def current(d: Draft, battle: Battle) -> BattleStep:
    """The step that a battle is in."""
    return STEPS[d.ed.rules.programs[battle.program].steps[battle.step]]


def advance(d: Draft) -> bool:
    """One step of the battle on top of the agenda."""
    if not d.top.begun:
        concluding.open_fight(d)
        return True
    battle = d.battle
    if battle.asked:
        return False
    done = current(d, battle).run(d, battle)
    return next_step(d, d.battle) if done is None else done


def next_round(d: Draft, battle: Battle) -> None:
    """Begin another round: abilities that depend on other units are fixed for it."""
    d.battle = battle._replace(
        round=battle.round + 1,
        step=len(d.ed.rules.programs[battle.program].opening),
        asked=(),
        attack_strikes=False,
        defend_strikes=False,
        attack_cancels=cancelled_by(d.kinds, battle.attack),
        defend_cancels=cancelled_by(d.kinds, battle.defend),
    )


def next_step(d: Draft, battle: Battle) -> bool:
    """Go on to the next step in which there is something to do, or to the next round."""
    steps = d.ed.rules.programs[battle.program].steps
    at = battle.step + 1
    while at < len(steps) and STEPS[steps[at]].idle(d, battle):
        at += 1
    if at == len(steps):
        next_round(d, battle)
    else:
        d.battle = battle._replace(step=at)
    return True


def nobody_dives(d: Draft, battle: Battle) -> bool:
    return not any(d.kind(t).submerges for t, _ in (*battle.attack, *battle.defend))


def nobody_strikes(d: Draft, battle: Battle) -> bool:
    forces = (*battle.attack, *battle.defend, *battle.aside, *battle.sworn)
    return not any(d.kind(t).strikes_first for t, _ in forces)


def nothing_to_remove(d: Draft, battle: Battle) -> bool:
    return not (battle.aside or battle.attack_aside or battle.sworn) and bool(battle.attack)


# --- submarines decide


def submergers(d: Draft, battle: Battle, *, attacking: bool) -> list[int]:
    """Powers of one side whose units may submerge now."""
    force, enemies = battle.attack, battle.defend
    if not attacking:
        force, enemies = enemies, force
    cancelled = "submerge" in cancelled_by(d.kinds, enemies)
    return sorted(
        {t.power for t, _ in force if reckoning.may_submerge(d.kind(t).submerges, cancelled)}
    )


def submerge_attacker(d: Draft, battle: Battle) -> bool | None:
    return ask_submerge(d, battle, attacking=True)


def submerge_defender(d: Draft, battle: Battle) -> bool | None:
    return ask_submerge(d, battle, attacking=False)


def ask_submerge(d: Draft, battle: Battle, *, attacking: bool) -> bool | None:
    asked = tuple(submergers(d, battle, attacking=attacking))
    if not asked:
        return None
    d.battle = battle._replace(asked=asked)
    return False


def submerge(d: Draft, power: int, count: int) -> None:
    battle = d.battle
    attacking = current(d, battle).side == "attacker"
    force = battle.attack if attacking else battle.defend
    have = sum(n for t, n in force if t.power == power and d.kind(t).submerges)
    if not 0 <= count <= have:
        raise InvalidAnswer(f"{d.power_id(power)} can submerge 0 to {have} here, not {count}")
    left = count
    gone: list[tuple[Token, int]] = []
    for token, number in force:
        if left and token.power == power and d.kind(token).submerges:
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
        if not battle.attack or not battle.defend:
            concluding.over(d)
        else:
            next_step(d, d.battle)
            if not attacking:
                concluding.over_at_once(d)


# --- fire


def strike_attacker(d: Draft, battle: Battle) -> bool | None:
    able = any(d.kind(t).strikes_first for t, _ in battle.attack)
    can = reckoning.strikes(able, "strike" in battle.defend_cancels)
    return fire(d, battle._replace(attack_strikes=can), attacking=True, strike=True)


def strike_defender(d: Draft, battle: Battle) -> bool | None:
    force = (*battle.defend, *battle.aside, *battle.sworn)
    able = any(d.kind(t).strikes_first for t, _ in force)
    can = reckoning.strikes(able, "strike" in battle.attack_cancels)
    return fire(d, battle._replace(defend_strikes=can), attacking=False, strike=True)


def fire_attacker(d: Draft, battle: Battle) -> bool | None:
    return fire(d, battle, attacking=True, strike=False)


def fire_defender(d: Draft, battle: Battle) -> bool | None:
    return fire(d, battle, attacking=False, strike=False)


def fire(d: Draft, battle: Battle, *, attacking: bool, strike: bool) -> bool | None:
    """Ask for the dice of one side; units set aside as casualties still fire."""
    struck = battle.attack_strikes if attacking else battle.defend_strikes
    d.battle = battle
    if strike and not struck:
        return None
    attack = more(battle.attack, battle.attack_aside)
    defend = more(battle.defend, battle.aside)
    force, targets = (attack, battle.defend) if attacking else (defend, battle.attack)
    if strike and battle.sworn:
        force = more(force, sworn.sworn_of(d, battle, attacking=attacking, striking=True))
    if not targets:
        return None
    fired = shots(
        d.field(battle),
        force,
        defend if attacking else attack,
        attacking=attacking,
        first_strike=strike,
        struck=struck,
    )
    if not d.ed.rules.wasted_shots:
        cancels = battle.attack_cancels if attacking else battle.defend_cancels
        fired = worthwhile(d.field(battle), fired, targets, cancels)
    if not fired:
        return None
    d.roll = RollRequest(
        "strike" if strike else "fire",
        d.power_id(d.power if attacking else min(t.power for t, _ in force)),
        d.space_id(battle.space),
        fired,
    )
    return False


def rolled(d: Draft, dice: tuple[int, ...]) -> None:
    """The dice have fallen: count hits and let the other side choose its losses."""
    request = d.roll
    assert request is not None
    battle = d.battle
    if request.purpose == "raid":
        bombing.raided(d, dice)
        return
    attacking = (
        request.power == d.power_id(d.power)
        if request.purpose == "kamikaze"
        else (current(d, battle).side == "attacker")
    )
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
    if request.purpose == "kamikaze":
        sworn.sworn_rolled(d, dice, request)
    if not d.battle.hits or not ask_for_losses(d):
        taken(d)


def taken(d: Draft) -> None:
    """The losses of a roll are known: go on."""
    battle = d.battle._replace(hits=(), side_hit="", asked=(), proposals=())
    if sworn.more_to_fire(d, battle):
        d.battle = battle
    else:
        next_step(d, battle)


# --- removing losses


def remove_casualties(d: Draft, battle: Battle) -> bool:
    remove_aside(d)
    next_step(d, d.battle)
    if current(d, d.battle).asks != "retreat":
        concluding.over_at_once(d)
    return True


def remove_struck(d: Draft, battle: Battle) -> bool:
    """Victims of opening fire leave, unless a unit of their side lets them fire first."""
    sworn.remove_sworn(d)
    battle = d.battle
    remove_aside(
        d,
        attackers=reckoning.struck_leave(shielded(d, battle.attack, battle.attack_aside)),
        defenders=reckoning.struck_leave(shielded(d, battle.defend, battle.aside)),
    )
    next_step(d, d.battle)
    concluding.over_at_once(d)
    return True


def shielded(d: Draft, force: Stack, aside: Stack) -> bool:
    return any(d.kind(t).shields for t, _ in (*force, *aside))


# --- end of a round


def press_or_retreat(d: Draft, battle: Battle) -> bool:
    if concluding.over(d):
        return True
    battle = d.battle
    if retreats.may_retreat(d, battle):
        d.battle = battle._replace(asked=(d.power,))
        return False
    return press(d)


def press(d: Draft) -> bool:
    battle = d.battle
    if concluding.standoff(d, battle):
        concluding.finish(d, "none")
        return True
    return next_step(d, battle)


STEPS: dict[str, BattleStep] = {
    "antiair": BattleStep(opening.antiair, "defender", "", opening.no_flak, "antiair"),
    "name-ships": BattleStep(opening.name_ships, "attacker", "bombard"),
    "bombard": BattleStep(opening.bombard, "attacker", "", opening.no_ships, "bombard"),
    "sworn-fire": BattleStep(sworn.sworn_fire, "", "", sworn.nobody_sworn, "kamikaze"),
    "bomb": BattleStep(bombing.bomb, "attacker", purpose="raid"),
    "submerge-attacker": BattleStep(submerge_attacker, "attacker", "submerge", nobody_dives),
    "submerge-defender": BattleStep(submerge_defender, "defender", "submerge", nobody_dives),
    "strike-attacker": BattleStep(strike_attacker, "attacker", "", nobody_strikes, "strike"),
    "strike-defender": BattleStep(strike_defender, "defender", "", nobody_strikes, "strike"),
    "fire-attacker": BattleStep(fire_attacker, "attacker", purpose="fire"),
    "fire-defender": BattleStep(fire_defender, "defender", purpose="fire"),
    "remove-struck": BattleStep(remove_struck),
    "remove-casualties": BattleStep(remove_casualties, idle=nothing_to_remove),
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
            taken(d)
    elif kind == "submerge" and isinstance(given, Submerge):
        submerge(d, power, given.number)
    elif kind == "bombard" and isinstance(given, Bombard):
        opening.choose_ships(d, given)
        next_step(d, d.battle)
    elif kind == "retreat" and isinstance(given, Press):
        d.battle = battle._replace(asked=())
        press(d)
    elif kind == "retreat" and isinstance(given, Retreat):
        if concluding.retreat(d, given.to):
            next_step(d, d.battle)
    else:
        misplaced(d, power, given)
