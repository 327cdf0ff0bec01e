"""Games for the fit: uneven starts, players that blunder now and then, positions at every turn."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from math import exp
from pathlib import Path

from sandtable.game.game import Game
from sandtable.players import registry
from sandtable.players.measure import shares
from sandtable.players.value.features import features
from sandtable.rules.position import Stack, stack_of

BLUNDERS = (0.0, 0.0, 0.0, 0.05, 0.1)
"""How often a side plays a phase at random."""
UNEVEN = (0.0, 0.0, 0.0, 0.05, 0.1, 0.15)
"""Which part of its units a side may lack at the start."""
MONEY = 12
"""The most that a power may have more at the start."""
LATER = 3
"""Rounds after which it is looked at again how a side stands."""
STEEP = 14.0
"""How fast a lead at the end of an undecided game becomes a win."""


def outcome(game: Game, usual: float) -> float:
    """The chance of the first side to have won: certain if it has, else by how it stands."""
    if game.winner is not None:
        return float(game.edition.sides.index(game.winner) == 0)
    return likely(shares(game.state)[0] - usual)


def likely(lead: float) -> float:
    """The chance to win of a side that has so much more than at the start of a game."""
    return 1 / (1 + exp(-STEEP * lead))


def thinned(
    stack: Stack, sides: Sequence[int], lack: Sequence[float], dice: random.Random
) -> Stack:
    found = []
    for token, number in stack:
        part = lack[sides[token.power]] if token.power >= 0 else 0.0
        found.append((token, sum(dice.random() >= part for _ in range(number))))
    return stack_of(found)


def start(edition: str, dice: random.Random) -> Game:
    """A game whose sides are not as strong as they should be."""
    game = Game.new(edition, seed=str(dice.random()))
    lack = [dice.choice(UNEVEN) for _ in game.edition.sides]
    at = game.position
    sides = [power.side for power in game.edition.powers]
    position = at._replace(
        stacks=tuple(thinned(stack, sides, lack, dice) for stack in at.stacks),
        treasuries=tuple(n + dice.choice((0, 0, dice.randrange(MONEY))) for n in at.treasuries),
    )
    return Game.new(edition, seed=str(dice.random()), position=position)


def play(
    edition: str, seed: str, rounds: int, levels: Sequence[str]
) -> Iterator[dict[str, object]]:
    """The positions of one game at the beginning of every turn, with what came of it."""
    dice = random.Random(f"{edition}/{seed}")
    usual = shares(Game.new(edition, seed=0).state)[0]
    game = start(edition, dice)
    sides = game.edition.sides
    level = [dice.choice(levels) for _ in sides]
    blunders = [dice.choice(BLUNDERS) for _ in sides]
    rows: list[dict[str, object]] = []
    seen: set[tuple[int, int]] = set()
    while game.winner is None and game.round <= rounds:
        asked, at = game.pending[0], game.state.position
        if (at.round, at.turn) not in seen:
            seen.add((at.round, at.turn))
            stands = likely(shares(game.state)[0] - usual)
            x = features(game.state, 0)
            rows.append({"round": at.round, "turn": at.turn, "x": x, "stands": stands})
        side = game.edition.powers[asked.power].side
        moving = asked.kind in ("purchase", "combat-move", "noncombat-move", "mobilize")
        name = "random" if moving and dice.random() < blunders[side] else level[side]
        plan = registry.choose(game.state, asked, level=name, seed=f"{seed}/{len(game.history)}")
        for choice in plan:
            game.decide(asked.power, choice.answer)
        if len(game.history) > 200:
            game = game.since(len(game.history))
    result = outcome(game, usual)
    ahead = LATER * len(game.edition.powers)
    for place, row in enumerate(rows):
        later = rows[place + ahead]["stands"] if place + ahead < len(rows) else result
        yield row | {"edition": edition, "game": seed, "y": result, "later": later}


def write(edition: str, games: range, rounds: int, levels: Sequence[str], out: Path) -> None:
    """Play some games and append their positions, a line each."""
    out.mkdir(parents=True, exist_ok=True)
    with (out / f"{edition}-{games.start}.jsonl").open("w") as file:
        for number in games:
            for row in play(edition, str(number), rounds, levels):
                row["x"] = [round(x, 5) for x in row["x"]]  # type: ignore[attr-defined]
                file.write(json.dumps(row) + "\n")
            file.flush()
