"""Answers that make no sense, come too late, or come from the wrong power."""

from __future__ import annotations

from itertools import product
from typing import Any, get_args

import pytest

from sandtable.game.answers import (
    Answer,
    Attack,
    Buy,
    Consent,
    End,
    Fight,
    Land,
    Lose,
    Move,
    Part,
    Place,
    Research,
    Retreat,
    Submerge,
    UnitSpec,
    Use,
)
from sandtable.game.game import Game
from sandtable.rules.refusal import InvalidAnswer, Refusal


@pytest.fixture
def game() -> Game:
    return Game.new("1941", seed=1)


def moving(game: Game, *, combat: bool) -> Game:
    """The same game in a movement phase of the Soviet Union."""
    game.decide("soviet-union", "buy nothing")
    if not combat:
        game.decide("soviet-union", "end")
    return game


def complaint(game: Game, power: str | int, answer: Answer | str) -> str:
    """What is said of an answer that makes no sense; nothing may have changed."""
    before, mark = game.state, hash(game.state)
    found = game.refusal(power, answer)
    assert isinstance(found, InvalidAnswer), f"{answer!r}: {found!r}"
    with pytest.raises(InvalidAnswer):
        game.decide(power, answer)
    assert game.state == before
    assert hash(game.state) == mark
    assert not game.history or game.history[-1].state is before
    return str(found)


def refused_by(game: Game, power: str, answer: Answer | str) -> str:
    """The rule that forbids an answer; nothing may have changed."""
    before, mark = game.state, hash(game.state)
    found = game.refusal(power, answer)
    assert isinstance(found, Refusal), f"{answer!r}: {found!r}"
    with pytest.raises(Refusal):
        game.decide(power, answer)
    assert game.state == before
    assert hash(game.state) == mark
    assert found.rule.id in game.edition.catalogue
    assert found.rule.section
    return found.rule.id


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("move 1 infantri: russia > ukraine", "infantry"),
        ("move 1 infantry: rusia > ukraine", "russia"),
        ("move 1 infantry: russia > ukrain", "ukraine"),
        ("move 1 soviet-onion.infantry: russia > ukraine", "soviet-union"),
        ("move 1 transport(infanty): sz-4 > sz-3", "infantry"),
        ("move 1 infantry: russia > sz-4 onto transprot", "transport"),
        ("attack sz-444", "sz-44"),
        ("end: carier sz-42 > sz-44", "carrier"),
        ("mvoe 1 infantry: russia > ukraine", "move"),
        ("consent united-kindom no", "united-kingdom"),
    ],
)
def test_a_misspelt_name_suggests_the_nearest(game: Game, line: str, meant: str) -> None:
    said = complaint(moving(game, combat=True), "soviet-union", line)
    assert f"did you mean {meant!r}" in said


def test_a_misspelt_power_suggests_the_nearest(game: Game) -> None:
    with pytest.raises(InvalidAnswer, match="did you mean 'germany'"):
        game.decide("germani", "end")
    with pytest.raises(InvalidAnswer, match="did you mean 'germany'"):
        Game.new("1941", seats={"ann": ["germani"]})
    with pytest.raises(InvalidAnswer, match="did you mean 'victory'"):
        Game.new("1941", options={"victori": "short"})
    with pytest.raises(InvalidAnswer, match="standard, short"):
        Game.new("1941", options={"victory": "instant"})


@pytest.mark.parametrize(
    "line",
    [
        "buy -1 infantry",
        "buy 1000 infantry",
        "buy 99999999999999999999 infantry",
        "buy 1.5 infantry",
        "buy one infantry",
        "buy 1e3 infantry",
        "buy 0x10 infantry",
        "buy \N{ARABIC-INDIC DIGIT ONE} infantry",
        "buy 1",
        "buy infantry infantry",
        "buy 1 infantry; 1 tank",
    ],
)
def test_absurd_counts_are_not_read(game: Game, line: str) -> None:
    complaint(game, "soviet-union", line)


NO = UnitSpec(-1, 0)
HUGE = UnitSpec(10**9, 0)
NOBODY = UnitSpec(1, 0, 99)
NOTHING = UnitSpec(1, 99)
NOWHERE = 9999


