"""Players of a match by name, and the code that they are made of."""

from __future__ import annotations

import hashlib
import importlib.util
from functools import lru_cache
from pathlib import Path

import sandtable
from sandtable.players.interface import Player
from sandtable.players.registry import make_player


def source(name: str) -> str:
    """What a name stands for: `captain#2` is another captain, to let it play against itself."""
    return name.partition("#")[0]


def contestant(name: str, seed: str = "", seconds: float | None = None) -> Player:
    """A player by name, for one game: the id of a level, or `module:Class`."""
    return make_player(source(name), seed, seconds)


@lru_cache(maxsize=8)
def fingerprint(players: tuple[str, ...]) -> str:
    """A digest of the package's code and of the players' own, as results of two versions of a
    player must not be taken for those of one."""
    digest = hashlib.sha256()
    root = Path(sandtable.__file__).parent
    parts = ("players", "odds", "game", "rules", "board", "editions")
    files = [path for part in parts for path in (root / part).rglob("*") if path.is_file()]
    for path in sorted(files):
        if "__pycache__" not in path.parts:
            digest.update(str(path.relative_to(root)).encode())
            digest.update(path.read_bytes())
    for name in players:
        module, colon, _ = source(name).partition(":")
        spec = importlib.util.find_spec(module) if colon else None
        if spec is not None and spec.origin and Path(spec.origin).is_file():
            digest.update(Path(spec.origin).read_bytes())
    return digest.hexdigest()[:16]
