"""A game as everybody may see it. Whose browser looks does not matter here: see `Me`."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from sandtable.server.schemas.base import Counts, Message, PowerId, SpaceId, UnitId
from sandtable.server.schemas.people import PersonView


class CargoView(Message):
    power: PowerId
    unit: UnitId
    count: int


class StackView(Message):
    """Equal units in a space."""

    key: str
    """Tells these units from others of the space; `MoveOffer.key` is the same text."""
    power: PowerId
    unit: UnitId
    count: int
    damaged: bool
    cargo: list[CargoView]
    left: int | None
    """Movement points left this turn; None for units of powers not on turn."""
    moved: bool
    """Whether it moved, loaded, fought or was told to this turn."""
    spent: bool
    """Whether it can do nothing more this phase."""
    submerged: bool
    target: SpaceId | None
    """Where its cargo will go ashore, or what it was sent against."""


class SpaceView(Message):
    """What is in a space now. `GameView.spaces` leaves out those with nothing to tell."""

    owner: PowerId | None
    units: list[StackView]
    facilities: list[UnitId]
    capacity: int | None
    """Units that can still be mobilized at its factory this turn; None without limit or factory."""
    contested: bool
    """Whether a battle or raid is to be fought here."""


class PowerView(Message):
    treasury: int
    income: int
    """What it would collect now."""
    capital_held: bool
    technologies: list[str]
    advantages: list[str]
    used: list[str]
    unit_count: int
    unit_value: int
    """What its units cost, in IPCs."""
    keeps_out: list[PowerId]
    """Friends who may not share its spaces and ships, where friends share by consent."""


class VictoryView(Message):
    side: str
    after: PowerId
    needed: int
    held: list[SpaceId]
    of: list[SpaceId]


class DecisionView(Message):
    """Something that the engine wants to know of one power."""

    power: PowerId
    kind: str
    space: SpaceId | None
    title: str
    """What is asked, in a few words: `Choose casualties`."""
    help: str
    since: datetime | None
    due: datetime | None
    """When its clock runs out, in a game with clocks."""


class FighterView(Message):
    """Equal units in a battle."""

    key: str
    power: PowerId
    unit: UnitId
    count: int
    damaged: bool
    cargo: list[CargoView]
    number: int
    """It hits on this number or less; 0 if it does not fire."""
    dice: int


class BattleView(Message):
    """A battle or raid under way."""

    space: SpaceId
    kind: Literal["battle", "landing", "raid"]
    round: int
    step: str
    """The step at work, in words."""
    attackers: list[PowerId]
    defenders: list[PowerId]
    attack: list[FighterView]
    defend: list[FighterView]
    attack_hit: list[FighterView]
    """Hit in this round, with their fire still to come."""
    defend_hit: list[FighterView]
    submerged: list[FighterView]
    bombarding: list[FighterView]
    hits_to_take: int
    """By the side that is asked for casualties."""
    lost: dict[PowerId, Counts]


class ClashView(Message):
    """A battle to come."""

    space: SpaceId
    kind: Literal["battle", "landing", "raid", "rocket"]
    begun: bool


class SeatView(Message):
    power: PowerId
    kind: Literal["open", "person", "computer"]
    person: PersonView | None
    level: str | None
    """Of a computer player."""
    connected: bool
    clock: float | None
    """Seconds left, in a game with clocks; it runs while the seat is asked."""


class ProposalView(Message):
    """Something that is voted on."""

    id: str
    kind: Literal["undo", "concede", "draw"]
    by: PowerId
    side: str | None
    """The side that would concede."""
    to_version: int | None
    """What an undo goes back to."""
    agreed: list[PowerId]
    waiting_for: list[PowerId]
    made: datetime


class DiceView(Message):
    """How this game's dice are made; docs/dice.md."""

    kind: Literal["fair", "low-luck", "seeded"]
    commitment: str | None
    """Published before the first roll, kept by the secret that is shown at the end."""
    entropies: list[EntropyView]
    rolls: int
    secret: str | None
    """Revealed when the game is over."""


