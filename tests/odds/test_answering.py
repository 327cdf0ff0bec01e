"""Answers of policies: always lawful, and losses the first in their order."""

from __future__ import annotations

import random

import pytest

from sandtable.game import casualties, machine
from sandtable.game.draft import Draft
from sandtable.game.library import load_edition
from sandtable.odds import fight as f
from sandtable.odds.engine import pitched
from sandtable.odds.engine.answering import Answers, lose
from sandtable.odds.engine.ends import sides_of
from sandtable.odds.engine.exploring import one_mind
from sandtable.odds.engine.stepping import go_on, opened
from sandtable.odds.fight import Side
from sandtable.odds.lineup import row_of, usual_prices
from sandtable.odds.orders import Order, order_of
from sandtable.odds.policy import KEEP_GROUND, Policy
from sandtable.rules.battle import hits_left
from sandtable.rules.position import Token
from tests.odds.random_battles import EDITIONS, cases


def by_row(d: Draft, side: Side, losses: dict[Token, int]) -> dict[int, int]:
    """Hits on each row when a choice of losses is applied: each ship takes one before the next."""
    at = {token: row for row, token in enumerate(side.tokens)}
    force = dict(casualties.force_hit(d.battle))
    found: dict[int, int] = {}
    for token, hits in losses.items():
        row, left = at[row_of(token)], hits
        for _ in range(hits_left(d.ed, token)):
            taken = min(left, force[token])
            found[row] = found.get(row, 0) + taken
            left -= taken
            row = int(side.table[row, f.WOUNDED])
    return found


def expected(d: Draft, side: Side, order: Order) -> dict[int, int]:
    """The first of all lawful choices in an order, by looking at all of them."""
    counts: dict[int, int] = {}
    at = {token: row for row, token in enumerate(side.tokens)}
    for token, count in casualties.force_hit(d.battle):
        counts[at[row_of(token)]] = counts.get(at[row_of(token)], 0) + count

    rows, keeps = (entries.tolist() for entries in order)
    spared = [row for row, kept in zip(rows, keeps, strict=True) if kept]

    def key(hits: dict[int, int]) -> tuple[int, ...]:
        kept = all(counts.get(row, 0) > hits.get(row, 0) for row in spared)
        return (kept, *(hits.get(row, 0) for row in rows))

    return max((by_row(d, side, loss) for loss in casualties.choices(d)), key=key)


@pytest.mark.parametrize("losses", ["usual", KEEP_GROUND, "backward"])
def test_losses_are_the_first_lawful_ones_in_their_order(losses: str) -> None:
    seed = 21
    print("seed", seed)
    rng = random.Random(seed)
    asked = 0
    for case in cases(seed, 60, most=4):
        state = one_mind(case.state())
        sides = sides_of(state, usual_prices(case.ed))
        names = tuple(unit.id for unit in reversed(case.ed.units))
        wish = names if losses == "backward" else losses
        answers = Answers(case.ed, Policy(wish, wish), sides.attack, sides.defend)
        d = opened(state)
        while d.ended is None:
            module = machine.STEPS[d.top.name]
            if d.roll is not None:
                module.rolled(d, tuple(rng.randint(1, 4) for _ in range(d.roll.size)))
            else:
                question = machine.asked(d)[0]
                given = answers.answer(d, question)
                if question.kind == "casualties":
                    asked += 1
                    side = sides.attack if d.battle.side_hit == "attacker" else sides.defend
                    order = order_of(side, wish, names[::-1])
                    chosen = casualties.losses_from_answer(d, question.power, lose(d, side, order))
                    found = {row: n for row, n in by_row(d, side, chosen).items() if n}
                    first = {row: n for row, n in expected(d, side, order).items() if n}
                    assert found == first, (case, d.battle)
                module.answer(d, question.power, given)
            go_on(d)
    assert asked > 40


@pytest.mark.parametrize("edition", EDITIONS)
def test_damage_comes_before_any_loss_and_transports_after_all(edition: str) -> None:
    ed = load_edition(edition)
    force = {"battleship": 1, "transport": 1, "submarine": 1, "fighter": 1}
    sides = sides_of(pitched.battle(ed, force, {"destroyer": 1}), usual_prices(ed))
    rows, _ = order_of(sides.attack, "usual", [unit.id for unit in ed.units])
    names = [ed.units[sides.attack.tokens[row].unit].id for row in rows]
    last = ["transport"] if ed.units[ed.unit_index["transport"]].last_casualty else []
    # Where they cost the same, the transport cannot attack.
    cheap = ["submarine"] if last else ["transport", "submarine"]
    assert names == ["battleship", *cheap, "fighter", "battleship", *last]
