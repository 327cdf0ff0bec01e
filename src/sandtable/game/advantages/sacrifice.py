"""Kamikaze Attacks and Kaiten Torpedoes: units named at the start of a sea battle.

Those of the Combat Move phase are declared with their flight (`game/steps/combat_move.py`); how
they all fire is in `game/sworn.py`.
"""

from __future__ import annotations

from sandtable.game.advantages.registry import MODULES, AdvantageModule, Occasion
from sandtable.game.answers import Part, UnitSpec, Use
from sandtable.game.cargo import marked
from sandtable.game.draft import Draft
from sandtable.game.picking import matches
from sandtable.game.state import Battle, Force
from sandtable.rules.battle import can_take, hits_left
from sandtable.rules.position import SWORN, Token, added, less, with_mark
from sandtable.rules.refusal import InvalidAnswer
from sandtable.rules.traits import Trait


def moment(trait: Trait) -> str:
    return "battle" if trait.data["declared"] == "battle" else ""


def battle_of(d: Draft) -> Battle | None:
    """The battle that questions on top of the agenda are about."""
    return next((s.battle for s in reversed(d.agenda) if s.name != "advantage"), None)


def put_battle(d: Draft, battle: Battle) -> None:
    """Change the battle, which may lie under another question."""
    at = max(i for i, step in enumerate(d.agenda) if step.name != "advantage")
    step = d.agenda[at]._replace(battle=battle)
    d.agenda = (*d.agenda[:at], step, *d.agenda[at + 1 :])


def attacking(d: Draft, occasion: Occasion) -> bool:
    return not d.at_war[d.power][occasion.power]


def fit(d: Draft, occasion: Occasion, token: Token) -> bool:
    return token.power == occasion.power and (
        d.ed.units[token.unit].id in occasion.trait.data["units"]
    )


def candidates(d: Draft, occasion: Occasion, battle: Battle) -> Force:
    """Units in a battle that may give themselves up, those bound to do so first."""
    force = battle.attack if attacking(d, occasion) else battle.defend
    named = [a for a, _ in battle.aims]
    able = [(t, n - named.count(t)) for t, n in force if fit(d, occasion, t) and n > named.count(t)]
    return tuple(sorted(able, key=lambda entry: not entry[0].mark.flags & SWORN))


def available(d: Draft, occasion: Occasion) -> bool:
    battle = battle_of(d)
    if battle is None or battle.program != "sea" or not allowed_here(d, occasion, battle):
        return False
    able = candidates(d, occasion, battle)
    if not d.ed.rules.sworn_aim:
        return bool(able)
    return any(reached(d, occasion, battle, token) for token, _ in able)


def allowed_here(d: Draft, occasion: Occasion, battle: Battle) -> bool:
    """Whether the side and the waters are those of the advantage."""
    data = occasion.trait.data
    side = "attacker" if attacking(d, occasion) else "defender"
    if data["side"] not in (side, "both"):
        return False
    return not data.get("coast") or any(
        d.owners[land] == occasion.power == d.ed.original_owners[land]
        for land in d.ed.board.land_neighbors[battle.space]
    )


def reached(d: Draft, occasion: Occasion, battle: Battle, token: Token) -> Force:
    """Enemy units that one which gives itself up could be sent at."""
    ours = attacking(d, occasion)
    force = battle.defend if ours else battle.attack
    cancels = battle.attack_cancels if ours else battle.defend_cancels
    field, kind = d.field(battle), d.ed.units[token.unit].fires_as
    return tuple((t, n) for t, n in force if can_take(field, kind, t, cancels))


def use(d: Draft, occasion: Occasion, given: Use) -> None:
    if not given.parts or not all(part.units for part in given.parts):
        raise InvalidAnswer("say which units give themselves up")
    for part in given.parts:
        for spec in part.units:
            for _ in range(spec.number):
                swear(d, occasion, spec, part)
    declining(d, occasion)


def swear(d: Draft, occasion: Occasion, spec: UnitSpec, part: Part) -> None:
    """One unit gives itself up, against the unit that is named."""
    battle = battle_of(d)
    assert battle is not None
    trait = occasion.trait
    unit = d.ed.units[spec.unit].id
    facts = {"unit": unit, "zone": d.space_id(battle.space)}
    if unit not in trait.data["units"]:
        d.ed.refuse(trait.rule, f"no {unit} may give itself up", **facts)
    able = [t for t, _ in candidates(d, occasion, battle) if matches(d, t, spec)]
    if not d.ed.rules.sworn_aim:
        able = [t for t in able if not t.mark.flags & SWORN]
    if not able:
        raise InvalidAnswer(f"there are not so many {unit} to give themselves up")
    token = able[0]
    sworn = with_mark(token, marked(d, token, SWORN))
    if d.ed.rules.sworn_aim:
        aim = aimed_at(d, occasion, battle, token, part)
        battle = battle._replace(aims=(*battle.aims, (sworn, aim)))
    elif part.aims:
        d.ed.refuse(trait.rule, "the enemy chooses what is hit", **facts)
    d.change(battle.space, token, 1, sworn)
    if attacking(d, occasion):
        battle = battle._replace(attack=added(less(battle.attack, [(token, 1)]), sworn, 1))
    else:
        battle = battle._replace(defend=added(less(battle.defend, [(token, 1)]), sworn, 1))
    put_battle(d, battle)


def aimed_at(d: Draft, occasion: Occasion, battle: Battle, token: Token, part: Part) -> Token:
    """The unit that is named as the target."""
    if not part.aims:
        raise InvalidAnswer("say what each is sent at, as in: 1 fighter at carrier")
    aim = part.aims[0]
    ours = attacking(d, occasion)
    here = [t for t, _ in (battle.defend if ours else battle.attack) if matches(d, t, aim)]
    if not here:
        raise InvalidAnswer(f"no enemy {d.ed.units[aim.unit].id} is in this battle")
    able = dict(reached(d, occasion, battle, token))
    reach = [t for t in here if t in able]
    aims = [named for _, named in battle.aims]
    open_ = [t for t in reach if aims.count(t) < able[t] * hits_left(d.ed, t)]
    target = next(iter(open_ or reach), None)
    if target is None:
        d.ed.refuse(
            occasion.trait.rule,
            f"a {d.ed.units[token.unit].id} cannot be sent at a {d.ed.units[aim.unit].id}",
            unit=d.ed.units[token.unit].id,
            target=d.ed.units[aim.unit].id,
        )
    return target


def declining(d: Draft, occasion: Occasion) -> None:
    """Units that were sent without a way back must be named."""
    battle = battle_of(d)
    assert battle is not None
    if not d.ed.rules.sworn_aim:
        return
    if any(t.mark.flags & SWORN for t, _ in candidates(d, occasion, battle)):
        d.ed.refuse(
            f"{occasion.trait.rule}-no-landing",
            "what was sent without a landing place must be named",
            zone=d.space_id(battle.space),
        )


for name in ("kamikaze-attacks", "kaiten-torpedoes"):
    MODULES[name] = AdvantageModule(moment, available, use, once=False, declining=declining)
