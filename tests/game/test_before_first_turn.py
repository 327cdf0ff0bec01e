"""What is asked before the first turn, and when it is not."""

from __future__ import annotations

import pytest

from sandtable.game.answers import Choose, Roll
from sandtable.game.dice import ScriptedDice
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.notation import format_state, parse_state, read_record
from sandtable.game.notation.answers import format_answer, parse_answer
from sandtable.game.notation.answers_json import answer_from_json, answer_to_json
from sandtable.game.recording import replay, write_record
from sandtable.rules.refusal import InvalidAnswer, Refusal

EDITION = load_edition("revised")
LINES = (
    "soviet-union: choose salvage",
    "japan: choose banzai-attacks",
    "germany: choose wolf-packs",
    "united-kingdom: choose colonial-garrison",
    "united-states: choose marines",
    "united-kingdom: use colonial-garrison: india",
    "germany: place 1 infantry: libya",
)


def agreed() -> Game:
    return Game.new("revised", options={"advantages": "1", "bid_germany": "5"})


def asked(game: Game) -> list[tuple[str, str]]:
    return [(EDITION.powers[d.power].id, d.kind) for d in game.pending]


@pytest.mark.parametrize("line", ["roll", "choose wolf-packs, panzerblitz", "choose nothing"])
def test_the_answers_are_written_both_ways(line: str) -> None:
    answer = parse_answer(EDITION, line)
    assert format_answer(EDITION, answer) == line
    assert answer_from_json(EDITION, answer_to_json(EDITION, answer)) == answer


def test_unknown_advantages_are_a_matter_of_the_rules() -> None:
    assert parse_answer(EDITION, "choose Secret Weapons") == Choose(("secret-weapons",))
    with pytest.raises(Refusal) as refusal:
        agreed().decide("germany", "choose secret weapons")
    assert refusal.value.rule.id == "revised/advantage/table"
    for bad in ("choose wolf-packs,", "choose ;", "roll 3"):
        with pytest.raises(InvalidAnswer):
            parse_answer(EDITION, bad)
    with pytest.raises(InvalidAnswer):
        agreed().decide("germany", Choose((7,)))  # type: ignore[arg-type]


def test_choosing_and_rolling_are_not_the_same() -> None:
    with pytest.raises(Refusal):
        agreed().decide("germany", Roll())
    game = Game.new("revised", options={"advantages": "1", "advantages_by": "roll"})
    with pytest.raises(Refusal):
        game.decide("soviet-union", "choose salvage")
    with pytest.raises(InvalidAnswer):
        game.decide("germany", "roll")


def test_a_game_begins_when_all_have_answered() -> None:
    game = agreed()
    assert [kind for _, kind in asked(game)] == ["advantages"] * 5
    for line in LINES:
        assert parse_state(format_state(game.state)) == game.state
        game.play(line)
    assert asked(game) == [("soviet-union", "research")]
    assert game.treasury("germany") == 42
    assert [event.type for event in game.events][:5] == ["advantages"] * 5
    game.undo()
    assert asked(game) == [("germany", "bid")]


def test_the_record_tells_it() -> None:
    game = agreed()
    for line in LINES:
        game.play(line)
    again = replay(read_record(write_record(game)))
    assert again.state == game.state


def test_dice_are_thrown_until_all_differ() -> None:
    game = Game.new("lhtr", options={"advantages": "3", "advantages_by": "roll"})
    game.dice = ScriptedDice([2, 2, 5, 5, 2, 1])
    events = game.decide("soviet-union", "roll")
    assert events[-1].to_json() == {
        "type": "advantages",
        "power": "soviet-union",
        "advantages": ["nonaggression-treaty", "lend-lease", "russian-winter"],
        "dice": [2, 2, 5, 5, 2, 1],
    }
    assert asked(game) == [("germany", "advantages")]


def test_a_later_beginning_has_had_it() -> None:
    game = agreed()
    for line in LINES:
        game.play(line)
    options = {"advantages": "1", "bid_germany": "5"}
    later = game.position._replace(phase=1)
    assert asked(Game.new("revised", options=options, position=later)) == [
        ("soviet-union", "purchase")
    ]
    second = game.position._replace(round=2)
    assert asked(Game.new("revised", options=options, position=second)) == [
        ("soviet-union", "research")
    ]
    # At the very beginning advantages that are held are not asked for again.
    first = Game.new("revised", options=options, position=game.position)
    assert asked(first) == [("germany", "bid")]


@pytest.mark.parametrize("line", ["united-kingdom: end", "japan: end", "japan: buy 1 infantry"])
def test_no_turn_is_blamed_before_the_first(line: str) -> None:
    """While an advantage is asked about, too."""
    game = Game.new("lhtr", options={"advantages": "6"})
    assert asked(game) == [("united-kingdom", "colonial-garrison")]
    with pytest.raises(Refusal, match="the first turn has not begun"):
        game.play(line)


def test_declining_before_the_first_turn() -> None:
    with pytest.raises(InvalidAnswer, match="the first turn has not begun"):
        agreed().play("germany: decline salvage")
