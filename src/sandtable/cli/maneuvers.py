"""Moves worth suggesting: attacks that look well, raids, and what keeps a phase from ending."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from sandtable.cli.choices import MOST, any_choice, can_end
from sandtable.game.answers import Answer, End, Launch, Move, UnitSpec
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.landing import landing_moves
from sandtable.game.state import Decision
from sandtable.rules.position import FOUGHT
from sandtable.rules.refusal import Refusal


def grouped(game: Game, decision: Decision) -> dict[tuple[int, ...], dict[int, int]]:
    """For every way of land units: the most units of each kind that can go it."""
    found: dict[tuple[int, ...], dict[int, int]] = {}
    for answer in any_choice(game, decision):
        if isinstance(answer, Move) and fights_by_land(game, answer):
            if game.edition.board.sea[answer.path[0]] or game.edition.board.sea[answer.path[-1]]:
                continue
            units = found.setdefault(answer.path, {})
            for spec in answer.units:
                units[spec.unit] = max(units.get(spec.unit, 0), spec.number)
    return found


def fights_by_land(game: Game, answer: Move) -> bool:
    unit = game.edition.units[answer.units[0].unit]
    return unit.land and unit.attack > 0


class Target:
    """A territory that could be attacked by land, with everything that could go there."""

    def __init__(self, game: Game, power: int, space: int) -> None:
        enemy = game.edition.is_enemy[power]
        d = Draft(game.state)
        stack = [(t, n) for t, n in d.stacks[space] if not d.kind(t).bystander]
        defenders = [(d.kind(t).defense, n) for t, n in stack if enemy[t.power]]
        sent = [(d.kind(t).attack, n) for t, n in stack if t.power == power]
        self.kinds = d.kinds[power]
        self.space = space
        self.against = weight(defenders)
        self.sent = weight(sent)
        self.all_sent = list(sent)
        self.orders: list[tuple[int, Move]] = []

    def add(self, path: tuple[int, ...], counts: dict[int, int]) -> None:
        force = [(self.kinds[unit].attack, n) for unit, n in counts.items()]
        self.all_sent += force
        specs = tuple(UnitSpec(number, unit) for unit, number in sorted(counts.items()))
        self.orders.append((weight(force), Move(specs, path)))

    @property
    def promise(self) -> float:
        """How far the attackers outweigh the defenders when all of them go."""
        return weight(self.all_sent) / max(self.against, 1)

    @property
    def settled(self) -> bool:
        """Whether enough has been sent already."""
        return self.sent > 0 and self.sent >= 2 * self.against


def weight(force: list[tuple[int, int]]) -> int:
    """Strength times numbers: what two forces are compared by at a glance."""
    return sum(value * n for value, n in force) * sum(n for _, n in force)


def attacks(game: Game, decision: Decision) -> Iterator[Answer]:
    """Attacks by land that outweigh the defense, each with all that can go one way."""
    targets: dict[int, Target] = {}
    for path, units in grouped(game, decision).items():
        if path[-1] != path[0]:
            target = targets.setdefault(path[-1], Target(game, decision.power, path[-1]))
            target.add(path, units)
    good = [t for t in targets.values() if t.promise > 1.2 and not t.settled]
    good.sort(key=lambda t: (-t.sent, -t.promise * (1 + game.edition.values[t.space]), t.space))
    for place in range(2):
        for target in good:
            orders = sorted(target.orders, key=lambda order: -order[0])
            if place < len(orders):
                yield orders[place][1]
    yield from duties(game, decision)


def combat_moves(game: Game, decision: Decision) -> Iterator[Answer]:
    """Attacks, with one raid among them where there can be one."""
    shown = 0
    raid = next(raids(game, decision), None)
    for answer in attacks(game, decision):
        if raid is not None and shown == MOST - 2:
            yield raid
            raid = None
        if game.refusal(decision.power, answer) is None:
            shown += 1
            yield answer
    if raid is not None:
        yield raid


def raids(game: Game, decision: Decision) -> Iterator[Answer]:
    """Rockets, and the raid that could do most damage."""
    values = game.edition.values
    found = [a for a in any_choice(game, decision) if isinstance(a, Launch)]
    yield from sorted(found, key=lambda launch: -values[launch.target])
    bombers = [a for a in any_choice(game, decision) if is_raid(a)]
    if bombers:
        yield max(bombers, key=lambda a: (values[a.path[-1]], a.units[0].number, -len(a.path)))


def is_raid(answer: Answer) -> TypeGuard[Move]:
    return isinstance(answer, Move) and answer.manner == "raid"


def duties(game: Game, decision: Decision) -> Iterator[Answer]:
    """Moves of whatever keeps the phase from ending."""
    owed = game.refusal(decision.power, End())
    if isinstance(owed, Refusal):
        spaces = {str(owed.facts.get(key)) for key in ("zone", "space", "origin")}
        for answer in any_choice(game, decision):
            if isinstance(answer, Move) and game.edition.board.spaces[answer.path[0]].id in spaces:
                yield answer


def in_the_air(game: Game) -> list[int]:
    """Spaces where the acting power has aircraft that cannot stay: they have fought there."""
    d = Draft(game.state)
    return [
        space
        for space, stack in enumerate(d.stacks)
        if any(t.power == d.power and d.ed.air[t.unit] and t.mark.flags & FOUGHT for t, _ in stack)
    ]


def other_moves(game: Game, decision: Decision) -> Iterator[Answer]:
    """Aircraft that have to come down first; then land units that go towards the enemy."""
    edition = game.edition
    if not can_end(game, decision):
        flights = [a for a in any_choice(game, decision) if isinstance(a, Move)]
        flights = [a for a in flights if edition.units[a.units[0].unit].air]
        yield from landing_moves(Draft(game.state))
        aloft = in_the_air(game)
        flights.sort(key=lambda a: (a.path[0] not in aloft, len(a.path)))
        yield from flights
    near = [
        any(edition.is_enemy[decision.power][game.state.position.owners[n]] for n in neighbours)
        for neighbours in edition.board.land_neighbors
    ]
    for path, units in grouped(game, decision).items():
        if near[path[-1]] and not near[path[0]]:
            yield Move(tuple(UnitSpec(n, unit) for unit, n in sorted(units.items())), path)
    yield from duties(game, decision)
