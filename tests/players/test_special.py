"""Decisions that come up now and then: they pay where that is obvious, and wait where it is not."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.conformance.positions import begin_scenario
from sandtable.game.answers import Answer, CallOff, Choose, Launch, Move, Place, Research, Use
from sandtable.game.dice import ScriptedDice
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.notation import format_answer
from sandtable.players import captain
from sandtable.players.captain import developing
from sandtable.players.interface import Mind, View


def board(edition: str = "revised", dice: tuple[int, ...] = (), **position: Any) -> Game:
    """A game from an empty board with what is said, as in conformance scenarios."""
    scenario = {"edition": edition, "position": {"clear": "all", **position}}
    return begin_scenario(load_edition(edition), scenario, ScriptedDice(dice))


def plan(game: Game) -> list[Answer]:
    asked = game.pending[0]
    choices = captain.plan(View(game.state, asked.power), asked, Mind("x"))
    assert game.refusal(asked.power, choices[0].answer) is None
    return [choice.answer for choice in choices]


# --- research and choice


def at_research(treasury: int, **units: Any) -> Game:
    return board(
        units={"eastern-united-states": {"united-states": {"infantry": 6}}, **units},
        treasury={"united-states": treasury},
        turn="united-states",
        phase="research",
    )


def test_money_that_cannot_be_spent_otherwise_goes_into_research() -> None:
    (given,) = plan(at_research(400))
    assert isinstance(given, Research)
    assert given.dice >= 1


def test_else_units_are_worth_more() -> None:
    assert plan(at_research(40)) == [Research()]


def test_a_power_with_heavy_bombers_in_mind_has_bombers() -> None:
    game = at_research(100, **{"united-kingdom": {"united-states": {"bomber": 8}}})
    d = Draft(game.state)
    america = game.edition.power_index["united-states"]
    by_worth = {t: developing.worth(d, america, d.ed.traits[t]) for t in d.ed.traits}
    assert by_worth["heavy-bombers"] > by_worth["jet-fighters"]
    assert by_worth["heavy-bombers"] > by_worth["super-submarines"]


def test_rockets_are_worth_more_with_guns_in_reach() -> None:
    near = board(
        units={"western-europe": {"germany": {"aa-gun": 1}}}, turn="germany", phase="research"
    )
    far = board(
        units={"french-madagascar": {"germany": {"aa-gun": 1}}}, turn="germany", phase="research"
    )
    germany = near.edition.power_index["germany"]
    rockets = near.edition.traits["rockets"]
    worth = [developing.worth(Draft(game.state), germany, rockets) for game in (near, far)]
    assert worth[0] > worth[1]


def test_advantages_are_chosen_by_what_they_bring() -> None:
    game = Game.new("revised", options={"advantages": "2"})
    for asked in game.pending:
        choices = captain.plan(View(game.state, asked.power), asked, Mind("x"))
        assert isinstance(choices[0].answer, Choose)
        assert "joint-strike" not in choices[0].answer.advantages
        game.decide(asked.power, choices[0].answer)
    assert game.pending[0].kind != "advantages"


def test_a_bid_goes_to_the_front() -> None:
    game = Game.new("revised", options={"bid_germany": "9"})
    (given,) = plan(game)
    assert isinstance(given, Place)
    spaces = [game.edition.board.spaces[space] for space, _ in given.places]
    assert len(spaces) == 3
    near = {"western-europe", "eastern-europe", "ukraine-ssr", "west-russia", "belorussia", "libya"}
    assert near & {space.id for space in spaces}


# --- raids and rockets


def raids(game: Game) -> list[Move]:
    return [given for given in plan(game) if isinstance(given, Move) and given.manner == "raid"]


def bombers(guns: int, **more: Any) -> Game:
    guard = {"germany": {"infantry": 8, **({"aa-gun": guns} if guns else {})}}
    return board(
        units={
            "united-kingdom": {"united-kingdom": {"infantry": 2}, "united-states": {"bomber": 2}},
            "germany": guard,
            "southern-europe": guard,
        },
        treasury={"germany": 30},
        turn="united-states",
        phase="combat-move",
        **more,
    )


def test_bombers_raid_what_no_gun_guards() -> None:
    (found,) = raids(bombers(0))
    assert found.units[0].number == 2


def test_bombers_do_not_fly_into_guns_for_nothing() -> None:
    assert not raids(bombers(1))


def test_guns_do_not_matter_to_those_they_cannot_hit() -> None:
    assert raids(bombers(1, advantages={"united-states": ["superfortresses"]}))


def test_the_penniless_are_not_bombed() -> None:
    game = bombers(0)
    treasuries = [0] * len(game.edition.powers)
    position = game.state.position._replace(treasuries=tuple(treasuries))
    poor = Game(game.match, game.state._replace(position=position), game.dice)
    assert not raids(poor)


def test_rockets_are_launched() -> None:
    game = board(
        technologies={"germany": ["rockets"]},
        units={"western-europe": {"germany": {"aa-gun": 1}}},
        treasury={"united-kingdom": 30},
        turn="germany",
        phase="combat-move",
    )
    game.decide("germany", "end")
    (given,) = plan(game)
    assert isinstance(given, Launch)


def test_a_landing_that_would_fail_is_called_off() -> None:
    game = board(
        dice=(3, 6, 3),
        units={
            "sz-7": {"united-kingdom": {"destroyer": 2, "transport(2 infantry)": 1}},
            "sz-6": {"germany": {"destroyer": 1}},
            "western-europe": {"germany": {"infantry": 3}},
        },
        turn="united-kingdom",
        phase="combat-move",
    )
    for line in (
        "move 2 destroyer, 1 transport: sz-7 > sz-6",
        "move 2 infantry: sz-6 > western-europe",
        "end",
        "fight sz-6",
        "lose 1 destroyer",
    ):
        game.decide("united-kingdom", line)
    (given,) = plan(game)
    assert isinstance(given, CallOff)


# --- advantages


def used(game: Game) -> str:
    (given,) = plan(game)
    return format_answer(game.edition, given)


def test_free_infantry_go_where_they_turn_a_battle() -> None:
    game = board(
        units={
            "manchuria": {"japan": {"infantry": 6, "tank": 3}},
            "buryatia-ssr": {"soviet-union": {"infantry": 5}},
            "yakut-ssr": {"soviet-union": {"infantry": 1}},
        },
        advantages={"soviet-union": ["nonaggression-treaty"]},
        turn="japan",
        phase="combat-move",
    )
    game.decide("japan", "move 6 infantry, 3 tank: manchuria > buryatia-ssr")
    game.decide("japan", "end")
    assert used(game) == "use nonaggression-treaty: buryatia-ssr"


@pytest.mark.parametrize("threatened", [True, False])
def test_winter_comes_when_it_is_needed(threatened: bool) -> None:
    enemy = {"infantry": 6, "tank": 8, "fighter": 2} if threatened else {"infantry": 1}
    game = board(
        units={
            "russia": {"soviet-union": {"infantry": 12}},
            "ukraine-ssr": {"germany": {"infantry": 1}},
            "caucasus": {"soviet-union": {"infantry": 14}},
            "west-russia": {"germany": enemy},
        },
        owners={"ukraine-ssr": "germany", "west-russia": "germany"},
        advantages={"soviet-union": ["russian-winter"]},
        turn="soviet-union",
        phase="mobilize",
    )
    if game.phase == "mobilize":
        game.decide("soviet-union", "end")
    assert game.pending[0].kind == "russian-winter"
    assert used(game).startswith("use" if threatened else "decline")


def test_a_division_is_raised_every_turn() -> None:
    game = board(
        units={"china": {"united-states": {"infantry": 1}}},
        owners={"china": "united-states"},
        advantages={"united-states": ["chinese-divisions"]},
        turn="united-states",
        phase="mobilize",
    )
    assert used(game).startswith("use chinese-divisions")


def test_friends_lend_their_tanks_first() -> None:
    game = board(
        "lhtr",
        units={"russia": {"united-kingdom": {"tank": 1, "infantry": 2}}},
        advantages={"soviet-union": ["lend-lease"]},
        turn="soviet-union",
        phase="mobilize",
    )
    assert used(game) == "use lend-lease: 1 united-kingdom.tank: russia"


def test_reinforcements_come_when_the_attack_is_known() -> None:
    game = board(
        units={
            "algeria": {"germany": {"infantry": 5, "tank": 2}},
            "libya": {"united-kingdom": {"infantry": 3}},
            "anglo-egypt": {"united-kingdom": {"infantry": 5, "artillery": 2, "tank": 2}},
        },
        owners={"libya": "united-kingdom", "algeria": "germany"},
        advantages={"united-kingdom": ["enigma-decoded"]},
        turn="germany",
        phase="combat-move",
    )
    game.decide("germany", "move 5 infantry, 2 tank: algeria > libya")
    game.decide("germany", "end")
    (given,) = plan(game)
    assert isinstance(given, Use)
    board_ = game.edition.board
    assert given.parts[0].path == (board_.index["anglo-egypt"], board_.index["libya"])


def test_a_new_carrier_gets_its_fighters() -> None:
    game = board(
        units={"eastern-united-states": {"united-states": {"infantry": 3, "fighter": 2}}},
        bought={"carrier": 1},
        turn="united-states",
        phase="mobilize",
    )
    game.decide("united-states", "place 1 carrier: sz-10")
    assert game.pending[0].kind == "new-carriers"
    assert isinstance(plan(game)[0], Move)
