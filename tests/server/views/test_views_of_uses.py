"""Uses of national advantages that are put together of many units."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.game.notation.answers_json import answer_from_json
from sandtable.game.notation.position import parse_position
from sandtable.server.schemas.options import Options, UseWay
from sandtable.server.views.options import options_for

LENDING = (
    "position/2 {edition} r2 soviet-union purchase owners:- units:soviet-union:russia=infantry;"
    "germany:germany=infantry;united-kingdom:russia=3*infantry+2*tank,archangel=2*artillery;"
    "japan:japan=infantry;united-states:russia=2*tank,caucasus=infantry facilities:- "
    "ipcs:10,10,10,40,10 traits:soviet-union=lend-lease"
)
KNOWN = (
    "position/2 revised r2 germany combat-move owners:- units:soviet-union:russia=infantry;"
    "germany:libya=3*tank;united-kingdom:anglo-egypt=2*infantry,"
    "trans-jordan=2*infantry+artillery+tank;japan:japan=infantry;"
    "united-states:eastern-united-states=infantry facilities:- ipcs:10,10,10,40,10 "
    "traits:united-kingdom=enigma-decoded"
)
SWORN = (
    "position/2 {edition} r2 united-states combat-move owners:- units:"
    "soviet-union:russia=infantry;germany:germany=infantry;united-kingdom:"
    "united-kingdom=infantry;japan:japan=infantry,sz-60=3*submarine;"
    "united-states:sz-57=battleship+2*destroyer facilities:- ipcs:10,10,10,40,10 "
    "traits:japan=kaiten-torpedoes"
)


def game_at(edition: str, position: str) -> sandtable.Game:
    rules = sandtable.load_edition(edition)
    then = parse_position(rules, position.format(edition=edition))
    return sandtable.new_game(rules, position=then, options={"technology": "off"})


def asked(game: sandtable.Game) -> Options:
    return options_for(game, game.pending[0], 1)


def use(options: Options, parts: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": "use", "advantage": options.kind, "parts": parts}


def way_of(options: Options, path: list[str]) -> UseWay:
    assert options.use is not None
    return next(way for way in options.use.ways if way.path == path)


def refusal(game: sandtable.Game, answer: dict[str, Any]) -> Exception | None:
    return game.refusal(game.pending[0].power, answer_from_json(game.edition, answer))


def test_every_row_alone_is_accepted_and_so_are_all_together() -> None:
    game = game_at("revised", LENDING)
    options = asked(game)
    (rows,) = [way.rows for way in options.use.ways] if options.use else [[]]
    assert {(row.power, row.unit, row.most) for row in rows} == {
        ("united-kingdom", "infantry", 3),
        ("united-kingdom", "tank", 2),
        ("united-kingdom", "artillery", 2),
        ("united-states", "tank", 2),
        ("united-states", "infantry", 1),
    }
    for row in rows:
        assert refusal(game, use(options, [row.part])) is None
    everything = [
        {**row.part, "units": [{**spec, "count": row.most} for spec in row.part["units"]]}
        for row in rows
    ]
    assert refusal(game, use(options, everything)) is None


def test_pools_say_how_many_one_friend_lends() -> None:
    game = game_at("lhtr", LENDING)
    for answer in ({"type": "buy", "units": {"infantry": 1}}, {"type": "end"}, {"type": "end"}):
        game.decide("soviet-union", answer_from_json(game.edition, answer))
    options = asked(game)
    assert options.use is not None
    (way,) = options.use.ways
    assert way.pools == {"united-kingdom": 1, "united-states": 1}
    british = [row.part for row in way.rows if row.power == "united-kingdom"]
    assert refusal(game, use(options, british[:1])) is None
    assert refusal(game, use(options, british[:2])) is not None


def test_ways_into_the_attacked_space_come_first() -> None:
    game = game_at("revised", KNOWN)
    game.decide("germany", "move 3 tank: libya > anglo-egypt")
    game.decide("germany", "end")
    options = asked(game)
    assert options.kind == "enigma-decoded"
    assert options.use is not None
    assert options.use.ways[0].path[-1] == "anglo-egypt"
    way = way_of(options, ["trans-jordan", "anglo-egypt"])
    assert way.together
    units = [{"unit": row.unit, "count": row.most} for row in way.rows if row.unit != "infantry"]
    assert refusal(game, use(options, [{**way.rows[0].part, "units": units}])) is None


@pytest.mark.parametrize(
    ("edition", "aims"), [("revised", {None}), ("lhtr", {"battleship", "destroyer"})]
)
def test_sworn_units_are_aimed_where_the_edition_says_so(
    edition: str, aims: set[str | None]
) -> None:
    game = game_at(edition, SWORN)
    game.decide("united-states", "move 1 battleship, 2 destroyer: sz-57 > sz-60")
    game.decide("united-states", "end")
    options = asked(game)
    assert options.kind == "kaiten-torpedoes"
    assert options.use is not None
    (way,) = options.use.ways
    assert {row.aim for row in way.rows} == aims
    assert way.pools == {"submarine": 3}
    for row in way.rows:
        assert refusal(game, use(options, [row.part])) is None
