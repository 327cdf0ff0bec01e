"""The losses that the solver chooses from: all that the rules allow, and the usual ones first."""

from __future__ import annotations

import random
from itertools import product

import numpy as np

from sandtable.game.casualties import shares
from sandtable.game.library import load_edition
from sandtable.odds import fight as f
from sandtable.odds.fight import Fight, Side
from sandtable.odds.kernels.solving_losses import ways
from sandtable.odds.orders import order_of
from sandtable.odds.policy import USUAL
from sandtable.odds.solving.setting import target_of
from sandtable.odds.staging import stage
from sandtable.rules.battle import Field, Hits, fits, hits_left, targets
from sandtable.rules.position import Token

Rows = tuple[int, ...]
SHIPS = ("submarine", "destroyer", "transport", "battleship", "carrier", "fighter")


def after(side: Side, field: Field, losses: dict[Token, int]) -> Rows:
    """Units by row when losses are taken: each ship takes a hit before any takes the next."""
    left = [int(n) for n in side.counts]
    for token, hits in losses.items():
        row = side.tokens.index(token)
        have = int(side.counts[row])
        each, extra = divmod(hits, have)
        for wounds, count in ((each, have - extra), (each + 1, extra)):
            left[row] -= count
            if wounds < hits_left(field.ed, token):
                left[side.tokens.index(token._replace(damage=token.damage + wounds))] += count
    return tuple(left)


def lawful(side: Side, field: Field, hits: Hits, cancelled: frozenset[str]) -> set[Rows]:
    """What the rules of the engine let hits leave, by trying all ways to share them out."""
    force = tuple((t, int(n)) for t, n in zip(side.tokens, side.counts, strict=True) if n)
    groups = targets(field, hits, force, cancelled)
    room = [(token, count * hits_left(field.ed, token)) for token, count in force]
    found = set()
    for total in range(sum(n for _, n in hits) + 1):
        for taken in shares(room, total):
            losses = {t: n for (t, _), n in zip(room, taken, strict=True) if n}
            if fits(field.ed, hits, groups, losses):
                found.add(after(side, field, losses))
    return found


def test_all_lawful_losses_are_found_and_the_usual_ones_first() -> None:
    seed = 7
    rng = random.Random(seed)
    restricted = late = damaged = 0
    for number in range(60):
        ed = load_edition(("1941", "revised")[number % 2])
        force = {name: rng.randint(1, 2) for name in rng.sample(SHIPS, 4)}
        if rng.random() < 0.5:
            force["damaged battleship"] = 1
        force.setdefault("destroyer", 1)
        enemy = {"submarine": 1, "destroyer": 1, "fighter": 1}
        staged = stage(ed, enemy, force, sea=True)
        fight: Fight = staged.fight
        side = fight.defend
        target = target_of(side, fight.attack, len(fight.kinds))
        order, keeps = order_of(side, USUAL, ())
        for bare, reach in enumerate(target.reach):
            cancelled = frozenset(("cover",)) if bare else frozenset()
            for by_kind in product(range(3), repeat=len(fight.kinds)):
                hits = tuple((k, n) for k, n in zip(fight.kinds, by_kind, strict=True) if n)
                by_class = np.zeros_like(target.most)
                for kind, n in enumerate(by_kind):
                    if target.group_of[kind] >= 0:
                        by_class[target.group_of[kind]] += n
                given = (side.counts, side.table, order, keeps, reach, by_class)
                found = [tuple(row) for row in ways(*given, True).tolist()]
                about = f"seed {seed}: {ed.id} {force} {hits} {cancelled}"
                expected = lawful(side, staged.field, hits, cancelled)
                assert len(found) == len(set(found)), about
                assert set(found) == expected, about
                assert [found[0]] == [tuple(row) for row in ways(*given, False).tolist()], about
                if expected != {tuple(side.counts.tolist())}:
                    restricted += len(target.most) > 1
                    late += bool((side.table[:, f.LAST] * side.counts).any())
                    damaged += "damaged battleship" in force
    assert min(restricted, late, damaged) > 50
