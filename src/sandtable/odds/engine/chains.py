"""Landings after sea battles: what is left at sea says who goes ashore."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from sandtable.game import concluding, opening
from sandtable.game.draft import Draft
from sandtable.game.queries import landing_ships
from sandtable.game.retreats import retreat_options
from sandtable.game.state import Battle, Force, State
from sandtable.game.steps import conduct_combat
from sandtable.odds.engine import methods
from sandtable.odds.engine.answering import first_hit
from sandtable.odds.engine.ends import End, Sides, forces_of, gathered, sides_of
from sandtable.odds.engine.merging import Part, merged
from sandtable.odds.fight import IntArray, Side
from sandtable.odds.lineup import merged as by_row
from sandtable.odds.lineup import row_of
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.policy import Policy
from sandtable.rules.position import FRESH, SEABORNE, Stack, Token, less, more, stack_of


class Landing(NamedTuple):
    """What goes ashore in one course of the sea battles, and how likely that is."""

    chance: float
    state: State
    """The land battle on top of the agenda, about to begin, if there is one."""
    fought: bool
    aboard: Force
    """Units that were to land and stay aboard, by row."""


def outcomes(
    territory: int,
    first: Iterable[State],
    sides: Sides,
    policy: Policy,
    prices: tuple[float, ...],
    *,
    ground: float = 0.0,
    by_cycle: bool = False,
) -> Outcomes:
    """Outcomes of a landing and the sea battles before it, by the rows of the whole landing."""
    parts = []
    for landing in landings(territory, first, policy, prices):
        rows, found = sides, nothing_happens(sides)
        if landing.fought:
            rows = sides_of(landing.state, prices)
            found = methods.outcomes(
                landing.state, policy, prices, ground=ground, by_cycle=by_cycle
            )
        tokens = rows.attack.tokens, rows.defend.tokens
        parts.append(Part(landing.chance, found, *tokens, saved_attack=landing.aboard))
    return merged(parts, sides.attack, sides.defend)


def nothing_happens(sides: Sides) -> Outcomes:
    """The outcome of a landing that does not take place."""
    counts = tuple(int(n) for n in sides.defend.counts)
    end = End((0,) * len(sides.attack.tokens), False, False, counts, any(counts), False)
    return gathered({end: 1.0}, [1.0], sides)


def landings(
    territory: int, first: Iterable[State], policy: Policy, prices: tuple[float, ...]
) -> list[Landing]:
    """Every way in which the sea battles may leave a landing, equal ones together."""
    courses: list[tuple[float, State, Stack]] = []
    zones = []
    for battle in first:
        zone = forces_of(Draft(battle)).space
        zones.append(zone)
        courses = [
            (chance * more_, after, more(saved, also))
            for chance, state, saved in ([(c, at_sea(s, zone), f) for c, s, f in courses])
            or [(1.0, battle, ())]
            for more_, after, also in after_battle(territory, state, policy, prices)
        ]
    found: dict[object, Landing] = {}
    for chance, state, saved in courses:
        landing, key = land(territory, chance, state, saved, zones)
        known = found.get(key)
        found[key] = landing if known is None else known._replace(chance=known.chance + chance)
    return list(found.values())


def at_sea(state: State, zone: int) -> State:
    """A state with another sea battle about to begin."""
    d = Draft(state)
    conduct_combat.start(d, ("battle", zone))
    return d.freeze()


# --- the sea battle


def after_battle(
    territory: int, state: State, policy: Policy, prices: tuple[float, ...]
) -> Iterator[tuple[float, State, Stack]]:
    """The states that a sea battle may leave, and what is then still aboard to be landed."""
    sides = sides_of(state, prices)
    battle = forces_of(Draft(state))
    laden = {row_of(t) for t, _ in battle.attack if t.mark.target == territory and t.mark.ashore}
    rows = [row for row, token in enumerate(sides.attack.tokens) if token in laden]
    for chance, end in condensed(methods.outcomes(state, policy, prices), rows):
        d = Draft(state)
        saved = settle(d, sides, end, territory)
        yield chance, d.freeze(), saved


def condensed(found: Outcomes, rows: list[int]) -> Iterator[tuple[float, End]]:
    """Ends that differ in what a landing asks: these rows, who left, which enemies are there."""
    ours = np.column_stack([found.attack_states[:, rows], found.attack_present])
    theirs = np.column_stack([found.defend_states > 0, found.defend_present])
    kinds_a, at_a = alike(ours)
    kinds_d, at_d = alike(theirs)
    for matrix, left in ((found.fought, False), (found.left, True)):
        total = np.zeros((len(kinds_a), len(kinds_d)))
        np.add.at(total, np.ix_(at_a, at_d), matrix)
        for i, j in zip(*np.nonzero(total), strict=True):
            a, d = kinds_a[i], kinds_d[j]
            yield (
                float(total[i, j]),
                End(
                    tuple(int(n) for n in found.attack_states[a]),
                    bool(found.attack_present[a]),
                    bool(found.attack_holds[a]),
                    tuple(int(n) for n in found.defend_states[d]),
                    bool(found.defend_present[d]),
                    left,
                ),
            )


def alike(table: IntArray) -> tuple[IntArray, IntArray]:
    """One row of each kind, and the kind of each row."""
    _, first, kinds = np.unique(table, axis=0, return_index=True, return_inverse=True)
    return first, kinds.reshape(-1)


def settle(d: Draft, sides: Sides, end: End, territory: int) -> Stack:
    """Conclude a sea battle with a given end; what is then aboard to be landed, by row."""
    battle = forces_of(d)
    while d.top.battle is None:
        d.pop()
    d.roll = None
    everybody = (
        *battle.attack,
        *battle.attack_aside,
        *battle.defend,
        *battle.aside,
        *battle.submerged,
        *battle.sworn,
    )
    enemy = d.at_war[d.power]
    ours = survivors(sides.attack, end.attack, [e for e in everybody if not enemy[e[0].power]])
    theirs = survivors(sides.defend, end.defend, [e for e in everybody if enemy[e[0].power]])
    d.stacks[battle.space] = more(less(d.stacks[battle.space], everybody), (*ours, *theirs))
    # Friends' ships are not in the battle and may carry units that are to land, too.
    saved = stack_of(
        (ashore(item), count)
        for zone, ship, count in landing_ships(d, territory)
        if zone == battle.space
        for item in ship.mark.ashore
    )
    there = end.attack_present or end.left
    d.battle = concluded(battle)._replace(
        attack=ours if there else (),
        defend=theirs if end.defend_present else (),
        submerged=stack_of(
            (*(() if there else ours), *(() if end.defend_present else theirs)),
        ),
    )
    if end.left:
        options = retreat_options(d, d.battle)
        concluding.retreat(d, options[0] if options else -1)
    else:
        concluding.finish(d, "attacker" if end.attack_present else "defender")
    while d.top.name != "conduct-combat":
        d.pop()
    return saved


def concluded(battle: Battle) -> Battle:
    """A battle in which nothing is open."""
    return battle._replace(
        aside=(), attack_aside=(), sworn=(), aims=(), hits=(), side_hit="", asked=(), proposals=()
    )


def survivors(side: Side, left: tuple[int, ...], force: Iterable[tuple[Token, int]]) -> Stack:
    """The units of a force that are left when so many of its rows are; those hit first are not."""
    by_kind: dict[Token, list[Token]] = {}
    for token, count in force:
        by_kind.setdefault(row_of(token)._replace(damage=0), []).extend([token] * count)
    found: list[tuple[Token, int]] = []
    for row, number in zip(side.tokens, left, strict=True):
        units = sorted(by_kind.get(row._replace(damage=0), []), key=first_hit)
        for _ in range(number):
            unit = units.pop()
            by_kind[row._replace(damage=0)].remove(unit)
            found.append((unit._replace(damage=row.damage), 1))
    return stack_of(found)


def ashore(item: tuple[int, int]) -> Token:
    """The row of a unit that comes by sea."""
    return Token(*item, 0, (), FRESH._replace(flags=SEABORNE))


# --- the landing


def land(
    territory: int, chance: float, state: State, saved: Stack, zones: list[int]
) -> tuple[Landing, object]:
    """The landing after the sea battles, and what tells it from others."""
    d = Draft(state)
    for zone, ship, count in landing_ships(d, territory):
        if zone not in zones:
            saved = more(saved, [(ashore(item), count) for item in ship.mark.ashore])
    if not concluding.anybody_attacks(d, territory):
        return Landing(chance, state, False, saved), (False, saved)
    conduct_combat.start(d, ("battle", territory))
    state = d.freeze()
    battle = forces_of(d)
    attack = by_row(battle.attack)
    landed = [(token, n) for token, n in attack.items() if token.mark.flags & SEABORNE]
    aboard = less(saved, landed)
    ships = sorted((ship.unit, count) for _, ship, count in opening.bombarders(d, territory))
    key = (True, aboard, tuple(sorted(attack.items())), battle.defend, tuple(ships))
    return Landing(chance, state, True, aboard), key
