"""The command `odds`: what will become of a battle."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any

from sandtable.cli import files
from sandtable.cli.console import Out, UsageError
from sandtable.cli.odds_table import print_odds
from sandtable.game.library import edition_names
from sandtable.odds import Odds, Policy, battle
from sandtable.odds.compiling import nothing_kept
from sandtable.odds.pictures import picture
from sandtable.odds.policy import NEVER, OPTIMAL, USUAL
from sandtable.rules.edition import Edition
from sandtable.rules.problems import nearest

MOST_ENDS = 1_000


def run(args: argparse.Namespace, out: Out) -> int:
    if args.picture is not None:
        files.check_new(Path(args.picture), force=args.force)
    say_if_new()
    if not 0 <= args.ends <= MOST_ENDS:
        raise UsageError(f"--ends {args.ends}: a number from 0 to {MOST_ENDS}")
    if not is_edition(args.words[0]):
        from sandtable.cli import odds_game

        return odds_game.run(args, policy_of(args), prices_of(args.price), out)
    given = terms(args)
    if any(asked is not None for asked in (args.raid, args.rocket, args.zone)):
        from sandtable.cli import odds_raids

        return odds_raids.run(args, given, out)
    for name, kind in (("no_gun", "--raid"), ("overflown", "--raid"), ("overland", "--zone")):
        if getattr(args, name):
            option = "with" if name == "overland" else name.replace("_", "-")
            raise UsageError(f"--{option} goes with {kind}")
    edition, attack, defend = forces(args.words)
    if args.then or args.least is not None or args.best or args.dead_zone:
        from sandtable.cli import odds_questions

        return odds_questions.run(edition, attack, defend, given, args, out)
    if args.reinforce:
        raise UsageError("--reinforce goes with --counter, --wave, --least or --best")
    found = battle(
        edition,
        attack,
        defend,
        **given,
        landed=args.landed,
        bombard=args.bombard,
        samples=args.samples,
        seed=args.seed,
    )
    tell(found, args, out)
    return 0


def say_if_new() -> None:
    """The first question of all takes long: say why."""
    if nothing_kept():
        print("compiling the kernels of the odds, once: about half a minute", file=sys.stderr)


def is_edition(name: str) -> bool:
    """Whether an edition is named, or a game's file."""
    if name in edition_names() or (name and Path(name).is_dir()):
        return True
    if not name or not Path(name).exists():
        known = nearest(name.casefold(), edition_names())
        raise UsageError(f"{name!r} is no edition and no game{known}")
    return False


def forces(words: list[str]) -> tuple[Edition, str, str]:
    """The edition and the two forces of the command line."""
    if len(words) != 3:
        raise UsageError(
            'an edition is followed by two forces, such as "5 infantry 2 tanks" "4 infantry"'
        )
    return files.edition_of(words[0]), words[1], words[2]


def terms(args: argparse.Namespace) -> dict[str, Any]:
    """What all questions about a battle take."""
    return {
        "sea": True if args.sea else None,
        "attacker": args.attacker,
        "defender": args.defender,
        "attacker_has": args.attacker_has,
        "defender_has": args.defender_has,
        "at": args.at,
        "exit": not args.no_way_out,
        "policy": policy_of(args),
        "prices": prices_of(args.price),
        "ground": args.ground,
        "seconds": args.seconds,
    }


def tell(found: Odds, args: argparse.Namespace, out: Out) -> None:
    """Print what was asked for, and draw it."""
    survivors = [found.survives(unit) for unit in args.survives]
    if args.picture is not None:
        Path(args.picture).write_text(picture(found), encoding="utf-8")
    if out.json:
        data = found.to_json(args.ends)
        if survivors:
            data["survives"] = [survival._asdict() for survival in survivors]
        out.document(data)
    elif out.quiet:
        out.result(found.percent(found.wins))
    else:
        print_odds(found, survivors, args.ends, out)
        if args.picture is not None:
            out.line()
            out.line(f"Drawn in {args.picture}")


def policy_of(args: argparse.Namespace) -> Policy:
    """How both sides decide, as the options say."""
    if args.optimal:
        for option in ("losses", "defender_losses", "retreat", "submerge", "defender_submerge"):
            if getattr(args, option) not in (USUAL, NEVER, OPTIMAL):
                raise UsageError(f"--optimal says it all: leave out --{option.replace('_', '-')}")
        return Policy(OPTIMAL, OPTIMAL, OPTIMAL, OPTIMAL, OPTIMAL)
    return Policy(
        args.losses,
        args.defender_losses,
        retreat_of(args.retreat),
        args.submerge,
        args.defender_submerge,
    )


RETREAT = re.compile(
    r"(?:after\s*)?(?P<cycles>[0-9]{1,6})(?:\s*(?:cycles?|rounds?))?"
    r"|(?:below\s*)?(?P<percent>[0-9]{1,3}(?:\.[0-9]+)?)\s*%"
    r"|below\s*(?P<chance>0?\.[0-9]+|[01])"
)


def retreat_of(text: str) -> str | int | float:
    """`never`, `optimal`, `after 2`, `below 40%`."""
    words = text.strip().casefold()
    if words in (NEVER, OPTIMAL):
        return words
    match = RETREAT.fullmatch(words)
    if match is None:
        raise UsageError(
            f"--retreat {text!r}: one of never, optimal, 'after 2' (cycles) or 'below 40%'"
        )
    if match["cycles"]:
        return int(match["cycles"])
    return float(match["percent"]) / 100 if match["percent"] else float(match["chance"])


def prices_of(texts: list[str]) -> dict[str, float]:
    """`tank=6` and the like."""
    found: dict[str, float] = {}
    for text in texts:
        name, equals, price = text.partition("=")
        try:
            found[name.strip()] = float(price)
        except ValueError:
            equals = ""
        if not equals or not name.strip():
            raise UsageError(f"a price is written as UNIT=IPCS, not {text!r}")
    return found
