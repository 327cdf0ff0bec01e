"""Records on disk: whatever fails, a whole file is there."""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.game.notation import RecordError
from sandtable.game.notation.record import LONGEST_RECORD
from sandtable.game.recording import replay, write_record
from sandtable.game.storage import load_record, save_record, write_whole
from tests.game.notation.driver import played


def test_a_record_is_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    save_record(path, played(3), {"Date": "1942"})
    assert path.read_text(encoding="utf-8") == write_record(played(3), {"Date": "1942"})
    assert replay(load_record(path)).state == played(3).state
    save_record(str(path), played(2))
    assert replay(load_record(str(path))).state == played(2).state
    assert os.listdir(tmp_path) == ["game.record"]


def disk_full(*_: Any, **__: Any) -> Any:
    raise OSError(errno.ENOSPC, "No space left on device")


def replace_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "replace", disk_full)


def fsync_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", disk_full)


def chmod_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "chmod", disk_full)


def power_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)


def disk_fills_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of what is written arrives, then the disk is full."""
    real = os.fdopen

    def fdopen(descriptor: int, mode: str) -> Any:
        file: Any = real(descriptor, mode)

        class Full:
            def __enter__(self) -> Any:
                return self

            def __exit__(self, *_: Any) -> None:
                file.close()

            def write(self, data: bytes) -> None:
                file.write(data[: len(data) // 2])
                file.flush()
                disk_full()

        return Full()

    monkeypatch.setattr(os, "fdopen", fdopen)


@pytest.mark.parametrize(
    "breakage", [replace_fails, fsync_fails, chmod_fails, power_fails, disk_fills_up]
)
def test_a_failed_write_leaves_the_old_file(
    breakage: Callable[[pytest.MonkeyPatch], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "game.record"
    save_record(path, played(3))
    before = path.read_bytes()
    with monkeypatch.context() as broken:
        breakage(broken)
        with pytest.raises((OSError, KeyboardInterrupt)):
            save_record(path, played(2))
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["game.record"]
    assert replay(load_record(path)).state == played(3).state


def test_a_game_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    path.write_bytes(b"old")
    with pytest.raises(Exception, match="is no name"):
        save_record(path, played(3), {"no name": "x"})
    assert path.read_bytes() == b"old"


def test_a_failed_first_write_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        replace_fails(broken)
        with pytest.raises(OSError, match="No space left"):
            write_whole(tmp_path / "new", b"data")
    assert os.listdir(tmp_path) == []


def test_a_missing_directory_is_reported(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "nowhere" / "game.record", b"data")


def test_links_and_permissions_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_long_names_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250)
    write_whole(path, b"data")
    assert path.read_bytes() == b"data"


def test_binary_files_are_refused_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    path.write_bytes(b"# one\n# two\n\xff\xfe\x00")
    with pytest.raises(RecordError) as error:
        load_record(path)
    assert error.value.line_number == 3


def test_huge_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    with path.open("wb") as file:
        file.truncate(LONGEST_RECORD * 4)
    with pytest.raises(RecordError, match="longer than"):
        load_record(path)


def test_missing_files_are_reported(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_record(tmp_path / "nothing")


def test_a_failure_names_the_file_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: object, *_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    path = tmp_path / "game.record"
    monkeypatch.setattr(os, "open", refused)
    with pytest.raises(PermissionError) as error:
        write_whole(path, b"data")
    assert error.value.filename == str(path)
