"""Installs what the tests need: `python -m tools.services`."""

from __future__ import annotations

import sys

from tools.services.programs import PROGRAMS, Missing, install


def main() -> int:
    for program in PROGRAMS:
        try:
            print(f"{program.name}: {install(program)}")
        except Missing as problem:
            print(problem, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
