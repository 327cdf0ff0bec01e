"""Best play followed through a battle: what the solved decisions lead to, and how likely."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandtable.odds.compiling import compiled, lean
from sandtable.odds.fight import FloatArray, IntArray
from sandtable.odds.kernels.dice import ALL, REGULAR, STRIKING
from sandtable.odds.kernels.solving_army import Volley
from sandtable.odds.kernels.solving_choices import CLOSE
from sandtable.odds.kernels.solving_desk import Cycle, Desk, answer, cycle_of, new_slots, returned
from sandtable.odds.kernels.solving_ends import Course
from sandtable.odds.kernels.solving_states import BEGIN, END, Army, grown
from sandtable.odds.kernels.solving_strikes import after_strikes, counterstrike, ends_struck


class Sheet(NamedTuple):
    """Chances of pairs of states, added up."""

    chances: FloatArray
    """(2, D, A) of those that go on, and of those in which the battle is over."""
    touched: IntArray
    """Which of them are not zero, numbered through."""
    used: IntArray
    """(1,) how many these are."""


@lean
def add(sheet: Sheet, over: bool, a: int, d: int, chance: float) -> None:
    """Add a chance to a pair of states."""
    if chance == 0.0:
        return
    _, defenders, attackers = sheet.chances.shape
    if sheet.chances[int(over), d, a] == 0.0:
        sheet.touched[sheet.used[0]] = (int(over) * defenders + d) * attackers + a
        sheet.used[0] += 1
    sheet.chances[int(over), d, a] += chance


@lean
def attackers_lose(a: int, d: int, hits: int, bare: int, attack: Army, values: FloatArray) -> int:
    """The attackers' best losses after the last fire of a cycle."""
    begin, end = attack.losses[bare, a, hits, BEGIN], attack.losses[bare, a, hits, END]
    best: int = attack.to[begin]
    for i in range(begin + 1, end):
        if values[0, attack.to[i], d] > values[0, best, d] + CLOSE:
            best = attack.to[i]
    return best


@lean
def defenders_lose(
    a: int,
    d: int,
    hits: int,
    cycle: Cycle,
    defend: Army,
    fire_d: Volley,
    desk: Desk,
) -> int:
    """The defenders' best losses in general fire, before they fire."""
    begin, end = (
        defend.losses[cycle.bare_d, d, hits, BEGIN],
        defend.losses[cycle.bare_d, d, hits, END],
    )
    best: int = defend.to[begin]
    if end - begin < 2:
        return best
    shooter = cycle.d if cycle.keeps_d else d
    firing = REGULAR if cycle.strikes_d else ALL
    at = 0 if desk.answers.shape[2] == 1 else a
    low = returned(at, best, shooter, firing, cycle.bare_a, fire_d, desk)
    for i in range(begin + 1, end):
        value = returned(at, defend.to[i], shooter, firing, cycle.bare_a, fire_d, desk)
        if value < low - CLOSE:
            low = value
            best = defend.to[i]
    return best


@lean
def struck_attackers_lose(
    d: int,
    hits: int,
    cycle: Cycle,
    attack: Army,
    defend: Army,
    course: Course,
    fire_a: Volley,
    fire_d: Volley,
    desk: Desk,
) -> int:
    """The attackers' best losses in first strikes."""
    begin = attack.losses[cycle.bare_a, cycle.a, hits, BEGIN]
    end = attack.losses[cycle.bare_a, cycle.a, hits, END]
    best: int = attack.to[begin]
    if end - begin < 2:
        return best
    high = after_strikes(best, d, cycle, attack, defend, course, fire_a, fire_d, desk)
    for i in range(begin + 1, end):
        to = attack.to[i]
        value = after_strikes(to, d, cycle, attack, defend, course, fire_a, fire_d, desk)
        if value > high + CLOSE:
            high = value
            best = to
    return best


@lean
def struck_defenders_lose(
    hits: int,
    cycle: Cycle,
    attack: Army,
    defend: Army,
    course: Course,
    fire_a: Volley,
    fire_d: Volley,
    desk: Desk,
) -> int:
    """The defenders' best losses in first strikes."""
    begin = defend.losses[cycle.bare_d, cycle.d, hits, BEGIN]
    end = defend.losses[cycle.bare_d, cycle.d, hits, END]
    best: int = defend.to[begin]
    if end - begin < 2:
        return best
    low, _ = counterstrike(best, cycle, attack, defend, course, fire_a, fire_d, desk)
    for i in range(begin + 1, end):
        to = defend.to[i]
        value, _ = counterstrike(to, cycle, attack, defend, course, fire_a, fire_d, desk)
        if value < low - CLOSE:
            low = value
            best = to
    return best


