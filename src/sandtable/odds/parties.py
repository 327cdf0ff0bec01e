"""The two sides of a battle and how it may end, as results name them."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from sandtable.odds.fight import Side
from sandtable.odds.naming import Counts

ATTACKER, DEFENDER, NOBODY, STANDSTILL, RETREAT = (
    "attacker",
    "defender",
    "nobody",
    "standstill",
    "retreat",
)
ENDS = (ATTACKER, DEFENDER, NOBODY, STANDSTILL, RETREAT)
"""How a battle can end: a side is left alone, none is, nobody can hit, the attackers leave."""


class End(NamedTuple):
    """One end of a battle: what is left of both sides, and the chance of it."""

    attackers: Counts
    defenders: Counts
    how: str
    """One of `ENDS`."""
    chance: float


class Survival(NamedTuple):
    """What becomes of one kind of unit."""

    unit: str
    side: str
    any: float
    """The chance that at least one is left."""
    all: float
    """The chance that none is lost."""
    expected: float
    """How many are left on average, damaged ones included."""
    damaged: float
    """How many of these are damaged, on average."""
    counts: tuple[float, ...]
    """The chance that so many are left, by number."""


class Parties(Protocol):
    """The two sides of a battle: a `Fight`, or just who meets whom."""

    @property
    def attack(self) -> Side: ...
    @property
    def defend(self) -> Side: ...
    @property
    def sea(self) -> bool: ...


class Meeting(NamedTuple):
    """Who meets whom, where a battle is not one for the kernels."""

    attack: Side
    defend: Side
    sea: bool
