"""Decisions from JSON data, piece by piece. See docs/decisions-notation.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.game.answers import (
    ABSENT_KINDS,
    MANNERS,
    Absent,
    Answer,
    Attack,
    Bombard,
    Buy,
    CallOff,
    Choose,
    Consent,
    Decline,
    End,
    Fight,
    Land,
    Launch,
    Lose,
    Move,
    Part,
    Place,
    Press,
    Research,
    Retreat,
    Roll,
    Submerge,
    Units,
    UnitSpec,
    Use,
)
from sandtable.game.notation.answers import LONGEST_LINE
from sandtable.game.notation.errors import NotationError, shown
from sandtable.game.notation.names import MOST_UNITS
from sandtable.game.notation.plain import choice, fields, items, mapping, number, text, truth
from sandtable.game.sense import TRAIT
from sandtable.rules.edition import Edition
from sandtable.rules.position import Cargo
from sandtable.rules.problems import nearest
from sandtable.rules.refusal import InvalidAnswer

__all__ = ["answer_from_json"]

MOST_ENTRIES = 200
LONGEST_PATH = 40
MOST_ABOARD = 12
MOST_POINTS = 99


def answer_from_json(edition: Edition, data: Any) -> Answer:
    """An answer from its data. Raises `InvalidAnswer` with what is wrong."""
    try:
        return read_answer(edition, data)
    except NotationError as error:
        raise InvalidAnswer(str(error)) from None


def read_answer(edition: Edition, data: Any) -> Answer:
    whole = mapping(data, "answer", 20)
    kind = whole.get("type")
    rest = {key: value for key, value in whole.items() if key != "type"}
    reader = READERS.get(kind) if type(kind) is str else None
    if reader is None:
        known = (*READERS, *ABSENT_KINDS)
        if type(kind) is str and kind in ABSENT_KINDS:
            found = fields(rest, "answer", (), ("text",))
            return Absent(kind, text(found.get("text", ""), "text", LONGEST_LINE))
        hint = nearest(kind, known) if type(kind) is str and len(kind) <= 60 else ""
        raise NotationError("type", f"unknown type {shown(kind)}{hint}")
    return reader(edition, rest)


def read_buy(edition: Edition, data: Any) -> Buy:
    return Buy(read_units(edition, fields(data, "buy", ("units",))["units"], "units"))


def read_lose(edition: Edition, data: Any) -> Lose:
    return Lose(read_units(edition, fields(data, "lose", ("units",))["units"], "units"))


def read_move(edition: Edition, data: Any) -> Move:
    found = fields(data, "move", ("units", "path"), ("ship", *MANNERS))
    manners = [word for word in MANNERS if truth(found.get(word, False), word)]
    if len(manners) > 1:
        raise NotationError(manners[1], f"a move is for one thing only, and this is {manners[0]}")
    ship = read_spec(edition, found["ship"], "ship") if "ship" in found else None
    return Move(
        read_units(edition, found["units"], "units"),
        read_path(edition, found["path"], "path"),
        ship,
        manners[0] if manners else "",
    )


def read_attack(edition: Edition, data: Any) -> Attack:
    found = fields(data, "attack", ("space",), ("units",))
    units = read_units(edition, found.get("units", {}), "units")
    return Attack(read_space(edition, found["space"], "space"), units)


def read_end(edition: Edition, data: Any) -> End:
    found = fields(data, "end", (), ("promises",))
    listed = items(found.get("promises", []), "promises", MOST_ENTRIES)
    return End(
        tuple(read_promise(edition, entry, f"promises[{i}]") for i, entry in enumerate(listed))
    )


def read_promise(edition: Edition, data: Any, where: str) -> tuple[int, int]:
    found = fields(data, where, ("unit", "path"), ("new",))
    unit = choice(found["unit"], f"{where}.unit", edition.unit_index, "unit")
    if not edition.deck_room[unit]:
        raise NotationError(f"{where}.unit", f"a {edition.units[unit].id} takes no aircraft aboard")
    path = read_path(edition, found["path"], f"{where}.path")
    new = truth(found.get("new", False), f"{where}.new")
    if len(path) < (1 if new else 2):
        raise NotationError(f"{where}.path", "the path is too short")
    return -1 if new else path[0], path[-1]


def read_fight(edition: Edition, data: Any) -> Fight:
    found = fields(data, "fight", ("space",), ("what",))
    what = text(found.get("what", ""), "what")
    if what not in ("", "raid", "rocket"):
        raise NotationError("what", f"a raid or a rocket, not {shown(what)}")
    return Fight(read_space(edition, found["space"], "space"), what)


def read_call_off(edition: Edition, data: Any) -> CallOff:
    return CallOff(read_space(edition, fields(data, "call-off", ("space",))["space"], "space"))


def read_launch(edition: Edition, data: Any) -> Launch:
    path = read_path(edition, fields(data, "launch", ("path",))["path"], "path")
    if len(path) != 2:
        raise NotationError("path", "a gun's territory and a complex's")
    return Launch(*path)


def read_trait(edition: Edition, value: Any, where: str) -> str:
    known = {name: i for i, name in enumerate(edition.traits)}
    return list(known)[choice(value, where, known, "trait")]


def read_research(edition: Edition, data: Any) -> Answer:
    if "research" in edition.rules.absent:
        found = fields(data, "research", (), ("text",))
        return Absent("research", text(found.get("text", ""), "text", LONGEST_LINE))
    found = fields(data, "research", (), ("technology", "dice"))
    dice = number(found.get("dice", 0), "dice", 0, MOST_UNITS)
    if "technology" not in found:
        return Research("", dice)
    if not dice:
        raise NotationError("dice", "a technology is developed with dice")
    return Research(read_trait(edition, found["technology"], "technology"), dice)


def read_choose(edition: Edition, data: Any) -> Choose:
    listed = items(fields(data, "choose", ("advantages",))["advantages"], "advantages", 99)
    names = [text(name, "advantages") for name in listed]
    for name in names:
        if not TRAIT.fullmatch(name):
            raise NotationError("advantages", f"{shown(name)} is no name of an advantage")
    return Choose(tuple(names))


def read_roll(edition: Edition, data: Any) -> Roll:
    fields(data, "roll", ())
    return Roll()


def read_use(edition: Edition, data: Any) -> Use:
    found = fields(data, "use", ("advantage",), ("parts",))
    listed = items(found.get("parts", []), "parts", MOST_ENTRIES)
    return Use(
        read_trait(edition, found["advantage"], "advantage"),
        tuple(read_part(edition, entry, f"parts[{i}]") for i, entry in enumerate(listed)),
    )


def read_part(edition: Edition, value: Any, where: str) -> Part:
    found = fields(value, where, (), ("units", "path", "aims"))
    return Part(
        read_units(edition, found.get("units", {}), f"{where}.units"),
        read_path(edition, found.get("path", []), f"{where}.path"),
        read_units(edition, found.get("aims", {}), f"{where}.aims"),
    )


def read_decline(edition: Edition, data: Any) -> Decline:
    found = fields(data, "decline", ("advantage",))
    return Decline(read_trait(edition, found["advantage"], "advantage"))


def read_land(edition: Edition, data: Any) -> Land:
    return Land(read_space(edition, fields(data, "land", ("space",))["space"], "space"))


def read_submerge(edition: Edition, data: Any) -> Submerge:
    return Submerge(number(fields(data, "submerge", ("count",))["count"], "count", 0, MOST_UNITS))


def read_press(edition: Edition, data: Any) -> Press:
    fields(data, "press", ())
    return Press()


def read_retreat(edition: Edition, data: Any) -> Retreat:
    found = fields(data, "retreat", (), ("to",))
    return Retreat(read_space(edition, found["to"], "to") if "to" in found else -1)


def read_place(edition: Edition, data: Any) -> Place:
    return Place(read_places(edition, data))


def read_bombard(edition: Edition, data: Any) -> Bombard:
    return Bombard(read_places(edition, data))


def read_places(edition: Edition, data: Any) -> tuple[tuple[int, Units], ...]:
    found = fields(data, "places", ("places",))["places"]
    if type(found) is dict:
        listed = list(mapping(found, "places", MOST_ENTRIES).items())
    else:
        listed = []
        for i, entry in enumerate(items(found, "places", MOST_ENTRIES)):
            place = fields(entry, f"places[{i}]", ("space", "units"))
            listed.append((place["space"], place["units"]))
    return tuple(
        (
            read_space(edition, space, "places"),
            read_units(edition, units, f"places.{shown(space)}"),
        )
        for space, units in listed
    )


def read_consent(edition: Edition, data: Any) -> Consent:
    found = fields(data, "consent", ("to", "give"))
    to = choice(found["to"], "to", edition.power_index, "power")
    return Consent(to, truth(found["give"], "give"))


READERS: dict[str, Callable[[Edition, Any], Answer]] = {
    "buy": read_buy,
    "move": read_move,
    "attack": read_attack,
    "end": read_end,
    "fight": read_fight,
    "submerge": read_submerge,
    "lose": read_lose,
    "press": read_press,
    "retreat": read_retreat,
    "land": read_land,
    "place": read_place,
    "consent": read_consent,
    "research": read_research,
    "launch": read_launch,
    "call-off": read_call_off,
    "bombard": read_bombard,
    "choose": read_choose,
    "roll": read_roll,
    "use": read_use,
    "decline": read_decline,
}


def read_space(edition: Edition, value: Any, where: str) -> int:
    return choice(value, where, edition.board.index, "space")


def read_path(edition: Edition, value: Any, where: str) -> tuple[int, ...]:
    listed = items(value, where, LONGEST_PATH)
    return tuple(read_space(edition, space, f"{where}[{i}]") for i, space in enumerate(listed))


def read_units(edition: Edition, value: Any, where: str) -> Units:
    """Counts by unit, or a list of units told apart further. A count of 0 is as good as none."""
    if type(value) is dict:
        specs = [
            UnitSpec(
                number(count, f"{where}.{shown(name)}", 0, MOST_UNITS),
                choice(name, where, edition.unit_index, "unit"),
            )
            for name, count in mapping(value, where, MOST_ENTRIES).items()
        ]
    else:
        listed = items(value, where, MOST_ENTRIES)
        specs = [read_spec(edition, entry, f"{where}[{i}]") for i, entry in enumerate(listed)]
    return tuple(spec for spec in specs if spec.number)


def read_spec(edition: Edition, value: Any, where: str) -> UnitSpec:
    found = fields(
        value, where, ("unit",), ("count", "power", "cargo", "left", "origin", "damaged", "target")
    )
    power, cargo, left, origin, damage, target = -1, None, -1, -1, -1, -1
    if "power" in found:
        power = choice(found["power"], f"{where}.power", edition.power_index, "power")
    if "cargo" in found:
        cargo = read_cargo(edition, found["cargo"], f"{where}.cargo", power)
    if "left" in found:
        left = number(found["left"], f"{where}.left", 0, MOST_POINTS)
    if "origin" in found:
        origin = read_space(edition, found["origin"], f"{where}.origin")
    if "damaged" in found:
        damage = int(truth(found["damaged"], f"{where}.damaged"))
    if "target" in found:
        target = read_space(edition, found["target"], f"{where}.target")
    return UnitSpec(
        number(found.get("count", 1), f"{where}.count", 0, MOST_UNITS),
        choice(found["unit"], f"{where}.unit", edition.unit_index, "unit"),
        power,
        cargo,
        left,
        origin,
        damage,
        target,
    )


def read_cargo(edition: Edition, value: Any, where: str, owner: int) -> Cargo:
    cargo = []
    for i, entry in enumerate(items(value, where, MOST_ABOARD)):
        found = fields(entry, f"{where}[{i}]", ("unit",), ("power",))
        power = owner
        if "power" in found:
            power = choice(found["power"], f"{where}[{i}].power", edition.power_index, "power")
        unit = choice(found["unit"], f"{where}[{i}].unit", edition.unit_index, "unit")
        cargo.append((power, unit))
    return tuple(sorted(cargo))
