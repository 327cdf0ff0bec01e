"""Where the captain's units stand after its moves, and what ships do."""

from __future__ import annotations

import pytest

from sandtable.game.answers import Move
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.setup import make_match, starting_position
from sandtable.players.captain.arranging import Arrangement, Course, Group
from sandtable.players.captain.moving import noncombat_moves
from sandtable.players.captain.sailing import Fleet
from sandtable.players.registry import choose
from sandtable.players.staff.chances import Heap
from sandtable.players.staff.doctrine import CAPTAIN
from sandtable.players.staff.heading import heading, main_aim, overseas
from sandtable.players.staff.outlook import Outlook
from sandtable.players.staff.standing import Fears, Standing, besieged
from sandtable.players.trial import Trial
from sandtable.rules.position import COMBAT_MOVED, Mark, Stack, Token, stack_of, with_mark

Forces = dict[str, dict[str, int]]
"""Units by power."""


def game_with(edition: str, power: str, phase: str, spaces: dict[str, Forces]) -> Game:
    """The start of a game with other units in some spaces, in a phase of a power's turn."""
    ed = load_edition(edition)
    position = starting_position(make_match(ed, None, None))
    stacks: list[Stack] = list(position.stacks)
    for space, forces in spaces.items():
        stacks[ed.board.index[space]] = stack_of(
            (Token(ed.power_index[whose], ed.unit_index[unit]), number)
            for whose, units in forces.items()
            for unit, number in units.items()
        )
    position = position._replace(
        turn=ed.power_index[power], phase=ed.turn.index(phase), stacks=tuple(stacks)
    )
    return Game.new(edition, position=position, seed=1)


def after_moves(game: Game) -> Game:
    """The game after the captain has given all orders of the phase."""
    asked = game.pending[0]
    for choice in choose(game.state, asked, level="captain", seed="s"):
        game.decide(asked.power, choice.answer)
    return game


def look_at(game: Game, power: str) -> Outlook:
    return Outlook(Draft(game.state), game.edition.power_index[power])


def index(game: Game, space: str) -> int:
    return game.edition.board.index[space]


# --- where to


@pytest.mark.parametrize("edition", ["1941", "revised", "lhtr"])
def test_everybody_knows_where_the_war_is_decided(edition: str) -> None:
    game = Game.new(edition, seed=0)
    for power, capital in (("germany", "russia"), ("united-states", "germany")):
        look = look_at(game, power)
        assert main_aim(look) == index(game, capital)
    assert heading(look)[index(game, "germany")] == 0.0
    assert overseas(look)
    assert not overseas(look_at(game, "soviet-union"))


def test_armies_get_nearer_by_land_and_by_sea() -> None:
    game = Game.new("revised", seed=0)
    head = heading(look_at(game, "germany"))
    way = [index(game, space) for space in ("germany", "eastern-europe", "karelia-ssr", "russia")]
    assert [head[s] for s in way] == sorted((head[s] for s in way), reverse=True)
    head = heading(look_at(game, "united-states"))
    assert head[index(game, "eastern-united-states")] > head[index(game, "united-kingdom")]


# --- what standing somewhere costs


def test_more_defenders_lose_less() -> None:
    tanks = {"west-russia": {"germany": {"tank": 6}}}
    game = game_with("revised", "soviet-union", "noncombat-move", tanks)
    standing = Standing(look_at(game, "soviet-union"))
    infantry, russia = game.edition.unit_index["infantry"], index(game, "russia")

    def heap(number: int) -> Heap:
        return tuple(number if u == infantry else 0 for u in range(len(game.edition.units)))

    losses = [standing.loss(russia, heap(n)) for n in (0, 10, 30)]
    assert losses == sorted(losses, reverse=True)
    assert standing.fall(russia, heap(1)) > 0.9
    assert standing.fall(russia, heap(30)) < CAPTAIN.safe


def test_an_open_gate_costs() -> None:
    game = Game.new("revised", seed=0)
    look = look_at(game, "soviet-union")
    gate = index(game, "novosibirsk")
    none = (0,) * len(game.edition.units)
    open_ = Standing(look, Fears({}, frozenset({gate}))).loss(gate, none)
    assert open_ > Standing(look).loss(gate, none)


