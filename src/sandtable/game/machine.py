"""The machine of a turn: what is asked, what an answer does, what comes next.

`pending`, `answer` and `roll` are the engine's whole door; `Game` and everything else use these.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandtable.game import fighting
from sandtable.game.advantages import moments
from sandtable.game.advantages.loaded import MODULES
from sandtable.game.advantages.striking import passed_over
from sandtable.game.answers import Absent, Answer, Consent
from sandtable.game.before import bidding, choosing
from sandtable.game.control import check_victory, hand_over_guns, revert
from sandtable.game.draft import Draft
from sandtable.game.events import Event
from sandtable.game.queries import hostile_zones
from sandtable.game.sense import check_sense
from sandtable.game.state import Decision, Match, State, Step, Turn
from sandtable.game.steps import (
    combat_move,
    conduct_combat,
    income,
    mobilize,
    new_carriers,
    noncombat,
    noncombat_duties,
    purchase,
    research,
    stranded,
)
from sandtable.game.steps.common import FIRST_TURN, misplaced
from sandtable.rules.position import Position
from sandtable.rules.refusal import InvalidAnswer


def open_first_turn(d: Draft) -> bool:
    """All that comes before the first turn is done."""
    begin_turn(d)
    return True


def no_dice(d: Draft, dice: tuple[int, ...]) -> None:
    raise InvalidAnswer("no dice are to be rolled")


class StepModule(NamedTuple):
    """What a step of the turn can do."""

    advance: Callable[[Draft], bool]
    """Does what needs no answer; False when it waits."""
    pending: Callable[[Draft], tuple[Decision, ...]]
    answer: Callable[[Draft, int, Answer], None]
    """Takes the answer of a power that was asked."""
    unasked: Callable[[Draft, int, Answer], None] = misplaced
    """Refuses the answer of a power that was not."""
    rolled: Callable[[Draft, tuple[int, ...]], None] = no_dice
    """Takes the dice that the step waits for."""


STEPS: dict[str, StepModule] = {
    "purchase": StepModule(purchase.advance, purchase.pending, purchase.answer),
    "combat-move": StepModule(combat_move.advance, combat_move.pending, combat_move.answer),
    "conduct-combat": StepModule(
        conduct_combat.advance, conduct_combat.pending, conduct_combat.answer
    ),
    "engage": StepModule(
        conduct_combat.engage, conduct_combat.nobody, misplaced, rolled=conduct_combat.engaged
    ),
    "advantage": StepModule(moments.advance, moments.pending, moments.answer),
    "stranded-fighters": StepModule(
        stranded.advance, stranded.pending, stranded.answer, stranded.unasked
    ),
    "noncombat-move": StepModule(noncombat.advance, noncombat.pending, noncombat.answer),
    "mobilize": StepModule(mobilize.advance, mobilize.pending, mobilize.answer),
    "research": StepModule(
        research.advance, research.pending, research.answer, rolled=research.rolled
    ),
    "new-carriers": StepModule(new_carriers.advance, new_carriers.pending, new_carriers.answer),
    "overflight": StepModule(
        noncombat.shot_at, conduct_combat.nobody, misplaced, rolled=noncombat.shot_rolled
    ),
    "collect-income": StepModule(income.advance, income.pending, income.answer),
    "battle": StepModule(
        fighting.advance, fighting.pending, fighting.answer, rolled=fighting.rolled
    ),
}

BEFORE: dict[str, StepModule] = {
    "advantages": StepModule(
        choosing.advance, choosing.pending, choosing.answer, rolled=choosing.rolled
    ),
    "bid": StepModule(bidding.advance, bidding.pending, bidding.answer),
}
"""Steps before the first turn."""

STEPS |= BEFORE
STEPS[FIRST_TURN] = StepModule(open_first_turn, conduct_combat.nobody, misplaced)

WITHIN = ("battle", "engage", "advantage", "overflight", "new-carriers")
"""Steps that come up within a turn, and are not listed in it."""

KNOWN_MODULES = {
    "turn": [name for name in STEPS if name not in (*WITHIN, *BEFORE, FIRST_TURN)],
    "before": list(BEFORE),
    "battle": list(fighting.STEPS),
    "combat_order": list(conduct_combat.COMBAT_ORDERS),
    "surplus": list(mobilize.SURPLUS),
    "advantage": list(MODULES),
}
"""What an edition may choose from, by axis."""

Outcome = tuple[State, tuple[Event, ...]]


def begin(match: Match, position: Position, bought: tuple[int, ...] | None = None) -> Outcome:
    """The state at the beginning of a phase of a turn.

    A game that begins with its first turn has the steps before it, too.
    """
    empty = Turn((), 0, 0, (), ())
    d = Draft(State(match, position, empty, ()))
    phase = d.ed.turn[d.phase]
    begin_turn(d)
    if bought is not None:
        d.turn = d.turn._replace(bought=bought)
    if position.phase:
        while d.agenda and d.agenda[-1].name != phase and phase in {s.name for s in d.agenda}:
            d.pop()
    elif d.ed.before and (position.round, position.turn) == (1, 0) and bought is None:
        d.agenda = tuple(Step(name) for name in (FIRST_TURN, *reversed(d.ed.before)))
    run(d)
    return d.freeze(), tuple(d.events)


def pending(state: State) -> tuple[Decision, ...]:
    """The decisions that are open now."""
    return asked(Draft(state))


def asked(d: Draft) -> tuple[Decision, ...]:
    """The decisions that are open on a draft."""
    if d.winner >= 0 or d.roll is not None:
        return ()
    return STEPS[d.agenda[-1].name].pending(d)


def answer(state: State, power: int, given: Answer) -> tuple[State, tuple[Event, ...], Answer]:
    """What an answer leads to, and the answer as it was understood. Raises if it is refused."""
    d = Draft(state)
    check_sense(d.ed, power, given)
    if isinstance(given, Absent):
        slug = d.ed.rules.absent.get(given.kind)
        if slug is not None:
            why = f"this edition has no such thing as '{given.kind}'"
            if given.kind == "option" and d.ed.options:
                why = "what the players agreed before the game holds to its end"
            d.ed.refuse(slug, why, asked=given.text)
        raise InvalidAnswer(f"'{given.kind}' is not asked for now")
    if d.winner >= 0:
        raise InvalidAnswer("the game is over")
    if isinstance(given, Consent):
        consent(d, power, given)
        run(d)
        return d.freeze(), tuple(d.events), given
    if d.roll is not None:
        raise InvalidAnswer("dice are to be rolled first")
    module = STEPS[d.agenda[-1].name]
    open_ = module.pending(d)
    if any(decision.power == power for decision in open_):
        module.answer(d, power, given)
    else:
        module.unasked(d, power, given)
    run(d)
    return d.freeze(), tuple(d.events), d.resolved or given


def roll(state: State, dice: tuple[int, ...]) -> Outcome:
    """What the dice lead to that the state waits for."""
    d = Draft(state)
    if d.roll is None:
        raise InvalidAnswer("no dice are to be rolled")
    if not is_roll(dice, d.roll.size):
        raise InvalidAnswer(f"{d.roll.size} dice from 1 to 6 are wanted, not {dice!r}")
    STEPS[d.agenda[-1].name].rolled(d, dice)
    run(d)
    return d.freeze(), tuple(d.events)


def is_roll(dice: object, size: int) -> bool:
    """Whether these are so many dice. Sources are anybody's: they may give anything."""
    if not isinstance(dice, tuple) or len(dice) != size:
        return False
    return all(type(die) is int and 1 <= die <= 6 for die in dice)


