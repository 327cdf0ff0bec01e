"""The arguments of `arena`."""

from __future__ import annotations

import argparse


def arena_options(found: argparse.ArgumentParser) -> None:
    found.add_argument("--edition", default="1941", metavar="ID")
    found.add_argument(
        "--players", required=True, metavar="A,B,...", help="levels, or module:Class of your own"
    )
    found.add_argument("--games", type=int, default=100, metavar="N", help="for each pair")
    found.add_argument("--seed", default="1", help="the seed of dice and players (default 1)")
    found.add_argument(
        "--rounds",
        type=int,
        metavar="R",
        help="after which a game is decided (default 15)",
    )
    found.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    found.add_argument("--low-luck", action="store_true", help="play with low luck dice")
    found.add_argument("--workers", type=int, metavar="N", help="processes (default: all cores)")
    found.add_argument("--out", metavar="DIR", help="where results and records are kept")
    found.add_argument("--no-records", action="store_true", help="keep results only")
    found.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster")
    found.add_argument(
        "--patience",
        type=float,
        metavar="SECONDS",
        help="after which a decision counts as stalled (default 600)",
    )
    found.add_argument(
        "--seconds",
        type=float,
        metavar="SECONDS",
        help="that players may think about a decision (default: what each level has)",
    )
