"""What any player would see: the captain sees it, too."""

from __future__ import annotations

import contextlib
from typing import Any

from sandtable.game.answers import Lose, Move, Retreat
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.players.captain.attacking import capital_risk
from sandtable.players.staff.doctrine import CAPTAIN
from sandtable.players.staff.outlook import Outlook
from sandtable.players.trial import DiceWanted, Trial
from tests.players.test_special import board, plan


def at_combat_move(power: str, units: dict[str, dict[str, dict[str, int]]], **more: Any) -> Game:
    return board(units=units, turn=power, phase="combat-move", **more)


def targets(game: Game) -> set[str]:
    """Where the orders of the captain's combat move end."""
    spaces = game.edition.board.spaces
    return {spaces[order.path[-1]].id for order in plan(game) if isinstance(order, Move)}


def test_an_empty_capital_is_taken() -> None:
    game = at_combat_move(
        "germany",
        {
            "west-russia": {"germany": {"tank": 2}},
            "germany": {"germany": {"infantry": 4}},
            "caucasus": {"soviet-union": {"infantry": 1}},
        },
        owners={"west-russia": "germany"},
    )
    assert "russia" in targets(game)


def test_nothing_is_attacked_against_all_odds() -> None:
    game = at_combat_move(
        "germany",
        {
            "eastern-europe": {"germany": {"infantry": 2}},
            "belorussia": {"soviet-union": {"infantry": 9}},
        },
        owners={"belorussia": "soviet-union"},
    )
    assert "belorussia" not in targets(game)


def test_no_attack_leaves_a_capital_to_the_enemy() -> None:
    game = at_combat_move(
        "germany",
        {
            "germany": {"germany": {"tank": 6}},
            "eastern-europe": {"soviet-union": {"infantry": 1}},
            "belorussia": {"soviet-union": {"tank": 6}},
        },
        owners={"eastern-europe": "soviet-union", "belorussia": "soviet-union"},
    )
    power = game.pending[0].power
    trial = Trial(game.state)
    before = capital_risk(trial, power, [], CAPTAIN)
    try:
        for answer in plan(game):
            trial.decide(power, answer)
    except DiceWanted:
        pass
    after = Trial(trial.state)
    assert capital_risk(after, power, [], CAPTAIN) <= max(before, CAPTAIN.capital_risk) + 1e-9


def test_units_go_where_they_gain_most_together() -> None:
    """The only fighter would do for either target; the tanks reach one of them alone."""
    game = at_combat_move(
        "japan",
        {
            "manchuria": {"japan": {"infantry": 3, "artillery": 3, "fighter": 1}},
            "kwangtung": {"japan": {"infantry": 2}},
            "china": {"united-states": {"infantry": 1}},
            "buryatia-ssr": {"soviet-union": {"infantry": 1}},
            "japan": {"japan": {"infantry": 5}},
        },
        owners={"manchuria": "japan", "kwangtung": "japan"},
    )
    assert targets(game) >= {"china", "buryatia-ssr"}


def test_a_landing_behind_a_battle_at_sea() -> None:
    game = at_combat_move(
        "japan",
        {
            "japan": {"japan": {"infantry": 8, "fighter": 3, "tank": 2}},
            "sz-60": {"japan": {"battleship": 2, "transport": 1}},
            "sz-63": {"soviet-union": {"submarine": 1}},
            "soviet-far-east": {"soviet-union": {"infantry": 1}},
            "alaska": {"united-states": {"infantry": 1}},
        },
    )
    found = targets(game)
    assert "sz-63" in found
    assert found & {"soviet-far-east", "alaska"}, "the coasts of this zone only"


def test_a_hopeless_battle_is_left() -> None:
    game = board(
        dice=(6,) * 40,
        units={
            "eastern-europe": {"germany": {"infantry": 1, "tank": 4}},
            "belorussia": {"soviet-union": {"infantry": 12}},
        },
        owners={"belorussia": "soviet-union"},
        turn="germany",
        phase="combat-move",
    )
    game.decide("germany", "move 4 tank: eastern-europe > belorussia")
    game.decide("germany", "end")
    while not any(asked.kind == "retreat" for asked in game.pending):
        game.decide(game.pending[0].power, plan(game)[0])
    assert isinstance(plan(game)[0], Retreat)


def test_a_bomber_is_not_given_for_a_patch_of_snow() -> None:
    game = board(
        dice=(6, 6, 6, 1),
        units={
            "manchuria": {"japan": {"infantry": 1, "bomber": 1, "fighter": 1}},
            "buryatia-ssr": {"soviet-union": {"infantry": 1}},
            "yakut-ssr": {"soviet-union": {"tank": 4}},
        },
        owners={"manchuria": "japan"},
        turn="japan",
        phase="combat-move",
    )
    for unit in ("infantry", "bomber", "fighter"):
        game.decide("japan", f"move 1 {unit}: manchuria > buryatia-ssr")
    game.decide("japan", "end")
    while not any(asked.kind == "casualties" for asked in game.pending):
        game.decide(game.pending[0].power, plan(game)[0])
    (given,) = plan(game)
    assert isinstance(given, Lose)
    assert [game.edition.units[spec.unit].id for spec in given.units] == ["infantry"]


def test_planes_do_not_hide_an_army_that_can_take_the_capital() -> None:
    """The planes attack with more than the army at the door, but no plane can take ground."""
    game = at_combat_move(
        "germany",
        {
            "germany": {"germany": {"infantry": 8, "tank": 2}},
            "eastern-europe": {"soviet-union": {"infantry": 7, "tank": 2}},
            "western-europe": {"united-kingdom": {"infantry": 1}},
            "united-kingdom": {"united-kingdom": {"fighter": 2, "bomber": 2}},
        },
        owners={"eastern-europe": "soviet-union", "western-europe": "united-kingdom"},
    )
    germany = game.edition.board.index["germany"]
    look = Outlook(Draft(game.state), game.pending[0].power)
    army = min(look.threats(germany), key=look.attack_of)
    assert sum(army) == 9
    few = (2, *(0,) * (len(game.edition.units) - 1))
    assert look.worst(False, [(germany, few, 0)])[0].takes > 0.9
    staying = sum(look.friends_at(germany)) - sum(look.spare(germany).values())
    assert staying >= 5
    after = Trial(game.state)
    before = capital_risk(after, look.power, [], CAPTAIN)
    with contextlib.suppress(DiceWanted):
        for answer in plan(game):
            after.decide(look.power, answer)
    risk = capital_risk(Trial(after.state), look.power, [], CAPTAIN)
    assert risk <= max(before, CAPTAIN.capital_risk) + 1e-9
