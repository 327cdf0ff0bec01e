"""What can be drawn, however it is given."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sandtable.game.game import Game
from sandtable.game.library import edition_names, load_directory, load_edition
from sandtable.game.notation.position import edition_of_position, parse_position
from sandtable.game.state import State
from sandtable.maps.drawing import Drawing, Options
from sandtable.maps.mapfile import MapError
from sandtable.maps.scene import Scene, SceneError
from sandtable.maps.scenes import (
    board_names,
    scene_of,
    scene_of_board,
    scene_of_edition,
    scene_of_position,
)
from sandtable.maps.topology import BoardMap, load_map
from sandtable.rules.edition import Edition
from sandtable.rules.position import Position

ARROW = ">"

Drawable = Game | State | Position | Edition | Scene | Path | str


def draw(
    what: Drawable,
    *,
    edition: str | Path | Edition | None = None,
    theme: str = "light",
    width: int = 1600,
    level: str = "",
    units: str = "",
    names: bool = True,
    legend: bool = True,
    crop: Iterable[str] = (),
    highlight: Iterable[str] = (),
    moves: Iterable[str | Iterable[str]] = (),
) -> Drawing:
    """A picture of a game, a state, a position or a scene, or of an edition's start.

    A position is a value, which needs its `edition`, or a line of text. `crop` shows the part of
    the map around some spaces, `highlight` marks spaces, `moves` draws arrows through spaces.
    `units` is kinds, totals or none, and `level` full, medium or small; both suit the width if
    they are left out.
    """
    options = Options(theme, width, level, units, names, legend, spaces(crop))
    options.check()
    scene = scene_from(what, edition)
    folder = next((p for p in (what, edition) if isinstance(p, Path)), None)
    marked = scene.with_marks(spaces(highlight), paths(moves))
    return Drawing(map_of(marked, folder), marked, options)


def spaces(names: Iterable[str]) -> tuple[str, ...]:
    """Names of spaces; a single text is most likely one name that was meant as a list."""
    if isinstance(names, str):
        return (names,)
    try:
        return tuple(names)
    except TypeError:
        raise SceneError(f"{names!r:.40} is not a list of spaces") from None


def paths(moves: Iterable[str | Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    """Moves, each a list of spaces or a text such as `germany > poland`."""
    try:
        given = [moves] if isinstance(moves, str) else list(moves)
    except TypeError:
        raise SceneError(f"{moves!r:.40} is not a list of moves") from None
    return tuple(
        tuple(map(str.strip, move.split(ARROW))) if isinstance(move, str) else spaces(move)
        for move in given
    )


def scene_from(what: Drawable, edition: str | Path | Edition | None = None) -> Scene:
    """The scene of whatever can be drawn."""
    if isinstance(what, Scene):
        return what
    if isinstance(what, Game | State):
        return scene_of(what)
    if isinstance(what, Edition):
        return scene_of_edition(what)
    if isinstance(what, Path):
        return scene_of_edition(load_directory(what))
    if isinstance(what, Position):
        if edition is None:
            raise SceneError("a position does not say which edition it is of: give the edition")
        return scene_of_position(edition_from(edition), what)
    if isinstance(what, str):
        if " " not in what.strip():
            return scene_of_board(what.strip())
        found = edition_from(edition or edition_of_position(what))
        return scene_of_position(found, parse_position(found, what))
    raise SceneError(f"a {type(what).__name__} cannot be drawn")


def edition_from(given: str | Path | Edition) -> Edition:
    if isinstance(given, Edition):
        return given
    if isinstance(given, Path):
        return load_directory(given)
    if not isinstance(given, str):
        raise SceneError(f"{given!r:.40} is not an edition")
    if given in board_names() and given not in edition_names():
        raise SceneError(f"{given} has a board, but no rules yet: only its start can be drawn")
    return load_edition(given)


def map_of(scene: Scene, folder: Path | None = None) -> BoardMap:
    """The map of a scene's board: its folder's own, or that of an edition it descends from."""
    if folder is not None:
        return load_map(folder)
    problem: MapError | None = None
    for name in scene.boards:
        try:
            return load_map(name)
        except MapError as error:
            problem = problem or error
    raise problem or MapError("there is no board")
