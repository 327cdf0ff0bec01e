"""A table folds its log: answers, dice, taking back, and logs that do not hold."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from sandtable.game.dice import Entropy, verify
from sandtable.game.dice.fairness import commitment_of
from sandtable.game.dice.transcript import RollLog
from sandtable.server.problems import ProblemError
from sandtable.server.table import past
from sandtable.server.table.entries import (
    BadEntry,
    Changed,
    Decided,
    Ended,
    EntropyAdded,
    Seat,
    SeatChanged,
    Undone,
    entry_from_json,
    entry_to_json,
)
from sandtable.server.table.recording import dice_record
from sandtable.server.table.table import Item, Table
from sandtable.server.table.telling import view_at, view_of
from tests.server.core.playing import (
    EDITIONS,
    ME,
    SECRET,
    START,
    apply,
    new_table,
    say,
    steps,
)

ATTACK = (
    "soviet-union: buy nothing",
    "soviet-union: move 3 infantry, 1 tank: caucasus > ukraine",
)


def attacking() -> Table:
    table = new_table()
    for line in ATTACK:
        say(table, line)
    return table


def decided(items: list[Item]) -> Decided:
    assert isinstance(items[0].entry, Decided)
    return items[0].entry


def replayed(table: Table) -> Table:
    """The table again, from what would be stored of it."""
    stored = [
        (item.entry.kind, json.loads(json.dumps(entry_to_json(item.entry))), item.at)
        for item in table.items
    ]
    found = Table(table.id, table.beginning, table.created, SECRET)
    for kind, data, at in stored[1:]:
        found.apply(entry_from_json(kind, data), at)
    return found


@pytest.fixture
def short_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables forget states after a few decisions."""
    monkeypatch.setattr(past, "KEPT", 7)


class TestAnswers:
    def test_all_or_none(self) -> None:
        table = new_table()
        before = view_of(table, START)
        answers = ["buy nothing", "move 99 infantry: caucasus > ukraine"]
        with pytest.raises(ProblemError) as caught:
            table.decide("soviet-union", answers, ME)
        assert caught.value.problem.code in ("refused", "invalid-answer")
        assert view_of(table, START) == before

    def test_several_at_once(self) -> None:
        table = new_table()
        items = apply(
            table, table.decide("soviet-union", [a.split(": ", 1)[1] for a in ATTACK], ME)
        )
        assert [item.decisions for item in items] == [1, 2]
        assert view_of(table, START).spaces == view_of(attacking(), START).spaces

    def test_no_dice_before_the_last(self) -> None:
        table = attacking()
        with pytest.raises(ProblemError, match="Dice fall") as caught:
            table.decide("soviet-union", ["end", "end"], ME)
        assert caught.value.problem.code == "invalid-answer"

    def test_a_rule_forbids_it(self) -> None:
        table = new_table()
        with pytest.raises(ProblemError) as caught:
            table.decide("soviet-union", ["buy 40 infantry"], ME)
        problem = caught.value.problem
        assert problem.code == "refused"
        assert problem.refusal is not None
        assert problem.refusal.rule.startswith("1941/")

    @pytest.mark.parametrize(
        "change", [Changed(ME, paused=True), Changed(ME, closed=True), Ended("axis", "concession")]
    )
    def test_not_when_the_game_stands(self, change: Changed | Ended) -> None:
        table = new_table()
        apply(table, [change])
        with pytest.raises(ProblemError) as caught:
            table.decide("soviet-union", ["buy nothing"], ME)
        assert caught.value.problem.code == "not-allowed"


class TestUndo:
    def test_back_and_forth(self) -> None:
        table = new_table()
        say(table, ATTACK[0])
        before = view_of(table, START)
        say(table, ATTACK[1])
        apply(table, table.undo("soviet-union", ME))
        after = view_of(table, START)
        assert after.spaces == before.spaces
        assert after.pending == [
            found.model_copy(update={"since": table.asked_since}) for found in before.pending
        ]
        assert (after.version, after.decisions) == (before.version + 2, before.decisions)
        assert [item.undone for item in table.items] == [False, False, True, False]

    def test_several(self) -> None:
        table = attacking()
        apply(table, table.undo("soviet-union", ME, to=0))
        assert table.game.phase == "purchase"
        assert not table.in_force

    def test_not_past_dice(self) -> None:
        table = attacking()
        say(table, "soviet-union: end")
        assert table.free_undo() is None
        with pytest.raises(ProblemError, match="Dice have fallen"):
            table.undo("soviet-union", ME)
        with pytest.raises(ProblemError, match="Dice have fallen"):
            table.undo("soviet-union", ME, to=0)

    def test_not_what_others_decided(self) -> None:
        table = attacking()
        with pytest.raises(ProblemError, match="Somebody else"):
            table.undo("soviet-union", "you")

    def test_not_by_one_who_left(self) -> None:
        table = attacking()
        assert table.free_undo() == ("soviet-union", ME)
        apply(table, [SeatChanged("soviet-union", Seat("open"), by=ME)])
        assert table.free_undo() is None

    def test_nothing_to_undo(self) -> None:
        with pytest.raises(ProblemError, match="nothing"):
            new_table().undo("soviet-union", ME)


