"""Asking about advantages at the moments when they may be used."""

from __future__ import annotations

from functools import lru_cache

from sandtable.game.advantages.registry import MODULES, Occasion, used
from sandtable.game.answers import Answer, Decline, Use
from sandtable.game.draft import Draft
from sandtable.game.state import Battle, Decision, Step
from sandtable.game.steps.common import misplaced
from sandtable.rules.edition import Edition
from sandtable.rules.refusal import InvalidAnswer
from sandtable.rules.traits import Trait


def ask(d: Draft, moment: str, space: int = -1, battle: Battle | None = None) -> bool:
    """Put questions about advantages on the agenda, in the order of the table; say whether any."""
    if not d.traits:
        return False
    steps = []
    for power, trait in concerned(d.ed, d.traits, moment):
        occasion = Occasion(trait, power, space, battle)
        MODULES[trait.module].by_itself(d, occasion)
        if open_(d, occasion):
            steps.append(Step("advantage", power=power, about=trait.id, space=space))
    d.agenda = (*d.agenda, *reversed(steps))
    return bool(steps)


@lru_cache(maxsize=1024)
def concerned(
    edition: Edition, traits: tuple[tuple[str, ...], ...], moment: str
) -> tuple[tuple[int, Trait], ...]:
    """Powers, and advantages of theirs that a moment concerns, in the order of the table."""
    found = [
        (power, edition.traits[name])
        for power, names in enumerate(traits)
        for name in names
        if name in edition.traits and edition.traits[name].module
    ]
    asked = [(p, t) for p, t in found if MODULES[t.module].moment(t) == moment]
    return tuple(sorted(asked, key=lambda entry: (entry[0], entry[1].number)))


def open_(d: Draft, occasion: Occasion) -> bool:
    """Whether an advantage can be used now."""
    module = MODULES[occasion.trait.module]
    if module.once and d.has(occasion.power, used(occasion.trait)):
        return False
    return module.available(d, occasion)


def occasion_of(d: Draft) -> Occasion:
    step = d.top
    return Occasion(d.ed.traits[step.about], step.power, step.space)


def advance(d: Draft) -> bool:
    if open_(d, occasion_of(d)):
        return False
    d.pop()
    return True


def pending(d: Draft) -> tuple[Decision, ...]:
    step = d.top
    return (Decision(step.power, step.about, step.space),)


def answer(d: Draft, power: int, given: Answer) -> None:
    occasion = occasion_of(d)
    trait = occasion.trait
    module = MODULES[trait.module]
    if isinstance(given, Decline) and given.advantage == trait.id:
        if not module.declinable:
            raise InvalidAnswer(f"{trait.name} is not declined: say where, with `use`")
        module.declining(d, occasion)
        d.pop()
        if module.now_or_never:
            d.give(power, used(trait))
        d.emit("declined", power=d.power_id(power), advantage=trait.id)
        return
    if not isinstance(given, Use) or given.advantage != trait.id:
        misplaced(d, power, given)
    d.pop()
    if module.once:
        d.give(power, used(trait))
    d.emit("used", power=d.power_id(power), advantage=trait.id)
    module.use(d, occasion, given)
