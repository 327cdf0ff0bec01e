"""Moves of a recruit: attacks with clearly more, and a slow drift towards the enemy."""

from __future__ import annotations

import random

from sandtable.game.answers import Attack, End, Move
from sandtable.game.draft import Draft
from sandtable.game.offers import moves
from sandtable.game.offers.trying import with_number
from sandtable.players.phases import take_back, tried
from sandtable.players.recruit.strength import defense, offense
from sandtable.players.staff.ferrying import shiploads
from sandtable.players.staff.outlook import Outlook
from sandtable.players.trial import Trial
from sandtable.rules.position import FRESH, Token
from sandtable.rules.refusal import SandtableError
from sandtable.words.reasons import Reason

CLEARLY = 2.0
"""Attacks are made with so many times the defenders' strength, as far as a recruit counts it."""
EAGER = 0.5
"""How often an attack that looks good is made."""
AIRBORNE = 0.3
"""How often planes and ships think of joining in."""
SEABORNE = 0.5
"""How often transports are thought of."""
COASTS = 5
"""Enemy coasts that are looked at for a landing."""
DRIFT = 0.7
"""How often idle units go nearer to the enemy."""
FEW = 2
"""Units that go where nobody stands."""
GUARD = 3
"""Units that stay in a capital, and a third of all others there."""

Group = tuple[int, Token, int, Move | Attack]
"""Equal units in a space, how many, and the order for one of them."""


def own_units(d: Draft, look: Outlook) -> list[tuple[int, Token, int]]:
    """Units that may go somewhere: the guard of a capital stays."""
    found = []
    for space, stack in enumerate(d.stacks):
        if not stack:
            continue
        capital = space in look.capitals
        stay = GUARD if capital else 0
        for token, count in d.own(space):
            kind = d.kind(token)
            if token.power != look.power or token.mark != FRESH or kind.bystander:
                continue
            if capital and kind.land:
                kept = min(count, stay + (count - stay) // 3 if count > stay else stay)
                stay -= min(stay, kept)
                count -= kept
            if count:
                found.append((space, token, count))
    return found


# --- attacks


def attack(trial: Trial, power: int, dice: random.Random) -> None:
    """Some of the attacks that look good, each with everybody who can come."""
    d = Draft(trial.state)
    look = Outlook(d, power)
    free = {(space, token): count for space, token, count in own_units(d, look)}
    blocked = trial.refusal(power, End()) is not None
    coming = attackers(d, free, dice)
    for target in dice.sample(sorted(coming), len(coming)):
        groups = [
            (space, token, free[space, token], order)
            for space, token, order in coming[target]
            if free[space, token]
        ]
        enemies = [(t, n) for t, n in d.stacks[target] if look.enemy[t.power]]
        against = defense(d, enemies)
        strong = offense(d, [(token, count) for _, token, count, _ in groups])
        if not groups or strong <= CLEARLY * against or dice.random() > EAGER:
            continue
        start = len(trial.history)
        if not against:
            space, token, count, order = groups[0]
            groups = [(space, token, min(count, FEW), order)]
        sent = send(trial, power, groups, target)
        if not blocked and trial.refusal(power, End()) is not None:
            take_back(trial, start)
            continue
        for space, token, count in sent:
            free[space, token] -= count
    if not blocked and dice.random() < SEABORNE:
        land(trial, look, free, dice)


def land(
    trial: Trial, look: Outlook, free: dict[tuple[int, Token], int], dice: random.Random
) -> None:
    """Shiploads go ashore on some coast that looks weak. What becomes of the ships is forgotten."""
    d = look.d
    coasts = [
        space
        for space, owner in enumerate(d.owners)
        if owner >= 0 and look.enemy[owner] and d.ed.board.sea_neighbors[space]
    ]
    for target in dice.sample(coasts, min(len(coasts), COASTS)):
        against = defense(d, [(t, n) for t, n in d.stacks[target] if look.enemy[t.power]])
        loads = list(shiploads(look, free, target, combat=True))
        units = [
            (Token(look.power, unit), count)
            for load in loads
            for unit, count in enumerate(load.heap)
            if count
        ]
        if not loads or offense(d, units) <= against:
            continue
        why = Reason("They will not expect us in {space}", target)
        for load in loads:
            start = len(trial.history)
            if tried(trial, look.power, *load.orders, reason=why):
                if trial.refusal(look.power, End()) is None:
                    for use in load.uses:
                        free[use] -= 1
                else:
                    take_back(trial, start)
        return


def attackers(
    d: Draft, free: dict[tuple[int, Token], int], dice: random.Random
) -> dict[int, list[tuple[int, Token, Move | Attack]]]:
    """Who can go where: land units, and now and then planes and ships with guns."""
    found: dict[int, list[tuple[int, Token, Move | Attack]]] = {}
    for (space, token), count in free.items():
        kind = d.kind(token)
        helper = not kind.land
        valuable = d.ed.deck_room[token.unit] or d.carries[token.power][token.unit]
        if not kind.attack or (helper and (valuable or dice.random() > AIRBORNE)):
            continue
        seen = set()
        for order, _ in moves.of_token(d, space, token, count, combat=True):
            end = order.space if isinstance(order, Attack) else order.path[-1]
            plain = not isinstance(order, Move) or order.manner in ("", "attack")
            if plain and end not in seen and not (kind.land and d.ed.board.sea[end]):
                seen.add(end)
                found.setdefault(end, []).append((space, token, order))
    return found


def send(
    trial: Trial, power: int, groups: list[Group], target: int
) -> list[tuple[int, Token, int]]:
    """Order what can be ordered; who goes."""
    why = Reason("There are clearly more of us than of them in {space}", target)
    gone = []
    for space, token, count, order in groups:
        try:
            trial.decide(power, with_number(order, count), why)
        except SandtableError:
            continue
        gone.append((space, token, count))
    return gone


# --- other moves


def move(trial: Trial, power: int, dice: random.Random) -> None:
    """Land units drift towards the enemy; transports bring some across when they are thought of."""
    look = Outlook(Draft(trial.state), power)
    if dice.random() < SEABORNE:
        ferry(trial, look, dice)
    d = Draft(trial.state)
    for space, token, count in own_units(d, look):
        if not d.kind(token).land or look.march[space] <= 1 or dice.random() > DRIFT:
            continue
        nearer = [
            order
            for order, _ in moves.of_token(d, space, token, count, combat=False)
            if isinstance(order, Move) and look.march[order.path[-1]] < look.march[space]
        ]
        if nearer:
            together = with_number(dice.choice(nearer), count)
            assert isinstance(together, Move)
            tried(trial, power, together, reason=Reason("advance", together.path[-1]))


def ferry(trial: Trial, look: Outlook, dice: random.Random) -> None:
    """Shiploads to a friendly coast from which the enemy can be reached."""
    d = look.d
    free = {(space, token): count for space, token, count in own_units(d, look)}
    shores = [
        shore
        for shore, owner in enumerate(d.owners)
        if owner >= 0 and not look.enemy[owner] and look.march[shore] <= 2
        if d.ed.board.sea_neighbors[shore]
    ]
    for shore in dice.sample(shores, min(len(shores), COASTS)):
        for load in shiploads(look, free, shore, combat=False):
            if tried(trial, look.power, *load.orders, reason=Reason("ferry", shore)):
                for use in load.uses:
                    free[use] -= 1
