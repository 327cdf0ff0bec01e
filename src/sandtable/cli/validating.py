"""Checking a scenario folder: `validate`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

from sandtable.cli.console import Out, UsageError
from sandtable.cli.locate import line_of
from sandtable.cli.opponents import play_at_random
from sandtable.game.game import Game
from sandtable.game.library import FILES, load_directory, read_bundle
from sandtable.maps.checking import differences
from sandtable.maps.topology import FILE as MAP
from sandtable.maps.topology import MapError, load_map
from sandtable.rules.edition import Edition
from sandtable.rules.problems import EditionError, Problem


class Finding(NamedTuple):
    """A problem with its place."""

    file: str
    line: int | None
    key: str
    message: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return ": ".join(part for part in (place, self.key, self.message) if part)


def run(args: argparse.Namespace, out: Out) -> int:
    folder = Path(args.directory)
    if not folder.is_dir():
        reason = "not a folder" if folder.exists() else "no such folder"
        raise UsageError(f"{folder}: {reason}")
    findings: list[Finding] = []
    summary = ""
    try:
        edition = load_directory(folder)
        problems = [*trial(edition), *map_problems(folder)]
        findings = [located(folder, problem) for problem in problems]
        summary = summarized(folder, edition)
    except EditionError as error:
        findings = [located(folder, problem) for problem in error.problems]
    except OSError as error:
        raise UsageError(f"{error.filename or folder}: {error.strerror}") from None
    found = list(dict.fromkeys(findings))
    out.document(
        {
            "playable": not found,
            "problems": [finding._asdict() for finding in found],
        }
    )
    for finding in found:
        out.result(str(finding))
    if found:
        many = "1 problem" if len(found) == 1 else f"{len(found)} problems"
        out.line(f"{folder}: not playable, {many}")
        return 1
    out.line(summary)
    return 0


def located(folder: Path, problem: Problem) -> Finding:
    """A problem with the line of its key, where the folder has the file."""
    path = folder / problem.file
    if problem.file not in FILES.values() or not path.is_file():
        return Finding(str(path), None, problem.key, problem.message)
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        return Finding(str(path), line, "", "not UTF-8 text")
    line_number = line_of(text, problem.file, problem.key, problem.message)
    return Finding(str(path), line_number, problem.key, problem.message)


def map_problems(folder: Path) -> list[Problem]:
    """Where the folder's own map, if it has one, is not the picture of its board."""
    if not (folder / MAP).is_file():
        return []
    try:
        found = differences(load_map(folder), read_bundle(folder, ())["board"])
    except MapError as error:
        found = [str(error).removeprefix(f"{folder / MAP}: ")]
    return [Problem(MAP, "", each) for each in found]


def trial(edition: Edition) -> list[Problem]:
    """Play a round with every value of every option, of numbers the largest: it must also work."""
    problems = []
    cases: list[dict[str, str]] = [{}]
    for option in edition.options:
        values = option.values if option.most < 0 else (str(option.most),)
        cases += [{option.id: value} for value in values]
    for options in cases:
        case = ", ".join(f"{k}={v}" for k, v in options.items()) or "the default options"
        try:
            play_at_random(Game.new(edition, options=options), "validate", rounds=1)
        except Exception as error:  # whatever breaks the engine is a fault of the data here
            message = f"a game with {case} breaks off: {type(error).__name__}: {error}"
            problems.append(Problem("edition.toml", "", message))
    return problems


def summarized(folder: Path, edition: Edition) -> str:
    land = sum(not s.sea and not s.impassable for s in edition.board.spaces)
    zones = sum(s.sea for s in edition.board.spaces)
    units = sum(n for f in edition.setup.values() for u in f.values() for n in u.values())
    return (
        f"{folder}: playable. {edition.name}: {len(edition.powers)} powers, {land} territories, "
        f"{zones} sea zones, {len(edition.units)} kinds of units, {units} units at the start, "
        f"{len(edition.catalogue)} rules"
    )
