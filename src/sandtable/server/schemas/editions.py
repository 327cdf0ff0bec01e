"""Editions: what never changes during a game. Sent once, then kept by the client."""

from __future__ import annotations

from typing import Literal

from sandtable.server.schemas.base import Message, PowerId, SpaceId, UnitId


class EditionSummary(Message):
    """A game that can be played here."""

    id: str
    name: str
    about: str
    powers: list[PowerInfo]
    options: list[OptionInfo]
    options_default: dict[str, str]


class OptionInfo(Message):
    """Something agreed before the game."""

    id: str
    name: str
    about: str
    default: str
    values: list[str]
    """Empty where any number from 0 to `most` may be agreed."""
    most: int


class PowerInfo(Message):
    id: PowerId
    name: str
    side: str
    treasury: int
    capitals: list[SpaceId]


class UnitInfo(Message):
    """A unit as everybody has it at the start; `GameView.kinds` tells where a power's differ."""

    id: UnitId
    name: str
    plural: str
    domain: Literal["land", "sea", "air", "facility"]
    cost: int | None
    move: int
    attack: int
    defense: int
    hits: int
    carries: int
    """How much a transport or carrier takes, 0 for other units."""
    notes: list[str]
    """What is special about it, in short phrases: `blitzes`, `supports infantry`."""


class SpaceInfo(Message):
    id: SpaceId
    name: str
    kind: Literal["land", "sea"]
    value: int
    original_owner: PowerId | None
    impassable: bool
    city: str | None
    """A victory city, where the edition has them."""
    capital_of: list[PowerId]
    borders: list[SpaceId]


class PhaseInfo(Message):
    id: str
    name: str
    help: str
    """What one does in it, in a line."""


class TraitInfo(Message):
    """A development or a national advantage."""

    id: str
    name: str
    kind: Literal["technology", "advantage"]
    power: PowerId | None
    number: int
    text: str


class RuleInfo(Message):
    id: str
    topic: str
    section: str
    text: str


class EditionView(EditionSummary):
    """Everything about an edition except the shapes of its map and its catalogue of rules."""

    digest: str
    sides: list[str]
    sharing: Literal["consent", "free"]
    """Whether friends need a power's consent to share its spaces and ships."""
    units: list[UnitInfo]
    spaces: list[SpaceInfo]
    phases: list[PhaseInfo]
    traits: list[TraitInfo]
    passages: list[PassageInfo]
    map_url: str
    """The TopoJSON of docs/maps/format.md; its address changes with its content."""


class PassageInfo(Message):
    """A canal or strait."""

    id: str
    name: str
    between: list[SpaceId]
    controlled_by: list[SpaceId]


EditionSummary.model_rebuild()
EditionView.model_rebuild()
