"""Suggestions for people who do not know what to answer: a help line and real example lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sandtable.cli.choices import MOST, Choice, any_choice, can_end, line
from sandtable.cli.maneuvers import combat_moves, other_moves
from sandtable.game import machine
from sandtable.game.advantages.loaded import MODULES
from sandtable.game.answers import (
    Answer,
    Bombard,
    Buy,
    Choose,
    End,
    Launch,
    Lose,
    Move,
    Place,
    Research,
    Retreat,
    Roll,
    UnitSpec,
)
from sandtable.game.before.bidding import bid_of
from sandtable.game.before.choosing import by_dice, number_agreed, table
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.notation.answers import parse_answer
from sandtable.game.state import Decision
from sandtable.rules.edition import Edition
from sandtable.rules.refusal import Refusal
from sandtable.rules.traits import TECHNOLOGY
from sandtable.words.english import ipcs

MOVING = ("combat-move", "noncombat-move")

HELP = {
    "advantages": "Name them after choose, with commas between them.",
    "bid": "Place units where you have some already. What you do not spend goes to your treasury.",
    "research": "Name a development and how many dice you buy for it, or do no research.",
    "purchase": "Buy units with your IPCs. They are placed at the end of your turn.",
    "combat-move": "Move units that shall fight: into enemy territory, or against enemy ships. "
    "Type end when all attacks are set up.",
    "battle": "Choose which battle is fought next.",
    "bombard": "Choose ships that fire at the shore before the landing, each once a turn.",
    "submerge": "Say how many of your submarines submerge and leave the battle.",
    "casualties": "Choose which of your units take the hits.",
    "retreat": "Fight another round, or withdraw.",
    "land": "A fighter of yours has lost its carrier: choose where it lands.",
    "noncombat-move": "Move units that did not fight, and land all aircraft. Type end when done.",
    "new-carriers": "A new carrier has room: move fighters aboard, or type end.",
    "mobilize": "Place the units you bought, in territories with a factory or the sea beside one.",
}

RAIDING = "A move that ends with raid bombs a factory instead of attacking."


def help_for(game: Game, decision: Decision) -> str:
    """A line for somebody who does not know what to answer."""
    kind = decision.kind
    if kind == "advantages" and by_dice(Draft(game.state)):
        return "Type roll."
    if kind in game.edition.traits:
        module = MODULES.get(game.edition.traits[kind].module)
        if module is not None and not module.declinable:
            return f"Say where, after use {kind} and a colon."
        return f"Type use {kind} as in the examples, or decline {kind}."
    if kind == "battle" and can_end(game, decision):
        return "Type end when no more rockets are to be launched."
    if kind == "combat-move" and any(u.raids for u in Draft(game.state).kinds[decision.power]):
        return f"{HELP[kind]} {RAIDING}"
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
    edition = game.edition
    answer = parse_answer(edition, text)
    if isinstance(answer, Buy):
        return ipcs(sum((edition.units[s.unit].cost or 0) * s.number for s in answer.units))
    if decision.kind == "bid" and isinstance(answer, Place):
        placed = [spec for _, specs in answer.places for spec in specs]
        return ipcs(sum((edition.units[s.unit].cost or 0) * s.number for s in placed))
    if isinstance(answer, Research) and answer.dice:
        chance = 1 - (5 / 6) ** answer.dice
        return f"{ipcs(answer.dice * edition.rules.research_cost)}, {chance:.0%} to succeed"
    if isinstance(answer, Retreat) and answer.to < 0:
        return "aircraft only"
    if isinstance(answer, Launch):
        return f"rocket, up to {ipcs(min(6, edition.values[answer.target]))}"
    if decision.kind != "combat-move" or not isinstance(answer, Move):
        return ""
    if answer.manner == "raid":
        return f"raid, up to {ipcs(edition.values[answer.path[-1]])}"
    space = answer.path[-1]
    after = machine.answer(game.state, decision.power, answer)[0]
    enemy = edition.is_enemy[decision.power]
    kinds = Draft(after).kinds
    attack = defense = 0
    for token, count in after.position.stacks[space]:
        if token.power == decision.power:
            attack += kinds[token.power][token.unit].attack * count
        elif enemy[token.power]:
            defense += kinds[token.power][token.unit].defense * count
    if not attack or (not defense and edition.board.sea[space]):
        return ""
    return f"attack {attack} : {defense}"


def purchases(game: Game, decision: Decision) -> Iterator[Answer]:
    """As many of the cheapest as can be placed; a mix with something dearer; nothing."""
    d = Draft(game.state)
    money = d.treasuries[decision.power]
    room = sum(capacity for _, capacity in d.production_sites()) or 99
    units = game.edition.units
    for_sale = sorted((u.cost, u.index) for u in units if u.cost and u.attack and not u.sea)
    cost, cheapest = for_sale[0]
    if number := min(money // cost, room):
        yield Buy((UnitSpec(number, cheapest),))
    for price, unit in for_sale[1:]:
        if price <= money:
            rest = min((money - price) // cost, room - 1)
            specs = [UnitSpec(rest, cheapest)] if rest > 0 else []
            yield Buy((*specs, UnitSpec(1, unit)))
    yield Buy(())


def selections(game: Game, decision: Decision) -> Iterator[Answer]:
    """National advantages, the agreed number of them."""
    d = Draft(game.state)
    if by_dice(d):
        yield Roll()
        return
    own = table(d, decision.power)
    numbers, wanted = sorted(own) * 2, number_agreed(d, decision.power)
    for first in range(len(own)):
        chosen = sorted(numbers[first : first + wanted])
        yield Choose(tuple(own[number] for number in chosen))


def bids(game: Game, decision: Decision) -> Iterator[Answer]:
    """Infantry beside the enemy as far as it goes; one better unit; nothing."""
    d = Draft(game.state)
    money, enemy = bid_of(d, decision.power), d.at_war[decision.power]
    fronts = [
        space
        for space, owner in enumerate(d.owners)
        if owner == decision.power
        and any(t.power == owner for t, _ in d.stacks[space])
        and any(enemy[d.owners[near]] for near in d.ed.board.land_neighbors[space])
    ]
    fronts.sort(key=lambda space: -d.ed.values[space])
    units = sorted((u.cost, u.index) for u in d.ed.units if u.cost and u.land and u.attack)
    number = min(money // units[0][0], len(fronts))
    if number:
        spaces = sorted(fronts[:number])
        yield Place(tuple((space, (UnitSpec(1, units[0][1]),)) for space in spaces))
    better = [Place(((s, (UnitSpec(1, u),)),)) for s in fronts[:2] for _, u in units[:0:-1]]
    yield from better[: MOST - 3]
    yield Place(())


def researches(game: Game, decision: Decision) -> Iterator[Answer]:
    """None, and one die or two for the developments that are still to be made."""
    yield Research()
    open_ones = [
        trait.id
        for trait in game.edition.traits.values()
        if trait.kind == TECHNOLOGY and not Draft(game.state).has(decision.power, trait.id)
    ]
    for number, name in enumerate(reversed(open_ones)):
        yield Research(name, 2 if number % 2 else 1)


# --- battle


def bombardments(game: Game, decision: Decision) -> Iterator[Answer]:
    """All ships first."""
    found = [a for a in any_choice(game, decision) if isinstance(a, Bombard)]
    yield from sorted(found, key=lambda a: -sum(s.number for _, specs in a.places for s in specs))


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
    "advantages": selections,
    "bid": bids,
    "research": researches,
    "purchase": purchases,
    "combat-move": combat_moves,
    "bombard": bombardments,
    "noncombat-move": other_moves,
    "casualties": losses,
}
