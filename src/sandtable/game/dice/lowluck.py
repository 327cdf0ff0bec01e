"""Low luck: as many hits as are to be expected, and one throw for the rest.

For each kind of hit in a roll:

1. The chances of all its shots to hit are added up: a shot with one die has its target in 6, one
   with several dice that many in 36, 216 and so on as really hit.
2. The whole part of the sum gives that many sure hits, and leaves a remainder.
3. When there is one, it is thrown for. A remainder of r in 6 takes one die, which hits on r or
   less. One of r in 36 takes two, read as one number: 1 1 is 1, 1 2 is 2, 2 1 is 7, 6 6 is 36.

So a kind never has more hits than shots, and a shot that cannot miss always hits. Dice with the
target 0 are not shots: they are rolled in the usual way.

The answer still has a number for each die asked for. The hits go to the shots with the best
chances, and among equals to those listed first. All dice of a hit are shown as 1 and those of a
miss as 6. The shot next in line after the sure hits stands for the remainder: it shows what was
thrown where it has as many dice and these tell the same story (hit or miss) about it, and else 1
or 6.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from sandtable.game.dice.source import DiceSource
from sandtable.rules.roll import RollRequest, Shot

__all__ = ["LowLuck", "rolled_dice"]

_HIT = 1
_MISS = 6
_SIDES = 6


class _Aim(NamedTuple):
    """One shot: the dice that it has in the answer, and how many of all throws of them hit."""

    shot: Shot
    place: int
    ways: int

    def of(self, whole: int) -> int:
        """The chance to hit as a part of a whole."""
        return int(self.ways * (whole // _SIDES**self.shot.dice))

    def hit_by(self, dice: tuple[int, ...]) -> bool:
        return _hits(self.shot, dice)

    @property
    def span(self) -> slice:
        return slice(self.place, self.place + self.shot.dice)


# The shots under their kind.
_Kinds = dict[str, list[_Aim]]


def _hits(shot: Shot, dice: tuple[int, ...]) -> bool:
    return (sum(dice) if shot.by == "sum" else min(dice)) <= shot.target


def _ways(shot: Shot) -> int:
    """How many of the throws of a shot's dice hit."""
    if shot.by != "sum":
        misses = _SIDES - min(shot.target, _SIDES)
        return int(_SIDES**shot.dice - misses**shot.dice)
    sums = {0: 1}
    for _ in range(shot.dice):
        longer: dict[int, int] = {}
        for so_far, ways in sums.items():
            for die in range(1, _SIDES + 1):
                longer[so_far + die] = longer.get(so_far + die, 0) + ways
        sums = longer
    return sum(ways for total, ways in sums.items() if total <= shot.target)


def _by_kind(request: RollRequest) -> _Kinds:
    kinds: _Kinds = {}
    place = 0
    for shot in request.shots:
        if shot.target > 0 and shot.count > 0:
            ways = _ways(shot)
            aims = kinds.setdefault(shot.kind, [])
            aims.extend(_Aim(shot, place + i * shot.dice, ways) for i in range(shot.count))
        place += shot.count * shot.dice
    return kinds


class _Sum(NamedTuple):
    """The chances of a kind added up: sure hits, and a remainder of `left` in 6 to the `dice`."""

    sure: int
    left: int
    dice: int


def _sum(aims: list[_Aim]) -> _Sum:
    dice = max(aim.shot.dice for aim in aims)
    whole = _SIDES**dice
    sure, left = divmod(sum(aim.of(whole) for aim in aims), whole)
    while dice > 1 and left % _SIDES == 0:
        left, dice = left // _SIDES, dice - 1
    return _Sum(sure, left, dice)


def rolled_dice(request: RollRequest) -> RollRequest:
    """Give the dice that are really rolled when `request` is played with low luck.

    First a throw for each kind that has a remainder, in the order in which the kinds first occur,
    with the remainder as its target; then the shots with the target 0, as they are.
    """
    return _rolled_dice(request, _by_kind(request))


def _rolled_dice(request: RollRequest, kinds: _Kinds) -> RollRequest:
    shots = []
    for kind, aims in kinds.items():
        _, left, dice = _sum(aims)
        if left:
            shots.append(Shot("", left, 1, kind, dice, "best" if dice == 1 else "digits"))
    shots.extend(shot for shot in request.shots if shot.target <= 0)
    return RollRequest(request.purpose, request.power, request.space, tuple(shots))


def _read(dice: tuple[int, ...]) -> int:
    """Several dice as one number from 1 on."""
    number = 0
    for die in dice:
        number = number * _SIDES + die - 1
    return number + 1


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
        for aims in kinds.values():
            sure, left, dice = _sum(aims)
            aims.sort(key=lambda aim: -aim.ways / _SIDES**aim.shot.dice)
            for aim in aims[:sure]:
                answer[aim.span] = [_HIT] * aim.shot.dice
            if left:
                aim = aims[sure]
                thrown = tuple(next(numbers) for _ in range(dice))
                hit = _read(thrown) <= left
                if dice == aim.shot.dice and hit == aim.hit_by(thrown):
                    answer[aim.span] = thrown
                else:
                    answer[aim.span] = [_HIT if hit else _MISS] * aim.shot.dice
        place = 0
        for shot in request.shots:
            size = shot.count * shot.dice
            if shot.target <= 0:
                answer[place : place + size] = [next(numbers) for _ in range(size)]
            place += size
        return tuple(answer)

    def describe(self) -> dict[str, str]:
        inner = self._inner.describe()
        return {"kind": self.KIND} | {self.PREFIX + name: inner[name] for name in inner}
