"""A server as a process of its own, to be killed and started again."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType

from tools.services.running import free_port

PATIENCE = 60.0
LOADED = ["sandtable.cli.main", "sandtable.server.running", "psycopg", "uvicorn.lifespan.on"]
"""What a server imports; loading it is most of the time that it takes to start."""


class Server:
    """`sandtable serve` on a port of its own.

    It is forked off a process that has everything loaded already, so that tests can start many of
    them; `fresh`: it is started as a person would, with a new interpreter.
    """

    def __init__(
        self, database: str, log: Path, *, redis: str = "", fresh: bool = False, **settings: str
    ) -> None:
        self.port = free_port()
        self.log = log
        self.fresh = fresh
        self.settings = {
            "SANDTABLE_DATABASE": database,
            "SANDTABLE_REDIS": redis,
            "SANDTABLE_RATE_PER_MINUTE": "100000000",
            **{f"SANDTABLE_{name.upper()}": value for name, value in settings.items()},
        }
        self.process: _Fresh | _Forked | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        made = _Fresh if self.fresh else _Forked
        self.process = made(["serve", "--port", str(self.port)], self.settings, self.log)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.alive:
            try:
                with urllib.request.urlopen(f"{self.address}/readyz", timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.02)
        self.kill()
        raise RuntimeError(f"the server did not start:\n{self.log.read_text(errors='replace')}")

    def kill(self) -> None:
        """End it as a power failure would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            if self.process.alive:
                os.kill(self.process.pid, how)
            self.process.wait()
            self.process = None

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.stop()


class _Fresh:
    """A new interpreter."""

    def __init__(self, arguments: list[str], settings: dict[str, str], log: Path) -> None:
        command = [sys.executable, "-m", "sandtable", *arguments]
        with log.open("ab") as out:
            self._process = subprocess.Popen(
                command, env={**os.environ, **settings}, stdout=out, stderr=out
            )
        self.pid = self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def wait(self) -> None:
        self._process.wait(PATIENCE)


class _Forked:
    """A child of a process that has loaded the server and nothing else."""

    def __init__(self, arguments: list[str], settings: dict[str, str], log: Path) -> None:
        forking = multiprocessing.get_context("forkserver")
        forking.set_forkserver_preload(LOADED)
        # A daemon: it ends with the tests, whatever becomes of them.
        self._process = forking.Process(
            target=serve, args=(arguments, settings, str(log)), daemon=True
        )
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    def wait(self) -> None:
        self._process.join(PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def serve(arguments: list[str], settings: dict[str, str], log: str) -> None:
    """In the child: what `python -m sandtable` does, with its words going to a file."""
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(out, stream)
    os.environ.update(settings)
    from sandtable.cli.main import main
    from sandtable.server import running

    running.warm_up = _nothing  # The odds: nobody here asks for them, and it takes a while.
    sys.exit(main(arguments))


def _nothing(players: bool) -> None:
    return None
