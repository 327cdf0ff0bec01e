"""Legal answers before the first turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sandtable.game.answers import Answer, Choose, Place, Roll
from sandtable.game.before import bidding, choosing
from sandtable.game.draft import Draft
from sandtable.game.offers.placing import Chosen, placing
from sandtable.game.state import Decision
from sandtable.rules.refusal import Refusal


def advantages(d: Draft, asked: Decision) -> Iterator[Answer]:
    """Every choice of the agreed number, or the dice."""
    if choosing.by_dice(d):
        yield Roll()
        return
    own = choosing.table(d, asked.power).values()
    for chosen in combinations(own, choosing.number_agreed(d, asked.power)):
        yield Choose(chosen)


def bids(d: Draft, asked: Decision) -> Iterator[Answer]:
    """Every way to spend a bid, one after the other as there are very many."""
    options = bid_options(d, asked.power)
    limited = d.match.option("bid_limit") == "one-per-space"

    def choices(start: int, money: int) -> Iterator[Chosen]:
        yield ()
        for at in range(start, len(options)):
            space, unit, cost = options[at]
            if cost > money:
                continue
            after = at if not limited else next_space(at)
            for rest in choices(after, money - cost):
                yield ((space, unit), *rest)

    def next_space(at: int) -> int:
        space = options[at][0]
        while at < len(options) and options[at][0] == space:
            at += 1
        return at

    for chosen in choices(0, bidding.bid_of(d, asked.power)):
        answer = placing(chosen)
        if biddable(d, asked.power, answer):
            yield answer


def bid_options(d: Draft, power: int) -> list[tuple[int, int, int]]:
    """(space, unit, cost) of single units that may be placed, in the order of spaces."""
    found = []
    for space in range(len(d.stacks)):
        if not any(token.power == power for token, _ in d.stacks[space]):
            continue
        for unit in d.ed.units:
            try:
                bidding.check_space(d, power, space, unit.index)
                bidding.check_limit(d, space, 1)
            except Refusal:
                continue
            found.append((space, unit.index, unit.cost or 0))
    return found


def biddable(d: Draft, power: int, answer: Place) -> bool:
    """Whether a bid may be spent like this, by trying it."""
    try:
        bidding.answer(d.copy(), power, answer)
    except Refusal:
        return False
    return True
