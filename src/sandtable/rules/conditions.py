"""Conditions under which a trait gives units a better number in battle.

Each is a question about a battle, named in an edition's `traits.toml`. Those in `LASTING` are
asked once, when the battle begins, and hold to its end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandtable.rules.position import COMBAT_MOVED, Stack


class Scene(NamedTuple):
    """What a condition may ask about: a battle, and the power that would gain."""

    power: int
    round: int
    amphibious: bool
    home: bool
    """Whether the battle is for a territory that was this power's from the start and still is."""
    island: bool
    units: frozenset[int]
    """The units that would gain."""
    own: Stack
    enemies: Stack
    fighters: frozenset[int]
    """Units that fly from carriers."""


def first_cycle(scene: Scene) -> bool:
    return scene.round == 1


def assault(scene: Scene) -> bool:
    return scene.amphibious


def home(scene: Scene) -> bool:
    return scene.home


def island(scene: Scene) -> bool:
    return scene.island


def three_moved_in(scene: Scene) -> bool:
    """Three or more of them made a combat move into the space."""
    return gainers(scene, COMBAT_MOVED) >= 3


def alone(scene: Scene) -> bool:
    """Nobody else attacks beside them."""
    return all(t.unit in scene.units for t, _ in scene.own)


def no_enemy_fighters(scene: Scene) -> bool:
    return not any(t.unit in scene.fighters for t, _ in scene.enemies)


def gainers(scene: Scene, deeds: int) -> int:
    return sum(
        n
        for t, n in scene.own
        if t.power == scene.power and t.unit in scene.units and t.mark.flags & deeds == deeds
    )


COUNTED = {"at-least-two": 2}
"""Conditions that so many of the units that gain are left, asked in every cycle."""


def still(least: int) -> Callable[[Scene], bool]:
    """The condition that so many are left."""
    return lambda scene: gainers(scene, 0) >= least


CONDITIONS: dict[str, Callable[[Scene], bool]] = {
    "first-cycle": first_cycle,
    "assault": assault,
    "home": home,
    "island": island,
    "three-moved-in": three_moved_in,
    "alone": alone,
    "no-enemy-fighters": no_enemy_fighters,
    **{name: still(least) for name, least in COUNTED.items()},
}

LASTING = frozenset({"three-moved-in", "alone", "no-enemy-fighters"})
"""Asked when a battle begins."""
