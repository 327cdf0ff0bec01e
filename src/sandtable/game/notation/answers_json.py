"""Decisions as JSON data. See docs/decisions-notation.md."""

from __future__ import annotations

from typing import Any

from sandtable.game.answers import (
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
    Research,
    Retreat,
    Submerge,
    Units,
    UnitSpec,
    Use,
)
from sandtable.game.notation.answers_reading import answer_from_json
from sandtable.rules.edition import Edition

__all__ = ["answer_from_json", "answer_to_json"]


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
        if answer.manner:
            data[answer.manner] = True
    elif isinstance(answer, Attack):
        data["space"] = spaces[answer.space].id
        if answer.units:
            data["units"] = units_to_json(edition, answer.units)
    elif isinstance(answer, End):
        if answer.promises:
            data["promises"] = [promise_to_json(edition, *p) for p in answer.promises]
    elif isinstance(answer, Fight | Land | CallOff):
        data["space"] = spaces[answer.space].id
        if isinstance(answer, Fight) and answer.what:
            data["what"] = answer.what
    elif isinstance(answer, Launch):
        data["path"] = [spaces[answer.origin].id, spaces[answer.target].id]
    elif isinstance(answer, Research):
        if answer.dice:
            named = {"technology": answer.technology} if answer.technology else {}
            data |= {**named, "dice": answer.dice}
    elif isinstance(answer, Choose):
        data["advantages"] = list(answer.advantages)
    elif isinstance(answer, Use | Decline):
        data["advantage"] = answer.advantage
        if isinstance(answer, Use) and answer.parts:
            data["parts"] = [part_to_json(edition, part) for part in answer.parts]
    elif isinstance(answer, Submerge):
        data["count"] = answer.number
    elif isinstance(answer, Retreat):
        if answer.to >= 0:
            data["to"] = spaces[answer.to].id
    elif isinstance(answer, Place | Bombard):
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


def part_to_json(edition: Edition, part: Part) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if part.units:
        data["units"] = units_to_json(edition, part.units)
    if part.path:
        data["path"] = [edition.board.spaces[space].id for space in part.path]
    if part.aims:
        data["aims"] = units_to_json(edition, part.aims)
    return data


def places_to_json(
    edition: Edition, answer: Place | Bombard
) -> dict[str, Any] | list[dict[str, Any]]:
    spaces = edition.board.spaces
    places = [(spaces[space].id, units_to_json(edition, units)) for space, units in answer.places]
    if len(dict(places)) == len(places):
        return dict(places)
    return [{"space": space, "units": units} for space, units in places]