class TestDice:
    def test_no_roll_is_made_twice(self) -> None:
        """After an agreed undo other dice fall: nobody rolls again knowing the numbers."""
        table = attacking()
        first = decided(say(table, "soviet-union: end"))
        apply(table, [Undone(to=2, power="germany", by=ME, agreed=True)])
        again = decided(say(table, "soviet-union: end"))
        assert first.first_roll == 0
        assert again.first_roll == len(first.rolls)
        assert first.rolls != again.rolls

    def test_a_repeated_decision_rolls_the_same(self) -> None:
        """What was computed before a crash and never stored is computed again."""
        table = attacking()
        assert table.decide("soviet-union", ["end"], ME) == table.decide(
            "soviet-union", ["end"], ME
        )

    def test_texts_count_from_the_next_roll(self) -> None:
        plain, mixed = attacking(), attacking()
        apply(mixed, [EntropyAdded("germany", "typed by Anna", mixed.next_roll, ME)])
        assert decided(say(plain, "soviet-union: end")) != decided(say(mixed, "soviet-union: end"))

    @pytest.mark.parametrize("kind", ["fair", "low-luck"])
    def test_everybody_can_check(self, kind: str) -> None:
        """The published record of the dice is sound by docs/dice.md, rolls taken back included."""
        table, rng = new_table(dice=kind), Random(1941)
        for number, _ in enumerate(steps(table, rng, 120)):
            if number % 25 == 24:
                to = max(0, len(table.in_force) - 10)
                apply(table, [Undone(to=to, power="germany", by=ME, agreed=True)])
                text = f"text {number}"
                apply(table, [EntropyAdded("japan", text, table.next_roll, ME)])
        record = dice_record(table)
        assert record.dice.secret is None
        assert len(record.rolls) == table.next_roll > 10
        entropies = [Entropy(e.since, e.party, e.text) for e in record.dice.entropies]
        rolls = [RollLog(roll.index, tuple(roll.dice)) for roll in record.rolls]
        assert record.dice.commitment is not None
        assert verify(record.dice.commitment, SECRET, entropies, rolls) == []

    def test_the_secret_is_shown_at_the_end_only(self) -> None:
        table = attacking()
        assert SECRET.hex() not in view_of(table, START).model_dump_json()
        apply(table, [Ended("axis", "concession")])
        assert view_of(table, START).dice.secret == SECRET.hex()


class TestFolding:
    @pytest.mark.parametrize("edition", EDITIONS)
    def test_a_log_comes_to_the_same(self, edition: str, short_memory: None) -> None:
        """From the stored log, at each moment, the same is shown as was shown live."""
        table, rng = new_table(edition), Random(edition)
        shown = [view_of(table, START)]
        for _ in steps(table, rng, 60):
            if rng.random() < 0.1 and table.result is None:
                to = rng.randrange(len(table.in_force))
                apply(table, [Undone(to=to, power="germany", by=ME, agreed=True)])
                del shown[to + 1 :]
            else:
                shown.append(view_of(table, START))
        again = replayed(table)
        assert view_of(again, START) == view_of(table, START)
        for decisions, live in enumerate(shown[: len(table.in_force) + 1]):
            then = view_at(again, decisions, START)
            assert then.decisions == decisions
            assert then.spaces == live.spaces
            assert then.position == live.position
            assert then.powers == live.powers
            assert [p.kind for p in then.pending] == [p.kind for p in live.pending]

    def test_a_long_game_forgets_and_remembers(self, short_memory: None) -> None:
        table, rng = new_table(), Random(7)
        positions = [view_of(table, START).position]
        for _ in steps(table, rng, 80):
            positions.append(view_of(table, START).position)
        assert len(table.game.history) < 14
        order = list(range(len(positions)))
        rng.shuffle(order)
        for decisions in order:
            assert view_at(table, decisions, START).position == positions[decisions]
        assert len(table.whole_game().history) == len(table.in_force)
        apply(table, [Undone(to=11, power="germany", by=ME, agreed=True)])
        assert view_of(table, START).position == positions[11]
        for _ in steps(table, rng, 20):
            pass
        assert len(table.whole_game().history) == len(table.in_force) == 31

    def test_what_does_not_fit_is_not_taken(self) -> None:
        table = attacking()
        [good] = table.decide("soviet-union", ["end"], ME)
        assert isinstance(good, Decided)
        assert good.rolls
        for bad in (
            replace(good, rolls=()),
            replace(good, rolls=(good.rolls[0][:-1], *good.rolls[1:])),
            replace(good, rolls=(*good.rolls, (1,))),
            replace(good, answer="buy 2 infantry"),
            replace(good, power="atlantis"),
            replace(good, first_roll=7),
            Undone(to=9, power="germany", by=ME),
        ):
            fresh = attacking()
            with pytest.raises(BadEntry):
                fresh.apply(bad, START)

    @pytest.mark.parametrize(
        ("kind", "data"),
        [("decided", {}), ("decided", {"power": 7}), ("unheard-of", {}), ("seat", {"power": "x"})],
    )
    def test_what_cannot_be_read(self, kind: str, data: dict[str, object]) -> None:
        with pytest.raises(BadEntry):
            entry_from_json(kind, data)


def test_the_commitment_is_that_of_the_secret() -> None:
    assert new_table().beginning.commitment == commitment_of(SECRET)
