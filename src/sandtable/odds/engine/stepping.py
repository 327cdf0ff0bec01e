"""A battle of the engine, moved on roll by roll and answer by answer, up to its end."""

from __future__ import annotations

from sandtable.game import machine
from sandtable.game.answers import Answer
from sandtable.game.draft import Draft
from sandtable.game.state import Battle, State


class Watch(Draft):
    """A draft that keeps the battle which ended on it: damage mends and marks change at once."""

    __slots__ = ("ended",)

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.ended: Battle | None = None

    def pop(self) -> None:
        battle = self.agenda[-1].battle
        if battle is not None:
            self.ended = battle
        super().pop()


def go_on(d: Watch) -> Watch:
    """Let the engine work until dice are wanted, somebody is asked, or the battle is over."""
    steps = machine.STEPS
    while d.ended is None and d.roll is None and steps[d.agenda[-1].name].advance(d):
        pass
    return d


def opened(state: State) -> Watch:
    """A battle from where it stands, or about to begin, to the first stop."""
    return go_on(Watch(state))


def rolled(state: State, dice: tuple[int, ...]) -> Watch:
    """What dice lead to."""
    d = Watch(state)
    machine.STEPS[d.agenda[-1].name].rolled(d, dice)
    return go_on(d)


def answered(state: State, power: int, given: Answer) -> Watch:
    """What an answer leads to."""
    d = Watch(state)
    machine.STEPS[d.agenda[-1].name].answer(d, power, given)
    return go_on(d)


def battle_in(d: Draft) -> Battle | None:
    """The battle under way; questions at its start lie on top of it."""
    for step in reversed(d.agenda):
        if step.battle is not None:
            return step.battle
        if step.name != "advantage":
            return None
    return None


def cycle_of(d: Draft) -> int:
    """The cycle that a battle is in; 0 before the first, while opening fire lasts."""
    step = d.agenda[-1]
    battle = step.battle
    if battle is None or not step.begun:
        return 0
    opening = len(d.ed.rules.programs[battle.program].opening)
    return battle.round if battle.step >= opening else 0
