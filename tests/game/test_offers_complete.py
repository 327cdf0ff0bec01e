"""Offers against brute force: what the engine would accept of single units is offered.

Every own unit tries every way up to its range, with and without `attack`; every ship every
landing; every land unit every ship. Ways that bring the same units to the same end count as one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from sandtable.game import machine
from sandtable.game.answers import Answer, Attack, End, Move, UnitSpec
from sandtable.game.dice import SeededDice
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.notation.answers import format_answer
from sandtable.game.offers import offers
from sandtable.game.queries import hostile_zone, own_attacker, points
from sandtable.game.state import Draft, State
from sandtable.players.random_player import RandomPlayer
from sandtable.rules.position import Stack, Token, stack_of
from sandtable.rules.refusal import InvalidAnswer, Refusal
from tests.shaking.scatter import scattered, some_bought

EDITION = load_edition("1941")
BOARD = EDITION.board
TRANSPORT = EDITION.unit_index["transport"]
POWERS = [power.id for power in EDITION.powers]


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
    return changed, after.turn.attacked, captured, len(after.agenda)


def without_way(stack: Stack) -> Stack:
    return stack_of(
        (token._replace(mark=token.mark._replace(origin=-1, left=-1)), count)
        for token, count in stack
    )


def walks(start: int, steps: int) -> Iterator[tuple[int, ...]]:
    """Every way of up to so many steps, over land and sea alike."""
    edge: list[tuple[int, ...]] = [(start,)]
    for _ in range(steps):
        edge = [(*path, near) for path in edge for near in BOARD.neighbors[path[-1]]]
        yield from edge


def own_tokens(d: Draft, space: int) -> list[Token]:
    """Own units in a space, and guests aboard friends' carriers."""
    found = [token for token, _ in d.own(space)]
    for ship, _ in d.stacks[space]:
        if ship.power != d.power and EDITION.units[ship.unit].id == "carrier":
            found += [Token(*item) for item in ship.cargo if item[0] == d.power]
    return list(dict.fromkeys(found))


def declarable(d: Draft, zone: int) -> bool:
    """Whether saying `attack` says anything: a hostile zone is attacked by going there."""
    return not d.turn.attacked >> zone & 1 and not hostile_zone(d, d.power, zone)


def tries(state: State, *, combat: bool) -> Iterator[Answer]:
    d = Draft(state)
    for space in range(len(BOARD)):
        for token in own_tokens(d, space):
            unit = EDITION.units[token.unit]
            cargo = token.cargo if unit.loads else None
            specs = (UnitSpec(1, token.unit, -1, cargo, points(d, token)),)
            if unit.air:
                for end in range(len(BOARD)):
                    yield Move(specs, (space, end))
                yield Attack(space, specs)
                continue
            for path in walks(space, points(d, token)):
                end = path[-1]
                if end == space and (unit.sea or not combat):
                    continue  # there and back again is staying
                yield Move(specs, path)
                # A transport may say so ahead of its company, too; offered is to follow it.
                armed = unit.attack or own_attacker(d, end)
                if combat and unit.sea and BOARD.sea[end] and armed and declarable(d, end):
                    yield Move(specs, path, attack=True)
            if unit.land:
                for zone in BOARD.sea_neighbors[space]:
                    for host in {ship.power for ship, _ in d.stacks[zone]}:
                        yield Move(specs, (space, zone), UnitSpec(1, TRANSPORT, host))
        if BOARD.sea[space]:
            if declarable(d, space):
                yield Attack(space)
            for ship, _ in d.stacks[space]:
                wanted = UnitSpec(1, ship.unit, ship.power, ship.cargo)
                for kind in {kind for _, kind in ship.cargo}:
                    for territory in BOARD.land_neighbors[space]:
                        yield Move((UnitSpec(1, kind),), (space, territory), wanted)
    yield End()


def check_complete(game: Game) -> int:
    """Compare offers with brute force; how many different outcomes there are."""
    state = game.state
    (asked,) = game.pending
    offered = set()
    for power, answer in offers(state):
        end = outcome(state, power, answer)
        assert end is not None, f"{format_answer(EDITION, answer)} is offered, but refused"
        offered.add(end)
    accepted = 0
    for answer in tries(state, combat=asked.kind == "combat-move"):
        end = outcome(state, asked.power, answer)
        if end is not None:
            accepted += 1
            line = format_answer(EDITION, answer)
            assert end in offered, f"{POWERS[asked.power]}: {line} is accepted, but not offered"
    assert accepted
    return len(offered)


@pytest.mark.parametrize("phase", ["combat-move", "noncombat-move"])
@pytest.mark.parametrize("power", POWERS)
def test_offers_are_complete_at_the_start(power: str, phase: str) -> None:
    position = Game.new(EDITION, options={"setup": "errata"}).position._replace(
        turn=EDITION.power_index[power], phase=EDITION.turn.index(phase)
    )
    assert check_complete(Game.new(EDITION, position=position)) > 10


@pytest.mark.parametrize("seed", range(6))
def test_offers_are_complete_in_wild_positions(seed: int) -> None:
    rng = random.Random(seed)
    phase = ("combat-move", "noncombat-move")[seed % 2]
    position = scattered(EDITION, rng)._replace(phase=EDITION.turn.index(phase))
    game = Game.new(EDITION, position=position, bought=some_bought(EDITION, rng, position))
    assert check_complete(game) > 10


@pytest.mark.parametrize("seed", range(6))
def test_offers_are_complete_in_the_middle_of_a_phase(seed: int) -> None:
    """After some moves and battles, when units have done things."""
    rng = random.Random(f"middle {seed}")
    position = scattered(EDITION, rng)._replace(phase=EDITION.turn.index("combat-move"))
    game = Game.new(EDITION, position=position, dice=SeededDice(seed))
    player = RandomPlayer(seed, restless=0.95)
    wanted = ("combat-move", "noncombat-move")[seed % 2]
    for _ in range(400):
        moved = [entry for entry in game.history[-4:] if entry.answer.kind == "move"]
        if game.pending[0].kind == wanted and len(moved) == 4:
            break
        player.step(game)
    assert check_complete(game) > 5
