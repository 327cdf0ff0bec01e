"""Other ways to stand after a turn: armies that gather, hold or leave where the enemy is near.

Each way is the usual plan with some orders put before it, or some left out. What the rules then
refuse of the rest is dropped, as those units have gone elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.game.answers import Answer, Attack, End, Move
from sandtable.game.draft import Draft
from sandtable.game.offers import moves
from sandtable.game.offers.trying import with_number
from sandtable.game.state import Decision
from sandtable.players.general.choosing import Candidate
from sandtable.players.interface import Choice, Mind, Plan, View
from sandtable.players.staff.chances import worth
from sandtable.players.staff.outlook import Outlook
from sandtable.players.trial import DiceWanted, Trial
from sandtable.rules.refusal import SandtableError
from sandtable.words.reasons import Reason

FRONTS = 2
"""Territories that are looked at."""
SEAS = 1
"""Zones that the usual voyages to are left out in turn."""


def regroupings(view: View, asked: Decision, mind: Mind, usual: Plan) -> Iterator[Candidate]:
    """Armies that gather in a territory at the front, stay there, or leave it."""
    look = Outlook(Draft(view.state), asked.power)
    name = view.edition.board.spaces
    orders = [without_risk(choice) for choice in usual if not isinstance(choice.answer, End)]
    ways = marches(look)
    for space in fronts(look, ways):
        where = name[space].name
        coming = [Choice(o, Reason("gather", space)) for s, end, o in ways if end == space]
        yield from tried(f"gather in {where}", view, [*coming, *orders])
        staying = [c for c in orders if start(c.answer) != space]
        if len(staying) < len(orders):
            yield from tried(f"stay in {where}", view, staying)
        back = refuge(look, space, ways)
        leaving = [
            Choice(o, Reason("spare", space)) for s, end, o in ways if (s, end) == (space, back)
        ]
        if leaving:
            here = [c for c in orders if goal(c.answer) != space]
            yield from tried(f"leave {where}", view, [*leaving, *here])
    zones = {goal(c.answer) for c in orders if look.board.sea[goal(c.answer)]}
    for zone in sorted(zones)[:SEAS]:
        kept = [c for c in orders if goal(c.answer) != zone]
        yield from tried(f"not to {name[zone].name}", view, kept)


def without_risk(choice: Choice) -> Choice:
    """An order whose risk is not known, as others go elsewhere than was reckoned with."""
    return choice._replace(reason=choice.reason and choice.reason._replace(risk=None))


def tried(name: str, view: View, orders: Iterable[Choice]) -> Iterator[Candidate]:
    plan = possible(view, orders)
    if plan is not None:
        yield Candidate(name, plan)


def possible(view: View, orders: Iterable[Choice]) -> Plan | None:
    """Orders with an end of the phase, those left out that are refused; None if it cannot end."""
    trial = Trial(view.state)
    try:
        for order in orders:
            try:
                trial.decide(view.power, order.answer, order.reason)
            except SandtableError:
                continue
        trial.decide(view.power, End())
    except DiceWanted:
        pass
    except SandtableError:
        return None
    return trial.choices()


def start(answer: Answer) -> int:
    return answer.path[0] if isinstance(answer, Move) else -1


def goal(answer: Answer) -> int:
    """The space that an order leads to; -1 for none."""
    if isinstance(answer, Attack):
        return answer.space
    return answer.path[-1] if isinstance(answer, Move) else -1


def marches(look: Outlook) -> list[tuple[int, int, Answer]]:
    """(from, to, order) for all land units that may still move, each kind in a space together."""
    d = look.d
    found: list[tuple[int, int, Answer]] = []
    for space, stack in enumerate(d.stacks):
        if not stack or look.board.sea[space]:
            continue
        for token, count in d.own(space):
            unit = look.ed.units[token.unit]
            if not unit.land or unit.bystander or token.power != look.power:
                continue
            for order, most in moves.of_token(d, space, token, count, combat=False):
                end = goal(order)
                if most == count and not look.board.sea[end]:
                    found.append((space, end, with_number(order, count)))
    return found


def fronts(look: Outlook, ways: list[tuple[int, int, Answer]]) -> list[int]:
    """Friendly territories beside the enemy where most stands, or could."""
    board, d = look.board, look.d
    size: dict[int, int] = {}
    for space in {end for _, end, _ in ways} | {begin for begin, _, _ in ways}:
        near = board.land_neighbors[space]
        if any(look.enemy[t.power] and look.ed.lands[t.unit] for s in near for t, _ in d.stacks[s]):
            from_ = {begin for begin, end, _ in ways if end == space}
            size[space] = sum(worth(look.ed, look.friends_at(s)) for s in (space, *from_))
    return sorted(size, key=lambda s: (-size[s], s))[:FRONTS]


def refuge(look: Outlook, space: int, ways: list[tuple[int, int, Answer]]) -> int:
    """Where most friends stand among the territories that those in a space can go to; or -1."""
    ends = {end for begin, end, _ in ways if begin == space}
    return max(ends, key=lambda s: (worth(look.ed, look.friends_at(s)), -s), default=-1)
