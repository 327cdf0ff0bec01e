"""What computer players say of their answers is true of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sandtable.players
from sandtable.game.answers import Buy, Fight, Move, Place, UnitSpec
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.players import captain
from sandtable.players.general.choosing import Candidate
from sandtable.players.general.telling import compared
from sandtable.players.interface import Choice, Mind, View
from sandtable.players.recruit.telling import why
from sandtable.players.registry import LEVELS
from sandtable.players.staff.outlook import Outlook
from sandtable.words.reasons import GOALS, reason_line
from tests.players.test_moving import game_with
from tests.players.test_special import at_research, board


def choices(game: Game) -> list[Choice]:
    asked = game.pending[0]
    return list(captain.plan(View(game.state, asked.power), asked, Mind("x")))


def line(game: Game, choice: Choice) -> str:
    assert choice.reason is not None
    return reason_line(game.edition, choice.reason)


def moved(game: Game, start: str) -> Choice:
    """The only order by which units leave a space."""
    at = game.edition.board.index[start]
    (found,) = [
        choice
        for choice in choices(game)
        if isinstance(choice.answer, Move) and choice.answer.path[0] == at
    ]
    return found


def test_every_goal_is_used() -> None:
    root = Path(sandtable.players.__file__).parent
    code = "\n".join(path.read_text() for path in root.rglob("*.py"))
    assert [goal for goal in GOALS if f'"{goal}"' not in code] == []


# --- attacks


@pytest.mark.parametrize(
    ("power", "home", "said"),
    [("soviet-union", "russia", "Retake"), ("united-kingdom", "persia", "Liberate")],
)
def test_own_ground_is_retaken_and_that_of_friends_liberated(
    power: str, home: str, said: str
) -> None:
    game = board(
        units={
            home: {power: {"infantry": 6, "tank": 3}},
            "caucasus": {"germany": {"infantry": 1}},
        },
        owners={"caucasus": "germany"},
        turn=power,
        phase="combat-move",
    )
    assert line(game, moved_to(game, "caucasus")).startswith(f"{said} Caucasus: wins")


def moved_to(game: Game, end: str) -> Choice:
    at = game.edition.board.index[end]
    return next(
        choice
        for choice in choices(game)
        if isinstance(choice.answer, Move) and choice.answer.path[-1] == at
    )


# --- moves


def test_planes_that_need_not_land_are_stationed() -> None:
    flying: dict[str, Any] = {
        "units": {
            "russia": {"soviet-union": {"infantry": 6}},
            "yakut-ssr": {"soviet-union": {"fighter": 1}},
            "ukraine-ssr": {"germany": {"infantry": 1}},
        },
        "owners": {"ukraine-ssr": "germany"},
    }
    game = board(turn="soviet-union", phase="noncombat-move", **flying)
    assert line(game, moved(game, "yakut-ssr")).startswith("Station planes in")

    flying["units"]["russia"]["soviet-union"]["fighter"] = 1
    game = board(turn="soviet-union", phase="combat-move", dice=(1, 6), **flying)
    game.decide("soviet-union", "move 1 fighter: russia > ukraine-ssr")
    game.decide("soviet-union", "end")
    assert game.phase == "noncombat-move"
    assert line(game, moved(game, "ukraine-ssr")).startswith("Land planes in")


def test_only_what_cannot_be_held_is_called_so() -> None:
    """Others who turn back do so for those where they go."""
    game = game_with("revised", "soviet-union", "noncombat-move", {})
    look = Outlook(Draft(game.state), game.pending[0].power)
    found = [choice.reason for choice in choices(game) if choice.reason is not None]
    assert "hold" in {reason.goal for reason in found}
    lost = [reason.space for reason in found if reason.goal == "withdraw"]
    assert all(look.danger(space).takes >= 0.5 for space in lost)


def test_those_withdraw_who_would_be_lost() -> None:
    game = board(
        units={
            "libya": {"germany": {"infantry": 2}},
            "anglo-egypt": {"united-kingdom": {"infantry": 9, "tank": 6}},
        },
        owners={"libya": "germany", "algeria": "germany"},
        turn="germany",
        phase="noncombat-move",
    )
    assert line(game, moved(game, "libya")) == "Libya cannot be held."


def test_troops_go_aboard_for_where_they_are_bound() -> None:
    game = game_with("1941", "united-states", "noncombat-move", {})
    said = {line(game, c) for c in choices(game) if c.reason and c.reason.goal == "load"}
    assert said == {"Take troops aboard for Germany."}


# --- battles


def at_sea(**more: Any) -> Game:
    """A destroyer and a landing behind it."""
    game = board(
        units={
            "sz-7": {"united-kingdom": {"destroyer": 4, "transport(2 infantry)": 1}},
            "sz-6": {"germany": {"submarine": 1}},
            "western-europe": {},
            "libya": {"germany": {"infantry": 1}},
            "anglo-egypt": {"united-kingdom": {"infantry": 3}},
        },
        owners={"libya": "germany"},
        turn="united-kingdom",
        phase="combat-move",
        **more,
    )
    for order in (
        "move 4 destroyer, 1 transport: sz-7 > sz-6",
        "move 2 infantry: sz-6 > western-europe",
        "move 3 infantry: anglo-egypt > libya",
        "end",
    ):
        game.decide("united-kingdom", order)
    return game


def test_which_battle_comes_next_is_said() -> None:
    game = at_sea(dice=(1, 1, 1, 1, 6))
    (first,) = choices(game)
    assert isinstance(first.answer, Fight)
    assert line(game, first).startswith("This battle first: a landing depends on it: wins ")
    game.decide("united-kingdom", first.answer)
    while game.pending[0].kind != "battle":
        game.decide(game.pending[0].power, choices(game)[0].answer)
    (second,) = choices(game)
    assert line(game, second) == "Next is the battle in Libya: wins 90%."


def submarine(attackers: int) -> Game:
    game = board(
        units={
            "sz-7": {"united-kingdom": {"battleship": attackers}},
            "sz-6": {"germany": {"submarine": 1, "transport": 1, "battleship": 2}},
        },
        turn="united-kingdom",
        phase="combat-move",
        dice=(6,) * 20,
    )
    game.decide("united-kingdom", f"move {attackers} battleship: sz-7 > sz-6")
    game.decide("united-kingdom", "end")
    while game.pending[0].kind != "submerge":
        game.decide(game.pending[0].power, choices(game)[0].answer)
    return game


@pytest.mark.parametrize(
    ("attackers", "said"),
    [
        (3, "The submarines are needed in the fight: wins "),
        (8, "The submarines would only be lost: wins "),
    ],
)
def test_submarines_dive_for_a_reason(attackers: int, said: str) -> None:
    game = submarine(attackers)
    assert line(game, choices(game)[0]).startswith(said)


def test_bombardment_supports_a_landing() -> None:
    game = board(
        units={
            "sz-6": {"united-kingdom": {"battleship": 1, "transport(2 infantry)": 1}},
            "western-europe": {"germany": {"infantry": 1}},
        },
        owners={"western-europe": "germany"},
        turn="united-kingdom",
        phase="combat-move",
    )
    game.decide("united-kingdom", "move 2 infantry: sz-6 > western-europe")
    game.decide("united-kingdom", "end")
    game.decide("united-kingdom", "fight western-europe")
    assert game.pending[0].kind == "bombard"
    assert line(game, choices(game)[0]) == "Support the landing in Western Europe."


# --- money


def test_research_succeeds_or_not() -> None:
    game = at_research(400)
    said = line(game, choices(game)[0])
    assert said.startswith("There is money to spare for research: ")
    assert "% to succeed, aimed at " in said
    assert "wins" not in said


def rich(edition: str, phase: str, power: str) -> Game:
    game = game_with(edition, power, phase, {})
    position = game.position._replace(treasuries=(1000,) * len(game.edition.powers))
    return Game.new(edition, position=position, seed=1)


def test_money_without_a_place_goes_into_dice_and_a_factory() -> None:
    game = rich("revised", "research", "soviet-union")
    (dice,) = choices(game)
    assert dice.answer.kind == "research"
    assert getattr(dice.answer, "dice", 0) > 4
    game.decide("soviet-union", dice.answer)
    (bought,) = choices(game)
    assert isinstance(bought.answer, Buy)
    units = {game.edition.units[spec.unit].id: spec.number for spec in bought.answer.units}
    assert units["industrial-complex"] == 1
    assert line(game, bought) == "Factories are full: buy what is strongest."
    while game.pending[0].kind != "mobilize":
        for choice in choices(game):
            game.decide("soviet-union", choice.answer)
    (placed,) = choices(game)
    assert isinstance(placed.answer, Place)
    complex_ = game.edition.unit_index["industrial-complex"]
    assert any(UnitSpec(1, complex_) in specs for _, specs in placed.answer.places)


def test_a_colony_gets_a_factory_from_where_armies_march() -> None:
    game = Game.new("revised", seed=1, options={"advantages": "6"})
    while game.pending[0].kind != "colonial-garrison":
        game.decide(game.pending[0].power, choices(game)[0].answer)
    (found,) = choices(game)
    assert found.reason is not None
    look = Outlook(Draft(game.state), game.pending[0].power)
    assert look.march[found.reason.space] < 10
    assert look.danger(found.reason.space).takes < 0.1
    assert line(game, found) == ("A factory from where armies can march, in Union of South Africa.")


# --- the recruit


@pytest.mark.parametrize(
    ("units", "said"),
    [
        ({}, "Keep the money for the next turn."),
        ({"infantry": 8}, "The more units, the better."),
        ({"infantry": 3, "tank": 1}, "Many cheap units, and something else besides."),
        ({"tank": 1, "battleship": 1}, "Something stronger than usual looks good."),
    ],
)
def test_what_a_recruit_buys(units: dict[str, int], said: str) -> None:
    game = Game.new("1941", seed=1)
    index = game.edition.unit_index
    answer = Buy(tuple(UnitSpec(n, index[name]) for name, n in units.items()))
    reason = why(Draft(game.state), game.pending[0], answer)
    assert reason_line(game.edition, reason) == said


@pytest.mark.parametrize("level", ["recruit", "captain"])
def test_nothing_is_answered_without_a_reason(level: str) -> None:
    game = Game.new("revised", seed=4, options={"advantages": "6"})
    turn, planner = game.turn, LEVELS[level].plan
    while game.turn == turn:
        asked = game.pending[0]
        for choice in planner(View(game.state, asked.power), asked, Mind("x")):
            assert choice.reason is not None, choice
            game.decide(asked.power, choice.answer)


# --- the general


def test_a_plan_is_the_best_of_some() -> None:
    best, *others = [
        Candidate("a", [], {0: 0.5, 1: 0.6}, stages=3),
        Candidate("b", [], {0: 0.4, 1: 0.6}, stages=3),
        Candidate("not looked at as far ahead", [], {0: 0.8}, stages=1),
        Candidate("refused", []),
    ]
    edition = Game.new("1941", seed=1).edition
    said = reason_line(edition, compared(best, [best, *others]))
    assert said == "The best of 3 plans: 55% to win the game, 50% with the next best."
    kept = reason_line(edition, compared(others[0], [best, *others]))
    assert kept == "Nothing was clearly better, of 3 plans: 50% to win the game."
    alone = reason_line(edition, compared(best, [best, others[2]]))
    assert alone == "No other plan could be carried out: 55% to win the game."
