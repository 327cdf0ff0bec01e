"""Decisions as lines and as JSON: they come back as they went, and broken ones are refused."""

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sandtable import InvalidAnswer, load_edition
from sandtable.game.answers import (
    Absent,
    Answer,
    Attack,
    Buy,
    Consent,
    End,
    Fight,
    Land,
    Lose,
    Move,
    Place,
    Press,
    Retreat,
    Submerge,
    UnitSpec,
)
from sandtable.game.notation import (
    answer_from_json,
    answer_to_json,
    format_answer,
    parse_answer,
)
from tests.game.notation.driver import played

EDITION = load_edition("1941")
UNIT = EDITION.unit_index
SPACE = EDITION.board.index

powers = st.integers(0, len(EDITION.powers) - 1)
spaces = st.integers(0, len(EDITION.board) - 1)
kinds = st.integers(0, len(EDITION.units) - 1)
numbers = st.integers(1, 999)


@st.composite
def specs(draw: st.DrawFn, count: int | None = None) -> UnitSpec:
    power = draw(st.just(-1) | powers)
    owner = st.just(power) | powers
    cargo = st.lists(st.tuples(owner, kinds), max_size=4).map(lambda c: tuple(sorted(c)))
    return UnitSpec(
        count or draw(numbers),
        draw(kinds),
        power,
        draw(st.none() | cargo),
        draw(st.integers(-1, 9)),
        draw(st.just(-1) | spaces),
        draw(st.integers(-1, 1)),
    )


plain = st.tuples(numbers, kinds).map(lambda given: UnitSpec(*given))
units = st.lists(plain | specs(), max_size=4).map(tuple)
paths = st.lists(spaces, min_size=2, max_size=6).map(tuple)
promises = st.lists(st.tuples(st.just(-1) | spaces, spaces), max_size=3).map(tuple)
ships = st.none() | specs(count=1)
absent = st.sampled_from(["research", "raid", "transfer", "option"])
answers: st.SearchStrategy[Answer] = st.one_of(
    units.map(Buy),
    st.tuples(units, paths, ships, st.sampled_from(["", "attack", "raid", "kamikaze"])).map(
        lambda given: Move(*given)
    ),
    st.tuples(spaces, units).map(lambda given: Attack(*given)),
    promises.map(End),
    spaces.map(Fight),
    st.integers(0, 999).map(Submerge),
    units.map(Lose),
    st.just(Press()),
    (st.just(-1) | spaces).map(Retreat),
    spaces.map(Land),
    st.lists(st.tuples(spaces, units), max_size=3).map(tuple).map(Place),
    st.tuples(powers, st.booleans()).map(lambda given: Consent(*given)),
    absent.map(lambda kind: Absent(kind, "1 a")),
)


@given(answer=answers)
def test_answers_come_back_from_json_as_they_went(answer: Answer) -> None:
    text = json.dumps(answer_to_json(EDITION, answer))
    assert answer_from_json(EDITION, json.loads(text)) == answer


@given(answer=answers)
@example(answer=Lose((UnitSpec(1, 2, left=2, origin=7), UnitSpec(1, 2, left=2, origin=8))))
def test_answers_come_back_from_their_line_as_they_went(answer: Answer) -> None:
    assert parse_answer(EDITION, format_answer(EDITION, answer)) == answer


@given(seed=st.integers(2, 15))
@settings(max_examples=6)
def test_answers_given_in_games_come_back_as_they_went(seed: int) -> None:
    for entry in played(seed).history:
        assert parse_answer(EDITION, format_answer(EDITION, entry.answer)) == entry.answer
        assert answer_from_json(EDITION, answer_to_json(EDITION, entry.answer)) == entry.answer


@pytest.mark.parametrize(
    ("line", "data"),
    [
        ("buy 2 infantry, 1 tank", {"type": "buy", "units": {"infantry": 2, "tank": 1}}),
        ("buy nothing", {"type": "buy", "units": {}}),
        (
            "move 2 infantry: united-kingdom > sz-7 onto transport(tank)",
            {
                "type": "move",
                "units": {"infantry": 2},
                "path": ["united-kingdom", "sz-7"],
                "ship": {"unit": "transport", "cargo": [{"unit": "tank"}]},
            },
        ),
        (
            "move 1 transport(2 infantry+united-states.tank): sz-10 > sz-9 attack",
            {
                "type": "move",
                "units": [
                    {
                        "unit": "transport",
                        "cargo": [
                            {"unit": "infantry"},
                            {"unit": "infantry"},
                            {"unit": "tank", "power": "united-states"},
                        ],
                    }
                ],
                "path": ["sz-10", "sz-9"],
                "attack": True,
            },
        ),
        (
            "attack sz-6 with 1 fighter",
            {"type": "attack", "space": "sz-6", "units": {"fighter": 1}},
        ),
        ("attack sz-10", {"type": "attack", "space": "sz-10"}),
        ("end", {"type": "end"}),
        (
            "end: carrier sz-42 > sz-44, new carrier > sz-7",
            {
                "type": "end",
                "promises": [
                    {"unit": "carrier", "path": ["sz-42", "sz-44"]},
                    {"unit": "carrier", "new": True, "path": ["sz-7"]},
                ],
            },
        ),
        ("fight caucasus", {"type": "fight", "space": "caucasus"}),
        ("submerge 1", {"type": "submerge", "count": 1}),
        (
            "lose 1 damaged germany.battleship, 2 fighter@2@sz-14",
            {
                "type": "lose",
                "units": [
                    {"unit": "battleship", "power": "germany", "damaged": True},
                    {"unit": "fighter", "count": 2, "left": 2, "origin": "sz-14"},
                ],
            },
        ),
        ("press on", {"type": "press"}),
        ("retreat", {"type": "retreat"}),
        ("retreat ukraine", {"type": "retreat", "to": "ukraine"}),
        ("land gibraltar", {"type": "land", "space": "gibraltar"}),
        (
            "place 2 infantry: india; 1 destroyer: sz-35",
            {"type": "place", "places": {"india": {"infantry": 2}, "sz-35": {"destroyer": 1}}},
        ),
        ("place nothing", {"type": "place", "places": {}}),
        (
            "place 2 infantry: india; 1 tank: india",
            {
                "type": "place",
                "places": [
                    {"space": "india", "units": {"infantry": 2}},
                    {"space": "india", "units": {"tank": 1}},
                ],
            },
        ),
        (
            "consent united-kingdom no",
            {"type": "consent", "to": "united-kingdom", "give": False},
        ),
        ("research 1", {"type": "research", "text": "1"}),
    ],
)
def test_lines_and_data_say_the_same(line: str, data: dict[str, Any]) -> None:
    answer = parse_answer(EDITION, line)
    assert answer_to_json(EDITION, answer) == data
    assert answer_from_json(EDITION, data) == answer
    assert format_answer(EDITION, answer) == line


