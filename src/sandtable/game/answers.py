"""Answers: what a power may say to the engine. Names are already indices here."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.rules.position import Cargo


class UnitSpec(NamedTuple):
    """So many units of a kind, told apart as far as needed. -1 and None mean any."""

    number: int
    unit: int
    power: int = -1
    cargo: Cargo | None = None
    left: int = -1
    origin: int = -1
    damage: int = -1
    target: int = -1


Units = tuple[UnitSpec, ...]


class Buy(NamedTuple):
    units: Units
    kind: str = "buy"


class Move(NamedTuple):
    units: Units
    path: tuple[int, ...]
    ship: UnitSpec | None = None
    attack: bool = False
    kind: str = "move"


class Attack(NamedTuple):
    space: int
    units: Units = ()
    kind: str = "attack"


class End(NamedTuple):
    promises: tuple[tuple[int, int], ...] = ()
    kind: str = "end"


class Fight(NamedTuple):
    space: int
    kind: str = "fight"


class Submerge(NamedTuple):
    number: int
    kind: str = "submerge"


class Lose(NamedTuple):
    units: Units
    kind: str = "lose"


class Press(NamedTuple):
    kind: str = "press"


class Retreat(NamedTuple):
    to: int = -1
    kind: str = "retreat"


class Land(NamedTuple):
    space: int
    kind: str = "land"


class Place(NamedTuple):
    places: tuple[tuple[int, Units], ...]
    kind: str = "place"


class Consent(NamedTuple):
    to: int
    give: bool
    kind: str = "consent"


class Absent(NamedTuple):
    """Something that exists in the family of games; `kind` says what."""

    kind: str
    text: str = ""


Answer = (
    Buy
    | Move
    | Attack
    | End
    | Fight
    | Submerge
    | Lose
    | Press
    | Retreat
    | Land
    | Place
    | Consent
    | Absent
)

ABSENT_KINDS = ("research", "raid", "transfer", "option")
