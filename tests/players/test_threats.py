"""The map of threats misses nobody whom the engine lets come."""

from __future__ import annotations

import pytest

from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.queries import hostile_zone
from sandtable.players.random_player import RandomPlayer
from sandtable.players.staff.threats import reach_of
from sandtable.server.views.reach import gathered


def combat_arrivals(game: Game) -> tuple[Draft, set[tuple[int, int, int, int]]]:
    """(end, start, unit, number) of all units that can come somewhere in the combat move."""
    d = Draft(game.state)
    return d, {
        (end, coming.start, unit, number)
        for end, every in gathered(d, (True,)).items()
        for coming in every
        for unit, number in coming.units
    }


def missed(game: Game) -> list[tuple[str, str, str, int]]:
    """Who comes in the combat move under way and is not on the map of threats."""
    d, arrivals = combat_arrivals(game)
    reach = reach_of(d, d.power)
    ed, found = d.ed, []
    for end, start, unit, number in sorted(arrivals):
        heap = reach.heap(end)
        kind = ed.units[unit]
        if kind.bystander or (ed.board.sea[end] and kind.land) or kind.domain == "facility":
            continue
        alone = any(
            g.start == start and g.unit == unit and g.reach >> end & 1 and g.number >= number
            for g in reach.groups
        )
        # A transport is counted once, with the strongest load that fits beside its cargo.
        aboard = any(heap[u.index] and u.land for u in ed.units)
        excused = kind.land and (aboard or behind_blockade(d, end))
        if not alone and not excused:
            spaces = ed.board.spaces
            found.append((spaces[start].id, spaces[end].id, kind.id, number))
    return found


def behind_blockade(d: Draft, territory: int) -> bool:
    """Whether only a battle at sea that may be lost opens a coast: left out on purpose."""
    coast = d.ed.board.sea_neighbors[territory]
    return any(hostile_zone(d, d.power, zone) for zone in coast)


@pytest.mark.parametrize("edition", ["1941", "revised", "lhtr"])
def test_nobody_is_missed(edition: str) -> None:
    for seed in range(2):
        game = Game.new(edition, seed=seed)
        player = RandomPlayer(f"{edition}{seed}", restless=0.5)
        looked: set[tuple[int, int]] = set()
        while len(looked) < 10 and game.winner is None:
            asked = game.pending[0]
            turn = game.round, asked.power
            if asked.kind == "combat-move" and turn not in looked:
                looked.add(turn)
                assert missed(game) == [], f"{edition} seed {seed} round {game.round}"
            player.step(game)
