"""Carrying out a move order, whichever movement phase it belongs to."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.game.answers import Move, UnitSpec
from sandtable.game.ashore import go_ashore
from sandtable.game.boarding import load
from sandtable.game.draft import Draft, one
from sandtable.game.telling import tell_ordered
from sandtable.game.ways import check_ship_named

Path = tuple[int, ...]
Mover = Callable[[Draft, UnitSpec, Path], Path]
"""Moves units of one kind along a path, and gives the path with every step."""


def carry_out(d: Draft, move: Move, movers: dict[str, Mover], *, combat: bool) -> Move:
    """Carry out an order; it comes back with its whole path.

    Land units that go aboard or ashore are ferried; everything else moves as the phase lets
    units of its domain move. Transports go first, so that ships of one order find what they
    escort.
    """
    if ferried(d, move, combat=combat):
        return move
    check_ship_named(d, move)
    path = move.path
    for spec in sorted(move.units, key=lambda s: (not d.carries[d.power][s.unit], s.unit)):
        unit = d.ed.units[spec.unit]
        if unit.domain not in movers:
            d.ed.refuse("factory/profile", f"{one(unit.id)} never moves", unit=unit.id)
        path = movers[unit.domain](d, spec, path)
    tell_ordered(d, "moved", move.units, path=[d.space_id(s) for s in path])
    return move if path == move.path else move._replace(path=path)


def ferried(d: Draft, move: Move, *, combat: bool) -> bool:
    """Load or land the units, if that is what the order says."""
    sea = d.ed.board.sea
    start, end = move.path[0], move.path[1]
    land = [d.ed.units[s.unit].land for s in move.units]
    landing = sea[start] and all(land)
    loading = sea[end] and not sea[start] and any(land)
    if not landing and not loading:
        return False
    if landing and sea[end]:
        d.ed.refuse("transport/no-transfer-between-transports", "cargo goes ashore or stays aboard")
    if len(move.path) > 2:
        d.ed.refuse(
            "blitz/not-after-offloading"
            if landing and combat and all(d.kinds[d.power][s.unit].blitzes for s in move.units)
            else "transport/loading-uses-whole-land-move",
            "going aboard or ashore is a land unit's whole move",
        )
    if landing:
        go_ashore(d, move, combat=combat)
    else:
        load(d, move, combat=combat)
    return True
