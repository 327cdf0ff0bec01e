"""A roll with whose dice it was made of: what the dice on the screen are sorted by."""

from __future__ import annotations

from sandtable.rules.roll import RollRequest
from sandtable.server.schemas.views import RollView, ShotView


def roll_view(index: int, dice: tuple[int, ...], request: RollRequest) -> RollView:
    """A roll as it is shown."""
    return RollView(
        index=index,
        dice=list(dice),
        purpose=request.purpose,
        space=request.space or None,
        shots=[
            ShotView(unit=shot.unit, number=shot.target, count=shot.count, dice=shot.dice)
            for shot in request.shots
        ],
    )
