"""Odds of raids and rockets against the engine, every die of it."""

from __future__ import annotations

import json
from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from sandtable.game.state import State
from sandtable.odds.questions.raids import Raid, raid, rocket
from sandtable.rules.refusal import InvalidAnswer
from tests.odds.scenes import begin, every_way


def played(state: State, line: str) -> dict[tuple[int, int], Fraction]:
    """Chances by raiders lost and IPCs paid, as the engine plays it."""
    found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for chance, events in every_way(state, line):
        lost = sum(sum(e.data["units"].values()) for e in events if e.type == "lost")
        paid = sum(e.data["amount"] for e in events if e.type in ("raided", "rocket"))
        found[lost, paid] += chance
    return dict(found)


def merged(found: Raid) -> dict[tuple[int, int], float]:
    ends: dict[tuple[int, int], float] = defaultdict(float)
    for (gone, paid), chance in found.ends.items():
        ends[sum(gone), paid] += chance
    return dict(ends)


def sent(edition: str, units: dict[str, int], gun: bool, **more: Any) -> State:
    """Units of a power that are about to raid germany, or germany's about to raid russia."""
    own = more.pop("power", "united-kingdom")
    base, target, victim = (
        ("western-europe", "germany", "germany")
        if own != "germany"
        else ("belorussia", "russia", "soviet-union")
    )
    game = begin(
        edition,
        owners={base: own},
        units={
            base: {own: units},
            target: {victim: {"infantry": 1, **({"aa-gun": 1} if gun else {})}},
        },
        turn=own,
        phase="combat-move",
        **more,
    )
    list_ = ", ".join(f"{n} {unit}" for unit, n in units.items())
    game.decide(own, f"move {list_}: {base} > {target} raid")
    return game.state


CASES = [
    ("revised", {"bomber": 1}, True, {}, {}),
    ("revised", {"bomber": 2}, True, {}, {}),
    ("revised", {"bomber": 2}, False, {}, {}),
    ("lhtr", {"bomber": 2}, True, {}, {}),
    ("revised", {"bomber": 2}, True, {"treasury": {"germany": 5}}, {"treasury": 5}),
    (
        "revised",
        {"bomber": 1},
        True,
        {"technologies": {"united-kingdom": ["heavy-bombers"]}},
        {"attacker_has": ["heavy-bombers"]},
    ),
    (
        "lhtr",
        {"bomber": 1},
        True,
        {"technologies": {"united-kingdom": ["heavy-bombers"]}},
        {"attacker_has": ["heavy-bombers"]},
    ),
    (
        "revised",
        {"fighter": 1, "bomber": 1},
        True,
        {"power": "germany", "advantages": {"germany": ["luftwaffe-dive-bombers"]}},
        {"attacker_has": ["luftwaffe-dive-bombers"]},
    ),
    (
        "revised",
        {"bomber": 1},
        True,
        {"power": "united-states", "advantages": {"united-states": ["superfortresses"]}},
        {"attacker_has": ["superfortresses"]},
    ),
    (
        "lhtr",
        {"bomber": 1},
        True,
        {"power": "united-states", "advantages": {"united-states": ["superfortresses"]}},
        {"attacker_has": ["superfortresses"]},
    ),
]


@pytest.mark.parametrize(("edition", "units", "gun", "position", "asked"), CASES)
def test_a_raid_has_the_odds_that_the_engine_gives_it(
    edition: str, units: dict[str, int], gun: bool, position: dict[str, Any], asked: dict[str, Any]
) -> None:
    state = sent(
        edition, units, gun, **{"treasury": {"germany": 40, "soviet-union": 40}, **position}
    )
    own = position.get("power", "united-kingdom")
    target = "russia" if own == "germany" else "germany"
    found = raid(
        edition,
        ", ".join(f"{n} {unit}" for unit, n in units.items()),
        at=target,
        gun=gun,
        attacker=own,
        defender="soviet-union" if own == "germany" else "germany",
        **{"treasury": 40, **asked},
    )
    expected = played(state, f"{own}: end")
    assert merged(found) == pytest.approx({end: float(p) for end, p in expected.items()})
    assert sum(found.ends.values()) == pytest.approx(1)


@pytest.mark.parametrize(("edition", "before"), [("revised", 0), ("lhtr", 0), ("lhtr", 7)])
def test_a_complex_that_was_hit_before_suffers_less_where_that_is_the_rule(
    edition: str, before: int
) -> None:
    state = sent(edition, {"bomber": 2}, False, treasury={"germany": 40})
    space = next(i for i, s in enumerate(state.match.edition.board.spaces) if s.id == "germany")
    state = state._replace(turn=state.turn._replace(damage=((space, before),)))
    expected = played(state, "united-kingdom: end")
    found = raid(edition, "2 bomber", at="germany", gun=False, treasury=40, damaged=before)
    assert merged(found) == pytest.approx({end: float(p) for end, p in expected.items()})


