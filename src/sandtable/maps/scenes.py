"""Scenes of games and positions, and of boards whose rules are still to come."""

from __future__ import annotations

import json
import re
import tomllib
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from sandtable.game import outlook
from sandtable.game.game import Game
from sandtable.game.library import edition_names, load_edition
from sandtable.game.setup import make_match, starting_position
from sandtable.game.state import State
from sandtable.maps.scene import NEUTRAL, Facility, Force, Passage, Place, Scene, Units
from sandtable.rules.edition import Edition
from sandtable.rules.position import Position, Stack
from sandtable.rules.problems import EditionError, Problem, nearest

BOARD, SETUP = "board.json", "setup.toml"
INFANTRY = "infantry"


def board_names() -> list[str]:
    """Everything that can be drawn by its name: editions, and boards that are data only."""
    root = resources.files("sandtable.editions")
    boards = [entry.name for entry in root.iterdir() if (entry / BOARD).is_file()]
    return sorted({*boards, *edition_names()})


def scene_of_board(name: str) -> Scene:
    """The start of a game on a board of the package."""
    if name in edition_names():
        return scene_of_edition(load_edition(name))
    known = board_names()
    if name not in known:
        problem = Problem(name, "", f"unknown edition{nearest(name.casefold(), known)}")
        raise EditionError([problem])
    return scene_of_data(name, resources.files("sandtable.editions") / name)


def scene_of_edition(edition: Edition) -> Scene:
    """The start of a game with an edition's usual options."""
    return scene_of_position(edition, starting_position(make_match(edition)))


def scene_of(game: Game | State) -> Scene:
    """A game as it stands, with the battles that are still to be fought."""
    state = game.state if isinstance(game, Game) else game
    edition = state.match.edition
    fights = frozenset((*outlook.battles(state), *outlook.raids(state)))
    return scene_of_position(edition, state.position, fights)


def scene_of_position(
    edition: Edition, position: Position, fights: frozenset[int] = frozenset()
) -> Scene:
    """A position of an edition."""
    capitals = {space: p.id for p in edition.powers for space in p.capitals}
    places = []
    spaces = edition.board.spaces
    for i, space in enumerate(spaces):
        owner, original = position.owners[i], edition.original_owners[i]
        places.append(
            Place(
                id=space.id,
                name=space.name,
                sea=space.sea,
                owner=edition.powers[owner].id if owner >= 0 else "",
                original_owner=edition.powers[original].id if original >= 0 else "",
                forces=forces_of(edition, position.stacks[i]),
                facilities=tuple(Facility(edition.units[f].id) for f in position.facilities[i]),
                value=space.value,
                city=space.city,
                capital_of=capitals.get(i, ""),
                impassable=space.impassable,
                battle=i in fights,
                aliases=space.aliases,
            )
        )
    passages = {p.id: Passage(p.id, p.name, p.closed) for p in edition.board.passages.values()}
    phase = edition.turn[position.phase].replace("-", " ")
    return Scene(
        boards=(edition.id, *edition.lineage),
        title=edition.name,
        powers=tuple((power.id, power.name) for power in edition.powers),
        places=tuple(places),
        passages=tuple(passages.values()),
        caption=f"round {position.round}, {edition.powers[position.turn].name}, {phase}",
        domains=tuple((unit.id, unit.domain) for unit in edition.units),
        borders=tuple(
            (spaces[a].id, spaces[b].id)
            for a, near in enumerate(edition.board.neighbors)
            for b in near
            if a < b
        ),
    )


def forces_of(edition: Edition, stack: Stack) -> tuple[Force, ...]:
    """The units of a space by power, in the order of play; what units did is left aside."""
    counts: dict[tuple[int, int, bool, bool], int] = {}
    cargo: dict[tuple[int, int, bool, bool], dict[tuple[int, int], int]] = {}
    for token, count in stack:
        key = token.power, token.unit, bool(token.damage), bool(token.cargo)
        counts[key] = counts.get(key, 0) + count
        aboard = cargo.setdefault(key, {})
        for unit in token.cargo:
            aboard[unit] = aboard.get(unit, 0) + count
    forces: dict[int, list[Units]] = {}
    for key in sorted(counts):
        power, kind, damaged, _ = key
        aboard_ids = tuple(
            (edition.powers[p].id, edition.units[u].id, n)
            for (p, u), n in sorted(cargo[key].items())
        )
        units = Units(edition.units[kind].id, counts[key], damaged, aboard_ids)
        forces.setdefault(power, []).append(units)
    return tuple(Force(edition.powers[p].id, tuple(found)) for p, found in forces.items())


# --- boards that are data only


def scene_of_data(name: str, root: Traversable) -> Scene:
    """The start of a game from its board and its setup alone."""
    board: dict[str, Any] = json.loads((root / BOARD).read_text(encoding="utf-8"))
    setup: dict[str, Any] = tomllib.loads((root / SETUP).read_text(encoding="utf-8"))
    powers = tuple((power["id"], power["name"]) for power in board["powers"])
    order = {power: i for i, (power, _) in enumerate(powers)}
    places = []
    for space in board["spaces"]:
        placed: dict[str, dict[str, int]] = setup["units"].get(space["id"], {})
        forces = [
            Force(power, tuple(Units(kind, count) for kind, count in placed[power].items()))
            for power in sorted(placed, key=lambda p: order.get(p, len(order)))
        ]
        if space.get("standing_army"):
            forces.append(Force(NEUTRAL, (Units(INFANTRY, space["standing_army"]),)))
        center = space.get("convoy_center", {})
        original = space.get("original_owner", center.get("owner", ""))
        places.append(
            Place(
                id=space["id"],
                name=space["name"],
                sea=space["kind"] == "sea",
                owner=space.get("controller", original),
                original_owner=original,
                forces=tuple(forces),
                facilities=tuple(Facility(kind) for kind in space.get("facilities", ())),
                value=space.get("value", center.get("value", 0)),
                city=space.get("city", ""),
                capital_of=space.get("capital_of", ""),
                convoy=bool(center) or space.get("convoy", False),
                kamikaze=space.get("kamikaze", False),
                neutral=space.get("neutral", ""),
                impassable=space.get("impassable", False),
                aliases=tuple(space.get("aliases", ())),
            )
        )
    return Scene(
        boards=(name,),
        title=title_of(name),
        powers=powers,
        places=tuple(places),
        passages=tuple(
            Passage(p["id"], p["name"], p.get("closed", False)) for p in board["passages"]
        ),
        caption="start",
    )


def title_of(name: str) -> str:
    """`global1940` as `Global 1940`."""
    return re.sub(r"(?<=[a-z])(?=[0-9])", " ", name).capitalize()
