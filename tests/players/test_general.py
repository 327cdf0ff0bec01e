"""The general: fair comparisons of plans, legal and repeatable answers."""

from __future__ import annotations

import pytest

from sandtable.game.answers import End, Move
from sandtable.game.game import Game
from sandtable.game.state import State
from sandtable.players import captain, general
from sandtable.players.general import regrouping, variants
from sandtable.players.general.ahead import Ahead, Sample, levy, mustered
from sandtable.players.general.choosing import Candidate, ahead_of, choose, take_luck_out
from sandtable.players.general.luck import expected, luck
from sandtable.players.general.paired import PairedDice
from sandtable.players.general.regrouping import regroupings
from sandtable.players.interface import Budget, Choice, Mind, Plan, View, answers_of
from sandtable.rules.roll import RollRequest, Shot

MANY = RollRequest("fire", "germany", "karelia", (Shot("tank", 3, 90, "other"),))


def test_a_battle_has_the_same_luck_whatever_else_is_rolled() -> None:
    elsewhere = RollRequest("fire", "germany", "ukraine", (Shot("tank", 3, 4, "other"),))
    one, other = PairedDice("s", 0), PairedDice("s", 0)
    other.roll(0, elsewhere)
    first = one.roll(0, MANY)
    assert other.roll(1, MANY) == first
    assert other.roll(2, MANY) != first
    assert set(first) == set(range(1, 7))


def test_every_second_sample_is_the_one_before_turned_over() -> None:
    dice, turned, next_ = (PairedDice("s", sample).roll(0, MANY) for sample in (0, 1, 2))
    assert tuple(7 - die for die in dice) == turned
    assert next_ not in (dice, turned)


class Known(Ahead):
    """Looks ahead to what is known beforehand: the number of orders of a plan, and some luck."""

    def __init__(self) -> None:
        self.effort = 0

    def sample(self, plan: Plan, number: int) -> Sample | None:
        self.effort += 1
        if not plan:
            return None
        return Sample(len(plan) + (1.0 if number % 2 else -1.0), 0.0)


def plans(*lengths: int) -> list[Candidate]:
    return [Candidate(str(n), [Choice(End())] * n) for n in lengths]


def test_the_best_plan_is_chosen_and_the_worst_are_soon_given_up() -> None:
    candidates = plans(3, 1, 5, 2, 4, 0)
    assert choose(Known(), candidates, (2, 2, 4), lambda: False, 0.5).name == "5"
    assert [len(each.scores) for each in candidates] == [8, 2, 8, 2, 8, 0]
    assert candidates[-1].refused


def test_without_time_or_a_better_plan_the_usual_one_is_kept() -> None:
    assert choose(Known(), plans(3, 9), (2,), lambda: True, 0.5).name == "3"
    assert choose(Known(), plans(3, 3, 1), (2, 2), lambda: False, 0.5).name == "3"


def test_luck_is_taken_out_of_comparisons() -> None:
    """A plan that had better dice is not thought better for it."""
    lucky = Candidate("lucky", [], [0.52, 0.56, 0.58], [1.0, 3.0, 4.0])
    better = Candidate("better", [], [0.53, 0.50, 0.51], [0.0, -1.5, -1.0])
    take_luck_out([lucky, better])
    assert lucky.mean == pytest.approx(0.5, abs=1e-6)
    assert better.mean == pytest.approx(0.53, abs=1e-6)
    assert ahead_of(better, lucky, 1.0) > 0.02


def test_what_battles_should_come_to_is_seen_before_the_dice() -> None:
    game = Game.new("1941", seed=3)
    game.play("soviet-union: buy 2 infantry")
    before = game.state
    assert expected(before, 0).swing == 0.0
    game.play("soviet-union: move 2 infantry: caucasus > ukraine")
    hoped = expected(game.state, 0)
    (ukraine,) = hoped.ground
    assert ukraine[0] == game.edition.board.index["ukraine"]
    assert 0 < ukraine[2] < 1
    assert luck(before, hoped) == pytest.approx(-hoped.swing - ukraine[1] * ukraine[2])


def test_regroupings_differ_and_can_all_be_carried_out() -> None:
    game = Game.new("1941", seed=2)
    game.play("soviet-union: buy 2 infantry")
    game.play("soviet-union: end")
    asked = game.pending[0]
    assert asked.kind == "noncombat-move"
    view, mind = View(game.state, asked.power), Mind("s")
    usual = captain.plan(view, asked, mind)
    found = variants.different(usual, regroupings(view, asked, mind, usual))
    assert found[0].plan is usual
    assert len({tuple(answers_of(each.plan)) for each in found}) == len(found) > 1
    for each in found:
        orders = [a for a in answers_of(each.plan) if isinstance(a, Move)]
        assert all(game.refusal(asked.power, order) is None for order in orders[:1])
        assert isinstance(answers_of(each.plan)[-1], End)


def turn_of(edition: str, seconds: float | None) -> list[str]:
    """The first turn of a game, line by line."""
    game = Game.new(edition, seed=6)
    turn = game.turn
    while game.turn == turn:
        asked = game.pending[0]
        mind = Mind(f"{len(game.history)}", Budget(seconds))
        for choice in general.plan(View(game.state, asked.power), asked, mind):
            game.decide(asked.power, choice.answer)
    return [game.line(entry) for entry in game.history]


def test_the_same_seed_gives_the_same_answers_with_reasons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quick = general.CARE["noncombat-move"]._replace(rounds=(2,), further=None)
    monkeypatch.setitem(general.CARE, "noncombat-move", quick)
    monkeypatch.setattr(regrouping, "FRONTS", 1)
    game = Game.new("1941", seed=6)
    game.play("soviet-union: buy 2 infantry")
    game.play("soviet-union: end")
    asked = game.pending[0]
    view = View(game.state, asked.power)
    plan = general.plan(view, asked, Mind("s"))
    assert plan == general.plan(view, asked, Mind("s"))
    reason = plan[-1].reason
    assert reason is not None
    assert reason.value is not None
    assert 0 < reason.value < 1


@pytest.mark.parametrize("edition", ["1941", "lhtr"])
def test_without_time_it_plays_all_the_same(edition: str) -> None:
    assert turn_of(edition, 0.0)


def test_replies_are_played_and_nobody_forgets_a_guard_at_home() -> None:
    """A plan that leaves the capital to its fall is seen to."""
    game = Game.new("1941", seed=2)
    power = game.edition.power_index["soviet-union"]
    unit, number = levy(game.state, power)
    assert game.edition.units[unit].id == "infantry"
    assert number == 2
    home = game.edition.powers[power].capitals[0]
    after = mustered(game.state, power)
    assert worth_at(after, home) == worth_at(game.state, home) + 6
    assert after.position.treasuries[power] == 1 + game.production("soviet-union")


def worth_at(state: State, space: int) -> int:
    units = state.match.edition.units
    return sum((units[t.unit].cost or 0) * n for t, n in state.position.stacks[space])
