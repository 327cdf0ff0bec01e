"""Looking things up: `editions` and `rule`; checking dice: `dice verify`."""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path

from sandtable.cli import dicebox, files, options
from sandtable.cli.console import Out, UsageError
from sandtable.game.dice import DiceError, VerifiableDice, verify_file
from sandtable.game.library import edition_names, load_edition
from sandtable.rules.problems import nearest
from sandtable.rules.refusal import Rule


def editions(args: argparse.Namespace, out: Out) -> int:
    found = []
    for edition in files.editions_in_order():
        found.append(
            {
                "id": edition.id,
                "name": edition.name,
                "about": edition.about,
                "powers": [power.id for power in edition.powers],
                "options": {o.id: options.option_data(o) for o in edition.options},
            }
        )
        if out.quiet:
            out.result(edition.id)
            continue
        if len(found) > 1:
            out.line()
        out.line(f"{edition.id}: {edition.about or edition.name}")
        out.line(f"Powers: {', '.join(power.id for power in edition.powers)}")
        out.table(options.option_table(edition))
    out.document({"editions": found})
    return 0


def rule_named(name: str) -> Rule:
    """A catalogue entry by its id, or by `topic/slug` if one edition alone has it.

    An edition has the rules of those that it extends, too, unless it has its own instead.
    """
    every: dict[str, Rule] = {}
    for edition in edition_names():
        every.update(load_edition(edition).catalogue)
    if name in every:
        return every[name]
    prefix, _, slug = name.partition("/")
    if prefix in edition_names():
        inherited = load_edition(prefix).rule(slug)
        if inherited.text:
            return inherited
    short = [rule for rule_id, rule in every.items() if rule_id.split("/", 1)[1] == name]
    if len(short) == 1:
        return short[0]
    if short:
        raise UsageError(f"several editions have {name!r}: {', '.join(r.id for r in short)}")
    raise UsageError(f"unknown rule {name!r}{nearest(name, every)}")


def rule(args: argparse.Namespace, out: Out) -> int:
    found = rule_named(args.id)
    data = {"id": found.id, "section": found.section, "rule": found.text, "checks": found.checks}
    out.document(data)
    out.result(found.id)
    out.line(f"Section: {found.section}")
    for text in textwrap.wrap(found.text, 78):
        out.result(text)
    return 0


def verify(args: argparse.Namespace, out: Out) -> int:
    problems = verify_file(args.transcript, args.commitment)
    out.document({"verified": not problems, "problems": problems})
    for problem in problems:
        out.result(problem)
    if problems:
        return 1
    out.line("All dice are as the secret and the entropies give them.")
    if args.commitment is None:
        out.line("Give --commitment with the one published before the game to be sure of the file.")
    return 0


def holders_dice(name: str) -> tuple[Path, VerifiableDice]:
    path = Path(name)
    game = files.load(name)
    if game.dice.describe().get("kind") != VerifiableDice.KIND:
        raise UsageError(f"{path}: the game does not use verifiable dice")
    return path, dicebox.with_secret(path, game)


def mix(args: argparse.Namespace, out: Out) -> int:
    path, dice = holders_dice(args.file)
    try:
        entropy = dice.add_entropy(args.party, args.text)
    except UnicodeEncodeError:
        raise DiceError("the text is not valid") from None
    dicebox.keep_secret(path, dice)
    out.document(entropy._asdict())
    out.line(f"The text of {entropy.party} holds from roll {entropy.since} on.")
    return 0


def reveal(args: argparse.Namespace, out: Out) -> int:
    path, dice = holders_dice(args.file)
    if files.load(args.file).winner is None and not args.force:
        raise UsageError(f"{path}: the game is not over; --force reveals the dice to come as well")
    print(dice.reveal().to_json(), end="")
    return 0
