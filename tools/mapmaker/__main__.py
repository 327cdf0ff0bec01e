"""The map maker's commands."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.mapmaker.description import DescriptionError, load_description
from tools.mapmaker.freshness import source_digest
from tools.mapmaker.making import EDITIONS, Sheet, load_board, loose_parts, make_sheet
from tools.mapmaker.mending import Mender
from tools.mapmaker.preview import Window, write_preview
from tools.mapmaker.sources import load_areas
from tools.mapmaker.writing import build_topology, to_text

GEOGRAPHY = Path.home() / ".cache" / "sandtable" / "geography"
BOARDS = ("1941", "revised", "europe1999", "pacific1940", "europe1940", "global1940")


def main() -> int:
    parser = argparse.ArgumentParser(prog="mapmaker", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    areas = commands.add_parser("areas", help="list the provinces of a country")
    areas.add_argument("country", help="its three letters, such as FRA")
    for name, about in (
        ("compare", "say where the picture differs from the graph, before mending"),
        ("build", "mend what is left and write the maps"),
    ):
        command = commands.add_parser(name, help=about)
        command.add_argument("boards", nargs="*", default=BOARDS, metavar="board")
        command.add_argument("--quick", action="store_true", help="half size, nothing is written")
        command.add_argument("--preview", type=Path, help="a picture (.svg) of the raster")
        command.add_argument(
            "--window", type=window, help="W,S,E,N in degrees: part of the picture"
        )
        command.add_argument("--zoom", type=int, default=1, help="enlarge the picture")
    wish = parser.parse_args()
    if wish.command == "areas":
        found = [area.key for area in load_areas(GEOGRAPHY) if area.country == wish.country]
        print("\n".join(found) or f"mapmaker: there is no country {wish.country!r}")
        return 0 if found else 1
    try:
        return max(handle(board, wish) for board in wish.boards)
    except (DescriptionError, ValueError) as error:
        print(f"mapmaker: {error}", file=sys.stderr)
        return 1


def window(text: str) -> Window:
    west, south, east, north = (float(each) for each in text.split(","))
    return west, south, east, north


def handle(board: str, wish: argparse.Namespace) -> int:
    """Compare or build one board; the exit status."""
    description = load_description(board)
    sheet = make_sheet(description, load_areas(GEOGRAPHY), 0.5 if wish.quick else 1.0)
    print(f"{board}: {sheet.raster.shape[1]} x {sheet.raster.shape[0]} pixels")
    if wish.command == "build":
        before = len(sheet.differences())
        strokes = Mender(sheet).mend()
        print(f"{before} differences before mending, which took {strokes} strokes")
    left = report(sheet)
    if wish.preview:
        write_preview(wish.preview, sheet, wish.window, wish.zoom)
    if left or wish.command == "compare":
        return 1 if left else 0
    if not wish.quick:
        path = EDITIONS / description.board / "map.json"
        write(sheet, path)
        print(f"{path.name}: {path.stat().st_size} bytes")
    return 0


def report(sheet: Sheet) -> int:
    """Say what differs, largest first; how much."""
    for note in (*sheet.notes, *loose_parts(sheet)):
        print("note:", note)
    found = sheet.differences()
    for each in sorted(found, key=lambda each: (each.unwanted, -each.size)):
        a, b = (sheet.regions[label].id for label in each.pair)
        what = "unwanted" if each.unwanted else "missing "
        unit = "px long" if each.unwanted else "px apart"
        x, y = each.place
        lon, lat = sheet.plane.degrees(each.place)
        where = f"{lon:.1f}, {lat:.1f} (pixel {x:.0f}, {y:.0f})"
        print(f"{what} {a} | {b}: {each.size:.0f} {unit} at {where}")
    print(f"{len(found)} differences")
    return len(found)


def write(sheet: Sheet, path: Path) -> None:
    """Trace a finished sheet and write it as edition data."""
    description = sheet.description
    board = load_board(description.board)
    spots = {**description.land, **description.sea}
    edges = {passage["id"]: tuple(passage["edge"]) for passage in board["passages"]}
    topology = build_topology(
        description.board,
        sheet.raster,
        sheet.wraps,
        sheet.regions,
        cities={name: sheet.plane.pixel(spot.city) for name, spot in spots.items() if spot.city},
        gates=[
            (gate.passage, edges[gate.passage], sheet.plane.pixel(gate.at))
            for gate in description.gates
            if gate.passage in edges
        ],
        links=[(link.edge, link.why) for link in description.links],
        shorts={name: spot.short for name, spot in spots.items() if spot.short},
        source=source_digest(description.board),
    )
    path.write_text(to_text(topology), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
