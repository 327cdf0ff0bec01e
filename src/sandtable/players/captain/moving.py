"""Noncombat moves: fleets and transports first, then armies and planes, then guns."""

from __future__ import annotations

from sandtable.board.graph import bits
from sandtable.game.answers import Move
from sandtable.game.decks import friends_room, own_room
from sandtable.game.draft import Draft
from sandtable.game.landing import landing_moves, outlook
from sandtable.game.offers import moves
from sandtable.players.captain.arranging import Arrangement, Course, Group, order_all
from sandtable.players.captain.sailing import sail
from sandtable.players.duties import stranded
from sandtable.players.phases import tried
from sandtable.players.staff.chances import Heap, plus, worth
from sandtable.players.staff.doctrine import Doctrine
from sandtable.players.staff.heading import heading, marching
from sandtable.players.staff.outlook import FAR, Outlook, less
from sandtable.players.staff.standing import NONE, Fears, Standing, besieged, fears_of
from sandtable.players.trial import Trial
from sandtable.rules.position import EXTRA_MOVE, FRESH, Token
from sandtable.words.reasons import Reason

ARMY = 5
"""Units that are called an army when a reason is given."""
LOST = 0.5
"""The chance to fall to all that the enemy can send, from which ground is called lost."""
ATTEMPTS = 3
ASTRAY = 50.0
"""What it costs to leave a plane where it cannot come down."""


def noncombat_moves(trial: Trial, power: int, doctrine: Doctrine) -> None:
    """All moves of the phase. Refused orders are left out.

    If the board afterwards shows a danger to a capital that was not there before, as when a way
    was opened to it, everything is thought over again with that in mind.
    """
    start = len(trial.history)
    fears = NONE
    for attempt in range(ATTEMPTS):
        rescue(trial, power)
        sail(trial, power, fears, doctrine)
        settle(trial, power, fears, doctrine)
        if attempt == ATTEMPTS - 1:
            break
        look = Outlook(Draft(trial.state), power, doctrine)
        found = fears_of(look, coming(look))
        if not found.threats:
            break
        gates = found.gates | fears.gates
        fears = Fears({} if gates - fears.gates else found.threats, gates)
        while len(trial.history) > start:
            trial.undo()
    follow(trial, power, doctrine)


def rescue(trial: Trial, power: int) -> None:
    """Carriers and planes that fought and have nothing but decks to come down on go first."""
    d = Draft(trial.state)
    if any(group.token.mark != FRESH for group in outlook(d).needy):
        for order in list(landing_moves(d)):
            deck = any(d.ed.deck_room[spec.unit] for spec in order.units)
            if (deck or d.ed.board.sea[order.path[-1]]) and not tried(
                trial, power, order, reason=Reason("landing", order.path[-1])
            ):
                return


def settle(trial: Trial, power: int, fears: Fears, doctrine: Doctrine) -> None:
    """Land units and planes go where they stand best, all of them together."""
    d = Draft(trial.state)
    look = Outlook(d, power, doctrine)
    groups = movers(look)
    if not groups:
        return
    fixed = who_stays(look)
    for group in groups:
        for space, unit, _ in group.courses[0].changes:
            fixed[space] = less(fixed[space], unit, group.count)
    found = Arrangement(Standing(look, fears), fixed, groups, seats(look))
    found.improve()
    order_all(trial, power, found, lambda group, course: why(found, group, course))


def why(found: Arrangement, group: Group, course: Course) -> Reason:
    """Why some land units or planes go where they go."""
    look, end = found.standing.look, course.end
    heap = found.heaps.get(end, found.standing.none)
    risk = found.standing.falls(end, heap)
    unit = course.changes[0][1]
    if look.ed.air[unit]:
        must = stranded(look.d, group.space, unit)
        return Reason("landing" if must else "station", end, risk=risk)
    if end in look.capitals:
        return Reason("guard", end, risk=risk)
    if course.value < group.courses[0].value:
        return why_back(found, group, course)
    return Reason("gather" if sum(heap) >= ARMY else "advance", end, risk=risk)


def why_back(found: Arrangement, group: Group, course: Course) -> Reason:
    """Why land units turn away from the enemy: for those where they go, or to be spared."""
    standing, start, end = found.standing, group.space, course.end
    number, unit = group.now[group.courses.index(course)], course.changes[0][1]
    there = found.heaps.get(end, standing.none)
    here = found.heaps.get(start, standing.none)
    with_them = plus(here, tuple(number * (u == unit) for u in range(len(here))))
    saved = standing.loss(end, less(there, unit, number)) - standing.loss(end, there)
    spared = standing.loss(start, with_them) - standing.loss(start, here)
    if spared > max(0.0, saved):
        before = standing.falls(start, standing.look.friends_at(start))
        return Reason("withdraw" if before >= LOST else "spare", start)
    return Reason("hold" if saved > 0 else "reinforce", end, risk=standing.falls(end, there))


def who_stays(look: Outlook) -> dict[int, Heap]:
    """Everybody of the own side by space, and at home what is still to be mobilized."""
    found = {s: look.friends_at(s) for s, stack in enumerate(look.d.stacks) if stack}
    for site, heap in coming(look).items():
        found[site] = plus(found.get(site, (0,) * len(look.ed.units)), heap)
    return found


