"""Answers in plain English, as a button or a list says them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch

from sandtable.game.answers import (
    Answer,
    Attack,
    Bombard,
    Buy,
    CallOff,
    Choose,
    Consent,
    Decline,
    End,
    Fight,
    Land,
    Launch,
    Lose,
    Move,
    Part,
    Place,
    Press,
    Research,
    Retreat,
    Roll,
    Submerge,
    Units,
    UnitSpec,
    Use,
)
from sandtable.words.english import Speaker, counted, joined


def answer_text(speaker: Speaker, answer: Answer) -> str:
    """What an answer does, without a full stop."""
    return Teller(speaker).tell(answer)


class Teller:
    """Speaks of answers in one edition's words."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker
        self.ed = speaker.edition

    def space(self, index: int) -> str:
        return self.ed.board.spaces[index].name

    def unit(self, spec: UnitSpec) -> str:
        """`2 tanks`, `1 damaged battleship`, `1 transport with infantry aboard`."""
        noun = self.ed.units[spec.unit].name.lower()
        if spec.damage > 0:
            noun = f"damaged {noun}"
        text = counted(spec.number, noun)
        if spec.power >= 0:
            text += f" of {self.ed.powers[spec.power].name}"
        if spec.cargo:
            aboard = (self.ed.units[unit].name.lower() for _, unit in spec.cargo)
            text += f" with {joined(aboard)} aboard"
        return text

    def units(self, units: Iterable[UnitSpec]) -> str:
        return joined(self.unit(spec) for spec in units if spec.number) or "nothing"

    def places(self, places: tuple[tuple[int, Units], ...]) -> str:
        return joined(f"{self.units(units)} in {self.space(at)}" for at, units in places)

    def part(self, part: Part) -> str:
        """A detail of the use of an advantage."""
        text = self.units(part.units) if part.units else ""
        if part.aims:
            text += f" at {self.units(part.aims)}"
        if len(part.path) > 1:
            text += f" from {self.space(part.path[0])} to {self.space(part.path[-1])}"
        elif part.path:
            text += f" in {self.space(part.path[0])}"
        return text.strip()

    def tell(self, answer: Answer) -> str:
        return tell(answer, self)


@singledispatch
def tell(answer: object, t: Teller) -> str:
    return str(getattr(answer, "kind", answer)).replace("-", " ").capitalize()


@tell.register
def _(answer: Buy, t: Teller) -> str:
    return f"Buy {t.units(answer.units)}"


MANNERS = {"": "Move", "attack": "Attack with", "raid": "Raid with", "kamikaze": "Kamikaze with"}


@tell.register
def _(answer: Move, t: Teller) -> str:
    start, end = answer.path[0], answer.path[-1]
    return (
        f"{MANNERS.get(answer.manner, 'Move')} {t.units(answer.units)} "
        f"from {t.space(start)} to {t.space(end)}"
    )


@tell.register
def _(answer: Attack, t: Teller) -> str:
    by = f" with {t.units(answer.units)}" if answer.units else ""
    return f"Attack in {t.space(answer.space)}{by}"


@tell.register
def _(answer: End, t: Teller) -> str:
    if not answer.promises:
        return "End the phase"
    coming = joined(
        f"a new carrier in {t.space(zone)}"
        if origin < 0
        else f"the carrier from {t.space(origin)} in {t.space(zone)}"
        for origin, zone in answer.promises
    )
    return f"End the phase and promise {coming}"


FIGHTS = {"": "Fight in", "raid": "Carry out the raid on", "rocket": "Resolve the rocket at"}


@tell.register
def _(answer: Fight, t: Teller) -> str:
    return f"{FIGHTS.get(answer.what, 'Fight in')} {t.space(answer.space)}"


@tell.register
def _(answer: Research, t: Teller) -> str:
    if not answer.dice:
        return "Do no research"
    dice = "1 die" if answer.dice == 1 else f"{answer.dice} dice"
    return f"Roll {dice} for {t.speaker.trait(answer.technology)}"


@tell.register
def _(answer: Launch, t: Teller) -> str:
    return f"Launch a rocket from {t.space(answer.origin)} at {t.space(answer.target)}"


@tell.register
def _(answer: CallOff, t: Teller) -> str:
    return f"Call off the landing in {t.space(answer.space)}"


@tell.register
def _(answer: Bombard, t: Teller) -> str:
    if not answer.places:
        return "Do not bombard"
    return f"Bombard with {t.places(answer.places)}"


@tell.register
def _(answer: Choose, t: Teller) -> str:
    return f"Choose {joined(map(t.speaker.trait, answer.advantages)) or 'nothing'}"


@tell.register
def _(answer: Roll, t: Teller) -> str:
    return "Roll the dice"


@tell.register
def _(answer: Use, t: Teller) -> str:
    details = joined(filter(None, map(t.part, answer.parts)))
    return f"Use {t.speaker.trait(answer.advantage)}{f': {details}' if details else ''}"


@tell.register
def _(answer: Decline, t: Teller) -> str:
    return f"Do not use {t.speaker.trait(answer.advantage)} now"


@tell.register
def _(answer: Submerge, t: Teller) -> str:
    if not answer.number:
        return "Stay and fight"
    return f"Submerge {counted(answer.number, 'submarine')}"


@tell.register
def _(answer: Lose, t: Teller) -> str:
    return f"Lose {t.units(answer.units)}"


@tell.register
def _(answer: Press, t: Teller) -> str:
    return "Press on"


@tell.register
def _(answer: Retreat, t: Teller) -> str:
    return "Withdraw aircraft" if answer.to < 0 else f"Retreat to {t.space(answer.to)}"


@tell.register
def _(answer: Land, t: Teller) -> str:
    return f"Land in {t.space(answer.space)}"


@tell.register
def _(answer: Place, t: Teller) -> str:
    return f"Place {t.places(answer.places) or 'nothing'}"


@tell.register
def _(answer: Consent, t: Teller) -> str:
    to = t.ed.powers[answer.to].name
    return f"{'Let' if answer.give else 'No longer let'} {to} share spaces and ships"
