"""Fighters that go aboard a new carrier: a list of answers, not a moving phase."""

from __future__ import annotations

import sandtable
from sandtable.game.notation.position import parse_position
from sandtable.server.views.options import options_for

BEFORE = (
    "position/1 revised r2 japan purchase owners:- units:soviet-union:russia=infantry;"
    "germany:germany=infantry;united-kingdom:united-kingdom=infantry;"
    "japan:japan=3*fighter;united-states:eastern-united-states=infantry "
    "facilities:- ipcs:10,10,10,16,10"
)


def test_boarding_is_offered_as_a_list_with_most_fighters_first() -> None:
    rules = sandtable.load_edition("revised")
    position = parse_position(rules, BEFORE)
    game = sandtable.new_game(rules, position=position, options={"technology": "off"})
    for line in ("buy 1 carrier", "end", "end", "place 1 carrier: sz-60"):
        game.decide("japan", line)
    options = options_for(game, game.pending[0], 1)
    assert options.kind == "new-carriers"
    assert options.moving is None
    assert [offer.line for offer in options.answers] == [
        "move 2 fighter: japan > sz-60",
        "move 1 fighter: japan > sz-60",
        "end",
    ]
    assert options.answers[-1].text == "Leave the others where they are"
