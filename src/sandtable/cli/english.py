"""Events, units and phases in plain English, for people who read along."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sandtable.game.events import Event
from sandtable.rules.edition import Edition

PHASES = {
    "purchase": "Purchase Units",
    "combat-move": "Combat Move",
    "conduct-combat": "Conduct Combat",
    "stranded-fighters": "Stranded Fighters",
    "noncombat-move": "Noncombat Move",
    "mobilize": "Mobilize New Units",
    "collect-income": "Collect Income",
}

LOST_WHY = {
    "defenseless": " without a fight",
    "cargo": " aboard a transport that was sunk",
    "no-landing": ": there was no place to land",
    "with-carrier": " together with the carrier",
}


def phase_name(phase: str) -> str:
    return PHASES.get(phase, phase.replace("-", " ").title())


def joined(parts: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    words = list(parts)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def ipcs(amount: int) -> str:
    return "1 IPC" if amount == 1 else f"{amount} IPCs"


def counted(number: int, noun: str) -> str:
    """`2 tanks`."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural(noun)}"


def plural(noun: str) -> str:
    """Infantry and artillery are as many as they are."""
    if "(" in noun:
        head, _, cargo = noun.partition("(")
        return f"{plural(head)}({cargo}"
    return noun if noun.endswith("ry") else f"{noun}s"


class Speaker:
    """Speaks of one edition's powers, spaces and units."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.powers = {power.id: power.name for power in edition.powers}
        self.spaces = {space.id: space.name for space in edition.board.spaces}
        self.names = {unit.id: unit.name.lower() for unit in edition.units}

    def power(self, name: str) -> str:
        return self.powers.get(name, "nobody" if name == "none" else name)

    def space(self, name: str) -> str:
        return self.spaces.get(name, name)

    def unit(self, name: str, number: int = 1) -> str:
        """`2 tanks`; what stands around the id (damage, cargo) is kept."""
        head, bracket, cargo = name.partition("(")
        state, _, kind = head.rpartition(" ")
        noun = self.names.get(kind, kind)
        noun = noun if number == 1 else plural(noun)
        aboard = f" with {cargo.rstrip(')').replace('+', ' and ')} aboard" if cargo else ""
        return f"{number} {state + ' ' if state else ''}{noun}{aboard if bracket else ''}"

    def units(self, counts: Mapping[str, int]) -> str:
        return joined(self.unit(name, n) for name, n in counts.items() if n) or "nothing"

    def forces(self, by_power: Mapping[str, Mapping[str, int]]) -> str:
        return joined(f"{self.power(p)} with {self.units(c)}" for p, c in by_power.items())

    def sentence(self, event: Event) -> str:
        """One fact as a sentence."""
        tell = SENTENCES.get(event.type)
        return tell(self, event.data) if tell is not None else str(event)


Data = Mapping[str, Any]


def tell_phase(s: Speaker, e: Data) -> str:
    return f"Round {e['round']}: {s.power(e['power'])}, {phase_name(e['phase'])}"


def tell_purchased(s: Speaker, e: Data) -> str:
    if not e["units"]:
        return f"{s.power(e['power'])} buys nothing."
    return f"{s.power(e['power'])} buys {s.units(e['units'])} for {ipcs(e['cost'])}."


def tell_moved(s: Speaker, e: Data) -> str:
    start, *way, end = (s.space(name) for name in e["path"])
    by = f" by way of {joined(way)}" if way else ""
    return f"{s.power(e['power'])} moves {s.units(e['units'])} from {start} to {end}{by}."


def tell_loaded(s: Speaker, e: Data) -> str:
    return (
        f"{s.power(e['power'])} loads {s.units(e['units'])} from {s.space(e['territory'])} "
        f"onto a transport in {s.space(e['zone'])}."
    )


def tell_assault(s: Speaker, e: Data) -> str:
    return (
        f"{s.power(e['power'])} announces an amphibious assault: {s.units(e['units'])} "
        f"from {s.space(e['zone'])} on {s.space(e['territory'])}."
    )


def tell_offloaded(s: Speaker, e: Data) -> str:
    return (
        f"{s.power(e['power'])} lands {s.units(e['units'])} from {s.space(e['zone'])} "
        f"in {s.space(e['territory'])}."
    )


def tell_attack(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} will attack in {s.space(e['space'])}."


def tell_control(s: Speaker, e: Data) -> str:
    space, after, before = s.space(e["space"]), s.power(e["after"]), s.power(e["before"])
    if e["how"] == "liberation":
        return f"{space} is liberated and belongs to {after} again."
    if e["how"] == "reversion":
        return f"{space} goes back to {after}."
    how = " in passing" if e["how"] == "blitz" else ""
    return f"{after} takes {space} from {before}{how}."


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
    who = "the attacker" if e["side"] == "attacker" else "the defender"
    what = "strikes first" if e["step"] == "strike" else "fires"
    dice = " ".join(map(str, e["dice"]))
    return f"Round {e['round']} of battle: {who} {what}, dice {dice}: {counted(e['hits'], 'hit')}."


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


def tell_seized(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} seizes {ipcs(e['amount'])} from {s.power(e['from'])}."


def tell_mobilized(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} places {s.units(e['units'])} in {s.space(e['space'])}."


def tell_refunded(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} gets {ipcs(e['amount'])} back for {s.units(e['units'])}."


def tell_collected(s: Speaker, e: Data) -> str:
    return f"{s.power(e['power'])} collects {ipcs(e['amount'])}."


def tell_consent(s: Speaker, e: Data) -> str:
    verb = "lets" if e["given"] else "no longer lets"
    return f"{s.power(e['power'])} {verb} {s.power(e['to'])} share its spaces and ships."


def tell_won(s: Speaker, e: Data) -> str:
    return f"The {str(e['side']).title()} have won the game."


SENTENCES: dict[str, Callable[[Speaker, Data], str]] = {
    "phase": tell_phase,
    "purchased": tell_purchased,
    "moved": tell_moved,
    "loaded": tell_loaded,
    "assault": tell_assault,
    "offloaded": tell_offloaded,
    "attack": tell_attack,
    "control": tell_control,
    "battle": tell_battle,
    "rolled": tell_rolled,
    "submerged": tell_submerged,
    "lost": tell_lost,
    "damaged": tell_damaged,
    "hits-wasted": tell_wasted,
    "retreated": tell_retreated,
    "ended": tell_ended,
    "landed": tell_landed,
    "seized": tell_seized,
    "mobilized": tell_mobilized,
    "refunded": tell_refunded,
    "collected": tell_collected,
    "consent": tell_consent,
    "won": tell_won,
}
