"""From a battle of the engine to the rows of a fight.

Every figure is the engine's answer to a question about a row's unit: `numbers`, `can_take`,
`shot_at`, `bound_units`. What the kernels cannot play is said here (`why_not`), and such battles
are played through the engine itself (`odds.walk`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from sandtable.odds import fight as f
from sandtable.odds.fight import Fight, FloatArray, IntArray, Side
from sandtable.rules import reckoning
from sandtable.rules.battle import NOTHING, UNCOVERED, Field, kinds_taken, numbers
from sandtable.rules.conditions import COUNTED
from sandtable.rules.edition import Edition
from sandtable.rules.position import FRESH, SEABORNE, Stack, Token
from sandtable.rules.roll import Shot

MANY = 99
"""More units than any condition asks for."""


def chance_of(shot: Shot, sides: int = 6) -> float:
    """The chance that one shot hits."""
    if shot.by == "sum":
        ways = sums_up_to(shot.dice, shot.target, sides)
        return float(ways / sides**shot.dice)
    return 1.0 - (1.0 - min(shot.target, sides) / sides) ** shot.dice


def sums_up_to(dice: int, most: int, sides: int) -> int:
    """How many throws of so many dice add up to a number or less."""
    if dice == 0:
        return int(most >= 0)
    return sum(sums_up_to(dice - 1, most - face, sides) for face in range(1, sides + 1))


def row_of(token: Token) -> Token:
    """A unit as far as battle is concerned: where it came from and flew to does not matter."""
    return token._replace(mark=FRESH._replace(flags=token.mark.flags & SEABORNE))


def merged(force: Stack) -> dict[Token, int]:
    """A force by row, with the damaged form of every ship that can be damaged."""
    rows: dict[Token, int] = {}
    for token, count in force:
        row = row_of(token)
        rows[row] = rows.get(row, 0) + count
    return rows


def rows_of(field: Field, tokens: Iterable[Token]) -> tuple[Token, ...]:
    """The rows of some units: their own, and those that hits move them to."""
    found = set(tokens)
    for token in tokens:
        hits = field.ed.units[token.unit].hits
        found |= {token._replace(damage=damage) for damage in range(token.damage, hits)}
    return tuple(sorted(found))


@lru_cache(maxsize=4096)
def tables(
    ground: Field,
    tokens: tuple[Token, ...],
    kinds: tuple[str, ...],
    held: bool,
    *,
    attacking: bool,
) -> tuple[IntArray, IntArray, IntArray]:
    """The table of some rows, who supports whom, and the pools of supporters.

    The ground comes without unit profiles, which follow from traits and are slow to compare.
    """
    field = ground._replace(kinds=ground.ed.everything(ground.traits)[0])
    table = np.zeros((len(tokens), f.COLUMNS), dtype=np.int64)
    at = {token: i for i, token in enumerate(tokens)}
    pools: dict[tuple[int, int], int] = {}
    helps: list[tuple[int, int]] = []
    packs: dict[tuple[int, frozenset[int]], int] = {}
    for i, token in enumerate(tokens):
        unit = field.kinds[token.power][token.unit]
        row = table[i]
        row[f.UNIT] = token.unit
        for cycle, alone, packed in ((1, f.NUMBER_1, f.PACKED_1), (2, f.NUMBER_2, f.PACKED_2)):
            for count, column in ((1, alone), (MANY, packed)):
                here = field._replace(round=cycle)
                row[column] = numbers(here, ((token, count),), (), attacking=attacking)[0][0]
        row[f.PACK] = -1
        pack = counted(field, token, attacking=attacking)
        if pack is not None:
            units, least = pack
            row[f.PACK] = packs.setdefault((token.power, units), len(packs))
            row[f.LEAST] = least
        row[f.SHOTS] = unit.attack_dice if attacking else 1
        row[f.BEST_OF] = unit.best_of
        row[f.KIND] = kinds.index(field.ed.units[token.unit].fires_as)
        row[f.ARMED] = (unit.attack if attacking else unit.defense) > 0
        row[f.FIRST] = unit.strikes_first
        row[f.DIVES] = unit.submerges
        row[f.SHIELDS] = unit.shields
        row[f.CANCELS] = sum(f.CANCELLED.get(name, 0) for name in unit.cancels)
        row[f.TAKES] = kinds_taken(field, kinds, token, NOTHING)
        row[f.BARE] = kinds_taken(field, kinds, token, UNCOVERED)
        row[f.LAST] = unit.last_casualty
        row[f.WOUNDED] = at.get(token._replace(damage=token.damage + 1), -1)
        row[f.AIR] = unit.air
        row[f.CAPTURES] = unit.captures
        seaborne = bool(token.mark.flags & SEABORNE)
        row[f.STAYS] = attacking and reckoning.stays(unit.air, seaborne, held)
        row[f.BOUND] = attacking and reckoning.bound(unit.air, seaborne, held)
        for pair in unit.supports if attacking else ():
            helps.append((i, pools.setdefault(pair, len(pools))))
    return (
        table,
        np.array(helps, dtype=np.int64).reshape(-1, 2),
        np.array(list(pools), dtype=np.int64).reshape(-1, 2),
    )


def counted(field: Field, token: Token, *, attacking: bool) -> tuple[frozenset[int], int] | None:
    """The units and the number of them on which a better number of a unit depends."""
    if not field.traits:
        return None
    for name in field.traits[token.power]:
        trait = field.ed.traits.get(name)
        for bonus in trait.bonuses if trait is not None else ():
            if bonus.attacking == attacking and token.unit in bonus.units:
                for condition in bonus.when:
                    if condition in COUNTED:
                        return bonus.units, COUNTED[condition]
    return None


@lru_cache(maxsize=1024)
def costs_of(tokens: tuple[Token, ...], prices: tuple[float, ...]) -> FloatArray:
    """What is lost with one of each row, all aboard included."""
    found = [prices[t.unit] + sum(prices[unit] for _, unit in t.cargo) for t in tokens]
    return np.array(found, dtype=np.float64)


def side_of(
    field: Field,
    force: Stack,
    kinds: tuple[str, ...],
    prices: tuple[float, ...],
    *,
    held: bool = False,
    attacking: bool,
) -> Side:
    rows = merged(force)
    tokens = rows_of(field, rows)
    counts = np.array([rows.get(token, 0) for token in tokens], dtype=np.int64)
    ground = field._replace(kinds=(), round=1)
    table, helps, pools = tables(ground, tokens, kinds, held, attacking=attacking)
    return Side(tokens, counts, table, helps, pools, costs_of(tokens, prices))


def usual_prices(edition: Edition) -> tuple[float, ...]:
    """What each unit is worth in IPCs: what it costs."""
    return tuple(float(unit.cost or 0) for unit in edition.units)


def kinds_of(field: Field, *forces: Stack) -> tuple[str, ...]:
    """The kinds of hits that some units score."""
    return tuple(sorted({field.ed.units[t.unit].fires_as for force in forces for t, _ in force}))


def why_not(steps: Sequence[str], opening: Sequence[str]) -> str:
    """The step of a battle that the kernels do not know, if there is one."""
    known = {*f.STEPS, "name-ships", "antiair", "bombard"}
    return next((step for step in (*opening, *steps) if step not in known), "")


def fight_of(
    field: Field,
    program: str,
    attack: Stack,
    defend: Stack,
    prices: tuple[float, ...],
    *,
    sea: bool,
    exit: bool,
    guns: Iterable[tuple[Token, Shot]] = (),
    ships: Iterable[Shot] = (),
) -> Fight:
    """A battle that begins, or a cycle of it, as rows.

    `guns` are the shots at attacking aircraft before the battle, `ships` those of bombarding ships.
    """
    ed = field.ed
    held = field.amphibious and ed.rules.assault_retreat == "air-only"
    kinds = kinds_of(field, attack, defend)
    bombarding = list(ships)
    if bombarding:
        kinds = (*kinds, *sorted({shot.kind for shot in bombarding} - set(kinds)))
    attackers = side_of(field, attack, kinds, prices, held=held, attacking=True)
    defenders = side_of(field, defend, kinds, prices, attacking=False)
    alive = np.ones(len(attackers.tokens))
    for token, shot in guns:
        alive[attackers.tokens.index(row_of(token))] *= 1.0 - chance_of(shot)
    return Fight(
        attackers,
        defenders,
        np.array([f.STEPS[step] for step in ed.rules.programs[program].round], dtype=np.int64),
        sea,
        f.NO_WAY_TO_HIT[ed.rules.no_way_to_hit],
        exit,
        min(field.round, 2),
        kinds,
        1.0 - alive,
        np.array(
            [(s.target, s.count, s.dice, kinds.index(s.kind)) for s in bombarding], dtype=np.int64
        ).reshape(-1, 4),
    )
