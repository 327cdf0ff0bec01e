"""The Develop Weapons phase: dice for one development."""

from __future__ import annotations

from sandtable.game.answers import Answer, End, Research
from sandtable.game.draft import Draft
from sandtable.game.state import Decision
from sandtable.game.steps.common import begin_phase, finish_step, misplaced
from sandtable.rules.refusal import InvalidAnswer
from sandtable.rules.roll import RollRequest, Shot


def advance(d: Draft) -> bool:
    if d.match.option("technology", "on") == "off":
        finish_step(d)
        return True
    return begin_phase(d, "research")


def pending(d: Draft) -> tuple[Decision, ...]:
    return (Decision(d.power, "research"),)


def answer(d: Draft, power: int, given: Answer) -> None:
    if isinstance(given, End):
        given = Research()
    if not isinstance(given, Research):
        misplaced(d, power, given)
    if not given.dice:
        finish_step(d)
        return
    if not given.technology:
        d.ed.refuse(
            "research/roll-all-together",
            "a development is named before dice are bought",
            dice=given.dice,
        )
    trait = d.ed.traits[given.technology]
    if trait.kind != "technology":
        raise InvalidAnswer(f"{trait.name} is not developed, but chosen before the game")
    facts = {"technology": trait.id, "dice": given.dice}
    if d.has(power, trait.id):
        d.ed.refuse("research/not-twice", f"{trait.name} has been developed already", **facts)
    cost = given.dice * d.ed.rules.research_cost
    if cost > d.treasuries[power]:
        d.ed.refuse(
            "research/die-costs-five",
            f"this costs {cost} IPCs, {d.power_name(power)} has {d.treasuries[power]}",
            cost=cost,
            treasury=d.treasuries[power],
            **facts,
        )
    d.treasuries[power] -= cost
    d.agenda = (*d.agenda[:-1], d.top._replace(power=power, about=trait.id))
    d.roll = RollRequest("research", d.power_id(power), "", (Shot("", 0, given.dice, ""),))


def rolled(d: Draft, dice: tuple[int, ...]) -> None:
    """One die that shows the development's number is enough."""
    trait = d.ed.traits[d.top.about]
    d.roll = None
    success = trait.number in dice
    d.emit(
        "researched",
        power=d.power_id(d.power),
        technology=trait.id,
        dice=list(dice),
        success=success,
    )
    finish_step(d)
    if success:
        d.turn = d.turn._replace(developed=(trait.id,))
        if d.ed.rules.development == "at-once":
            take_effect(d)


def take_effect(d: Draft) -> None:
    """What was developed this turn works from now on."""
    for name in d.turn.developed:
        d.give(d.power, name)
        d.emit("developed", power=d.power_id(d.power), technology=name)
    d.turn = d.turn._replace(developed=())
