"""Dice sources: what answers the engine's requests for dice."""

from sandtable.game.dice.entered import EnteredDice, parse_dice
from sandtable.game.dice.errors import BadDice, DiceError, DiceExhausted
from sandtable.game.dice.lowluck import LowLuck, rolled_dice
from sandtable.game.dice.scripted import ScriptedDice
from sandtable.game.dice.seeded import SeededDice
from sandtable.game.dice.source import DiceSource

__all__ = [
    "BadDice",
    "DiceError",
    "DiceExhausted",
    "DiceSource",
    "EnteredDice",
    "LowLuck",
    "ScriptedDice",
    "SeededDice",
    "parse_dice",
    "rolled_dice",
]
