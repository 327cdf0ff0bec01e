"""What the engine asks of the dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["RollRequest", "Shot"]


class Shot(NamedTuple):
    """Some dice that are rolled alike."""

    unit: str
    """The unit id that fires, such as "infantry"; "" for dice that are not shots."""
    target: int
    """Each shot hits on this number or less; 0 when no number is tried for."""
    count: int  # type: ignore[assignment]  # hides tuple.count, which nothing needs
    """How many shots; each has `dice` dice."""
    kind: str
    """The hit class: hits of one kind may be taken by the same units ("air", "other")."""
    dice: int = 1
    """How many dice are thrown for each shot."""
    by: str = "best"
    """What of several dice counts: the `best` (lowest) one, their `sum`, or the number that they
    are the `digits` of (1 1 is 1, 6 6 is 36)."""


@dataclass(frozen=True, slots=True)
class RollRequest:
    """One roll: all the dice that are thrown together, and what for."""

    purpose: str
    """What is rolled for, such as "fire", "strike" or "research"."""
    power: str
    """The id of the power that rolls."""
    space: str
    """The id of the space it happens in, or ""."""
    shots: tuple[Shot, ...]
    """The dice. The answer lists their numbers in this order."""

    @property
    def size(self) -> int:
        """How many dice are rolled in all."""
        total = 0
        for shot in self.shots:
            total += shot.count * shot.dice
        return total
