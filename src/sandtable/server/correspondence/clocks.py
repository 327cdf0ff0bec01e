"""Clocks: how long everybody has left. Folded from the log, without reading the time of day.

Live: each power has its base, and the increment is added for each of its answers. Correspondence:
each power has its base for every turn of its own, and the same again for each question that is put
to it in another's turn. A clock runs while its power is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Protocol


class TimeLimits(Protocol):
    """A time control, from the log or from a message."""

    @property
    def kind(self) -> str: ...
    @property
    def base(self) -> float: ...
    @property
    def increment(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Moment:
    """What the clocks have to know of a game after an entry of its log."""

    at: datetime
    asked: tuple[str, ...]
    """Powers whose clocks are to run from now on."""
    turn: tuple[int, str]
    """The round, and the power whose turn it is."""
    answered: str | None = None
    """The power that has just answered."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """All clocks of a game as they stood at `since`."""

    kind: str
    base: float
    increment: float
    since: datetime
    turn: tuple[int, str] = (0, "")
    left: Mapping[str, float] = field(default_factory=dict)
    """Seconds of each power: in all, or for its turn."""
    aside: Mapping[str, float] = field(default_factory=dict)
    """Seconds for questions that are open in another's turn."""
    running: tuple[str, ...] = ()

    def seconds(self, power: str, now: datetime) -> float | None:
        """What a power has left; below zero once it ran out. None without clocks."""
        if self.kind == "none":
            return None
        spent = (now - self.since).total_seconds() if power in self.running else 0.0
        if power in self.aside:
            return self.aside[power] - spent
        return self.left.get(power, self.base) - spent

    def runs_out(self, power: str) -> datetime | None:
        """When a power's clock will be at zero; None while it stands."""
        seconds = self.seconds(power, self.since)
        if seconds is None or power not in self.running:
            return None
        return self.since + timedelta(seconds=seconds)

    def due(self) -> datetime | None:
        """When the first of the running clocks will be at zero."""
        return min((at for p in self.running if (at := self.runs_out(p)) is not None), default=None)

    def expired(self, now: datetime) -> list[str]:
        """Powers whose time is over."""
        return [p for p in self.running if (at := self.runs_out(p)) is not None and at <= now]


def start(limits: TimeLimits, at: datetime, powers: Collection[str]) -> Clocks:
    """The clocks before anybody was asked."""
    return Clocks(
        limits.kind, limits.base, limits.increment, at, left=dict.fromkeys(powers, limits.base)
    )


def after(clocks: Clocks, moment: Moment) -> Clocks:
    """The clocks after the next entry of the log."""
    if clocks.kind == "none":
        return clocks
    at = max(moment.at, clocks.since)
    spent = (at - clocks.since).total_seconds()
    left, aside = dict(clocks.left), dict(clocks.aside)
    for power in clocks.running:
        if power in aside:
            aside[power] -= spent
        else:
            left[power] = left.get(power, clocks.base) - spent
    if clocks.kind == "live":
        if moment.answered is not None and moment.answered in clocks.running:
            left[moment.answered] += clocks.increment
    else:
        actor = moment.turn[1]
        if moment.turn != clocks.turn:
            left[actor] = clocks.base
        aside = {
            power: aside.get(power, clocks.base) for power in moment.asked if power != actor
        } | {
            # A question that is still open keeps its time while the game is paused.
            power: seconds
            for power, seconds in aside.items()
            if power != actor and power != moment.answered and not moment.asked
        }
    return replace(clocks, since=at, turn=moment.turn, left=left, aside=aside, running=moment.asked)