@pytest.mark.parametrize("spec", [NO, HUGE, NOBODY, NOTHING, UnitSpec(0, 0), UnitSpec(1, -1)])
def test_a_program_cannot_hand_in_absurd_units(game: Game, spec: UnitSpec) -> None:
    complaint(game, "soviet-union", Buy((spec,)))
    complaint(game, "soviet-union", Lose((spec,)))
    complaint(game, "soviet-union", Place(((0, (spec,)),)))
    moving(game, combat=True)
    complaint(game, "soviet-union", Move((spec,), (0, 1)))
    complaint(game, "soviet-union", Move((UnitSpec(1, 0),), (0, 1), spec))
    complaint(game, "soviet-union", Attack(0, (spec,)))


def test_a_program_cannot_make_money(game: Game) -> None:
    complaint(game, "soviet-union", Buy((UnitSpec(-5, 1), UnitSpec(1, 0))))
    assert game.treasury("soviet-union") == 7


@pytest.mark.parametrize(
    "answer",
    [
        Move((UnitSpec(1, 0),), ()),
        Move((UnitSpec(1, 0),), (3,)),
        Move((), (3, 4)),
        Move((UnitSpec(1, 0),), (3, NOWHERE)),
        Move((UnitSpec(1, 0),), (-5, 3)),
        Attack(NOWHERE),
        Fight(NOWHERE),
        Land(-2),
        Retreat(NOWHERE),
        Retreat(-2),
        Place(((NOWHERE, (UnitSpec(1, 0),)),)),
        End(((NOWHERE, 0),)),
        End(((0, -7),)),
        Consent(99, give=True),
        Consent(-1, give=False),
    ],
)
def test_a_program_cannot_name_what_is_not_there(game: Game, answer: Answer) -> None:
    complaint(moving(game, combat=True), "soviet-union", answer)


class Odd(Buy):
    """Looks like an answer."""

    @property
    def units(self) -> Any:
        raise RuntimeError


JUNK: tuple[Any, ...] = (
    None,
    1.5,
    True,
    "x",
    -5,
    10**5000,
    (None,),
    ((),),
    ((1, 2, 3),),
    [],
    {},
    float("nan"),
)
ONE = UnitSpec(1, 0)


def forged(kind: Any, usual: dict[str, Any]) -> list[Any]:
    """Such answers with each of their fields filled with junk in turn."""
    given = {**dict.fromkeys(kind._fields, ()), **kind._field_defaults, **usual}
    found = []
    for name, junk in product(kind._fields, JUNK):
        if not (junk == given[name] and type(junk) is type(given[name])):
            found.append(kind(**{**given, name: junk}))
    return found


@pytest.mark.parametrize("kind", get_args(Answer))
@pytest.mark.parametrize(
    ("edition", "lines"), [("1941", 0), ("1941", 1), ("revised", 0), ("revised", 2)]
)
def test_answers_of_wrong_types_make_no_sense(kind: Any, edition: str, lines: int) -> None:
    game = Game.new(edition, seed=1)
    asked = game.pending[0].power
    for line in ("end", "buy nothing")[2 - lines :]:
        game.decide(asked, line)
    usual = {
        "units": (ONE,), "path": (0, 1), "space": 0, "origin": 0, "target": 1, "to": 0,
        "give": True, "number": 0, "advantage": "rockets", "technology": "rockets", "dice": 1,
        "kind": kind._field_defaults.get("kind", "transfer"),
    }  # fmt: skip
    before = game.state
    for answer in forged(kind, {k: v for k, v in usual.items() if k in kind._fields}):
        found = game.refusal(asked, answer)
        harmless = kind.__name__ in ("Absent", "Fight") and isinstance(found, Refusal)
        assert harmless or isinstance(found, InvalidAnswer), answer[:1]
    assert game.state is before


@pytest.mark.parametrize("spec", [*forged(UnitSpec, ONE._asdict()), (1, 0), Odd(())])
def test_units_of_wrong_types_make_no_sense(game: Game, spec: Any) -> None:
    complaint(game, "soviet-union", Buy((spec,)))
    part: Any = Part((ONE,), (0,), (spec,))
    complaint(game, "soviet-union", Use("rockets", (part,)))
    assert game.treasury("soviet-union") == 7