def run(d: Draft) -> None:
    """Go on until somebody is asked, dice are wanted, or the game is won."""
    while d.winner < 0 and d.roll is None:
        if not d.agenda:
            end_turn(d)
        elif skipped(d):
            d.pop()
        elif not STEPS[d.agenda[-1].name].advance(d):
            return


def skipped(d: Draft) -> bool:
    """Whether the step that comes next is closed: the capital is lost, or a partner does it."""
    step = d.agenda[-1]
    if step.begun:
        return False
    if d.traits and passed_over(d, step.name):
        return True
    return step.name in d.ed.rules.capital_lost_skips and not d.holds_capital(d.power)


def stock(d: Draft) -> Turn:
    """What is remembered of the board as the acting power's turn begins."""
    return Turn(
        owners_at_start=tuple(d.owners),
        hostile_at_start=hostile_zones(d, d.power),
        landing=d.friendly_mask(d.power, d.owners),
        sites=tuple(
            space
            for space, found in enumerate(d.facilities)
            if found
            and d.owners[space] == d.power
            and any(d.ed.units[facility].produces == "value" for facility in found)
        ),
        bought=(0,) * len(d.ed.units),
    )


def begin_turn(d: Draft) -> None:
    """Take stock at the start of a power's turn and lay out its agenda."""
    d.turn = stock(d)
    d.agenda = tuple(Step(name) for name in reversed(d.ed.turn))
    moments.ask(d, "turn")
    if d.power == 0:
        moments.ask(d, "round")


def end_turn(d: Draft) -> None:
    """Close a power's turn: aircraft come to rest, victory is looked at, the next power begins."""
    noncombat_duties.settle_decks(d, d.power)
    revert(d)
    hand_over_guns(d)
    d.settle()
    check_victory(d)
    if d.winner >= 0:
        return
    d.power += 1
    if d.power == len(d.ed.powers):
        d.power = 0
        d.round += 1
    d.phase = 0
    begin_turn(d)


def consent(d: Draft, power: int, given: Consent) -> None:
    """A power lets a friend share its spaces and ships, or no longer does."""
    if given.to == power or d.at_war[power][given.to]:
        raise InvalidAnswer("consent concerns a friendly power")
    if d.ed.rules.sharing == "free":
        d.ed.refuse(
            "multinational/share-spaces",
            "powers of one side share spaces and ships freely",
            power=d.power_id(power),
            to=d.power_id(given.to),
        )
    pair = (power, given.to)
    d.withheld = d.withheld - {pair} if given.give else d.withheld | {pair}
    d.emit("consent", power=d.power_id(power), to=d.power_id(given.to), given=given.give)
