"""Units that give themselves up: they fire in the first opening fire and are gone after it."""

from __future__ import annotations

from sandtable.game.casualties import KAMIKAZE, apply_losses, destroy
from sandtable.game.draft import Draft
from sandtable.game.state import Battle, Force
from sandtable.rules.battle import shots
from sandtable.rules.position import SWORN, Token
from sandtable.rules.roll import RollRequest


def set_apart(d: Draft) -> None:
    """As a battle begins, units that give themselves up leave their force: nobody can hit them."""
    battle = d.battle
    sworn = tuple((t, n) for t, n in (*battle.attack, *battle.defend) if t.mark.flags & SWORN)
    if sworn:
        d.battle = battle._replace(
            attack=tuple(entry for entry in battle.attack if entry not in sworn),
            defend=tuple(entry for entry in battle.defend if entry not in sworn),
            sworn=tuple(sorted(sworn)),
        )


def nobody_sworn(d: Draft, battle: Battle) -> bool:
    return not battle.sworn


def sworn_of(d: Draft, battle: Battle, *, attacking: bool, striking: bool) -> Force:
    """Units of one side that give themselves up, by themselves or among the first strikes."""
    return tuple(
        (t, n)
        for t, n in battle.sworn
        if (not d.at_war[d.power][t.power]) == attacking and fires_with_others(d, t) == striking
    )


def fires_with_others(d: Draft, token: Token) -> bool:
    """Whether a unit that gives itself up fires among the first strikes of its side."""
    return d.kind(token).strikes_first and not d.ed.rules.sworn_aim


def sworn_fire(d: Draft, battle: Battle) -> bool | None:
    """The attacker's fire first, then the defender's."""
    attacking = battle.step_done == 0
    force = sworn_of(d, battle, attacking=attacking, striking=False)
    targets = battle.defend if attacking else battle.attack
    d.battle = battle = battle._replace(step_done=battle.step_done + 1)
    if not force or not targets:
        return None if battle.step_done > 1 else sworn_fire(d, battle)
    fired = shots(
        d.field(battle), force, targets, attacking=attacking, first_strike=False, struck=False
    )
    d.roll = RollRequest(
        "kamikaze",
        d.power_id(force[0][0].power),
        d.space_id(battle.space),
        tuple(shot._replace(kind=KAMIKAZE) for shot in fired),
    )
    return False


def more_to_fire(d: Draft, battle: Battle) -> bool:
    """Whether the other side has still to fire in the step that a battle is in."""
    step = d.ed.rules.programs[battle.program].steps[battle.step]
    return step == "sworn-fire" and battle.step_done == 1


def sworn_rolled(d: Draft, dice: tuple[int, ...], request: RollRequest) -> None:
    """Where targets were named, hits fall on them alone."""
    battle = d.battle
    if not battle.aims:
        return
    attacking = battle.side_hit == "defender"
    aims = list(battle.aims)
    struck: list[Token] = []
    rolled = iter(dice)
    for shot in request.shots:
        unit = d.ed.unit_index[shot.unit]
        for _ in range(shot.count):
            hit = min(next(rolled) for _ in range(shot.dice)) <= shot.target
            pair = next((p for p in aims if p[0].unit == unit), None)
            if pair is not None:
                aims.remove(pair)
                struck += [pair[1]] if hit else []
    d.battle = battle._replace(hits=(), side_hit="", aims=tuple(aims))
    for aim in struck:
        hit_named(d, aim, attacking=attacking)


def hit_named(d: Draft, aim: Token, *, attacking: bool) -> None:
    """A named unit takes a hit, if it is still there."""
    battle = d.battle
    force = battle.defend if attacking else battle.attack
    alike = [
        t
        for t, _ in force
        if (t.power, t.unit, t.cargo, t.mark) == (aim.power, aim.unit, aim.cargo, aim.mark)
    ]
    if not alike:
        return
    token = max(alike, key=lambda t: t.damage)
    side = "defender" if attacking else "attacker"
    d.battle = battle._replace(hits=((KAMIKAZE, 1),), side_hit=side)
    apply_losses(d, {token: 1})
    d.battle = d.battle._replace(hits=(), side_hit="")


def remove_sworn(d: Draft) -> None:
    """Units that gave themselves up are gone after the first opening fire."""
    battle = d.battle
    if battle.sworn:
        d.battle = battle._replace(sworn=(), aims=())
        destroy(d, battle.space, list(battle.sworn), "kamikaze")
