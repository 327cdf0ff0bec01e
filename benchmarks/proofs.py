"""Landing proofs: can all aircraft come down? The search behind the end of a combat move.

A power's carriers lie about an ocean without friendly ground, its fighters fly over it. A proof
that succeeds can stop at the first way it finds. One that fails has to rule all of them out:
either because places are short by one, or because the fighters are too scattered.
"""

from __future__ import annotations

from benchmarks.material import at_phase, setup_position
from sandtable.game.game import Game
from sandtable.rules.edition import Edition
from sandtable.rules.position import ATTACKS, COMBAT_MOVED, Mark, Stack, Token, stack_of

POWER = "germany"
ZONES = ("sz-40", "sz-37", "sz-44", "sz-36", "sz-39", "sz-43", "sz-35", "sz-41", "sz-38", "sz-48")
"""Where fighters are, and from the first on also carriers."""


def fleet(edition: Edition, carriers: int, fighters: int, left: int) -> Game:
    """A game in which ending the combat move needs such a proof.

    Fighters are spread over the zones and have so many movement points left.
    """
    start = setup_position(edition)
    index, unit = edition.board.index, edition.unit_index
    power, foe = edition.power_index[POWER], edition.power_index["united-states"]
    flown = Mark(left, COMBAT_MOVED | ATTACKS, index[POWER], -1, (), ())
    stacks: list[Stack] = [()] * len(edition.board)
    for i, name in enumerate(ZONES):
        stacks[index[name]] = stack_of(
            (
                (Token(power, unit["carrier"]), int(i < carriers)),
                (
                    Token(power, unit["fighter"], mark=flown),
                    len(range(i, fighters, len(ZONES))),
                ),
            )
        )
    islands = edition.power_index["japan"]
    owners = tuple(foe if owner == islands else owner for owner in start.owners)
    position = start._replace(stacks=tuple(stacks), owners=owners)
    return at_phase(edition, position, power, "combat-move")


def provable(edition: Edition, carriers: int) -> Game:
    """As many fighters as places."""
    return fleet(edition, carriers, 2 * carriers, 1)


def short_by_one(edition: Edition, carriers: int) -> Game:
    """One fighter more than places."""
    return fleet(edition, carriers, 2 * carriers + 1, 1)


def scattered(edition: Edition, carriers: int) -> Game:
    """Single fighters in more zones than there are carriers, each to be fetched where it is."""
    return fleet(edition, carriers, len(ZONES), 0)


CASES = {"provable": provable, "short by one": short_by_one, "scattered": scattered}
