"""Editions, their maps and the art: what never changes while the server runs."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

from fastapi import APIRouter, Request, Response

from sandtable.maps.topology import directory, find
from sandtable.rules.edition import Edition
from sandtable.server.packed import ASK_AGAIN, YEAR, Packed
from sandtable.server.problems import NotFound
from sandtable.server.schemas.base import Message
from sandtable.server.schemas.editions import EditionSummary, EditionView, RuleInfo
from sandtable.server.views.editions import (
    edition_summary,
    edition_view,
    playable_editions,
    rules_of,
)

router = APIRouter(prefix="/api", tags=["editions"])

JSON = "application/json"
SVG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}
}


def dumped(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def messages(found: Sequence[Message]) -> bytes:
    return dumped([message.model_dump(mode="json") for message in found])


def edition_named(name: str) -> Edition:
    """An edition that can be played here. Raises `NotFound`."""
    for edition in playable_editions():
        if edition.id == name:
            return edition
    raise NotFound("There is no such edition.")


@lru_cache(maxsize=32)
def packed_map(name: str) -> Packed:
    edition_named(name)
    return Packed.of(find(directory(name), name).read_bytes(), JSON)


@lru_cache(maxsize=1)
def packed_list() -> Packed:
    return Packed.of(messages([edition_summary(found) for found in playable_editions()]), JSON)


@lru_cache(maxsize=32)
def packed_edition(name: str) -> Packed:
    edition = edition_named(name)
    digest = packed_map(name).etag.strip('"')
    view = edition_view(edition, f"/api/editions/{name}/map/{digest}.json")
    return Packed.of(dumped(view.model_dump(mode="json")), JSON)


@lru_cache(maxsize=32)
def packed_rules(name: str) -> Packed:
    return Packed.of(messages(rules_of(edition_named(name))), JSON)


@lru_cache(maxsize=1)
def packed_palette() -> Packed:
    text = (resources.files("sandtable.maps.art") / "palette.toml").read_text("utf-8")
    return Packed.of(dumped(tomllib.loads(text)), JSON)


@lru_cache(maxsize=4)
def packed_art(name: str) -> Packed:
    found = resources.files("sandtable.maps.art") / f"{name}.svg"
    return Packed.of(found.read_bytes(), "image/svg+xml")


@router.get("/editions", response_model=list[EditionSummary])
async def editions(request: Request) -> Response:
    """The games that can be played here."""
    return packed_list().answer(request, ASK_AGAIN)


@router.get("/editions/{edition}", response_model=EditionView)
async def edition(edition: str, request: Request) -> Response:
    """Everything about an edition except the shapes of its map and its rules."""
    return packed_edition(edition).answer(request, ASK_AGAIN)


@router.get("/editions/{edition}/rules", response_model=list[RuleInfo])
async def rules(edition: str, request: Request) -> Response:
    """The catalogue of an edition's rules, by which refusals speak."""
    return packed_rules(edition).answer(request, ASK_AGAIN)


@router.get("/editions/{edition}/map/{digest}.json")
async def edition_map(edition: str, digest: str, request: Request) -> Response:
    """The shapes of the board. The address changes with the content: keep it for ever."""
    found = packed_map(edition)
    if found.etag.strip('"') != digest:
        raise NotFound("There is no such map any more.")
    return found.answer(request, YEAR)


@router.get("/palette")
async def palette(request: Request) -> Response:
    """The colours of the map and of the powers, in two themes."""
    return packed_palette().answer(request, ASK_AGAIN)


@router.get("/art/units.svg", response_class=Response, responses=SVG)
async def units(request: Request) -> Response:
    """Symbols of the units."""
    return packed_art("units").answer(request, ASK_AGAIN)


@router.get("/art/patterns.svg", response_class=Response, responses=SVG)
async def patterns(request: Request) -> Response:
    """Patterns of the powers' land."""
    return packed_art("patterns").answer(request, ASK_AGAIN)
