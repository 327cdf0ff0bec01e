"""The game played on, on paper: the rest of the own turn, then what the enemies do about it.

Replies are what hurts: every enemy that can gain by an attack before the own next turn makes its
combat move, with its battles; friends regroup before it. For the rest, everybody spends its money
on a guard at home.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from sandtable.game import machine
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.state import Decision, State
from sandtable.players.general.luck import Expected, expected, luck
from sandtable.players.general.paired import PairedDice
from sandtable.players.interface import Mind, Plan, Planner, View
from sandtable.players.value import value
from sandtable.players.value.features import NAMES
from sandtable.players.value.menace import menaces
from sandtable.players.value.weights import Weights, weights_of
from sandtable.rules.edition import Edition
from sandtable.rules.position import Position, Token, added
from sandtable.rules.refusal import SandtableError

Worth = Callable[[State, int], float]

ASTRAY = (SandtableError, AssertionError, LookupError, ValueError)
"""How a course on paper may end where phases are left out that something was waiting for."""
MOST_DECISIONS = 300
"""A turn that takes more than this is judged as it stands."""
AFTER_BATTLES = ("noncombat-move", "mobilize")
"""What a power is asked when its battles are over."""
ATTACK, REGROUP = "combat-move", "noncombat-move"
HOPES = ("menace", "menace_now", "pressure", "guard", "peril")
UNSETTLED = 0.25
"""What such features count in a position that is not settled."""
LASTING = ("income", "capitals", "goal")
LASTS = 2.0
"""What pays in all turns to come counts more than the few rounds of the fitted games can show."""
HARMLESS = 8.0
"""An enemy that could gain less than so many IPCs is not waited for."""


def judged(state: State, side: int) -> float:
    """The value of a position where enemies have attacked and not yet regrouped: what armies could
    do next counts less than it usually does, and what lasts counts more."""
    return value(state, side, weighed(state.match.edition))


@lru_cache(maxsize=16)
def weighed(edition: Edition) -> Weights:
    usual = weights_of(edition)
    parts = dict.fromkeys(HOPES, UNSETTLED) | dict.fromkeys(LASTING, LASTS)
    pairs = zip(NAMES, usual.of, strict=True)
    return usual._replace(of=tuple(w * parts.get(name, 1.0) for name, w in pairs))


class Sample(NamedTuple):
    """One course of events after a plan."""

    value: float
    """The chance to win at its end."""
    luck: float
    """What its battles came to beyond their odds, in IPCs."""


class Course:
    """One course of events: the game, and what its battles should come to."""

    def __init__(self, state: State, dice: PairedDice, side: int) -> None:
        self.dice, self.side = dice, side
        self.game = Game(state.match, state, dice)
        self.luck = 0.0
        self.hopes: list[Expected] = []

    def follow(self, asked: Decision, plan: Plan) -> None:
        """Answer as planned. Before the dice of a combat move fall, see what is to be expected."""
        for at, choice in enumerate(plan):
            if at == len(plan) - 1 and asked.kind == ATTACK:
                self.hopes.append(expected(self.game.state, asked.power))
            self.game.decide(asked.power, choice.answer)

    def settle(self) -> None:
        """Take down the luck of battles that are over, as the side that looks ahead sees it."""
        powers = self.game.edition.powers
        for hoped in self.hopes:
            mine = powers[hoped.power].side == self.side
            self.luck += luck(self.game.state, hoped) * (1.0 if mine else -1.0)
        self.hopes.clear()

    def over(self) -> bool:
        return self.game.winner is not None

    def stands(self, state: State) -> None:
        """Go on from another state."""
        self.game = Game(state.match, state, self.dice)

    def attack_by(self, power: int) -> None:
        """Go on with another power's combat move."""
        units = self.game.edition.units
        self.begin(power, ATTACK, self.game.state.position.settled(), (0,) * len(units))

    def regroup_by(self, power: int) -> None:
        """Go on with another power's noncombat move, after it has bought a guard for its home."""
        state = self.game.state
        unit, number = levy(state, power)
        bought = tuple(number if at == unit else 0 for at in range(len(self.game.edition.units)))
        self.begin(power, REGROUP, paid(state, power, unit, number), bought)

    def begin(self, power: int, phase: str, at: Position, bought: tuple[int, ...]) -> None:
        state = self.game.state
        position = at._replace(turn=power, phase=self.game.edition.turn.index(phase))
        begun, _ = machine.begin(state.match, position, bought)
        self.stands(begun._replace(withheld=state.withheld))


