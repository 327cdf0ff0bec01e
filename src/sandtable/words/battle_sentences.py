"""What happens in battles, raids and bombardments, in plain English."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.words.english import Data, Speaker, counted, ipcs, thrown

LOST_WHY = {
    "defenseless": " without a fight",
    "cargo": " aboard a transport that was sunk",
    "no-landing": ": there was no place to land",
    "with-carrier": " together with the carrier",
    "antiair": " to antiaircraft fire",
    "kamikaze": ", given up in the attack",
}

ROLLED_AT = {"antiair": "Antiaircraft fire in", "bombard": "Ships fire at"}
ROLLED_BY = {"strike": "strikes first", "kamikaze": "strikes with units it gives up"}


def tell_battle(s: Speaker, e: Data) -> str:
    attackers = s.units(e["attackers"].get(e["attacker"], {}))
    others = {p: c for p, c in e["attackers"].items() if p != e["attacker"]}
    also = f" and {s.forces(others)}" if others else ""
    defenders = s.forces(e["defenders"]) if e["defenders"] else "nobody"
    return (
        f"Battle in {s.space(e['space'])}: {s.power(e['attacker'])} with {attackers}{also} "
        f"against {defenders}."
    )


def tell_rolled(s: Speaker, e: Data) -> str:
    result = f"{thrown(e['dice'])}: {counted(e['hits'], 'hit')}."
    if e["step"] in ROLLED_AT:
        return f"{ROLLED_AT[e['step']]} {s.space(e['space'])}, {result}"
    what = ROLLED_BY.get(e["step"], "fires")
    return f"Round {e['round']} of battle: the {e['side']} {what}, {result}"


def tell_submerged(s: Speaker, e: Data) -> str:
    return (
        f"{s.power(e['power'])} submerges {counted(e['count'], 'submarine')} "
        f"in {s.space(e['space'])}."
    )


def tell_lost(s: Speaker, e: Data) -> str:
    why = LOST_WHY.get(e["why"], "")
    return f"{s.power(e['power'])} loses {s.units(e['units'])} in {s.space(e['space'])}{why}."


def tell_damaged(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} has {s.units(e['units'])} damaged in {s.space(e['space'])}."


def tell_wasted(s: Speaker, e: Data) -> str:
    return f"The {e['side']} has no unit that could take {counted(e['hits'], 'hit')}."


def tell_retreated(s: Speaker, e: Data) -> str:
    start, end = s.space(e["from"]), s.space(e["to"])
    to = f" to {end}" if start != end else ""
    return f"{s.power(e['power'])} retreats with {s.units(e['units'])} from {start}{to}."


def tell_ended(s: Speaker, e: Data) -> str:
    if e["winner"] == "none":
        return f"The battle in {s.space(e['space'])} ends without a winner."
    return f"The {e['winner']} wins the battle in {s.space(e['space'])}."


def tell_landed(s: Speaker, e: Data) -> str:
    return (
        f"{s.power(e['power'])} lands a {s.names.get(e['unit'], e['unit'])} "
        f"that lost its carrier in {s.space(e['space'])}."
    )


def tell_surfaced(s: Speaker, e: Data) -> str:
    return (
        f"{s.power(e['power'])} surfaces {counted(e['count'], 'submarine')} "
        f"in {s.space(e['space'])}."
    )


def tell_bombarding(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} bombards {s.space(e['space'])} with {s.units(e['units'])}."


def tell_raided(s: Speaker, e: Data) -> str:
    return (
        f"{s.power(e['power'])} bombs the factory in {s.space(e['space'])}, "
        f"{thrown(e['dice'])}: {damage(s, e)}."
    )


def tell_rocket(s: Speaker, e: Data) -> str:
    return (
        f"A rocket of {s.power(e['power'])} flies from {s.space(e['from'])} "
        f"to the factory in {s.space(e['to'])}, {thrown(e['dice'])}: {damage(s, e)}."
    )


def damage(s: Speaker, e: Data) -> str:
    victim = s.power(e["victim"])
    return f"{victim} loses {ipcs(e['amount'])}" if e["amount"] else f"{victim} loses nothing"


def tell_called_off(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} calls off the landing in {s.space(e['space'])}."


def tell_captured(s: Speaker, e: Data) -> str:
    return (
        f"{s.power(e['power'])} captures {s.units(e['units'])} of {s.power(e['from'])} "
        f"in {s.space(e['space'])}."
    )


BATTLE_SENTENCES: dict[str, Callable[[Speaker, Data], str]] = {
    "battle": tell_battle,
    "rolled": tell_rolled,
    "submerged": tell_submerged,
    "surfaced": tell_surfaced,
    "lost": tell_lost,
    "damaged": tell_damaged,
    "hits-wasted": tell_wasted,
    "retreated": tell_retreated,
    "ended": tell_ended,
    "landed": tell_landed,
    "bombarding": tell_bombarding,
    "raided": tell_raided,
    "rocket": tell_rocket,
    "called-off": tell_called_off,
    "captured": tell_captured,
}