def test_an_army_that_comes_near_is_seen_two_turns_ahead() -> None:
    forces: dict[str, Forces] = {
        "russia": {"soviet-union": {"infantry": 5}},
        "caucasus": {},
        "archangel": {},
        "novosibirsk": {},
        "karelia-ssr": {"soviet-union": {"infantry": 1}},
        **{key: {} for key in ("west-russia", "ukraine-ssr", "belorussia", "norway", "balkans")},
        "germany": {"germany": {"infantry": 1}},
    }
    none = (0,) * len(load_edition("revised").units)
    for tanks, danger in ((1, False), (20, True)):
        army: dict[str, Forces] = {"eastern-europe": {"germany": {"tank": tanks}}}
        game = game_with("revised", "soviet-union", "purchase", {**forces, **army})
        look = look_at(game, "soviet-union")
        assert (besieged(look, index(game, "russia"), none) > 0.5) is danger


# --- all together


class Crowded(Standing):
    """Standing in space 1 costs ten, but nothing to five or more."""

    def __init__(self) -> None:
        self.none = (0,)

    def loss(self, space: int, heap: Heap) -> float:
        return 10.0 if space == 1 and 0 < heap[0] < 5 else 0.0


@pytest.mark.parametrize(("number", "goes"), [(2, 0), (6, 6)])
def test_an_army_goes_where_one_unit_may_not(number: int, goes: int) -> None:
    groups = [
        Group(0, 1, [Course(0, 0.0, ((0, 0, 1),)), Course(1, 0.5, ((1, 0, 1),))])
        for _ in range(number)
    ]
    found = Arrangement(Crowded(), {}, groups, {})
    found.improve()
    assert sum(group.now[1] for group in groups) == goes
    assert found.heaps.get(1, (0,)) == (goes,)


def test_what_is_taken_along_goes_round_once() -> None:
    groups = [
        Group(0, 1, [Course(0, 0.0, ()), Course(1, 1.0, (), (), (("load", 2),))]) for _ in range(3)
    ]
    found = Arrangement(Crowded(), {}, groups, {"load": 5})
    found.improve()
    assert sum(group.now[1] for group in groups) == 2
    assert found.stock["load"] == 1


# --- moves


def test_units_come_to_a_capital_in_danger() -> None:
    forces: dict[str, Forces] = {
        "russia": {"soviet-union": {"infantry": 1}},
        "archangel": {"soviet-union": {"infantry": 8}},
        "novosibirsk": {"soviet-union": {"infantry": 8}},
        "west-russia": {"germany": {"tank": 5}},
    }
    game = game_with("revised", "soviet-union", "noncombat-move", forces)
    russia = index(game, "russia")
    assert Standing(look_at(game, "soviet-union")).fall(russia, (1, *(0,) * 11)) > CAPTAIN.safe
    after_moves(game)
    look = look_at(game, "soviet-union")
    assert Standing(look).fall(russia, look.friends_at(russia)) <= CAPTAIN.safe


def test_a_lone_unit_does_not_walk_into_an_army() -> None:
    forces: dict[str, Forces] = {
        "west-russia": {"germany": {"infantry": 20, "tank": 10}},
        "caucasus": {},
        "kazakh-ssr": {"soviet-union": {"infantry": 1}},
        "russia": {"soviet-union": {"infantry": 60}},
    }
    game = after_moves(game_with("revised", "soviet-union", "noncombat-move", forces))
    assert not any(look_at(game, "soviet-union").friends_at(index(game, "caucasus"))[:1])


def test_transports_without_escort_leave_the_reach_of_planes() -> None:
    planes: Forces = {"germany": {"fighter": 5, "infantry": 5}}
    forces: dict[str, Forces] = {
        "western-europe": planes,
        "sz-8": {"united-kingdom": {"transport": 2}},
        "sz-2": {},
        "sz-1": {},
    }
    game = game_with("revised", "united-kingdom", "noncombat-move", forces)
    zone = index(game, "sz-8")
    assert any(Standing(look_at(game, "united-kingdom")).threats(zone))
    after_moves(game)
    assert not any(t.power == game.edition.power_index["united-kingdom"] for t, _ in
                   game.position.stacks[zone])  # fmt: skip


