"""The luck of a game: what fell against what was to be expected, roll by roll.

Hits are compared with their mean and spread. Battles are besides compared with their odds: before
the first roll, and after each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple

from sandtable.game.events import Event
from sandtable.game.game import Game
from sandtable.game.state import State
from sandtable.odds.policy import Policy
from sandtable.odds.questions.prospects import prospect
from sandtable.odds.questions.throws import DAMAGE, HITS, Moment, Throw, moments
from sandtable.odds.staging import prices_of

SLACK = 1e-9


class Tally(NamedTuple):
    """Some rolls taken together."""

    rolls: int = 0
    scored: float = 0.0
    expected: float = 0.0
    variance: float = 0.0

    def plus(self, throw: Throw) -> Tally:
        return Tally(
            self.rolls + 1,
            self.scored + throw.scored,
            self.expected + throw.expected,
            self.variance + throw.variance,
        )

    @property
    def luck(self) -> float:
        """How much more fell than was to be expected."""
        return self.scored - self.expected

    @property
    def deviations(self) -> float:
        """The same in standard deviations."""
        return self.luck / sqrt(self.variance) if self.variance > 0 else 0.0

    def to_json(self) -> dict[str, float]:
        return {
            "rolls": self.rolls,
            "scored": self.scored,
            "expected": self.expected,
            "deviation": sqrt(self.variance),
            "luck": self.luck,
            "deviations": self.deviations,
        }


class Point(NamedTuple):
    """How a battle stood at a moment."""

    what: str
    """`start`, `roll`, `decision` or `end`: what had just happened."""
    wins: float
    """The attacker's chance of winning."""
    swing: float
    """What the defender will have lost more than the attacker in the end, on average."""
    throw: Throw | None = None

    def to_json(self) -> dict[str, Any]:
        found = {"what": self.what, "wins": self.wins, "swing": self.swing}
        return {**found, **({"roll": self.throw.to_json()} if self.throw else {})}


@dataclass(slots=True)
class BattleLuck:
    """The luck of one battle, or of a raid."""

    space: str
    kind: str
    """`battle` or `raid`."""
    round: int
    attacker: str
    hits: dict[str, Tally] = field(default_factory=dict)
    """Hits, by power that rolled."""
    damage: Tally = field(default_factory=Tally)
    """IPCs of damage that raiders caused."""
    course: list[Point] = field(default_factory=list)
    """How the battle stood from its first roll to its end."""
    winner: str = ""
    """`attacker`, `defender` or `none` when it is over."""
    samples: int = 0

    @property
    def luck(self) -> float:
        """IPCs that dice brought the attacker beyond what was to be expected of each roll."""
        pairs = zip(self.course, self.course[1:], strict=False)
        return sum(after.swing - before.swing for before, after in pairs if after.throw)

    @property
    def win_luck(self) -> float:
        """What dice changed in the attacker's chance of winning."""
        pairs = zip(self.course, self.course[1:], strict=False)
        return sum(after.wins - before.wins for before, after in pairs if after.throw)

    def to_json(self) -> dict[str, Any]:
        return {
            "space": self.space,
            "kind": self.kind,
            "round": self.round,
            "attacker": self.attacker,
            "winner": self.winner,
            "hits": {power: tally.to_json() for power, tally in self.hits.items()},
            "damage": self.damage.to_json(),
            "luck": self.luck,
            "win_luck": self.win_luck,
            "course": [point.to_json() for point in self.course],
            "samples": self.samples,
        }


@dataclass(slots=True)
class Luck:
    """The luck of a game."""

    powers: dict[str, dict[str, Tally]]
    """By power, and by what was rolled for: hits, damage, developments."""
    battles: list[BattleLuck]

    def to_json(self) -> dict[str, Any]:
        return {
            "powers": {
                power: {what: tally.to_json() for what, tally in found.items()}
                for power, found in self.powers.items()
            },
            "battles": [battle.to_json() for battle in self.battles],
        }


def luck_of(
    game: Game,
    *,
    odds: bool = True,
    policy: Policy | None = None,
    prices: Mapping[str, float] | None = None,
) -> Luck:
    """The luck of all that was rolled in a game so far.

    With `odds`, each battle's chances are followed, both sides being thought to go on by the
    policy from wherever they are.
    """
    teller = Teller(game, odds, policy or Policy(), prices_of(game.edition, prices))
    for moment in moments(game):
        teller.see(moment)
    return Luck(teller.powers, teller.battles)


