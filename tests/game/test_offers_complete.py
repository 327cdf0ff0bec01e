"""Offers against brute force: what the engine would accept of single units is offered.

Every own unit tries every way up to its range, in every manner; every ship every landing; every
land unit every ship; every complex every border; every gun every target; carriers take fighters
along. Ways that bring the same units to the same end count as one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from sandtable.board.graph import Board
from sandtable.game import machine
from sandtable.game.answers import Answer, Attack, End, Launch, Move, UnitSpec
from sandtable.game.dice import SeededDice
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.notation.answers import format_answer
from sandtable.game.offers import offers
from sandtable.game.queries import hostile_zone, own_attacker, points
from sandtable.game.state import State
from sandtable.players.random_player import RandomPlayer
from sandtable.rules.edition import Edition
from sandtable.rules.position import Stack, Token, stack_of
from sandtable.rules.refusal import InvalidAnswer, Refusal
from tests.shaking.scatter import scattered, some_bought

EDITIONS = {name: load_edition(name) for name in ("1941", "revised", "lhtr")}
POWERS = [power.id for power in EDITIONS["1941"].powers]
LATER = ("revised", "lhtr")


def outcome(state: State, power: int, answer: Answer) -> object | None:
    """What an order leads to, whatever way is taken; None if it is refused."""
    try:
        after = machine.answer(state, power, answer)[0]
    except (Refusal, InvalidAnswer):
        return None
    changed = tuple(
        (space, *(without_way(stack) for stack in stacks))
        for space, stacks in enumerate(
            zip(state.position.stacks, after.position.stacks, strict=True)
        )
        if stacks[0] is not stacks[1]
    )
    captured = after.position.owners != state.position.owners
    return (
        changed,
        after.turn.attacked,
        after.turn.rockets,
        captured,
        after.position.facilities,
        len(after.agenda),
    )


def without_way(stack: Stack) -> Stack:
    return stack_of(
        (token._replace(mark=token.mark._replace(origin=-1, left=-1, guns=())), count)
        for token, count in stack
    )


def walks(board: Board, start: int, steps: int) -> Iterator[tuple[int, ...]]:
    """Every way of up to so many steps, over land and sea alike."""
    edge: list[tuple[int, ...]] = [(start,)]
    for _ in range(steps):
        edge = [(*path, near) for path in edge for near in board.neighbors[path[-1]]]
        yield from edge


def own_tokens(d: Draft, space: int) -> list[Token]:
    """Own units in a space, and guests aboard friends' carriers."""
    found = [token for token, _ in d.own(space)]
    for ship, _ in d.stacks[space]:
        if ship.power != d.power and d.ed.units[ship.unit].id == "carrier":
            found += [Token(*item) for item in ship.cargo if item[0] == d.power]
    return list(dict.fromkeys(found))


def declarable(d: Draft, zone: int) -> bool:
    """Whether saying `attack` says anything: a hostile zone is attacked by going there."""
    return not d.turn.attacked >> zone & 1 and not hostile_zone(d, d.power, zone)


def tries(state: State, *, combat: bool) -> Iterator[Answer]:
    d = Draft(state)
    board = d.ed.board
    for space in range(len(board)):
        for token in own_tokens(d, space):
            unit = d.kind(token)
            if unit.air:
                yield from tried_flights(d, space, token, combat=combat)
            else:
                yield from tried_moves(d, space, token, combat=combat)
            if unit.id == "carrier" and combat:
                yield from with_fighters(d, space, token)
        if board.sea[space]:
            if declarable(d, space):
                yield Attack(space)
            for ship, _ in d.stacks[space]:
                wanted = UnitSpec(1, ship.unit, ship.power, ship.cargo)
                for kind in {kind for _, kind in ship.cargo}:
                    for territory in board.land_neighbors[space]:
                        yield Move((UnitSpec(1, kind),), (space, territory), wanted)
        for facility in d.facilities[space]:
            for near in board.neighbors[space]:
                yield Move((UnitSpec(1, facility),), (space, near))
        if any(d.ed.units[t.unit].id == "aa-gun" for t, _ in d.own(space)):
            for target in range(len(board)):
                yield Launch(space, target)
    yield End()


def spec_for(d: Draft, token: Token) -> UnitSpec:
    cargo = token.cargo if d.kind(token).loads else None
    return UnitSpec(1, token.unit, -1, cargo, points(d, token))


def tried_flights(d: Draft, space: int, token: Token, *, combat: bool) -> Iterator[Answer]:
    specs = (spec_for(d, token),)
    for end in range(len(d.ed.board)):
        for manner in ("", "raid", "kamikaze") if combat else ("",):
            yield Move(specs, (space, end), manner=manner)
    yield Attack(space, specs)


