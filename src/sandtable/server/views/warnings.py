"""What would be wasted or lost if a phase of moves ended now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.board.graph import bits
from sandtable.game.draft import Draft
from sandtable.game.landing import Aloft, aloft, landing_ground, outlook, within
from sandtable.game.steps.mobilize import most_placeable
from sandtable.rules.units import FACILITY
from sandtable.server.schemas.options import WarningView
from sandtable.words.english import counted


def warnings_of(d: Draft, *, combat: bool) -> list[WarningView]:
    found = [*aircraft(d, combat=combat), *cargo(d, combat=combat)]
    if combat:
        return [*found, *no_room(d)]
    return [*found, *no_room(d), *undefended(d)]


def warning(d: Draft, text: str, spaces: Iterable[int], *, serious: bool = False) -> WarningView:
    names = list(dict.fromkeys(d.space_id(space) for space in spaces))
    return WarningView(text=text, spaces=names, serious=serious)


def aircraft(d: Draft, *, combat: bool) -> Iterator[WarningView]:
    """Planes that could not land, and those still in the air."""
    could = outlook(d, before_combat=combat)
    lost = could.total - could.saved
    waiting = aloft(d, flying=True)
    if lost:
        helpless = [group for group in waiting if not reaches_ground(d, group)]
        yield warning(
            d,
            f"{lost} aircraft cannot land and will be lost."
            if not combat
            else f"{lost} aircraft could not land anywhere after combat.",
            [group.space for group in helpless or waiting],
            serious=True,
        )
    if not combat:
        down = outlook(d, flying=False, sailing=False)
        if could.saved > down.saved:
            number = could.saved - down.saved
            yield warning(
                d,
                f"{number} aircraft still must land.",
                [group.space for group in waiting],
                serious=True,
            )


def reaches_ground(d: Draft, group: Aloft) -> bool:
    return bool(within(d, group) & landing_ground(d))


def cargo(d: Draft, *, combat: bool) -> Iterator[WarningView]:
    """Units aboard transports that are not to land anywhere."""
    number, zones = 0, []
    for zone in d.ed.board.zones:
        for ship, count in d.own(zone):
            waiting = len(ship.cargo) - len(ship.mark.ashore)
            if waiting > 0 and d.carries[ship.power][ship.unit]:
                if combat and not ship.mark.boarded:
                    continue
                number += waiting * count
                zones.append(zone)
    if number:
        stay = "stays" if number == 1 else "stay"
        yield warning(d, f"{counted(number, 'unit')} {stay} aboard transports.", zones)


def no_room(d: Draft) -> Iterator[WarningView]:
    """Units that were bought and that no factory can place."""
    bought = sum(
        n for unit, n in zip(d.ed.units, d.turn.bought, strict=True) if unit.domain != FACILITY
    )
    sites = dict(d.production_sites())
    surplus = bought - most_placeable(d, sites)
    if surplus > 0:
        have = "has" if surplus == 1 else "have"
        yield warning(
            d,
            f"{counted(surplus, 'unit')} you bought {have} no room at your factories.",
            sites,
        )


def undefended(d: Draft) -> Iterator[WarningView]:
    """Own territories of value without a defender that enemies stand beside."""
    enemy = d.at_war[d.power]
    board, kinds = d.ed.board, d.kinds

    def threatened(space: int) -> bool:
        return any(
            enemy[t.power] and kinds[t.power][t.unit].captures
            for near in board.land_neighbors[space]
            for t, _ in d.stacks[near]
        )

    empty = [
        space
        for space in bits(board.land_mask)
        if d.owners[space] == d.power
        and d.ed.values[space]
        and not any(not d.kind(t).bystander for t, _ in d.stacks[space])
        and threatened(space)
    ]
    if empty:
        what = "territory" if len(empty) == 1 else "territories"
        be = "is" if len(empty) == 1 else "are"
        yield warning(d, f"{len(empty)} {what} beside the enemy {be} without defenders.", empty)
