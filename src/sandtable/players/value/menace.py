"""What every power could gain by attacking next: the part of a position that material hides.

For each space that an enemy of a power holds, all that the power can bring there is set against all
that stands there. What such attacks gain is added up, the best first and each next one counting
less, as units cannot be in two places.
"""

from __future__ import annotations

from sandtable.game.draft import Draft
from sandtable.game.state import State
from sandtable.players.staff.chances import Heap, chances
from sandtable.players.staff.outlook import Outlook

FADES = 0.7
"""What the next best attack of a power counts, of the one before."""
HOPELESS = 0.4
"""An attack with so little of the defenders' strength is not reckoned."""


def menaces(state: State) -> list[float]:
    """For every power, the IPCs that its attacks would gain if it were on turn."""
    d = Draft(state)
    edition = d.ed
    looks: dict[int, Outlook] = {}
    found: dict[bool, list[tuple[int, Heap, Heap, float]]] = {False: [], True: []}
    for power in edition.powers:
        foes = edition.enemies[power.index]
        if not foes:
            continue
        side = edition.powers[foes[0]].side
        look = looks.setdefault(side, Outlook(d, foes[0]))
        for space, sea, heap, ground in targets(look, power.index):
            coming = look.threat_of(power.index, space)
            if stands_a_chance(look, coming, heap):
                found[sea].append((power.index, coming, heap, ground))
    gains: list[list[float]] = [[] for _ in edition.powers]
    for sea, battles in found.items():
        if not battles:
            continue
        odds = chances(edition, sea, [b[1] for b in battles], [b[2] for b in battles])
        for (power_, _, _, ground), odd in zip(battles, odds, strict=True):
            gain = odd.swing + odd.takes * ground
            if gain > 0:
                gains[power_].append(gain)
    return [
        sum(gain * FADES**at for at, gain in enumerate(sorted(each, reverse=True)))
        for each in gains
    ]


def targets(look: Outlook, power: int) -> list[tuple[int, bool, Heap, float]]:
    """Where enemies of a power stand or own ground: the space, what is there, what it is worth."""
    d, found = look.d, []
    enemy = d.at_war[power]
    for space, owner in enumerate(d.owners):
        sea = look.board.sea[space]
        there = any(enemy[token.power] for token, _ in d.stacks[space])
        if not there and (sea or not enemy[owner]):
            continue
        if look.board.impassable_mask >> space & 1:
            continue
        heap = look.friends_at(space)
        found.append((space, sea, heap, 0.0 if sea else look.ground(space)))
    return found


def stands_a_chance(look: Outlook, coming: Heap, there: Heap) -> bool:
    attack = defense = 0
    for unit, kind in enumerate(look.ed.units):
        attack += coming[unit] * kind.attack
        if not kind.bystander:
            defense += there[unit] * kind.defense
    return attack > HOPELESS * defense
