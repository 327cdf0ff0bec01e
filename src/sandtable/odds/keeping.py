"""Where compiled kernels are kept, and that only one process writes there at a time.

Numba numbers the files of a function as it finds them, so two processes that compile at the same
time could give the same file to different things. A lock is held as long as one compiles; whoever
waited for it finds the work done.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

from numba.core import event
from numba.core.caching import FunctionCache

try:
    import fcntl
except ImportError:  # Not on Windows; there the last to write wins.
    fcntl = None  # type: ignore[assignment]


def home() -> Path | None:
    """The user's directory for caches, if there is one."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(given):
        return Path(given)
    try:
        return Path.home() / ".cache"
    except RuntimeError:
        return None


def place(name: str) -> str:
    """A directory of this name that can be written to, or "": nothing can be kept."""
    base = home()
    if base is None:
        return ""
    found = base / "sandtable" / "kernels" / name
    try:
        found.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=found):
            pass
        os.utime(found)
        OneAtATime.over(found / "lock")
    except OSError:
        return ""
    return str(found)


def tidy(used: Path, days: float = 30) -> None:
    """Remove what was kept for other texts of the kernels and has not been used for long."""
    oldest = time.time() - days * 86_400
    for other in used.parent.iterdir():
        if other != used and other.stat().st_mtime < oldest:
            shutil.rmtree(other, ignore_errors=True)


class Kept(FunctionCache):  # type: ignore[misc]
    """What is kept of one function. A damaged file is as good as none, and a full disk no error."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:
            # Reading what is no longer what was written can fail in any way.
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):
            super().save_overload(sig, data)


class OneAtATime(event.Listener):  # type: ignore[misc]
    """Holds a lock on a file while this process compiles or loads a kernel."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.depth = 0
        self.counting = Lock()
        self.held: int | None = None

    @classmethod
    def over(cls, file: Path) -> None:
        """Listen to the compiler from now on."""
        if fcntl is not None:
            event.register("numba:compiler_lock", cls(file))

    def on_start(self, event: Any) -> None:
        with self.counting:
            self.depth += 1
            if self.depth == 1:
                # Where files cannot be locked it has to do without.
                with suppress(OSError):
                    self.held = os.open(self.file, os.O_CREAT | os.O_RDWR, 0o600)
                    fcntl.flock(self.held, fcntl.LOCK_EX)

    def on_end(self, event: Any) -> None:
        with self.counting:
            self.depth -= 1
            if self.depth == 0 and self.held is not None:
                os.close(self.held)
                self.held = None
