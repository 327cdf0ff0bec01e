"""What a player is shown before an answer: the moment, in as few lines as will do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from sandtable.cli.choices import any_choice
from sandtable.cli.console import Table, folded, plain_rows
from sandtable.cli.hints import help_for
from sandtable.cli.maneuvers import in_the_air
from sandtable.cli.showing import forces, trait_lines
from sandtable.game.answers import Attack, CallOff, Launch, Move
from sandtable.game.before.bidding import bid_of
from sandtable.game.before.choosing import by_dice
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.state import Decision
from sandtable.rules.battle import required_losses
from sandtable.rules.position import Stack
from sandtable.rules.traits import ADVANTAGE, TECHNOLOGY
from sandtable.rules.units import FACILITY
from sandtable.words.effects import effect
from sandtable.words.english import Speaker, counted, ipcs, joined, phase_name, possessive
from sandtable.words.situation import (
    battles,
    before_first_turn,
    bought,
    power_data,
    raids,
    units_of,
)


def title(game: Game, decision: Decision, width: int) -> str:
    """The round, the power and the phase, ruled off."""
    power = game.edition.powers[decision.power].name
    phase = phase_name(game.phase)
    if before_first_turn(game):
        trait = game.edition.traits.get(decision.kind)
        what = phase_name(decision.kind) if trait is None else trait.name
        return ruled(f"Before the first round: {power}, {what}", width)
    if decision.power != game.state.position.turn:
        turn = game.edition.powers[game.state.position.turn].name
        phase = f"in {possessive(turn)} {phase}"
    return ruled(f"Round {game.round}: {power}, {phase}", width)


def ruled(text: str, width: int) -> str:
    """A heading over the whole width."""
    return f"-- {text} ".ljust(width, "-").rstrip()


def briefing(game: Game, decision: Decision, width: int) -> Iterator[str]:
    """The situation as far as it matters for one decision."""
    brief = BRIEFINGS.get(decision.kind, battle_lines)
    if decision.kind in game.edition.traits:
        brief = advantage_lines
    for part in brief(game, decision):
        if isinstance(part, str):
            yield from folded(part, width)
        else:
            yield from (f"  {row}" for row in plain_rows(part, width - 2))
    yield from folded(help_for(game, decision), width)


def research_lines(game: Game, decision: Decision) -> Iterator[str | Table]:
    """What can be developed, and what for."""
    edition = game.edition
    d = Draft(game.state)
    yield (
        f"You have {ipcs(d.treasuries[decision.power])}; a die costs "
        f"{ipcs(edition.rules.research_cost)}. One die that shows the number of your development "
        "is enough."
    )
    yield trait_table(game, TECHNOLOGY, [t for t in edition.traits if d.has(decision.power, t)])


def choosing_lines(game: Game, decision: Decision) -> Iterator[str | Table]:
    """The national advantages that a power can have."""
    how = "Roll for" if by_dice(Draft(game.state)) else "Choose"
    yield f"{how} {game.match.option('advantages')} of your national advantages:"
    yield trait_table(game, ADVANTAGE, (), decision.power)
    if colours := game.edition.rule("advantage/coloured-territories").text:
        yield colours


def trait_table(game: Game, kind: str, held: Collection[str], power: int = -1) -> Table:
    """Developments or a power's national advantages, with what they do."""
    table = Table(("die", "name", "what it does"), right=frozenset(("die",)))
    for trait in sorted(game.edition.traits.values(), key=lambda trait: trait.number):
        if trait.kind == kind and trait.power == power and trait.number:
            have = "You have it. " if trait.id in held else ""
            table.add(trait.number, trait.id, have + effect(game.edition, trait))
    return table


