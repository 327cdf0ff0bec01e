"""The commands of the fit."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.game.library import load_edition
from sandtable.players.value import weights
from sandtable.players.value.features import NAMES
from tools.fitting import branching, fitting, playing, weighing

ROUNDS = 14
BUILD = Path("build/fitting")
GAMES, BRANCHES = "games", "branches"
WEIGHTS = Path(weights.__file__).parent / "weights"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.fitting", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    branch = commands.add_parser("branch", help="play the plans of some decisions on")
    branch.add_argument("--edition", default="revised")
    branch.add_argument("--decisions", type=int, default=80)
    branch.add_argument("--first", type=int, default=0, help="number of the first one, the seed")
    play = commands.add_parser("play", help="play games and keep their positions")
    play.add_argument("--edition", default="revised")
    play.add_argument("--games", type=int, default=100)
    play.add_argument("--first", type=int, default=0, help="number of the first game, the seed")
    play.add_argument("--rounds", type=int, default=ROUNDS)
    play.add_argument("--levels", default="captain", help="players, separated by commas")
    fit = commands.add_parser("fit", help="fit the weights and write them into the package")
    fit.add_argument("--dry", action="store_true", help="print the figures only")
    for command in (branch, play, fit):
        command.add_argument("--folder", type=Path, default=BUILD, help="for what is found")
    given = parser.parse_args()
    if given.command == "branch":
        numbers = range(given.first, given.first + given.decisions)
        branching.write(given.edition, numbers, given.folder / BRANCHES)
    elif given.command == "play":
        games = range(given.first, given.first + given.games)
        levels = given.levels.split(",")
        playing.write(given.edition, games, given.rounds, levels, given.folder / GAMES)
    else:
        fit_all(given.folder, dry=given.dry)


def fit_all(folder: Path, *, dry: bool) -> None:
    """What counts is the same on all boards; what it makes of the chances differs."""
    positions = weighing.read(folder / BRANCHES)
    kept = weighing.chosen(positions)
    of = weighing.weights(positions, kept)
    shared = weighing.figures(positions, kept)
    print(", ".join(NAMES[f] for f in kept), json.dumps(shared))
    every = fitting.read(folder / GAMES)
    found = []
    for name in sorted(set(every.edition.tolist())):
        train, test = fitting.halves(every.where(every.edition == name))
        own = fitting.scaled(train, of)
        first, *others = load_edition(name).sides
        sides = {first: own.bias} | dict.fromkeys(others, -own.bias)
        tell(name, as_data(own, sides, shared | fitting.figures(train, test, own)), dry)
        found.append(own.weights)
    common = fitting.Fit(np.mean(found, axis=0), np.zeros(2))
    tell(weights.COMMON, as_data(common, {}, shared), dry)


def as_data(fit: fitting.Fit, sides: dict[str, float], figures: dict[str, Any]) -> dict[str, Any]:
    return {
        "weights": {
            name: round(float(w), 4) for name, w in zip(NAMES, fit.weights, strict=True) if w
        },
        "sides": {name: round(bias, 4) for name, bias in sides.items()},
        "figures": figures,
    }


def tell(name: str, data: dict[str, Any], dry: bool) -> None:
    figures = {k: v for k, v in data["figures"].items() if k != "calibration"}
    print(name, json.dumps(figures))
    if dry:
        print(json.dumps(data["weights"] | data["sides"]))
    else:
        (WEIGHTS / f"{name}.json").write_text(json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    main()
