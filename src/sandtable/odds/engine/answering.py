"""A policy as a player of the engine: its lawful answer to every question of a battle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from sandtable.game import casualties, opening, retreats
from sandtable.game.answers import (
    Answer,
    Bombard,
    Lose,
    Press,
    Retreat,
    Submerge,
    Units,
    UnitSpec,
)
from sandtable.game.draft import Draft
from sandtable.game.offers import uses
from sandtable.game.state import Decision
from sandtable.odds import fight as f
from sandtable.odds.fight import Side
from sandtable.odds.lineup import row_of
from sandtable.odds.orders import Order, order_of
from sandtable.odds.policy import AT_ONCE, NEVER, OPTIMAL, Policy
from sandtable.rules.battle import most_taken
from sandtable.rules.edition import Edition
from sandtable.rules.position import Token
from sandtable.rules.refusal import InvalidAnswer


class Plan(NamedTuple):
    """How one side decides: its rows, the order of its losses, whether it submerges."""

    side: Side
    order: Order | None
    """None: losses are not by an order."""
    submerges: str


class Answers:
    """Answers by a policy. `chance`, if given, says how likely the attacker wins from a draft."""

    def __init__(
        self,
        ed: Edition,
        policy: Policy,
        attack: Side,
        defend: Side,
        chance: Callable[[Draft], float] | None = None,
    ) -> None:
        self.policy = policy
        self.attack = plan(ed, attack, policy.attack_losses, policy.attack_submerges)
        self.defend = plan(ed, defend, policy.defend_losses, policy.defend_submerges)
        self.chance = chance

    def answer(self, d: Draft, asked: Decision) -> Answer:
        """What a power says to a question."""
        kind = asked.kind
        if kind == "casualties":
            ours = self.attack if d.battle.side_hit == "attacker" else self.defend
            if ours.order is None:
                raise InvalidAnswer("losses are not by an order")
            return lose(d, ours.side, ours.order)
        if kind == "retreat":
            return self.press_or_retreat(d)
        if kind == "submerge":
            ours = self.defend if d.at_war[d.power][asked.power] else self.attack
            return submerge(d, asked, at_once=ours.submerges == AT_ONCE)
        if kind == "bombard":
            return bombard_with_all(d)
        return next(uses.answers(d, asked))

    def press_or_retreat(self, d: Draft) -> Answer:
        wish = self.policy.retreat
        if isinstance(wish, float):
            if self.chance is None:
                raise InvalidAnswer("nobody knows the chance of winning")
            leaves = self.chance(d) < wish
        else:
            leaves = not isinstance(wish, str) and d.battle.round >= wish
        return leave(d) if leaves else Press()


def plan(ed: Edition, side: Side, losses: str | tuple[str, ...], submerges: str) -> Plan:
    if losses == OPTIMAL:
        return Plan(side, None, submerges)
    return Plan(side, order_of(side, losses, [unit.id for unit in ed.units]), submerges)


def leave(d: Draft) -> Answer:
    """A retreat to the first space that is open, or of air units alone."""
    options = retreats.retreat_options(d, d.battle)
    return Retreat(options[0]) if options else Retreat()


def submerge(d: Draft, asked: Decision, *, at_once: bool) -> Answer:
    if not at_once:
        return Submerge(0)
    attacking = not d.at_war[d.power][asked.power]
    force = d.battle.attack if attacking else d.battle.defend
    return Submerge(sum(n for t, n in force if t.power == asked.power and d.kind(t).submerges))


def bombard_with_all(d: Draft) -> Bombard:
    """Every ship that may bombard does."""
    able: dict[int, dict[int, int]] = {}
    for zone, token, count in opening.bombarders(d, d.battle.space):
        units = able.setdefault(zone, {})
        units[token.unit] = units.get(token.unit, 0) + count
    places: list[tuple[int, Units]] = [
        (zone, tuple(UnitSpec(n, unit) for unit, n in units.items()))
        for zone, units in able.items()
    ]
    return Bombard(tuple(places))


def first_hit(token: Token) -> tuple[int, int, Token]:
    """Which units of a row take hits first: those damaged before, then those with less to land."""
    return -token.damage, len(token.mark.ashore), token


class Afloat:
    """The units of a force that hits fall on, by how damaged they are while hits are given out."""

    def __init__(self, d: Draft, side: Side) -> None:
        at = {token: row for row, token in enumerate(side.tokens)}
        self.wounded = side.table[:, f.WOUNDED]
        self.by_row: dict[int, dict[Token, int]] = {}
        for token, count in casualties.force_hit(d.battle):
            self.by_row.setdefault(at[row_of(token)], {})[token] = count
        self.taken: casualties.Loss = {}

    def count(self, row: int) -> int:
        return sum(self.by_row.get(row, {}).values())

    def hit(self, row: int, hits: int) -> None:
        """Give so many hits to units of a row."""
        tokens = self.by_row[row]
        for token in sorted(tokens, key=first_hit):
            struck = min(hits, tokens[token])
            if not struck:
                continue
            hits -= struck
            tokens[token] -= struck
            self.taken[token] = self.taken.get(token, 0) + struck
            if self.wounded[row] >= 0:
                worse = self.by_row.setdefault(int(self.wounded[row]), {})
                worse[token] = worse.get(token, 0) + struck


def lose(d: Draft, side: Side, order: Order) -> Lose:
    """The lawful losses that come first in an order: every row takes all the hits it can."""
    hits = d.battle.hits
    afloat = Afloat(d, side)
    groups = casualties.open_targets(d, d.battle)
    group_of = {
        row_of(token)._replace(damage=0): i
        for i, group in enumerate(groups)
        for token, _ in group.tokens
    }
    taken = [0] * len(groups)

    def give(row: int, room: int) -> None:
        group = group_of.get(side.tokens[row]._replace(damage=0))
        if group is None:
            return
        before = taken[group]
        taken[group] += max(0, min(room, sum(n for _, n in hits)))
        while most_taken(hits, groups, taken) < sum(taken):
            taken[group] -= 1
        if taken[group] > before:
            afloat.hit(row, taken[group] - before)

    for row, keeps in zip(*order, strict=True):
        give(int(row), afloat.count(int(row)) - int(keeps))
    return casualties.to_answer(d, afloat.taken)


def never_leaving(policy: Policy) -> Policy:
    """The same policy without retreats."""
    return replace(policy, retreat=NEVER)
