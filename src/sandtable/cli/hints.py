"""Suggestions for people who do not know what to answer: a help line and real example lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from sandtable.cli.choices import Choice, choices, line
from sandtable.cli.english import ipcs
from sandtable.game import machine
from sandtable.game.answers import Answer, Buy, End, Lose, Move, UnitSpec
from sandtable.game.game import Game
from sandtable.game.notation.answers import parse_answer
from sandtable.game.state import Decision, Draft
from sandtable.rules.edition import Edition
from sandtable.rules.refusal import Refusal

MOST = 6
"""How many lines are suggested."""
LOOKED_AT = 3000
"""How many of the engine's offers are looked at."""

MOVING = ("combat-move", "noncombat-move")

HELP = {
    "purchase": "Buy units with your IPCs. They are placed at the end of your turn.",
    "combat-move": "Move units that shall fight: into enemy territory, or against enemy ships. "
    "Type end when all attacks are set up.",
    "battle": "Choose which battle is fought next.",
    "submerge": "Say how many of your submarines submerge and leave the battle.",
    "casualties": "Choose which of your units take the hits.",
    "retreat": "Fight another round, or withdraw.",
    "land": "A fighter of yours has lost its carrier: choose where it lands.",
    "noncombat-move": "Move units that did not fight, and land all aircraft. Type end when done.",
    "mobilize": "Place the units you bought, in territories with a factory or the sea beside one.",
}


def help_for(kind: str) -> str:
    return HELP.get(kind, f"Answer: {kind}.")


def suggestions(game: Game, decision: Decision) -> list[str]:
    """A few lines that would be accepted now, the most useful first."""
    found: list[str] = []
    suggest = SUGGEST.get(decision.kind, any_choice)
    for answer in suggest(game, decision):
        if game.refusal(decision.power, answer) is None:
            text = line(game, Choice(decision.power, answer))
            if text not in found:
                found.append(text)
        if len(found) == MOST - 1:
            break
    if decision.kind in MOVING:
        if can_end(game, decision):
            found.append("end")
        elif game.can_undo():
            found.append("undo")
    return found


def unfinished(game: Game, decision: Decision) -> str:
    """Why a movement phase cannot be ended as it stands; nothing if it can."""
    refusal = game.refusal(decision.power, End()) if decision.kind in MOVING else None
    return refusal.message if isinstance(refusal, Refusal) else ""


def note(game: Game, decision: Decision, text: str) -> str:
    """What a suggested line would cost, or how the battle would stand after it."""
    if text == "undo":
        return "take the last decision back"
    answer = parse_answer(game.edition, text)
    units = game.edition.units
    if isinstance(answer, Buy):
        return ipcs(sum((units[s.unit].cost or 0) * s.number for s in answer.units))
    if decision.kind != "combat-move" or not isinstance(answer, Move):
        return ""
    space = answer.path[-1]
    after = machine.answer(game.state, decision.power, answer)[0]
    enemy = game.edition.is_enemy[decision.power]
    stack = after.position.stacks[space]
    attack = sum(units[t.unit].attack * n for t, n in stack if t.power == decision.power)
    defense = sum(units[t.unit].defense * n for t, n in stack if enemy[t.power])
    if not attack or (not defense and game.edition.board.sea[space]):
        return ""
    return f"attack {attack} : {defense}"


def can_end(game: Game, decision: Decision) -> bool:
    return game.refusal(decision.power, End()) is None


def any_choice(game: Game, decision: Decision) -> Iterator[Answer]:
    for choice in islice(choices(game, decision.kind), LOOKED_AT):
        if choice.power == decision.power:
            yield choice.answer


