"""Events in plain English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sandtable
from sandtable.cli.english import SENTENCES, Speaker, joined, plural
from sandtable.game.events import Event
from sandtable.game.library import load_edition
from sandtable.players.random_player import RandomPlayer

SPEAKER = Speaker(load_edition("1941"))


def test_every_event_of_the_format_has_a_sentence() -> None:
    text = Path(__file__).parents[2].joinpath("docs", "conformance.md").read_text()
    table = text.split("## Events")[1].split("## ")[0]
    types = re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)
    assert len(types) > 15
    assert set(types) <= set(SENTENCES)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_games_can_be_told(seed: int) -> None:
    game = sandtable.new_game("1941", seed=seed)
    RandomPlayer(seed).play(game, rounds=6)
    for event in game.events:
        assert event.type in SENTENCES, f"seed {seed}: {event}"
        text = SPEAKER.sentence(event)
        assert text[0].isupper(), f"seed {seed}: {text}"
        assert "{" not in text, f"seed {seed}: {text}"
        assert "None" not in text, f"seed {seed}: {text}"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            Event("purchased", {"power": "japan", "units": {"tank": 2}, "cost": 12}),
            "Japan buys 2 tanks for 12 IPCs.",
        ),
        (Event("collected", {"power": "japan", "amount": 1}), "Japan collects 1 IPC."),
        (
            Event(
                "moved",
                {
                    "power": "germany",
                    "units": {"infantry": 2, "tank": 1},
                    "path": ["ukraine", "west-russia", "karelia"],
                },
            ),
            "Germany moves 2 infantry and 1 tank from Ukraine to Karelia by way of West Russia.",
        ),
        (
            Event(
                "lost",
                {"power": "japan", "space": "sz-45", "units": {"fighter": 1}, "why": "no-landing"},
            ),
            "Japan loses 1 fighter in Sea Zone 45: there was no place to land.",
        ),
        (Event("won", {"side": "allies"}), "The Allies have won the game."),
        (Event("something", {"new": 1}), "something new=1"),
    ],
)
def test_sentences(event: Event, said: str) -> None:
    assert SPEAKER.sentence(event) == said


def test_words() -> None:
    assert joined([]) == ""
    assert joined(["a", "b", "c"]) == "a, b and c"
    assert plural("tank") == "tanks"
    assert plural("infantry") == "infantry"
    assert plural("transport(tank)") == "transports(tank)"
    assert SPEAKER.unit("transport(infantry+tank)", 2) == (
        "2 transports with infantry and tank aboard"
    )
    assert SPEAKER.unit("damaged battleship") == "1 damaged battleship"