def tried_moves(d: Draft, space: int, token: Token, *, combat: bool) -> Iterator[Answer]:
    """Marches, voyages and going aboard."""
    unit, board = d.kind(token), d.ed.board
    specs = (spec_for(d, token),)
    steps = max(points(d, token), 0 if unit.sea else 2)
    for path in walks(board, space, steps):
        end = path[-1]
        if end == space and (unit.sea or not combat):
            continue  # there and back again is staying
        yield Move(specs, path)
        # A transport may say so ahead of its company, too; offered is to follow it.
        armed = unit.attack or own_attacker(d, end)
        if combat and unit.sea and board.sea[end] and armed and declarable(d, end):
            yield Move(specs, path, manner="attack")
    if unit.land:
        for zone in board.sea_neighbors[space]:
            for host, ship in {(ship.power, ship.unit) for ship, _ in d.stacks[zone]}:
                yield Move(specs, (space, zone), UnitSpec(1, ship, host))


def with_fighters(d: Draft, zone: int, carrier: Token) -> Iterator[Answer]:
    """A carrier is ordered together with fighters: as cargo, or flying along."""
    if not d.ed.rules.own_deck_cargo:
        return
    fighter = d.ed.unit_index["fighter"]
    for path in walks(d.ed.board, zone, points(d, carrier)):
        for number in (1, 2, 3) if path[-1] != zone else ():
            yield Move((UnitSpec(1, carrier.unit), UnitSpec(number, fighter)), path)


def check_complete(game: Game) -> int:
    """Compare offers with brute force; how many different outcomes there are."""
    state = game.state
    (asked,) = game.pending
    offered = set()
    for power, answer in offers(state):
        end = outcome(state, power, answer)
        assert end is not None, f"{format_answer(game.edition, answer)} is offered, but refused"
        offered.add(end)
    accepted = 0
    for answer in tries(state, combat=asked.kind == "combat-move"):
        end = outcome(state, asked.power, answer)
        if end is not None:
            accepted += 1
            line = format_answer(game.edition, answer)
            assert end in offered, f"{POWERS[asked.power]}: {line} is accepted, but not offered"
    assert accepted
    return len(offered)


def check_start(edition: Edition, power: str, phase: str, options: dict[str, str]) -> None:
    position = Game.new(edition, options=options).position._replace(
        turn=edition.power_index[power], phase=edition.turn.index(phase)
    )
    assert check_complete(Game.new(edition, position=position)) > 10


@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
@pytest.mark.parametrize("power", POWERS)
def test_offers_are_complete_at_the_start(power: str, phase: str) -> None:
    check_start(EDITIONS["1941"], power, phase, {"setup": "errata"})


@pytest.mark.parametrize("name", LATER)
@pytest.mark.parametrize(
    ("power", "phase"), [("japan", "combat-move"), ("soviet-union", "noncombat-move")]
)
def test_offers_are_complete_at_later_starts(name: str, power: str, phase: str) -> None:
    check_start(EDITIONS[name], power, phase, {})


def wild_game(name: str, seed: int) -> Game:
    edition = EDITIONS[name]
    rng = random.Random(seed)
    phase = ("combat-move", "noncombat-move")[seed % 2]
    position = scattered(edition, rng, traits=name in LATER)
    position = position._replace(phase=edition.turn.index(phase))
    return Game.new(edition, position=position, bought=some_bought(edition, rng, position))


def moved_game(name: str, seed: int) -> Game:
    """A game after some moves and battles, when units have done things."""
    edition = EDITIONS[name]
    rng = random.Random(f"middle {seed}")
    position = scattered(edition, rng, traits=name in LATER)
    position = position._replace(phase=edition.turn.index("combat-move"))
    game = Game.new(edition, position=position, dice=SeededDice(seed))
    player = RandomPlayer(seed, restless=0.95)
    wanted = ("combat-move", "noncombat-move")[seed % 2]
    for _ in range(400):
        moved = [entry for entry in game.history[-4:] if entry.answer.kind == "move"]
        if game.pending[0].kind == wanted and len(moved) == 4:
            break
        player.step(game)
    return game


@pytest.mark.parametrize("seed", range(6))
def test_offers_are_complete_in_wild_positions(seed: int) -> None:
    assert check_complete(wild_game("1941", seed)) > 10


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", LATER)
def test_offers_are_complete_with_traits(name: str, seed: int) -> None:
    game = wild_game(name, seed)
    if game.pending[0].kind.endswith("-move"):
        assert check_complete(game) > 10


@pytest.mark.parametrize("seed", range(6))
def test_offers_are_complete_in_the_middle_of_a_phase(seed: int) -> None:
    assert check_complete(moved_game("1941", seed)) > 5


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", LATER)
def test_offers_are_complete_with_traits_in_the_middle(name: str, seed: int) -> None:
    game = moved_game(name, seed)
    if game.pending[0].kind.endswith("-move"):
        assert check_complete(game) > 5
