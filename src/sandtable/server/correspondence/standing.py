"""Answers for the absent, by their standing orders. What comes out the engine always accepts."""

from __future__ import annotations

from sandtable.game.answers import Answer, Press, Submerge
from sandtable.game.draft import Draft
from sandtable.game.offers.others import submerging
from sandtable.game.state import Decision, State
from sandtable.players.losses import preferred
from sandtable.rules.edition import Edition
from sandtable.rules.refusal import InvalidAnswer
from sandtable.server.schemas.games import StandingOrders

KINDS = ("casualties", "submerge", "retreat")
"""Decisions that an order may answer."""


def answer_by_order(state: State, asked: Decision, orders: StandingOrders) -> Answer | None:
    """The answer that a player's orders give, or None if they leave it to the player."""
    d = Draft(state)
    if asked.kind == "casualties" and orders.casualties != "ask":
        wanted = orders.order if orders.casualties == "order" else []
        known = [d.ed.unit_index[unit] for unit in wanted if unit in d.ed.unit_index]
        return preferred(d, known, keep_ground=False)
    if asked.kind == "submerge" and orders.submerge != "ask":
        if orders.submerge == "never":
            return Submerge(0)
        numbers = [a.number for a in submerging(d, asked) if isinstance(a, Submerge)]
        return Submerge(max(numbers))
    if asked.kind == "retreat" and orders.retreat == "never":
        return Press()
    return None


def check(edition: Edition, orders: StandingOrders) -> None:
    """Refuse orders about units that the edition does not have, or that name one twice."""
    for unit in orders.order:
        if unit not in edition.unit_index:
            raise InvalidAnswer(f"unknown unit '{unit}'")
    if len(set(orders.order)) != len(orders.order):
        raise InvalidAnswer("each unit is named once")
