"""Low luck: as many hits as are to be expected, and one die for the rest.

For each kind of hit in a roll:

1. The targets of all its dice are added up, a target over 6 counting as 6.
2. The sum divided by 6 gives that many sure hits, and a remainder r.
3. When r is not 0, one die is rolled, which hits on r or less. When r is 0, none is.

So a kind never has more hits than dice, and a die with a target of 6 or more always hits. Dice
with the target 0 are not shots: they are rolled in the usual way.

The answer still has a number for each die asked for. The hits go to the dice with the highest
targets, and among equals to those listed first. A hit is shown as 1 and a miss as 6. The die next
in line after the sure hits stands for the remainder die: it shows the number that was rolled where
that number tells the same story (hit or miss) against its own target, and else 1 or 6.
"""

from __future__ import annotations

from typing import ClassVar

from sandtable.game.dice.source import DiceSource
from sandtable.rules.roll import RollRequest, Shot

__all__ = ["LowLuck", "rolled_dice"]

_HIT = 1
_MISS = 6
_SIDES = 6


# The (target, place in the answer) of each die that is a shot, under its kind.
_Kinds = dict[str, list[tuple[int, int]]]


def _by_kind(request: RollRequest) -> _Kinds:
    kinds: _Kinds = {}
    place = 0
    for shot in request.shots:
        if shot.target > 0 and shot.count > 0:
            target = min(shot.target, _SIDES)
            dice = kinds.setdefault(shot.kind, [])
            dice.extend((target, place + i) for i in range(shot.count))
        place += shot.count
    return kinds


def rolled_dice(request: RollRequest) -> RollRequest:
    """Give the dice that are really rolled when `request` is played with low luck.

    First one die for each kind that has a remainder, in the order in which the kinds first occur,
    with the remainder as its target; then the shots with the target 0, as they are.
    """
    return _rolled_dice(request, _by_kind(request))


def _rolled_dice(request: RollRequest, kinds: _Kinds) -> RollRequest:
    shots = []
    for kind, dice in kinds.items():
        remainder = sum(target for target, _ in dice) % _SIDES
        if remainder:
            shots.append(Shot("", remainder, 1, kind))
    shots.extend(shot for shot in request.shots if shot.target <= 0)
    return RollRequest(request.purpose, request.power, request.space, tuple(shots))


class LowLuck:
    """Plays low luck with the dice of another source.

    The other source is asked exactly once for each roll, under the same index, even when no die
    is needed.
    """

    KIND: ClassVar[str] = "low-luck"
    PREFIX: ClassVar[str] = "inner."
    """Stands before the names of the inner source's parameters in the description."""

    __slots__ = ("_inner",)

    def __init__(self, inner: DiceSource) -> None:
        self._inner = inner

    def roll(self, index: int, request: RollRequest) -> tuple[int, ...]:
        kinds = _by_kind(request)
        numbers = iter(self._inner.roll(index, _rolled_dice(request, kinds)))
        answer = [_MISS] * request.size
        for dice in kinds.values():
            sure, remainder = divmod(sum(target for target, _ in dice), _SIDES)
            dice.sort(key=lambda die: -die[0])
            for _, place in dice[:sure]:
                answer[place] = _HIT
            if remainder:
                target, place = dice[sure]
                number = next(numbers)
                hit = number <= remainder
                if hit == (number <= target):
                    answer[place] = number
                else:
                    answer[place] = _HIT if hit else _MISS
        place = 0
        for shot in request.shots:
            if shot.target <= 0:
                for i in range(shot.count):
                    answer[place + i] = next(numbers)
            place += shot.count
        return tuple(answer)

    def describe(self) -> dict[str, str]:
        inner = self._inner.describe()
        return {"kind": self.KIND} | {self.PREFIX + name: inner[name] for name in inner}
