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


MANNERS = ("attack", "raid", "kamikaze")
"""What a move may be made for, where that has to be said."""


class Move(NamedTuple):
    units: Units
    path: tuple[int, ...]
    ship: UnitSpec | None = None
    manner: str = ""
    kind: str = "move"


class Attack(NamedTuple):
    space: int
    units: Units = ()
    kind: str = "attack"


class End(NamedTuple):
    promises: tuple[tuple[int, int], ...] = ()
    kind: str = "end"


class Fight(NamedTuple):
    """What comes next in a space: the battle, or the `raid` or `rocket` strike there."""

    space: int
    what: str = ""
    kind: str = "fight"


class Research(NamedTuple):
    technology: str = ""
    dice: int = 0
    kind: str = "research"


class Launch(NamedTuple):
    """A rocket from a gun's territory at the complex in another."""

    origin: int
    target: int
    kind: str = "launch"


class CallOff(NamedTuple):
    """The landing in a territory does not take place."""

    space: int
    kind: str = "call-off"


class Bombard(NamedTuple):
    """Ships that bombard, by sea zone."""

    places: tuple[tuple[int, Units], ...] = ()
    kind: str = "bombard"


class Choose(NamedTuple):
    """The national advantages that a power takes."""

    advantages: tuple[str, ...]
    kind: str = "choose"


class Roll(NamedTuple):
    """The dice are rolled, where the players agreed to."""

    kind: str = "roll"


class Part(NamedTuple):
    """A detail of the use of an advantage: units, where or from where to where, at what."""

    units: Units = ()
    path: tuple[int, ...] = ()
    aims: Units = ()
    """The enemy unit that each of the units is sent at."""


class Use(NamedTuple):
    advantage: str
    parts: tuple[Part, ...] = ()
    kind: str = "use"


class Decline(NamedTuple):
    advantage: str
    kind: str = "decline"


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
    | Research
    | Launch
    | CallOff
    | Bombard
    | Choose
    | Roll
    | Use
    | Decline
    | Absent
)

ABSENT_KINDS = ("research", "raid", "transfer", "option")
