"""A game in play: states, dice and history behind one small door."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.game import machine
from sandtable.game.answers import Answer
from sandtable.game.dice import DiceSource, SeededDice
from sandtable.game.draft import Draft
from sandtable.game.events import Event
from sandtable.game.library import load_directory, load_edition
from sandtable.game.notation.answers import format_answer, parse_answer
from sandtable.game.notation.names import power_named, space_named, unit_named
from sandtable.game.offers import offers, offers_for_space
from sandtable.game.setup import check_arguments, make_match, starting_position
from sandtable.game.state import Decision, Match, State
from sandtable.rules.edition import Edition
from sandtable.rules.position import Position
from sandtable.rules.refusal import InvalidAnswer, Refusal


class Entry(NamedTuple):
    """A decision in a game's history, with what came of it."""

    power: int
    answer: Answer
    rolls: tuple[tuple[int, ...], ...]
    events: tuple[Event, ...]
    state: State


class Game:
    """A game from its first position on. Decisions go in, events come out.

    >>> game = Game.new("1941", seed=1)
    >>> [event.type for event in game.decide("soviet-union", "buy 2 infantry")]
    ['purchased', 'phase']
    >>> game.undo()
    >>> game.treasury("soviet-union")
    7
    """

    def __init__(self, match: Match, start: State, dice: DiceSource, rolls: int = 0) -> None:
        """A game that goes on from a state, before which so many rolls were made."""
        self.match = match
        self.dice = dice
        self.start = start
        self.history: list[Entry] = []
        self.opening_events: tuple[Event, ...] = ()
        self.opening: tuple[Position, tuple[int, ...] | None] | None = None
        """The position and the purchases that the game began with, if not the usual ones."""
        self.first_roll = rolls
        self._state = start
        self._rolls = rolls

    @classmethod
    def new(
        cls,
        edition: str | Path | Edition,
        *,
        options: Mapping[str, str] | None = None,
        seats: Mapping[str, Sequence[str]] | None = None,
        dice: DiceSource | None = None,
        seed: str | int = 0,
        position: Position | None = None,
        bought: tuple[int, ...] | None = None,
    ) -> Game:
        """A new game of an edition, by id, directory or object."""
        if isinstance(edition, str):
            edition = load_edition(edition)
        elif isinstance(edition, Path):
            edition = load_directory(edition)
        check_arguments(edition, options, seats, dice, position)
        match = make_match(edition, options, seats)
        state, events = machine.begin(match, position or starting_position(match), bought)
        game = cls(match, state, dice or SeededDice(seed))
        game.opening_events = events
        if position is not None or bought is not None:
            game.opening = (position or starting_position(match), bought)
        return game

    # --- reading

    @property
    def edition(self) -> Edition:
        return self.match.edition

    @property
    def state(self) -> State:
        """Everything about the game now."""
        return self._state

    @property
    def position(self) -> Position:
        """The board now, without what units did this turn."""
        return self._state.position.settled()

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The decisions that are open."""
        return machine.pending(self._state)

    @property
    def events(self) -> Iterator[Event]:
        """Everything that happened so far."""
        yield from self.opening_events
        for entry in self.history:
            yield from entry.events

    @property
    def rolls_made(self) -> int:
        return self._rolls

    @property
    def winner(self) -> str | None:
        """The side that has won, or None."""
        won = self._state.winner
        return self.edition.sides[won] if won >= 0 else None

    @property
    def turn(self) -> str:
        return self.edition.powers[self._state.position.turn].id

    @property
    def phase(self) -> str:
        return self.edition.turn[self._state.position.phase]

    @property
    def round(self) -> int:
        return self._state.position.round

    def treasury(self, power: str) -> int:
        return self._state.position.treasuries[power_named(self.edition, power)]

    def production(self, power: str) -> int:
        return Draft(self._state).production(power_named(self.edition, power))

    # --- deciding

    def decide(self, power: str | int, answer: Answer | str) -> tuple[Event, ...]:
        """Answer a decision. Raises `Refusal` or `InvalidAnswer`, and then nothing has changed."""
        who = power if isinstance(power, int) else power_named(self.edition, power)
        given = parse_answer(self.edition, answer) if isinstance(answer, str) else answer
        state, events, understood = machine.answer(self._state, who, given)
        rolls: list[tuple[int, ...]] = []
        while state.roll is not None:
            given_dice: Any = self.dice.roll(self._rolls + len(rolls), state.roll)
            dice = tuple(given_dice) if isinstance(given_dice, list) else given_dice
            rolls.append(dice)
            state, more = machine.roll(state, dice)
            events += more
        self._state = state
        self._rolls += len(rolls)
        self.history.append(Entry(who, understood, tuple(rolls), events, state))
        return events

    def play(self, line: str) -> tuple[Event, ...]:
        """Answer with one line that begins with the power: `germany: buy 2 tank`."""
        power, colon, answer = str(line).partition(":")
        if not colon:
            raise InvalidAnswer("a line begins with a power and a colon, as in germany: end")
        return self.decide(power.strip(), answer.strip())

    def legal(self, space: str | None = None, unit: str | None = None) -> Iterator[str]:
        """Lines that `play` would accept now: all of them, or moves from a space, of a unit."""
        ed = self.edition
        kind = unit_named(ed, unit) if unit is not None else -1
        if space is not None:
            found = offers_for_space(self._state, space_named(ed, space), kind)
        else:
            found = offers(self._state, unit=kind)
        for power, answer in found:
            yield f"{ed.powers[power].id}: {format_answer(ed, answer)}"

    def refusal(self, power: str | int, answer: Answer | str) -> Refusal | InvalidAnswer | None:
        """Why an answer would not be accepted now, or None if it would. Changes nothing."""
        who = power if isinstance(power, int) else power_named(self.edition, power)
        try:
            given = parse_answer(self.edition, answer) if isinstance(answer, str) else answer
            machine.answer(self._state, who, given)
        except (Refusal, InvalidAnswer) as error:
            return error
        return None

    def can_undo(self) -> bool:
        """Whether the last decision can be taken back: no dice have fallen since."""
        return bool(self.history) and not self.history[-1].rolls

    def undo(self) -> None:
        """Take the last decision back. Not possible once dice have fallen."""
        if not self.history:
            raise InvalidAnswer("there is nothing to undo")
        if self.history[-1].rolls:
            raise InvalidAnswer("dice have fallen: the decision cannot be undone")
        self.history.pop()
        self._state = self.history[-1].state if self.history else self.start

    def at(self, decisions: int) -> Game:
        """The game as it stood after so many decisions, as a game of its own. Its dice are the
        same source: going on from before a roll would ask for that roll again."""
        if not 0 <= decisions <= len(self.history):
            raise InvalidAnswer(f"there are {len(self.history)} decisions, not {decisions}")
        earlier = Game(self.match, self.start, self.dice, self.first_roll)
        earlier.opening_events = self.opening_events
        earlier.opening = self.opening
        earlier.history = self.history[:decisions]
        if decisions:
            earlier._state = earlier.history[-1].state
            earlier._rolls += sum(len(entry.rolls) for entry in earlier.history)
        return earlier

    def since(self, decisions: int) -> Game:
        """The same game without its first decisions, which are forgotten: it cannot go back
        before them, and takes less memory."""
        earlier = self.at(decisions)
        later = Game(self.match, earlier.state, self.dice, earlier.rolls_made)
        later.history = self.history[decisions:]
        later._state, later._rolls = self._state, self._rolls
        return later

    def line(self, entry: Entry) -> str:
        """A decision of the history as a line of text."""
        power = self.edition.powers[entry.power].id
        return f"{power}: {format_answer(self.edition, entry.answer)}"
