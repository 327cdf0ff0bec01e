"""Editions: what a client loads once and keeps."""

from __future__ import annotations

import re
from functools import lru_cache

from sandtable.game.library import edition_names, load_edition
from sandtable.maps.mapfile import MapError
from sandtable.maps.topology import load_map
from sandtable.rules.edition import Edition, Option
from sandtable.rules.units import UnitType
from sandtable.server.schemas.editions import (
    EditionSummary,
    EditionView,
    OptionInfo,
    PassageInfo,
    PhaseInfo,
    PowerInfo,
    RuleInfo,
    SpaceInfo,
    TraitInfo,
    UnitInfo,
)
from sandtable.words.asking import PHASE_HELP
from sandtable.words.effects import effect
from sandtable.words.english import phase_name, plural
from sandtable.words.units import capacity, unit_notes

WITHIN_OTHERS = {"stranded-fighters": "conduct-combat"}
"""Steps of a turn that a player sees as part of another phase."""


@lru_cache(maxsize=1)
def playable_editions() -> tuple[Edition, ...]:
    """The editions with rules and a map; one that extends another comes after it."""
    found = [load_edition(name) for name in edition_names() if has_map(name)]
    return tuple(sorted(found, key=lambda ed: (*reversed(ed.lineage), ed.id)))


def has_map(name: str) -> bool:
    try:
        load_map(name)
    except MapError:
        return False
    return True


def edition_summary(ed: Edition) -> EditionSummary:
    """An edition in a list, with what must be agreed before a game."""
    return EditionSummary(
        id=ed.id,
        name=ed.name,
        about=ed.about,
        powers=powers(ed),
        options=[option(ed, each) for each in ed.options],
        options_default={each.id: each.default for each in ed.options},
    )


def edition_view(ed: Edition, map_url: str) -> EditionView:
    """All of an edition but the shapes of its map and its catalogue."""
    return EditionView(
        **dict(edition_summary(ed)),
        digest=ed.digest,
        sides=list(ed.sides),
        sharing="consent" if ed.rules.sharing == "consent" else "free",
        units=[unit(ed, each) for each in ed.units],
        spaces=[space(ed, index) for index in range(len(ed.board))],
        phases=phases(ed),
        traits=traits(ed),
        passages=passages(ed),
        map_url=map_url,
    )


def rules_of(ed: Edition) -> list[RuleInfo]:
    """The catalogue of an edition."""
    return [
        RuleInfo(id=rule.id, topic=rule.topic, section=rule.section, text=rule.text)
        for rule in ed.catalogue.values()
    ]


def powers(ed: Edition) -> list[PowerInfo]:
    return [
        PowerInfo(
            id=power.id,
            name=power.name,
            side=ed.sides[power.side],
            treasury=power.treasury,
            capitals=[ed.board.spaces[capital].id for capital in power.capitals],
        )
        for power in ed.powers
    ]


def option(ed: Edition, each: Option) -> OptionInfo:
    return OptionInfo(
        id=each.id,
        name=option_name(ed, each.id),
        about=each.about,
        default=each.default,
        values=list(each.values),
        most=max(0, each.most),
    )


def option_name(ed: Edition, name: str) -> str:
    """`Bid of Germany`, `Individual winner`."""
    words, _, power = name.partition("_")
    if power in ed.power_index:
        return f"{words.capitalize()} of {ed.powers[ed.power_index[power]].name}"
    return re.sub("[_-]", " ", name).capitalize()


def unit(ed: Edition, each: UnitType) -> UnitInfo:
    return UnitInfo(
        id=each.id,
        name=each.name,
        plural=plural(each.name),
        domain=each.domain,  # type: ignore[arg-type]
        cost=each.cost,
        move=each.move,
        attack=each.attack,
        defense=each.defense,
        hits=each.hits,
        carries=capacity(each),
        notes=unit_notes(ed, each),
    )


def space(ed: Edition, index: int) -> SpaceInfo:
    data, owner = ed.board.spaces[index], ed.original_owners[index]
    return SpaceInfo(
        id=data.id,
        name=data.name,
        kind="sea" if data.sea else "land",
        value=data.value,
        original_owner=ed.powers[owner].id if owner >= 0 else None,
        impassable=data.impassable,
        city=data.city or None,
        capital_of=[power.id for power in ed.powers if index in power.capitals],
        borders=[ed.board.spaces[near].id for near in ed.board.neighbors[index]],
    )


def phases(ed: Edition) -> list[PhaseInfo]:
    """The phases that a player goes through."""
    return [
        PhaseInfo(id=name, name=phase_name(name), help=PHASE_HELP.get(name, ""))
        for name in ed.turn
        if name not in WITHIN_OTHERS
    ]


def traits(ed: Edition) -> list[TraitInfo]:
    """Developments and national advantages; those without a number on the die are parts."""
    return [
        TraitInfo(
            id=trait.id,
            name=trait.name,
            kind=trait.kind,  # type: ignore[arg-type]
            power=ed.powers[trait.power].id if trait.power >= 0 else None,
            number=trait.number,
            text=effect(ed, trait),
        )
        for trait in ed.traits.values()
        if trait.number
    ]


def passages(ed: Edition) -> list[PassageInfo]:
    found = {passage.id: passage for passage in ed.board.passages.values()}
    spaces = ed.board.spaces
    return [
        PassageInfo(
            id=each.id,
            name=each.name,
            between=[spaces[end].id for end in each.edge],
            controlled_by=[spaces[territory].id for territory in each.controlled_by],
        )
        for each in found.values()
    ]
