"""Powers, spaces, units and phases in plain English."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.game.notation.names import plural as plural
from sandtable.rules.edition import Edition

Data = Mapping[str, Any]
"""The facts of an event."""

PHASES = {
    "advantages": "National Advantages",
    "bid": "Bid",
    "research": "Develop Weapons",
    "purchase": "Purchase Units",
    "combat-move": "Combat Move",
    "conduct-combat": "Conduct Combat",
    "stranded-fighters": "Stranded Fighters",
    "noncombat-move": "Noncombat Move",
    "mobilize": "Mobilize New Units",
    "collect-income": "Collect Income",
}


def phase_name(phase: str) -> str:
    return PHASES.get(phase, phase.replace("-", " ").title())


def joined(parts: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    words = list(parts)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def stopped(text: str) -> str:
    """A sentence with its full stop, also if its last name ends with one."""
    return text if text.endswith(".") else f"{text}."


def possessive(name: str) -> str:
    """`Japan's`, `United States'`."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def ipcs(amount: int) -> str:
    return "1 IPC" if amount == 1 else f"{amount} IPCs"


def counted(number: int, noun: str) -> str:
    """`2 tanks`."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural(noun)}"


def thrown(dice: Iterable[int]) -> str:
    """`die 3`, `dice 3 5`."""
    numbers = list(map(str, dice))
    return f"{'die' if len(numbers) == 1 else 'dice'} {' '.join(numbers)}"


class Speaker:
    """Speaks of one edition's powers, spaces and units."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.powers = {power.id: power.name for power in edition.powers}
        self.spaces = {space.id: space.name for space in edition.board.spaces}
        self.names = {unit.id: unit.name.lower() for unit in edition.units}
        self.traits = {trait.id: trait.name for trait in edition.traits.values()}

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

    def trait(self, name: str) -> str:
        """A development or national advantage."""
        return self.traits.get(name, name)

    def units(self, counts: Mapping[str, int]) -> str:
        return joined(self.unit(name, n) for name, n in counts.items() if n) or "nothing"

    def forces(self, by_power: Mapping[str, Mapping[str, int]]) -> str:
        return joined(f"{self.power(p)} with {self.units(c)}" for p, c in by_power.items())
