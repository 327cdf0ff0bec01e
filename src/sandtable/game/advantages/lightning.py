"""Lightning Assaults: a transport that lands units, sails on and lands others."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.game.ashore import set_down
from sandtable.game.cargo import together, without
from sandtable.game.draft import Draft
from sandtable.rules.position import SEABORNE, Token


def sails_on(d: Draft, ship: Token) -> bool:
    """Whether a ship may make another assault after the one it is announced for."""
    if not d.has(ship.power, "lightning-assaults") or ship.mark.landed:
        return False
    return bool(d.ed.units[ship.unit].id == d.ed.traits["lightning-assaults"].data["unit"])


def leave_landing(d: Draft, zone: int, ship: Token, count: int) -> Token:
    """So many equal ships put the units of their first assault ashore; the ship as it is then."""
    mark = ship.mark
    set_down(d, zone, ship, count)
    lighter = ship._replace(
        cargo=without(ship.cargo, mark.ashore),
        mark=mark._replace(
            target=-1,
            ashore=(),
            boarded=(),
            landed=tuple((mark.target, power, unit) for power, unit in mark.ashore),
        ),
    )
    d.change(zone, ship, count, lighter)
    return lighter


def landers(d: Draft, territory: int) -> Iterator[tuple[int, Token, int]]:
    """(zone, ship, count) of ships that put units ashore in a territory and sailed on."""
    if d.has(d.power, "lightning-assaults"):
        for zone in d.ed.board.zones:
            for ship, count in d.stacks[zone]:
                if any(where == territory for where, _, _ in ship.mark.landed):
                    yield zone, ship, count


def take_back(d: Draft, territory: int) -> None:
    """Units of a first assault that is called off are aboard again."""
    for zone, ship, count in list(landers(d, territory)):
        back = tuple((power, unit) for _, power, unit in ship.mark.landed)
        for item in back:
            ashore = next(
                t
                for t, n in d.own(territory)
                if (t.power, t.unit) == item and t.mark.flags & SEABORNE and n >= count
            )
            d.remove(territory, ashore, count)
        mark = ship.mark._replace(landed=())
        d.change(zone, ship, count, ship._replace(cargo=together(ship.cargo, back), mark=mark))
