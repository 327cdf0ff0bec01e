"""Dice sources: what answers the engine's requests for dice. docs/dice.md describes them."""

from sandtable.game.dice.description import from_description
from sandtable.game.dice.entered import EnteredDice, parse_dice
from sandtable.game.dice.entropy import Entropy
from sandtable.game.dice.errors import (
    BadDescription,
    BadDice,
    BadTranscript,
    DiceError,
    DiceExhausted,
)
from sandtable.game.dice.fairness import commitment_of
from sandtable.game.dice.lowluck import LowLuck, rolled_dice
from sandtable.game.dice.scripted import ScriptedDice
from sandtable.game.dice.seeded import SeededDice
from sandtable.game.dice.source import DiceSource
from sandtable.game.dice.transcript import RollLog, Transcript
from sandtable.game.dice.verifiable import VerifiableDice
from sandtable.game.dice.verify import verify, verify_file, verify_transcript

__all__ = [
    "BadDescription",
    "BadDice",
    "BadTranscript",
    "DiceError",
    "DiceExhausted",
    "DiceSource",
    "EnteredDice",
    "Entropy",
    "LowLuck",
    "RollLog",
    "ScriptedDice",
    "SeededDice",
    "Transcript",
    "VerifiableDice",
    "commitment_of",
    "from_description",
    "parse_dice",
    "rolled_dice",
    "verify",
    "verify_file",
    "verify_transcript",
]