class Clash(NamedTuple):
    """A battle, raid or rocket of a game, told from all others."""

    round: int
    power: int
    kind: str
    space: int


def clash_of(state: State) -> Clash | None:
    """What a state's open roll belongs to, if it is combat."""
    for step in reversed(state.agenda):
        position = state.position
        if step.battle is not None:
            kind = "raid" if step.battle.program == "raid" else "battle"
            return Clash(position.round, position.turn, kind, step.battle.space)
        if step.name == "engage":
            return Clash(position.round, position.turn, step.about, step.space)
    return None


class Teller:
    """Sees a game go by, and keeps the luck of it."""

    def __init__(self, game: Game, odds: bool, policy: Policy, prices: tuple[float, ...]) -> None:
        self.ed = game.edition
        self.odds, self.policy, self.prices = odds, policy, prices
        self.powers: dict[str, dict[str, Tally]] = {}
        self.battles: list[BattleLuck] = []
        self.clash: Clash | None = None
        """The battle under way, if any."""
        self.lost = [0.0, 0.0]
        """IPCs that attacker and defender have lost in it so far."""
        self.decided = False
        """Whether anything was decided since the last point."""

    def see(self, moment: Moment) -> None:
        throw = moment.throw
        if throw is not None:
            self.count(throw, moment.before)
        if self.clash is None:
            return
        if self.take(moment.events):
            self.mark("roll" if throw else "decision", None, throw)
            self.clash = None
        elif throw is None:
            self.decided = True
        else:
            self.mark("roll", moment.after, throw)

    def count(self, throw: Throw, before: State) -> None:
        """Note a roll, and the battle that it begins."""
        mine = self.powers.setdefault(throw.power, {})
        mine[throw.counts] = mine.get(throw.counts, Tally()).plus(throw)
        clash = clash_of(before)
        if clash is None:
            self.clash = None
            return
        if clash != self.clash:
            self.clash, self.lost = clash, [0.0, 0.0]
            ed = self.ed
            self.battles.append(
                BattleLuck(
                    ed.board.spaces[clash.space].id,
                    clash.kind,
                    clash.round,
                    ed.powers[clash.power].id,
                )
            )
            self.mark("start", before)
        elif self.decided:
            self.mark("decision", before)
        self.decided = False
        now = self.battles[-1]
        if throw.counts == HITS:
            now.hits[throw.power] = now.hits.get(throw.power, Tally()).plus(throw)
        elif throw.counts == DAMAGE:
            now.damage = now.damage.plus(throw)

    def take(self, events: Iterable[Event]) -> bool:
        """Note what was lost, and whether the battle is over."""
        assert self.clash is not None
        enemy = self.ed.is_enemy[self.clash.power]
        for event in events:
            data = event.data
            if event.type == "lost":
                theirs = enemy[self.ed.power_index[data["power"]]]
                for unit, count in data["units"].items():
                    self.lost[theirs] += count * self.prices[self.ed.unit_index[unit]]
            if event.type == "ended" and data["space"] == self.battles[-1].space:
                self.battles[-1].winner = data["winner"]
                return True
        return False

    def mark(self, what: str, state: State | None, throw: Throw | None = None) -> None:
        """A point of the battle's course: from a state, or its end."""
        now = self.battles[-1]
        if not self.odds or now.kind != "battle":
            return
        mine, theirs = self.lost
        if state is None:
            won = float(now.winner == "attacker")
            now.course.append(Point(what, won, theirs - mine, throw))
            return
        found = prospect(state, self.policy, self.prices)
        now.samples = now.samples or found.samples
        point = Point(
            what, found.wins, theirs + found.defend_lost - mine - found.attack_lost, throw
        )
        if what != "decision" or not same(point, now.course[-1]):
            now.course.append(point)


def same(point: Point, other: Point) -> bool:
    """Whether nothing has changed between two points."""
    return abs(point.wins - other.wins) < SLACK and abs(point.swing - other.swing) < SLACK
