"""What developments and national advantages are worth to a power, and which it goes for."""

from __future__ import annotations

from dataclasses import replace
from math import floor

from sandtable.game.answers import Choose, Research, Roll
from sandtable.game.before import choosing
from sandtable.game.draft import Draft
from sandtable.game.rocketry import reach
from sandtable.game.state import Decision
from sandtable.players.interface import Choice, Reason
from sandtable.players.staff.outlook import Outlook
from sandtable.rules.traits import TECHNOLOGY, Bonus, Trait
from sandtable.rules.units import UnitType

TURNS = 6
"""Of use that are reckoned with."""
ROCKET = 3.0
"""IPCs that a rocket costs the victim, on average."""
DIE_SIDES = 6
MUST_PAY = 1.5
"""What dice must return, for each IPC that they cost."""
RICH = 30
"""IPCs with which a power may think of research at all."""
SAFE = 0.03
PER_PLACE = 12
"""More money than this for each unit that can be placed has no better use."""
MOST_DICE = 4
MOST_SPARE = 16
"""Dice for money that has no better use: nearly certain to succeed."""

MODULES: dict[str, float] = {
    "russian-winter": 12,
    "nonaggression-treaty": 11,
    "salvage": 5,
    "lend-lease": 6,
    "panzerblitz": 6,
    "enigma-decoded": 9,
    "french-resistance": 7,
    "colonial-garrison": 14,
    "chinese-divisions": 15,
    "kamikaze-attacks": 3,
    "kaiten-torpedoes": 2,
    "joint-strike": 1,
}
"""What advantages with a decision are worth, in IPCs: free units at their price, and guesses."""
OTHER = 2.0
"""What changes neither units nor numbers is worth little to a captain, who seldom thinks of it."""
GUNS = 6.0
PARTS = {"flak": 0.2, "bombards": 0.2, "loads": 0.3, "blitzes": 0.15, "raids": 0.2}
"""Of a unit's price, for an ability that it gets."""


# --- worth


def worth(d: Draft, power: int, trait: Trait) -> float:
    """What a trait would bring a power in the next turns, in IPCs, from the units that it has."""
    have = owned(d, power)
    found = 0.0
    for unit, changes in trait.profiles.items():
        before = d.kinds[power][unit]
        after = replace(before, **changes)
        if after.launches > before.launches:
            found += ROCKET * TURNS * targets(d, power, after)
        found += have[unit] * improvement(before, after)
    found += sum(boon(d, power, bonus, have) for bonus in trait.bonuses)
    if "victims" in trait.data:
        found += TURNS * have[d.ed.unit_index[trait.data["unit"]]]
    elif "gun_number" in trait.data:
        found += GUNS
    if trait.module:
        found += MODULES.get(trait.module, OTHER)
    return found or OTHER


def owned(d: Draft, power: int) -> list[int]:
    found = [0] * len(d.ed.units)
    for stack in d.stacks:
        for token, count in stack:
            if token.power == power:
                found[token.unit] += count
    return found


def improvement(before: UnitType, after: UnitType) -> float:
    """What one unit is worth more."""
    cost = before.cost or 0
    was = before.attack * before.attack_dice + before.defense
    now = after.attack * after.attack_dice * (1.3 if after.best_of > 1 else 1) + after.defense
    found = 0.6 * cost * (now - was) / max(1, was)
    found += 0.2 * cost * (after.move - before.move) / max(1, before.move)
    return found + sum(
        part * cost for name, part in PARTS.items() if getattr(after, name) != getattr(before, name)
    )


def boon(d: Draft, power: int, bonus: Bonus, have: list[int]) -> float:
    """What better numbers are worth, the less the more conditions they have."""
    found = 0.0
    for unit in bonus.units:
        kind = d.kinds[power][unit]
        base = kind.attack if bonus.attacking else kind.defense
        more = max(0, bonus.value - base) + bonus.add
        found += have[unit] * 0.6 * (kind.cost or 0) * more / max(1, kind.attack + kind.defense)
    return found * 0.5 ** len(bonus.when) * (0.2 if bonus.sworn else 1)


def targets(d: Draft, power: int, gun: UnitType) -> int:
    """Enemy complexes that rockets could be launched at, each from a gun of its own."""
    sites = [
        space
        for space, stack in enumerate(d.stacks)
        if any(t.power == power and t.unit == gun.index for t, _ in stack)
    ]
    goals = {
        space
        for space, owner in enumerate(d.owners)
        if d.facilities[space] and owner >= 0 and d.at_war[power][owner]
    }
    near = [{goal for goal in goals if reach(d, site, gun.launches) >> goal & 1} for site in sites]
    return min(sum(map(bool, near)), len(set().union(*near)))


# --- decisions


def research(look: Outlook, asked: Decision) -> Choice:
    """Dice only with money that has no better use, or for what pays for them by far."""
    d = look.d
    price, money = d.ed.rules.research_cost, d.treasuries[asked.power]
    able = [
        trait
        for trait in d.ed.traits.values()
        if trait.kind == TECHNOLOGY and not d.has(asked.power, trait.id)
    ]
    if not able:
        return Choice(Research(), Reason("There is nothing left to develop"))
    room = sum(capacity for _, capacity in d.production_sites())
    spare = max(0, floor((money - PER_PLACE * room) / price))
    unsafe = any(look.danger(capital).takes > SAFE for capital in look.capitals)
    if not look.capitals or (unsafe and not spare) or money < RICH:
        return Choice(Research(), Reason("no-research"))
    best = max(able, key=lambda trait: (worth(d, asked.power, trait), -trait.number))
    value = worth(d, asked.power, best)
    dice = min(MOST_SPARE, spare)
    while not unsafe and dice < MOST_DICE and marginal(value, dice) > MUST_PAY * price:
        dice += 1
    dice = min(dice, money // (2 * price))
    if not dice:
        return Choice(Research(), Reason("no-research"))
    odds = 1 - (1 - 1 / DIE_SIDES) ** dice
    goal = "research" if spare >= dice else "venture"
    reason = Reason(goal, odds=odds, note=f"aimed at {best.name}")
    return Choice(Research(best.id, dice), reason)


def marginal(value: float, dice: int) -> float:
    """What one die more is worth."""
    miss = 1 - 1 / DIE_SIDES
    return float(value * miss**dice / DIE_SIDES)


def choose(look: Outlook, asked: Decision) -> Choice:
    """The advantages that bring most."""
    d = look.d
    if choosing.by_dice(d):
        return Choice(Roll(), Reason("only"))
    own = sorted(
        choosing.table(d, asked.power).values(),
        key=lambda name: (-worth(d, asked.power, d.ed.traits[name]), name),
    )
    chosen = own[: choosing.number_agreed(d, asked.power)]
    names = ", ".join(d.ed.traits[name].name for name in chosen)
    return Choice(Choose(tuple(chosen)), Reason("These bring most", note=names))
