"""What the battle board is told besides the forces: whose dice fell, and who may leave."""

from __future__ import annotations

from sandtable import Game, load_edition
from sandtable.players.interface import Mind, View, answers_of
from sandtable.players.randomly import plan
from sandtable.rules.roll import RollRequest, Shot
from sandtable.server.views.options import options_for
from sandtable.server.views.rolls import roll_view

SEEDS = range(6)
DECISIONS = 400


def test_a_roll_names_its_shots() -> None:
    request = RollRequest(
        "fire",
        "germany",
        "ukraine",
        (Shot("infantry", 1, 2, "other"), Shot("bomber", 4, 1, "air", dice=2)),
    )
    view = roll_view(7, (1, 5, 6, 3), request)
    assert (view.index, view.dice, view.purpose, view.space) == (7, [1, 5, 6, 3], "fire", "ukraine")
    assert [(s.unit, s.number, s.count, s.dice) for s in view.shots] == [
        ("infantry", 1, 2, 1),
        ("bomber", 4, 1, 2),
    ]


def test_every_attacker_leaves_or_stays_in_a_retreat() -> None:
    """In games of chance, until a retreat was asked for several times."""
    edition = load_edition("1941")
    seen = 0
    for seed in SEEDS:
        game = Game.new(edition, seed=seed)
        for step in range(DECISIONS):
            decision = game.pending[0]
            if decision.kind == "retreat":
                retreat = options_for(game, decision, 0).retreat
                assert retreat is not None
                battle = next(s.battle for s in reversed(game.state.agenda) if s.battle)
                attackers = sum(n for _, n in battle.attack)
                assert sum(retreat.leaves.values()) + sum(retreat.stays.values()) == attackers
                assert retreat.leaves, f"nobody leaves, seed {seed}"
                seen += 1
            view, mind = View(game.state, decision.power), Mind(f"{seed} {step}")
            for answer in answers_of(plan(view, decision, mind)):
                game.decide(decision.power, answer)
            if seen >= 5 or not game.pending:
                break
    assert seen >= 5
