"""Kernels are compiled when they are needed, kept where possible, and by one process at a time."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.odds import compiling, keeping

KERNEL = """
from sandtable.odds.compiling import compiled

@compiled
def inner(x):
    return x + x

@compiled
def outer(x):
    return inner(x) + 1
"""

SLOWLY = """
import time
from numba.core.caching import IndexDataCacheFile

def slowly(self, read=IndexDataCacheFile._load_index):
    found = read(self)
    time.sleep(0.2)
    return found

IndexDataCacheFile._load_index = slowly
"""
"""Leaves time between reading the list of what is kept and writing it, for others to come in."""


def python(code: str, **environment: str | None) -> str:
    env = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    for name, value in environment.items():
        if value is None:
            env.pop(name, None)
        else:
            env[name] = value
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_only_the_odds_import_what_they_need() -> None:
    loaded = "import sys; print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    assert python(f"import sandtable, sandtable.cli.main; {loaded}") == "[]"
    assert python(f"import sandtable.odds.compiling; {loaded}") == "['numba', 'numpy']"


@pytest.mark.parametrize("home", ["a file", "no home at all"])
def test_where_nothing_can_be_kept_kernels_are_compiled_in_memory(
    home: str, tmp_path: Path
) -> None:
    (tmp_path / "kernel.py").write_text(KERNEL)
    (tmp_path / "file").touch()
    nowhere = "import pwd, os; pwd.getpwuid = lambda uid: (_ for _ in ()).throw(KeyError(uid)); "
    code = "import kernel; print(kernel.outer(3), repr(kernel.compiled.__globals__['directory']()))"
    path = os.pathsep.join([str(tmp_path), *sys.path])
    if home == "a file":
        found = python(code, PYTHONPATH=path, XDG_CACHE_HOME=str(tmp_path / "file"))
    else:
        found = python(nowhere + code, PYTHONPATH=path, XDG_CACHE_HOME=None, HOME=None)
    assert found == "7 ''"
    assert not list(tmp_path.rglob("*.nbi"))


def test_processes_that_compile_together_keep_what_each_needs(tmp_path: Path) -> None:
    (tmp_path / "kernel.py").write_text(KERNEL)
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    environment.pop("NUMBA_CACHE_DIR", None)
    show = "print(kernel.outer({0}), sum(kernel.outer.stats.cache_hits.values()))"

    def start(value: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", f"{SLOWLY}import kernel; {show.format(value)}"],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )

    values = ("3", "2.5")
    together = [start(value) for value in values]
    first = [process.communicate()[0].split() for process in together]
    assert first == [["7", "0"], ["6.0", "0"]]
    again = [start(value).communicate()[0].split() for value in values]
    assert again == [["7", "1"], ["6.0", "1"]]


def test_the_lock_is_held_from_the_first_start_to_the_last_end(tmp_path: Path) -> None:
    lock = keeping.OneAtATime(tmp_path / "lock")

    def free() -> bool:
        file = os.open(tmp_path / "lock", os.O_CREAT | os.O_RDWR)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        finally:
            os.close(file)
        return True

    seen = [free()]
    for step in (lock.on_start, lock.on_start, lock.on_end, lock.on_end, lock.on_start):
        step(None)
        seen.append(free())
    lock.on_end(None)
    assert seen == [True, False, False, False, True, False]


def test_what_has_not_been_used_for_long_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(keeping.OneAtATime, "over", lambda file: None)
    used, recent, old = (Path(keeping.place(name)) for name in ("used", "recent", "old"))
    for place in (used, old):
        os.utime(place, (0, 0))
    keeping.tidy(used)
    assert [place.exists() for place in (used, recent, old)] == [True, True, False]
    keeping.place("used")
    keeping.tidy(recent)
    assert used.exists()


def test_what_is_damaged_on_disk_is_compiled_anew(tmp_path: Path) -> None:
    module = tmp_path / "kernel.py"
    module.write_text(KERNEL)
    cache = tmp_path / "cache"
    code = "import kernel; print(kernel.outer(3), sum(kernel.outer.stats.cache_hits.values()))"
    places = {
        "XDG_CACHE_HOME": str(cache),
        "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
    }
    assert python(code, **places) == "7 0"
    assert python(code, **places) == "7 1"
    for kept in ("*.nbi", "*.nbc"):
        for file in cache.rglob(kept):
            file.write_bytes(b"gone")
        assert python(code, **places) == "7 0"
        assert python(code, **places) == "7 1"


def test_it_is_known_when_nothing_has_been_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "directory", lambda: str(tmp_path))
    assert compiling.nothing_kept()
    (tmp_path / "land.nbi").write_bytes(b"")
    assert not compiling.nothing_kept()
