"""The command `luck`: the dice of a game against what was to be expected of them."""

from __future__ import annotations

import argparse

from sandtable.cli import files
from sandtable.cli.console import Out, Table
from sandtable.odds.questions import Luck, luck_of
from sandtable.words.english import Speaker


def run(args: argparse.Namespace, out: Out) -> int:
    game = files.load(args.file)
    found = luck_of(game, odds=not args.rolls_only)
    out.document(found.to_json())
    if out.json:
        return 0
    if not any(found.powers.values()):
        out.line("No dice have fallen yet.")
        return 0
    speaker = Speaker(game.edition)
    out.table(powers_table(found, speaker))
    if found.battles and not out.quiet:
        out.line()
        out.table(battles_table(found, speaker, odds=not args.rolls_only))
    return 0


def powers_table(found: Luck, speaker: Speaker) -> Table:
    """What fell for each power."""
    numbers = ("rolls", "fell", "expected", "luck", "deviations")
    table = Table(("power", "what", *numbers), right=frozenset(numbers))
    for power, tallies in found.powers.items():
        for what, tally in tallies.items():
            table.add(
                speaker.power(power),
                what,
                tally.rolls,
                f"{tally.scored:g}",
                f"{tally.expected:.1f}",
                f"{tally.luck:+.1f}",
                f"{tally.deviations:+.1f}",
            )
    return table


def battles_table(found: Luck, speaker: Speaker, *, odds: bool) -> Table:
    """What the dice did in each battle, for its attacker."""
    numbers = ("hits", "chance before", "IPCs of luck") if odds else ("hits",)
    table = Table(
        ("round", "where", "attacker", *numbers, "winner"),
        right=frozenset(numbers),
        wraps=frozenset(numbers),
    )
    for battle in found.battles:
        own = battle.hits.get(battle.attacker)
        others = [tally for power, tally in battle.hits.items() if power != battle.attacker]
        net = (own.luck if own else 0.0) - sum(tally.luck for tally in others)
        cells = [f"{net:+.1f}"]
        if odds:
            first = battle.course[0] if battle.course else None
            cells += [f"{100 * first.wins:.0f}%" if first else "", f"{battle.luck:+.1f}"]
        where = speaker.space(battle.space) + (" (raid)" if battle.kind == "raid" else "")
        winner = "" if battle.kind == "raid" else battle.winner or "not over"
        table.add(battle.round, where, speaker.power(battle.attacker), *cells, winner)
    return table
