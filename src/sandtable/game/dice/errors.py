"""What can go wrong with dice."""

from __future__ import annotations

from sandtable.rules.refusal import SandtableError

__all__ = ["BadDescription", "BadDice", "BadTranscript", "DiceError", "DiceExhausted"]


class DiceError(SandtableError):
    """A dice source cannot do what was asked of it."""


class DiceExhausted(DiceError):
    """A scripted source has too few numbers left for a roll."""


class BadDice(DiceError):
    """Numbers that are no answer to a roll: too many, too few, or not on a die."""


class BadDescription(DiceError):
    """A description from which no dice source can be made."""


class BadTranscript(DiceError):
    """A transcript that cannot be read."""
