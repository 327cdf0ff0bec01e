"""The directory of a match: what may go on in it, and results that survive."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from sandtable.arena import ledger, signals
from sandtable.arena.contestants import fingerprint
from sandtable.arena.playing import Finished
from sandtable.arena.settings import Job, Settings

RANDOM = Settings("1941", ("random", "random#2"), rounds=2)


# --- what results depend on


def test_another_version_of_a_player_is_told_from_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    package = tmp_path / "own_package"
    package.mkdir()
    (package / "__init__.py").write_text("from own_package.inner import P")
    (package / "inner.py").write_text("P = 1")
    (tmp_path / "own_module.py").write_text("P = 1")
    prints = []
    for name in ("own_package/inner.py", "own_module.py", "own_package/weights.bin"):
        for text in ("P = 1", "P = 2"):
            (tmp_path / name).write_text(text)
            for player in ("own_package:P", "own_module:P"):
                fingerprint.cache_clear()
                prints.append((player, fingerprint((player,))))
    assert len(set(prints)) == 4 + 2


def test_another_version_of_a_scenario_is_told_from_the_first(tmp_path: Path) -> None:
    given = RANDOM._replace(edition=str(tmp_path))
    file = tmp_path / "edition.toml"
    prints = set()
    for text in ("a", "b", "b"):
        file.write_text(text)
        fingerprint.cache_clear()
        prints.add(given.code)
        (tmp_path / "results.jsonl").write_text(text)
    assert len(prints) == 2
    assert RANDOM.code not in prints


def test_how_games_are_measured_is_part_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.__file__", str(tmp_path / "__init__.py"))
    (tmp_path / "players").mkdir()
    prints = set()
    for text in ("3", "4"):
        (tmp_path / "players" / "measure.py").write_text(text)
        fingerprint.cache_clear()
        prints.add(fingerprint(("random",)))
    fingerprint.cache_clear()
    assert len(prints) == 2


# --- the ledger


def played(number: int = 0) -> Finished:
    job = Job(("random", "random#2"), number, "1/0", 0)
    result = {
        "pair": list(job.pair), "number": number, "seed": "1/0",
        "sides": {"allies": "random", "axis": "random#2"}, "winner": "random", "how": "outright",
        "round": 1, "decisions": 9, "shares": {"allies": [0.5, 1.0], "axis": [0.5, 0.0]},
        "fault": None, "wall": {"random": [0.1]}, "cpu": {"random": [0.1]},
    }  # fmt: skip
    return Finished(job, result, "a record\n")


def test_results_outlast_the_program(tmp_path: Path) -> None:
    with ledger.opened(tmp_path, RANDOM) as book:
        book.add(played(0))
        book.add(played(1))
    with open(tmp_path / ledger.RESULTS, "ab") as file:
        file.write(b'{"pair":["random","ra')
    with ledger.opened(tmp_path, RANDOM) as book:
        assert [key[2] for key in book.results] == [0, 1]
        book.add(played(2))
    with ledger.opened(tmp_path, RANDOM) as book:
        assert [key[2] for key in book.results] == [0, 1, 2]
        name = book.results[played(2).job.key]["record"]
        assert (tmp_path / name).read_text() == "a record\n"


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
def test_a_match_that_is_stopped_tells_of_every_game_it_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: signal.Signals
) -> None:
    """The signal comes when the line is in the file, and before it was counted."""
    with ledger.opened(tmp_path, RANDOM) as book, signals.heeded():
        monkeypatch.setattr("os.fsync", lambda number: signal.raise_signal(asked))
        with pytest.raises(signals.Stopped):
            book.add(Finished(played().job, played().result, None))
        assert [key[2] for key in book.results] == [0]
    assert [*ledger.read(tmp_path / ledger.RESULTS, ("allies", "axis"))] == [*book.results]


def test_other_settings_are_kept_apart(tmp_path: Path) -> None:
    with ledger.opened(tmp_path, RANDOM):
        pass
    with (
        pytest.raises(ledger.LedgerError, match=r"rounds 2, not 3"),
        ledger.opened(tmp_path, RANDOM._replace(rounds=3)),
    ):
        pass


def test_games_of_other_code_are_read_and_none_is_added(tmp_path: Path) -> None:
    with ledger.opened(tmp_path, RANDOM) as book:
        book.add(played())
        assert (book.stale, book.code) == (False, RANDOM.code)
    path = tmp_path / ledger.SETTINGS
    path.write_text(json.dumps({**json.loads(path.read_text()), "code": "older"}))
    with ledger.opened(tmp_path, RANDOM) as book:
        assert (book.stale, book.code, len(book.results)) == (True, "older", 1)
        with pytest.raises(ledger.LedgerError, match="other code"):
            book.add(played())
    assert len(ledger.read(tmp_path / ledger.RESULTS, ("allies", "axis"))) == 1


def test_only_one_match_at_a_time_in_a_directory(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with (
        ledger.opened(tmp_path, RANDOM),
        pytest.raises(ledger.LedgerError, match="just now"),
        ledger.opened(tmp_path, RANDOM),
    ):
        pass


@pytest.mark.parametrize("text", ["[]", "null", "1", "{", "[" * 100_000])
def test_settings_that_cannot_be_read(tmp_path: Path, text: str) -> None:
    (tmp_path / ledger.SETTINGS).write_text(text)
    with (
        pytest.raises(ledger.LedgerError, match="cannot be read"),
        ledger.opened(tmp_path, RANDOM),
    ):
        pass


WHOLE = played().result


@pytest.mark.parametrize(
    "line",
    [
        {"pair": 1},
        [],
        None,
        *({name: value for name, value in WHOLE.items() if name != left} for left in WHOLE
          if left != "seed"),
        {**WHOLE, "pair": ["random", 2]},
        {**WHOLE, "number": "1"},
        {**WHOLE, "winner": "nobody"},
        {**WHOLE, "winner": None},
        {**WHOLE, "how": "limit"},
        {**WHOLE, "how": "luck"},
        {**WHOLE, "sides": {"allies": "random", "axis": "nobody"}},
        {**WHOLE, "sides": {"red": "random", "blue": "random#2"}},
        {**WHOLE, "shares": {"allies": [0.5, 1.0], "axis": [0.5]}},
        {**WHOLE, "shares": {"allies": [0.5, 1.0], "axis": [0.5, None]}},
        {**WHOLE, "fault": {"player": "random"}},
        {**WHOLE, "fault": 1},
        {**WHOLE, "wall": [1]},
        {**WHOLE, "cpu": {"random": ["long"]}},
    ],
)  # fmt: skip
def test_a_broken_line_within_the_results_is_not_passed_over(tmp_path: Path, line: Any) -> None:
    with ledger.opened(tmp_path, RANDOM) as book:
        book.add(played())
    path = tmp_path / ledger.RESULTS
    path.write_bytes(json.dumps(line).encode() + b"\n" + path.read_bytes())
    with (
        pytest.raises(ledger.LedgerError, match=r"results.jsonl:1"),
        ledger.opened(tmp_path, RANDOM),
    ):
        pass
