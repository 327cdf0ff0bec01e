"""Combat moves: attacks that are chosen together, as they draw on the same units."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sandtable.game.answers import End, Move, UnitSpec
from sandtable.game.draft import Draft
from sandtable.game.offers.trying import with_number
from sandtable.players.captain.candidates import Candidate, Temper, calm
from sandtable.players.captain.choosing import BEATEN, Field, chosen, name_of, surveyed
from sandtable.players.captain.means import bought_walkers, free_units, one_of
from sandtable.players.phases import take_back, tried
from sandtable.players.staff.chances import plus
from sandtable.players.staff.doctrine import Doctrine
from sandtable.players.staff.ferrying import Free
from sandtable.players.staff.outlook import Outlook
from sandtable.players.staff.standing import at_call
from sandtable.players.trial import Trial
from sandtable.rules.position import FRESH, Token
from sandtable.rules.refusal import SandtableError
from sandtable.words.reasons import Reason

__all__ = ["bought_walkers", "combat_moves", "free_units", "one_of"]

ROUNDS = 6
"""How often the choice is made again after orders were refused."""


def combat_moves(trial: Trial, power: int, doctrine: Doctrine) -> None:
    """Order the attacks that gain most together, as long as the phase can still be ended."""
    field = surveyed(Draft(trial.state), power, doctrine)
    carry_out(trial, power, field, calm(doctrine))


def carry_out(
    trial: Trial, power: int, field: Field, temper: Temper, banned: Collection[int] = ()
) -> list[Candidate]:
    """Choose attacks, order them, and choose again without those that were refused."""
    blocked = trial.refusal(power, End()) is not None
    doctrine = field.look.doctrine
    bearable = max(doctrine.capital_risk, capital_risk(trial, power, [], doctrine))
    done: list[Candidate] = []
    refused: set[tuple[object, ...]] = set()
    left = dict(field.free)
    for _ in range(ROUNDS):
        again = False
        taken = {each.target for each in done}
        wanted = chosen(field, left, temper, taken, refused, banned)
        opening = {each.after for each in wanted}
        for each in wanted:
            start = len(trial.history)
            opened = each.after < 0 or any(other.target == each.after for other in done)
            trial.why = reason_of(each, trial, clears=each.target in opening)
            fine = opened and ordered(trial, power, each, blocked=blocked)
            if fine and capital_risk(trial, power, [*done, each], doctrine) > bearable:
                fine = False
                take_back(trial, start)
            if fine:
                done.append(each)
                for key, number in each.uses:
                    left[key] -= number
            else:
                refused.add(name_of(each))
                again = True
        if not again:
            break
    support(trial, power, left, done, doctrine)
    return done


def support(
    trial: Trial, power: int, left: Free, done: Sequence[Candidate], doctrine: Doctrine
) -> None:
    """Ships that can bombard join landings, where they are no worse off than where they are."""
    zones = {load.orders[-1].path[0]: each.target for each in done for load in each.loads}
    kinds = Draft(trial.state).kinds[power]
    for (space, token), number in left.items() if zones else ():
        if not number or not kinds[token.unit].bombards or token.mark != FRESH or space in zones:
            continue
        look = Outlook(Draft(trial.state), power, doctrine)
        one = one_of(look, token)
        here = look.danger(space).wins
        for zone, target in sorted(zones.items()):
            if look.danger(zone, one).wins > max(0.3, here):
                continue
            order = Move((UnitSpec(1, token.unit),), (space, zone))
            if tried(trial, power, order, reason=Reason("bombard", target)):
                break


def ordered(trial: Trial, power: int, each: Candidate, *, blocked: bool) -> bool:
    """Give all orders of an attack, or none; whether the phase can still be ended after them."""
    start = len(trial.history)
    try:
        give_orders(trial, power, each)
        if blocked or trial.refusal(power, End()) is None:
            return True
    except SandtableError:
        pass
    take_back(trial, start)
    return False


def capital_risk(trial: Trial, power: int, done: Sequence[Candidate], doctrine: Doctrine) -> float:
    """The chance that a capital falls in the next turn, after the attacks ordered so far, if all
    who stay behind and can come to its help do so.

    Those that will probably be won are taken as won, so that what was left behind is seen as open
    as it will be.
    """
    d = Draft(trial.state)
    for each in done:
        if each.force.odds.wins >= BEATEN:
            own = [(t, n) for t, n in d.stacks[each.target] if not d.at_war[power][t.power]]
            d.stacks[each.target] = tuple(own)
            if any(d.kind(token).captures for token, _ in own) or each.loads:
                d.owners[each.target] = power
    look = Outlook(d, power, doctrine)
    new = bought_walkers(look)
    return max(
        (look.danger(c, plus(new, at_call(look, c))).takes for c in look.capitals), default=0.0
    )


def give_orders(trial: Trial, power: int, each: Candidate) -> None:
    together: dict[tuple[int, Token], int] = dict(each.uses)
    for load in each.loads:
        for step in load.orders:
            trial.decide(power, step)
        for key in load.uses:
            together[key] -= 1
    for ways in each.force.means.ways.values():
        for space, token, order in ways:
            if number := together.pop((space, token), 0):
                trial.decide(power, with_number(order, number))


def reason_of(each: Candidate, trial: Trial, *, clears: bool) -> Reason:
    """What an attack is for."""
    d, target, odds = Draft(trial.state), each.target, each.force.odds
    if each.force.means.sea:
        return Reason("clear" if clears else "sink", target, odds=odds.wins, gain=each.gain)
    if odds.takes < odds.wins / 2:
        return Reason("strafe", target, odds=odds.wins, gain=each.gain)
    goal, owner = "take", d.ed.original_owners[target]
    if owner == d.power:
        goal = "retake"
    elif not d.at_war[d.power][owner]:
        goal = "liberate"
    elif any(target in power.capitals for power in d.ed.powers):
        goal = "capital"
    elif each.risk > 0.5:
        goal = "trade"
    return Reason(goal, target, odds=odds.takes, gain=each.gain, risk=each.risk)
