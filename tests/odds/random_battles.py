"""Random small battles of every edition, from a seed: arguments for `pitched.battle`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sandtable.game.library import load_edition
from sandtable.game.state import State
from sandtable.odds.engine import pitched
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.policy import AT_ONCE, KEEP_GROUND, NEVER, USUAL, Policy
from sandtable.rules.edition import Edition
from sandtable.rules.units import UnitType

EDITIONS = ("1941", "revised", "lhtr")

IN_BATTLE = (
    "jet-fighters",
    "super-submarines",
    "combined-bombardment",
    "heavy-bombers",
    "severe-winter",
    "atlantic-wall",
    "wolf-packs",
    "luftwaffe-dive-bomber",
    "fortress-europe",
    "radar",
    "dug-in-defenders",
    "banzai-attacks",
    "most-powerful-battleships",
    "marines",
    "superfortresses",
)
"""Developments and advantages that change a battle without a question."""


@dataclass(frozen=True)
class Case:
    """A battle: an edition, and what `pitched.battle` is told."""

    edition: str
    attack: dict[str, int]
    defend: dict[str, int]
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def ed(self) -> Edition:
        return load_edition(self.edition)

    def state(self) -> State:
        return pitched.battle(self.ed, self.attack, self.defend, **self.options)


def cases(seed: int, number: int, most: int = 3) -> Iterator[Case]:
    """So many battles with up to so many units of a kind, of all editions and kinds in turn."""
    rng = random.Random(seed)
    made = 0
    while made < number:
        edition = EDITIONS[made % len(EDITIONS)]
        make = (on_land, at_sea, by_sea, at_sea)[made // len(EDITIONS) % 4]
        yield make(rng, edition, most)
        made += 1


def some(rng: random.Random, units: list[UnitType], kinds: int, most: int) -> dict[str, int]:
    """Up to so many kinds of units, up to so many of each."""
    chosen = rng.sample(units, min(rng.randint(1, kinds), len(units)))
    return {unit.id: rng.randint(1, max(1, most - 2 * (unit.hits > 1))) for unit in chosen}


def traits(rng: random.Random, ed: Edition) -> dict[str, list[str]]:
    """Developments of some powers, and advantages of those that may have them."""
    found: dict[str, list[str]] = {}
    for power in ed.powers:
        able = [
            name
            for name in IN_BATTLE
            if name in ed.traits and ed.traits[name].power in (-1, power.index)
        ]
        chosen = [name for name in able if rng.random() < 0.35]
        if chosen:
            found[power.id] = chosen
    return found


def sides(rng: random.Random, ed: Edition) -> dict[str, Any]:
    """Who fights whom, where, with what."""
    attacker = rng.choice(ed.powers)
    defender = rng.choice(ed.enemies[attacker.index])
    found: dict[str, Any] = {"attacker": attacker.id, "defender": ed.powers[defender].id}
    found["exit"] = rng.random() < 0.7
    if ed.traits and rng.random() < 0.6:
        found["traits"] = traits(rng, ed)
    return found


def home(rng: random.Random, ed: Edition, defender: str, *, coastal: bool) -> str:
    """A territory that was the defender's from the start, an island if there is one to be had."""
    power = ed.power_index[defender]
    able = [
        space
        for i, space in enumerate(ed.board.spaces)
        if ed.original_owners[i] == power
        and (ed.board.sea_neighbors[i] if coastal else ed.board.land_neighbors[i])
        and not space.impassable
    ]
    return rng.choice(able).id if able else ""


def on_land(rng: random.Random, edition: str, most: int) -> Case:
    ed = load_edition(edition)
    fit = [u for u in ed.units if (u.land or u.air) and not u.bystander]
    options = sides(rng, ed)
    if rng.random() < 0.3:
        options["at"] = home(rng, ed, options["defender"], coastal=False)
    defend = some(rng, fit, 3, most)
    guns = [u.id for u in ed.units if u.bystander and rng.random() < 0.5]
    return Case(edition, some(rng, fit, 3, most), {**defend, **dict.fromkeys(guns, 1)}, options)


def at_sea(rng: random.Random, edition: str, most: int) -> Case:
    ed = load_edition(edition)
    fit = [u for u in ed.units if u.sea or u.air]
    options = sides(rng, ed)
    attack, defend = some(rng, fit, 4, most - 1), some(rng, fit, 4, most - 1)
    ships = [u.id for u in fit if u.sea]
    if not any(name in ships for name in defend):
        defend[rng.choice(ships)] = 1
    two = [u.id for u in fit if u.hits > 1]
    if two and rng.random() < 0.2:
        defend[f"damaged {rng.choice(two)}"] = 1
    return Case(edition, attack, defend, options)


def by_sea(rng: random.Random, edition: str, most: int) -> Case:
    """A landing, with ships that bombard if the edition has them."""
    ed = load_edition(edition)
    land = [u for u in ed.units if u.land and u.combat_moves]
    fit = [u for u in ed.units if (u.land or u.air) and not u.bystander]
    options = sides(rng, ed)
    options["at"] = home(rng, ed, options["defender"], coastal=True)
    options["landed"] = some(rng, land, 2, most)
    able = [u for u in ed.units if u.bombards]
    if able and rng.random() < 0.7:
        options["ships"] = {u.id: rng.randint(1, 2) for u in able}
        if rng.random() < 0.5:
            options["ships"]["destroyer"] = 1
    attack = some(rng, fit, 2, most - 1) if rng.random() < 0.6 else {}
    guns = [u.id for u in ed.units if u.bystander and rng.random() < 0.5]
    return Case(edition, attack, {**some(rng, fit, 3, most), **dict.fromkeys(guns, 1)}, options)


def lengths(found: Outcomes) -> list[float]:
    """The chance of each number of cycles, which these outcomes must know."""
    assert found.rounds is not None
    return [float(chance) for chance in found.rounds]


def policies(seed: int, number: int) -> Iterator[Policy]:
    """Policies that follow rules, the usual one first."""
    rng = random.Random(seed)
    yield Policy()
    for _ in range(number - 1):
        yield Policy(
            rng.choice((USUAL, KEEP_GROUND)),
            rng.choice((USUAL, KEEP_GROUND)),
            rng.choice((NEVER, 1, 2)),
            rng.choice((NEVER, AT_ONCE)),
            rng.choice((NEVER, AT_ONCE)),
        )
