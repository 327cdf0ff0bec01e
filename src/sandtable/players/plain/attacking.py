"""Combat moves: attack where it pays, with what it takes."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.game.answers import Attack, End, Move
from sandtable.game.draft import Draft
from sandtable.game.offers import moves
from sandtable.game.offers.trying import with_number
from sandtable.players.plain.chances import Heap, chances, left_over, plus, worth
from sandtable.players.plain.ferrying import Free, Sent, shiploads
from sandtable.players.plain.outlook import Outlook
from sandtable.players.trial import Trial
from sandtable.rules.position import Token
from sandtable.rules.refusal import SandtableError

MOST_ATTACKS = 14
MOST_SENT = 30
LEAST_GAIN = 1.0
LEAST_CHANCE = 0.6
LEAST_WON = 1.5
"""What a voyage has to gain more, as the ships are exposed by it."""

Ways = dict[int, list[tuple[int, Token, Move | Attack]]]
"""By target: equal units in a space, and the order for one of them."""


class Assault(NamedTuple):
    """An attack worth making."""

    gain: float
    target: int
    sent: tuple[Sent, ...]
    declared: tuple[tuple[int, Token, Move | Attack], ...]


def combat_moves(trial: Trial, power: int) -> None:
    """Order attacks, the one that gains most first, as long as the phase can still be ended."""
    d = Draft(trial.state)
    look = Outlook(d, power)
    free = free_units(look)
    ways = ways_to_attack(look, free)
    heaps = {space: look.enemies_at(space) for space in targets(look)}
    blocked = trial.refusal(power, End()) is not None
    done: set[int] = set()
    for _ in range(MOST_ATTACKS):
        best: Assault | None = None
        for target, heap in heaps.items():
            if target not in done:
                found = best_assault(look, target, heap, ways.get(target, []), free)
                if found is not None and (best is None or found.gain > best.gain):
                    best = found
        if best is None:
            return
        done.add(best.target)
        start = len(trial.history)
        ordered = give_orders(trial, power, best)
        if not ordered or not (blocked or trial.refusal(power, End()) is None):
            take_back(trial, start)
            continue
        for item in best.sent:
            for use in item.uses:
                free[use] -= 1


def free_units(look: Outlook) -> Free:
    """Units that may be sent out: all but the guard of the capital."""
    d, bought = look.d, bought_walkers(look)
    found: Free = {}
    for space, stack in enumerate(d.stacks):
        if stack and any(token.power == look.power for token, _ in stack):
            for token, count in look.spare(space, bought).items():
                found[space, token] = count
    return found


def bought_walkers(look: Outlook) -> Heap:
    """Land units that are still to be mobilized: they will stand in the capital."""
    lands = look.ed.lands
    return tuple(n if lands[unit] else 0 for unit, n in enumerate(look.d.turn.bought))


def targets(look: Outlook) -> list[int]:
    """Enemy territories, and zones with enemy ships."""
    found = []
    for space in range(len(look.board)):
        if look.board.sea[space]:
            if any(look.enemy[t.power] and look.ed.ships[t.unit] for t, _ in look.d.stacks[space]):
                found.append(space)
        elif look.enemy[look.d.owners[space]] and not look.board.impassable_mask >> space & 1:
            found.append(space)
    return found


def ways_to_attack(look: Outlook, free: Free) -> Ways:
    """Which units can go where, one way each."""
    found: Ways = {}
    d, board = look.d, look.board
    for (space, token), count in free.items():
        unit = look.ed.units[token.unit]
        if unit.bystander or not unit.attack:
            continue
        seen = set()
        for order, _ in moves.of_token(d, space, token, count, combat=True):
            end = order.space if isinstance(order, Attack) else order.path[-1]
            special = isinstance(order, Move) and order.manner not in ("", "attack")
            if special or end in seen or (unit.land and board.sea[end]):
                continue
            seen.add(end)
            found.setdefault(end, []).append((space, token, order))
    return found


def best_assault(
    look: Outlook,
    target: int,
    enemies: Heap,
    ways: list[tuple[int, Token, Move | Attack]],
    free: Free,
) -> Assault | None:
    """The force that gains most in a space, if any does."""
    sea = look.board.sea[target]
    every = [
        Sent(one_of(look, token), (), ((space, token),))
        for space, token, _ in ways
        for _ in range(free[space, token])
    ]
    if not sea:
        every += list(shiploads(look, free, target, combat=True))
    if not every:
        return None
    lineups = [lineup[:MOST_SENT] for lineup in orders_of_call(look, every)]
    forces = [lineup[:n] for lineup in lineups for n in range(1, len(lineup) + 1)]
    heaps = [total(force) for force in forces]
    odds = chances(look.ed, sea, heaps, [enemies] * len(heaps))
    threat = look.threat(target)
    stays = [
        left_over(look.ed, tuple(n if sea or look.ed.lands[u] else 0 for u, n in enumerate(heap)),
                  odd.attacker_loss)
        for heap, odd in zip(heaps, odds, strict=True)
    ]  # fmt: skip
    backlash = chances(look.ed, sea, [threat] * len(heaps), stays)
    ground = 1.0 if sea else look.ground(target)
    best: Assault | None = None
    for force, heap, odd, back, stay in zip(forces, heaps, odds, backlash, stays, strict=True):
        if odd.wins < LEAST_CHANCE:
            continue
        lost_again = min(back.takes * worth(look.ed, stay), max(0.0, back.swing))
        held = odd.takes * (ground * (1 - 0.5 * back.takes) - lost_again)
        fleet = sum(LEAST_WON for item in force if item.seaborne)
        gain = held + odd.swing - fleet - 0.01 * worth(look.ed, heap)
        if gain > LEAST_GAIN and (best is None or gain > best.gain):
            best = Assault(gain, target, force, tuple(ways))
    return best


def one_of(look: Outlook, token: Token) -> Heap:
    return tuple(int(unit == token.unit) for unit in range(len(look.ed.units)))


def total(force: tuple[Sent, ...]) -> Heap:
    heap = force[0].heap
    for item in force[1:]:
        heap = plus(heap, item.heap)
    return heap


def orders_of_call(look: Outlook, every: list[Sent]) -> list[tuple[Sent, ...]]:
    """Ways to line up what can come: the cheap first, the strong first, both in turn."""

    def cost(item: Sent) -> int:
        return worth(look.ed, item.heap)

    def attack(item: Sent) -> int:
        return sum(n * look.ed.units[u].attack for u, n in enumerate(item.heap) if n)

    cheap = sorted(every, key=lambda item: (item.seaborne, cost(item), -attack(item)))
    strong = sorted(every, key=lambda item: (-attack(item) / sum(item.heap), cost(item)))
    mixed: list[Sent] = []
    ahead, behind = 0, len(cheap) - 1
    while ahead <= behind:
        mixed.append(cheap[ahead])
        if ahead < behind:
            mixed.append(cheap[behind])
        ahead, behind = ahead + 1, behind - 1
    return [tuple(cheap), tuple(strong), tuple(mixed)]


def give_orders(trial: Trial, power: int, assault: Assault) -> bool:
    """Send everybody; whether all orders were accepted."""
    together: dict[tuple[int, Token], int] = {}
    try:
        for item in assault.sent:
            for step in item.orders:
                trial.decide(power, step)
            if not item.orders:
                (use,) = item.uses
                together[use] = together.get(use, 0) + 1
        for space, token, order in assault.declared:
            if number := together.pop((space, token), 0):
                trial.decide(power, with_number(order, number))
    except SandtableError:
        return False
    return True


def take_back(trial: Trial, to: int) -> None:
    while len(trial.history) > to:
        trial.undo()
