"""Compile every kernel, so that the first question about odds is answered at once.

Set-up runs `python -m sandtable.odds.prepare`; it takes some minutes where nothing is kept yet.
"""

from __future__ import annotations

from pathlib import Path

from sandtable import odds
from sandtable.game.library import load_edition
from sandtable.odds import sampled
from sandtable.odds.compiling import directory
from sandtable.odds.keeping import tidy
from sandtable.odds.policy import OPTIMAL, Policy
from sandtable.odds.staging import stage

BEST = Policy(OPTIMAL, OPTIMAL, OPTIMAL, OPTIMAL, OPTIMAL)
LAND = ("2 infantry 1 artillery 1 fighter", "2 infantry 1 aa-gun")
SEA = ("1 submarine 1 destroyer 1 fighter", "1 submarine 1 battleship 1 transport")


def prepare() -> None:
    """One small battle by every method."""
    edition = load_edition("revised")
    units = tuple(edition.unit_index)
    for attack, defend in (LAND, SEA):
        for policy in (Policy(), Policy(retreat=1), Policy(retreat=0.5), BEST):
            odds.battle(edition, attack, defend, policy=policy)
        odds.batch(edition, [(attack, defend)], sea=attack == SEA[0])
        sampled.sample(stage(edition, attack, defend).fight, Policy(), units, runs=1, seed=1)


if __name__ == "__main__":
    prepare()
    if directory():
        tidy(Path(directory()))
