"""Questions around a battle at the command line: counter-attacks, the least force, dead zones."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from typing import Any

from sandtable.cli.console import Out, Table, UsageError
from sandtable.odds import questions
from sandtable.rules.edition import Edition

Terms = dict[str, Any]


def run(
    edition: Edition, attack: str, defend: str, terms: Terms, args: argparse.Namespace, out: Out
) -> int:
    for name in ("picture", "survives", "samples"):
        if getattr(args, name):
            raise UsageError(f"--{name} goes with a single battle")
    then = [questions.Wave(text, by) for by, text in args.then or ()]
    if args.dead_zone:
        refuse(args, "--dead-zone", ("landed", "bombard", "reinforce"))
        found = questions.garrisons(edition, defend, attack, then=then, **terms)
        out.document(found.to_json())
        tell_garrisons(found, out)
        return 0
    if args.least is None and not args.best:
        refuse(args, "--counter and --wave", ("landed", "bombard"))
        waves = questions.take_and_hold(
            edition, attack, defend, then, reinforce=args.reinforce, **terms
        )
        out.document(waves.to_json())
        tell_waves(waves, ["attack", *(wave.by for wave in then)], out)
        return 0
    more = {"then": then, **{n: getattr(args, n) for n in ("reinforce", "landed", "bombard")}}
    if args.best:
        sizing = questions.best_force(edition, attack, defend, **more, **terms)
    else:
        chance = chance_of(args.least)
        sizing = questions.least_force(edition, attack, defend, chance, **more, **terms)
    out.document(sizing.to_json())
    tell_sizing(sizing, out)
    return 0


def refuse(args: argparse.Namespace, what: str, options: Iterable[str]) -> None:
    for name in options:
        if getattr(args, name):
            option = {"then": "counter or --wave", "overland": "with"}.get(name, name)
            raise UsageError(f"{what} cannot go with --{option.replace('_', '-')}")


def chance_of(text: str) -> float:
    """`90%` or `0.9`."""
    match = re.fullmatch(r"\s*([0-9]{1,3}(?:\.[0-9]+)?)\s*%\s*|\s*(0?\.[0-9]+|1)\s*", text)
    if match is None:
        raise UsageError(f"--least {text!r}: a chance such as 90%")
    return float(match[1]) / 100 if match[1] else float(match[2])


def percent(chance: float) -> str:
    return f"{100 * chance:.1f}%"


def reckoned(samples: int, out: Out) -> None:
    if samples:
        out.line(f"Some battles were too large to be exact: at least {samples:,} plays of each.")


def tell_waves(found: questions.Waves, attacks: list[str], out: Out) -> None:
    if out.quiet:
        out.result(percent(found.hold))
        return
    names = {"attack": "attack", "defender": "counter-attack", "attacker": "attack again"}
    numbers = ("comes", "attacker holds", "defender holds", "attacker lost", "defender lost")
    table = Table(("wave", *numbers), right=frozenset(numbers), wraps=frozenset(numbers))
    for by, after in zip(attacks, found.after, strict=True):
        table.add(
            names[by],
            percent(after.fought),
            percent(after.attacker),
            percent(after.defender),
            f"{after.attacker_lost:.1f}",
            f"{after.defender_lost:.1f}",
        )
    out.table(table)
    out.line()
    out.line(f"The attacker holds in the end: {percent(found.hold)}")
    out.line(f"Swing: {found.swing:+.1f} IPCs for the attacker, deviation {found.deviation:.1f}")
    reckoned(found.samples, out)


def tell_sizing(found: questions.Sizing, out: Out) -> None:
    if out.quiet:
        out.result(found.best.text if found.best else "nothing")
        return
    if found.best is None:
        full = found.full
        chances = f"wins {percent(full.wins)}, takes the ground {percent(full.takes)}"
        out.line(f"No force will do; all of it {chances}, swing {full.swing:+.1f}")
    else:
        numbers = ("IPCs", "wins", "takes", "swing")
        table = Table((*numbers, "force"), right=frozenset(numbers))
        for choice in found.choices:
            table.add(
                f"{choice.cost:g}",
                percent(choice.wins),
                percent(choice.takes),
                f"{choice.swing:+.1f}",
                choice.text,
            )
        out.table(table)
    if not found.exhaustive:
        out.line(f"Time was out after {found.tried:,} forces: a better one may be left.")
    reckoned(found.samples, out)


def tell_garrisons(found: questions.DeadZone, out: Out) -> None:
    best = found.least or found.best
    if out.quiet:
        out.result(best.text)
        return
    numbers = ("IPCs", "enemy gains")
    table = Table((*numbers, "left behind", "attacked by"), right=frozenset(numbers))
    for garrison in found.garrisons:
        attack = garrison.attack
        table.add(
            f"{garrison.cost:g}",
            f"{garrison.profit:.1f}",
            garrison.text,
            attack.text if attack else "nobody: no attack pays",
        )
    out.table(table)
    out.line()
    if found.least:
        out.line(f"The cheapest that no attack profits from: {found.least.text}")
    else:
        out.line("An attack profits from every garrison.")
    out.line(f"The owner loses least with: {found.best.text}")
    if not found.exhaustive:
        out.line("Time was out before all were tried.")
    reckoned(found.samples, out)
