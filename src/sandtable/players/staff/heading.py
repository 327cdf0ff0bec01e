"""How far it is from each space to where the war is decided, by land and by sea.

Units go where the number is smaller. It counts steps of a land unit, adds what a voyage costs, and
begins at what is worth having: a capital that must be freed, the enemy capital that one's side can
get at best, then other capitals, victory cities and factories, then any enemy ground.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from sandtable.players.staff.doctrine import CAPTAIN, Doctrine
from sandtable.players.staff.outlook import FAR, Outlook
from sandtable.rules.edition import Edition

ZONE = 0.5
AT_HAND = 2
"""Steps to enemy ground that are worth a march, though no capital lies behind it."""
CONVOY = 2
"""Empty transports to which an army marches."""
NO_PORT = 4.0
"""What a coast without ships or a factory has to be nearer."""
REMAINS = 25
"""The army, in IPCs, with which a power without its capital still counts."""


def heading(look: Outlook) -> list[float]:
    """Steps from each space to what is worth taking; `FAR` if there is no way at all.

    Ground is worth a march, and only capitals and cities are worth a voyage.
    """
    ground, aims = goals(look), {**cities(look), **capitals(look)}
    by_land = field(look, {**ground, **aims}, FAR)
    by_ship = field(look, aims, crossing(look))
    return [min(pair) for pair in zip(by_land, by_ship, strict=True)]


def marching(look: Outlook, head: list[float]) -> list[float]:
    """The same for those who walk: where no enemy is to be met by land, to where ships come."""
    if not overseas(look):
        return head
    d, board = look.d, look.board
    ports: dict[int, float] = {}
    ships = {
        zone
        for zone in board.zones
        for token, count in d.stacks[zone]
        if token.power == look.power and d.carries[token.power][token.unit]
        if count >= CONVOY and not token.cargo
    }
    sites = {site for site, _ in d.production_sites()}
    for space, owner in enumerate(d.owners):
        if owner < 0 or look.enemy[owner] or look.campaign[space] < FAR or board.sea[space]:
            continue
        zones = board.sea_neighbors[space]
        ends = [z for z in zones if space in sites or z in ships]
        if ends:
            ports[space] = FAR / 2 + min(head[zone] for zone in ends)
        elif zones:
            ports[space] = FAR / 2 + NO_PORT + min(head[zone] for zone in zones)
    on_foot = field(look, ports, FAR)
    return [
        foot if look.campaign[s] == FAR and look.march[s] > AT_HAND and foot < FAR else head[s]
        for s, foot in enumerate(on_foot)
    ]


def crossing(look: Outlook) -> float:
    """Steps for going aboard and ashore again."""
    return look.doctrine.voyage if overseas(look) else look.doctrine.expedition


def overseas(look: Outlook) -> bool:
    """Whether only ships lead from the power's capital to an enemy one."""
    return all(look.campaign[c] == FAR for c in look.ed.powers[look.power].capitals)


def enemy_ground(look: Outlook) -> list[int]:
    return [
        space
        for space, owner in enumerate(look.d.owners)
        if owner >= 0 and look.enemy[owner] and not look.board.sea[space]
        if not look.board.impassable_mask >> space & 1
    ]


def goals(look: Outlook) -> dict[int, float]:
    """Enemy ground with how many steps it has to be nearer than the main aim."""
    values = look.ed.values
    return {
        space: look.doctrine.any_ground - 0.4 * min(values[space], 4)
        for space in enemy_ground(look)
    }


def cities(look: Outlook) -> dict[int, float]:
    """Victory cities and factories, in the same way."""
    return {
        s: look.doctrine.any_city
        for s in enemy_ground(look)
        if look.d.facilities[s] or s in look.prizes
    }


def capitals(look: Outlook) -> dict[int, float]:
    """Capitals to take or to keep from being taken back: friends', the main aim, and others."""
    main = main_aim(look)
    found = {main: 0.0} if main >= 0 else {}
    for power in look.ed.powers:
        for capital in power.capitals:
            if look.enemy[look.d.owners[capital]] and capital != main:
                found[capital] = look.doctrine.second_capital if look.enemy[power.index] else 0.0
    return found


def main_aim(look: Outlook) -> int:
    """The enemy capital that the whole side can bring most to bear on; -1 if all are taken.

    One that is taken remains the aim as long as its power has an army to take it back.
    """
    ed, d = look.ed, look.d
    open_ = [
        c
        for p in ed.powers
        if look.enemy[p.index]
        for c in p.capitals
        if look.enemy[d.owners[c]] or army_of(look, p.index) >= REMAINS
    ]

    def pressure(capital: int) -> float:
        way = distances(ed, capital)
        return sum(
            d.production(p.index) / (2.0 + way[home])
            for p in ed.powers
            if not look.enemy[p.index]
            for home in p.capitals
            if not look.enemy[d.owners[home]]
        )

    return max(open_, key=lambda c: (pressure(c), -c), default=-1)


def army_of(look: Outlook, power: int) -> int:
    """What the land units of a power cost together."""
    return sum(
        count * (look.ed.units[token.unit].cost or 0)
        for stack in look.d.stacks
        for token, count in stack
        if token.power == power and look.ed.lands[token.unit]
    )


@lru_cache(maxsize=256)
def distances(edition: Edition, goal: int) -> tuple[float, ...]:
    """Steps to one space on an empty board, where voyages count double: they carry few."""
    return tuple(spread(edition, {goal: 0.0}, 2 * CAPTAIN.voyage, frozenset()))


def field(look: Outlook, starts: dict[int, float], voyage: float) -> list[float]:
    """Steps from everywhere to the nearest of some spaces; enemy ground on the way slows down."""
    slow = frozenset(
        space
        for space, owner in enumerate(look.d.owners)
        if owner >= 0 and look.enemy[owner] and not look.board.sea[space]
    )
    return spread(look.ed, starts, voyage, slow, look.doctrine)


def spread(
    edition: Edition,
    starts: dict[int, float],
    voyage: float,
    slow: frozenset[int],
    doctrine: Doctrine = CAPTAIN,
) -> list[float]:
    board = edition.board
    found = [float(FAR)] * len(board)
    edge: list[tuple[float, int]] = []
    for space, value in starts.items():
        found[space] = value
        heappush(edge, (value, space))
    while edge:
        so_far, at = heappop(edge)
        if so_far > found[at]:
            continue
        for near in board.neighbors[at]:
            if board.impassable_mask >> near & 1:
                continue
            if board.sea[at] and board.sea[near]:
                step = ZONE
            elif board.sea[at]:
                step = voyage / 2
            elif board.sea[near]:
                step = voyage / 2 + (doctrine.landing_step if at in slow else 0.0)
            else:
                step = doctrine.fight_step if at in slow else 1.0
            if so_far + step < found[near]:
                found[near] = so_far + step
                heappush(edge, (so_far + step, near))
    return found
