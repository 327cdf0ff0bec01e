"""How the two sides of a battle decide."""

from __future__ import annotations

from dataclasses import dataclass

USUAL = "usual"
"""Hits that destroy nothing first, then the cheapest unit, the weaker of two that cost the same."""
KEEP_GROUND = "keep-ground"
"""The usual order, but one unit that can take the ground is kept to the last."""
OPTIMAL = "optimal"

NEVER = "never"
AT_ONCE = "at-once"


@dataclass(frozen=True, slots=True)
class Policy:
    """Decisions of both sides, as rules that are followed through the battle.

    Losses are `usual`, `keep-ground`, `optimal` or unit ids in the order in which they are lost,
    each unit of the force named once. A retreat is `never`, `optimal`, a number of cycles after
    which the attacker leaves, or a chance of winning (a float) below which it does.
    """

    attack_losses: str | tuple[str, ...] = USUAL
    defend_losses: str | tuple[str, ...] = USUAL
    retreat: str | int | float = NEVER
    attack_submerges: str = NEVER
    defend_submerges: str = NEVER

    @property
    def optimal(self) -> bool:
        """Whether anything is to be decided as well as can be, not by a rule."""
        losses = (self.attack_losses, self.defend_losses)
        return OPTIMAL in (*losses, self.retreat, self.attack_submerges, self.defend_submerges)
