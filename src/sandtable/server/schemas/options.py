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
    afloat: list[UnitId] = []
    """Which of them may be placed in `zones`: ships, and planes where a deck may be there."""


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
    landing: list[AnswerOffer]
    """Orders that bring down all aircraft that can be, where the phase cannot be ended before."""
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
    """How many hits these can take together, of those that must be given out."""
    each: int = 1
    """How many hits one of them can take before it is lost."""
    last: bool = False
    """Whether they are lost only when nothing else is left to lose."""
    damaged: bool
    cost: int
    spec: Answer
    """The unit in an answer, without its count."""


class RetreatOptions(Message):
    """Who of the attackers leaves with a retreat."""

    leaves: Counts
    stays: Counts
    """Fights on: units that came ashore and may not leave."""


class MobilizeOptions(Message):
    units: Counts
    sites: list[SiteView]
    proposed: Answer
    refund: bool = True
    """Whether units that find no place are paid back; else they are lost."""


class BidOptions(Message):
    money: int
    units: list[PriceView]
    spaces: list[SpaceId]
    one_per_space: bool


class AdvantageOptions(Message):
    number: int
    by_dice: bool
    advantages: list[str]


class UseRow(Message):
    """Equal units that an advantage may be used with."""

    unit: UnitId
    power: PowerId
    space: SpaceId | None
    most: int
    pool: str
    """Rows of one pool share its limit."""
    aim: UnitId | None
    """The enemy unit that they are sent at."""
    aim_power: PowerId | None
    part: Answer
    """The part of the answer, for one unit."""


class UseWay(Message):
    """Rows that can be used together: any number of each within `most` and the pools."""

    path: list[SpaceId]
    """From where to where they go, where they go."""
    together: bool
    """All units make one part of the answer; else each row (with an aim: each unit) one."""
    rows: list[UseRow]
    pools: dict[str, int]


class UseOptions(Message):
    """How to put a use of an advantage together. One of the ways."""

    advantage: str
    ways: list[UseWay]


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
    retreat: RetreatOptions | None = None
    mobilize: MobilizeOptions | None = None
    bid: BidOptions | None = None
    advantages: AdvantageOptions | None = None
    use: UseOptions | None = None


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
    waiting: bool = False
    """Odds are not to be had yet: ask again."""


class HintChoice(Message):
    """An answer that a computer player would give."""

    answer: Answer
    line: str
    text: str
    why: str | None
    spaces: list[SpaceId]
    """Where to look: of a move, where it begins and ends; and what it is for."""


class Hint(Message):
    """What a computer player would do in the caller's place: its answers, in their order. Dice fall
    only after the last, so that all can be sent at once."""

    version: int
    power: PowerId
    decision: str
    level: str
    choices: list[HintChoice]


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
