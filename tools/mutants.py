"""Break the engine in small ways and see that the scenarios notice.

    python tools/mutants.py                          all of tools/mutants.toml
    python tools/mutants.py --only blitz/ flak.py    those whose rule or file contains a text
    python tools/mutants.py --where                  also say which scenario noticed, and how

Every mutant is applied to a copy of the package. The scenarios of all editions are run against it,
those that cite its rules first, then those of the same topics, then the rest, up to the first that
fails. A mutant that they all let pass has survived. See docs/mutants.md.
"""

from __future__ import annotations

import argparse
import json
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
sys.path.insert(0, str(ROOT / "src"))

from sandtable.conformance.runner import (  # noqa: E402
    every_edition,
    read_scenarios,
    scenario_files,
)

PACKAGE = ROOT / "src" / "sandtable"
TABLE = Path(__file__).with_suffix(".toml")
PATIENCE = 60
"""Seconds after which a mutant that runs in circles counts as noticed."""

# Runs in a process of its own, with the broken package first on the path.
DRIVER = """
import json, sys
from pathlib import Path
from sandtable.conformance.runner import run_scenario
rules = set(sys.argv[2:])
topics = {rule.split("/")[1] for rule in rules}
def far(scenario):
    cited = scenario["rules"]
    near = topics & {rule.split("/")[1] for rule in cited}
    return 0 if rules & set(cited) else 1 if near else 2
scenarios = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
for scenario in sorted(scenarios, key=far):
    failures = run_scenario(scenario, Path()).failures
    if failures:
        print("noticed by", scenario["id"], failures[0])
        break
else:
    print("unnoticed")
"""


class Mutant(NamedTuple):
    """A change of the source, and the rules whose scenarios should notice it."""

    rules: tuple[str, ...]
    file: str
    old: str
    new: str

    def __str__(self) -> str:
        first = next(line.strip() for line in self.old.splitlines() if line.strip())
        return f"{', '.join(self.rules)}: {self.file}: {first}"

    def mentions(self, texts: list[str]) -> bool:
        return not texts or any(t in where for t in texts for where in (*self.rules, self.file))


def read_table(path: Path) -> list[Mutant]:
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        Mutant(tuple(entry["rules"]), entry["file"], entry["old"], entry["new"])
        for entry in data["mutant"]
    ]


def all_scenarios() -> list[dict[str, Any]]:
    """The scenarios of every edition, each once for every edition that it holds in."""
    return [
        scenario
        for path in scenario_files([ROOT / "conformance"])
        for written in read_scenarios(path)
        for scenario in every_edition(written)
    ]


def stale(mutant: Mutant, cited: set[str]) -> bool:
    """Whether a mutant no longer fits the source, or no scenario cites one of its rules."""
    path = PACKAGE / mutant.file
    found = path.read_text(encoding="utf-8").count(mutant.old) if path.exists() else 0
    return found != 1 or not cited.issuperset(mutant.rules)


def verdict(mutant: Mutant, scenarios: Path) -> tuple[str, str]:
    """What becomes of a mutant, `killed` or `survived`, and what noticed it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "sandtable"
        shutil.copytree(PACKAGE, copy)  # compiled modules too: they save a second each time
        broken = copy / mutant.file
        for compiled in (broken.parent / "__pycache__").glob(f"{broken.stem}.*.pyc"):
            compiled.unlink()
        source = broken.read_text(encoding="utf-8")
        broken.write_text(source.replace(mutant.old, mutant.new), encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-c", DRIVER, str(scenarios), *mutant.rules]
        try:
            done = subprocess.run(
                command, env=environment, capture_output=True, text=True, timeout=PATIENCE
            )
        except subprocess.TimeoutExpired:
            return "killed", "it runs in circles"
    if done.returncode:
        return "killed", "it does not run: " + (done.stderr.splitlines() or [""])[-1]
    said = done.stdout.strip()
    return ("survived" if said == "unnoticed" else "killed"), said


def verdicts(mutants: list[Mutant], jobs: int) -> Iterator[tuple[Mutant, str, str]]:
    scenarios = all_scenarios()
    cited = {rule for scenario in scenarios for rule in scenario["rules"]}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        written = Path(folder) / "scenarios.json"
        written.write_text(json.dumps(scenarios), encoding="utf-8")

        def judge(mutant: Mutant) -> tuple[str, str]:
            return ("stale", "") if stale(mutant, cited) else verdict(mutant, written)

        for mutant, (found, said) in zip(mutants, pool.map(judge, mutants), strict=True):
            yield mutant, found, said


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Break the engine in small ways.")
    parser.add_argument("--only", nargs="+", metavar="TEXT", default=[], help="rules or files")
    parser.add_argument("--where", action="store_true", help="say what noticed each mutant")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many at a time")
    asked = parser.parse_args(arguments)
    wanted = [mutant for mutant in read_table(TABLE) if mutant.mentions(asked.only)]
    counts: dict[str, int] = {}
    for mutant, found, said in verdicts(wanted, asked.jobs):
        counts[found] = counts.get(found, 0) + 1
        if found != "killed" or asked.where:
            print(f"{found}: {mutant}", flush=True)
        if asked.where and said:
            print(f"    {said}", flush=True)
    print(", ".join(f"{number} {found}" for found, number in sorted(counts.items())) or "none")
    return 0 if set(counts) <= {"killed"} else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
