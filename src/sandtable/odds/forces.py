"""Forces as players write them: `5 infantry 2 tanks`, `5i 2t 1f`, `1 damaged battleship`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from sandtable.game.draft import one
from sandtable.game.notation.errors import shown
from sandtable.game.notation.names import plain, power_named
from sandtable.rules.edition import Edition
from sandtable.rules.position import Cargo
from sandtable.rules.problems import nearest
from sandtable.rules.refusal import InvalidAnswer
from sandtable.rules.units import FACILITY

MOST_UNITS = 10_000
"""More units of a side than this are a slip of the pen."""
LONGEST = 5_000
"""Letters of a force."""

NOBODY = ("nothing", "none", "nobody")

ForceText = str | Mapping[str, int]
"""A force in words, or counts by the name of a unit."""

WORD = re.compile(
    r"""\s*(?:
        (?P<number>-?[0-9]+(?:\.[0-9]+)?)(?:\s*(?:[\xd7*]|x(?![^\W\d_])))?
      | (?P<word>[^\W\d_](?:(?:[^\W\d_]|-)*[^\W\d_])?\.?)
      | (?P<cargo>\([^()]*\))
      | (?P<state>/\s*(?:damaged|whole))
      | (?P<apart>[,;+&])
    )""",
    re.VERBOSE,
)


class Group(NamedTuple):
    """Equal units of a force. A power of -1 is that of the force."""

    count: int  # type: ignore[assignment]  # hides tuple.count, which nothing needs
    unit: int
    power: int = -1
    damage: int = 0
    cargo: Cargo = ()


class Spelling:
    """Every way in which the units of an edition are written."""

    def __init__(self, edition: Edition) -> None:
        self.exact: dict[str, int] = {}
        self.several: dict[tuple[str, ...], int] = {}
        """Names of more than one word."""
        self.known = [unit.id for unit in edition.units]
        self.facilities = {unit.index for unit in edition.units if unit.domain == FACILITY}
        for unit in edition.units:
            for name in (unit.id, unit.name.casefold()):
                words = tuple(name.replace("-", " ").split())
                for end in plurals(words[-1]):
                    self.exact.setdefault(plain("".join((*words[:-1], end))), unit.index)
                    if len(words) > 1:
                        self.several[(*words[:-1], end)] = unit.index
        short = [(plain(alias), unit.index) for unit in edition.units for alias in unit.aliases]
        for alias, index in short:
            self.exact.setdefault(alias, index)
        for alias, index in short:
            for form in plurals(alias):
                self.exact.setdefault(form, index)

    def find(self, word: str) -> int:
        """The unit of one word: its name, a short one, or the beginning of just one name."""
        sought = plain(word)
        found = self.exact.get(sought)
        if found is not None:
            return found
        begun = {unit for name, unit in self.exact.items() if sought and name.startswith(sought)}
        begun = begun - self.facilities or begun
        if len(begun) == 1:
            return begun.pop()
        if begun:
            names = " or ".join(self.known[unit] for unit in sorted(begun))
            raise InvalidAnswer(f"{word!r} may be {names}; write more of it")
        near = nearest(sought, (name for name in self.exact if len(name) > 2 < len(sought)))
        quoted = re.search(r"'(.*)'", near)
        if quoted is not None:  # the unit's own name tells more than a spelling of it
            near = f"; did you mean {self.known[self.exact[quoted[1]]]!r}?"
        raise InvalidAnswer(f"unknown unit {shown(word)}{near}")


def plurals(word: str) -> tuple[str, ...]:
    """A word, and what it might become when there are several."""
    other = f"{word[:-1]}ies" if word.endswith("y") else f"{word}es"
    return (word, f"{word}s", other) if word[-1] in "xy" else (word, f"{word}s")


@lru_cache(maxsize=16)
def spelling(edition: Edition) -> Spelling:
    return Spelling(edition)


class Reader:
    """Reads one force, word by word."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.spelling = spelling(edition)
        self.found: dict[Group, int] = {}
        self.total = 0

    def read(self, text: str) -> None:
        if len(text) > LONGEST:
            raise InvalidAnswer(f"a force is written in at most {LONGEST} letters")
        tokens = list(split(text))
        at = 0
        count: int | None = None
        while at < len(tokens):
            kind, word = tokens[at]
            if kind == "number":
                if count is not None:
                    raise InvalidAnswer(f"{count} of what? no unit stands before {shown(word)}")
                count = counted(word)
                at += 1
            elif kind == "apart" or word == "and":
                if count is not None:
                    raise InvalidAnswer(f"{count} of what? a unit is missing after the number")
                at += 1
            elif kind == "word":
                at = self.unit(tokens, at, 1 if count is None else count)
                count = None
            else:
                raise InvalidAnswer(f"no unit stands before {shown(word.strip())}")
        if count is not None:
            raise InvalidAnswer(f"{count} of what? the number stands before its unit: '2 tank'")

    def unit(self, tokens: list[tuple[str, str]], at: int, count: int) -> int:
        """One unit with all that belongs to it; gives the place after it."""
        damage = power = -1
        word = tokens[at][1]
        if word in ("damaged", "whole"):
            damage, at = int(word == "damaged"), at + 1
        if at < len(tokens) and tokens[at][1].endswith("."):
            power = power_named(self.edition, tokens[at][1][:-1])
            at += 1
        if at == len(tokens) or tokens[at][0] != "word":
            raise InvalidAnswer(f"no unit stands after {shown(tokens[at - 1][1])}")
        unit, at = self.name(tokens, at)
        cargo: Cargo = ()
        while at < len(tokens) and tokens[at][0] in ("state", "cargo"):
            kind, word = tokens[at]
            if kind == "state":
                damage = int(word.endswith("damaged"))
            else:
                cargo = self.cargo(word[1:-1], power)
            at += 1
        self.add(count, Group(0, unit, power, max(damage, 0), cargo))
        return at

    def name(self, tokens: list[tuple[str, str]], at: int) -> tuple[int, int]:
        words = []
        for kind, word in tokens[at : at + 3]:
            if kind != "word":
                break
            words.append(word)
        for size in range(len(words), 1, -1):
            found = self.spelling.several.get(tuple(words[:size]))
            if found is not None:
                return found, at + size
        return self.spelling.find(words[0]), at + 1

    def cargo(self, text: str, power: int) -> Cargo:
        """`infantry+tank`: what is aboard; the force's own units have the power of the ship."""
        inner = Reader(self.edition)
        inner.read(text)
        aboard = []
        for group, count in inner.found.items():
            if group.cargo or group.damage:
                raise InvalidAnswer(f"cannot read cargo {shown(text)}")
            if count > 12:
                raise InvalidAnswer(f"{count} units do not fit aboard a ship")
            aboard += [(group.power if group.power >= 0 else power, group.unit)] * count
        return tuple(sorted(aboard))

    def add(self, count: int, group: Group) -> None:
        kind = self.edition.units[group.unit]
        if count < 1:
            raise InvalidAnswer(f"{count} {kind.id}: a count is 1 or more")
        self.total += count
        if count > MOST_UNITS or self.total > MOST_UNITS:
            amount = shown(count if count > MOST_UNITS else self.total)
            raise InvalidAnswer(f"a side has at most {MOST_UNITS} units here, not {amount}")
        if group.damage >= kind.hits:
            raise InvalidAnswer(f"{count} damaged {kind.id}: one hit destroys it")
        if group.cargo and not any(kind.loads):
            raise InvalidAnswer(f"{one(kind.id)} carries nothing")
        self.found[group] = self.found.get(group, 0) + count


