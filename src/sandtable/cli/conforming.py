"""Running conformance scenarios: `conform`."""

from __future__ import annotations

import argparse
from pathlib import Path

import sandtable
from sandtable.cli.console import Out, Table, UsageError
from sandtable.conformance.coverage import Topic, topics
from sandtable.conformance.runner import Result, run_files
from sandtable.game.library import edition_names, load_edition


def run(args: argparse.Namespace, out: Out) -> int:
    paths = [Path(path) for path in args.paths] or [default_folder()]
    if args.edition is not None:
        load_edition(args.edition)
    results = []
    for result in run_files(paths):
        if args.edition is not None and result.edition != args.edition:
            continue
        results.append(result)
        if not result.passed:
            out.result(f"FAILED {result.id} ({result.path})")
            for failure in result.failures:
                out.line(f"  {failure}")
    if not results:
        raise UsageError("no scenarios there")
    covered = coverage(results, args.edition) if args.coverage else []
    if covered:
        print_coverage(covered, out)
    failed = sum(not result.passed for result in results)
    out.document(document(results, covered))
    out.result(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


def default_folder() -> Path:
    """The suite of the repository: beside the current folder, or beside the package."""
    package = Path(sandtable.__file__).resolve().parent
    for folder in (Path("conformance"), package.parents[1] / "conformance"):
        if folder.is_dir():
            return folder
    raise UsageError("no folder `conformance` here; say which files or folders to run")


def coverage(results: list[Result], edition: str | None) -> list[Topic]:
    found: list[Topic] = []
    for name in [edition] if edition is not None else edition_names():
        found += topics(name, load_edition(name).catalogue, results)
    return found


def print_coverage(covered: list[Topic], out: Out) -> None:
    table = Table(
        ("edition", "topic", "rules", "covered", "without a scenario"),
        right=frozenset(("rules", "covered")),
    )
    for topic in covered:
        missing = ", ".join(rule.split("/", 2)[2] for rule in topic.missing)
        table.add(topic.edition, topic.name, len(topic.scenarios), topic.covered, missing)
    out.table(table)
    rules = sum(len(topic.scenarios) for topic in covered)
    have = sum(topic.covered for topic in covered)
    out.result(f"{have} of {rules} rules have a scenario")


def document(results: list[Result], covered: list[Topic]) -> dict[str, object]:
    data: dict[str, object] = {
        "passed": sum(result.passed for result in results),
        "failed": sum(not result.passed for result in results),
        "failures": [
            {"id": r.id, "file": str(r.path), "rules": r.rules, "failures": r.failures}
            for r in results
            if not r.passed
        ],
    }
    if covered:
        data["coverage"] = [
            {"edition": t.edition, "topic": t.name, "rules": t.scenarios, "missing": t.missing}
            for t in covered
        ]
    return data
