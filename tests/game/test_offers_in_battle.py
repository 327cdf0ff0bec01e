"""Offers of everything but moves against brute force, at states found by random play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product

from sandtable.game import casualties
from sandtable.game.answers import (
    Answer,
    Buy,
    Fight,
    Land,
    Place,
    Press,
    Retreat,
    Submerge,
    UnitSpec,
)
from sandtable.game.dice import SeededDice
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.offers import offers
from sandtable.game.state import Decision, Draft
from sandtable.players.random_player import RandomPlayer
from sandtable.rules.battle import hits_left
from tests.shaking.scatter import scattered

EDITION = load_edition("1941")
SPACES = range(len(EDITION.board))
MANY = 4000
"""States with more tries than this are passed over."""


def tries(d: Draft, asked: Decision) -> Iterator[Answer]:
    """Everything that could be answered, lawful or not."""
    if asked.kind == "battle":
        yield from (Fight(space) for space in SPACES)
    elif asked.kind == "submerge":
        yield from (Submerge(number) for number in range(12))
    elif asked.kind == "retreat":
        yield Press()
        yield from (Retreat(space) for space in (-1, *SPACES))
    elif asked.kind == "land":
        yield from (Land(space) for space in SPACES)
    elif asked.kind == "casualties":
        force = casualties.force_hit(d.battle)
        numbers = [range(n * hits_left(EDITION, token) + 1) for token, n in force]
        for taken in product(*numbers):
            losses = {token: n for (token, _), n in zip(force, taken, strict=True) if n}
            yield casualties.to_answer(d, losses)
    elif asked.kind == "purchase":
        for_sale = [unit.index for unit in EDITION.units if unit.cost]
        for numbers_ in product(range(5), repeat=len(for_sale)):
            if sum(numbers_) <= 4:
                yield Buy(
                    tuple(UnitSpec(n, u) for u, n in zip(for_sale, numbers_, strict=True) if n)
                )
    else:
        pieces = [unit for unit, n in enumerate(d.turn.bought) for _ in range(n)]
        for spaces in product((-1, *SPACES), repeat=len(pieces)):
            yield placing(pieces, spaces)


def placing(pieces: list[int], spaces: tuple[int, ...]) -> Place:
    places: dict[int, Counter[int]] = {}
    for unit, space in zip(pieces, spaces, strict=True):
        if space >= 0:
            places.setdefault(space, Counter())[unit] += 1
    return Place(
        tuple(
            (space, tuple(UnitSpec(n, unit) for unit, n in sorted(units.items())))
            for space, units in sorted(places.items())
        )
    )


def few(d: Draft, asked: Decision) -> bool:
    """Whether trying everything is bearable."""
    if asked.kind == "casualties":
        size = 1
        for token, count in casualties.force_hit(d.battle):
            size *= count * hits_left(EDITION, token) + 1
        return size <= MANY
    if asked.kind == "mobilize":
        return sum(d.turn.bought) == 1
    return asked.kind != "purchase" or d.treasuries[asked.power] <= 12


def check(game: Game, asked: Decision) -> None:
    offered = [answer for power, answer in offers(game.state, asked) if power == asked.power]
    assert len(set(offered)) == len(offered), f"{asked}: something is offered twice"
    accepted = {
        answer
        for answer in tries(Draft(game.state), asked)
        if game.refusal(asked.power, answer) is None
    }
    assert set(offered) == accepted, f"{asked}"


def test_offers_are_what_trying_finds() -> None:
    wanted = Counter(
        {
            "battle": 6,
            "submerge": 12,
            "casualties": 40,
            "retreat": 25,
            "land": 6,
            "purchase": 2,
            "mobilize": 8,
        }
    )
    for seed in range(60):
        position = scattered(EDITION, random.Random(f"battle {seed}"))
        game = Game.new(EDITION, position=position, dice=SeededDice(seed))
        player = RandomPlayer(seed)
        for _ in range(150):
            if game.winner is not None:
                break
            for asked in game.pending:
                if wanted[asked.kind] > 0 and few(Draft(game.state), asked):
                    wanted[asked.kind] -= 1
                    try:
                        check(game, asked)
                    except AssertionError as error:
                        raise AssertionError(f"seed {seed}: {error}") from error
            player.step(game)
        if not +wanted:
            break
    assert not +wanted, f"not met often enough: {+wanted}"
