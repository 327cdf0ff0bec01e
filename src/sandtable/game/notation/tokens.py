"""Names, units and what they did this turn, to and from plain JSON data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.board.graph import bits
from sandtable.game.notation.errors import NotationError, shown
from sandtable.game.notation.plain import choice, fields, items, mapping, number, text
from sandtable.game.notation.sanity import misfit
from sandtable.rules import position as rules
from sandtable.rules.edition import Edition
from sandtable.rules.position import FRESH, Cargo, Mark, Stack, Token

__all__ = ["DEEDS", "MOST", "Reader", "Writer"]

USED = "used:"
"""Stands before the name of an advantage of which the one use is gone."""
MOST = 9_999
"""The most of anything that is counted, and the most entries of a list."""

DEEDS = {
    "combat-moved": rules.COMBAT_MOVED,
    "noncombat-moved": rules.NONCOMBAT_MOVED,
    "fought": rules.FOUGHT,
    "retreated": rules.RETREATED,
    "offloaded": rules.OFFLOADED,
    "escaped": rules.ESCAPED,
    "seaborne": rules.SEABORNE,
    "attacks": rules.ATTACKS,
    "raids": rules.RAIDS,
    "submerged": rules.SUBMERGED,
    "captured": rules.CAPTURED,
    "launched": rules.LAUNCHED,
    "extra-move": rules.EXTRA_MOVE,
    "refuelled": rules.REFUELLED,
    "sworn": rules.SWORN,
    "loaded": rules.LOADED,
}
"""What a unit can have done this turn."""


class Writer:
    """Writes indices as names."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def space(self, space: int) -> str | None:
        return self.edition.board.spaces[space].id if space >= 0 else None

    def spaces(self, spaces: Iterable[int]) -> list[str]:
        return [self.edition.board.spaces[space].id for space in spaces]

    def mask(self, mask: int) -> list[str]:
        return self.spaces(bits(mask))

    def power(self, power: int) -> str:
        return self.edition.powers[power].id

    def unit(self, unit: int) -> str:
        return self.edition.units[unit].id

    def owners(self, owners: Iterable[int]) -> dict[str, str]:
        spaces = self.edition.board.spaces
        return {spaces[s].id: self.power(owner) for s, owner in enumerate(owners) if owner >= 0}

    def counts(self, counts: Iterable[int]) -> dict[str, int]:
        return {self.unit(unit): count for unit, count in enumerate(counts) if count}

    def cargo(self, cargo: Cargo) -> list[list[str]]:
        return [[self.power(power), self.unit(unit)] for power, unit in cargo]

    def force(self, force: Stack) -> list[dict[str, Any]]:
        return [self.token(token, count) for token, count in force]

    def token(self, token: Token, count: int) -> dict[str, Any]:
        data: dict[str, Any] = {
            "power": self.power(token.power),
            "unit": self.unit(token.unit),
            "count": count,
        }
        if token.damage:
            data["damage"] = token.damage
        if token.cargo:
            data["cargo"] = self.cargo(token.cargo)
        if token.mark != FRESH:
            data["turn"] = self.mark(token.mark)
        return data

    def mark(self, mark: Mark) -> dict[str, Any]:
        did = [name for name, flag in DEEDS.items() if mark.flags & flag]
        if mark.flags != sum(DEEDS[name] for name in did):
            raise NotationError("turn", f"deeds {mark.flags} have no name in this notation")
        data: dict[str, Any] = {"did": did}
        if mark.left >= 0:
            data["left"] = mark.left
        if mark.origin >= 0:
            data["origin"] = self.space(mark.origin)
        if mark.target >= 0:
            data["target"] = self.space(mark.target)
        if mark.boarded:
            data["boarded"] = self.cargo(mark.boarded)
        if mark.ashore:
            data["ashore"] = self.cargo(mark.ashore)
        if mark.guns:
            data["guns"] = [[self.space(space), value] for space, value in mark.guns]
        if mark.landed:
            data["landed"] = [
                [self.space(space), self.power(power), self.unit(unit)]
                for space, power, unit in mark.landed
            ]
        return data


