"""A position as one line of text, as FEN is for chess. See docs/position-notation.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from sandtable.game.notation.errors import NotationError, shown
from sandtable.game.notation.parts import Part
from sandtable.game.notation.sanity import misfit
from sandtable.game.notation.tokens import USED
from sandtable.rules.edition import Edition
from sandtable.rules.position import Cargo, Position, Stack, Token, stack_of

__all__ = [
    "LONGEST_POSITION",
    "POSITION_VERSION",
    "edition_of_position",
    "format_position",
    "parse_position",
]

POSITION_VERSION = 2
PLAIN, HEAD = "position/1", f"position/{POSITION_VERSION}"
"""The first version has no traits; it is still written where nobody has any."""
FIELDS = (
    PLAIN,
    "edition",
    "round",
    "turn",
    "phase",
    "owners",
    "units",
    "facilities",
    "ipcs",
    "traits",
)
LONGEST_POSITION = 200_000
MOST_UNITS = 9_999
MOST_ABOARD = 12
MOST_FACILITIES = 16
MOST_IPCS = 999_999
LAST_ROUND = 99_999

NOTHING = "-"
NOBODY = "none"
RESERVED = frozenset(":;,=+*!().#")


# --- writing


def format_position(edition: Edition, position: Position) -> str:
    """The line of a position. What units did in the running turn is left out."""
    check_names(edition)
    position = position.settled()
    traits = format_traits(edition, position)
    return " ".join(
        (
            HEAD if traits else PLAIN,
            edition.id,
            f"r{position.round}",
            edition.powers[position.turn].id,
            edition.turn[position.phase],
            f"owners:{format_owners(edition, position) or NOTHING}",
            f"units:{format_units(edition, position) or NOTHING}",
            f"facilities:{format_facilities(edition, position) or NOTHING}",
            f"ipcs:{','.join(map(str, position.treasuries))}",
            *([f"traits:{traits}"] if traits else ()),
        )
    )


@lru_cache(maxsize=16)
def check_names(edition: Edition) -> None:
    """Every name of the edition must be a word that the notation can hold."""
    things = [x.id for x in edition.powers] + [x.id for x in edition.units]
    for name in (edition.id, *edition.turn, *things, *edition.board.index):
        if not name or RESERVED & set(name) or any(c.isspace() for c in name):
            raise NotationError("names", f"{shown(name)} cannot be written in a position")
        if name in (NOTHING, NOBODY):
            raise NotationError("names", f"{name!r} has a meaning of its own in a position")


def format_owners(edition: Edition, position: Position) -> str:
    """Who owns what another power owned, or nobody, when the world began."""
    return ",".join(
        f"{space.id}={edition.powers[owner].id if owner >= 0 else NOBODY}"
        for space, owner, original in zip(
            edition.board.spaces, position.owners, edition.original_owners, strict=True
        )
        if owner != original
    )


def format_units(edition: Edition, position: Position) -> str:
    forces = []
    for power in edition.powers:
        places = []
        for space, stack in zip(edition.board.spaces, position.stacks, strict=True):
            units = [
                times(count, format_token(edition, token))
                for token, count in stack
                if token.power == power.index
            ]
            if units:
                places.append(f"{space.id}={'+'.join(units)}")
        if places:
            forces.append(f"{power.id}:{','.join(places)}")
    return ";".join(forces)


def times(count: int, name: str) -> str:
    return f"{count}*{name}" if count > 1 else name


def format_token(edition: Edition, token: Token) -> str:
    text = edition.units[token.unit].id
    if token.damage:
        text += f"!{token.damage}"
    if token.cargo:
        aboard: dict[str, int] = {}
        for power, unit in token.cargo:
            owner = "" if power == token.power else f"{edition.powers[power].id}."
            name = owner + edition.units[unit].id
            aboard[name] = aboard.get(name, 0) + 1
        text += f"({'+'.join(times(count, name) for name, count in aboard.items())})"
    return text


def format_facilities(edition: Edition, position: Position) -> str:
    """Facilities of the spaces where they are not those of the beginning."""
    return ",".join(
        f"{space.id}={'+'.join(edition.units[f].id for f in found) or NOBODY}"
        for space, found, original in zip(
            edition.board.spaces, position.facilities, edition.facilities, strict=True
        )
        if found != original
    )


def format_traits(edition: Edition, position: Position) -> str:
    """Developments and advantages of the powers that have some."""
    return ";".join(
        f"{edition.powers[power].id}={'+'.join(traits)}"
        for power, traits in enumerate(position.traits)
        if traits
    )


# --- reading


def edition_of_position(text: str) -> str:
    """The edition that a position belongs to, by its id."""
    return fields_of(text)[1].text


def fields_of(text: str) -> list[Part]:
    if len(text) > LONGEST_POSITION:
        raise NotationError("position", f"longer than {LONGEST_POSITION} characters")
    if not text.isprintable():
        raise NotationError("position", "it is not one line of plain text")
    parts: list[Part] = []
    size = len(FIELDS) - (not text.lstrip(" ").startswith(f"{HEAD} "))
    for found in re.finditer(r"[^ ]+", text):
        field = FIELDS[len(parts)] if len(parts) < size else "end"
        parts.append(Part(found[0], field, found.start() + 1))
        if len(parts) == 1:
            check_version(parts[0])
        if field == "end":
            parts[-1].wrong("more fields than a position has")
    if not parts:
        raise NotationError("position", "it is empty")
    if len(parts) < size:
        missing = FIELDS[len(parts)]
        raise NotationError(missing, "the line ends before this field", len(text) + 1)
    return parts


def check_version(part: Part) -> None:
    if part.text in (HEAD, PLAIN):
        return
    version = re.fullmatch(r"position/([1-9][0-9]{0,5})", part.text)
    if version:
        part.wrong(f"positions of version {version[1]} is not known, only 1 to {POSITION_VERSION}")
    part.wrong(f"a position begins with {PLAIN!r}, not {shown(part.text)}")


def parse_position(edition: Edition, text: str) -> Position:
    """The position of a line. Raises `NotationError` with the field, the column and the reason."""
    check_names(edition)
    parts = fields_of(text)
    if parts[1].text != edition.id:
        parts[1].wrong(f"this is a position of {shown(parts[1].text)}, not of {edition.id!r}")
    if not parts[2].text.startswith("r"):
        parts[2].wrong("a round is written as in r3")
    labelled = [body_of(part) for part in parts[5:]]
    return Position(
        round=parts[2].after(1).number(1, LAST_ROUND),
        turn=parts[3].index(edition.power_index, "power"),
        phase=parts[4].index({name: i for i, name in enumerate(edition.turn)}, "phase"),
        owners=parse_owners(edition, labelled[0]),
        stacks=parse_units(edition, labelled[1]),
        facilities=parse_facilities(edition, labelled[2]),
        treasuries=parse_treasuries(edition, labelled[3]),
        traits=parse_traits(edition, labelled[4]) if len(labelled) > 4 else (),
    )


def body_of(part: Part) -> Part:
    label = f"{part.field}:"
    if not part.text.startswith(label) or part.text == label:
        part.wrong(f"this field begins with {label!r} and is not empty ({label}{NOTHING} is)")
    return part.after(len(label))


def assignments(edition: Edition, part: Part) -> Iterator[tuple[int, Part]]:
    """`space=...,space=...`: each space once."""
    if part.text == NOTHING:
        return
    seen = set()
    for entry in part.split(","):
        left, right = entry.halves("=")
        space = left.index(edition.board.index, "space")
        if space in seen:
            left.wrong(f"{left.text} is listed twice")
        seen.add(space)
        yield space, right


def parse_owners(edition: Edition, part: Part) -> tuple[int, ...]:
    owners = list(edition.original_owners)
    powers = {**edition.power_index, NOBODY: -1}
    for space, owner in assignments(edition, part):
        owners[space] = owner.index(powers, "power")
        if edition.board.sea[space]:
            owner.wrong("nobody owns a sea zone")
    return tuple(owners)


def parse_facilities(edition: Edition, part: Part) -> tuple[tuple[int, ...], ...]:
    facilities = list(edition.facilities)
    for space, listed in assignments(edition, part):
        found = []
        if listed.text != NOBODY:
            for name in listed.split("+"):
                found.append(name.index(edition.unit_index, "facility"))
                if edition.units[found[-1]].domain != "facility":
                    name.wrong(f"{name.text} is no facility")
        if len(found) > MOST_FACILITIES or edition.board.sea[space]:
            listed.wrong("so many facilities cannot be there")
        facilities[space] = tuple(found)
    return tuple(facilities)


def parse_treasuries(edition: Edition, part: Part) -> tuple[int, ...]:
    amounts = tuple(amount.number(0, MOST_IPCS) for amount in part.split(","))
    if len(amounts) != len(edition.powers):
        part.wrong(f"{len(edition.powers)} powers have a treasury, not {len(amounts)}")
    return amounts


def parse_traits(edition: Edition, part: Part) -> tuple[tuple[str, ...], ...]:
    found: list[tuple[str, ...]] = [()] * len(edition.powers)
    known = {f"{used}{name}": 0 for name in edition.traits for used in ("", USED)}
    for entry in part.split(";"):
        whose, listed = entry.halves("=")
        power = whose.index(edition.power_index, "power")
        names = list(listed.split("+"))
        for name in names:
            name.index(known, "development or advantage")
        if found[power] or len({n.text for n in names}) < len(names):
            entry.wrong("something is listed twice")
        found[power] = tuple(sorted(n.text for n in names))
    return tuple(found)


def parse_units(edition: Edition, part: Part) -> tuple[Stack, ...]:
    counts: list[list[tuple[Token, int]]] = [[] for _ in edition.board.spaces]
    seen = set()
    for force in part.split(";") if part.text != NOTHING else ():
        name, places = force.halves(":")
        power = name.index(edition.power_index, "power")
        if power in seen:
            name.wrong(f"{name.text} is listed twice")
        seen.add(power)
        for space, listed in assignments(edition, places):
            found: set[Token] = set()
            for entry in unit_parts(listed):
                count, rest = entry.counted(MOST_UNITS)
                token = parse_token(edition, power, rest)
                if token in found:
                    entry.wrong(f"{shown(rest.text)} is listed twice")
                problem = misfit(edition, token, space)
                if problem:
                    entry.wrong(problem)
                found.add(token)
                counts[space].append((token, count))
    return tuple(stack_of(found) for found in counts)


def unit_parts(part: Part) -> Iterator[Part]:
    """The units of a list, split at each `+` that is not inside brackets."""
    begin, inside = 0, False
    for at, char in enumerate(part.text + "+"):
        if char in "()":
            inside = char == "("
        elif char == "+" and not (inside and at < len(part.text)):
            if begin == at:
                part.after(begin).wrong("nothing stands before or after '+'")
            yield Part(part.text[begin:at], part.field, part.column + begin)
            begin = at + 1


def parse_token(edition: Edition, power: int, part: Part) -> Token:
    """`infantry`, `battleship!1`, `transport(infantry+united-states.tank)`."""
    cargo: Cargo = ()
    name = part
    if "(" in part.text:
        name, aboard = part.halves("(")
        if not aboard.text.endswith(")"):
            aboard.wrong("the bracket is not closed")
        cargo = parse_cargo(edition, power, Part(aboard.text[:-1], aboard.field, aboard.column))
    damage = 0
    if "!" in name.text:
        name, hits = name.halves("!")
        damage = hits.number(1, 99)
    return Token(power, name.index(edition.unit_index, "unit"), damage, cargo)


def parse_cargo(edition: Edition, owner: int, part: Part) -> Cargo:
    cargo: list[tuple[int, int]] = []
    for entry in part.split("+"):
        count, name = entry.counted(MOST_ABOARD)
        power = owner
        if "." in name.text:
            whose, name = name.halves(".")
            power = whose.index(edition.power_index, "power")
        cargo += [(power, name.index(edition.unit_index, "unit"))] * count
    if len(cargo) > MOST_ABOARD:
        part.wrong(f"{len(cargo)} units do not fit aboard a ship")
    return tuple(sorted(cargo))
