"""The whole state of a game as a value.

`State` is immutable and holds everything: position, what happened this turn, the agenda of
what is still to be done, a roll that is waited for.
"""

from __future__ import annotations

from typing import NamedTuple

from sandtable.rules.edition import Edition
from sandtable.rules.position import (
    Position,
    Stack,
    Token,
)
from sandtable.rules.roll import RollRequest

Force = Stack
"""The units of one side in a battle."""


class Match(NamedTuple):
    """What is agreed before the first turn and never changes."""

    edition: Edition
    options: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]

    def option(self, name: str, default: str = "") -> str:
        """What was agreed for an option, if the edition has it."""
        return dict(self.options).get(name, default)


class Decision(NamedTuple):
    """Something the engine wants to know of one power."""

    power: int
    kind: str
    space: int = -1


class Promise(NamedTuple):
    """A carrier declared to be in a zone for fighters. `origin` is -1 for one still to be built."""

    origin: int
    zone: int
    fighters: tuple[tuple[int, int], ...]
    """Where the fighters fought and how many movement points they had left."""


class Turn(NamedTuple):
    """What happened in the running turn and is forgotten after it."""

    owners_at_start: tuple[int, ...]
    hostile_at_start: int
    landing: int
    """Territories that were friendly when the turn began: where aircraft may come down."""
    sites: tuple[int, ...]
    """Territories with a complex that the acting power has controlled since its turn began."""
    bought: tuple[int, ...]
    attacked: int = 0
    battles: tuple[int, ...] = ()
    assaults: tuple[tuple[int, int], ...] = ()
    uncleared: int = 0
    promises: tuple[Promise, ...] = ()
    stranded: tuple[tuple[int, int, int, int], ...] = ()
    """(space, power, unit, count) of defending aircraft without a deck."""
    raids: tuple[int, ...] = ()
    """Territories where a raid is still to be resolved."""
    rockets: tuple[tuple[int, int], ...] = ()
    """(gun's territory, target) of rocket strikes still to be resolved."""
    launched: tuple[tuple[int, int], ...] = ()
    """(gun's territory, target) of all rocket strikes of the turn."""
    damage: tuple[tuple[int, int], ...] = ()
    """IPCs lost to bombs this turn, by territory of the complex."""
    developed: tuple[str, ...] = ()
    """A development made this turn that has still to take effect."""
    moved_complexes: tuple[int, ...] = ()
    """Where complexes stand that moved this turn."""
    joint: int = -1
    """A power whose units the acting power commands this turn besides its own."""
    joint_phases: tuple[str, ...] = ()
    """When it may take them along; after that it commands only those that it has moved."""


class Battle(NamedTuple):
    """A battle under way. Forces are kept here and mirrored on the board."""

    space: int
    round: int
    step: int
    attack: Force
    defend: Force
    aside: Force = ()
    hits: tuple[tuple[str, int], ...] = ()
    side_hit: str = ""
    origins: tuple[int, ...] = ()
    program: str = "land"
    attack_cancels: frozenset[str] = frozenset()
    defend_cancels: frozenset[str] = frozenset()
    attack_strikes: bool = False
    defend_strikes: bool = False
    asked: tuple[int, ...] = ()
    """Powers that still have to answer the open decision."""
    proposals: tuple[tuple[int, Force], ...] = ()
    submerged: Force = ()
    guests: tuple[tuple[int, int, int, int], ...] = ()
    """(host power, guest power, unit, count) of guests aboard when the battle began."""
    attack_aside: Force = ()
    """Attackers that were hit and may still have to fire."""
    amphibious: bool = False
    boons: frozenset[tuple[int, str]] = frozenset()
    """Conditions that held when the battle began, by power."""
    ships: Force = ()
    """Ships that bombard; they are at sea, not in the space."""
    sworn: Force = ()
    """Units that give themselves up in opening fire."""
    aims: tuple[tuple[Token, Token], ...] = ()
    """What each of these is sent at, where that is chosen."""
    step_done: int = 0
    """How many rolls of a step with several are done."""
    fell: tuple[tuple[int, int, int], ...] = ()
    """(power, unit, count) of units destroyed so far."""


class Step(NamedTuple):
    """An entry of the agenda: a step of the turn, or a battle inside one."""

    name: str
    battle: Battle | None = None
    begun: bool = False
    power: int = -1
    about: str = ""
    space: int = -1
    """Whom a step asks that is not of the usual turn, about what, and where."""
    number: int = 0
    """How much of it is left, where that is counted."""


class State(NamedTuple):
    """Everything about a game at a moment. Resuming needs nothing else."""

    match: Match
    position: Position
    turn: Turn
    agenda: tuple[Step, ...]
    roll: RollRequest | None = None
    withheld: frozenset[tuple[int, int]] = frozenset()
    winner: int = -1
