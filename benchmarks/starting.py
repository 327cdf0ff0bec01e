"""Starting up: importing the package in a fresh process, and loading an edition."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from resource import RUSAGE_CHILDREN, getrusage

from benchmarks.effort import Effort
from benchmarks.figures import Figure, Section
from benchmarks.material import BOARD
from benchmarks.timing import measure, timed
from sandtable.game.library import packaged
from sandtable.game.machine import KNOWN_MODULES
from sandtable.rules.build import build_edition
from sandtable.rules.edition import Edition

GOALS = {"import sandtable, bare start taken off": "under 300"}


def process(code: str) -> float:
    """Seconds of the processor that a fresh interpreter takes to run some code."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def imports() -> Mapping[str, float]:
    bare = process("pass")
    whole = process("import sandtable")
    playing = process(f"import sandtable; sandtable.new_game({BOARD!r})")
    return {
        "bare interpreter": bare,
        "import sandtable, bare start taken off": max(whole - bare, 1e-6),
        "import and a new game, bare start taken off": max(playing - bare, 1e-6),
    }


def load_anew() -> Edition:
    """Read and build the edition, past the one that the process has already loaded."""
    return build_edition(packaged(BOARD), KNOWN_MODULES)


def section(effort: Effort) -> Section:
    imports()  # Once for the byte code.
    raw = packaged(BOARD)
    results = measure(
        [
            imports,
            timed("load the edition", load_anew),
            timed("build the edition from raw data", lambda: build_edition(raw, KNOWN_MODULES)),
        ],
        effort.repeats,
    )
    figures = tuple(
        Figure(name, tuple(found), "ms", GOALS.get(name, ""))
        for name, found in results.values.items()
    )
    return Section("Starting up", figures, results)
