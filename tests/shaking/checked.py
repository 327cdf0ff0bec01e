"""A game that is looked at from all sides after every decision."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import islice

import pytest

from sandtable.game import machine
from sandtable.game.answers import Answer
from sandtable.game.dice import DiceSource
from sandtable.game.events import Event
from sandtable.game.game import Game
from sandtable.game.notation import (
    format_answer,
    format_position,
    parse_answer,
    parse_position,
    state_from_json,
    state_to_json,
)
from sandtable.game.offers import offers, offers_for_space
from sandtable.game.state import Match, State
from sandtable.rules.refusal import InvalidAnswer, Refusal, SandtableError
from tests.shaking.ledger import Ledger
from tests.shaking.nasty import nasty
from tests.shaking.soundness import check_position


class WatchedGame(Game):
    """A game that remembers what was asked."""

    def __init__(self, match: Match, start: State, dice: DiceSource) -> None:
        super().__init__(match, start, dice)
        self.asked: Counter[str] = Counter(d.kind for d in self.pending)
        self.votes = 0

    def decide(self, power: str | int, answer: Answer | str) -> tuple[Event, ...]:
        events = super().decide(power, answer)
        self.asked.update(d.kind for d in self.pending)
        self.votes += sum(d.kind == "casualties" for d in self.pending) > 1
        return events


class CheckedGame(WatchedGame):
    """Every decision is booked and compared; every refusal must leave no trace."""

    def __init__(self, match: Match, start: State, dice: DiceSource) -> None:
        super().__init__(match, start, dice)
        self.ledger = Ledger(self)
        self.ledgers: list[Ledger] = []
        self.refused: Counter[str] = Counter()

    def decide(self, power: str | int, answer: Answer | str) -> tuple[Event, ...]:
        before, mark = self.state, hash(self.state)
        try:
            events = super().decide(power, answer)
        except SandtableError:
            assert self.state == before
            assert hash(self.state) == mark
            raise
        self.ledgers.append(self.ledger)
        self.ledger = self.ledger.copy()
        self.ledger.apply(events)
        self.ledger.compare(self)
        turn_begins = (before.position.turn, before.position.round) != (
            self.state.position.turn,
            self.state.position.round,
        )
        check_position(self, turn_begins=turn_begins)
        self.check_notations()
        assert (self.winner is None) == bool(self.pending)
        return events

    def undo(self) -> None:
        super().undo()
        self.ledger = self.ledgers.pop()
        self.ledger.compare(self)

    # --- checks

    def check_notations(self) -> None:
        """The state comes back from its JSON and, now and then, the position from its line."""
        now = len(self.history) % 8 == 0
        if now or self.edition.traits:
            data = json.loads(json.dumps(state_to_json(self.state)))
            assert state_from_json(data, self.edition) == self.state
        if now:
            settled = self.position.settled()
            assert parse_position(self.edition, format_position(self.edition, settled)) == settled

    def check_offers(self, rng: random.Random, *, all_of_them: bool) -> int:
        """Offered answers are accepted, as they are and as lines of text; how many there were."""
        state = self.state
        if all_of_them:
            found = list(islice(offers(state), 2000))
        else:
            space = rng.randrange(len(state.position.stacks))
            found = list(islice(offers_for_space(state, space), 40))
            if not found and self.pending[0].kind not in ("combat-move", "noncombat-move"):
                found = list(islice(offers(state), 40))
            found = rng.sample(found, min(4, len(found)))
        for power, answer in found:
            line = format_answer(self.edition, answer)
            try:
                direct = machine.answer(state, power, answer)[:2]
                read = machine.answer(state, power, parse_answer(self.edition, line))[:2]
            except (Refusal, InvalidAnswer) as refusal:
                raise AssertionError(f"{line} is offered, but: {refusal}") from refusal
            assert read == direct, f"{line} reads otherwise"
        if all_of_them:
            assert found or any(d.kind.endswith("-move") for d in self.pending)
        assert self.state is state
        return len(found)

    def check_nasty(self, rng: random.Random) -> None:
        """Whatever is answered is refused with a rule, called invalid, or accepted."""
        before, mark = self.state, hash(self.state)
        power, answer = nasty(self, rng)
        refusal = self.refusal(power, answer)
        assert self.state == before
        assert hash(self.state) == mark
        if refusal is None:
            return
        assert str(refusal), f"{answer!r}: no message"
        with pytest.raises(type(refusal)) as raised:
            self.decide(power, answer)
        assert str(raised.value) == str(refusal)
        if isinstance(refusal, Refusal):
            self.refused[refusal.rule.id] += 1
            assert refusal.rule.id in self.edition.catalogue, refusal.rule.id
            assert refusal.rule.section
            assert refusal.rule.text
            assert refusal.message
            assert refusal.to_json()["rule"] == refusal.rule.id

    def check_undo(self) -> None:
        """Taking the last decision back and giving it again changes nothing."""
        if not self.can_undo():
            return
        last, after = self.history[-1], self.state
        before = self.history[-2].state if len(self.history) > 1 else self.start
        self.undo()
        assert self.state == before
        assert hash(self.state) == hash(before)
        events = self.decide(last.power, last.answer)
        assert events == last.events
        assert self.state == after
        assert hash(self.state) == hash(after)