@lean
def fire_out(
    a: int,
    d: int,
    weight: float,
    cycle: Cycle,
    attack: Army,
    defend: Army,
    fire_a: Volley,
    fire_d: Volley,
    desk: Desk,
    values: FloatArray,
    sheet: Sheet,
) -> None:
    """Add what general fire leads to, first strikes having left two states."""
    firing_a = REGULAR if cycle.strikes_a else ALL
    firing_d = REGULAR if cycle.strikes_d else ALL
    shooter_a = cycle.a if cycle.keeps_a else a
    shooter_d = cycle.d if cycle.keeps_d else d
    for i in range(fire_a.at[firing_a, shooter_a, 0], fire_a.at[firing_a, shooter_a, 1]):
        d_left = defenders_lose(a, d, fire_a.hits[i], cycle, defend, fire_d, desk)
        share = weight * fire_a.chances[i]
        for j in range(fire_d.at[firing_d, shooter_d, 0], fire_d.at[firing_d, shooter_d, 1]):
            a_left = attackers_lose(a, d_left, fire_d.hits[j], cycle.bare_a, attack, values)
            add(sheet, False, a_left, d_left, share * fire_d.chances[j])


@lean
def fight_cycle(
    a: int,
    d: int,
    attack: Army,
    defend: Army,
    course: Course,
    fire_a: Volley,
    fire_d: Volley,
    desk: Desk,
    values: FloatArray,
    sheet: Sheet,
) -> None:
    """Add what a cycle that begins with a pair of states leads to."""
    cycle = cycle_of(a, d, attack, defend, course)
    if not cycle.strikes_a and not cycle.strikes_d:
        fire_out(a, d, 1.0, cycle, attack, defend, fire_a, fire_d, desk, values, sheet)
        return
    new_slots(desk)
    first = fire_a.at[STRIKING, a, 0]
    for i in range(first, fire_a.at[STRIKING, a, 1] if cycle.strikes_a else first + 1):
        share = 1.0
        d_left = d
        if cycle.strikes_a:
            share = fire_a.chances[i]
            d_left = struck_defenders_lose(
                fire_a.hits[i], cycle, attack, defend, course, fire_a, fire_d, desk
            )
        start = fire_d.at[STRIKING, d, 0]
        for j in range(start, fire_d.at[STRIKING, d, 1] if cycle.strikes_d else start + 1):
            weight = share
            a_left = a
            if cycle.strikes_d:
                weight *= fire_d.chances[j]
                a_left = struck_attackers_lose(
                    d_left, fire_d.hits[j], cycle, attack, defend, course, fire_a, fire_d, desk
                )
            over, a_end, d_end = ends_struck(a_left, d_left, cycle, attack, defend, course)
            if over:
                add(sheet, True, a_end, d_end, weight)
            else:
                fire_out(
                    a_left,
                    d_left,
                    weight,
                    cycle,
                    attack,
                    defend,
                    fire_a,
                    fire_d,
                    desk,
                    values,
                    sheet,
                )


@compiled
def follow(
    pairs: IntArray,
    attack: Army,
    defend: Army,
    course: Course,
    fire_a: Volley,
    fire_d: Volley,
    desk: Desk,
    values: FloatArray,
    sheet: Sheet,
) -> tuple[IntArray, IntArray, FloatArray]:
    """What cycles from some pairs of states lead to: which pair, code on the sheet, and chance."""
    source = np.empty(1024, np.int64)
    target = np.empty(1024, np.int64)
    chance = np.empty(1024)
    used = 0
    flat = sheet.chances.reshape(-1)
    for n in range(len(pairs)):
        if desk.answers.shape[2] == 1 and (n == 0 or pairs[n, 0] != pairs[n - 1, 0]):
            for d in range(len(defend.worth)):
                answer(pairs[n, 0], d, 0, attack, values, desk.answers, False)
                answer(pairs[n, 0], d, 0, attack, values, desk.answers, True)
        fight_cycle(
            pairs[n, 0], pairs[n, 1], attack, defend, course, fire_a, fire_d, desk, values, sheet
        )
        more = sheet.used[0]
        if used + more > len(source):
            source = grown(source, 2 * (used + more))
            target = grown(target, len(source))
            longer = np.empty(len(source))
            longer[:used] = chance[:used]
            chance = longer
        for i in range(more):
            code = sheet.touched[i]
            source[used] = n
            target[used] = code
            chance[used] = flat[code]
            flat[code] = 0.0
            used += 1
        sheet.used[0] = 0
    return source[:used].copy(), target[:used].copy(), chance[:used].copy()
