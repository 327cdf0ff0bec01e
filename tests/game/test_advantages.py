"""Questions about national advantages: when they come, and what is kept while they are open."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.conformance.positions import begin_scenario
from sandtable.game.advantages import moments
from sandtable.game.advantages.loaded import MODULES
from sandtable.game.advantages.registry import MOMENTS
from sandtable.game.dice import ScriptedDice
from sandtable.game.draft import Draft
from sandtable.game.flights import rings
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.notation import parse_answer
from sandtable.rules.refusal import Refusal
from sandtable.rules.traits import ADVANTAGE

EDITIONS = ("revised", "lhtr")


def begin(edition: str, dice: tuple[int, ...] = (), **position: Any) -> Game:
    return begin_scenario(
        load_edition(edition), {"position": {"clear": "all", **position}}, ScriptedDice(dice)
    )


def asked(game: Game) -> list[tuple[str, str]]:
    return [(game.edition.powers[d.power].id, d.kind) for d in game.pending]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_module_has_a_moment(edition: str) -> None:
    for trait in load_edition(edition).traits.values():
        if trait.kind == ADVANTAGE and trait.module in MODULES:
            assert MODULES[trait.module].moment(trait) in ("", *MOMENTS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_battle_is_closed_before_its_salvage_is_asked_about(edition: str) -> None:
    """The question lies on the phase, not on the battle."""
    game = begin(
        edition,
        (6, 1),
        advantages={"soviet-union": ["salvage"]},
        units={
            "ukraine-ssr": {"germany": {"tank": 1}},
            "caucasus": {"soviet-union": {"infantry": 1}},
        },
        turn="germany",
        phase="combat-move",
    )
    game.decide("germany", "move 1 tank: ukraine-ssr > caucasus")
    game.decide("germany", "end")
    assert asked(game) == [("soviet-union", "salvage")]
    assert [step.name for step in game.state.agenda][-2:] == ["conduct-combat", "advantage"]
    game.decide("soviet-union", "use salvage")
    assert asked(game) == [("germany", "noncombat-move")]


@pytest.mark.parametrize(("edition", "place"), [("revised", "india"), ("lhtr", "australia")])
def test_a_garrison_is_founded_before_the_first_turn(edition: str, place: str) -> None:
    game = begin(edition, advantages={"united-kingdom": ["colonial-garrison"]})
    d = Draft(game.state)
    assert moments.ask(d, "before")
    power = d.top.power
    for refused in ("gibraltar", "united-kingdom", "karelia-ssr"):
        given = parse_answer(d.ed, f"use colonial-garrison: {refused}")
        with pytest.raises(Refusal) as caught:
            moments.answer(d.copy(), power, given)
        assert caught.value.rule.id == f"{edition}/advantage/colonial-garrison"
    moments.answer(d, power, parse_answer(d.ed, f"use colonial-garrison: {place}"))
    assert d.facilities[d.ed.board.index[place]]
    assert not moments.ask(d, "before")


def test_a_blitz_breaks_the_treaty() -> None:
    """Land taken on the way is attacked too."""
    game = begin(
        "revised",
        advantages={"soviet-union": ["nonaggression-treaty"]},
        units={
            "buryatia-ssr": {"soviet-union": {"tank": 1}},
            "manchuria": {},
            "kwangtung": {"japan": {"infantry": 1}},
        },
        turn="soviet-union",
        phase="combat-move",
    )
    game.decide("soviet-union", "move 1 tank: buryatia-ssr > manchuria > buryatia-ssr")
    game.decide("soviet-union", "end")
    power = game.edition.power_index["soviet-union"]
    assert "used:nonaggression-treaty" in game.position.traits[power]


def test_tanks_of_a_panzerblitz_go_one_territory() -> None:
    """Also where the way is left to the engine, and beside tanks that have not moved."""
    game = begin(
        "revised",
        (1, 6),
        advantages={"germany": ["panzerblitz"]},
        units={
            "eastern-europe": {"germany": {"tank": 1}},
            "ukraine-ssr": {"soviet-union": {"infantry": 1}},
        },
        owners={"ukraine-ssr": "soviet-union"},
        turn="germany",
        phase="combat-move",
    )
    game.decide("germany", "move 1 tank: eastern-europe > ukraine-ssr")
    game.decide("germany", "end")
    with pytest.raises(Refusal):
        game.decide("germany", "move 1 tank: ukraine-ssr > southern-europe")
    game.decide("germany", "move 1 tank: ukraine-ssr > balkans")
    with pytest.raises(Refusal):
        game.decide("germany", "move 1 tank: balkans > southern-europe")


def test_the_railway_is_found() -> None:
    game = begin(
        "revised",
        advantages={"soviet-union": ["trans-siberian-railway"]},
        units={"russia": {"soviet-union": {"infantry": 2}}},
        turn="soviet-union",
        phase="noncombat-move",
    )
    game.decide("soviet-union", "move 1 infantry: russia > yakut-ssr")
    with pytest.raises(Refusal):
        game.decide("soviet-union", "move 1 infantry: russia > buryatia-ssr")


def test_flights_begin_with_what_costs_nothing() -> None:
    game = begin(
        "revised",
        advantages={"united-states": ["island-bases"]},
        units={
            "midway": {"united-states": {"fighter": 1}},
            "sz-56": {"japan": {"transport": 1}},
        },
        turn="united-states",
        phase="combat-move",
    )
    d = Draft(game.state)
    midway, zone = d.ed.board.index["midway"], d.ed.board.index["sz-56"]
    assert next(rings(d, midway, 4)) == (0, 1 << zone)
    lines = list(game.legal("midway"))
    assert "united-states: move 1 fighter: midway > sz-56" in lines
    for line in lines:
        power, _, answer = line.partition(": ")
        assert game.refusal(power, answer) is None, line


def test_a_gun_is_no_defender() -> None:
    """Tanks that walk in past a gun have destroyed nobody."""
    game = begin(
        "revised",
        advantages={"germany": ["panzerblitz"]},
        units={
            "eastern-europe": {"germany": {"tank": 1}},
            "ukraine-ssr": {"soviet-union": {"aa-gun": 1}},
        },
        owners={"ukraine-ssr": "soviet-union"},
        turn="germany",
        phase="combat-move",
    )
    game.decide("germany", "move 1 tank: eastern-europe > ukraine-ssr")
    game.decide("germany", "end")
    with pytest.raises(Refusal):
        game.decide("germany", "move 1 tank: ukraine-ssr > balkans")
