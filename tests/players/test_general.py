"""The general: fair comparisons of plans, legal and repeatable answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

import pytest

from sandtable.game.answers import End, Fight, Move
from sandtable.game.game import Game
from sandtable.players import captain, general
from sandtable.players.general import variants
from sandtable.players.general.ahead import Ahead
from sandtable.players.general.choosing import Candidate, choose
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
    """Looks ahead to what is known beforehand: the number of orders of a plan, more with every
    turn, and some luck."""

    def __init__(self) -> None:
        self.turns = 0

    def values(self, plan: Plan, number: int) -> Iterator[float]:
        for turn in count():
            self.turns += 1
            if not plan:
                return
            yield (1 + turn) * len(plan) + (1.0 if number % 2 else -1.0)


def plans(*lengths: int) -> list[Candidate]:
    return [Candidate(str(n), [Choice(End())] * n) for n in lengths]


def always() -> bool:
    return True


def never() -> bool:
    return False


def test_the_best_plan_is_chosen_and_the_worse_ones_are_given_up() -> None:
    candidates = plans(3, 1, 5, 2, 4, 0)
    ahead = Known()
    assert choose(ahead, candidates, never, 0.5).name == "5"
    assert [each.stages for each in candidates] == [4, 1, 4, 1, 3, 0]
    assert candidates[2].scores == {0: 9.0, 1: 11.0, 2: 9.0}
    assert candidates[-1].refused
    assert ahead.turns == 6 + 3 + 3 * 2 + 2 * 2


def test_without_time_or_a_better_plan_the_usual_one_is_kept() -> None:
    assert choose(Known(), plans(0, 9), always, 0.5).name == "0"
    assert choose(Known(), plans(3, 3, 1), never, 0.5).name == "3"
    assert choose(Known(), plans(3, 4), never, 2.0).name == "3"
    assert choose(Known(), plans(0, 0), never, 0.5).name == "0"


def test_it_ends_early_if_no_other_plan_is_better() -> None:
    ahead = Known()
    assert choose(ahead, plans(3, 2, 1), never, 0.5).name == "3"
    assert ahead.turns == 3 + 3


def test_a_usual_plan_that_is_refused_is_not_kept() -> None:
    assert choose(Known(), plans(0, 1, 2), never, 0.5).name == "2"


class Hurried(Known):
    """Time is up after some turns."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def values(self, plan: Plan, number: int) -> Iterator[float]:
        for value in super().values(plan, number):
            if self.over():
                return
            yield value

    def over(self) -> bool:
        return self.turns > self.most


def test_when_time_is_up_only_what_all_were_tried_with_counts() -> None:
    """The usual plan has been played on farther than the other."""
    ahead, candidates = Hurried(3), plans(5, 6)
    assert choose(ahead, candidates, ahead.over, 0.5).name == "6"
    assert [each.scores for each in candidates] == [{0: 4.0}, {0: 5.0}]


def test_regroupings_differ_and_can_all_be_carried_out() -> None:
    game = Game.new("1941", seed=2)
    game.play("soviet-union: buy 2 infantry")
    game.play("soviet-union: end")
    asked = game.pending[0]
    assert asked.kind == "noncombat-move"
    view, mind = View(game.state, asked.power), Mind("s")
    usual = captain.plan(view, asked, mind)
    found = list(variants.different(usual, regroupings(view, asked, mind, usual)))
    assert found[0].plan is usual
    assert len({tuple(answers_of(each.plan)) for each in found}) == len(found) > 1
    for each in found:
        orders = [a for a in answers_of(each.plan) if isinstance(a, Move)]
        assert all(game.refusal(asked.power, order) is None for order in orders[:1])
        assert isinstance(answers_of(each.plan)[-1], End)
    for each in found[1:]:
        assert all(choice.reason is None or choice.reason.risk is None for choice in each.plan)


@pytest.mark.parametrize("edition", ["1941", "revised"])
@pytest.mark.parametrize("kind", sorted(general.CARE))
def test_other_plans_differ_and_can_all_be_carried_out(edition: str, kind: str) -> None:
    game = Game.new(edition, seed=2)
    while game.pending[0].kind != kind:
        asked = game.pending[0]
        for choice in captain.plan(View(game.state, asked.power), asked, Mind("s")):
            game.decide(asked.power, choice.answer)
    asked, care = game.pending[0], general.CARE[kind]
    view, mind = View(game.state, asked.power), Mind("s")
    usual = captain.plan(view, asked, mind)
    found = list(islice(variants.different(usual, care.others(view, asked, mind, usual)), 6))
    assert len({tuple(answers_of(each.plan)) for each in found}) == len(found) > 2
    for each in found:
        copy = Game(game.state.match, game.state, PairedDice("s", 0))
        for choice in each.plan:
            copy.decide(asked.power, choice.answer)
        assert not copy.pending or copy.pending[0].kind != kind


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


def test_the_same_seed_gives_the_same_answers_with_reasons() -> None:
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


def test_the_game_is_played_on_to_the_own_next_turns() -> None:
    game = Game.new("1941", seed=2)
    game.play("soviet-union: buy 2 infantry")
    asked = game.pending[0]
    ahead = Ahead(game.state, asked, Mind("s"), captain.plan)
    for number, state in zip((2, 3), ahead.course([Choice(End())], 0), strict=False):
        at = state.position
        assert (at.round, at.turn, at.phase) == (number, asked.power, 0)
    assert game.round == 1


def test_plans_are_told_apart_and_what_is_refused_has_no_value() -> None:
    game = Game.new("1941", seed=2)
    game.play("soviet-union: buy 2 infantry")
    asked = game.pending[0]
    ahead = Ahead(game.state, asked, Mind("s"), captain.plan)
    usual = captain.plan(View(game.state, asked.power), asked, Mind("s"))
    assert not [*ahead.values([Choice(Fight(0))], 0)]
    scores = [next(ahead.values(plan, 0)) for plan in (usual, [Choice(End())])]
    assert all(0 < score < 1 for score in scores)
    assert scores[0] != scores[1]
