"""What a server makes for every player at every change: the view of a game and its options."""

from __future__ import annotations

from benchmarks.effort import Effort
from benchmarks.figures import Figure, Section
from benchmarks.material import at_phase, setup_position
from benchmarks.timing import Probe, measure, timed
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.rules.edition import Edition
from sandtable.server.views.board import spaces_of
from sandtable.server.views.moment import moment_of, position_line
from sandtable.server.views.options import options_for
from sandtable.server.views.reach import next_turn

BOARDS = ("1941", "revised")
POWER = 1
"""Germany: it has the most to move at the start."""
GOALS = {"options of a combat move": "under 50", "options of a noncombat move": "under 50"}


def view(game: Game) -> int:
    """Everything about a game as a client gets it; how many letters that is."""
    moment = moment_of(game)
    spaces = spaces_of(game)
    texts = [decision.model_dump_json() for decision in moment.pending]
    texts += [power.model_dump_json() for power in moment.powers.values()]
    texts += [space.model_dump_json() for space in spaces.values()]
    return sum(map(len, texts)) + len(position_line(game))


def options(game: Game) -> int:
    return len(options_for(game, game.pending[0], 0).model_dump_json())


def reach(game: Game) -> int:
    """Who can come where in the next turn of every power, past what is kept of it."""
    position = game.position
    powers = range(len(game.edition.powers))
    return sum(len(next_turn.__wrapped__(game.match, position, power)) for power in powers)


def probes(edition: Edition) -> list[Probe]:
    start = setup_position(edition)
    combat = at_phase(edition, start, POWER, "combat-move")
    noncombat = at_phase(edition, start, POWER, "noncombat-move")
    name = edition.name
    return [
        timed(f"{name}: view of a game", lambda: view(combat)),
        timed(f"{name}: options of a combat move", lambda: options(combat)),
        timed(f"{name}: options of a noncombat move", lambda: options(noncombat)),
        timed(f"{name}: reach of all powers", lambda: reach(combat)),
    ]


def section(effort: Effort) -> Section:
    found = [probe for board in BOARDS for probe in probes(load_edition(board))]
    results = measure(found, effort.repeats)
    figures = tuple(
        Figure(name, tuple(times), "ms", GOALS.get(name.partition(": ")[2], ""))
        for name, times in results.values.items()
    )
    return Section("Views and options of a server, at the first German turn", figures, results)