def test_a_whole_load_goes_ashore() -> None:
    forces: dict[str, Forces] = {
        "sz-6": {"united-kingdom": {"transport": 3, "battleship": 3}},
        "sz-5": {},
        "united-kingdom": {"united-kingdom": {"infantry": 9, "tank": 3}},
        "karelia-ssr": {"soviet-union": {"infantry": 20, "tank": 5}},
        "norway": {},
    }
    game = after_moves(game_with("revised", "united-kingdom", "noncombat-move", forces))
    uk = game.edition.power_index["united-kingdom"]
    near = game.position.stacks[index(game, "sz-5")]
    assert not any(token.cargo for token, _ in near)
    there = game.position.stacks[index(game, "karelia-ssr")]
    assert sum(number for token, number in there if token.power == uk) >= 6


def test_an_army_is_taken_across() -> None:
    forces: dict[str, Forces] = {
        "sz-10": {"united-states": {"transport": 2, "battleship": 2, "carrier": 1}},
        "eastern-united-states": {"united-states": {"infantry": 4, "tank": 2}},
    }
    game = game_with("revised", "united-states", "noncombat-move", forces)
    head = heading(look_at(game, "united-states"))
    after_moves(game)
    us = game.edition.power_index["united-states"]
    home = index(game, "eastern-united-states")
    over = sum(
        number * max(len(token.cargo), int(game.edition.lands[token.unit]))
        for space, stack in enumerate(game.position.stacks)
        for token, number in stack
        if token.power == us and head[space] < head[home] - 1
    )
    assert over >= 4


# --- planes at sea


def test_a_bomber_at_sea_is_landed_for_a_reason() -> None:
    forces: dict[str, Forces] = {
        "sz-15": {"united-states": {"bomber": 1}},
        "sz-19": {"united-states": {"carrier": 1, "fighter": 2}},
    }
    game = game_with("1941", "united-states", "noncombat-move", forces)
    asked, bomber = game.pending[0], game.edition.unit_index["bomber"]
    trial = Trial(game.state)
    noncombat_moves(trial, asked.power, CAPTAIN)
    assert trial.refusal(asked.power, "end") is None
    flights = [
        choice
        for choice in trial.choices()
        if isinstance(choice.answer, Move) and choice.answer.units[0].unit == bomber
    ]
    assert all(choice.reason is not None for choice in flights)
    ends = [choice.answer.path for choice in flights if isinstance(choice.answer, Move)]
    assert any(path[0] == index(game, "sz-15") for path in ends)


def carriers_courses(left: int, *, carriers: int = 1) -> list[set[int]]:
    """Where carriers far from land may go with two fighters beside them that have flown."""
    forces: dict[str, Forces] = {"sz-56": {"japan": {"carrier": carriers, "fighter": 2}}}
    game = game_with("revised", "japan", "noncombat-move", forces)
    d, zone = Draft(game.state), index(game, "sz-56")
    fighter = Token(game.edition.power_index["japan"], game.edition.unit_index["fighter"])
    flown = Mark(left, COMBAT_MOVED, -1, -1, (), ())
    d.change(zone, fighter, 2, with_mark(fighter, flown))
    groups = Fleet(Outlook(d, fighter.power), Fears({}, frozenset())).groups()
    return [{course.end for course in group.courses} for group in groups if group.space == zone]


def test_a_carrier_stays_with_planes_that_need_it() -> None:
    assert carriers_courses(0) == []
    (one,) = carriers_courses(0, carriers=2)
    assert len(one) > 1


def test_a_carrier_goes_no_farther_than_its_planes_can_follow() -> None:
    board = load_edition("revised").board
    zone = board.index["sz-56"]
    (ends,) = carriers_courses(1)
    assert len(ends) > 1
    assert ends - {zone} <= set(board.sea_neighbors[zone])
