"""Raids, rockets and landings at the command line, and the raids of a saved game."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.odds import questions
from sandtable.odds.solving import solved
from tests.cli.conftest import Run


@pytest.fixture
def raiding(run: Run, tmp_path: Path) -> Path:
    """A game in which a raid and an attack are ordered."""
    path = tmp_path / "r.sav"
    assert run("new", path, "--edition", "revised", "--seed", "7").code == 0
    for line in (
        *("research nothing", "buy nothing", "end", "end"),
        *("research nothing", "buy nothing"),
        "move 1 bomber: germany > sz-5 > sz-6 > united-kingdom raid",
        "move 3 infantry: belorussia > karelia-ssr",
    ):
        assert run("decide", path, line).code == 0
    return path


def test_raids_of_a_game(run: Run, raiding: Path) -> None:
    data = run("odds", raiding, "--json").data
    assert [b["space"] for b in data["battles"]] == ["karelia-ssr"]
    (raid,) = data["raids"]
    assert (raid["space"], raid["kind"]) == ("united-kingdom", "raid")
    assert raid["attacker_powers"] == ["germany"]
    plain = questions.raid("revised", "1 bomber", at="united-kingdom")
    assert raid["paid"] == pytest.approx(plain.paid)
    assert raid["lost"] == pytest.approx({"0": 5 / 6, "1": 1 / 6})
    assert raid["cost"] == pytest.approx(2.5)
    out = run("odds", raiding).out
    assert "Germany in United Kingdom: a raid by 1 bomber" in out
    assert "Germany in Karelia S.S.R.: 3 infantry against" in out
    assert run("odds", raiding, "united-kingdom", "-q").out == "united-kingdom raid +0.4\n"
    cheap = run("odds", raiding, "united-kingdom", "--price", "bomber=6", "--json").data
    assert cheap["raids"][0]["cost"] == pytest.approx(1.0)


def test_a_picture_is_of_the_battle(run: Run, raiding: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    asked = run("odds", raiding, "united-kingdom", "--picture", path)
    assert "--picture draws a battle, not a raid" in asked.err
    assert run("odds", raiding, "--picture", path).code == 0
    assert "Karelia" in path.read_text(encoding="utf-8")


def test_survivors_of_a_game_for_programs(run: Run, raiding: Path) -> None:
    data = run("odds", raiding, "karelia-ssr", "--survives", "i", "--json").data
    assert [(s["unit"], s["side"]) for s in data["battles"][0]["survives"]] == [
        ("infantry", "attacker")
    ]


def test_a_raid(run: Run) -> None:
    data = run("odds", "revised", "2 bombers", "--raid", "germany", "--json").data
    assert data == questions.raid("revised", "2 bomber", at="germany").to_json()
    out = run("odds", "revised", "2 bombers", "--raid", "germany").out
    assert "Paid: 5.8 IPCs on average; raiders lost: 5.0 IPCs" in out
    plain = run("odds", "revised", "1 bomber", "--raid", "8", "--no-gun", "--json").data
    assert plain["paid"] == pytest.approx(3.5)
    far = run("odds", "revised", "1 bomber", "--raid", "8", "--overflown", "1", "--json").data
    assert far["lost"]["1"] == pytest.approx(11 / 36)


def test_a_rocket(run: Run) -> None:
    assert run("odds", "revised", "--rocket", "4", "-q").out == "+3.0\n"
    out = run("odds", "revised", "--rocket", "germany").out
    assert "raiders lost  chance" not in out


def test_a_landing(run: Run) -> None:
    fleet = "1 bb 2 transport(infantry+tank)"
    words = ("odds", "revised", fleet, "2i", "--zone", "1 dd", "--with", "1f")
    found = questions.assault("revised", fleet, "1 dd", "2i", with_="1f")
    assert run(*words, "--json").data == found.to_json()
    out = run(*words).out
    assert "The territory is taken: 94.4%" in out
    assert "2 infantry, 2 tank" in out
    empty = (
        "odds",
        "revised",
        "1 bb 1 tr",
        "1i",
        "--zone",
        "nobody",
        "--landed",
        "1i 1t",
        "--json",
    )
    assert run(*empty).data["cleared"] == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("revised", "2b", "2i", "--raid", "4"), "--raid takes an edition and the raiders"),
        (("revised", "2b", "--rocket", "4"), "--rocket takes an edition alone"),
        (("revised", "2tr", "--zone", "1dd"), "--zone takes an edition, a fleet"),
        (("revised", "2b", "--raid", "4", "--counter", "2i"), "cannot go with --counter or --wave"),
        (("revised", "2b", "--raid", "germany", "--at", "japan"), "leave --at out"),
        (("revised", "2b", "--raid", "4", "--with", "2i"), "--raid cannot go with --with"),
        (("revised", "1tr", "2i", "--zone", "1dd", "--survives", "i"), "go with --survives"),
        (("revised", "2f", "--raid", "4"), "fighter cannot raid"),
        (("1941", "2b", "--raid", "4"), "1941 has no raids"),
        (("revised", "2i", "2i", "--no-gun"), "--no-gun goes with --raid"),
        (("revised", "2i", "2i", "--with", "2i"), "--with goes with --zone"),
        (("revised", "2i", "2i", "--samples", "0"), "the number of plays"),
        (("revised", "2i", "2i", "--samples", "9", "--optimal"), "knows no optimal losses"),
        (("revised", "2i", "2i", "--samples", "9", "--best"), "--samples goes with a single"),
    ],
)
def test_what_is_refused(run: Run, words: tuple[str, ...], message: str) -> None:
    ran = run("odds", *words)
    assert ran.code == 2
    assert message in ran.err
    assert ran.out == ""


@pytest.mark.parametrize("option", ["--raid", "--rocket", "--zone", "--with"])
def test_a_game_says_itself_what_is_there(run: Run, raiding: Path, option: str) -> None:
    assert f"{option} is for forces" in run("odds", raiding, option, "4").err


def test_samples_instead_of_exact_odds(run: Run) -> None:
    words = ("odds", "revised", "3i", "3i", "--samples", "20000", "--json")
    first = run(*words).data
    assert (first["method"], first["samples"]) == ("sampled", 20000)
    assert first["errors"]["attacker"] > 0
    assert run(*words).data == first
    other = run(*words, "--seed", "1").data
    assert other["chances"] != first["chances"]
    exact = run("odds", "revised", "3i", "3i", "--json").data["chances"]["attacker"]
    assert first["chances"]["attacker"] == pytest.approx(exact, abs=0.02)


def test_best_play_may_take_more_seconds(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solved, "WORK", 1.0)
    words = ("odds", "revised", "3i 1t", "4i", "--retreat", "optimal", "-q", "--seconds")
    assert "allow more seconds" in run(*words, "0").err
    assert run(*words, "10").code == 0
