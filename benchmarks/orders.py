"""Single questions to the engine: refusing, listing all offers, ending a combat move."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks import proofs
from benchmarks.effort import Effort
from benchmarks.figures import Figure, Section
from benchmarks.material import at_phase, base_edition, record_game, setup_position
from benchmarks.timing import TooSlow, elapsed, limit, measure, timed
from sandtable.game.answers import End, Move, UnitSpec
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.landing import aloft
from sandtable.game.machine import pending
from sandtable.game.notation.answers import format_answer
from sandtable.game.offers import offers
from sandtable.game.state import State
from sandtable.rules.edition import Edition


def too_far(edition: Edition) -> Move:
    """An order that breaks a rule: infantry moved two spaces."""
    path = tuple(edition.board.index[name] for name in ("russia", "west-russia", "ukraine"))
    return Move((UnitSpec(1, edition.unit_index["infantry"]),), path)


def list_all(state: State) -> int:
    return sum(1 for _ in offers(state))


def most_aloft(edition: Edition, rounds: int) -> Game:
    """The end of a combat move in random games that sent most aircraft out and was accepted."""
    best: tuple[int, int] = (-1, -1)
    found = None
    for seed in range(200, 206):
        played = record_game(edition, seed, rounds)
        for i, (state, _, answer) in enumerate(played.decisions):
            if isinstance(answer, End) and pending(state)[0].kind == "combat-move":
                aircraft = sum(group.number for group in aloft(Draft(state), flying=True))
                if (aircraft, -i) > best:
                    best, found = (aircraft, -i), state
    assert found is not None
    return Game(found.match, found, Game.new(edition).dice)


def ending(game: Game) -> Callable[[], object]:
    """Ask whether the combat move may end; nothing changes."""
    return partial(game.refusal, game.pending[0].power, End())


def section(effort: Effort) -> Section:
    edition = base_edition()
    start = setup_position(edition)
    soviet = at_phase(edition, start, 0, "combat-move")
    illegal = too_far(edition)
    text = format_answer(edition, illegal)
    number = effort.number
    probes = [
        timed("refuse an illegal move", partial(soviet.refusal, 0, illegal), number),
        timed("refuse an illegal move, as text", partial(soviet.refusal, 0, text), number),
        timed("refuse a text that makes no sense", partial(soviet.refusal, 0, "mvoe"), number),
    ]
    notes = {}
    for power in edition.powers:
        game = at_phase(edition, start, power.index, "combat-move")
        name = f"all offers of a first combat move, {power.name}"
        probes.append(timed(name, partial(list_all, game.state)))
        notes[name] = f"{list_all(game.state)} offers"
    game = most_aloft(edition, max(effort.game_rounds, 2))
    name = "end a combat move, landing proof included"
    probes.append(timed(name, ending(game), number))
    notes[name] = f"{sum(g.number for g in aloft(Draft(game.state), flying=True))} aircraft aloft"
    slow = []
    for case, make in proofs.CASES.items():
        for carriers in range(3, effort.most_carriers + 1):
            name = f"landing proof, {carriers} carriers, {case}"
            ask = ending(make(edition, carriers))
            try:
                with limit(effort.patience):
                    took = elapsed(ask)
            except TooSlow:
                slow.append(Figure(name, (effort.patience,), note="broken off: takes longer"))
                continue
            if took > 1:
                slow.append(Figure(name, (took,), note="measured once"))
            else:
                probes.append(timed(name, ask))
    results = measure(probes, effort.repeats)
    figures = [
        Figure(name, tuple(found), note=notes.get(name, ""))
        for name, found in results.values.items()
    ]
    return Section("Single questions", (*figures, *slow), results)