def purchases(game: Game, decision: Decision) -> Iterator[Answer]:
    """As many of the cheapest as can be placed; a mix with something dearer; nothing."""
    d = Draft(game.state)
    money = d.treasuries[decision.power]
    room = sum(capacity for _, capacity in d.production_sites()) or 99
    for_sale = sorted((u.cost, u.index) for u in game.edition.units if u.cost and not u.sea)
    cost, cheapest = for_sale[0]
    if number := min(money // cost, room):
        yield Buy((UnitSpec(number, cheapest),))
    for price, unit in for_sale[1:]:
        if price <= money:
            rest = min((money - price) // cost, room - 1)
            specs = [UnitSpec(rest, cheapest)] if rest > 0 else []
            yield Buy((*specs, UnitSpec(1, unit)))
    yield Buy(())


# --- movement


def grouped(game: Game, decision: Decision) -> dict[tuple[int, ...], dict[int, int]]:
    """For every way of land units: the most units of each kind that can go it."""
    found: dict[tuple[int, ...], dict[int, int]] = {}
    for answer in any_choice(game, decision):
        if isinstance(answer, Move) and game.edition.units[answer.units[0].unit].land:
            if game.edition.board.sea[answer.path[0]] or game.edition.board.sea[answer.path[-1]]:
                continue
            units = found.setdefault(answer.path, {})
            for spec in answer.units:
                units[spec.unit] = max(units.get(spec.unit, 0), spec.number)
    return found


class Target:
    """A territory that could be attacked by land, with everything that could go there."""

    def __init__(self, game: Game, power: int, space: int) -> None:
        units, enemy = game.edition.units, game.edition.is_enemy[power]
        stack = game.state.position.stacks[space]
        defenders = [(units[t.unit].defense, n) for t, n in stack if enemy[t.power]]
        sent = [(units[t.unit].attack, n) for t, n in stack if t.power == power]
        self.game = game
        self.space = space
        self.against = weight(defenders)
        self.sent = weight(sent)
        self.all_sent = list(sent)
        self.orders: list[tuple[int, Move]] = []

    def add(self, path: tuple[int, ...], counts: dict[int, int]) -> None:
        force = [(self.game.edition.units[unit].attack, n) for unit, n in counts.items()]
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


def duties(game: Game, decision: Decision) -> Iterator[Answer]:
    """Moves of whatever keeps the phase from ending."""
    owed = game.refusal(decision.power, End())
    if isinstance(owed, Refusal):
        spaces = {str(owed.facts.get(key)) for key in ("zone", "space", "origin")}
        for answer in any_choice(game, decision):
            if isinstance(answer, Move) and game.edition.board.spaces[answer.path[0]].id in spaces:
                yield answer


def other_moves(game: Game, decision: Decision) -> Iterator[Answer]:
    """Aircraft that have to come down first; then land units that go towards the enemy."""
    edition = game.edition
    if not can_end(game, decision):
        for answer in any_choice(game, decision):
            if isinstance(answer, Move) and edition.units[answer.units[0].unit].air:
                yield answer
    near = [
        any(edition.is_enemy[decision.power][game.state.position.owners[n]] for n in neighbours)
        for neighbours in edition.board.land_neighbors
    ]
    for path, units in grouped(game, decision).items():
        if near[path[-1]] and not near[path[0]]:
            yield Move(tuple(UnitSpec(n, unit) for unit, n in sorted(units.items())), path)
    yield from duties(game, decision)


# --- battle


def losses(game: Game, decision: Decision) -> Iterator[Answer]:
    """The cheapest losses first, without telling equal units apart by where they came from."""
    found = [a for a in any_choice(game, decision) if isinstance(a, Lose)]
    owners = {spec.power for answer in found for spec in answer.units}
    for answer in sorted(found, key=lambda answer: price(game.edition, answer)):
        counts: dict[tuple[int, int], int] = {}
        for spec in answer.units:
            key = (spec.unit, spec.power if len(owners) > 1 else -1)
            counts[key] = counts.get(key, 0) + spec.number
        specs = (UnitSpec(number, unit, power) for (unit, power), number in counts.items())
        plain = Lose(tuple(specs))
        yield plain if game.refusal(decision.power, plain) is None else answer


def price(edition: Edition, answer: Lose) -> int:
    """What losses cost; a first hit on a ship that takes two costs nothing yet."""
    total = 0
    for spec in answer.units:
        unit = edition.units[spec.unit]
        if unit.hits == 1 or spec.damage > 0:
            total += (unit.cost or 0) * spec.number
    return total


SUGGEST: dict[str, Callable[[Game, Decision], Iterator[Answer]]] = {
    "purchase": purchases,
    "combat-move": attacks,
    "noncombat-move": other_moves,
    "casualties": losses,
}