class Reader:
    """Reads names as indices, and nothing that could not be on a board."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def space(self, value: Any, where: str) -> int:
        return choice(value, where, self.edition.board.index, "space")

    def space_or_none(self, value: Any, where: str) -> int:
        return -1 if value is None else self.space(value, where)

    def spaces(self, value: Any, where: str) -> tuple[int, ...]:
        listed = items(value, where, len(self.edition.board))
        found = tuple(self.space(space, f"{where}[{i}]") for i, space in enumerate(listed))
        if len(set(found)) < len(found):
            raise NotationError(where, "a space is listed twice")
        return found

    def mask(self, value: Any, where: str) -> int:
        return sum(1 << space for space in self.spaces(value, where))

    def zone(self, value: Any, where: str) -> int:
        space = self.space(value, where)
        if not self.edition.board.sea[space]:
            raise NotationError(where, f"{value} is not a sea zone")
        return space

    def power(self, value: Any, where: str) -> int:
        return choice(value, where, self.edition.power_index, "power")

    def powers(self, value: Any, where: str) -> tuple[int, ...]:
        listed = items(value, where, len(self.edition.powers))
        found = tuple(self.power(power, f"{where}[{i}]") for i, power in enumerate(listed))
        if len(set(found)) < len(found):
            raise NotationError(where, "a power is listed twice")
        return found

    def unit(self, value: Any, where: str) -> int:
        return choice(value, where, self.edition.unit_index, "unit")

    def owners(self, value: Any, where: str) -> tuple[int, ...]:
        owners = [-1] * len(self.edition.board)
        for name, power in mapping(value, where, len(owners)).items():
            space = self.space(name, where)
            if self.edition.board.sea[space]:
                raise NotationError(where, f"nobody owns {name}")
            owners[space] = self.power(power, f"{where}.{name}")
        return tuple(owners)

    def counts(self, value: Any, where: str) -> tuple[int, ...]:
        counts = [0] * len(self.edition.units)
        for name, count in mapping(value, where, len(counts)).items():
            counts[self.unit(name, where)] = number(count, f"{where}.{name}", 1, MOST)
        return tuple(counts)

    def cargo(self, value: Any, where: str) -> Cargo:
        cargo = []
        for i, entry in enumerate(items(value, where, 12)):
            power, unit = items(entry, f"{where}[{i}]", 2, exactly=2)
            cargo.append((self.power(power, f"{where}[{i}]"), self.unit(unit, f"{where}[{i}]")))
        return tuple(sorted(cargo))

    def force(self, value: Any, where: str, space: int) -> Stack:
        """Units in a space, each kind once, in the order that the engine keeps them in."""
        stack = tuple(sorted(self.listed(value, where, space)))
        if len({token for token, _ in stack}) < len(stack):
            raise NotationError(where, "the same units are listed twice")
        return stack

    def ships(self, value: Any, where: str) -> Stack:
        """Units at sea, wherever they are."""
        zone = self.edition.board.zones[0] if self.edition.board.zones else 0
        return self.force(value, where, zone)

    def listed(self, value: Any, where: str, space: int) -> Stack:
        return tuple(
            self.token(entry, f"{where}[{i}]", space)
            for i, entry in enumerate(items(value, where, MOST))
        )

    def token(self, value: Any, where: str, space: int) -> tuple[Token, int]:
        data = fields(value, where, ("power", "unit", "count"), ("damage", "cargo", "turn"))
        token = Token(
            self.power(data["power"], f"{where}.power"),
            self.unit(data["unit"], f"{where}.unit"),
            number(data.get("damage", 0), f"{where}.damage", 0, 99),
            self.cargo(data.get("cargo", []), f"{where}.cargo"),
            self.mark(data["turn"], f"{where}.turn") if "turn" in data else FRESH,
        )
        problem = misfit(self.edition, token, space)
        if problem:
            raise NotationError(where, problem)
        for item in set(token.mark.ashore):
            if token.mark.ashore.count(item) > token.cargo.count(item):
                raise NotationError(f"{where}.turn.ashore", "it is not aboard")
        return token, number(data["count"], f"{where}.count", 1, MOST)

    def mark(self, value: Any, where: str) -> Mark:
        optional = ("left", "origin", "target", "boarded", "ashore", "guns", "landed")
        data = fields(value, where, ("did",), optional)
        flags = 0
        for i, name in enumerate(items(data["did"], f"{where}.did", len(DEEDS))):
            flag = DEEDS.get(text(name, f"{where}.did[{i}]"))
            if flag is None or flags & flag:
                raise NotationError(f"{where}.did[{i}]", f"unknown or repeated: {shown(name)}")
            flags |= flag
        return Mark(
            number(data["left"], f"{where}.left", 0, 99) if "left" in data else -1,
            flags,
            self.space_or_none(data.get("origin"), f"{where}.origin"),
            self.space_or_none(data.get("target"), f"{where}.target"),
            self.cargo(data.get("boarded", []), f"{where}.boarded"),
            self.cargo(data.get("ashore", []), f"{where}.ashore"),
            self.numbered(data.get("guns", []), f"{where}.guns"),
            self.landed(data.get("landed", []), f"{where}.landed"),
        )

    def landed(self, value: Any, where: str) -> tuple[tuple[int, int, int], ...]:
        """Units that a ship put ashore, each with its territory."""
        found = []
        for i, entry in enumerate(items(value, where, 12)):
            space, power, unit = items(entry, f"{where}[{i}]", 3, exactly=3)
            found.append(
                (self.space(space, where), self.power(power, where), self.unit(unit, where))
            )
        return tuple(sorted(found))

    def numbered(self, value: Any, where: str) -> tuple[tuple[int, int], ...]:
        """Pairs of a space and a number."""
        found = []
        for i, pair in enumerate(items(value, where, MOST)):
            space, count = items(pair, f"{where}[{i}]", 2, exactly=2)
            found.append(
                (self.space(space, f"{where}[{i}]"), number(count, f"{where}[{i}]", 0, MOST))
            )
        return tuple(found)

    def routes(self, value: Any, where: str) -> tuple[tuple[int, int], ...]:
        """Pairs of spaces."""
        found = []
        for i, pair in enumerate(items(value, where, MOST)):
            start, end = items(pair, f"{where}[{i}]", 2, exactly=2)
            found.append((self.space(start, f"{where}[{i}]"), self.space(end, f"{where}[{i}]")))
        return tuple(found)

    def trait(self, value: Any, where: str) -> str:
        name = text(value, where)
        if name.removeprefix(USED) not in self.edition.traits:
            raise NotationError(where, f"no development and no advantage: {shown(name)}")
        return name

    def traits(self, value: Any, where: str) -> tuple[tuple[str, ...], ...]:
        """Developments and advantages by power; empty if nobody has any."""
        listed = mapping(value, where, len(self.edition.powers))
        found = [()] * len(self.edition.powers)  # type: list[tuple[str, ...]]
        for name, names in listed.items():
            at = f"{where}.{shown(name)}"
            traits = [self.trait(entry, at) for entry in items(names, at, 99)]
            found[self.power(name, where)] = tuple(sorted(set(traits)))
        return tuple(found) if any(found) else ()
