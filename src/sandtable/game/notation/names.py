"""Names and lists of units as people write them. See docs/decisions-notation.md."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from sandtable.game.answers import Units, UnitSpec
from sandtable.game.notation.errors import shown
from sandtable.rules.edition import Edition
from sandtable.rules.position import Cargo
from sandtable.rules.problems import nearest
from sandtable.rules.refusal import InvalidAnswer

MOST_UNITS = 999


class Names:
    """Every name of an edition, in all the ways people write it."""

    def __init__(self, edition: Edition) -> None:
        self.powers: dict[str, int] = {}
        self.spaces: dict[str, int] = {}
        self.units: dict[str, int] = {}
        for power in edition.powers:
            for name in (power.id, power.name, *power.aliases):
                self.powers[plain(name)] = power.index
        for i, space in enumerate(edition.board.spaces):
            for name in (space.id, space.name, *space.aliases):
                self.spaces.setdefault(plain(name), i)
            if space.id.startswith("sz-"):
                number = space.id[3:]
                for name in (f"sz{number}", f"sea-zone-{number}"):
                    self.spaces[plain(name)] = i
        for unit in edition.units:
            for name in (unit.id, unit.name, f"{unit.id}s", f"{unit.name}s"):
                self.units[plain(name)] = unit.index
        for unit in edition.units:
            for name in unit.aliases:
                self.units.setdefault(plain(name), unit.index)


def plain(name: str) -> str:
    """A name without case, spaces, hyphens and slashes."""
    return re.sub(r"[\s\-_/.]+", "", name.casefold())


def plural(noun: str) -> str:
    """The name of several units: infantry and artillery are as many as they are."""
    if "(" in noun:
        head, _, cargo = noun.partition("(")
        return f"{plural(head)}({cargo}"
    if noun.endswith("ry"):
        return noun
    return f"{noun}es" if noun.endswith("x") else f"{noun}s"


@lru_cache(maxsize=16)
def names_of(edition: Edition) -> Names:
    return Names(edition)


def lookup(table: dict[str, int], text: str, what: str, known: Iterable[str]) -> int:
    if not isinstance(text, str):
        raise InvalidAnswer(f"a {what} is named by a text, not by a {type(text).__name__}")
    found = table.get(plain(text))
    if not text.strip():
        raise InvalidAnswer(f"the {what} is missing")
    if found is None:
        raise InvalidAnswer(f"unknown {what} {text.strip()!r}{nearest(text.strip(), known)}")
    return found


def power_named(edition: Edition, text: str) -> int:
    return lookup(names_of(edition).powers, text, "power", (p.id for p in edition.powers))


def space_named(edition: Edition, text: str) -> int:
    return lookup(names_of(edition).spaces, text, "space", (s.id for s in edition.board.spaces))


def unit_named(edition: Edition, text: str) -> int:
    return lookup(names_of(edition).units, text, "unit", (u.id for u in edition.units))


def parse_number(text: str) -> int:
    if not re.fullmatch(r"\d+", text, re.ASCII):
        raise InvalidAnswer(f"{shown(text)} is not a number")
    digits = text.lstrip("0") or "0"
    if len(digits) > len(str(MOST_UNITS)) or int(digits) > MOST_UNITS:
        raise InvalidAnswer(f"{shown(digits)} is more than {MOST_UNITS}")
    return int(digits)


UNIT = re.compile(
    r"""(?:(?P<count>-?\d+)\s+)?            # how many
        (?:(?P<state>damaged|whole)\s+)?
        (?:(?P<power>[\w\-]+)\.)?           # whose
        (?P<unit>[\w\- ]+?)
        (?:\((?P<cargo>[^()]*)\))?          # with what aboard
        (?:@(?P<at>[\w\- ]+))?              # points left, or where it came from
        (?:@(?P<origin>[\w\- ]+))?          # where it came from, after points left
        (?:\s*>\s*(?P<target>[\w\- ]+))?    # where it is to land its cargo
        \s*$""",
    re.VERBOSE | re.ASCII,
)


def parse_cargo(edition: Edition, text: str, owner: int) -> Cargo:
    """`infantry+tank`, `2 infantry`, `united-states.fighter`: what is aboard a ship."""
    cargo: list[tuple[int, int]] = []
    for part in filter(None, (p.strip() for p in text.split("+"))):
        match = re.fullmatch(r"(?:(\d+)\s+)?(?:([\w\-]+)\.)?([\w\- ]+)", part, re.ASCII)
        if match is None:
            raise InvalidAnswer(f"cannot read cargo {part!r}")
        count = parse_number(match[1]) if match[1] else 1
        if count > 12:
            raise InvalidAnswer(f"{count} units do not fit aboard a ship")
        power = power_named(edition, match[2]) if match[2] else owner
        cargo += [(power, unit_named(edition, match[3]))] * count
    return tuple(sorted(cargo))


def parse_unit(edition: Edition, text: str, owner: int = -1) -> UnitSpec:
    """`2 infantry`, `1 fighter@2`, `1 transport(infantry+tank)`."""
    match = UNIT.match(text.strip())
    if match is None:
        raise InvalidAnswer(f"cannot read units {text.strip()!r}")
    if match["count"] and match["count"].startswith("-"):
        raise InvalidAnswer(f"{match['count']} units: a count cannot be negative")
    count = parse_number(match["count"]) if match["count"] else 1
    power = power_named(edition, match["power"]) if match["power"] else -1
    unit = unit_named(edition, match["unit"])
    cargo = None
    if match["cargo"] is not None:
        cargo = parse_cargo(edition, match["cargo"], power if power >= 0 else owner)
    left = origin = -1
    if match["at"]:
        if match["at"].isdigit():
            left = parse_number(match["at"])
        else:
            origin = space_named(edition, match["at"])
    if match["origin"]:
        if left < 0:
            raise InvalidAnswer(f"cannot read units {text.strip()!r}")
        origin = space_named(edition, match["origin"])
    damage = {"damaged": 1, "whole": 0, None: -1}[match["state"]]
    target = space_named(edition, match["target"]) if match["target"] else -1
    return UnitSpec(count, unit, power, cargo, left, origin, damage, target)


def parse_units(edition: Edition, text: str) -> Units:
    """A list of units separated by commas; `nothing` is the empty list."""
    if text.strip().casefold() in ("", "nothing", "none"):
        return ()
    return tuple(s for s in (parse_unit(edition, part) for part in text.split(",")) if s.number)


def format_cargo(edition: Edition, cargo: Cargo, owner: int) -> str:
    """Cargo as written in a unit; other powers' units carry their power."""
    counts: dict[str, int] = {}
    for power, unit in cargo:
        name = edition.units[unit].id
        if power != owner:
            name = f"{edition.powers[power].id}.{name}"
        counts[name] = counts.get(name, 0) + 1
    return "+".join(f"{n} {name}" if n > 1 else name for name, n in counts.items())


def format_unit(edition: Edition, spec: UnitSpec) -> str:
    text = edition.units[spec.unit].id
    if spec.power >= 0:
        text = f"{edition.powers[spec.power].id}.{text}"
    if spec.damage >= 0:
        text = f"{'damaged' if spec.damage else 'whole'} {text}"
    if spec.cargo is not None:
        text += f"({format_cargo(edition, spec.cargo, spec.power)})"
    if spec.left >= 0:
        text += f"@{spec.left}"
    if spec.origin >= 0:
        text += f"@{edition.board.spaces[spec.origin].id}"
    if spec.target >= 0:
        text += f">{edition.board.spaces[spec.target].id}"
    return text


def format_units(edition: Edition, units: Units) -> str:
    return ", ".join(f"{s.number} {format_unit(edition, s)}" for s in units) or "nothing"
