"""The battle under way as the battle board shows it."""

from __future__ import annotations

from typing import Literal

from sandtable.game.casualties import open_targets
from sandtable.game.draft import Draft
from sandtable.game.notation.names import format_cargo
from sandtable.game.state import Battle, State
from sandtable.rules.battle import Field, numbers, required_losses, shots
from sandtable.rules.position import Stack, Token, more
from sandtable.server.schemas.views import BattleView, FighterView
from sandtable.server.views.stacks import cargo_view

STEPS = {
    "antiair": "Antiaircraft guns fire",
    "name-ships": "Ships for the bombardment are named",
    "bombard": "Ships bombard the shore",
    "sworn-fire": "Units that give themselves up strike",
    "bomb": "Bombers strike the factory",
    "submerge-attacker": "Attacking submarines may submerge",
    "submerge-defender": "Defending submarines may submerge",
    "strike-attacker": "Attacking submarines fire first",
    "strike-defender": "Defending submarines fire first",
    "fire-attacker": "The attacker fires",
    "fire-defender": "The defender fires",
    "remove-struck": "Casualties of opening fire are removed",
    "remove-casualties": "Casualties are removed",
    "press-or-retreat": "The attacker presses on or retreats",
}
TAKING = {"attacker": "The attacker takes hits", "defender": "The defender takes hits"}


def battle_of(state: State) -> Battle | None:
    """The battle under way, also while something else is asked within it."""
    found = [step.battle for step in state.agenda if step.battle is not None]
    return found[-1] if found else None


def battle_view(state: State) -> BattleView | None:
    battle = battle_of(state)
    if battle is None:
        return None
    d = Draft(state)
    ed, field = d.ed, d.field(battle)
    # Units that were hit still fire: they count for the numbers of the others, too.
    attack = more(battle.attack, battle.attack_aside)
    defend = more(battle.defend, battle.aside)
    raid = battle.program == "raid"

    def line(force: Stack, *, attacking: bool, idle: bool = False) -> list[FighterView]:
        whole, others = (attack, defend) if attacking else (defend, attack)
        return fighters(d, field, force, whole, others, attacking=attacking, idle=idle or raid)

    losses: dict[str, dict[str, int]] = {}
    for power, unit, count in battle.fell:
        of_power = losses.setdefault(ed.powers[power].id, {})
        of_power[ed.units[unit].id] = of_power.get(ed.units[unit].id, 0) + count
    return BattleView(
        space=ed.board.spaces[battle.space].id,
        kind=kind_of(battle),
        round=battle.round,
        step=step_text(d, battle),
        attackers=powers(d, (*attack, *battle.sworn), d.power, enemies=False),
        defenders=powers(d, (*defend, *battle.sworn), d.owners[battle.space], enemies=True),
        attack=line(battle.attack, attacking=True),
        defend=line(battle.defend, attacking=False),
        attack_hit=line(battle.attack_aside, attacking=True),
        defend_hit=line(battle.aside, attacking=False),
        submerged=line(battle.submerged, attacking=True, idle=True),
        bombarding=fighters(d, field, battle.ships, battle.ships, (), attacking=True, idle=False),
        hits_to_take=hits_to_take(d, battle),
        lost=losses,
    )


def kind_of(battle: Battle) -> Literal["battle", "landing", "raid"]:
    if battle.program == "raid":
        return "raid"
    return "landing" if battle.amphibious else "battle"


def step_text(d: Draft, battle: Battle) -> str:
    """What goes on, in words."""
    if battle.hits and battle.asked:
        return TAKING[battle.side_hit]
    name = d.ed.rules.programs[battle.program].steps[battle.step]
    return STEPS.get(name, name.replace("-", " ").capitalize())


def hits_to_take(d: Draft, battle: Battle) -> int:
    if not battle.hits:
        return 0
    needed = required_losses(battle.hits, open_targets(d, battle))
    return needed.first + needed.last


def powers(d: Draft, force: Stack, speaker: int, *, enemies: bool) -> list[str]:
    """The powers of a side; if nobody is left, the one that it is about."""
    enemy = d.at_war[d.power]
    found = sorted({t.power for t, _ in force if enemy[t.power] == enemies})
    if not found and speaker >= 0 and enemy[speaker] == enemies:
        found = [speaker]
    return [d.ed.powers[power].id for power in found]


def fighters(
    d: Draft,
    field: Field,
    force: Stack,
    whole: Stack,
    others: Stack,
    *,
    attacking: bool,
    idle: bool,
) -> list[FighterView]:
    """Part of a side, units that fire alike together; help is reckoned for the whole side."""
    shown: dict[tuple[Token, int], int] = {}
    left = dict(force)
    values = [] if idle else numbers(field, whole, others, attacking=attacking)
    # The best numbers go to those who stand, not to those already hit.
    for number, token, count in sorted(values, key=lambda entry: -entry[0]):
        taken = min(count, left.get(token, 0))
        if taken:
            shown[token, number] = shown.get((token, number), 0) + taken
            left[token] -= taken
    for token, count in left.items():
        if count:
            shown[token, 0] = shown.get((token, 0), 0) + count
    groups: dict[str, FighterView] = {}
    for (token, number), count in shown.items():
        dice = count * dice_of(field, token, attacking=attacking) if number else 0
        key = key_of(d, token, number)
        if key in groups:
            found = groups[key]
            groups[key] = found.model_copy(
                update={"count": found.count + count, "dice": found.dice + dice}
            )
            continue
        groups[key] = FighterView(
            key=key,
            power=d.ed.powers[token.power].id,
            unit=d.ed.units[token.unit].id,
            count=count,
            damaged=token.damage > 0,
            cargo=cargo_view(d, token.cargo),
            number=number,
            dice=dice,
        )
    return sorted(groups.values(), key=lambda f: (f.number, d.ed.unit_index[f.unit], f.power))


def dice_of(field: Field, token: Token, *, attacking: bool) -> int:
    """Dice that one unit rolls when it fires."""
    first = field.kinds[token.power][token.unit].strikes_first
    fired = shots(field, ((token, 1),), (), attacking=attacking, first_strike=first, struck=first)
    return sum(shot.count * shot.dice for shot in fired) or 1


def key_of(d: Draft, token: Token, number: int) -> str:
    text = f"{d.ed.powers[token.power].id}.{d.ed.units[token.unit].id}"
    if token.damage:
        text = f"damaged {text}"
    if token.cargo:
        text += f"({format_cargo(d.ed, token.cargo, token.power)})"
    return f"{text}:{number}"