def split(text: str) -> Iterable[tuple[str, str]]:
    """The words of a force with their kinds."""
    text = text.strip().casefold()
    at = 0
    while at < len(text):
        match = WORD.match(text, at)
        if match is None or match.lastgroup is None:
            raise InvalidAnswer(f"cannot read {shown(text[at:].strip())} in a force")
        yield match.lastgroup, match[match.lastgroup]
        at = match.end()


def counted(word: str) -> int:
    if word.startswith("-"):
        raise InvalidAnswer(f"{shown(word)} units: a count is 1 or more")
    if "." in word:
        raise InvalidAnswer(f"{shown(word)} units: a count is a whole number")
    digits = word.lstrip("0") or "0"
    if len(digits) > len(str(MOST_UNITS)):
        raise InvalidAnswer(f"a side has at most {MOST_UNITS} units here, not {shown(digits)}")
    return int(digits)


def parse_force(edition: Edition, force: ForceText) -> tuple[Group, ...]:
    """The units of a force, those that are equal put together."""
    if isinstance(force, str):
        return parse_text(edition, "" if force.strip().casefold() in NOBODY else force)
    if isinstance(force, Mapping):
        return parse_text(edition, " ".join(f"{count} {name}" for name, count in force.items()))
    raise InvalidAnswer(f"a force is a text, not a {type(force).__name__}")


@lru_cache(maxsize=1024)
def parse_text(edition: Edition, text: str) -> tuple[Group, ...]:
    reader = Reader(edition)
    reader.read(text)
    return tuple(group._replace(count=count) for group, count in reader.found.items())


def unit_called(edition: Edition, name: str) -> int:
    """The unit of a name, however it is written."""
    if not isinstance(name, str):
        raise InvalidAnswer(f"a unit is named by a text, not by {shown(name)}")
    reader = Reader(edition)
    reader.read(name)
    if len(reader.found) != 1 or reader.total != 1:
        raise InvalidAnswer(f"{shown(name)} is not the name of one unit")
    return next(iter(reader.found)).unit


def parse_order(
    edition: Edition, order: str | Iterable[str], present: Iterable[int]
) -> tuple[str, ...]:
    """Unit ids in the order in which they are lost: each unit of a force once.

    A text has names with commas or spaces between them.
    """
    ids: list[str] = []
    for part in re.split("[,;>]", order) if isinstance(order, str) else order:
        for group in parse_force(edition, part):
            name = edition.units[group.unit].id
            if group != Group(1, group.unit):
                raise InvalidAnswer(f"an order of losses has names alone: not {shown(part)}")
            if name in ids:
                raise InvalidAnswer(f"the order of losses names {name} twice")
            ids.append(name)
    here = [edition.units[unit].id for unit in sorted(set(present))]
    strange = [name for name in ids if name not in here]
    if strange:
        raise InvalidAnswer(f"the order of losses names {strange[0]}, which is not in the force")
    missing = [name for name in here if name not in ids]
    if missing:
        raise InvalidAnswer(f"the order of losses misses {', '.join(missing)}")
    return tuple(ids)
