"""PostgreSQL and Redis servers of one's own, in a folder that is thrown away."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tools.services.programs import POSTGRES, REDIS, path_of

PATIENCE = 60.0
"""Seconds that a server may take to start on a busy machine."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def ordinary_user() -> str | None:
    """Whom to run a server as that refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    raise RuntimeError("there is no user to run PostgreSQL as")


@contextmanager
def scratch(user: str | None) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="sandtable-"))
    try:
        if user is not None:
            shutil.chown(folder, user)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def process(command: list[str], log: Path, port: int, user: str | None) -> Iterator[None]:
    """A server that runs until the end, from when its port answers."""
    with log.open("wb") as out:
        server = subprocess.Popen(command, stdout=out, stderr=out, user=user, cwd="/")
    try:
        wait_for(server, port, log)
        yield
    finally:
        server.send_signal(signal.SIGINT)  # PostgreSQL would wait for its clients at a SIGTERM
        try:
            server.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def wait_for(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if server.poll() is not None:
            break
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"{server.args!r} did not start:\n{log.read_text(errors='replace')}")


def wait_until_open(address: str) -> None:
    """A PostgreSQL that listens may still be starting up."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(address).close()
        except psycopg.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of a new PostgreSQL server without a database of its own, for SQLAlchemy."""
    user = ordinary_user()
    programs = path_of(POSTGRES).parent
    with scratch(user) as folder:
        data, port = folder / "data", free_port()
        command = [str(programs / "initdb"), "-D", str(data), "-U", "sandtable", "-A", "trust"]
        command += ["--no-sync", "--encoding=UTF8", "--locale=C"]
        subprocess.run(command, check=True, capture_output=True, user=user, cwd="/")
        server = [str(programs / "postgres"), "-D", str(data), "-p", str(port)]
        server += ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}"]
        server += ["-c", "max_connections=200", "-c", "shared_buffers=64MB"]
        with process(server, folder / "log", port, user):
            wait_until_open(f"postgresql://sandtable@127.0.0.1:{port}/postgres")
            yield f"postgresql+psycopg://sandtable@127.0.0.1:{port}/postgres"


@contextmanager
def redis(port: int | None = None) -> Iterator[str]:
    """The URL of a new Redis server, which knows nothing of one that was there before."""
    with scratch(None) as folder:
        port = port or free_port()
        command = [str(path_of(REDIS)), "--port", str(port), "--bind", "127.0.0.1"]
        command += ["--save", "", "--dir", str(folder)]
        with process(command, folder / "log", port, None):
            yield f"redis://127.0.0.1:{port}/0"