def test_units_of_which_there_are_none_are_dropped() -> None:
    assert answer_from_json(EDITION, {"type": "buy", "units": {"tank": 0}}) == Buy(())


NESTED: Any = []
for _ in range(5000):
    NESTED = [NESTED]


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (None, "answer"),
        ([], "answer"),
        ("buy", "answer"),
        ({}, "type"),
        ({"type": 1}, "type"),
        ({"type": ["buy"]}, "type"),
        ({"type": "by", "units": {}}, "type"),
        ({"type": "buy"}, "buy"),
        ({"type": "buy", "units": {}, "more": 1}, "buy"),
        ({"type": "buy", "units": 3}, "units"),
        ({"type": "buy", "units": {"infantry": -1}}, "units"),
        ({"type": "buy", "units": {"infantry": 1000}}, "units"),
        ({"type": "buy", "units": {"infantry": 10**400}}, "units"),
        ({"type": "buy", "units": {"infantry": True}}, "units"),
        ({"type": "buy", "units": {"infantry": 1.0}}, "units"),
        ({"type": "buy", "units": {"infantry": float("nan")}}, "units"),
        ({"type": "buy", "units": {"infantry": "1"}}, "units"),
        ({"type": "buy", "units": {"Infantry": 1}}, "units"),
        ({"type": "buy", "units": {1: 1}}, "units"),
        ({"type": "buy", "units": [{"unit": "tank"}] * 201}, "units"),
        ({"type": "buy", "units": NESTED}, "units[0]"),
        ({"type": "buy", "units": [{"count": 1}]}, "units[0]"),
        ({"type": "buy", "units": [{"unit": "tank", "left": -1}]}, "units[0].left"),
        ({"type": "buy", "units": [{"unit": "tank", "damaged": 1}]}, "units[0].damaged"),
        ({"type": "buy", "units": [{"unit": "tank", "cargo": [{}] * 13}]}, "units[0].cargo"),
        ({"type": "buy", "units": [{"unit": "tank", "cargo": ["tank"]}]}, "units[0].cargo[0]"),
        ({"type": "move", "units": {}, "path": "ukraine"}, "path"),
        ({"type": "move", "units": {}, "path": ["ukraine", 7]}, "path[1]"),
        ({"type": "move", "units": {}, "path": ["ukraine"] * 41}, "path"),
        ({"type": "move", "units": {}, "path": [], "attack": 1}, "attack"),
        ({"type": "move", "units": {}, "path": [], "ship": None}, "ship"),
        ({"type": "end", "promises": [{"unit": "tank", "path": []}]}, "promises[0].unit"),
        ({"type": "end", "promises": [{"unit": "carrier", "path": ["sz-1"]}]}, "promises[0].path"),
        ({"type": "submerge", "count": True}, "count"),
        ({"type": "retreat", "to": None}, "to"),
        ({"type": "place", "places": [["india", {}]]}, "places[0]"),
        ({"type": "consent", "to": "atlantis", "give": True}, "to"),
        ({"type": "consent", "to": "japan", "give": "yes"}, "give"),
        ({"type": "research", "text": "x" * 50_000}, "text"),
    ],
)
def test_broken_data_is_refused_with_the_place(data: Any, where: str) -> None:
    with pytest.raises(InvalidAnswer) as error:
        answer_from_json(EDITION, data)
    assert str(error.value).startswith(where)


@given(
    data=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    ),
    kind=st.sampled_from(["buy", "move", "attack", "end", "lose", "place", "consent"]),
    key=st.sampled_from(["units", "path", "ship", "promises", "places", "to", "space"]),
)
def test_any_data_is_read_or_refused(data: Any, kind: str, key: str) -> None:
    for whole in (data, {"type": kind, "units": {}, "path": [], key: data}):
        try:
            answer_from_json(EDITION, whole)
        except InvalidAnswer:
            continue


def test_a_line_of_spaces_is_read_as_one_space() -> None:
    assert parse_answer(EDITION, "buy   1 \t infantry") == Buy((UnitSpec(1, UNIT["infantry"]),))
    with pytest.raises(InvalidAnswer):
        parse_answer(EDITION, "buy 1" + " " * 3900 + "!")
