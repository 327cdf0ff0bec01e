"""Run the benchmarks: `make bench`, or `python -m benchmarks.run --help`."""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from benchmarks import (
    destinations,
    drawing,
    editions,
    growth,
    hosting,
    levels,
    odds,
    orders,
    playing,
    serving,
    starting,
    values,
)
from benchmarks.effort import FULL, QUICK, Effort
from benchmarks.figures import Section, lines, record

BENCHMARKS: dict[str, Callable[[Effort], Section]] = {
    "playing": playing.section,
    "editions": editions.section,
    "destinations": destinations.section,
    "values": values.section,
    "starting": starting.section,
    "orders": orders.section,
    "levels": levels.section,
    "odds": odds.section,
    "drawing": drawing.section,
    "serving": serving.section,
    "hosting": hosting.section,
    "growth-units": partial(growth.section, "units"),
    "growth-spaces": partial(growth.section, "spaces"),
}


def machine() -> dict[str, str]:
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": str(os.cpu_count()),
    }


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks", description="Measure the engine's speed.")
    parser.add_argument("--quick", action="store_true", help="less work, more noise")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all values there")
    parser.add_argument(
        "--only",
        action="append",
        choices=sorted(BENCHMARKS),
        metavar="NAME",
        help=f"only this benchmark; may be repeated: {', '.join(BENCHMARKS)}",
    )
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> None:
    wanted = arguments(given)
    effort = QUICK if wanted.quick else FULL
    here = machine()
    print(
        f"{here['implementation']} {here['python']}, {here['system']}, {here['cores']} cores; "
        f"{effort.repeats} rounds. Noise is the distance between the quartiles, by the median."
    )
    sections = []
    for name, benchmark in BENCHMARKS.items():
        if wanted.only and name not in wanted.only:
            continue
        section = benchmark(effort)
        sections.append(section)
        print("", *lines(section), sep="\n", flush=True)
    if wanted.json:
        data = {"machine": here, "sections": [record(section) for section in sections]}
        wanted.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
