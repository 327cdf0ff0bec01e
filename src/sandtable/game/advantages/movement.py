"""Advantages that change how units move."""

from __future__ import annotations

from sandtable.game.answers import Move
from sandtable.game.draft import Draft, one
from sandtable.rules.position import REFUELLED, Mark, Token
from sandtable.rules.traits import Trait


def held(d: Draft, name: str) -> Trait | None:
    """An advantage, if the acting power has it."""
    return d.ed.traits.get(name) if d.has(d.power, name) else None


def by_rail(d: Draft, unit: int, path: tuple[int, ...]) -> bool:
    """Whether a way lies wholly on a railway that takes such units so far."""
    trait = held(d, "trans-siberian-railway")
    if trait is None or d.ed.units[unit].id not in trait.data["units"]:
        return False
    on_line = all(d.space_id(space) in trait.data["spaces"] for space in path)
    return on_line and len(path) - 1 <= trait.data["move"]


def rail_way(d: Draft, unit: int, path: tuple[int, ...]) -> tuple[int, ...]:
    """The way by rail between two ends that are no neighbours; empty if there is none."""
    board = d.ed.board
    if held(d, "trans-siberian-railway") is None or len(path) != 2 or board.adjacent(*path):
        return ()
    ways = ((path[0], stop, path[1]) for stop in board.land_neighbors[path[0]])
    return next((w for w in ways if board.adjacent(w[1], w[2]) and by_rail(d, unit, w)), ())


def refuelled(d: Draft, token: Token, end: int, mark: Mark) -> Mark:
    """The mark of an aircraft that comes down where it may take off again."""
    trait = d.ed.traits["mideast-oil"] if d.has(token.power, "mideast-oil") else None
    if trait is None or mark.flags & REFUELLED or d.space_id(end) not in trait.data["spaces"]:
        return mark
    return mark._replace(left=d.kind(token).move, flags=mark.flags | REFUELLED)


def move_complex(d: Draft, move: Move) -> None:
    """A complex moves one territory, if its power may do that."""
    spec = move.units[0]
    unit = d.ed.units[spec.unit]
    start, end = move.path[0], move.path[-1]
    facts = {"unit": unit.id, "from": d.space_id(start), "to": d.space_id(end)}
    trait = held(d, "mobile-industry")
    if trait is None:
        d.ed.refuse("factory/cannot-move-attack-defend", f"{one(unit.id)} never moves", **facts)
    refuse = d.ed.refuse
    if len(move.units) > 1 or spec.number > 1 or spec.unit not in d.facilities[start]:
        refuse(trait.rule, f"no {unit.id} is in {d.space_name(start)} to be moved", **facts)
    if d.owners[start] != d.power:
        refuse(trait.rule, "the complex is not its own", **facts)
    if (
        start in d.turn.moved_complexes
        or len(move.path) != 2
        or not d.ed.board.adjacent(start, end)
    ):
        refuse(trait.rule, "a complex moves one territory in a turn", **facts)
    own = d.owners[end] == d.power
    friendly = d.owners[end] >= 0 and not d.at_war[d.power][d.owners[end]]
    if d.ed.board.sea[end] or not (own if trait.data["into"] == "own" else friendly):
        refuse(trait.rule, f"a complex cannot move to {d.space_name(end)}", **facts)
    if spec.unit in d.facilities[end]:
        refuse("factory/one-per-territory", f"{d.space_name(end)} has a complex", **facts)
    d.build(start, *(f for f in d.facilities[start] if f != spec.unit))
    d.build(end, *d.facilities[end], spec.unit)
    usable = start in d.turn.sites and d.turn.owners_at_start[end] == d.power
    sites = tuple(s for s in d.turn.sites if s != start)
    d.turn = d.turn._replace(
        sites=tuple(sorted((*sites, end))) if usable else sites,
        moved_complexes=(*d.turn.moved_complexes, end),
    )
    d.emit(
        "moved",
        power=d.power_id(d.power),
        units={unit.id: 1},
        path=[d.space_id(s) for s in move.path],
    )
