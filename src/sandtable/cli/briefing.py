"""What a player is shown before an answer: the moment, in as few lines as will do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from sandtable.cli.choices import choices
from sandtable.cli.console import Table, folded, plain_rows
from sandtable.cli.english import Speaker, counted, ipcs, joined, phase_name
from sandtable.cli.hints import LOOKED_AT, help_for
from sandtable.cli.showing import forces
from sandtable.cli.situation import battles, bought, units_of
from sandtable.game.answers import Attack, Move
from sandtable.game.game import Game
from sandtable.game.state import Decision, Draft
from sandtable.rules.battle import required_losses
from sandtable.rules.position import Stack


def title(game: Game, decision: Decision, width: int) -> str:
    """The round, the power and the phase, ruled off."""
    power = game.edition.powers[decision.power].name
    phase = phase_name(game.phase)
    if decision.power != game.state.position.turn:
        turn = game.edition.powers[game.state.position.turn].name
        phase = f"in {turn}'s {phase}"
    return ruled(f"Round {game.round}: {power}, {phase}", width)


def ruled(text: str, width: int) -> str:
    """A heading over the whole width."""
    return f"-- {text} ".ljust(width, "-")


def briefing(game: Game, decision: Decision, width: int) -> Iterator[str]:
    """The situation as far as it matters for one decision."""
    brief = BRIEFINGS.get(decision.kind, battle_lines)
    for part in brief(game, decision):
        if isinstance(part, str):
            yield from folded(part, width)
        else:
            yield from (f"  {row}" for row in plain_rows(part, width - 2))
    yield from folded(help_for(decision.kind), width)


def purchase_lines(game: Game, decision: Decision) -> Iterator[str | Table]:
    d = Draft(game.state)
    edition = game.edition
    income = d.production(decision.power)
    yield (
        f"You have {ipcs(d.treasuries[decision.power])} to spend "
        f"and collect {ipcs(income)} at the end of the turn."
    )
    sites = [f"{edition.board.spaces[s].id} ({n})" for s, n in d.production_sites()]
    if sites:
        yield f"Your factories, and how many units each can place: {', '.join(sites)}"
    table = Table(
        ("unit", "cost", "move", "attack", "defense"),
        right=frozenset(("cost", "move", "attack", "defense")),
    )
    for unit in edition.units:
        if unit.cost is not None:
            table.add(unit.id, unit.cost, unit.move, unit.attack, unit.defense)
    yield table


def combat_lines(game: Game, decision: Decision) -> Iterator[str | Table]:
    """Every enemy space within reach, with who could attack it."""
    edition = game.edition
    speaker = Speaker(edition)
    reach: dict[int, dict[tuple[int, int], int]] = {}
    for choice in islice(choices(game, "combat-move"), LOOKED_AT):
        answer = choice.answer
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


def noncombat_lines(game: Game, decision: Decision) -> Iterator[str | Table]:
    """Units that can still move, space by space."""
    edition = game.edition
    able: dict[int, dict[int, int]] = {}
    for choice in islice(choices(game, "noncombat-move"), LOOKED_AT):
        answer = choice.answer
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
        yield f"Battles to fight: {joined(map(speaker.space, battles(game)))}"
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


def side_text(game: Game, force: Stack) -> str:
    return forces(Speaker(game.edition), units_of(game.edition, force), None) or "nobody"


BRIEFINGS: dict[str, Callable[[Game, Decision], Iterator[str | Table]]] = {
    "purchase": purchase_lines,
    "combat-move": combat_lines,
    "noncombat-move": noncombat_lines,
    "mobilize": mobilize_lines,
}
