"""The `sandtable` command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from sandtable.rules.refusal import SandtableError


def conform(args: argparse.Namespace) -> int:
    """Run scenarios and report those that fail."""
    from sandtable.conformance.runner import run_files

    passed = failed = 0
    for result in run_files([Path(path) for path in args.paths]):
        if result.passed:
            passed += 1
            continue
        failed += 1
        print(f"FAILED {result.id} ({result.path})")
        for failure in result.failures:
            print(f"  {failure}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="sandtable")
    commands = top.add_subparsers(dest="command", required=True)
    run = commands.add_parser("conform", help="run conformance scenarios")
    run.add_argument("paths", nargs="+", metavar="PATH")
    run.set_defaults(run=conform)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    args = parser().parse_args(argv)
    try:
        code: int = args.run(args)
    except SandtableError as error:
        print(f"sandtable: {error}", file=sys.stderr)
        return 2
    return code


if __name__ == "__main__":
    sys.exit(main())
