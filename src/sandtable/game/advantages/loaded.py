"""Imports every module of an advantage, so that the registry is full."""

from sandtable.game.advantages import (
    decoding,
    divisions,
    garrison,
    lend_lease,
    panzerblitz,
    resistance,
    sacrifice,
    salvage,
    striking,
    treaty,
    winter,
)
from sandtable.game.advantages.registry import MODULES

__all__ = [
    "MODULES",
    "decoding",
    "divisions",
    "garrison",
    "lend_lease",
    "panzerblitz",
    "resistance",
    "sacrifice",
    "salvage",
    "striking",
    "treaty",
    "winter",
]
