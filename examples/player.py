"""A player of one's own: it buys infantry and walks into whatever stands empty.

python examples/player.py                                        # a few rounds against a level
sandtable arena --players player:Walker,recruit --games 10       # with examples/ on PYTHONPATH
sandtable bot http://127.0.0.1:1941 GAME --player player:Walker  # at a seat of a server
"""

from __future__ import annotations

from sandtable import new_game
from sandtable.game.answers import Answer, Move
from sandtable.players import Choice, Decision, Reason, View, make_player, play


class Walker:
    """Has ideas of its own about purchases and attacks, and leaves the rest to a level."""

    def __init__(self, seed: str = "", seconds: float | None = None) -> None:
        self.helper = make_player("recruit", seed, seconds)

    def decide(self, view: View, decision: Decision) -> Answer | Choice | str:
        if decision.kind == "purchase":
            cost, infantry = min((u.cost, u.id) for u in view.edition.units if u.land and u.cost)
            return f"buy {view.state.position.treasuries[view.power] // cost} {infantry}"
        if decision.kind == "combat-move":
            for answer in view.legal(decision):
                if isinstance(answer, Move) and walks_in(view, answer):
                    return Choice(answer, Reason("Nobody guards {space}", answer.path[-1]))
            if view.refusal("end") is None:
                return "end"
        return self.helper.decide(view, decision)


def walks_in(view: View, move: Move) -> bool:
    """Whether a move of land units ends in enemy territory that nobody defends."""
    end, units = move.path[-1], view.edition.units
    owner = view.state.position.owners[end]
    hostile = owner >= 0 and view.edition.powers[owner].side != view.edition.powers[view.power].side
    return hostile and units[move.units[0].unit].land and not view.state.position.stacks[end]


if __name__ == "__main__":
    game = new_game("1941", seed=1)
    play(game, {"axis": Walker("a"), "allies": make_player("recruit", "b")}, rounds=3)
    for power in game.edition.powers:
        print(f"{power.name}: {game.production(power.id)} IPCs")
