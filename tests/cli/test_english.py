"""Events in plain English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sandtable
from sandtable.game.events import Event
from sandtable.game.library import load_edition
from sandtable.players.random_player import RandomPlayer
from sandtable.words.english import Speaker, joined, plural
from sandtable.words.sentences import SENTENCES, sentence

SPEAKER = Speaker(load_edition("1941"))
REVISED = Speaker(load_edition("revised"))


def test_every_event_of_the_format_has_a_sentence() -> None:
    text = Path(__file__).parents[2].joinpath("docs", "conformance.md").read_text()
    table = text.split("## Events")[1].split("## ")[0]
    types = re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)
    assert len(types) > 15
    assert set(types) <= set(SENTENCES)


def test_every_event_of_the_engine_has_a_sentence() -> None:
    found = set()
    for path in Path(sandtable.__file__).parent.joinpath("game").rglob("*.py"):
        found |= set(re.findall(r'\.emit\(\s*"([a-z-]+)"', path.read_text()))
    assert len(found) > 30
    assert found <= set(SENTENCES)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_games_can_be_told(seed: int) -> None:
    game = sandtable.new_game("1941", seed=seed)
    RandomPlayer(seed).play(game, rounds=6)
    for event in game.events:
        assert event.type in SENTENCES, f"seed {seed}: {event}"
        text = sentence(SPEAKER, event)
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
    assert sentence(SPEAKER, event) == said


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        (
            "researched",
            {"power": "germany", "technology": "rockets", "dice": [2, 5], "success": True},
            "Germany does research for Rockets, dice 2 5: a success.",
        ),
        (
            "researched",
            {"power": "germany", "technology": "rockets", "dice": [1], "success": False},
            "Germany does research for Rockets, die 1: no success.",
        ),
        (
            "developed",
            {"power": "germany", "technology": "rockets"},
            "Germany now has Rockets.",
        ),
        (
            "raided",
            {
                "power": "united-kingdom",
                "space": "germany",
                "dice": [4, 6],
                "amount": 10,
                "victim": "germany",
            },
            "United Kingdom bombs the factory in Germany, dice 4 6: Germany loses 10 IPCs.",
        ),
        (
            "rocket",
            {
                "power": "germany",
                "from": "western-europe",
                "to": "united-kingdom",
                "dice": [3],
                "amount": 0,
                "victim": "united-kingdom",
            },
            "A rocket of Germany flies from Western Europe to the factory in United Kingdom, "
            "die 3: United Kingdom loses nothing.",
        ),
        (
            "bombarding",
            {"power": "japan", "space": "india", "units": {"battleship": 2}},
            "Japan bombards India with 2 battleships.",
        ),
        (
            "called-off",
            {"power": "japan", "space": "india"},
            "Japan calls off the landing in India.",
        ),
        (
            "used",
            {"power": "soviet-union", "advantage": "russian-winter"},
            "Soviet Union uses Russian Winter.",
        ),
        (
            "declined",
            {"power": "soviet-union", "advantage": "salvage"},
            "Soviet Union does not use Salvage now.",
        ),
        (
            "placed",
            {"power": "united-kingdom", "space": "india", "units": {"industrial-complex": 1}},
            "United Kingdom gets 1 industrial complex in India.",
        ),
        (
            "converted",
            {
                "power": "soviet-union",
                "from": "united-kingdom",
                "space": "russia",
                "units": {"tank": 2},
            },
            "Soviet Union takes over 2 tanks of United Kingdom in Russia.",
        ),
        (
            "surfaced",
            {"power": "germany", "space": "sz-5", "count": 2},
            "Germany surfaces 2 submarines in Sea Zone 5.",
        ),
        (
            "captured",
            {
                "power": "germany",
                "from": "soviet-union",
                "space": "caucasus",
                "units": {"aa-gun": 1},
            },
            "Germany captures 1 antiaircraft gun of Soviet Union in Caucasus.",
        ),
        (
            "advantages",
            {"power": "germany", "advantages": ["wolf-packs", "panzerblitz"]},
            "National advantages of Germany: Wolf Packs and Panzerblitz.",
        ),
        (
            "advantages",
            {"power": "germany", "advantages": ["wolf-packs"], "dice": [4]},
            "National advantages of Germany, die 4: Wolf Packs.",
        ),
        (
            "individual-winner",
            {"powers": ["germany", "japan"]},
            "Among the winners Germany and Japan have gained the most.",
        ),
        (
            "surplus-lost",
            {"power": "germany", "units": {"industrial-complex": 2}},
            "Germany loses 2 industrial complexes that were not placed.",
        ),
        (
            "rolled",
            {
                "space": "germany",
                "round": 0,
                "side": "defender",
                "step": "antiair",
                "dice": [1, 4],
                "hits": 1,
            },
            "Antiaircraft fire in Germany, dice 1 4: 1 hit.",
        ),
        (
            "rolled",
            {
                "space": "sz-60",
                "round": 1,
                "side": "attacker",
                "step": "kamikaze",
                "dice": [3],
                "hits": 1,
            },
            "Round 1 of battle: the attacker strikes with units it gives up, die 3: 1 hit.",
        ),
        (
            "lost",
            {"power": "japan", "space": "sz-60", "units": {"fighter": 1}, "why": "antiair"},
            "Japan loses 1 fighter in Sea Zone 60 to antiaircraft fire.",
        ),
    ],
)
def test_sentences_of_revised(kind: str, data: dict[str, object], said: str) -> None:
    assert sentence(REVISED, Event(kind, data)) == said


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