def coming(look: Outlook) -> dict[int, Heap]:
    """New land units and planes by the place where they will be needed: capitals first."""
    ed, bought = look.ed, look.d.turn.bought
    left = [0 if ed.ships[unit] else n for unit, n in enumerate(bought)]
    sites = sorted(look.d.production_sites(), key=lambda site: site[0] not in look.capitals)
    found: dict[int, Heap] = {}
    for site, room in sites:
        here = [0] * len(left)
        for unit, number in enumerate(left):
            if ed.units[unit].domain == "facility":
                continue
            here[unit] = min(number, room)
            left[unit] -= here[unit]
            room -= here[unit]
        if any(here):
            found[site] = tuple(here)
    return found


def seats(look: Outlook) -> dict[int, int]:
    """Free places on decks, by zone; below 0 where planes have to leave."""
    d = look.d
    return {zone: own_room(d, zone) + friends_room(d, zone) for zone in look.board.zones}


def movers(look: Outlook) -> list[Group]:
    """Groups of land units and planes that may still move, and their courses."""
    d, ed = look.d, look.ed
    head = heading(look)
    skies, feet = flights(look, head), homeward(look, marching(look, head))
    found: list[Group] = []
    for space, stack in enumerate(d.stacks):
        if not stack:
            continue
        for token, count in d.own(space):
            unit = ed.units[token.unit]
            if token.power != look.power or unit.sea or unit.bystander:
                continue
            if unit.air:
                values, each = skies, look.doctrine.flight * (unit.cost or 0)
            elif token.mark == FRESH or token.mark.flags & EXTRA_MOVE:
                values, each = feet, look.doctrine.step * (unit.cost or 0)
            else:
                continue
            group = group_of(d, space, token, count, values, each)
            if len(group.courses) > 1:
                found.append(group)
    return found


def homeward(look: Outlook, feet: list[float]) -> list[float]:
    """The steps of those who walk: if the enemy gathers near the capital, the way back counts."""
    new = coming(look)
    none = (0,) * len(look.ed.units)
    for capital in look.capitals:
        if besieged(look, capital, new.get(capital, none)) > look.doctrine.siege_march:
            steps = look.steps([capital])
            return [
                way if home == FAR else way + look.doctrine.homesick * max(0, home - 1)
                for way, home in zip(feet, steps, strict=True)
            ]
    return feet


def group_of(
    d: Draft, space: int, token: Token, count: int, values: list[float], each: float
) -> Group:
    """Some equal units and where they may go."""
    air = d.ed.air[token.unit]
    unit = token.unit
    stay = -each * values[space] - (ASTRAY if air and stranded(d, space, unit) else 0.0)
    sea = d.ed.board.sea
    here = deck(space) if sea[space] and d.ed.deck_plane[unit] else ()
    courses = [Course(space, stay, ((space, unit, 1),), (), here)]
    most: dict[int, int] = {}
    for order, number in moves.of_token(d, space, token, count, combat=False):
        end = order.path[-1] if isinstance(order, Move) else space
        if not isinstance(order, Move) or end == space or (sea[end] and not air):
            continue
        if number is not None and number < count:
            most[len(courses)] = number
        seat = deck(end) if sea[end] else ()
        courses.append(Course(end, -each * values[end], ((end, unit, 1),), (order,), seat))
    return Group(space, count, courses, most)


def deck(zone: int) -> tuple[tuple[int, int], ...]:
    """A plane at sea takes a place on a deck."""
    return ((zone, 1),)


def flights(look: Outlook, head: list[float]) -> list[float]:
    """Steps by air from each space to the nearest enemy, and half of those of armies."""
    d, board = look.d, look.board
    near = [float(FAR)] * len(board)
    reached = 0
    for space, stack in enumerate(d.stacks):
        if any(look.enemy[t.power] for t, _ in stack):
            reached |= 1 << space
    edge, steps = reached, 0.0
    while edge:
        grown = 0
        for at in bits(edge):
            near[at] = steps
            grown |= board.neighbor_masks[at]
        edge = grown & ~reached
        reached |= edge
        steps += 1
    return [max(0.0, n - 2) + 0.5 * min(h, 10.0) for n, h in zip(near, head, strict=True)]


def follow(trial: Trial, power: int, doctrine: Doctrine) -> None:
    """Guns go along with the army, unless they guard a factory."""
    d = Draft(trial.state)
    look, standing = Outlook(d, power, doctrine), None
    for space, stack in enumerate(d.stacks):
        if not stack or look.board.sea[space] or d.facilities[space]:
            continue
        for token, count in d.own(space):
            if not look.ed.units[token.unit].bystander or token.mark != FRESH:
                continue
            standing = standing or Standing(look)
            best, there = None, 2 * worth(look.ed, look.friends_at(space))
            for order, _ in moves.of_token(d, space, token, count, combat=False):
                end = order.path[-1] if isinstance(order, Move) else space
                heap = look.friends_at(end)
                if look.board.sea[end] or heap[token.unit] or worth(look.ed, heap) <= there:
                    continue
                if standing.loss(end, heap) < standing.ground(end):
                    best, there = order, worth(look.ed, heap)
            if isinstance(best, Move):
                tried(trial, power, best, reason=Reason("gather", best.path[-1]))