@pytest.mark.parametrize(
    "answer",
    [
        Odd(()),
        tuple.__new__(Buy, ()),
        Buy((tuple.__new__(UnitSpec, (1,)),)),
        Buy((), "end"),
        Place(((0, (ONE,), 1),)),  # type: ignore[arg-type]
        Research("rockets", 1.0),  # type: ignore[arg-type]
        Use("rockets", ((),)),  # type: ignore[arg-type]
        Consent(1, 1),  # type: ignore[arg-type]
    ],
)
def test_what_only_looks_like_an_answer_is_none(game: Game, answer: Any) -> None:
    complaint(game, "soviet-union", answer)


@pytest.mark.parametrize("power", [-1, 5, 99, True])
def test_a_program_cannot_play_for_nobody(game: Game, power: int) -> None:
    complaint(game, power, Buy(()))


@pytest.mark.parametrize("power", ["germany", "united-kingdom", "japan", "united-states"])
@pytest.mark.parametrize(
    "line", ["buy 1 infantry", "buy nothing", "move 1 infantry: russia > ukraine", "end"]
)
def test_nobody_plays_out_of_turn(game: Game, power: str, line: str) -> None:
    assert refused_by(game, power, line) == "1941/turn/one-power-at-a-time"


def test_nobody_moves_anothers_units(game: Game) -> None:
    moving(game, combat=True)
    line = "move 1 germany.infantry: ukraine > caucasus"
    assert refused_by(game, "soviet-union", line) == "1941/turn/one-power-at-a-time"
    assert refused_by(game, "germany", line) == "1941/turn/one-power-at-a-time"


def test_a_move_is_not_made_twice(game: Game) -> None:
    moving(game, combat=True)
    line = "move 3 infantry: karelia > west-russia"
    game.decide("soviet-union", line)
    assert "has 0 infantry" in complaint(game, "soviet-union", line)
    back = "move 3 infantry: west-russia > karelia"
    assert refused_by(game, "soviet-union", back) == "1941/combat-move/move-value-limit"
    game.undo()
    assert game.refusal("soviet-union", line) is None


def test_what_was_legal_in_one_phase_is_not_in_the_next(game: Game) -> None:
    moving(game, combat=True)
    attack = "move 3 infantry: karelia > west-russia"
    assert game.refusal("soviet-union", attack) is None
    game.decide("soviet-union", "end")
    assert refused_by(game, "soviet-union", attack) == "1941/noncombat/land-units-friendly-only"
    march = "move 1 infantry: russia > caucasus"
    assert game.refusal("soviet-union", march) is None
    game.decide("soviet-union", "end")
    assert refused_by(game, "soviet-union", march) == "1941/turn/one-power-at-a-time"


def test_what_nobody_asked_for_is_not_taken(game: Game) -> None:
    for answer in (Submerge(0), Lose(()), Fight(0)):
        complaint(game, "soviet-union", answer)
    assert refused_by(game, "soviet-union", Retreat()) == "1941/retreat/after-a-round-only"
    assert refused_by(game, "soviet-union", "place nothing") == "1941/turn/phase-sequence"
    with pytest.raises(InvalidAnswer, match="nothing to undo"):
        game.undo()


def test_a_game_that_is_over_takes_no_answers() -> None:
    start = Game.new("1941")
    index = start.edition.board.index
    owners = list(start.position.owners)
    owners[index["germany"]] = owners[index["japan"]] = start.edition.power_index["united-kingdom"]
    position = start.position._replace(
        owners=tuple(owners),
        stacks=((),) * len(owners),
        turn=start.edition.power_index["japan"],
        phase=start.edition.turn.index("noncombat-move"),
    )
    game = Game.new(start.edition, position=position)
    game.decide("japan", "end")
    assert game.winner == "allies"
    assert game.pending == ()
    for line in ("end", "buy nothing", "press on"):
        assert "over" in complaint(game, "united-states", line)


def test_a_decision_that_rolled_dice_is_not_undone() -> None:
    game = Game.new("1941", seed=3)
    game.decide("soviet-union", "buy nothing")
    game.decide("soviet-union", "move 3 infantry: karelia > west-russia")
    game.decide("soviet-union", "end")
    after = game.state
    assert not game.can_undo()
    with pytest.raises(InvalidAnswer, match="dice have fallen"):
        game.undo()
    assert game.state is after
