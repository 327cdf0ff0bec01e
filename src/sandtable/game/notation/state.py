"""The whole state of a game, at any moment, as plain JSON data. See docs/game-record.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sandtable.game.library import load_edition
from sandtable.game.notation.battle import battle_from_json, battle_to_json
from sandtable.game.notation.errors import NotationError, shown
from sandtable.game.notation.plain import (
    choice,
    fields,
    items,
    mapping,
    number,
    parse_json,
    text,
    truth,
)
from sandtable.game.notation.state_checks import check_state
from sandtable.game.notation.tokens import MOST, Reader, Writer
from sandtable.game.notation.upgrading import upgraded
from sandtable.game.setup import make_match
from sandtable.game.state import Match, Promise, State, Step, Turn
from sandtable.rules.edition import Edition
from sandtable.rules.position import Position, Stack
from sandtable.rules.refusal import SandtableError
from sandtable.rules.roll import RollRequest, Shot

__all__ = [
    "STATE_FORMAT",
    "STATE_VERSION",
    "format_state",
    "parse_state",
    "state_from_json",
    "state_to_json",
]

STATE_FORMAT = "sandtable-state"
STATE_VERSION = 2
KEYS = (
    "format",
    "version",
    "edition",
    "rules_version",
    "options",
    "seats",
    "position",
    "turn",
    "agenda",
    "roll",
    "withheld",
    "winner",
)
LONGEST_STATE = 4_000_000
LONGEST_NAME = 200
MOST_IPCS = 999_999
LAST_ROUND = 99_999


def format_state(state: State) -> str:
    """The JSON text of a state, in one line of ASCII."""
    return json.dumps(state_to_json(state), separators=(",", ":"))


def parse_state(source: str, edition: Edition | None = None) -> State:
    """The state of a JSON text. Raises `NotationError` for anything else."""
    return state_from_json(parse_json(source, LONGEST_STATE), edition)


# --- writing


def state_to_json(state: State) -> dict[str, Any]:
    """The data of a state; `state_from_json` reads it back."""
    edition = state.match.edition
    w = Writer(edition)
    usual = tuple(power.id for power in edition.powers)
    return {
        "format": STATE_FORMAT,
        "version": STATE_VERSION,
        "edition": edition.id,
        "rules_version": edition.rules_version,
        "options": dict(state.match.options),
        "seats": None
        if state.match.seats == usual
        else dict(zip(usual, state.match.seats, strict=True)),
        "position": position_to_json(w, state.position),
        "turn": turn_to_json(w, state.turn),
        "agenda": [step_to_json(w, step) for step in state.agenda],
        "roll": None if state.roll is None else roll_to_json(state.roll),
        "withheld": sorted([w.power(a), w.power(b)] for a, b in state.withheld),
        "winner": edition.sides[state.winner] if state.winner >= 0 else None,
    }


def position_to_json(w: Writer, position: Position) -> dict[str, Any]:
    spaces = w.edition.board.spaces
    return {
        "round": position.round,
        "turn": w.power(position.turn),
        "phase": w.edition.turn[position.phase],
        "owners": w.owners(position.owners),
        "units": {spaces[s].id: w.force(stack) for s, stack in enumerate(position.stacks) if stack},
        "facilities": {
            spaces[s].id: [w.unit(unit) for unit in found]
            for s, found in enumerate(position.facilities)
            if found
        },
        "ipcs": {w.power(power): amount for power, amount in enumerate(position.treasuries)},
        "traits": {w.power(p): list(found) for p, found in enumerate(position.traits) if found},
    }


def step_to_json(w: Writer, step: Step) -> dict[str, Any]:
    data: dict[str, Any] = {
        "step": step.name,
        "begun": step.begun,
        "battle": None if step.battle is None else battle_to_json(w, step.battle),
    }
    if step.power >= 0:
        data |= {"power": w.power(step.power), "about": step.about, "space": w.space(step.space)}
    if step.number:
        data["number"] = step.number
    return data


def turn_to_json(w: Writer, turn: Turn) -> dict[str, Any]:
    return {
        "owners_at_start": w.owners(turn.owners_at_start),
        "hostile_at_start": w.mask(turn.hostile_at_start),
        "landing": w.mask(turn.landing),
        "sites": w.spaces(turn.sites),
        "bought": w.counts(turn.bought),
        "attacked": w.mask(turn.attacked),
        "battles": w.spaces(turn.battles),
        "assaults": [w.spaces(pair) for pair in turn.assaults],
        "uncleared": w.mask(turn.uncleared),
        "promises": [
            {
                "origin": w.space(promise.origin),
                "zone": w.space(promise.zone),
                "fighters": [[w.space(space), points] for space, points in promise.fighters],
            }
            for promise in turn.promises
        ],
        "stranded": [
            {"space": w.space(s), "power": w.power(p), "unit": w.unit(u), "count": n}
            for s, p, u, n in turn.stranded
        ],
        "raids": w.spaces(turn.raids),
        "rockets": [w.spaces(pair) for pair in turn.rockets],
        "launched": [w.spaces(pair) for pair in turn.launched],
        "damage": [[w.space(space), amount] for space, amount in turn.damage],
        "developed": list(turn.developed),
        "moved_complexes": w.spaces(turn.moved_complexes),
        "joint": w.power(turn.joint) if turn.joint >= 0 else None,
        "joint_phases": list(turn.joint_phases),
    }


def roll_to_json(roll: RollRequest) -> dict[str, Any]:
    return {
        "purpose": roll.purpose,
        "power": roll.power,
        "space": roll.space,
        "shots": [shot._asdict() for shot in roll.shots],
    }


# --- reading


def state_from_json(data: Any, edition: Edition | None = None) -> State:
    """The state that `state_to_json` wrote. Raises `NotationError` for anything else.

    The edition is looked up among those of the package if it is not given.
    """
    whole = mapping(data, "state", 50)
    if whole.get("format") != STATE_FORMAT:
        raise NotationError("format", f"a state says {STATE_FORMAT!r} here")
    if type(whole.get("version")) is int and whole["version"] == 1:
        whole = upgraded(whole)
    if type(whole.get("version")) is not int or whole["version"] != STATE_VERSION:
        version = shown(whole.get("version"))
        raise NotationError(
            "version", f"states of version {version} cannot be read, only {STATE_VERSION}"
        )
    fields(whole, "state", KEYS)
    match = read_match(whole, edition)
    r = Reader(match.edition)
    agenda = tuple(
        read_step(r, entry, f"agenda[{i}]")
        for i, entry in enumerate(items(whole["agenda"], "agenda", 50))
    )
    winner = -1
    if whole["winner"] is not None:
        sides = {side: i for i, side in enumerate(match.edition.sides)}
        winner = choice(whole["winner"], "winner", sides, "side")
    withheld = [
        r.powers(items(pair, f"withheld[{i}]", 2, exactly=2), f"withheld[{i}]")
        for i, pair in enumerate(items(whole["withheld"], "withheld", 200))
    ]
    state = State(
        match,
        read_position(r, whole["position"]),
        read_turn(r, whole["turn"]),
        agenda,
        None if whole["roll"] is None else read_roll(r, whole["roll"]),
        frozenset((host, guest) for host, guest in withheld),
        winner,
    )
    check_state(state)
    return state


def read_match(data: Mapping[str, Any], edition: Edition | None) -> Match:
    name = text(data["edition"], "edition")
    try:
        edition = edition or load_edition(name)
    except SandtableError as error:
        raise NotationError("edition", str(error)) from None
    if edition.id != name:
        raise NotationError("edition", f"this is a state of {shown(name)}, not of {edition.id!r}")
    if number(data["rules_version"], "rules_version", 1, MOST) > edition.rules_version:
        raise NotationError(
            "rules_version",
            f"{data['rules_version']} is newer than what is known here, {edition.rules_version}",
        )
    options = {
        key: text(value, f"options.{shown(key)}")
        for key, value in mapping(data["options"], "options", 100).items()
    }
    try:
        match = make_match(edition, options, read_seats(edition, data["seats"]))
    except SandtableError as error:
        raise NotationError("options, seats", str(error)) from None
    if len(options) < len(match.options):
        raise NotationError("options", "not all options are given")
    return match


def read_seats(edition: Edition, data: Any) -> dict[str, list[str]] | None:
    if data is None:
        return None
    seats: dict[str, list[str]] = {}
    for power, player in mapping(data, "seats", len(edition.powers)).items():
        seats.setdefault(text(player, f"seats.{shown(power)}", LONGEST_NAME), []).append(power)
    return seats


def read_position(r: Reader, value: Any) -> Position:
    names = ("round", "turn", "phase", "owners", "units", "facilities", "ipcs", "traits")
    data = fields(value, "position", names)
    phases = {name: i for i, name in enumerate(r.edition.turn)}
    stacks: list[Stack] = [()] * len(r.edition.board)
    for name, listed in mapping(data["units"], "position.units", len(stacks)).items():
        space = r.space(name, "position.units")
        stacks[space] = r.force(listed, f"position.units.{name}", space)
    facilities: list[tuple[int, ...]] = [()] * len(r.edition.board)
    for name, listed in mapping(data["facilities"], "position.facilities", len(stacks)).items():
        where = f"position.facilities.{shown(name)}"
        found = tuple(r.unit(unit, where) for unit in items(listed, where, 16))
        if any(r.edition.units[unit].domain != "facility" for unit in found):
            raise NotationError(where, "not all of these are facilities")
        facilities[r.space(name, "position.facilities")] = found
    ipcs = mapping(data["ipcs"], "position.ipcs", len(r.edition.powers))
    fields(ipcs, "position.ipcs", tuple(r.edition.power_index))
    return Position(
        number(data["round"], "position.round", 1, LAST_ROUND),
        r.power(data["turn"], "position.turn"),
        choice(data["phase"], "position.phase", phases, "phase"),
        r.owners(data["owners"], "position.owners"),
        tuple(stacks),
        tuple(facilities),
        tuple(
            number(ipcs[power.id], f"position.ipcs.{power.id}", 0, MOST_IPCS)
            for power in r.edition.powers
        ),
        r.traits(data["traits"], "position.traits"),
    )


def read_turn(r: Reader, value: Any) -> Turn:
    data = fields(value, "turn", Turn._fields)
    assaults = []
    for i, pair in enumerate(items(data["assaults"], "turn.assaults", MOST)):
        where = f"turn.assaults[{i}]"
        zone, territory = items(pair, where, 2, exactly=2)
        assaults.append((r.zone(zone, where), r.space(territory, where)))
    return Turn(
        owners_at_start=r.owners(data["owners_at_start"], "turn.owners_at_start"),
        hostile_at_start=r.mask(data["hostile_at_start"], "turn.hostile_at_start"),
        landing=r.mask(data["landing"], "turn.landing"),
        sites=tuple(sorted(r.spaces(data["sites"], "turn.sites"))),
        bought=r.counts(data["bought"], "turn.bought"),
        attacked=r.mask(data["attacked"], "turn.attacked"),
        battles=r.spaces(data["battles"], "turn.battles"),
        assaults=tuple(assaults),
        uncleared=r.mask(data["uncleared"], "turn.uncleared"),
        promises=tuple(
            read_promise(r, entry, f"turn.promises[{i}]")
            for i, entry in enumerate(items(data["promises"], "turn.promises", MOST))
        ),
        stranded=tuple(
            read_stranded(r, entry, f"turn.stranded[{i}]")
            for i, entry in enumerate(items(data["stranded"], "turn.stranded", MOST))
        ),
        raids=r.spaces(data["raids"], "turn.raids"),
        rockets=r.routes(data["rockets"], "turn.rockets"),
        launched=r.routes(data["launched"], "turn.launched"),
        damage=r.numbered(data["damage"], "turn.damage"),
        developed=tuple(
            r.trait(name, "turn.developed")
            for name in items(data["developed"], "turn.developed", 99)
        ),
        moved_complexes=r.spaces(data["moved_complexes"], "turn.moved_complexes"),
        joint=-1 if data["joint"] is None else r.power(data["joint"], "turn.joint"),
        joint_phases=tuple(
            text(name, "turn.joint_phases")
            for name in items(data["joint_phases"], "turn.joint_phases", 20)
        ),
    )


def read_promise(r: Reader, value: Any, where: str) -> Promise:
    data = fields(value, where, Promise._fields)
    fighters = []
    for i, pair in enumerate(items(data["fighters"], f"{where}.fighters", MOST)):
        at = f"{where}.fighters[{i}]"
        space, points = items(pair, at, 2, exactly=2)
        fighters.append((r.space(space, at), number(points, at, 0, 99)))
    origin = data["origin"]
    return Promise(
        -1 if origin is None else r.zone(origin, f"{where}.origin"),
        r.zone(data["zone"], f"{where}.zone"),
        tuple(fighters),
    )


def read_stranded(r: Reader, value: Any, where: str) -> tuple[int, int, int, int]:
    data = fields(value, where, ("space", "power", "unit", "count"))
    return (
        r.zone(data["space"], f"{where}.space"),
        r.power(data["power"], f"{where}.power"),
        r.unit(data["unit"], f"{where}.unit"),
        number(data["count"], f"{where}.count", 1, MOST),
    )


def read_step(r: Reader, value: Any, where: str) -> Step:
    data = fields(value, where, ("step", "begun", "battle"), ("power", "about", "space", "number"))
    battle = data["battle"]
    return Step(
        text(data["step"], f"{where}.step"),
        None if battle is None else battle_from_json(r, battle, f"{where}.battle"),
        truth(data["begun"], f"{where}.begun"),
        r.power(data["power"], f"{where}.power") if "power" in data else -1,
        text(data.get("about", ""), f"{where}.about"),
        r.space_or_none(data.get("space"), f"{where}.space"),
        number(data.get("number", 0), f"{where}.number", 0, MOST),
    )


def read_roll(r: Reader, value: Any) -> RollRequest:
    data = fields(value, "roll", ("purpose", "power", "space", "shots"))
    shots = []
    for i, entry in enumerate(items(data["shots"], "roll.shots", 500)):
        where = f"roll.shots[{i}]"
        shot = fields(entry, where, Shot._fields)
        shots.append(
            Shot(
                r.edition.units[r.unit(shot["unit"], f"{where}.unit")].id if shot["unit"] else "",
                number(shot["target"], f"{where}.target", 0, 99),
                number(shot["count"], f"{where}.count", 1, MOST),
                text(shot["kind"], f"{where}.kind"),
                number(shot["dice"], f"{where}.dice", 1, 9),
                text(shot["by"], f"{where}.by"),
            )
        )
    return RollRequest(
        text(data["purpose"], "roll.purpose"),
        r.edition.powers[r.power(data["power"], "roll.power")].id,
        r.edition.board.spaces[r.space(data["space"], "roll.space")].id if data["space"] else "",
        tuple(shots),
    )
