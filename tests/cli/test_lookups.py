"""Looking things up: editions, rule, version, show, legal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_version_is_light() -> None:
    code = (
        "import sys\n"
        "from sandtable.cli.main import main\n"
        "try:\n"
        "    main(['--version'])\n"
        "except SystemExit:\n"
        "    pass\n"
        "assert 'yaml' not in sys.modules, 'yaml'\n"
        "assert not any(m.split('.')[0] == 'rich' for m in sys.modules), 'rich'\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("sandtable 0.")


def test_editions(run: Run) -> None:
    assert "1941" in run("editions").out
    found = {e["id"]: e for e in run("editions", "--json").data["editions"]}
    victory = found["1941"]["options"]["victory"]
    assert (victory["default"], victory["values"]) == ("standard", ["standard", "short"])
    bid = found["lhtr"]["options"]["bid_japan"]
    assert (bid["default"], bid["least"], bid["most"]) == ("0", 0, 99)
    assert all(o["about"] for e in found.values() for o in e["options"].values())
    assert list(found) == ["1941", "revised", "lhtr"]
    assert run("editions", "-q").out.split() == ["1941", "revised", "lhtr"]


def test_rule(run: Run) -> None:
    ran = run("rule", "1941/blitz/only-tanks")
    assert ran.out.startswith("1941/blitz/only-tanks\nSection: ")
    assert run("rule", "1941/blitz/only-tanks", "--json").data["id"] == "1941/blitz/only-tanks"


def test_a_rule_that_is_inherited(run: Run) -> None:
    """The tournament rules have what Revised says, unless they say something else."""
    assert run("rule", "lhtr/submarine/submerge").out.startswith("lhtr/submarine/submerge\n")
    ran = run("rule", "lhtr/battleship/damaged-still-fights")
    assert ran.out.startswith("revised/battleship/damaged-still-fights\n")
    assert run("rule", "lhtr/battleship/no-such-rule").code == 2


def test_every_option_is_explained(run: Run) -> None:
    out = run("editions").out
    assert "advantages         off|1 to 6" in out
    assert out.count("bid_POWER          0 (0 to 99)") == 2


def test_options_that_are_numbers(run: Run, tmp_path: Path) -> None:
    words = ("new", tmp_path / "a", "--edition", "lhtr", "--option")
    assert "one of the numbers 0 to 99" in run(*words, "bid_japan=100").err
    out = run(*words, "bid_japan=9").out
    assert "Options: bid_japan 9" in out
    assert "before the first round" in out
    assert "Asked: japan: bid" in out


def test_show_what_powers_have(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a"
    run("new", path, "--edition", "revised", "--option", "advantages=1", "--seed", "1")
    for power, name in {
        "soviet-union": "russian-winter",
        "germany": "fortress-europe",
        "united-kingdom": "radar",
        "japan": "dug-in-defenders",
        "united-states": "fast-carriers",
    }.items():
        assert run("decide", path, f"{power}: choose {name}").code == 0
    out = run("show", path).out
    assert "United States has Fast Carriers." in out
    assert "10 victory cities (*) win at the end of a turn of United States" in out
    assert "russia*" in out
    assert "Victory city: Moscow." in run("show", path, "--space", "russia").out
    data = run("show", path, "--json").data
    assert data["powers"][1]["advantages"] == ["fortress-europe"]
    assert [way["needed"] for way in data["victory"]] == [10, 10]
    units = run("show", path, "--units").out
    assert "industrial-complex    15" in units
    assert "United States: carrier move 3" in units


def test_show_the_board(run: Run, game: Path) -> None:
    out = run("show", game).out
    assert "caucasus       2  yes      3 infantry, 1 tank" in out
    assert "eastern-europe       1           4 infantry, 2 tanks" in out
    assert "sz-42     United States: 2 fighters, 1 carrier, 1 submarine, 1 transport" in out
    assert max(map(len, run("show", game, "--power", "germany").out.splitlines())) <= 80


def test_show_for_programs(run: Run, game: Path) -> None:
    data = run("show", game, "--json").data
    assert (data["round"], data["turn"], data["phase"]) == (1, "soviet-union", "purchase")
    powers = {power["id"]: power for power in data["powers"]}
    assert powers["germany"]["treasury"] == 12
    assert powers["germany"]["units"]["tank"] == 6
    spaces = {space["id"]: space for space in data["territories"]}
    assert spaces["ukraine"]["units"] == {"germany": {"infantry": 3, "tank": 2}}
    one = run("show", game, "--power", "japan", "--json").data
    assert [power["id"] for power in one["powers"]] == ["japan"]


def test_show_a_space(run: Run, game: Path) -> None:
    ran = run("show", game, "--space", "Sea Zone 5")
    assert "Germany: 1 battleship and 1 submarine" in ran.out
    data = run("show", game, "--space", "caucasus", "--json").data
    assert data["facilities"] == ["industrial-complex"]
    near = {space["id"]: space["status"] for space in data["neighbours"]}
    assert near["ukraine"] == "hostile"
    assert "no unit may enter" in run("show", game, "--space", "sweden").out


def test_show_units(run: Run, game: Path) -> None:
    assert "unit        cost  move  attack  defense  hits" in run("show", game, "--units").out
    units = run("show", game, "--units", "--json").data["units"]
    assert units[0]["id"] == "infantry"


def test_every_legal_line_can_be_given_back(run: Run, game: Path) -> None:
    for line in ("buy 2 infantry", None):
        if line is not None:
            run("decide", game, line)
        lines = run("legal", game).out.splitlines()
        assert "soviet-union: end" in lines
        for text in lines:
            copy = game.with_name("copy.sav")
            copy.write_bytes(game.read_bytes())
            assert run("decide", copy, text).code == 0, text


def test_legal_can_be_narrowed(run: Run, game: Path) -> None:
    run("decide", game, "buy nothing")
    for text in run("legal", game, "--space", "ukraine").out.splitlines():
        assert "ukraine" in text
    for text in run("legal", game, "--unit", "fighter").out.splitlines():
        assert "fighter" in text
    ran = run("legal", game, "--limit", "2")
    assert len(ran.out.splitlines()) == 2
    assert "--limit 0" in ran.err
    data = run("legal", game, "--decision", "combat-move", "--json").data
    assert data["more"] is False
    assert "soviet-union: end" in data["answers"]


@pytest.mark.parametrize("command", ["show", "legal", "replay", "position"])
def test_reading_changes_nothing(run: Run, game: Path, command: str) -> None:
    before = game.read_bytes()
    assert run(command, game).code == 0
    assert game.read_bytes() == before
