"""Battles of a game that are still to be fought, against plays of the game itself."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from sandtable.conformance.positions import changed
from sandtable.game import machine
from sandtable.game.answers import End as EndPhase
from sandtable.game.answers import Fight
from sandtable.game.dice import ScriptedDice
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.setup import make_match, starting_position
from sandtable.game.state import State
from sandtable.odds.engine import walk
from sandtable.odds.engine.answering import Answers
from sandtable.odds.engine.ends import ends_of, sides_of
from sandtable.odds.engine.exploring import one_mind
from sandtable.odds.engine.pending import BATTLE, LANDING, RAID, pending
from sandtable.odds.lineup import usual_prices
from sandtable.odds.outcomes import Outcomes
from sandtable.odds.policy import Policy

FAR = 5.0


def game(edition: str, position: dict[str, Any], moves: Iterable[str], dice: str = "") -> Game:
    """A game in which some combat moves were made."""
    ed = load_edition(edition)
    changes = {"clear": "all", "phase": "combat-move", **position}
    start = changed(ed, starting_position(make_match(ed)), changes)
    found = Game.new(ed, position=start, dice=ScriptedDice([int(die) for die in dice]))
    for line in moves:
        found.play(line)
    return found


FLEET = {
    "turn": "united-kingdom",
    "units": {
        "sz-2": {"united-kingdom": {"transport(infantry+tank)": 1, "transport(2 infantry)": 1}},
        "sz-3": {"germany": {"submarine": 1, "transport": 1}},
        "sz-4": {"united-kingdom": {"battleship": 1}},
        "sz-6": {"united-kingdom": {"battleship": 1, "transport(infantry)": 1}},
        "united-kingdom": {"united-kingdom": {"fighter": 2}},
        "norway": {"germany": {"infantry": 2, "fighter": 1, "aa-gun": 1}},
    },
}
SAILING = [
    "united-kingdom: move 2 transport: sz-2 > sz-3",
    "united-kingdom: move 1 battleship: sz-4 > sz-3",
    "united-kingdom: move 3 infantry, 1 tank: sz-3 > norway",
    "united-kingdom: move 1 infantry: sz-6 > norway",
    "united-kingdom: move 1 fighter: united-kingdom > sz-3 > norway",
    "united-kingdom: move 1 fighter: united-kingdom > sz-3",
]


def played_out(state: State, last: int, policy: Policy, seed: int, runs: int) -> Counter[object]:
    """What is left in a territory when all battles have been played, sea battles first."""
    rng = random.Random(seed)
    found: Counter[object] = Counter()
    for _ in range(runs):
        now = one_mind(state)
        answers: tuple[int, Answers] | None = None
        while now.position.phase == state.position.phase:
            d = Draft(now)
            if now.roll is not None:
                dice = tuple(rng.randint(1, 6) for _ in range(now.roll.size))
                now, _ = machine.roll(now, dice)
                continue
            asked = machine.asked(d)[0]
            if asked.kind == "battle":
                left = d.turn.battles
                choice = next((z for z in left if d.ed.board.sea[z]), None)
                given: Any = (
                    EndPhase() if not left else Fight(left[0] if choice is None else choice)
                )
            else:
                if answers is None or answers[0] != d.battle.space:
                    sides = sides_of(now, usual_prices(d.ed))
                    fresh = Answers(d.ed, policy, sides.attack, sides.defend)
                    answers = d.battle.space, fresh
                given = answers[1].answer(d, asked)
            now, _, _ = machine.answer(now, asked.power, given)
        stack = now.position.stacks[last]
        found[now.position.owners[last], counted(now, stack)] += 1
    return found


def counted(state: State, stack: Any) -> tuple[tuple[int, int, int], ...]:
    """Units by power and kind, but for guns."""
    units = state.match.edition.units
    found: Counter[tuple[int, int]] = Counter()
    for token, count in stack:
        if not units[token.unit].bystander:
            found[token.power, token.unit] += count
    return tuple(sorted((*key, n) for key, n in found.items()))


def ashore(found: Outcomes, sides: Any, owners: tuple[int, int]) -> dict[object, float]:
    """What outcomes leave in a territory, with whoever holds it then."""
    by_kind: dict[object, float] = {}
    for end, chance in ends_of(found).items():
        units: Counter[tuple[int, int]] = Counter()
        there = zip(sides.attack.tokens, end.attack, strict=True) if end.attack_present else ()
        for token, n in (*there, *zip(sides.defend.tokens, end.defend, strict=True)):
            units[token.power, token.unit] += n
        taken = end.attack_holds and not end.defend_present
        key = owners[taken], tuple(sorted((*k, n) for k, n in units.items() if n))
        by_kind[key] = by_kind.get(key, 0.0) + chance
    return by_kind


@pytest.mark.parametrize("edition", ["revised", "lhtr"])
def test_a_landing_depends_on_its_sea_battle(edition: str) -> None:
    found = game(edition, FLEET, SAILING)
    planned = pending(found)
    # In one edition the attacker may call the landing off, in the other the sea battle begins.
    state, _, _ = machine.answer(found.state, found.state.position.turn, EndPhase())
    listed = {p.name: p for p in pending(state)}
    assert listed["sz-3"].begun == (state.roll is not None)
    assert [(p.name, p.kind) for p in planned] == [(p.name, p.kind) for p in listed.values()]
    assert listed["sz-3"].kind == BATTLE
    landing = listed["norway"]
    assert landing.kind == LANDING
    assert len(landing.first) == 1
    outcomes = landing.outcomes()
    assert outcomes.fought.sum() + outcomes.left.sum() == pytest.approx(1.0, abs=1e-12)
    runs = 400
    ed = found.edition
    owners = ed.power_index["germany"], ed.power_index["united-kingdom"]
    seen = played_out(state, landing.space, Policy(), 7, runs)
    likely = ashore(outcomes, landing.sides(), owners)
    assert set(seen) <= {k for k, chance in likely.items() if chance > 0}
    for key, chance in likely.items():
        if chance * runs >= 5:
            error = (chance * (1 - chance) / runs) ** 0.5
            assert abs(seen[key] / runs - chance) <= FAR * error, key


def test_units_that_cannot_land_stay_aboard() -> None:
    # The submarine cannot be hit often enough: where it is left, the zone is not cleared.
    found = game("revised", FLEET, [*SAILING, "united-kingdom: end"])
    landing = next(p for p in pending(found) if p.kind == LANDING)
    outcomes = landing.outcomes(Policy(retreat=1))
    sides = landing.sides()
    alone = [
        end
        for end in ends_of(outcomes)
        if not end.attack_present and any(end.attack) and end.defend_present
    ]
    assert alone
    tanks = [t.unit for t in sides.attack.tokens].index(found.edition.unit_index["tank"])
    assert any(end.attack[tanks] for end in alone)


PLAIN = {
    "turn": "germany",
    "units": {
        "ukraine-ssr": {"germany": {"infantry": 2, "tank": 2}},
        "caucasus": {"soviet-union": {"infantry": 2, "aa-gun": 1}},
        "germany": {"germany": {"bomber": 2, "fighter": 1}},
        "eastern-europe": {"germany": {"fighter": 1}},
        "russia": {"soviet-union": {"infantry": 1, "aa-gun": 1}},
    },
    "owners": {"ukraine-ssr": "germany"},
}
ATTACK = [
    "germany: move 2 infantry, 2 tank: ukraine-ssr > caucasus",
    "germany: move 1 fighter: eastern-europe > ukraine-ssr > caucasus",
    "germany: move 1 bomber: germany > eastern-europe > belorussia > west-russia > russia raid",
]


def test_every_battle_and_raid_is_listed() -> None:
    found = game("revised", PLAIN, ATTACK)
    found.play("germany: end")
    listed = [(p.name, p.kind, p.begun) for p in pending(found)]
    assert listed == [("russia", RAID, False), ("caucasus", BATTLE, False)]
    raid = pending(found)[0]
    assert raid.outcomes().fought.sum() == pytest.approx(1.0)
    assert raid.attackers == (found.edition.power_index["germany"],)
    assert raid.defenders == (found.edition.power_index["soviet-union"],)


def test_nothing_is_pending_without_attacks() -> None:
    assert pending(game("revised", PLAIN, [])) == []
    quiet = game("revised", PLAIN, ["germany: end", "germany: end"])
    assert pending(quiet) == []


def test_a_battle_under_way_is_reckoned_from_where_it_stands() -> None:
    # The gun misses, the attackers miss (1 1 3 3 3 on sixes), the defenders hit twice.
    found = game("revised", PLAIN, [*ATTACK, "germany: end"], dice="5" + "66666" + "11" + "3" * 99)
    found.play("germany: fight caucasus")
    here = pending(found)[0]
    assert here.begun
    assert here.kind == BATTLE
    assert found.pending[0].kind == "casualties"
    direct = walk.outcomes(found.state)
    likely = ends_of(here.outcomes())
    assert sum(likely.values()) == pytest.approx(1.0)
    for end, chance in ends_of(direct).items():
        assert likely.get(end, 0.0) == pytest.approx(chance, abs=1e-12)
    assert max(sum(end.attack) for end in likely) == 3


def test_units_aboard_a_friend_land_if_the_zone_is_cleared() -> None:
    position = {
        "turn": "united-kingdom",
        "units": {
            "sz-3": {"united-states": {"transport(united-kingdom.infantry)": 1}},
            "sz-2": {"united-kingdom": {"destroyer": 1}},
            "norway": {"germany": {"infantry": 1}},
        },
        "add": {"sz-3": {"germany": {"submarine": 1}}},
    }
    moves = [
        "united-kingdom: move 1 destroyer: sz-2 > sz-3",
        "united-kingdom: move 1 infantry: sz-3 > norway",
    ]
    landing = next(p for p in pending(game("lhtr", position, moves)) if p.kind == LANDING)
    found = ends_of(landing.outcomes())
    # A destroyer (3) against a submarine (2): it wins with 1/2, and 1/4 that both are lost.
    ashore = sum(chance for end, chance in found.items() if end.attack_holds)
    aboard = sum(c for end, c in found.items() if any(end.attack) and not end.attack_present)
    assert ashore == pytest.approx(3 / 4 * 1 / 4)
    assert aboard == pytest.approx(1 / 4)
