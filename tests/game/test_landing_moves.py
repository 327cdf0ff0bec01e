"""The moves that bring aircraft down are orders that the engine takes."""

from __future__ import annotations

from sandtable.conformance.positions import begin_scenario
from sandtable.game.dice import ScriptedDice
from sandtable.game.draft import Draft
from sandtable.game.landing import landing_moves
from sandtable.game.library import load_edition


def test_carriers_with_different_guests_are_sent_one_by_one() -> None:
    """Two carriers of a zone are both needed, and only one of them has a guest aboard."""
    position = {
        "clear": "all",
        "owners": {"midway": "germany"},
        "units": {
            "sz-39": {"germany": {"carrier": 1, "carrier(japan.fighter)": 1}},
            "midway": {"germany": {"fighter": 3}},
        },
        "turn": "germany",
        "phase": "noncombat-move",
    }
    game = begin_scenario(load_edition("1941"), {"position": position}, ScriptedDice(()))
    game.decide("germany", "move 3 fighter: midway > sz-43 > sz-40 > sz-37 > sz-33")
    for move in landing_moves(Draft(game.state)):
        game.decide("germany", move)
    events = game.decide("germany", "end")
    assert not [event for event in events if event.type == "lost"]
