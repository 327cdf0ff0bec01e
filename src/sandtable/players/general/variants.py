"""Other plans than the usual one: other attacks, other purchases, other ways out of a battle."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from sandtable.game.answers import Attack, Buy, End, Move, UnitSpec
from sandtable.game.draft import Draft
from sandtable.game.offers import others
from sandtable.game.state import Decision
from sandtable.players.captain.fighting import expected
from sandtable.players.captain.plans import candidate_plans
from sandtable.players.general.choosing import Candidate
from sandtable.players.general.regrouping import goal, tried
from sandtable.players.interface import Choice, Mind, Plan, View, answers_of
from sandtable.players.staff.chances import heap_of, worth
from sandtable.players.staff.outlook import Outlook
from sandtable.rules.units import UnitType

MOST_ATTACKS = 5
"""Plans for a combat move that are compared."""
MOST_FEWER = 3
"""Attacks that are left out in turn."""
IN_DANGER = 0.02
"""The chance that a capital could be taken as it stands."""
PLAIN = 0.1
"""A battle that is won or lost but for this chance needs no thought."""
AT_STAKE = 12
"""Nor does one for fewer IPCs."""


def attacks(view: View, asked: Decision, mind: Mind, usual: Plan) -> Iterator[Candidate]:
    """Other sets of attacks: bolder, more cautious, without the greatest, none."""
    rng = random.Random(mind.seed)
    for at, plan in enumerate(candidate_plans(view.state, asked.power, MOST_ATTACKS, rng)):
        yield Candidate(f"attacks {at}", plan)


def fewer(view: View, asked: Decision, mind: Mind, usual: Plan) -> Iterator[Candidate]:
    """A plan of attacks without one of them, each of the largest in turn."""
    orders = [choice for choice in usual if not isinstance(choice.answer, End)]
    sizes: dict[int, int] = {}
    for order in orders:
        space = goal(order.answer)
        if space >= 0 and isinstance(order.answer, Move | Attack):
            number = sum(spec.number for spec in order.answer.units)
            sizes[space] = sizes.get(space, 0) + number
    for space in sorted(sizes, key=lambda s: (-sizes[s], s))[:MOST_FEWER]:
        kept = [order for order in orders if goal(order.answer) != space]
        yield from tried(f"not {view.edition.board.spaces[space].name}", view, kept)


def purchases(view: View, asked: Decision, mind: Mind, usual: Plan) -> Iterator[Candidate]:
    """Purchases for the same money that lean to the cheapest or the strongest land unit, while a
    capital is in danger: else they show only after more turns than can be played on."""
    d = Draft(view.state)
    look = Outlook(d, asked.power)
    if all(look.danger(capital).takes < IN_DANGER for capital in look.capitals):
        return
    money = d.treasuries[asked.power]
    room = sum(capacity for _, capacity in d.production_sites())
    sale = [unit for unit in d.kinds[asked.power] if unit.cost and unit.cost <= money]
    walkers = sorted((u for u in sale if u.land and u.captures), key=lambda u: (u.cost, u.index))
    if not walkers or room <= 0:
        return
    strongest = max(walkers, key=lambda u: (u.attack, -u.index))
    for unit in (walkers[0], strongest):
        bought = leaning(unit, walkers[0], money, room)
        buy = Buy(tuple(UnitSpec(n, index) for index, n in sorted(bought.items()) if n))
        yield Candidate(unit.name, [Choice(buy)])


def leaning(unit: UnitType, cheap: UnitType, money: int, room: int) -> dict[int, int]:
    """About half of the money for a kind of unit, the rest for the cheapest."""
    cost, least = unit.cost or 1, cheap.cost or 1
    number = min(room, money // least)
    while unit is not cheap and number * cost + (room - number) * least > money:
        if number * cost <= money // 2 or number <= 1:
            break
        number -= 1
    number = min(number, money // cost)
    rest = min(room - number, (money - number * cost) // least) if unit is not cheap else 0
    return {cheap.index: rest} | {unit.index: number}


def ways_out(view: View, asked: Decision, mind: Mind, usual: Plan) -> Iterator[Candidate]:
    """Whether to press on or where to retreat to, where it matters and is not plain."""
    d = Draft(view.state)
    odds, heap = expected(d), heap_of(d.ed, d.battle.attack)
    if not PLAIN < odds.wins < 1 - PLAIN or worth(d.ed, heap) < AT_STAKE:
        return
    for answer in others.leaving(d, asked):
        yield Candidate(answer.kind, [Choice(answer)])


def different(usual: Plan, found: Iterable[Candidate]) -> list[Candidate]:
    """The usual plan first, and others, each once."""
    plans = [Candidate("usual", usual)]
    seen = {tuple(answers_of(usual))}
    for each in found:
        answers = tuple(answers_of(each.plan))
        if answers not in seen:
            seen.add(answers)
            plans.append(each)
    return plans
