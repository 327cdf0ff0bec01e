"""A computer player at a seat of a server: `bot`."""

from __future__ import annotations

import argparse
import asyncio
import os

from sandtable.cli.console import Out, UsageError


def bot_options(found: argparse.ArgumentParser) -> None:
    found.add_argument("server", metavar="URL", help="such as http://127.0.0.1:1941")
    found.add_argument("game", metavar="GAME", help="the last part of the game's address")
    found.add_argument(
        "--player", default="captain", metavar="NAME", help="a level, or module:Class of your own"
    )
    found.add_argument("--take", nargs="+", default=[], metavar="POWER", help="seats to take first")
    found.add_argument("--token", help="from the account page (default: $SANDTABLE_TOKEN)")
    found.add_argument("--seed", default="", help="the player's seed")
    found.add_argument("--seconds", type=float, metavar="S", help="to think about a decision")


def run(args: argparse.Namespace, out: Out) -> int:
    """Play until the game is over."""
    from sandtable.players.registry import make_player
    from sandtable.players.remote import play_seat

    token = args.token or os.environ.get("SANDTABLE_TOKEN", "")
    if not token:
        raise UsageError("a token is needed: --token, or SANDTABLE_TOKEN in the environment")
    player = make_player(args.player, args.seed or args.game, args.seconds)
    out.line(f"{args.player} is on its way to {args.game}. Stop with Ctrl+C.")
    made = asyncio.run(play_seat(args.server, args.game, token, player, take=args.take))
    out.document({"decisions": made})
    out.result(f"{made} decisions")
    return 0
