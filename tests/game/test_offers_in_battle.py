"""Offers of everything but moves against brute force, at states found by random play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product

from sandtable.game import casualties, machine
from sandtable.game.answers import (
    Answer,
    Bombard,
    Buy,
    CallOff,
    Decline,
    End,
    Fight,
    Land,
    Launch,
    Move,
    Part,
    Place,
    Press,
    Research,
    Retreat,
    Submerge,
    UnitSpec,
    Use,
)
from sandtable.game.dice import SeededDice
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.offers import offers
from sandtable.game.state import Decision
from sandtable.players.random_player import RandomPlayer
from sandtable.rules.battle import hits_left
from sandtable.rules.refusal import InvalidAnswer, Refusal
from tests.shaking.scatter import scattered

EDITIONS = {name: load_edition(name) for name in ("1941", "revised", "lhtr")}
MANY = 4000
"""States with more tries than this are passed over."""


def tries(d: Draft, asked: Decision) -> Iterator[Answer]:
    """Everything that could be answered, lawful or not."""
    spaces = range(len(d.ed.board))
    if asked.kind == "battle":
        yield from tried_clashes(d, spaces)
    elif asked.kind == "research":
        yield Research()
        for trait in d.ed.traits:
            yield from (Research(trait, dice) for dice in range(1, 12))
    elif asked.kind == "submerge":
        yield from (Submerge(number) for number in range(12))
    elif asked.kind == "retreat":
        yield Press()
        yield from (Retreat(space) for space in (-1, *spaces))
    elif asked.kind == "land":
        yield from (Land(space) for space in spaces)
    elif asked.kind == "casualties":
        force = casualties.force_hit(d.battle)
        numbers = [range(n * hits_left(d.ed, token) + 1) for token, n in force]
        for taken in product(*numbers):
            losses = {token: n for (token, _), n in zip(force, taken, strict=True) if n}
            yield casualties.to_answer(d, losses)
    elif asked.kind == "bombard":
        yield from tried_bombardments(d)
    elif asked.kind == "new-carriers":
        yield End()
        for space, power in product(spaces, range(-1, len(d.ed.powers))):
            for unit, number in product(("fighter", "bomber"), range(1, 5)):
                if power != asked.power:
                    spec = UnitSpec(number, d.ed.unit_index[unit], power)
                    yield Move((spec,), (space, asked.space))
    elif asked.kind == "purchase":
        for_sale = [unit.index for unit in d.ed.units if unit.cost]
        for numbers_ in product(range(4), repeat=len(for_sale)):
            if sum(numbers_) <= 3:
                yield Buy(
                    tuple(UnitSpec(n, u) for u, n in zip(for_sale, numbers_, strict=True) if n)
                )
    else:
        pieces = [unit for unit, n in enumerate(d.turn.bought) for _ in range(n)]
        for chosen in product((-1, *spaces), repeat=len(pieces)):
            yield placing(pieces, chosen)


def tried_clashes(d: Draft, spaces: range) -> Iterator[Answer]:
    for space in spaces:
        yield from (Fight(space, what) for what in ("", "raid", "rocket"))
        yield CallOff(space)
        if any(d.ed.units[t.unit].id == "aa-gun" for t, _ in d.own(space)):
            yield from (Launch(space, target) for target in spaces)
    if d.ed.traits:
        yield End()


def tried_uses(d: Draft, asked: Decision) -> Iterator[Answer]:
    """Declining, and uses with one detail of every form."""
    name = asked.kind
    yield Decline(name)
    yield Use(name)
    units = [UnitSpec(1, unit.index) for unit in d.ed.units]
    for space in range(len(d.ed.board)):
        yield Use(name, (Part(path=(space,)),))
        for spec in units:
            for power in range(len(d.ed.powers)):
                yield Use(name, (Part((spec._replace(power=power),), (space,)),))
            for near in d.ed.board.neighbors[space] if d.stacks[space] else ():
                yield Use(name, (Part((spec,), (space, near)),))
    for spec in units:
        yield Use(name, (Part((spec,)),))
        yield from (Use(name, (Part((spec,), (), (aim,)),)) for aim in units)


def tried_bombardments(d: Draft) -> Iterator[Answer]:
    """Any ships of the zones around, of which each kind is named once."""
    zones = d.ed.board.sea_neighbors[d.battle.space]
    ships: Counter[tuple[int, int]] = Counter()
    for zone in zones:
        for token, count in d.stacks[zone]:
            ships[zone, token.unit] += count
    for numbers in product(*(range(n + 1) for n in ships.values())):
        places: dict[int, list[UnitSpec]] = {}
        for (zone, unit), number in zip(ships, numbers, strict=True):
            if number:
                places.setdefault(zone, []).append(UnitSpec(number, unit))
        yield Bombard(tuple((zone, tuple(units)) for zone, units in places.items()))


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
    size = 1
    if asked.kind == "casualties":
        for token, count in casualties.force_hit(d.battle):
            size *= count * hits_left(d.ed, token) + 1
    elif asked.kind == "bombard":
        for zone in d.ed.board.sea_neighbors[d.battle.space]:
            for _, count in d.stacks[zone]:
                size *= count + 1
    elif asked.kind == "mobilize":
        size = (len(d.ed.board) + 1) ** sum(d.turn.bought)
    elif asked.kind == "purchase":
        return d.treasuries[asked.power] <= 9
    return size <= MANY


def check_uses(game: Game, asked: Decision) -> None:
    """What is accepted of single details is offered; all that is offered is accepted."""
    offered = {
        machine.answer(game.state, power, answer)[0]
        for power, answer in islice(offers(game.state, asked), MANY)
    }
    if len(offered) < MANY:
        for answer in tried_uses(Draft(game.state), asked):
            try:
                after = machine.answer(game.state, asked.power, answer)[0]
            except (Refusal, InvalidAnswer):
                continue
            assert after in offered, answer


def check(game: Game, asked: Decision) -> None:
    if asked.kind in game.edition.traits:
        check_uses(game, asked)
        return
    offered = [answer for power, answer in offers(game.state, asked) if power == asked.power]
    assert len(set(offered)) == len(offered), f"{asked}: something is offered twice"
    accepted = {
        answer
        for answer in tries(Draft(game.state), asked)
        if game.refusal(asked.power, answer) is None
    }
    if asked.kind == "research":
        assert accepted <= set(offered)
        return
    assert set(offered) == accepted, f"{asked}"


def check_all(name: str, wanted: Counter[str], seeds: range) -> None:
    """Play from wild positions until so many decisions of each kind were looked at.

    Advantages are looked at when they come up.
    """
    edition = EDITIONS[name]
    uses = Counter(dict.fromkeys(edition.traits, 2))
    for seed in seeds:
        position = scattered(edition, random.Random(f"battle {seed}"), traits=name != "1941")
        game = Game.new(edition, position=position, dice=SeededDice(seed))
        player = RandomPlayer(seed)
        for _ in range(150):
            if game.winner is not None:
                break
            for asked in game.pending:
                left = uses if asked.kind in uses else wanted
                if left[asked.kind] > 0 and few(Draft(game.state), asked):
                    left[asked.kind] -= 1
                    try:
                        check(game, asked)
                    except AssertionError as error:
                        raise AssertionError(f"{name}, seed {seed}: {error}") from error
            player.step(game)
        if not +wanted:
            break
    assert not +wanted, f"not met often enough: {+wanted}"
    assert name == "1941" or sum(uses.values()) < 2 * len(uses)


COMMON = {
    "battle": 6,
    "submerge": 12,
    "casualties": 40,
    "retreat": 25,
    "land": 6,
    "purchase": 2,
    "mobilize": 8,
}


def test_offers_are_what_trying_finds() -> None:
    check_all("1941", Counter(COMMON), range(60))


def test_offers_are_what_trying_finds_in_revised() -> None:
    later = {"battle": 20, "research": 2, "bombard": 3, "new-carriers": 2, "purchase": 1}
    check_all("revised", Counter(COMMON | later), range(200))


def test_offers_are_what_trying_finds_in_lhtr() -> None:
    later = {"battle": 20, "research": 2, "bombard": 3, "purchase": 1}
    check_all("lhtr", Counter(COMMON | later), range(200))