class EntropyView(Message):
    """A text that a player added; it counts for the roll `since` and all after it."""

    since: int
    party: str
    text: str


class DrawnView(Message):
    """A roll as the source gave it: with low luck these are fewer dice than are shown."""

    index: int
    dice: list[int]


class DiceRecord(Message):
    """All that one needs to check a game's dice: docs/dice.md, the transcript."""

    dice: DiceView
    rolls: list[DrawnView]
    """Every roll ever made in the game, also those that were taken back, in order of index."""


class TimeControl(Message):
    """How long players may think. A correspondence game has days, a live one minutes."""

    kind: Literal["none", "live", "correspondence"]
    base: float
    """Seconds at the start (live), or for each turn (correspondence)."""
    increment: float
    """Seconds added for each answer (live)."""
    on_timeout: Literal["computer", "concede"]


class GameHead(Message):
    """All of a game but its spaces: small, sent with every change."""

    id: str
    version: int
    """Counts everything that ever happened to the game; it never goes back."""
    decisions: int
    """Answers in force; undo takes them back."""
    title: str
    edition: str
    options: dict[str, str]
    status: Literal["waiting", "playing", "finished", "closed"]
    """Waiting: seats are still open."""
    result: str | None
    """The side that won, or `draw`."""
    ended_by: Literal["victory", "concession", "agreement", "timeout"] | None
    created: datetime
    changed: datetime
    visibility: Literal["private", "link", "public"]
    host: PersonView | None
    seats: list[SeatView]
    time: TimeControl
    paused: bool
    spectators: int
    round: int
    turn: PowerId
    phase: str
    pending: list[DecisionView]
    powers: dict[PowerId, PowerView]
    victory: list[VictoryView]
    bought: Counts
    battle: BattleView | None
    battles: list[ClashView]
    proposals: list[ProposalView]
    can_undo: bool
    """Whether the power that made the last decision may take it back by itself."""
    undo_power: PowerId | None
    dice: DiceView
    kinds: dict[PowerId, dict[UnitId, dict[str, int]]]
    """Where a power's units differ from the edition's: cost, move, attack, defense."""


class GameView(GameHead):
    """A game as it stands."""

    spaces: dict[SpaceId, SpaceView]
    position: str
    """The board in one line, docs/position-notation.md: to be shared."""


class EventView(Message):
    """A fact, with a sentence about it."""

    type: str
    data: dict[str, Any]
    text: str
    spaces: list[SpaceId]
    """Where it happened, for links to the map; a move's way in its order."""


class ShotView(Message):
    """Dice of a roll that are thrown alike, in the order of the dice."""

    unit: UnitId
    """The unit that fires; empty for dice that are not shots."""
    number: int
    """Each shot hits on this number or less; 0 when no number is tried for."""
    count: int
    dice: int
    """How many dice each shot has."""


class RollView(Message):
    index: int
    dice: list[int]
    purpose: str = ""
    """What is rolled for: `fire`, `strike`, `antiair`, `bombard`, `raid`, `research` and so on."""
    space: SpaceId | None = None
    shots: list[ShotView] = []
    """Which dice are whose, and what they hit on. Empty where that is not known."""


class EntryView(Message):
    """A line of a game's log: a decision with what came of it, or something about the table."""

    version: int
    """The game's version after it."""
    kind: Literal["decision", "undo", "seat", "proposal", "entropy", "end", "note"]
    at: datetime
    power: PowerId | None
    by: str | None
    """Who answered: a name, `computer`, or `standing order`."""
    line: str | None
    """The decision in the notation of records."""
    text: str
    events: list[EventView]
    rolls: list[RollView]
    undone: bool
    """Taken back since."""
    heading: str
    """Round, power and phase in which it was made: `Round 1, Germany, Combat Move`."""
    decisions: int
    """Answers in force after it: what a replay's slider counts."""
    why: str | None = None
    """Why a computer player decided so."""


class Log(Message):
    entries: list[EntryView]
    version: int
    more: bool


GameHead.model_rebuild()
GameView.model_rebuild()
