"""Positions as lines of text: they come back as they went, and broken ones are pointed at."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import load_edition, new_game
from sandtable.game.notation import (
    NotationError,
    edition_of_position,
    format_position,
    parse_position,
)
from sandtable.rules.position import Position, Token, stack_of
from tests.game.notation.driver import moments, played

EDITION = load_edition("1941")
START = new_game("1941").position
LINE = format_position(EDITION, START)


def changed(old: str, new: str) -> str:
    assert old in LINE
    return LINE.replace(old, new, 1)


def test_the_first_position_is_written_as_documented() -> None:
    assert LINE.startswith(
        "position/1 1941 r1 soviet-union purchase owners:- "
        "units:soviet-union:archangel=3*infantry,caucasus=3*infantry+tank,"
    )
    assert LINE.endswith(" facilities:- ipcs:7,12,12,9,15")
    assert edition_of_position(LINE) == "1941"


@given(seed=st.integers(2, 15))
@settings(max_examples=6)
def test_positions_of_games_come_back_as_they_went(seed: int) -> None:
    game = played(seed)
    texts: dict[str, Position] = {}
    for state in moments(game):
        position = state.position.settled()
        text = format_position(EDITION, state.position)
        assert format_position(EDITION, position) == text
        assert parse_position(EDITION, text) == position
        assert texts.setdefault(text, position) == position
    assert len(texts) == len(set(texts.values()))


def test_damage_cargo_of_other_powers_owners_and_facilities_are_kept() -> None:
    unit, space = EDITION.unit_index, EDITION.board.index
    ship = Token(2, unit["transport"], 0, ((2, unit["infantry"]), (4, unit["tank"])))
    deck = Token(2, unit["carrier"], 0, ((4, unit["fighter"]), (4, unit["fighter"])))
    hulk = Token(2, unit["battleship"], 1)
    stacks = list(START.stacks)
    stacks[space["sz-8"]] = stack_of(
        [(ship, 2), (deck, 1), (hulk, 1), (hulk._replace(damage=0), 3), (Token(1, 7), 2)]
    )
    owners = list(START.owners)
    owners[space["caucasus"]] = 1
    owners[space["karelia"]] = -1
    facilities = list(START.facilities)
    facilities[space["caucasus"]] = ()
    facilities[space["karelia"]] = (unit["industrial-complex"],)
    position = START._replace(
        round=12,
        turn=4,
        phase=5,
        stacks=tuple(stacks),
        owners=tuple(owners),
        facilities=tuple(facilities),
        treasuries=(0, 1, 22, 333, 4444),
    )
    text = format_position(EDITION, position)
    assert parse_position(EDITION, text) == position
    assert text.startswith("position/1 1941 r12 united-states mobilize ")
    assert "owners:caucasus=germany,karelia=none " in text
    assert "facilities:caucasus=none,karelia=industrial-complex " in text
    assert (
        "sz-8=3*battleship+battleship!1+carrier(2*united-states.fighter)"
        "+2*transport(infantry+united-states.tank)"
    ) in text


def test_the_order_of_what_is_listed_does_not_matter() -> None:
    shuffled = changed("archangel=3*infantry,caucasus=3*infantry+tank", "caucasus=tank+3*infantry")
    shuffled = shuffled.replace("sz-4=submarine", "archangel=3*infantry,sz-4=1*submarine")
    assert parse_position(EDITION, shuffled) == START


@pytest.mark.parametrize(
    ("text", "field", "at", "reason"),
    [
        ("", "position", "", "empty"),
        ("hello", "position/1", "hello", "begins with"),
        (changed("position/1", "position/3"), "position/1", "position/3", "version 3"),
        (changed("position/1", "position/2"), "traits", "", "ends before"),
        (changed("/1 1941", "/1 1942"), "edition", "1942", "1942"),
        (changed("r1", "x1"), "round", "x1", "r3"),
        (changed("r1", "r0"), "round", "0 ", "1 to"),
        (changed("r1", "r٣"), "round", "٣ ", "not a number"),
        (changed("r1", "r" + "9" * 5000), "round", "999", "not a number"),
        (changed("soviet-union", "sovjet-union"), "turn", "sovjet", "did you mean"),
        (changed("purchase", "tea"), "phase", "tea", "unknown phase"),
        (changed("owners:-", "owners:"), "owners", "owners:", "begins with"),
        (changed("owners:-", "owners:alaska"), "owners", "alaska", "two words"),
        (changed("owners:-", "owners:atlantis=japan"), "owners", "atlantis", "unknown space"),
        (changed("owners:-", "owners:alaska=japan,alaska=none"), "owners", "alaska=none", "twice"),
        (changed("owners:-", "owners:sz-1=japan"), "owners", "japan ", "sea zone"),
        (changed("3*infantry", "0*infantry"), "units", "0*", "1 to"),
        (changed("3*infantry", "-3*infantry"), "units", "-3*", "not a number"),
        (changed("3*infantry", "99999*infantry"), "units", "99999*", "1 to"),
        (changed("3*infantry", "3*infanty"), "units", "infanty", "did you mean 'infantry'"),
        (changed("3*infantry", "tank+2*tank"), "units", "2*tank", "twice"),
        (changed("3*infantry", "submarine"), "units", "submarine", "cannot stand"),
        (changed("3*infantry", "industrial-complex"), "units", "industrial", "facility"),
        (changed("3*infantry", "infantry!1"), "units", "infantry!1", "destroyed"),
        (changed("sz-4=submarine", "sz-4=transport(3*tank)"), "units", "transport(3", "carry"),
        (changed("sz-4=submarine", "sz-4=transport(tank"), "units", "tank;", "not closed"),
        (changed("sz-4=submarine", "sz-4=transport()"), "units", ");", "nothing stands"),
        (changed("sz-4=submarine", "sz-4=transport(13*tank)"), "units", "13*", "1 to 12"),
        (changed("facilities:-", "facilities:alaska=tank"), "facilities", "tank", "no facility"),
        (changed("ipcs:7,", "ipcs:"), "ipcs", "12,12", "5 powers"),
        (changed("ipcs:7,", "ipcs:-7,"), "ipcs", "-7,", "not a number"),
        (LINE + " more", "end", "more", "more fields"),
        (LINE.rpartition(" ")[0], "ipcs", "", "ends before"),
        (LINE + "\n" + LINE, "position", "", "one line"),
    ],
)
def test_mistakes_are_pointed_at(text: str, field: str, at: str, reason: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_position(EDITION, text)
    assert error.value.field == field
    assert reason in error.value.reason
    assert text[max(error.value.column - 1, 0) :].startswith(at)


def test_every_shortened_line_is_refused() -> None:
    for length in range(len(LINE) - 1):
        text = LINE[:length]
        if text.endswith(("ipcs:7,12,12,9,15", "ipcs:7,12,12,9,1")):
            continue
        with pytest.raises(NotationError):
            parse_position(EDITION, text)


@given(at=st.integers(0, len(LINE) - 1), char=st.characters())
def test_a_wrong_character_is_refused_or_means_another_position(at: int, char: str) -> None:
    text = LINE[:at] + char + LINE[at + 1 :]
    try:
        position = parse_position(EDITION, text)
    except NotationError:
        return
    assert parse_position(EDITION, format_position(EDITION, position)) == position


@given(text=st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_position(EDITION, text)


@pytest.mark.parametrize("filler", ["(", "+", "a+", "a,", "x=y,", "9", ";", "a(b+", " r1"])
def test_endless_lines_are_refused(filler: str) -> None:
    short = filler * (150_000 // len(filler))
    endless = filler * 2_000_000
    for body in (short, endless):
        for text in (body, changed("units:", "units:" + body)):
            with pytest.raises(NotationError):
                parse_position(EDITION, text)
