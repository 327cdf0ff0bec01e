"""The recruit: weak, but not absurd."""

from __future__ import annotations

import random

import pytest

from sandtable.arena.deciding import decided
from sandtable.arena.playing import play
from sandtable.arena.settings import Settings, jobs
from sandtable.game.answers import Buy, Move
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.players.interface import Decision, Mind, View
from sandtable.players.recruit import plan
from sandtable.players.recruit.spending import purchase


@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ("1941", ()),
        ("revised", (("advantages", "6"), ("bid_germany", "9"))),
        ("lhtr", (("advantages", "6"),)),
    ],
)
def test_it_gains_on_a_player_that_moves_at_random(
    edition: str, options: tuple[tuple[str, str], ...]
) -> None:
    given = Settings(edition, ("recruit", "random"), rounds=6, options=options)
    gained = 0.0
    for job in jobs(given, 2):
        result = play(job, given).result
        assert result["fault"] is None, f"seed {job.seed}: {result['fault']}"
        side = next(side for side, who in result["sides"].items() if who == "recruit")
        start, end = result["shares"][side]
        gained += end - start
    assert gained > 0


def test_a_captain_gains_on_it_from_either_side() -> None:
    given = Settings("1941", ("captain", "recruit"), rounds=5)
    results = [play(job, given).result for job in jobs(given, 2)]
    for result in decided(results):
        assert result["winner"] == "captain", f"seed {result['seed']}: {result['shares']}"
        side = next(side for side, who in result["sides"].items() if who == "captain")
        start, end = result["shares"][side]
        assert end > start


def test_it_buys_what_can_be_placed_and_no_carriers() -> None:
    game = Game.new("revised", seed=1, options={"technology": "off"})
    d = Draft(game.state)
    room = sum(capacity for _, capacity in d.production_sites())
    for seed in range(30):
        bought = purchase(d, game.pending[0], random.Random(seed))
        assert isinstance(bought, Buy)
        assert 1 <= sum(spec.number for spec in bought.units) <= room, f"seed {seed}"
        assert not any(d.ed.deck_room[spec.unit] for spec in bought.units), f"seed {seed}"
        assert game.refusal(game.turn, bought) is None, f"seed {seed}"


def test_a_guard_stays_at_home_and_some_attack() -> None:
    attacks = 0
    for seed in range(10):
        game = Game.new("1941", seed=seed)
        game.decide("soviet-union", "buy 2 infantry")
        asked = game.pending[0]
        assert asked == Decision(asked.power, "combat-move")
        home = game.edition.powers[asked.power].capitals[0]
        for choice in plan(View(game.state, asked.power), asked, Mind(str(seed))):
            attacks += isinstance(choice.answer, Move)
            game.decide(asked.power, choice.answer)
            if game.phase != "combat-move":
                break
            land = [n for t, n in Draft(game.state).own(home) if game.edition.lands[t.unit]]
            assert sum(land) >= 1, f"seed {seed}"
    assert attacks