def levy(state: State, power: int) -> tuple[int, int]:
    """The cheapest units that can hold ground, as many as a power can pay and place at home: what
    it buys on paper. The unit, and how many of it."""
    ed, position = state.match.edition, state.position
    d = Draft(state)
    homes = [c for c in ed.powers[power].capitals if position.owners[c] == power]
    walkers = [unit for unit in d.kinds[power] if unit.land and unit.captures and unit.cost]
    if not homes or not walkers or not d.holds_capital(power):
        return 0, 0
    cheap = min(walkers, key=lambda unit: (unit.cost or 0, unit.index))
    money = position.treasuries[power]
    return cheap.index, min(money // (cheap.cost or 1), ed.values[homes[0]])


def paid(state: State, power: int, unit: int, number: int) -> Position:
    treasuries = list(state.position.treasuries)
    treasuries[power] -= number * (state.match.edition.units[unit].cost or 0)
    return state.position.settled()._replace(treasuries=tuple(treasuries))


def mustered(state: State, power: int) -> State:
    """A power has spent its money on a guard at home, and has collected its income."""
    unit, number = levy(state, power)
    position = paid(state, power, unit, number)
    stacks, treasuries = list(position.stacks), list(position.treasuries)
    if number:
        home = state.match.edition.powers[power].capitals[0]
        stacks[home] = added(stacks[home], Token(power, unit), number)
    d = Draft(state)
    if d.holds_capital(power):
        treasuries[power] += d.production(power)
    position = position._replace(stacks=tuple(stacks), treasuries=tuple(treasuries))
    return state._replace(position=position)


class Ahead:
    """Looks ahead from one decision, for one power."""

    def __init__(
        self,
        state: State,
        asked: Decision,
        seed: str,
        planner: Planner,
        *,
        worth: Worth = judged,
    ) -> None:
        self.state, self.asked, self.seed, self.planner = state, asked, seed, planner
        self.side = state.match.edition.powers[asked.power].side
        self.worth = worth
        self.effort = 0
        """How many decisions were thought over, which is what it costs."""

    def sample(self, plan: Plan, number: int) -> Sample | None:
        """What a plan and the replies to it come to, once; None if it is refused."""
        course = Course(self.state, PairedDice(self.seed, number), self.side)
        seed = f"{self.seed}/{number}"
        try:
            course.follow(self.asked, plan)
            self.play_turn(course, seed)
            self.others(course, seed)
        except ASTRAY:
            return None
        course.settle()
        state = course.game.state
        if state.winner < 0:
            position = state.position.settled()._replace(turn=self.asked.power)
            state = state._replace(position=position)
        return Sample(self.worth(state, self.side), course.luck)

    def play_turn(self, course: Course, seed: str, *, battles_only: bool = False) -> None:
        """Everybody plays as the planner does until a turn is over, or its battles are."""
        game = course.game
        turn = game.state.position.turn
        for _ in range(MOST_DECISIONS):
            if game.winner is not None or game.state.position.turn != turn:
                break
            asked = game.pending[0]
            if asked.kind in AFTER_BATTLES:
                course.settle()
                if battles_only:
                    return
            self.effort += 1
            mind = Mind(f"{seed}/{turn}/{asked.kind}")
            course.follow(asked, self.planner(View(game.state, asked.power), asked, mind))
        course.settle()

    def before_attacks(self, gains: list[float]) -> list[int]:
        """Friends on turn before an enemy who could gain by attacking, and before oneself."""
        powers = self.state.match.edition.powers
        number = len(powers)
        order = [(self.asked.power + step) % number for step in range(1, number)]
        found: list[int] = []
        waiting: list[int] = []
        for power in order:
            if powers[power].side == self.side:
                waiting.append(power)
            elif gains[power] > HARMLESS:
                found += waiting
                waiting.clear()
        return found

    def others(self, course: Course, seed: str) -> None:
        """Everybody else until the own next turn: enemies who could gain by it attack."""
        powers = self.state.match.edition.powers
        if course.over():
            return
        gains, number = menaces(course.game.state), len(powers)
        threatened = self.before_attacks(gains)
        for step in range(1, number):
            power = (self.asked.power + step) % number
            if power in threatened:
                course.regroup_by(power)
                self.play_turn(course, seed)
            else:
                if powers[power].side != self.side and gains[power] > HARMLESS:
                    course.attack_by(power)
                    self.play_turn(course, seed, battles_only=True)
                if not course.over():
                    course.stands(mustered(course.game.state, power))
            if course.over():
                return
