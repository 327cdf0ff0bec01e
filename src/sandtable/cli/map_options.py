"""The arguments of the command `map`."""

from __future__ import annotations

import argparse


def map_options(parser: argparse.ArgumentParser) -> None:
    """The arguments of `map`."""
    parser.add_argument("edition", metavar="EDITION", help="an edition, a board or a folder")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--position", metavar="LINE|FILE", help="a position instead of the start")
    what.add_argument("--game", metavar="FILE", help="a game as it stands")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help=".svg or .png; - for SVG on standard output"
    )
    parser.add_argument("--force", action="store_true", help="write over an existing file")
    parser.add_argument("--width", type=int, default=2048, metavar="PIXELS", help="default 2048")
    parser.add_argument("--theme", default="light", metavar="NAME", help="light (default) or dark")
    parser.add_argument("--units", default="", metavar="HOW", help="kinds, totals or none")
    parser.add_argument(
        "--level", default="", metavar="NAME", help="of detail: full, medium or small"
    )
    parser.add_argument("--crop", default="", metavar="SPACE,...", help="the part around these")
    parser.add_argument("--highlight", default="", metavar="SPACE,...", help="mark these")
    parser.add_argument(
        "--move", action="append", default=[], metavar="SPACE>SPACE", help="an arrow; repeatable"
    )
    parser.add_argument("--no-names", action="store_true", help="leave the names out")
    parser.add_argument("--no-legend", action="store_true", help="leave the line below out")
