"""Plays games at random, for tests of what is written and read.

Nothing here is clever: likely answers are tried until one is accepted. The same seed gives the
same game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from sandtable.board.graph import bits
from sandtable.game import machine
from sandtable.game.answers import (
    Answer,
    Attack,
    Buy,
    Consent,
    End,
    Fight,
    Land,
    Move,
    Place,
    Press,
    Retreat,
    Submerge,
    UnitSpec,
)
from sandtable.game.casualties import choices, to_answer
from sandtable.game.dice import SeededDice
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.queries import points
from sandtable.game.state import Decision, State
from sandtable.rules.refusal import InvalidAnswer, Refusal

TRIES = 40


@lru_cache(maxsize=64)
def played(seed: int, decisions: int = 160) -> Game:
    """A game after so many decisions, or at its end. Not to be changed by who asks for it."""
    rng = random.Random(seed)
    setup = rng.choice(["printed", "errata"])
    seats = None
    if rng.random() < 0.5:
        seats = {
            'Anna "the fox" #1=x': ["germany", "japan"],
            "Bert": ["soviet-union", "united-kingdom", "united-states"],
        }
    game = Game.new("1941", options={"setup": setup}, seats=seats, dice=SeededDice(seed))
    go_on(game, rng, decisions)
    return game


def go_on(game: Game, rng: random.Random, decisions: int) -> None:
    """Play on until the history has so many decisions."""
    while len(game.history) < decisions and game.pending:
        if rng.random() < 0.02:
            powers = len(game.edition.powers)
            consent = Consent(rng.randrange(powers), rng.random() < 0.5)
            accepted(game, rng.randrange(powers), consent)
        decide(game, rng, rng.choice(game.pending))


def accepted(game: Game, power: int, answer: Answer) -> bool:
    try:
        game.decide(power, answer)
    except (Refusal, InvalidAnswer):
        return False
    return True


def decide(game: Game, rng: random.Random, decision: Decision) -> None:
    power, kind = decision.power, decision.kind
    if kind in ("combat-move", "noncombat-move"):
        move_about(game, rng, power)
        return
    for answer in likely(game, rng, decision):
        if accepted(game, power, answer):
            return
    raise AssertionError(f"no answer found to {decision}")


def move_about(game: Game, rng: random.Random, power: int) -> None:
    """Moves of a phase and its end; moves that lead into a dead end are taken back."""
    begun = len(game.history)
    for tries in range(200):
        for _ in range(rng.randint(5, TRIES) if tries < 3 else 3 * tries):
            accepted(game, power, some_move(game, rng))
            if tries >= 3 and accepted(game, power, End()):
                return
        if accepted(game, power, End()):
            return
        while len(game.history) > begun:
            game.undo()
    raise AssertionError("no way to end the phase was found")


def likely(game: Game, rng: random.Random, decision: Decision) -> Iterator[Answer]:
    d = Draft(game.state)
    kind = decision.kind
    if kind == "purchase":
        for _ in range(3):
            units = rng.choices(range(len(d.ed.units)), k=rng.randint(1, 3))
            yield Buy(tuple(UnitSpec(1, unit) for unit in sorted(set(units))))
        yield Buy(())
    elif kind == "battle":
        yield from (Fight(space) for space in rng.sample(d.turn.battles, len(d.turn.battles)))
    elif kind == "submerge":
        yield Submerge(rng.randint(0, 1))
        yield Submerge(0)
    elif kind == "casualties":
        yield to_answer(d, rng.choice(list(choices(d))))
    elif kind == "retreat":
        if rng.random() < 0.3:
            yield from (Retreat(space) for space in (*d.battle.origins, -1))
        yield Press()
    elif kind == "land":
        near = (decision.space, *d.ed.board.neighbors[decision.space])
        yield from (Land(space) for space in rng.sample(near, len(near)))
    elif kind == "mobilize":
        yield from placements(d, rng)


def placements(d: Draft, rng: random.Random) -> Iterator[Place]:
    bought = [unit for unit, count in enumerate(d.turn.bought) for _ in range(count)]
    sites = [site for site, _ in d.production_sites()]
    zones = [zone for site in sites for zone in d.ed.board.sea_neighbors[site]]
    for dropped in range(len(bought) + 1):
        for _ in range(TRIES):
            rng.shuffle(bought)
            places = []
            for unit in bought[dropped:]:
                options = zones if d.ed.units[unit].sea else sites
                if options:
                    places.append((rng.choice(options), (UnitSpec(1, unit),)))
            yield Place(tuple(places))


def some_move(game: Game, rng: random.Random) -> Answer:
    d = Draft(game.state)
    board = d.ed.board
    occupied = [space for space in range(len(board)) if any(True for _ in d.own(space))]
    space = rng.choice(occupied or [0])
    tokens = list(d.own(space))
    if not tokens:
        return End()
    token, count = rng.choice(tokens)
    number = rng.randint(1, count)
    unit = d.ed.units[token.unit]
    if token.cargo and board.land_neighbors[space] and rng.random() < 0.6:
        target = rng.choice(board.land_neighbors[space])
        return Move((UnitSpec(1, rng.choice(token.cargo)[1]),), (space, target))
    if board.sea[space] and rng.random() < 0.1:
        units = (UnitSpec(1, token.unit),) if unit.air else ()
        return Attack(space, units)
    if unit.air and rng.random() < 0.7:
        reach = board.within(space, points(d, token)) & ~(1 << space)
        targets = list(bits(reach)) or [*board.neighbors[space]]
        return Move((UnitSpec(number, token.unit),), (space, rng.choice(targets)))
    path = [space]
    for _ in range(rng.randint(1, max(1, unit.move))):
        path.append(rng.choice(board.neighbors[path[-1]]))
        if not unit.air and board.sea[path[-1]] != unit.sea:
            break
    if rng.random() < 0.3 and path[0] != path[-1]:
        path = [path[0], path[-1]]
    spec = UnitSpec(number, token.unit)
    if unit.loads and rng.random() < 0.5:
        spec = spec._replace(cargo=token.cargo)
    return Move((spec,), tuple(path), None, "attack" if rng.random() < 0.1 and unit.sea else "")


def moments(game: Game) -> Iterator[State]:
    """Every state that the game went through, those that waited for dice included."""
    before = game.start
    yield before
    for entry in game.history:
        state, _, _ = machine.answer(before, entry.power, entry.answer)
        for dice in entry.rolls:
            yield state
            state, _ = machine.roll(state, dice)
        assert state == entry.state
        yield state
        before = state
