"""Plans that are played on beside each other: what tells early which of them will turn out well.

Captains play a game up to some decision. Then each plan that the general would compare there is
played on for some rounds, with a few courses of events that all plans share. A position when the
power is on turn again is kept, with how its side stands in the rounds after.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from sandtable.game.game import Game
from sandtable.game.state import Decision, State
from sandtable.players import captain
from sandtable.players.general import CARE, variants
from sandtable.players.general.ahead import Ahead
from sandtable.players.interface import Mind, View
from sandtable.players.value.features import NAMES, features
from sandtable.rules.refusal import SandtableError

LAST = 5
"""The last round in which plans are compared."""
COURSES = 4
"""Courses of events for each plan."""
LATER = 2
"""Rounds after the position for which it is looked at how things stand."""

Row = dict[str, object]


def play(edition: str, number: int) -> Iterator[Row]:
    """What comes of the plans at one decision of a game, or nothing if it ends before."""
    dice = random.Random(f"{edition}/{number}")
    kind, when = dice.choice(sorted(CARE)), dice.randint(1, LAST)
    game = Game.new(edition, seed=f"branch {number}")
    power = dice.randrange(len(game.edition.powers))
    while game.winner is None and game.round <= when:
        asked = game.pending[0]
        if (game.round, asked.kind, asked.power) == (when, kind, power):
            if game.state.position.turn == power:
                yield from compared(game.state, asked, number)
            return
        mind = Mind(f"{number}/{len(game.history)}")
        for choice in captain.plan(View(game.state, asked.power), asked, mind):
            game.decide(asked.power, choice.answer)


def compared(state: State, asked: Decision, number: int) -> Iterator[Row]:
    """The plans of a decision, each in every course of events."""
    view, mind, care = View(state, asked.power), Mind(str(number)), CARE[asked.kind]
    usual = captain.plan(view, asked, mind)
    plans = variants.different(usual, care.others(view, asked, mind, usual))
    ahead = Ahead(state, asked, mind, captain.plan)
    for at, candidate in enumerate(islice(plans, care.most)):
        for course in range(COURSES):
            try:
                found = list(islice(ahead.course(candidate.plan, course), 1 + LATER))
            except SandtableError:
                break
            x = features(found[0], ahead.side)
            later = [features(each, ahead.side)[NAMES.index("lead")] for each in found[1:]]
            yield {
                "edition": state.match.edition.id, "position": number, "plan": at, "course": course,
                "x": [round(each, 5) for each in x], "later": round(sum(later) / LATER, 5),
            }  # fmt: skip


def write(edition: str, numbers: range, out: Path) -> None:
    """Compare plans at some decisions and write down what came of them, a line each."""
    out.mkdir(parents=True, exist_ok=True)
    with (out / f"{edition}-{numbers.start}.jsonl").open("w") as file:
        for number in numbers:
            for row in play(edition, number):
                file.write(json.dumps(row) + "\n")
            file.flush()