def advantage_lines(game: Game, decision: Decision) -> Iterator[str | Table]:
    """An advantage that can be used now, and the battle that it is about."""
    trait = game.edition.traits[decision.kind]
    where = ""
    if decision.space >= 0:
        where = f" in {game.edition.board.spaces[decision.space].name}"
    yield f"You can use {trait.name} now{where}: {effect(game.edition, trait)}"
    if game.state.agenda[-1].battle is None and decision.space >= 0:
        yield f"Units there: {side_text(game, game.state.position.stacks[decision.space])}"
    if game.state.agenda[-1].battle is None:
        yield from battle_plans(game)
    yield from battle_lines(game, decision)


def carrier_lines(game: Game, decision: Decision) -> Iterator[str | Table]:
    stack = game.state.position.stacks[decision.space]
    yield f"{game.edition.board.spaces[decision.space].name}: {side_text(game, stack)}"


def bid_lines(game: Game, decision: Decision) -> Iterator[str | Table]:
    d = Draft(game.state)
    limit = ""
    if game.match.option("bid_limit") == "one-per-space":
        limit = " The players agreed on at most one unit in a space."
    yield f"You have {ipcs(bid_of(d, decision.power))} for units before the first turn.{limit}"
    yield price_list(game, decision.power, facilities=False)


def purchase_lines(game: Game, decision: Decision) -> Iterator[str | Table]:
    d = Draft(game.state)
    edition = game.edition
    income = d.production(decision.power)
    yield (
        f"You have {ipcs(d.treasuries[decision.power])} to spend "
        f"and collect {ipcs(income)} at the end of the turn."
    )
    yield from trait_lines(Speaker(edition), [power_data(game, decision.power)])
    sites = [f"{edition.board.spaces[s].id} ({n})" for s, n in d.production_sites()]
    if sites:
        yield f"Your factories, and how many units each can place: {', '.join(sites)}"
    yield price_list(game, decision.power)


def price_list(game: Game, power: int, *, facilities: bool = True) -> Table:
    """The units that can be bought, as they are for a power."""
    numbers = ("cost", "move", "attack", "defense")
    table = Table(("unit", *numbers), right=frozenset(numbers))
    for unit in Draft(game.state).kinds[power]:
        if unit.cost is not None and (facilities or unit.domain != FACILITY):
            table.add(unit.id, unit.cost, unit.move, unit.attack, unit.defense)
    return table


def combat_lines(game: Game, decision: Decision) -> Iterator[str | Table]:
    """Every enemy space within reach, with who could attack it."""
    edition = game.edition
    speaker = Speaker(edition)
    reach: dict[int, dict[tuple[int, int], int]] = {}
    for answer in any_choice(game, decision):
        if isinstance(answer, Move) and len(answer.units) == 1:
            spec = answer.units[0]
            units = reach.setdefault(answer.path[-1], {})
            key = (answer.path[0], spec.unit)
            units[key] = max(units.get(key, 0), spec.number)
        elif isinstance(answer, Attack):
            reach.setdefault(answer.space, {})
    texts = []
    for space, units in sorted(reach.items(), key=lambda e: (edition.board.sea[e[0]], e[0])):
        enemies = tuple(
            (t, n)
            for t, n in game.state.position.stacks[space]
            if edition.is_enemy[decision.power][t.power]
        )
        hostile = edition.is_enemy[decision.power][game.state.position.owners[space]]
        if not enemies and not hostile:
            continue
        sources: dict[int, list[str]] = {}
        for (start, unit), number in units.items():
            sources.setdefault(start, []).append(counted(number, edition.units[unit].id))
        defenders = forces(speaker, units_of(edition, enemies), None) or "undefended"
        worth = f" ({ipcs(edition.values[space])})" if edition.values[space] else ""
        texts.append(f"  {edition.board.spaces[space].id}{worth}: {defenders}")
        from_where = "; ".join(
            f"{edition.board.spaces[start].id} {', '.join(found)}"
            for start, found in sources.items()
        )
        if from_where:
            texts.append(f"    from {from_where}")
    if texts:
        yield "Enemies within reach, and from where:"
        yield from texts
    else:
        yield "No enemy is within reach of your units."
    yield from battle_plans(game)


