"""States written by older versions, brought to the form of today."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["upgraded"]

NEW_IN_TURN: Mapping[str, Any] = {
    "raids": [],
    "rockets": [],
    "launched": [],
    "damage": [],
    "developed": [],
    "moved_complexes": [],
    "joint": None,
    "joint_phases": [],
}
NEW_IN_BATTLE: Mapping[str, Any] = {
    "attack_aside": [],
    "amphibious": False,
    "boons": [],
    "ships": [],
    "sworn": [],
    "aims": [],
    "step_done": 0,
    "fell": [],
}
NEW_IN_SHOT: Mapping[str, Any] = {"dice": 1, "by": "best"}


def upgraded(data: Mapping[str, Any]) -> dict[str, Any]:
    """Version 1 of a state, which knew no developments, raids or guns, as version 2."""
    found = dict(data)
    found["version"] = 2
    found["position"] = with_new(data.get("position"), {"traits": {}})
    found["turn"] = with_new(data.get("turn"), NEW_IN_TURN)
    agenda = data.get("agenda")
    if isinstance(agenda, list):
        found["agenda"] = [
            {**step, "battle": with_new(step.get("battle"), NEW_IN_BATTLE)}
            if isinstance(step, dict)
            else step
            for step in agenda
        ]
    roll = data.get("roll")
    if isinstance(roll, dict) and isinstance(roll.get("shots"), list):
        found["roll"] = {**roll, "shots": [with_new(shot, NEW_IN_SHOT) for shot in roll["shots"]]}
    return found


def with_new(value: Any, new: Mapping[str, Any]) -> Any:
    """A mapping with what it had not yet; anything else is for the reader to refuse."""
    return {**value, **new} if isinstance(value, dict) else value
