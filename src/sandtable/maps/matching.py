"""Whether a map is that of a scene: a board that was changed needs a map of its own."""

from __future__ import annotations

from sandtable.maps.mapfile import MapError
from sandtable.maps.scene import Scene
from sandtable.maps.topology import BoardMap, paired

ADVICE = "a board that was changed needs a map of its own"


def check_match(board: BoardMap, scene: Scene) -> None:
    """Refuse a map that would show another board than the one that is played on."""
    for place in scene.places:
        if place.id not in board.spaces:
            raise MapError(f"{place.name} is not on the map of {board.board}; {ADVICE}")
        kind = "sea" if place.sea else "land"
        if board.spaces[place.id].kind != kind:
            raise MapError(f"{place.name} is {kind}, but not on the map of {board.board}; {ADVICE}")
    for name in board.spaces:
        if name not in scene.by_id:
            raise MapError(f"the map of {board.board} shows {name}, which is not there; {ADVICE}")
    if not scene.borders:
        return
    wanted = {paired(*edge) for edge in scene.borders}
    drawn = board.neighbors() | {each.edge for each in board.undrawn}
    for a, b in sorted(wanted ^ drawn):
        how = "do not touch" if (a, b) in wanted else "touch"
        names = f"{scene.by_id[a].name} and {scene.by_id[b].name}"
        raise MapError(f"{names} {how} on the map of {board.board}; {ADVICE}")
