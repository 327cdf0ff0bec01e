"""Playing games at random, to try the rules out: `random`."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from sandtable.cli import files, options
from sandtable.cli.console import Out, Table, UsageError
from sandtable.cli.opponents import play_at_random
from sandtable.game.game import Game


def run(args: argparse.Namespace, out: Out) -> int:
    if not 1 <= args.games <= 1_000_000:
        raise UsageError(f"--games {args.games}: a number from 1 to 1000000 is wanted")
    if not 1 <= args.rounds <= 1_000_000:
        raise UsageError(f"--rounds {args.rounds}: a number from 1 to 1000000 is wanted")
    edition = files.edition_of(args.edition)
    if args.save is not None:
        files.check_new(Path(args.save), force=args.force)
    agreed = options.given(args.option)
    rows = []
    total, seconds = 0, 0.0
    for number in range(args.games):
        seed = args.seed if args.games == 1 else f"{args.seed}/{number}"
        game = Game.new(edition, options=agreed, seed=seed)
        begin = time.perf_counter()
        play_at_random(game, seed, args.rounds)
        seconds += time.perf_counter() - begin
        total += len(game.history)
        rows.append(
            {
                "seed": seed,
                "winner": game.winner,
                "rounds": min(game.round, args.rounds),
                "decisions": len(game.history),
                "rolls": game.rolls_made,
            }
        )
    if args.save is not None:
        files.created(Path(args.save), game, args.edition, force=args.force)
    speed = round(total / seconds) if seconds else 0
    out.document({"games": rows, "decisions": total, "decisions_per_second": speed})
    if not out.quiet:
        table = Table(
            ("seed", "winner", "rounds", "decisions", "rolls"),
            right=frozenset(("rounds", "decisions", "rolls")),
        )
        for row in rows:
            table.add(*(row[key] or "-" for key in table.headings))
        out.table(table)
    games = "1 game" if args.games == 1 else f"{args.games} games"
    out.result(f"{games}, {total} decisions, {speed} decisions per second")
    if args.save is not None:
        out.line(f"Saved: {args.save}")
    return 0
