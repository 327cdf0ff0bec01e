"""Losses by an order of preference: what computer players and standing orders choose."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.game import casualties
from sandtable.game.answers import Lose
from sandtable.game.draft import Draft
from sandtable.rules.battle import hits_left, most_taken, required_losses
from sandtable.rules.position import Token

Rank = tuple[float, ...]


def preferred(d: Draft, order: Sequence[int] = (), *, keep_ground: bool = True) -> Lose:
    """The losses of a battle in which they are asked for, always lawful ones.

    Hits that destroy nothing come first, then units in the given order, then the cheapest, and of
    two that cost the same the weaker. With `keep_ground` one attacker that can take the ground is
    kept as long as possible, unless an order is given.
    """
    battle = d.battle
    attacking = battle.side_hit == "attacker"
    groups = casualties.open_targets(d, battle)
    needed = required_losses(battle.hits, groups)
    keeper = None
    if keep_ground and attacking and not order and not d.ed.board.sea[battle.space]:
        keeper = last_to_go(d)

    def rank(token: Token) -> Rank:
        kind = d.kind(token)
        place = order.index(token.unit) if token.unit in order else len(order)
        strength = kind.attack if attacking else kind.defense
        worth = sum(d.ed.units[unit].cost or 0 for _, unit in token.cargo)
        return (place, (kind.cost or 0) + worth, strength, token.unit, token.power)

    slots: list[tuple[bool, bool, Rank, int, Token]] = []
    for at, group in enumerate(groups):
        for token, count in group.tokens:
            spare = count * (hits_left(d.ed, token) - 1)
            held = 1 if token == keeper else 0
            for n in range(count + spare):
                last_one = n >= count + spare - held
                slots.append((n >= spare, last_one, rank(token), at, token))
    slots.sort(key=lambda slot: slot[:4])
    chosen: dict[Token, int] = {}
    taken = [0] * len(groups)
    for last, wanted in ((False, needed.first), (True, needed.last)):
        for _, _, _, at, token in slots:
            if wanted <= 0:
                break
            if groups[at].last is not last:
                continue
            taken[at] += 1
            if most_taken(battle.hits, groups, taken) < sum(taken):
                taken[at] -= 1
                continue
            chosen[token] = chosen.get(token, 0) + 1
            wanted -= 1
    return casualties.to_answer(d, chosen)


def last_to_go(d: Draft) -> Token | None:
    """The cheapest unit of the attackers that can take the ground."""
    able = [t for t, _ in d.battle.attack if d.kind(t).captures]
    return min(able, key=lambda t: (d.kind(t).cost or 0, t), default=None)
