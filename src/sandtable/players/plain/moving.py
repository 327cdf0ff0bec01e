"""Noncombat moves: planes come home, transports work, the rest goes to the front."""

from __future__ import annotations

from sandtable.board.graph import bits
from sandtable.game.answers import Move, UnitSpec
from sandtable.game.draft import Draft
from sandtable.game.flights import reach
from sandtable.game.landing import aloft, landing_ground, outlook
from sandtable.game.offers import moves
from sandtable.game.offers.trying import with_number
from sandtable.game.queries import hostile_zone
from sandtable.players.plain.attacking import bought_walkers, free_units, one_of
from sandtable.players.plain.chances import Heap, plus
from sandtable.players.plain.ferrying import (
    Free,
    best_load,
    boarding,
    sea_distance,
    shiploads,
    towards,
)
from sandtable.players.plain.outlook import FAR, Outlook
from sandtable.players.trial import Trial
from sandtable.rules.position import FRESH, Token
from sandtable.rules.refusal import SandtableError


def noncombat_moves(trial: Trial, power: int) -> None:
    """All moves of the phase. Refused orders are left out."""
    bring_planes_home(trial, power)
    ferry(trial, power)
    march(trial, power)
    sail(trial, power)


def tried(trial: Trial, power: int, *orders: Move) -> bool:
    """Give some orders, all of them or none."""
    start = len(trial.history)
    try:
        for order in orders:
            trial.decide(power, order)
    except SandtableError:
        while len(trial.history) > start:
            trial.undo()
        return False
    return True


# --- aircraft


def bring_planes_home(trial: Trial, power: int) -> None:
    """Planes that must land fly to the safest place near the front, if that costs no other."""
    for group in aloft(Draft(trial.state), flying=True):
        d = Draft(trial.state)
        if group.token.power != power or group.points < 0 or group.token.mark == FRESH:
            continue
        look = Outlook(d, power)
        now = outlook(d)
        ground = landing_ground(d) & ~(1 << group.space)
        ends = list(bits(reach(d, group.space, group.points, power) & ground))
        ends.sort(key=lambda end: (look.danger(end).takes > 0.4, look.march[end], end))
        for end in ends[:3]:
            spec = UnitSpec(group.number, group.token.unit, left=group.points)
            if not tried(trial, power, Move((spec,), (group.space, end))):
                continue
            then = outlook(Draft(trial.state))
            if then.total - then.saved <= now.total - now.saved:
                break
            trial.undo()


# --- the sea


def ferry(trial: Trial, power: int) -> None:
    """Transports bring units from where no enemy can be reached by land to where one can."""
    for _ in range(12):
        look = Outlook(Draft(trial.state), power)
        free = free_units(look)
        ships = [
            key for key, n in free.items()
            if n and look.d.carries[power][key[1].unit] and key[1].mark == FRESH
        ]  # fmt: skip
        if not ships or not any(deliver(trial, look, free, zone, ship) for zone, ship in ships):
            return


def shores(look: Outlook) -> list[int]:
    """Friendly coasts from which the enemy can be reached by land, the best first."""
    friendly = [
        s
        for s, owner in enumerate(look.d.owners)
        if owner >= 0 and not look.enemy[owner] and look.board.sea_neighbors[s]
        if look.march[s] <= 3 and not look.board.sea[s]
    ]
    return sorted(friendly, key=lambda s: (look.campaign[s], look.march[s], s))


def deliver(trial: Trial, look: Outlook, free: Free, zone: int, ship: Token) -> bool:
    """One transport does what is best now; whether it did anything."""
    power = look.power
    only = {key: n for key, n in free.items() if look.ed.lands[key[1].unit]}
    only = {key: n for key, n in only.items() if look.campaign[key[0]] == FAR}
    only[zone, ship] = 1
    goals = shores(look)
    for shore in goals:
        for voyage in shiploads(look, only, shore, combat=False):
            if look.tenable(shore, voyage.heap) and tried(trial, power, *voyage.orders):
                return True
    coasts = [z for s in goals for z in look.board.sea_neighbors[s]]
    if ship.cargo:
        order = towards(look, zone, ship, sea_distance(look, coasts))
        return order is not None and tried(trial, power, order)
    for start in look.board.land_neighbors[zone]:
        load = best_load(look, only, start, ship)
        if load and coasts and not hostile_zone(look.d, power, zone):
            cargo = tuple(sorted((token.power, token.unit) for token in load))
            aboard = boarding(ship, cargo, start, zone)
            full = ship._replace(cargo=cargo)
            onward = towards(look, zone, full, sea_distance(look, coasts))
            if tried(trial, power, *aboard, *([onward] if onward else [])):
                return True
    waiting = {s for (s, t), n in only.items() if n and look.ed.lands[t.unit]}
    homes = [z for s in waiting | set(look.d.turn.sites) for z in look.board.sea_neighbors[s]]
    order = towards(look, zone, ship, sea_distance(look, homes))
    return order is not None and tried(trial, power, order)


