"""Players of a match by name, and the code that they are made of."""

from __future__ import annotations

import hashlib
import importlib.util
from functools import lru_cache
from pathlib import Path

import sandtable
from sandtable.game.library import FILES
from sandtable.players.interface import Player
from sandtable.players.registry import make_player


def source(name: str) -> str:
    """What a name stands for: `captain#2` is another captain, to let it play against itself."""
    return name.partition("#")[0]


def contestant(name: str, seed: str = "", seconds: float | None = None) -> Player:
    """A player by name, for one game: the id of a level, or `module:Class`."""
    return make_player(source(name), seed, seconds)


@lru_cache(maxsize=8)
def fingerprint(players: tuple[str, ...], scenario: Path | None = None) -> str:
    """A digest of the package's code, of the players' own and of a scenario's folder, as results
    of two versions of them must not be taken for those of one."""
    digest = hashlib.sha256()
    root = Path(sandtable.__file__).parent
    parts = ("arena", "players", "odds", "game", "rules", "board", "editions")
    for part in parts:
        add(digest, root / part)
    for name in players:
        module, colon, _ = source(name).partition(":")
        for path in code_of(module) if colon else ():
            add(digest, path)
    if scenario is not None:
        for file in FILES.values():
            add(digest, scenario / file)
    return digest.hexdigest()[:16]


def code_of(module: str) -> list[Path]:
    """The file of a module, or the directories of the whole package that it belongs to."""
    package = importlib.util.find_spec(module.partition(".")[0])
    if package is None:
        return []
    if package.submodule_search_locations is not None:
        return [Path(each) for each in package.submodule_search_locations]
    return [Path(package.origin)] if package.origin else []


def add(digest: hashlib._Hash, path: Path) -> None:
    """Add a file, or all files in a directory with their names; or nothing, if there is none."""
    files = [path] if path.is_file() else sorted(each for each in path.rglob("*") if each.is_file())
    for file in files:
        if "__pycache__" not in file.parts:
            digest.update(f"{file.relative_to(path.parent)}\0{file.stat().st_size}\0".encode())
            digest.update(file.read_bytes())
