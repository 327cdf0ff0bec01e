"""The interface for any player: views, budgets, plans that are followed, games played out."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.game.answers import Answer, Buy, End, UnitSpec
from sandtable.game.state import Decision
from sandtable.players import Choice, Planned, Reason, View, ask, make_player, play
from sandtable.players.interface import MOVES, Budget, Mind, Plan, Player
from sandtable.players.registry import LEVELS, UnknownPlayer, choose, factory_named
from sandtable.players.trial import DiceWanted
from sandtable.rules.refusal import InvalidAnswer, Refusal, SandtableError
from sandtable.words.reasons import GOALS, reason_line


class First:
    """Takes the first legal answer, or ends; a player as a stranger would write it."""

    def __init__(self, seed: str = "", seconds: float | None = None) -> None:
        self.asked: list[str] = []

    def decide(self, view: View, decision: Decision) -> Answer | str:
        self.asked.append(decision.kind)
        if decision.kind.endswith("-move") and view.refusal("end") is None:
            return "end"
        return next(view.legal(decision))


def test_a_player_of_ones_own_plays_a_game() -> None:
    game = sandtable.new_game("1941", seed=1)
    first = First()
    play(game, {"axis": first, "allies": make_player("random", "r")}, rounds=2)
    assert game.round == 3
    assert {"purchase", "combat-move", "noncombat-move"} <= set(first.asked)


def test_a_power_has_its_own_player_or_that_of_its_side() -> None:
    game = sandtable.new_game("1941", seed=1)
    one, other = First(), First()
    play(game, {"allies": one, "axis": First(), "united-kingdom": other}, decisions=12)
    assert one.asked
    assert other.asked
    with pytest.raises(SandtableError, match="nobody plays"):
        play(game, {"axis": one})
    with pytest.raises(SandtableError, match="no power or side 'mars'"):
        play(game, {"axis": one, "allies": one, "mars": one})


def test_what_a_player_may_not_do_is_refused_and_nothing_happens() -> None:
    class Rich(First):
        def decide(self, view: View, decision: Decision) -> Answer:
            return Buy((UnitSpec(99, 0),))

    game = sandtable.new_game("1941", seed=1)
    with pytest.raises(Refusal):
        play(game, {"allies": Rich(), "axis": Rich()})
    assert not game.history


def test_a_line_with_a_reason_is_an_answer() -> None:
    class Explains(First):
        def decide(self, view: View, decision: Decision) -> Any:
            return Choice("buy 1 infantry", Reason("Because"))  # type: ignore[arg-type]

    game = sandtable.new_game("1941", seed=1)
    choice = ask(Explains(), game, game.pending[0])
    assert choice == Choice(View(game.state, 0).parsed("buy 1 infantry"), Reason("Because"))


@pytest.mark.parametrize("given", [None, 42, [End()], Choice(None), Choice(4), "by one"])  # type: ignore[arg-type]
def test_what_is_no_answer_is_told(given: Any) -> None:
    class Odd(First):
        def decide(self, view: View, decision: Decision) -> Any:
            return given

    game = sandtable.new_game("1941", seed=1)
    with pytest.raises(InvalidAnswer):
        ask(Odd(), game, game.pending[0])


def test_only_what_is_open_can_be_asked() -> None:
    game = sandtable.new_game("1941", seed=1)
    (asked,) = game.pending
    wrong: list[Any] = [None, asked._replace(power=1), asked._replace(kind="retreat")]
    for each in wrong:
        with pytest.raises(SandtableError, match="not open now"):
            ask(First(), game, each)


def test_a_line_that_dice_are_wanted_for_is_in_the_plan() -> None:
    game = sandtable.new_game("1941", seed=1)
    for line in ("buy nothing", "move 3 infantry: caucasus > ukraine"):
        game.play(f"soviet-union: {line}")
    trial = View(game.state, 0).trial()
    with pytest.raises(DiceWanted):
        trial.decide(0, "end", Reason("Now"))
    assert trial.choices() == [Choice(End(), Reason("Now"))]


@pytest.mark.parametrize("plan", [None, [], End(), Choice(End()), [End()], "end"])
def test_what_is_no_plan_is_told(plan: Any) -> None:
    game = sandtable.new_game("1941", seed=1)
    with pytest.raises(SandtableError, match="a plan is a list of at least one Choice, not "):
        ask(Planned(lambda view, asked, mind: plan), game, game.pending[0])


def test_a_level_as_a_player_plays_what_it_planned_and_thinks_once_a_phase() -> None:
    thoughts = []

    def plan(view: View, asked: Decision, mind: Mind) -> Plan:
        thoughts.append((asked.kind, view.moment))
        return LEVELS["random"].plan(view, asked, mind)

    game = sandtable.new_game("1941", seed=2)
    player = Planned(plan, "s")
    play(game, {"axis": player, "allies": player}, rounds=1)
    assert len(thoughts) < len(game.history)
    moments = [moment for _, moment in thoughts]
    assert moments == sorted(set(moments))
    again = sandtable.new_game("1941", seed=2)
    fresh = make_player("random", "s")
    play(again, {"axis": fresh, "allies": fresh}, rounds=1)
    assert again.state == game.state


def test_a_plan_is_dropped_when_the_game_goes_otherwise() -> None:
    def plan(view: View, asked: Decision, mind: Mind) -> Plan:
        return [Choice(view.parsed("move 1 infantry: caucasus > ukraine")), Choice(End())]

    game = sandtable.new_game("1941", seed=3)
    game.play("soviet-union: buy 2 infantry")
    player = Planned(plan)
    asked = game.pending[0]
    first = player.decide(View(game.state, asked.power), asked)
    game.play("soviet-union: move 2 infantry: caucasus > ukraine")
    assert player.decide(View(game.state, asked.power), asked) == first
    game.decide(asked.power, first.answer)
    assert player.decide(View(game.state, asked.power), asked) == Choice(End())


def test_the_rest_of_a_phase_is_thought_over_quickly() -> None:
    given = []

    def plan(view: View, asked: Decision, mind: Mind) -> Plan:
        given.append((asked.kind, mind.budget.seconds))
        return LEVELS["random"].plan(view, asked, mind)[:1]

    game = sandtable.new_game("1941", seed=2)
    player = Planned(plan, "s", 10.0)
    play(game, {"axis": player, "allies": player}, rounds=1)
    moves = [seconds for kind, seconds in given if kind == "combat-move"]
    assert moves.count(10.0) == len(game.edition.powers)
    assert {*moves} == {10.0, 0.5}
    assert {seconds for kind, seconds in given if kind not in MOVES} == {10.0}


def test_players_by_name() -> None:
    assert isinstance(make_player("captain", "x"), Player)
    assert factory_named("plain") == LEVELS["captain"].player
    assert isinstance(make_player(f"{__name__}:First"), First)
    for name in ("capitan", "no.such:Thing", f"{__name__}:Nothing", f"{__name__}:GOALS"):
        with pytest.raises(UnknownPlayer):
            make_player(name)


@pytest.mark.parametrize("name", [":X", ".bad:X", "os:getcwd", f"{__name__}:Unmade", None, []])
def test_what_makes_no_player_is_told(name: Any) -> None:
    with pytest.raises(UnknownPlayer):
        make_player(name)


class Unmade(First):
    def __init__(self, seed: str, seconds: float | None) -> None:
        raise ValueError("not today")


def test_a_budget_is_told_by_its_clock() -> None:
    time = [10.0]
    budget = Budget(2.0, clock=lambda: time[0])
    assert budget.left() == 2.0
    assert not budget.over()
    time[0] = 12.5
    assert budget.over()
    assert not Budget().over()


def test_chance_is_the_same_for_the_same_mind() -> None:
    assert Mind("a").random("x").random() == Mind("a").random("x").random()
    assert Mind("a").random("x").random() != Mind("a").random("y").random()


@pytest.mark.parametrize(("level", "share"), [("recruit", 0.5), ("captain", 0.8)])
def test_levels_say_why(level: str, share: float) -> None:
    """In a first turn, of most that they do."""
    game = sandtable.new_game("revised", seed=2)
    reasons = []
    while game.turn == game.edition.powers[0].id:
        asked = game.pending[0]
        for choice in choose(game.state, asked, level=level, seed=str(len(game.history))):
            reasons.append(choice.reason)
            game.decide(asked.power, choice.answer)
    assert sum(reason is not None for reason in reasons) > share * len(reasons)


def test_reasons_are_lines() -> None:
    edition = sandtable.load_edition("1941")
    ukraine = edition.board.index["ukraine"]
    full = Reason("take", ukraine, odds=0.873, gain=5.8, risk=0.12)
    assert reason_line(edition, full) == (
        "Take Ukraine: wins 87%, gains about 6 IPCs, "
        "12% to be lost again if the enemy sends all it can."
    )
    certain = Reason("hold", ukraine, odds=0.9999, gain=-1.2, risk=0.0, value=0.6)
    assert reason_line(edition, certain) == (
        "Hold Ukraine: wins over 99%, costs about 1 IPC, safe, 60% to win the game."
    )
    trade = Reason("trade", ukraine, risk=1.0)
    assert reason_line(edition, trade) == (
        "Take Ukraine at small cost: lost again if the enemy sends all it can."
    )
    landing = Reason("landing", ukraine, risk=1.0)
    assert reason_line(edition, landing) == (
        "Land planes in Ukraine: lost if the enemy sends all it can."
    )
    raid = Reason("raid", ukraine, odds=0.83)
    assert reason_line(edition, raid) == "Bomb the factory in Ukraine: 83% to come through."
    assert reason_line(edition, Reason("Just because")) == "Just because."
    for goal in GOALS:
        line = reason_line(edition, Reason(goal, ukraine, note="so"))
        assert "{" not in line
        assert line.endswith("so.")
