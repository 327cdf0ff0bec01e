"""Every roll of a game's history: what fell, and what was to be expected."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from sandtable.game import machine
from sandtable.game.draft import Draft
from sandtable.game.events import Event
from sandtable.game.game import Game
from sandtable.game.state import State
from sandtable.odds.lineup import chance_of
from sandtable.rules import raids
from sandtable.rules.battle import count_hits
from sandtable.rules.roll import RollRequest

SIDES = 6
HITS, DAMAGE, DEVELOPMENTS = "hits", "damage", "developments"
"""What a roll may be for."""
DICE_FOR = {"raid": DAMAGE, "rocket": DAMAGE, "research": DEVELOPMENTS}
"""By purpose; all others score hits."""


class Throw(NamedTuple):
    """One roll: how much it brought, and the mean and variance of that."""

    power: str
    space: str
    purpose: str
    counts: str
    """What it brings: `hits`, `damage` in IPCs, or `developments`."""
    dice: tuple[int, ...]
    scored: float
    expected: float
    variance: float

    def to_json(self) -> dict[str, Any]:
        return {**self._asdict(), "dice": list(self.dice)}


class Moment(NamedTuple):
    """A step of a game: an answer, or the dice that it led to."""

    before: State
    after: State
    events: tuple[Event, ...]
    throw: Throw | None


def moments(game: Game) -> Iterator[Moment]:
    """A game played again, answer by answer and roll by roll."""
    before = game.start
    for entry in game.history:
        state, events, _ = machine.answer(before, entry.power, entry.answer)
        yield Moment(before, state, events, None)
        for dice in entry.rolls:
            after, events = machine.roll(state, dice)
            yield Moment(state, after, events, thrown(state, dice))
            state = after
        before = state


def throws(game: Game) -> Iterator[Throw]:
    """The rolls of a game that can be lucky."""
    return (moment.throw for moment in moments(game) if moment.throw is not None)


def thrown(state: State, dice: tuple[int, ...]) -> Throw | None:
    """What dice brought in a state that waits for them; None if they cannot be lucky."""
    request = state.roll
    assert request is not None
    counts = DICE_FOR.get(request.purpose, HITS)
    found = WORTH[counts](state, request, dice)
    if found is None:
        return None
    return Throw(request.power, request.space, request.purpose, counts, dice, *found)


Figures = tuple[float, float, float]
"""What was scored, its mean and its variance."""


def hits(state: State, request: RollRequest, dice: tuple[int, ...]) -> Figures | None:
    if not any(shot.target for shot in request.shots):
        return None
    mean = spread = 0.0
    for shot in request.shots:
        chance = chance_of(shot)
        mean += shot.count * chance
        spread += shot.count * chance * (1.0 - chance)
    return float(sum(n for _, n in count_hits(dice, request.shots))), mean, spread


def damage(state: State, request: RollRequest, dice: tuple[int, ...]) -> Figures:
    """Damage of bombs, before it is seen what the victim can pay."""
    d = Draft(state)
    ed = d.ed
    value = ed.values[next(i for i, s in enumerate(ed.board.spaces) if s.id == request.space)]
    left = iter(dice)
    scored = mean = spread = 0.0
    for shot in request.shots:
        unit = d.kinds[d.power][ed.unit_index[shot.unit]]

        def caused(thrown: tuple[int, ...], unit: Any = unit) -> int:
            if request.purpose == "rocket":
                return raids.rocket_caused(thrown[0], value)
            return raids.caused(unit, thrown, value)

        every = [caused(faces) for faces in product(range(1, SIDES + 1), repeat=shot.dice)]
        each = sum(every) / len(every)
        mean += shot.count * each
        spread += shot.count * sum((n - each) ** 2 for n in every) / len(every)
        for _ in range(shot.count):
            scored += caused(tuple(next(left) for _ in range(shot.dice)))
    return scored, mean, spread


def developments(state: State, request: RollRequest, dice: tuple[int, ...]) -> Figures:
    number = state.match.edition.traits[state.agenda[-1].about].number
    chance = 1.0 - (1.0 - 1.0 / SIDES) ** len(dice)
    return float(number in dice), chance, chance * (1.0 - chance)


WORTH = {HITS: hits, DAMAGE: damage, DEVELOPMENTS: developments}