@pytest.mark.parametrize("edition", ["revised", "lhtr"])
@pytest.mark.parametrize("treasury", [2, 40])
def test_a_rocket_has_the_odds_that_the_engine_gives_it(edition: str, treasury: int) -> None:
    game = begin(
        edition,
        units={
            "russia": {"soviet-union": {"aa-gun": 1}},
            "eastern-europe": {"germany": {"aa-gun": 1}},
        },
        technologies={"germany": ["rockets"]},
        treasury={"soviet-union": treasury},
        turn="germany",
        phase="combat-move",
    )
    launch = "launch eastern-europe > caucasus"
    if edition == "lhtr":
        game.decide("germany", launch)
        launch = "end"
    else:
        game.decide("germany", "end")
    expected = played(game.state, f"germany: {launch}")
    found = rocket(edition, at="caucasus", treasury=treasury)
    assert merged(found) == pytest.approx({end: float(p) for end, p in expected.items()})


def test_figures_of_a_raid_by_hand() -> None:
    found = raid("revised", "2 bomber", at="germany")
    paid = 2 * Fraction(5, 6) * Fraction(7, 2)
    cost = 2 * Fraction(1, 6) * 15
    each = Fraction(5, 6) * Fraction(91, 6) + Fraction(1, 6) * 15**2
    variance = 2 * (each - (paid / 2 - cost / 2) ** 2)
    assert found.paid == pytest.approx(float(paid))
    assert found.cost == pytest.approx(float(cost))
    assert found.swing == pytest.approx(float(paid - cost))
    assert found.deviation == pytest.approx(float(variance) ** 0.5)
    assert found.lost == pytest.approx({0: 25 / 36, 1: 10 / 36, 2: 1 / 36})
    told = json.loads(json.dumps(found.to_json()))
    assert sum(told["damage"].values()) == pytest.approx(1)
    assert told["swing"] == pytest.approx(found.swing)


def test_guns_on_the_way_fire_too() -> None:
    found = raid("revised", "1 bomber", value=10, overflown=2)
    assert found.lost == pytest.approx({0: (5 / 6) ** 3, 1: 1 - (5 / 6) ** 3})


def test_a_better_gun_counts_at_home_only() -> None:
    asked: dict[str, Any] = {"attacker": "germany", "defender": "united-kingdom"}
    home = raid("revised", "1 bomber", at="united-kingdom", defender_has=["radar"], **asked)
    elsewhere = raid("revised", "1 bomber", value=8, defender_has=["radar"], **asked)
    assert home.lost[1] == pytest.approx(2 / 6)
    assert elsewhere.lost[1] == pytest.approx(1 / 6)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"raiders": "2 bomber"}, "where the complex is"),
        ({"raiders": "2 fighter", "value": 8}, "fighter cannot raid"),
        ({"raiders": "nothing", "value": 8}, "nobody raids"),
        ({"raiders": "61 bomber", "value": 8}, "more than 60"),
        ({"raiders": "1 bomber", "value": -1}, "value is a number"),
        ({"raiders": "1 bomber", "at": "sz-5"}, "no territory"),
        ({"raiders": "1 bomber", "value": 8, "treasury": -3}, "treasury is a number"),
        ({"raiders": "1 bomber", "value": 8, "overflown": -3}, "overflown is a number"),
        ({"raiders": "1 bomber", "value": 8, "attacker_has": ["rokets"]}, "rockets"),
    ],
)
def test_questions_that_make_no_sense(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidAnswer, match=message) as refused:
        raid("revised", asked.pop("raiders"), **asked)
    assert "\n" not in str(refused.value)


def test_editions_without_raids() -> None:
    with pytest.raises(InvalidAnswer, match="no raids"):
        raid("1941", "1 bomber", value=8)
    with pytest.raises(InvalidAnswer, match="no rockets"):
        rocket("1941", value=8)


def test_any_number_of_guns_on_the_way() -> None:
    one, two = (raid("revised", "1 bomber", value=8, overflown=n).lost for n in (1, 2))
    assert one[1] == pytest.approx(1 - (5 / 6) ** 2)
    assert two[1] == pytest.approx(1 - (5 / 6) ** 3)
    assert raid("revised", "1 bomber", value=8, overflown=10**9).lost[1] == 1.0
