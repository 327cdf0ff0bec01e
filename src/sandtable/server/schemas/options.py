"""What a power can answer now: everything a client needs to show legal moves at once."""

from __future__ import annotations

from typing import Any, Literal

from sandtable.server.schemas.base import Answer, Counts, Message, PowerId, SpaceId, UnitId
from sandtable.server.schemas.errors import RefusalView


class AnswerOffer(Message):
    """An answer that would be accepted."""

    answer: Answer
    line: str
    text: str
    """The same in words, for a button or a list."""


class MoveOffer(Message):
    """An order for some equal units of a space. `answer` is for one unit."""

    space: SpaceId
    """Where the units are."""
    key: str
    """Which of the units there: `StackView.key`; for cargo that goes ashore, the ship's."""
    unit: UnitId
    to: SpaceId
    path: list[SpaceId]
    most: int
    """How many of them can go together."""
    effect: Literal[
        "reinforce",
        "attack",
        "capture",
        "blitz",
        "load",
        "unload",
        "assault",
        "raid",
        "kamikaze",
        "sail",
        "land",
        "stay",
        "launch",
    ]
    manner: str
    ship: str | None
    """The ship boarded or left, in words, where it matters."""
    answer: Answer


class PurchaseOptions(Message):
    money: int
    units: list[PriceView]
    sites: list[SiteView]
    recent: list[PastPurchase]
    """What this power bought in its last turns, newest first."""
    capacity: int | None
    """Units that its factories can place this turn, where that is limited."""


class PriceView(Message):
    unit: UnitId
    cost: int
    most: int
    """What the money would buy of it alone."""


class SiteView(Message):
    """Where new units may be placed."""

    space: SpaceId
    capacity: int | None
    zones: list[SpaceId]
    """Where its ships are launched."""
    units: list[UnitId]
    """Which of the waiting units may come here; ships in `zones`."""


class PastPurchase(Message):
    round: int
    units: Counts


class ResearchOptions(Message):
    money: int
    die_cost: int
    technologies: list[str]
    """Those still to be had."""


class MovingOptions(Message):
    moves: list[MoveOffer]
    attacks: list[AnswerOffer]
    """Attacks declared by units that are there already; launches; complexes that move."""
    end_refused: RefusalView | None
    """Why the phase cannot be ended yet."""
    end_promises: list[AnswerOffer]
    """Ways to end it with carriers promised, where that is needed."""
    unused: list[UnusedView]
    """Units that could still do something."""
    warnings: list[WarningView]


class UnusedView(Message):
    space: SpaceId
    key: str
    unit: UnitId
    count: int


class WarningView(Message):
    """What would be wasted or lost if the phase ended now."""

    text: str
    spaces: list[SpaceId]
    serious: bool
    """Units are lost."""


class CasualtyOptions(Message):
    hits: int
    """How many must be given out; the list below may allow fewer."""
    units: list[CasualtyView]
    proposed: Answer
    """A sensible choice."""
    proposals: list[AnswerOffer]
    """Others worth a tap."""


class CasualtyView(Message):
    key: str
    power: PowerId
    unit: UnitId
    count: int
    most: int
    """How many hits these can take together."""
    damaged: bool
    cost: int
    spec: Answer
    """The unit in an answer, without its count."""


class MobilizeOptions(Message):
    units: Counts
    sites: list[SiteView]
    proposed: Answer


class BidOptions(Message):
    money: int
    units: list[PriceView]
    spaces: list[SpaceId]
    one_per_space: bool


class AdvantageOptions(Message):
    number: int
    by_dice: bool
    advantages: list[str]


class Options(Message):
    """What one power can answer to one decision."""

    version: int
    power: PowerId
    kind: str
    space: SpaceId | None
    answers: list[AnswerOffer]
    """Answers as they are, where there are few: retreats, submerging, battles, uses and so on."""
    more: bool
    """Not all are listed."""
    purchase: PurchaseOptions | None = None
    research: ResearchOptions | None = None
    moving: MovingOptions | None = None
    casualties: CasualtyOptions | None = None
    mobilize: MobilizeOptions | None = None
    bid: BidOptions | None = None
    advantages: AdvantageOptions | None = None


class AllOptions(Message):
    """Options for every decision that the caller may answer."""

    version: int
    options: list[Options]


class OddsView(Message):
    """What a battle will do."""

    space: SpaceId
    kind: Literal["battle", "landing", "raid"]
    wins: float
    """The attacker is left alone."""
    draws: float
    loses: float
    takes: float
    """The attacker takes the territory."""
    exact: bool
    attacker_loss: float
    """Expected, in IPCs."""
    defender_loss: float
    rounds: float
    attackers: Counts
    defenders: Counts
    attackers_left: dict[str, float]
    """How many of each are left on average."""
    defenders_left: dict[str, float]
    ends: list[dict[str, Any]]
    """The likeliest ends: `attackers`, `defenders` (counts) and `chance`."""
    damage: float | None
    """Of a raid: IPCs, on average."""


class BattleOdds(Message):
    version: int
    battles: list[OddsView]
    waiting: bool
    """Some are still being reckoned; ask again."""


class WhatIfResult(Message):
    refusal: RefusalView | None
    invalid: str | None
    """The answer makes no sense at all."""
    odds: OddsView | None


class WhatIfAnswer(Message):
    version: int
    results: list[WhatIfResult]


class ReachView(Message):
    """Units of a power that could come to a space."""

    power: PowerId
    space: SpaceId
    """Where they are."""
    units: Counts
    next_turn: bool
    """In that power's next turn, as the board stands; else now."""


class SpaceCard(Message):
    """What a player wants to know about a space besides `SpaceView`."""

    version: int
    space: SpaceId
    reach: list[ReachView]
    odds: OddsView | None
    """Of the battle to come here."""


PurchaseOptions.model_rebuild()
MovingOptions.model_rebuild()
CasualtyOptions.model_rebuild()
