"""Games in files: new, decide, undo, replay, position."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_new_says_whose_turn_it_is(run: Run, tmp_path: Path) -> None:
    ran = run("new", tmp_path / "x", "--seed", "1", "--option", "victory=short")
    assert ran.code == 0
    assert "Soviet Union, Purchase Units" in ran.out
    assert run("show", tmp_path / "x", "--json").data["options"]["victory"] == "short"


def test_new_does_not_write_over_a_file(run: Run, game: Path) -> None:
    before = game.read_bytes()
    ran = run("new", game)
    assert ran.code == 2
    assert "--force" in ran.err
    assert game.read_bytes() == before
    assert run("new", game, "--force", "-q").out == ""
    assert game.read_bytes() != before


def test_seats(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x"
    seats = ["--seat", "ann=germany,japan", "--seat", "bob=soviet-union,united-kingdom"]
    assert "nobody plays united-states" in run("new", path, *seats).err
    ran = run("new", path, *seats, "--seat", "cy=united-states", "--json")
    assert ran.data["seats"]["japan"] == "ann"
    ran = run("new", path, "--force", "--seat", "ann=germany,soviet-union", "--json")
    assert ran.code == 2
    assert ran.data["refused"]["rule"] == "1941/setup/player-powers-same-side"


def test_deciding_saves_and_tells(run: Run, game: Path) -> None:
    ran = run("decide", game, "soviet-union: buy 2 infantry")
    assert ran.code == 0
    assert "Soviet Union buys 2 infantry for 6 IPCs." in ran.out
    ran = run("decide", game, "move 3 infantry: karelia > norway-finland")
    assert "from Karelia to Norway/Finland" in ran.out
    assert "Battles: Norway/Finland" in ran.out
    data = run("show", game, "--json").data
    assert data["bought"] == {"infantry": 2}
    assert data["battles"] == ["norway-finland"]


def test_deciding_for_programs(run: Run, game: Path) -> None:
    data = run("decide", game, "Buy 1 TANK", "--json").data
    assert data["decision"] == "soviet-union: buy 1 tank"
    assert data["events"][0]["type"] == "purchased"
    assert data["pending"] == [{"power": "soviet-union", "decision": "combat-move"}]


def test_a_refusal_changes_nothing(run: Run, game: Path) -> None:
    before = game.read_bytes()
    ran = run("decide", game, "germany: buy 1 tank")
    assert ran.code == 2
    assert ran.out == ""
    assert "Refused: it is Soviet Union's purchase phase" in ran.err
    assert "1941/turn/one-power-at-a-time" in ran.err
    assert "section" in ran.err
    assert "facts    phase purchase, turn soviet-union, power germany" in ran.err
    assert game.read_bytes() == before
    data = run("decide", game, "buy 9 tanks", "--json").data
    assert data["refused"]["rule"] == "1941/purchase/affordable-any-mix"
    assert data["refused"]["facts"] == {"cost": 54, "treasury": 7}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("germny: buy 1 tank", "unknown power 'germny'; did you mean 'germany'?"),
        ("by 1 tank", "unknown answer 'by'; did you mean 'buy'?"),
        ("buy 1 tnak", "unknown unit 'tnak'; did you mean 'tank'?"),
        ("buy -1 tank", "a count cannot be negative"),
        ("buy 99999999 tank", "'99999999' is more than 999"),
        ("buy 100000 tank", "is more than"),
        ("move 1 tank: russia > west-rusia", "did you mean 'west-russia'?"),
        ("", "unknown answer"),
        ("x" * 5000, "xxx..."),
        (":", "unknown power"),
    ],
)
def test_lines_that_make_no_sense(run: Run, game: Path, line: str, said: str) -> None:
    before = game.read_bytes()
    ran = run("decide", game, line)
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert game.read_bytes() == before


def test_undo(run: Run, game: Path) -> None:
    before = run("position", game).out
    run("decide", game, "buy 2 infantry")
    ran = run("undo", game)
    assert "Taken back: soviet-union: buy 2 infantry" in ran.out
    assert run("position", game).out == before
    assert run("undo", game).err == "sandtable: there is nothing to undo\n"


def test_dice_cannot_be_undone(run: Run, game: Path) -> None:
    for line in ("buy nothing", "move 3 infantry: karelia > norway-finland", "end"):
        assert run("decide", game, line).code == 0
    assert "dice have fallen" in run("undo", game).err


def test_replay(run: Run, game: Path) -> None:
    for line in ("buy nothing", "move 3 infantry: karelia > norway-finland", "end"):
        run("decide", game, line)
    ran = run("replay", game, "--events")
    assert "2  soviet-union: move 3 infantry: karelia > norway-finland" in ran.out
    assert "Battle in Norway/Finland" in ran.out
    data = run("replay", game, "--to", "1", "--json").data
    assert [d["line"] for d in data["decisions"]] == ["soviet-union: buy nothing"]
    assert data["phase"] == "combat-move"
    assert "only 3 decisions" in run("replay", game, "--to", "4").err
    assert "negative" in run("replay", game, "--to=-1").err


def test_positions_go_out_and_come_in(run: Run, game: Path, tmp_path: Path) -> None:
    run("decide", game, "buy nothing")
    line = run("position", game).out.strip()
    other = tmp_path / "b.sav"
    assert run("new", other, "--position", line).code == 0
    assert run("position", other).out.strip() == line
    assert run("show", other, "--json").data["phase"] == "combat-move"
    assert run("position", other, "--json").data["position"] == line
    assert run("new", tmp_path / "c", "--position", line[:40]).code == 2
    assert not (tmp_path / "c").exists()


def test_entered_dice(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    run("new", path, "--dice", "entered")
    run("decide", path, "buy nothing")
    run("decide", path, "move 3 infantry: karelia > norway-finland")
    ran = run("decide", path, "end", "--rolled", "1 1 6", "--rolled", "66")
    assert ran.code == 0
    assert "dice 1 1 6: 2 hits" in ran.out
    assert "Soviet Union takes Norway/Finland" in ran.out
    assert run("show", path).code == 0


def test_entered_dice_are_asked_for(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    path = tmp_path / "x"
    run("new", path, "--dice", "entered")
    run("decide", path, "buy nothing")
    run("decide", path, "move 3 infantry: karelia > norway-finland")
    before = path.read_bytes()
    monkeypatch.setattr("sys.stdin", io.StringIO("7 7 7\n1 1\n"))
    ran = run("decide", path, "end")
    assert ran.code == 2
    assert "3 dice in norway-finland (3 infantry at 1)" in ran.err
    assert "no dice were entered" in ran.err
    assert path.read_bytes() == before
    monkeypatch.setattr("sys.stdin", io.StringIO("1 1 6\n6 6\n"))
    assert run("decide", path, "end").code == 0
    assert run("decide", path, "end", "--rolled", "1").code == 0


def test_rolled_is_for_entered_dice(run: Run, game: Path) -> None:
    assert "entered dice" in run("decide", game, "buy nothing", "--rolled", "1").err


def test_low_luck(run: Run, tmp_path: Path) -> None:
    ran = run("new", tmp_path / "x", "--dice", "low-luck:7", "--json")
    assert ran.data["dice"] == {"kind": "low-luck", "inner.kind": "seeded", "inner.seed": "7"}
    assert run("show", tmp_path / "x").code == 0


def test_dice_that_do_not_exist(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x"
    assert "did you mean 'low-luck'?" in run("new", path, "--dice", "lowluck").err
    assert "not both" in run("new", path, "--dice", "entered", "--seed", "1").err
    assert "take no seed" in run("new", path, "--dice", "verifiable:1").err
    assert not path.exists()


def test_verifiable_dice_from_beginning_to_end(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x"
    commitment = run("new", path, "--dice", "verifiable", "--json").data["dice"]["commitment"]
    secret = tmp_path / "x.secret"
    assert secret.stat().st_mode & 0o077 == 0
    assert commitment not in ("", secret.read_text())
    assert run("dice", "mix", path, "germany", "a text of mine").code == 0
    for line in ("buy nothing", "move 3 infantry: karelia > norway-finland", "end"):
        assert run("decide", path, line).code == 0
    assert "not over" in run("dice", "reveal", path).err
    transcript = tmp_path / "t.json"
    transcript.write_text(run("dice", "reveal", path, "--force").out)
    assert "a text of mine" in transcript.read_text()
    assert run("dice", "verify", transcript, "--commitment", commitment).code == 0
    assert run("dice", "verify", transcript, "--commitment", "0" * 64).code == 1


def test_only_the_holder_of_the_secret_rolls(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x"
    assert run("new", path, "--dice", "verifiable").code == 0
    for line in (
        "buy nothing",
        "move 3 infantry: karelia > norway-finland",
        "move 3 infantry: archangel > west-russia",
        "end",
    ):
        assert run("decide", path, line).code == 0
    (tmp_path / "x.secret").unlink()
    assert run("show", path).code == 0
    before = path.read_bytes()
    ran = run("decide", path, "fight west-russia")
    assert ran.code == 2
    assert "only the holder of the secret can roll" in ran.err
    assert path.read_bytes() == before
