"""Raids, rockets and landings at the command line."""

from __future__ import annotations

import argparse
from typing import Any

from sandtable.cli import files
from sandtable.cli.console import Out, Table, UsageError
from sandtable.cli.odds_questions import percent, reckoned, refuse
from sandtable.cli.odds_table import signed
from sandtable.odds import questions
from sandtable.rules.edition import Edition

Terms = dict[str, Any]

BATTLES_ONLY = (
    *("picture", "survives", "samples", "then", "reinforce", "least", "best", "dead_zone"),
    "sea",
)
"""Options of a single battle, or of another question."""
NOT_RAIDS = (*BATTLES_ONLY, "landed", "bombard", "zone", "overland")


def raid(edition: Edition, raiders: str, terms: Terms, args: argparse.Namespace, out: Out) -> None:
    """`--raid`: bombers against a complex."""
    refuse(args, "--raid", (*NOT_RAIDS, "rocket"))
    where = target(args.raid)
    at = where.pop("at", None)
    if at is not None:
        if args.at:
            raise UsageError("--raid names the space: leave --at out")
        terms = {**terms, "at": at}
    found = questions.raid(
        edition, raiders, gun=not args.no_gun, overflown=args.overflown, **where, **terms
    )
    out.document(found.to_json())
    tell_raid(found, out, f"{edition.name}: a raid by {raiders}")


def rocket(edition: Edition, args: argparse.Namespace, out: Out) -> None:
    """`--rocket`: a rocket at a complex."""
    refuse(args, "--rocket", (*NOT_RAIDS, "no_gun", "overflown"))
    found = questions.rocket(edition, **target(args.rocket))
    out.document(found.to_json())
    tell_raid(found, out, f"{edition.name}: a rocket")


def target(text: str) -> dict[str, Any]:
    """A space, or what a territory is worth."""
    return {"value": int(text)} if text.isascii() and text.isdigit() else {"at": text}


def landing(
    edition: Edition, fleet: str, defend: str, terms: Terms, args: argparse.Namespace, out: Out
) -> None:
    """`--zone`: a battle at sea, then the landing."""
    refuse(args, "--zone", BATTLES_ONLY)
    found = questions.assault(
        edition,
        fleet,
        args.zone,
        defend,
        landed=args.landed,
        with_=args.overland,
        bombard=args.bombard,
        **terms,
    )
    out.document(found.to_json())
    tell_landing(found, args.ends, out)


def run(args: argparse.Namespace, terms: Terms, out: Out) -> int:
    edition = files.edition_of(args.words[0])
    forces = args.words[1:]
    if args.raid is not None:
        if len(forces) != 1:
            raise UsageError('--raid takes an edition and the raiders, such as revised "2 bombers"')
        raid(edition, forces[0], terms, args, out)
    elif args.rocket is not None:
        if forces:
            raise UsageError("--rocket takes an edition alone, such as revised")
        rocket(edition, args, out)
    else:
        if len(forces) != 2:
            raise UsageError("--zone takes an edition, a fleet and those who defend ashore")
        landing(edition, forces[0], forces[1], terms, args, out)
    return 0


# --- for people


def tell_raid(found: questions.Raid, out: Out, title: str) -> None:
    if out.quiet:
        out.result(f"{found.swing:+.1f}")
        return
    out.line(title)
    out.line()
    table = Table(("IPCs paid", "chance"), right=frozenset({"IPCs paid", "chance"}))
    for paid, chance in found.damage.items():
        table.add(paid, percent(chance))
    out.table(table)
    if found.units:
        table = Table(("raiders lost", "chance"), right=frozenset({"raiders lost", "chance"}))
        for lost, chance in found.lost.items():
            table.add(lost, percent(chance))
        out.line()
        out.table(table)
    out.line()
    out.line(f"Paid: {found.paid:.1f} IPCs on average; raiders lost: {found.cost:.1f} IPCs")
    out.line(f"Swing: {found.swing:+.1f} IPCs for the raider, deviation {found.deviation:.1f}")


def tell_landing(found: questions.Landing, most: int, out: Out) -> None:
    if out.quiet:
        out.result(percent(found.takes))
        return
    out.line(f"The zone is cleared: {percent(found.cleared)}")
    out.line(f"The territory is taken: {percent(found.takes)}")
    out.line(
        f"Lost on average: {found.attacker_lost:.1f} IPCs by the attacker, "
        f"{found.defender_lost:.1f} by the defender"
    )
    out.line(
        f"Swing: {signed(round(found.swing, 1))} IPCs for the attacker, "
        f"deviation {found.deviation:.1f}"
    )
    if most:
        table = Table(
            ("chance", "taken", "goes ashore"),
            title="What may come ashore",
            right=frozenset({"chance", "taken"}),
        )
        for ashore in found.assaults[:most]:
            table.add(percent(ashore.chance), percent(ashore.takes), ashore.landed)
        out.line()
        out.table(table)
    reckoned(found.samples, out)
