"""The Purchase Units phase."""

from __future__ import annotations

from sandtable.game.advantages import moments
from sandtable.game.answers import Answer, Buy, End
from sandtable.game.draft import Draft, one
from sandtable.game.state import Decision
from sandtable.game.steps.common import begin_phase, check_plain, finish_step, misplaced


def advance(d: Draft) -> bool:
    if begin_phase(d, "purchase"):
        moments.ask(d, "purchase")
        return True
    return False


def pending(d: Draft) -> tuple[Decision, ...]:
    return (Decision(d.power, "purchase"),)


def answer(d: Draft, power: int, given: Answer) -> None:
    if isinstance(given, End):
        given = Buy(())
    if not isinstance(given, Buy):
        misplaced(d, power, given)
    check_plain(d, power, given.units)
    bought = [0] * len(d.ed.units)
    for spec in given.units:
        unit = d.ed.units[spec.unit]
        if unit.cost is None:
            d.ed.refuse(
                "purchase/no-industrial-complex"
                if unit.domain == "facility"
                else "purchase/cost-table",
                f"{one(unit.id)} is not for sale",
                unit=unit.id,
            )
        bought[spec.unit] += spec.number
    cost = sum((unit.cost or 0) * bought[unit.index] for unit in d.ed.units)
    treasury = d.treasuries[power]
    if cost > treasury:
        others = [p for p in range(len(d.ed.powers)) if d.match.seats[p] == d.match.seats[power]]
        shared = len(others) > 1 and sum(d.treasuries[p] for p in others) >= cost
        d.ed.refuse(
            "setup/separate-books" if shared else "purchase/affordable-any-mix",
            f"this costs {cost} IPCs, {d.power_name(power)} has {treasury}",
            cost=cost,
            treasury=treasury,
        )
    d.treasuries[power] = treasury - cost
    d.turn = d.turn._replace(bought=tuple(bought))
    d.emit(
        "purchased",
        power=d.power_id(power),
        units={unit.id: bought[unit.index] for unit in d.ed.units if bought[unit.index]},
        cost=cost,
    )
    finish_step(d)
