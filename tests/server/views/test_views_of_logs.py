"""Lines of a log: sentences, headings and links to the map."""

from __future__ import annotations

import pytest

from sandtable import new_game
from sandtable.server.schemas.views import EventView
from sandtable.server.views.log import entry_text, event_view, heading
from sandtable.words.english import Speaker
from tests.server.views.clicking import Clicker


@pytest.mark.parametrize("edition", ["1941", "revised", "lhtr"])
def test_everything_that_happens_is_told_in_sentences(edition: str) -> None:
    options = {"advantages": "6"} if edition != "1941" else {}
    game = new_game(edition, seed=2, options=options)
    Clicker(2).play(game, rounds=2)
    speaker = Speaker(game.edition)
    for entry in game.history:
        text = entry_text(speaker, game, entry)
        assert text[0].isupper()
        assert text.endswith(".")
        for event in entry.events:
            view = event_view(speaker, event)
            assert EventView.model_validate_json(view.model_dump_json()) == view
            assert "=" not in view.text
            assert set(view.spaces) <= set(game.edition.board.index)


def test_a_move_leads_along_its_way_and_says_where_it_went() -> None:
    game = new_game("1941", seed=1)
    assert heading(game.state) == "Round 1, Soviet Union, Purchase Units"
    game.play("soviet-union: buy nothing")
    game.play("soviet-union: end")
    events = game.play("soviet-union: move 1 infantry: russia > caucasus")
    view = event_view(Speaker(game.edition), events[0])
    assert view.spaces == ["russia", "caucasus"]
    assert view.text == "Soviet Union moves 1 infantry from Russia to Caucasus."
    assert entry_text(Speaker(game.edition), game, game.history[-1]) == view.text
    assert heading(game.state) == "Round 1, Soviet Union, Noncombat Move"


def test_a_battle_is_told_with_names_and_without_commands() -> None:
    game = new_game("1941", seed=2)
    Clicker(2).play(game, rounds=2)
    speaker = Speaker(game.edition)
    texts = [entry_text(speaker, game, entry) for entry in game.history]
    assert not [text for text in texts if ": End" in text or ": Press" in text or ": Lose" in text]
    assert "Germany ends the phase." in texts
    ended = [event for entry in game.history for event in entry.events if event.type == "ended"]
    told = {event_view(speaker, event, "Germany").text.split(" the battle")[0] for event in ended}
    assert {"Germany wins", "Germany loses"} <= told
