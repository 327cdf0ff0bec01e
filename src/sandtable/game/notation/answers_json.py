"""Decisions as JSON data. See docs/decisions-notation.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.game.answers import (
    ABSENT_KINDS,
    Absent,
    Answer,
    Attack,
    Buy,
    Consent,
    End,
    Fight,
    Land,
    Lose,
    Move,
    Place,
    Press,
    Retreat,
    Submerge,
    Units,
    UnitSpec,
)
from sandtable.game.notation.answers import LONGEST_LINE, MOST_UNITS
from sandtable.game.notation.errors import NotationError, shown
from sandtable.game.notation.plain import choice, fields, items, mapping, number, text, truth
from sandtable.rules.edition import Edition
from sandtable.rules.position import Cargo
from sandtable.rules.problems import nearest
from sandtable.rules.refusal import InvalidAnswer

__all__ = ["answer_from_json", "answer_to_json"]

MOST_ENTRIES = 200
LONGEST_PATH = 40
MOST_ABOARD = 12
MOST_POINTS = 99


# --- writing


def answer_to_json(edition: Edition, answer: Answer) -> dict[str, Any]:
    """The data of an answer; `answer_from_json` reads it back."""
    spaces = edition.board.spaces
    data: dict[str, Any] = {"type": answer.kind}
    if isinstance(answer, Buy | Lose):
        data["units"] = units_to_json(edition, answer.units)
    elif isinstance(answer, Move):
        data["units"] = units_to_json(edition, answer.units)
        data["path"] = [spaces[space].id for space in answer.path]
        if answer.ship is not None:
            data["ship"] = spec_to_json(edition, answer.ship)
        if answer.attack:
            data["attack"] = True
    elif isinstance(answer, Attack):
        data["space"] = spaces[answer.space].id
        if answer.units:
            data["units"] = units_to_json(edition, answer.units)
    elif isinstance(answer, End):
        if answer.promises:
            data["promises"] = [promise_to_json(edition, *p) for p in answer.promises]
    elif isinstance(answer, Fight | Land):
        data["space"] = spaces[answer.space].id
    elif isinstance(answer, Submerge):
        data["count"] = answer.number
    elif isinstance(answer, Retreat):
        if answer.to >= 0:
            data["to"] = spaces[answer.to].id
    elif isinstance(answer, Place):
        data["places"] = places_to_json(edition, answer)
    elif isinstance(answer, Consent):
        data["to"] = edition.powers[answer.to].id
        data["give"] = answer.give
    elif isinstance(answer, Absent) and answer.text:
        data["text"] = answer.text
    return data


def units_to_json(edition: Edition, units: Units) -> dict[str, int] | list[dict[str, Any]]:
    """Counts by unit where that says it all, else a list."""
    kinds = {spec.unit for spec in units}
    if len(kinds) == len(units) and all(s == UnitSpec(s.number, s.unit) for s in units):
        return {edition.units[spec.unit].id: spec.number for spec in units}
    return [spec_to_json(edition, spec) for spec in units]


def spec_to_json(edition: Edition, spec: UnitSpec) -> dict[str, Any]:
    data: dict[str, Any] = {"unit": edition.units[spec.unit].id}
    if spec.number != 1:
        data["count"] = spec.number
    if spec.power >= 0:
        data["power"] = edition.powers[spec.power].id
    if spec.cargo is not None:
        data["cargo"] = [
            {"unit": edition.units[unit].id}
            if power in (-1, spec.power)
            else {"unit": edition.units[unit].id, "power": edition.powers[power].id}
            for power, unit in spec.cargo
        ]
    if spec.left >= 0:
        data["left"] = spec.left
    if spec.origin >= 0:
        data["origin"] = edition.board.spaces[spec.origin].id
    if spec.damage >= 0:
        data["damaged"] = bool(spec.damage)
    if spec.target >= 0:
        data["target"] = edition.board.spaces[spec.target].id
    return data


def promise_to_json(edition: Edition, origin: int, zone: int) -> dict[str, Any]:
    spaces = edition.board.spaces
    data: dict[str, Any] = {"unit": edition.units[edition.decks[0]].id}
    if origin < 0:
        return {**data, "new": True, "path": [spaces[zone].id]}
    return {**data, "path": [spaces[origin].id, spaces[zone].id]}


def places_to_json(edition: Edition, answer: Place) -> dict[str, Any] | list[dict[str, Any]]:
    spaces = edition.board.spaces
    places = [(spaces[space].id, units_to_json(edition, units)) for space, units in answer.places]
    if len(dict(places)) == len(places):
        return dict(places)
    return [{"space": space, "units": units} for space, units in places]


# --- reading


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
    found = fields(data, "move", ("units", "path"), ("ship", "attack"))
    ship = read_spec(edition, found["ship"], "ship") if "ship" in found else None
    return Move(
        read_units(edition, found["units"], "units"),
        read_path(edition, found["path"], "path"),
        ship,
        truth(found.get("attack", False), "attack"),
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
    return Fight(read_space(edition, fields(data, "fight", ("space",))["space"], "space"))


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
    found = fields(data, "place", ("places",))["places"]
    if type(found) is dict:
        listed = list(mapping(found, "places", MOST_ENTRIES).items())
    else:
        listed = []
        for i, entry in enumerate(items(found, "places", MOST_ENTRIES)):
            place = fields(entry, f"places[{i}]", ("space", "units"))
            listed.append((place["space"], place["units"]))
    return Place(
        tuple(
            (
                read_space(edition, space, "places"),
                read_units(edition, units, f"places.{shown(space)}"),
            )
            for space, units in listed
        )
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