def sail(trial: Trial, power: int) -> None:
    """Warships go to where most own transports are, or towards the enemy's if there are none."""
    d = Draft(trial.state)
    look = Outlook(d, power)
    fleets: dict[int, int] = {}
    for zone in look.board.zones:
        for token, count in d.own(zone):
            if d.carries[power][token.unit]:
                fleets[zone] = fleets.get(zone, 0) + count
    if not fleets:
        return
    goal = max(fleets, key=lambda zone: (fleets[zone], look.strength(zone), -zone))
    distance = sea_distance(look, [goal])
    for zone in look.board.zones:
        for token, count in d.own(zone):
            kind = d.kind(token)
            idle = token.mark == FRESH and kind.sea and kind.attack
            if not idle or look.ed.deck_room[token.unit] or zone == goal:
                continue
            order = towards(look, zone, token, distance)
            if order is not None:
                full = with_number(order, count)
                assert isinstance(full, Move)
                tried(trial, power, full)


# --- the land


def march(trial: Trial, power: int) -> None:
    """Units go where they are nearer to an enemy capital and can stand together."""
    d = Draft(trial.state)
    look = Outlook(d, power)
    free = free_units(look)
    ways: dict[int, list[tuple[int, Token, Move]]] = {}
    for (space, token), count in free.items():
        if count and look.ed.lands[token.unit] and not look.ed.units[token.unit].bystander:
            for order, _ in moves.of_token(d, space, token, count, combat=False):
                if isinstance(order, Move) and not look.board.sea[order.path[-1]]:
                    ways.setdefault(order.path[-1], []).append((space, token, order))
    for capital in look.capitals:
        guard(trial, look, capital, ways.get(capital, []), free)
    for goal in sorted(ways, key=lambda s: (progress(look, s), s)):
        gather(trial, look, goal, ways[goal], free)
    withdraw(trial, look, ways, free)


def progress(look: Outlook, space: int) -> tuple[int, int, int]:
    """The less the better: by land to a capital, to the enemy, or else to a ship."""
    by_land = look.campaign[space] < FAR or look.march[space] < FAR
    return look.campaign[space], look.march[space], 0 if by_land else look.muster[space]


def guard(
    trial: Trial, look: Outlook, capital: int, ways: list[tuple[int, Token, Move]], free: Free
) -> None:
    """Units come to a capital in danger until it is out of it, the best defenders first."""
    coming: Heap = bought_walkers(look)
    ways = sorted(ways, key=lambda way: -look.ed.units[way[1].unit].defense)
    for space, token, order in ways:
        number = 0
        while number < free[space, token] and look.danger(capital, coming).takes > 0.08:
            number += 1
            coming = plus(coming, one_of(look, token))
        together = with_number(order, number) if number else None
        if isinstance(together, Move) and tried(trial, look.power, together):
            free[space, token] -= number


def gather(
    trial: Trial, look: Outlook, goal: int, ways: list[tuple[int, Token, Move]], free: Free
) -> None:
    """Everybody who gets nearer goes to a territory, if they can stand there together."""
    coming = [
        (space, token, order)
        for space, token, order in ways
        if free[space, token] and progress(look, goal) < progress(look, space)
    ]
    heap: Heap = (0,) * len(look.ed.units)
    for space, token, _ in coming:
        heap = plus(heap, tuple(n * free[space, token] for n in one_of(look, token)))
    if coming and look.tenable(goal, heap):
        go(trial, look, coming, free)


def withdraw(
    trial: Trial, look: Outlook, ways: dict[int, list[tuple[int, Token, Move]]], free: Free
) -> None:
    """Units leave a territory that cannot be held for one that can, all but one."""
    now = Outlook(Draft(trial.state), look.power)
    for space in sorted({space for space, _ in free}):
        if look.board.sea[space] or space in look.capitals or now.tenable(space):
            continue
        for goal in sorted(ways, key=lambda s: (progress(look, s), s)):
            leaving = [(s, t, order) for s, t, order in ways[goal] if s == space and free[s, t]]
            number = sum(free[s, t] for s, t, _ in leaving)
            if leaving and number > 1 and now.tenable(goal):
                first = leaving[0]
                free[first[0], first[1]] -= 1
                go(trial, look, leaving, free)
                break


def go(trial: Trial, look: Outlook, coming: list[tuple[int, Token, Move]], free: Free) -> None:
    for space, token, order in coming:
        number = free[space, token]
        full = with_number(order, number) if number else None
        if isinstance(full, Move) and tried(trial, look.power, full):
            free[space, token] = 0