def battle_plans(game: Game) -> Iterator[str]:
    speaker = Speaker(game.edition)
    if found := battles(game):
        yield f"Battles set up so far: {joined(map(speaker.space, found))}"
    if found := raids(game):
        yield f"Raids and rockets set up so far: {joined(map(speaker.space, found))}"


def noncombat_lines(game: Game, decision: Decision) -> Iterator[str | Table]:
    """Units that can still move, space by space."""
    edition = game.edition
    able: dict[int, dict[int, int]] = {}
    for answer in any_choice(game, decision):
        if isinstance(answer, Move):
            for spec in answer.units:
                units = able.setdefault(answer.path[0], {})
                units[spec.unit] = max(units.get(spec.unit, 0), spec.number)
    if able:
        listed = "; ".join(
            f"{edition.board.spaces[space].id} "
            + ", ".join(counted(n, edition.units[u].id) for u, n in units.items())
            for space, units in able.items()
        )
        yield f"Units that can move: {listed}"
    else:
        yield "None of your units can move."
    if aloft := [edition.board.spaces[space].id for space in in_the_air(game)]:
        yield f"Aircraft that have fought and have to land: {', '.join(aloft)}"
    if waiting := bought(game):
        yield f"Bought, to be placed after this: {Speaker(edition).units(waiting)}"


def mobilize_lines(game: Game, decision: Decision) -> Iterator[str | Table]:
    edition = game.edition
    yield f"To be placed: {Speaker(edition).units(bought(game))}"
    sites = [f"{edition.board.spaces[s].id} ({n})" for s, n in Draft(game.state).production_sites()]
    yield f"Your factories, and how many units each can place: {', '.join(sites) or 'none'}"


def battle_lines(game: Game, decision: Decision) -> Iterator[str | Table]:
    """Who is still in the battle, and what has to be taken."""
    edition = game.edition
    speaker = Speaker(edition)
    if decision.kind == "battle":
        yield f"Battles to fight: {joined(map(speaker.space, battles(game))) or 'none'}"
        if found := raids(game):
            yield f"Raids and rockets to come: {joined(map(speaker.space, found))}"
        yield from battle_choices(game, decision)
        return
    battle = game.state.agenda[-1].battle if game.state.agenda else None
    if battle is None:
        return
    yield f"Battle in {edition.board.spaces[battle.space].name}, round {battle.round}:"
    for side, force in (("attacker", battle.attack), ("defender", battle.defend)):
        yield f"  {side}: {side_text(game, force)}"
    if battle.aside:
        yield f"  hit in this round: {side_text(game, battle.aside)}"
    if decision.kind == "casualties":
        from sandtable.game.casualties import open_targets

        needed = required_losses(battle.hits, open_targets(Draft(game.state), battle))
        yield f"You have to take {counted(needed.first + needed.last, 'hit')}."


def battle_choices(game: Game, decision: Decision) -> Iterator[str]:
    """What may be decided besides the order of battles."""
    answers = list(any_choice(game, decision))
    if any(isinstance(answer, CallOff) for answer in answers):
        yield "A landing can still be called off; its units stay aboard."
    if any(isinstance(answer, Launch) for answer in answers):
        yield "You can launch rockets at factories, before or after battles."


def side_text(game: Game, force: Stack) -> str:
    return forces(Speaker(game.edition), units_of(game.edition, force), None) or "nobody"


BRIEFINGS: dict[str, Callable[[Game, Decision], Iterator[str | Table]]] = {
    "advantages": choosing_lines,
    "bid": bid_lines,
    "research": research_lines,
    "purchase": purchase_lines,
    "combat-move": combat_lines,
    "noncombat-move": noncombat_lines,
    "mobilize": mobilize_lines,
    "new-carriers": carrier_lines,
}
