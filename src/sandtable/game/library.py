"""Finding editions: those of the package, and scenarios in a directory of one's own."""

from __future__ import annotations

import json
import tomllib
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from sandtable.game.machine import KNOWN_MODULES
from sandtable.rules.build import build_edition, inherit
from sandtable.rules.edition import Edition
from sandtable.rules.problems import EditionError, Problem, nearest
from sandtable.rules.reading import Raw

FILES = {
    "edition": "edition.toml",
    "units": "units.toml",
    "board": "board.json",
    "traits": "traits.toml",
    "setup": "setup.toml",
    "catalogue": "catalogue.json",
}

LARGEST_FILE = 4_000_000


def edition_names() -> list[str]:
    """The editions that come with the package."""
    root = resources.files("sandtable.editions")
    return sorted(
        entry.name for entry in root.iterdir() if entry.joinpath("edition.toml").is_file()
    )


@lru_cache(maxsize=16)
def load_edition(name: str) -> Edition:
    """An edition of the package by its id."""
    return build_edition(packaged(name), KNOWN_MODULES)


def load_directory(path: Path) -> Edition:
    """A scenario from a directory with an edition's files; it may extend an edition."""
    if not path.is_dir():
        raise EditionError([Problem(str(path), "", "no such directory")])
    return build_edition(read_bundle(path, ()), KNOWN_MODULES)


def packaged(name: str, seen: tuple[str, ...] = ()) -> Raw:
    known = edition_names()
    if name not in known:
        problem = Problem(name, "", f"unknown edition{nearest(name.casefold(), known)}")
        raise EditionError([problem])
    return read_bundle(resources.files("sandtable.editions") / name, seen)


def read_bundle(root: Traversable, seen: tuple[str, ...]) -> Raw:
    """The raw data of a directory, laid over that of the edition it extends."""
    raw: Raw = {}
    problems = []
    for part, file in FILES.items():
        entry = root / file
        if not entry.is_file():
            continue
        try:
            raw[part] = parse(file, entry.read_bytes())
        except ValueError as error:
            problems.append(Problem(file, "", str(error)))
    if "edition" not in raw and not problems:
        problems.append(Problem("edition.toml", "", "missing"))
    if problems:
        raise EditionError(problems)
    parent = raw["edition"].get("extends") if isinstance(raw["edition"], dict) else None
    if parent is None:
        return raw
    if not isinstance(parent, str) or parent in seen or len(seen) > 8:
        raise EditionError([Problem("edition.toml", "extends", f"cannot extend {parent!r}")])
    base = packaged(parent, (*seen, parent))
    merged: Raw = inherit(base, {k: v for k, v in raw.items() if k != "catalogue"})
    more = raw.get("catalogue", [])
    if not isinstance(more, list):
        raise EditionError([Problem("catalogue.json", "", "must be a list of rules")])
    merged["catalogue"] = [*base.get("catalogue", ()), *more]
    head = merged["edition"]
    head["lineage"] = [base["edition"]["id"], *base["edition"].get("lineage", ())]
    return merged


def parse(file: str, data: bytes) -> Any:
    """TOML or JSON, with an error that says where."""
    if len(data) > LARGEST_FILE:
        raise ValueError(f"larger than {LARGEST_FILE} bytes")
    text = data.decode("utf-8")
    try:
        return tomllib.loads(text) if file.endswith(".toml") else json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
