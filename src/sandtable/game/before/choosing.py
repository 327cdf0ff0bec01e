"""National advantages, chosen or rolled for before the first turn."""

from __future__ import annotations

from sandtable.game.advantages import moments
from sandtable.game.answers import Answer, Choose, Roll
from sandtable.game.draft import Draft
from sandtable.game.state import Decision
from sandtable.game.steps.common import misplaced
from sandtable.rules.roll import RollRequest, Shot
from sandtable.rules.traits import ADVANTAGE


def table(d: Draft, power: int) -> dict[int, str]:
    """A power's own advantages by the number on the die."""
    return {
        trait.number: trait.id
        for trait in d.ed.traits.values()
        if trait.kind == ADVANTAGE and trait.power == power and trait.number
    }


def number_agreed(d: Draft, power: int) -> int:
    """How many advantages a power gets."""
    agreed = d.match.option("advantages", "off")
    return min(int(agreed), len(table(d, power))) if agreed.isdigit() else 0


def by_dice(d: Draft) -> bool:
    return d.match.option("advantages_by") == "roll"


def without(d: Draft) -> list[int]:
    """The powers that have still to get their advantages."""
    return [
        power
        for power in range(len(d.ed.powers))
        if number_agreed(d, power)
        and not any(d.has(power, name) for name in table(d, power).values())
    ]


def advance(d: Draft) -> bool:
    for power in without(d):
        if number_agreed(d, power) == len(table(d, power)):
            get(d, power, tuple(table(d, power).values()))
    if without(d):
        return False
    d.pop()
    moments.ask(d, "before")
    return True


def pending(d: Draft) -> tuple[Decision, ...]:
    """All choose at once; dice are rolled by one power after the other."""
    asked = without(d)
    return tuple(Decision(power, "advantages") for power in (asked[:1] if by_dice(d) else asked))


def answer(d: Draft, power: int, given: Answer) -> None:
    if not isinstance(given, (Choose, Roll)):
        misplaced(d, power, given)
    if isinstance(given, Roll) != by_dice(d):
        d.ed.refuse(
            "advantage/optional-and-count",
            "the players agreed to roll for them" if by_dice(d) else "the players agreed to choose",
            power=d.power_id(power),
        )
    if isinstance(given, Choose):
        check_choice(d, power, given)
        get(d, power, given.advantages)
    else:
        ask_for_dice(d, power, number_agreed(d, power))


def check_choice(d: Draft, power: int, given: Choose) -> None:
    """The agreed number of a power's own advantages, each once."""
    own = table(d, power).values()
    facts = {"power": d.power_id(power), "advantages": list(given.advantages)}
    for name in given.advantages:
        if name not in own:
            d.ed.refuse(
                "advantage/table", f"{name} is no advantage of {d.power_name(power)}", **facts
            )
    wanted = number_agreed(d, power)
    if len(given.advantages) != wanted or len(set(given.advantages)) != wanted:
        d.ed.refuse(
            "advantage/optional-and-count",
            f"every power gets {wanted} of its own advantages",
            number=wanted,
            **facts,
        )


def ask_for_dice(d: Draft, power: int, number: int) -> None:
    d.roll = RollRequest("advantages", d.power_id(power), "", (Shot("", 0, number, ""),))


def rolled(d: Draft, dice: tuple[int, ...]) -> None:
    """Each die is an advantage; equal ones are thrown again, one at a time."""
    power = without(d)[0]
    d.roll = None
    thrown = (*map(int, d.top.about.split()), *dice)
    numbers = list(dict.fromkeys(n for n in thrown if n in table(d, power)))
    if len(numbers) < number_agreed(d, power):
        about = " ".join(map(str, thrown))
        d.agenda = (*d.agenda[:-1], d.top._replace(power=power, about=about))
        ask_for_dice(d, power, 1)
        return
    d.agenda = (*d.agenda[:-1], d.top._replace(power=-1, about=""))
    get(d, power, tuple(table(d, power)[n] for n in numbers), dice=list(thrown))


def get(d: Draft, power: int, advantages: tuple[str, ...], **more: object) -> None:
    d.give(power, *advantages)
    d.emit("advantages", power=d.power_id(power), advantages=list(advantages), **more)
