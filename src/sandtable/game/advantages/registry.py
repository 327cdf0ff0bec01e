"""What a module of an advantage says: when it is asked about, whether it can be used, its use."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandtable.game.answers import Use
from sandtable.game.draft import Draft
from sandtable.game.state import Battle
from sandtable.rules.traits import Trait


class Occasion(NamedTuple):
    """An advantage, who has it, and where the question arises (-1: nowhere)."""

    trait: Trait
    power: int
    space: int
    battle: Battle | None = None
    """The battle that has just ended, while it is found out whether to ask."""


def never(d: Draft, occasion: Occasion) -> bool:
    return False


def nothing(d: Draft, occasion: Occasion) -> None:
    pass


def not_used(d: Draft, occasion: Occasion, given: Use) -> None:
    """For advantages that are never asked about."""


class AdvantageModule(NamedTuple):
    """How an advantage is played."""

    moment: Callable[[Trait], str]
    """When it is asked about: one of `MOMENTS`."""
    available: Callable[[Draft, Occasion], bool] = never
    use: Callable[[Draft, Occasion, Use], None] = not_used
    once: bool = True
    """Whether there is one use in a game."""
    declinable: bool = True
    now_or_never: bool = False
    """Whether the one use is gone when it is declined."""
    by_itself: Callable[[Draft, Occasion], None] = nothing
    """What happens at the moment without a question, whoever's turn it is."""
    declining: Callable[[Draft, Occasion], None] = lambda d, occasion: None
    """Refuses to let it be declined where it must be used."""


MOMENTS = (
    "before",
    "round",
    "turn",
    "purchase",
    "combat-move",
    "attacks",
    "battle",
    "battle-ended",
    "captured",
    "mobilize",
    "collect-income",
)
"""Before the first turn; at the start of a round, a turn or a phase; when combat moves have ended;
when a battle begins or has ended; when a territory changes hands."""

MODULES: dict[str, AdvantageModule] = {}
"""The modules by name; each file of this package adds its own."""


def used(trait: Trait) -> str:
    """What is noted when the one use of an advantage is gone."""
    return f"used:{trait.id}"
