"""Questions around a battle at the command line, saved games, and the luck of a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.odds import battle
from tests.cli.conftest import Run


@pytest.fixture
def attacking(run: Run, game: Path) -> Path:
    """A game with two attacks ordered."""
    for line in (
        "buy nothing",
        "move 3 infantry, 1 tank: caucasus > ukraine",
        "move 3 infantry: karelia > norway-finland",
    ):
        assert run("decide", game, line).code == 0
    return game


def test_battles_of_a_game(run: Run, attacking: Path) -> None:
    found = {b["space"]: b for b in run("odds", attacking, "--json").data["battles"]}
    assert found.keys() == {"ukraine", "norway-finland"}
    ukraine = found["ukraine"]
    assert (ukraine["attacker_powers"], ukraine["defender_powers"]) == (
        ["soviet-union"],
        ["germany"],
    )
    assert (ukraine["kind"], ukraine["begun"]) == ("battle", False)
    plain = battle("1941", "3 infantry 1 tank", "3 infantry 2 tanks")
    assert ukraine["chances"]["attacker"] == pytest.approx(plain.wins, abs=1e-12)
    before = attacking.read_bytes()
    out = run("odds", attacking).out
    assert "Soviet Union in Norway/Finland: 3 infantry against 2 infantry" in out
    assert "Soviet Union in Ukraine: 3 infantry and 1 tank against 3 infantry and 2 tanks" in out
    assert attacking.read_bytes() == before


def test_one_battle_of_a_game(run: Run, attacking: Path, tmp_path: Path) -> None:
    assert run("odds", attacking, "Ukraine", "-q").out.startswith("ukraine ")
    path = tmp_path / "u.svg"
    assert run("odds", attacking, "ukraine", "--picture", path, "--losses", "t,i").code == 0
    assert "Soviet Union in Ukraine" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("india",), "no battle is pending in India; one of norway-finland or ukraine"),
        (("atlantis",), "unknown space 'atlantis'"),
        (("ukraine", "india"), "a game is followed by one space at most"),
        (("--picture", "x.svg"), "--picture draws one battle: name the space"),
        (("--attacker", "japan"), "--attacker is for forces, not for a saved game"),
        (("--no-way-out",), "--no-way-out is for forces"),
        (("--counter", "3i"), "--counter or --wave is for forces"),
        (("ukraine", "--losses", "i"), "misses tank"),
        (("ukraine", "--survives", "bb"), "no battleship to survive"),
    ],
)
def test_what_is_refused_of_a_game(
    run: Run, attacking: Path, words: tuple[str, ...], message: str
) -> None:
    ran = run("odds", attacking, *words)
    assert ran.code == 2
    assert message in ran.err


def test_games_without_battles(run: Run, game: Path, tmp_path: Path) -> None:
    assert "no battle is pending in Purchase Units" in run("odds", game).err
    other = tmp_path / "no-game"
    other.write_text("nonsense", encoding="utf-8")
    assert run("odds", other).code == 2


def test_a_counter_attack(run: Run) -> None:
    words = ("odds", "revised", "4i 2t 1f", "3i", "--counter", "2i 2t")
    data = run(*words, "--reinforce", "1i", "--json").data
    assert len(data["after"]) == 2
    assert data["hold"] < data["after"][0]["attacker"]
    plain = battle("revised", "4i 2t 1f", "3i")
    assert data["after"][0]["attacker"] == pytest.approx(plain.takes, abs=1e-9)
    out = run(*words).out
    assert "counter-attack" in out
    assert "The attacker holds in the end" in out
    again = run("odds", "revised", "2i", "3i", "--wave", "3i", "--counter", "2i", "--json").data
    assert len(again["after"]) == 3


def test_the_least_and_the_best_force(run: Run) -> None:
    words = ("odds", "revised", "6i 2a 3t", "3i")
    least = run(*words, "--least", "90%", "--json").data
    assert least["choices"][0]["takes"] >= 0.9
    assert least["choices"][0]["cost"] < least["full"]["cost"]
    assert run(*words, "--least", "0.9", "-q").out.strip() == least["choices"][0]["force"]
    best = run(*words, "--best", "--json").data
    assert best["choices"][0]["swing"] >= least["choices"][0]["swing"]
    assert "No force will do" in run("odds", "revised", "1i", "9i", "--least", "90%").out


def test_a_dead_zone(run: Run) -> None:
    words = ("odds", "revised", "3i 1t", "3i", "--dead-zone", "--ground", "2")
    data = run(*words, "--json").data
    assert len(data["garrisons"]) == 4
    out = run(*words).out
    assert f"The owner loses least with: {data['best']['force']}" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--least", "most"), "--least 'most': a chance such as 90%"),
        (("--least", "0%"), "a chance"),
        (("--least", "90%", "--best"), "not allowed with argument"),
        (("--dead-zone", "--landed", "all"), "--dead-zone cannot go with --landed"),
        (("--counter", "2 tonks"), "unknown unit 'tonks'"),
        (("--counter", "2i", "--survives", "i"), "--survives goes with a single battle"),
        (("--best", "--picture", "a.svg"), "--picture goes with a single battle"),
    ],
)
def test_questions_that_are_refused(run: Run, words: tuple[str, ...], message: str) -> None:
    ran = run("odds", "revised", "3i", "2i", *words)
    assert ran.code == 2
    assert message in ran.err


def test_the_luck_of_a_game(run: Run, attacking: Path) -> None:
    assert run("luck", attacking).out == "No dice have fallen yet.\n"
    for line in ("end", "fight ukraine"):
        run("decide", attacking, line)
    data = run("luck", attacking, "--json").data
    assert data["battles"][0]["space"] == "ukraine"
    out = run("luck", attacking).out
    assert out.splitlines()[0].split() == [
        "power",
        "what",
        "rolls",
        "fell",
        "expected",
        "luck",
        "deviations",
    ]
    assert "chance before" in out
    assert "chance before" not in run("luck", attacking, "--rolls-only").out
    assert run("luck", attacking.with_name("none")).code == 2


def test_a_force_that_wins_without_taking_the_ground(run: Run) -> None:
    ran = run("odds", "revised", "1i 3 bomber", "2i", "--least", "99%")
    assert re.search(r"No force will do; all of it wins 9.*, takes the ground [1-8]", ran.out)


def test_survivors_of_the_battles_that_have_them(run: Run, attacking: Path) -> None:
    battles = run("odds", attacking, "--survives", "tank", "--json").data["battles"]
    found = {battle["space"]: battle.get("survives") for battle in battles}
    assert found["norway-finland"] is None
    assert [survival["unit"] for survival in found["ukraine"]] == ["tank"]
