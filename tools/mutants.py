"""Break the engine in small ways and see that the scenarios notice.

    python tools/mutants.py            all of tools/mutants.toml
    python tools/mutants.py blitz/     the mutants of rules that contain this text

Every mutant is applied to a copy of the package, and the scenarios that cite its rules are run
against it. A mutant that they all let pass has survived. See docs/mutants.md.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "sandtable"
TABLE = Path(__file__).with_suffix(".toml")
PATIENCE = 60
"""Seconds after which a mutant that runs in circles counts as noticed."""

# Runs in a process of its own, with the broken package first on the path.
DRIVER = """
import sys
from pathlib import Path
from sandtable.conformance.runner import read_scenarios, run_scenario, scenario_files
rules = set(sys.argv[2:])
for path in scenario_files([Path(sys.argv[1])]):
    for scenario in read_scenarios(path):
        if rules & set(scenario["rules"]):
            print("passed" if run_scenario(scenario, path).passed else "failed", scenario["id"])
"""


class Mutant(NamedTuple):
    """A change of the source, and the rules whose scenarios must notice it."""

    rules: tuple[str, ...]
    file: str
    old: str
    new: str

    def __str__(self) -> str:
        first = next(line.strip() for line in self.old.splitlines() if line.strip())
        return f"{', '.join(self.rules)}: {self.file}: {first}"


def read_table(path: Path) -> list[Mutant]:
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        Mutant(tuple(entry["rules"]), entry["file"], entry["old"], entry["new"])
        for entry in data["mutant"]
    ]


def verdict(mutant: Mutant) -> str:
    """What becomes of a mutant: `killed`, `survived`, `stale` or `untested`."""
    source = (PACKAGE / mutant.file).read_text(encoding="utf-8")
    if source.count(mutant.old) != 1:
        return "stale"
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "sandtable"
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / mutant.file).write_text(source.replace(mutant.old, mutant.new), encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-c", DRIVER, str(ROOT / "conformance"), *mutant.rules]
        try:
            done = subprocess.run(
                command, env=environment, capture_output=True, text=True, timeout=PATIENCE
            )
        except subprocess.TimeoutExpired:
            return "killed"
    if done.returncode or "failed" in done.stdout:
        return "killed"
    return "survived" if "passed" in done.stdout else "untested"


def verdicts(mutants: list[Mutant]) -> Iterator[tuple[Mutant, str]]:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from zip(mutants, pool.map(verdict, mutants), strict=True)


def main(arguments: list[str]) -> int:
    wanted = [
        mutant
        for mutant in read_table(TABLE)
        if not arguments or any(text in rule for text in arguments for rule in mutant.rules)
    ]
    counts: dict[str, int] = {}
    for mutant, found in verdicts(wanted):
        counts[found] = counts.get(found, 0) + 1
        if found != "killed":
            print(f"{found}: {mutant}")
    print(", ".join(f"{number} {found}" for found, number in sorted(counts.items())) or "none")
    return 0 if set(counts) <= {"killed"} else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
