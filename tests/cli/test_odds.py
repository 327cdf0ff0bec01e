"""The command `odds`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.cli.main import main
from sandtable.cli.odds import prices_of, retreat_of
from sandtable.cli.odds_table import bar
from sandtable.odds import battle
from tests.cli.conftest import Run

DOCUMENT = Path(__file__).parents[2] / "docs" / "odds.md"


def test_a_battle_for_people(run: Run) -> None:
    ran = run("odds", "1941", "2 tanks", "1 inf")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "1941: 2 tanks against 1 infantry"
    assert lines[1] == "Odds are exact. Losses cheapest first; no retreat."
    assert any(line.startswith("attacker wins") and "95.0%" in line for line in lines)
    assert any(line.startswith("attacker") and line.split()[1] == "12" for line in lines)
    assert any(line.endswith("nothing") and "2 tanks" in line for line in lines)


def test_the_bare_result(run: Run) -> None:
    assert run("odds", "1941", "2 tanks", "1 inf", "-q").out == "95.0%\n"


def test_a_battle_for_programs(run: Run) -> None:
    data = run("odds", "revised", "3i 2t", "3i", "--survives", "t", "--ends", "2", "--json").data
    assert data["chances"]["attacker"] == battle("revised", "3i 2t", "3i").wins
    assert len(data["ends"]) == 2
    assert [s["unit"] for s in data["survives"]] == ["tank"]


def test_every_field_is_documented(run: Run) -> None:
    data = run("odds", "1941", "2t", "1i", "--survives", "t", "--json").data
    told = DOCUMENT.read_text(encoding="utf-8").split("## JSON")[1]
    fields = [*data, *data["chances"], *data["swing"], *data["survives"][0], *data["ends"][0]]
    assert [name for name in fields if f"`{name}`" not in told] == []


def test_options_reach_the_battle(run: Run) -> None:
    def wins(*words: str) -> float:
        data = run("odds", "revised", "3i 2a 2f", "4i aa", "--json", *words).data
        chance: float = data["chances"]["attacker"]
        return chance

    plain = wins()
    assert wins("--landed", "all", "--bombard", "2bb") > plain
    assert wins("--attacker-has", "heavy-bombers") == plain
    assert wins("--defender", "soviet-union", "--defender-has", "severe-winter") < plain
    assert wins("--defender", "uk", "--defender-has", "radar", "--at", "united-kingdom") < plain
    assert wins("--losses", "f,a,i") < plain
    assert wins("--retreat", "after 1") < plain


def test_prices_and_the_ground_change_the_swing(run: Run) -> None:
    words = ("odds", "1941", "3i 1t", "3i", "--json")
    plain = run(*words).data
    ground = run(*words, "--ground", "10").data
    gain = ground["swing"]["mean"] - plain["swing"]["mean"]
    assert gain == pytest.approx(10 * plain["chances"]["takes"])
    cheap = run(*words, "--price", "tank=0").data
    assert cheap["lost"]["attackers"]["mean"] < plain["lost"]["attackers"]["mean"]


def test_a_picture(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    words = ("odds", "1941", "2t", "1i", "--picture", path)
    assert run(*words).out.endswith(f"Drawn in {path}\n")
    assert path.read_text(encoding="utf-8").startswith("<svg")
    assert "--force writes over it" in run(*words).err
    assert run(*words, "--force").code == 0
    assert (
        "no such folder" in run("odds", "1941", "2t", "1i", "--picture", tmp_path / "b" / "c").err
    )
    # Nothing is drawn of a battle that cannot be.
    other = tmp_path / "c.svg"
    assert run("odds", "1941", "2t", "1x", "--picture", other).code == 2
    assert not other.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("reviced", "3i", "3i"), "'reviced' is no edition and no game; did you mean 'revised'?"),
        (("revised", "3i"), "an edition is followed by two forces"),
        (("revised", "3i", "3i", "3i"), "an edition is followed by two forces"),
        (("revised",), "an edition is followed by two forces"),
        (("revised", "3 infatry", "3i"), "did you mean 'infantry'?"),
        (("revised", "", "3i"), "no attackers"),
        (("revised", "3i", "3i bb"), "not in one battle"),
        (("revised", "20000 i", "3i"), "at most 10000 units"),
        (("revised", "3i", "3i", "--retreat", "soon"), "--retreat 'soon': one of never"),
        (("revised", "3i", "3i", "--retreat", "below 140%"), "the chance below which to retreat"),
        (("revised", "3i", "3i", "--retreat", "after 0"), "the cycles before a retreat"),
        (("revised", "3i", "3i", "--losses", "uusal"), "did you mean 'usual'"),
        (("revised", "3i 1t", "3i", "--losses", "i"), "misses tank"),
        (("revised", "3i", "3i", "--submerge", "maybe"), "submarines submerge by one of"),
        (("revised", "3i", "3i", "--price", "tank"), "a price is written as UNIT=IPCS"),
        (("revised", "3i", "3i", "--price", "tank=x"), "a price is written as UNIT=IPCS"),
        (("revised", "3i", "3i", "--price", "tank=-2"), "the price of tank is a number from 0"),
        (("revised", "3i", "3i", "--ground", "nan"), "the worth of the ground"),
        (("revised", "3i", "3i", "--ground", "x"), "invalid float value"),
        (("revised", "3i", "3i", "--survives", "bb"), "no battleship to survive"),
        (("revised", "3i", "3i", "--ends", "-1"), "a number from 0 to 1000"),
        (("revised", "3i", "3i", "--seconds", "-1"), "a time in seconds"),
        (("revised", "3i", "3i", "--at", "atlantis"), "unknown space 'atlantis'"),
    ],
)
def test_what_is_refused(run: Run, words: tuple[str, ...], message: str) -> None:
    ran = run("odds", *words)
    assert ran.code == 2
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert ran.out == ""
    assert message in run("odds", *words, "--json").data["error"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("never", "never"),
        ("optimal", "optimal"),
        ("after 2", 2),
        ("after 2 cycles", 2),
        ("3", 3),
        ("below 40%", 0.4),
        ("12.5%", 0.125),
        ("below 0.4", 0.4),
    ],
)
def test_when_to_retreat(text: str, found: object) -> None:
    assert retreat_of(text) == found
    assert type(retreat_of(text)) is type(found)


def test_prices() -> None:
    assert prices_of(["tank=6", "bb = 20.5"]) == {"tank": 6, "bb": 20.5}


def test_bars() -> None:
    assert bar(0.5, 10) == "█████"
    assert bar(0.05, 10) == "▌"
    assert bar(0, 10) == bar(0.5, -5) == ""


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize(
    "more", [("--survives", "f"), ("--counter", "3i 3t"), ("--least", "80%"), ("--dead-zone",)]
)
def test_it_fits_the_terminal(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    width: int,
    more: tuple[str, ...],
) -> None:
    """Drawn at a terminal, no line is wider than it."""
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["odds", "revised", "5i 2a 3t 2f", "3i 1t aa", *more]) == 0
    lines = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).splitlines()
    assert max(map(len, lines)) <= width
    assert any("─" in line for line in lines)


def test_other_commands_do_not_wait_for_the_compiler() -> None:
    code = (
        "import sys\n"
        "import sandtable\n"
        "from sandtable.cli.main import parser\n"
        "parser()\n"
        "assert not {'numba', 'numpy'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_best_play(run: Run) -> None:
    words = ("odds", "revised", "3i 1t", "4i", "--json")
    never = run(*words).data
    best = run(*words, "--retreat", "optimal").data
    assert best["swing"]["mean"] > never["swing"]["mean"]
    assert best["chances"]["retreat"] > 0
    assert best["cycles"]["mean"] < never["cycles"]["mean"]
    out = run("odds", "revised", "3i 1t", "4i", "--optimal").out
    assert "Both sides decide as well as can be." in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("6i", "5i", "--losses", "optimal", "--retreat", "below 40%"), "does not go with optimal"),
        (("99i 99a 99t 99f 99b", "99i 99a 99t 99f", "--optimal"), "states are too many to solve"),
    ],
)
def test_play_that_cannot_be_solved(run: Run, words: tuple[str, ...], message: str) -> None:
    ran = run("odds", "revised", *words)
    assert ran.code == 2
    assert message in ran.err


def test_a_huge_battle_is_sampled_and_says_so(run: Run) -> None:
    words = ("odds", "revised", "4000i 1000t", "5000i", "--seconds", "0.5", "--ends", "1")
    out = run(*words).out
    assert "Odds are estimated from" in out
    assert all("±" in line for line in out.splitlines() if line.startswith("attacker wins"))
    data = run(*words, "--json").data
    assert data["method"] == "sampled"
    assert 0 < data["errors"]["attacker"] < 0.02


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--least", ""], "a chance such as 90%"),
        (["--reinforce", "2i"], "--reinforce goes with --counter"),
        (["--optimal", "--retreat", "after 2"], "leave out --retreat"),
        (["--losses", "usuall"], "did you mean 'usual'"),
    ],
)
def test_an_option_that_says_nothing_is_refused(run: Run, options: list[str], told: str) -> None:
    ran = run("odds", "1941", "2i", "1i", *options)
    assert ran.code == 2
    assert told in ran.err


def test_no_edition_at_all(run: Run) -> None:
    assert "'' is no edition and no game" in run("odds", "", "2i", "1i").err
