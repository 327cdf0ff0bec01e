"""The arguments of the command `odds`."""

from __future__ import annotations

import argparse

ATTACKER, DEFENDER = "attacker", "defender"


def odds_options(odds: argparse.ArgumentParser) -> None:
    """The arguments of `odds`."""
    odds.usage = (
        'sandtable odds EDITION "ATTACK" "DEFEND" [options]\n'
        '       sandtable odds EDITION "FLEET" "DEFEND" --zone "DEFEND AT SEA" [options]\n'
        '       sandtable odds EDITION "RAIDERS" --raid SPACE [options]\n'
        "       sandtable odds GAME [SPACE] [options]"
    )
    odds.add_argument("words", nargs="+", metavar="WORD", help='such as revised "5i 2t" "4i aa"')
    odds.add_argument("--picture", metavar="FILE", help="draw the odds as an SVG picture")
    odds.add_argument("--force", action="store_true", help="write over an existing picture")
    odds.add_argument("--ends", type=int, default=5, metavar="N", help="list so many (default 5)")
    odds.add_argument(
        "--survives", action="append", default=[], metavar="UNIT", help="what becomes of it"
    )
    sides = odds.add_argument_group("the battle")
    sides.add_argument("--attacker", metavar="POWER")
    sides.add_argument("--defender", metavar="POWER")
    sides.add_argument("--attacker-has", default="", metavar="TRAIT,...", help="heavy-bombers,...")
    sides.add_argument("--defender-has", default="", metavar="TRAIT,...")
    sides.add_argument("--at", metavar="SPACE", help="where it is, if that matters")
    sides.add_argument("--sea", action="store_true", help="at sea, though only aircraft fight")
    sides.add_argument(
        "--landed", default="", metavar="UNITS", help="attackers from the sea; or all"
    )
    sides.add_argument("--bombard", default="", metavar="SHIPS", help="ships that support them")
    sides.add_argument("--no-way-out", action="store_true", help="nowhere to retreat to")
    how = odds.add_argument_group("decisions")
    how.add_argument(
        "--losses",
        "--order",
        default="usual",
        metavar="HOW",
        help="the attacker's: usual, keep-ground, optimal, or an order such as i,a,t,f",
    )
    how.add_argument("--defender-losses", "--defender-order", default="usual", metavar="HOW")
    how.add_argument(
        "--retreat", default="never", metavar="WHEN", help="never, optimal, 'after 2', 'below 40%%'"
    )
    how.add_argument("--submerge", default="never", metavar="WHEN", help="never, at-once, optimal")
    how.add_argument("--defender-submerge", default="never", metavar="WHEN")
    how.add_argument("--optimal", action="store_true", help="both sides decide as well as can be")
    more = odds.add_argument_group("more than one battle, or another question")
    more.add_argument(
        "--counter",
        action="append",
        dest="then",
        type=lambda text: (DEFENDER, text),
        metavar="UNITS",
        help="then the defender's side attacks what is left; may be repeated",
    )
    more.add_argument(
        "--wave",
        action="append",
        dest="then",
        type=lambda text: (ATTACKER, text),
        metavar="UNITS",
        help="then the attacker's side attacks again",
    )
    more.add_argument(
        "--reinforce", default="", metavar="UNITS", help="moves in after the first attack"
    )
    question = more.add_mutually_exclusive_group()
    question.add_argument(
        "--least", metavar="CHANCE", help="the least part of ATTACK that takes the ground so often"
    )
    question.add_argument("--best", action="store_true", help="the part of ATTACK that gains most")
    question.add_argument(
        "--dead-zone",
        action="store_true",
        help="how much of DEFEND to leave, if ATTACK could come",
    )
    sea = odds.add_argument_group("a landing, a raid")
    sea.add_argument(
        "--zone",
        metavar="UNITS",
        help="FLEET fights these at sea first, then lands; or nobody",
    )
    sea.add_argument(
        "--with",
        dest="overland",
        default="",
        metavar="UNITS",
        help="attack along with the landing, by land or air",
    )
    sea.add_argument(
        "--raid", metavar="SPACE|IPCS", help="RAIDERS bomb a complex there, or worth so much"
    )
    sea.add_argument("--rocket", metavar="SPACE|IPCS", help="a rocket hits a complex")
    sea.add_argument("--no-gun", action="store_true", help="no gun defends the complex")
    sea.add_argument(
        "--overflown", type=int, default=0, metavar="N", help="guns that fire on the way to it"
    )
    worth = odds.add_argument_group("what it is worth")
    worth.add_argument("--price", action="append", default=[], metavar="UNIT=IPCS")
    worth.add_argument("--ground", type=float, default=0.0, metavar="IPCS", help="of the ground")
    worth.add_argument(
        "--seconds",
        type=float,
        default=10.0,
        metavar="S",
        help="for battles that are sampled or solved",
    )
    worth.add_argument(
        "--samples", type=int, metavar="N", help="play so many battles instead of exact odds"
    )
    worth.add_argument("--seed", type=int, default=0, metavar="N", help="of these battles")
