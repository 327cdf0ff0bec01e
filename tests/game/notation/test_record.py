"""Game records: they replay bit for bit, and whatever is wrong with one is named by its line."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import load_edition, new_game
from sandtable.game.dice import (
    DiceExhausted,
    LowLuck,
    ScriptedDice,
    SeededDice,
    VerifiableDice,
)
from sandtable.game.game import Game
from sandtable.game.notation import NotationError, RecordError, read_record
from sandtable.game.notation.record import LONGEST_RECORD
from sandtable.game.recording import replay, write_record
from sandtable.game.storage import load_record
from tests.game.notation.driver import go_on, played

EDITION = load_edition("1941")
RECORDS = Path(__file__).parents[2] / "fixtures" / "records"
TEXT = write_record(played(7), {"Date": "1942-06-04", "Place": 'Midway "Island"'})
LINES = TEXT.split("\n")


def check_same(game: Game, other: Game) -> None:
    assert other.match == game.match
    assert other.start == game.start
    assert other.opening_events == game.opening_events
    assert other.history == game.history
    assert other.state == game.state
    assert other.rolls_made == game.rolls_made
    assert other.winner == game.winner


def failure(text: str) -> RecordError:
    with pytest.raises(RecordError) as error:
        replay(read_record(text))
    assert f"line {error.value.line_number}: " in str(error.value) or not error.value.line_number
    return error.value


def number_of(line: str) -> int:
    return LINES.index(line) + 1


def first(prefix: str) -> str:
    return next(line for line in LINES if line.startswith(prefix))


# --- there and back


@given(seed=st.integers(2, 15))
@settings(max_examples=6)
def test_games_come_back_as_they_went(seed: int) -> None:
    game = played(seed)
    text = write_record(game)
    again = replay(read_record(text))
    check_same(game, again)
    assert write_record(again) == text


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.record")), ids=lambda path: path.name)
def test_kept_records_are_replayed_for_ever(path: Path) -> None:
    record = load_record(path)
    game = replay(record)
    assert f"format-1.rules-{game.edition.id}-{record.rules_version}." in path.name
    written = write_record(game, record.free_tags)
    assert without_comments(written) == without_comments(path.read_text(encoding="utf-8"))


def test_comments_stand_behind_their_dice() -> None:
    record = load_record(Path(__file__).parents[3] / "examples/revised/sample-turn.record")
    lines = write_record(replay(record)).splitlines()
    assert "  dice 2  # rockets" in lines
    assert "  # soviet-union has developed rockets" in lines
    assert "  dice 3  # germany: germany loses 3" in lines
    assert "  dice 1 1 5 4 6 4 2  # west-russia: attacker, hits 3" in lines


def without_comments(text: str) -> list[str]:
    """What counts in a record: comments may be worded anew."""
    return [line.split("#")[0].rstrip() for line in text.splitlines() if line.split("#")[0].strip()]


def test_finished_games_are_kept() -> None:
    results = {load_record(path).result for path in RECORDS.glob("*.record")}
    assert {"allies", "axis"} <= results


def test_the_tags_of_the_players_are_kept() -> None:
    record = read_record(TEXT)
    assert record.free_tags == {"Date": "1942-06-04", "Place": 'Midway "Island"'}
    assert (record.edition, record.rules_version, record.result) == ("1941", 1, "*")
    assert write_record(replay(record), record.free_tags) == TEXT


@pytest.mark.parametrize("name", ["", "date", "Date of play", "Größe", "Edition", "Seat", "A" * 50])
def test_tags_need_a_proper_name(name: str) -> None:
    with pytest.raises(NotationError):
        write_record(new_game("1941"), {name: "x"})


@given(value=st.text(max_size=50))
def test_tags_hold_any_text(value: str) -> None:
    text = write_record(new_game("1941"), {"Remark": value})
    assert read_record(text.encode().decode()).free_tags == {"Remark": value}


@given(name=st.text(min_size=1, max_size=20))
def test_players_may_have_any_name(name: str) -> None:
    powers = [power.id for power in EDITION.powers]
    allies, axis = [powers[0], powers[2], powers[4]], [powers[1], powers[3]]
    game = new_game("1941", seats={name: allies, name + "=": axis})
    check_same(game, replay(read_record(write_record(game))))


def test_comments_blank_lines_and_line_ends_do_not_matter() -> None:
    lines = []
    for line in LINES:
        lines += ["   # by the way", "", line + ("  # indeed" if line else ""), "#"]
    record = read_record("\ufeff" + "\r\n".join(lines))
    assert replay(record).state == played(7).state


def test_a_record_without_plays_is_a_new_game() -> None:
    game = new_game("1941", options={"victory": "short"}, seed="x=y #1")
    check_same(game, replay(read_record(write_record(game))))


# --- beginnings


def test_a_game_from_a_position_comes_back_with_it() -> None:
    position = played(3).position._replace(phase=EDITION.turn.index("combat-move"))
    bought = tuple(2 if unit.id == "infantry" else 0 for unit in EDITION.units)
    for given_bought in (None, bought, (0,) * len(EDITION.units)):
        game = new_game("1941", position=position, bought=given_bought)
        go_on(game, random.Random(1), 30)
        text = write_record(game)
        assert '[Position "position/1 1941 ' in text
        assert '[State "' not in text
        check_same(game, replay(read_record(text)))


def test_a_game_with_purchases_from_the_usual_position_comes_back() -> None:
    bought = tuple(1 if unit.id == "tank" else 0 for unit in EDITION.units)
    game = new_game("1941", bought=bought)
    text = write_record(game)
    assert '[Bought "1 tank"]' in text
    check_same(game, replay(read_record(text)))


def test_a_game_resumed_in_the_middle_of_a_battle_comes_back() -> None:
    whole = played(7)
    at, middle = next(
        (i, entry.state)
        for i, entry in enumerate(whole.history)
        if i > 50 and entry.state.agenda[-1].battle
    )
    rolls = sum(len(entry.rolls) for entry in whole.history[: at + 1])
    game = Game(whole.match, middle, SeededDice(7), rolls=rolls)
    for entry in whole.history[at + 1 :]:
        game.decide(entry.power, entry.answer)
    assert game.history == whole.history[at + 1 :]
    text = write_record(game)
    assert f'[RollsBefore "{rolls}"]' in text
    check_same(game, replay(read_record(text)))


def test_a_position_with_marks_is_kept_as_a_state() -> None:
    marked = next(
        entry.state.position
        for entry in played(7).history
        if entry.state.position != entry.state.position.settled()
    )
    game = new_game("1941", position=marked)
    text = write_record(game)
    assert '[State "' in text
    again = replay(read_record(text))
    assert again.state == game.state


def test_an_edition_of_ones_own_is_given() -> None:
    text = write_record(played(7))
    assert replay(read_record(text), edition=EDITION).edition is EDITION


# --- going on


def test_a_game_goes_on_with_the_dice_of_the_record() -> None:
    game = played(7, 100)
    again = replay(read_record(write_record(game)))
    for entry in played(7).history[len(game.history) :]:
        again.decide(entry.power, entry.answer)
    check_same(played(7), again)


def test_a_game_goes_on_with_other_dice() -> None:
    dice = ScriptedDice([1] * 100)
    again = replay(read_record(TEXT), dice=dice)
    assert again.dice is dice


def test_low_luck_is_made_again() -> None:
    game = new_game("1941", dice=LowLuck(SeededDice("a=b")))
    go_on(game, random.Random(2), 60)
    again = replay(read_record(write_record(game)))
    assert again.dice.describe() == game.dice.describe()
    assert isinstance(again.dice, LowLuck)


def test_dice_that_cannot_be_made_again_are_missed_only_when_wanted() -> None:
    game = new_game("1941", dice=VerifiableDice(bytes(32)))
    go_on(game, random.Random(2), 60)
    text = write_record(game)
    again = replay(read_record(text))
    check_same(game, again)
    assert write_record(again) == text
    with pytest.raises(DiceExhausted):
        go_on(again, random.Random(3), 400)


# --- what is wrong


@pytest.mark.parametrize(
    ("old", "new", "at", "reason"),
    [
        ("sandtable-record/1", "sandtable-record/2", 1, "version 2"),
        ("sandtable-record/1", "chess", 1, "not a format"),
        ('[Edition "1941"]', '[Edition "1492"]', 0, "changed or damaged"),
        ('[Edition "1941"]\n', "", 0, "Edition is missing"),
        ('[Edition "1941"]', '[Edition "1941"', 4, "written as"),
        ('[Edition "1941"]', '[Edition "1941\\"]', 4, "written as"),
        ('[Edition "1941"]', '[Edition "\\u12"]', 4, "cannot be read"),
        ('[Edition "1941"]', '[Edition "1941"]\n[Edition "1941"]', 5, "twice"),
        ('[RulesVersion "1"]', '[RulesVersion "one"]', 5, "is a number"),
        ('[RulesVersion "1"]', '[RulesVersion "\u0661"]', 5, "is a number"),
        ('"setup=', '"setup:', 6, "name=value"),
        ("\n\n", "\nhello\n", 0, "POWER: ANSWER"),
        ("\n\n", "\n  dice 1\n", 0, "follow no decision"),
        ("\n\n", "\n\x00\n", 0, "not plain text"),
        ("\n\n", "\n" + "x" * 300_000 + "\n", 0, "longer than"),
        ("  dice ", "  dice 7 ", 0, "dice are written"),
        ("  dice ", "  dice  ", 0, "dice are written"),
        ("  dice ", "  dice ٣ ", 0, "dice are written"),
        ("  dice ", "dice ", 0, "POWER: ANSWER"),
        ("\nend-record ", "\nend-record x", 0, "hexadecimal"),
        ("\nend-record ", "\nend-game ", 0, "unknown word"),
        ("\nend-position ", "\n#", 0, "before end-record"),
        ("\nend-record ", "\n#", len(LINES), "cut off"),
        ("\nend-record ", "\ngermany: end\nend-record ", 0, "only end-record"),
    ],
)
def test_broken_lines_are_refused(old: str, new: str, at: int, reason: str) -> None:
    assert old in TEXT
    error = failure(TEXT.replace(old, new, 1))
    assert reason in error.reason
    if at:
        assert error.line_number == at


def unsealed(text: str) -> RecordError:
    """What is wrong with a record whose lines are not compared with its digest."""
    with pytest.raises(RecordError) as error:
        replay(read_record(text, check=False))
    return error.value


def test_an_unknown_edition_is_named() -> None:
    error = unsealed(TEXT.replace('[Edition "1941"]', '[Edition "1942"]'))
    assert error.line_number == number_of('[Edition "1941"]')
    assert "did you mean '1941'" in error.reason


def test_newer_rules_are_named() -> None:
    error = unsealed(TEXT.replace('[RulesVersion "1"]', '[RulesVersion "9"]'))
    assert error.line_number == number_of('[RulesVersion "1"]')
    assert "version 9 of the rules" in error.reason


def test_unknown_options_and_seats_are_named() -> None:
    option = first('[Option "setup')
    error = unsealed(TEXT.replace(option, '[Option "tea=yes"]'))
    assert error.line_number == number_of(option)
    result = first("[Result")
    error = unsealed(TEXT.replace(result, '[Seat "atlantis=Anna"]\n' + result))
    assert error.line_number
    assert "germany" in error.reason or "atlantis" in error.reason


def test_a_refused_decision_is_named_with_its_rule() -> None:
    line = first("soviet-union: buy")
    error = unsealed(TEXT.replace(line, "soviet-union: buy 99 tank", 1))
    assert error.line_number == number_of(line)
    assert "1941/purchase/affordable-any-mix" in error.reason


def test_a_mistake_of_the_engine_is_named_with_its_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise IndexError("oh")

    monkeypatch.setattr(Game, "decide", broken)
    error = failure(TEXT)
    assert error.line_number == number_of(first("soviet-union: "))
    assert isinstance(error.__cause__, IndexError)


def test_missing_and_superfluous_dice_are_named() -> None:
    line = first("  dice")
    at = number_of(line)
    error = unsealed(TEXT.replace(line + "\n", "", 1))
    assert "dice (fire in" in error.reason
    error = unsealed(TEXT.replace(line, line + "\n  dice 1 1 1 1 1 1 1 1 1", 1))
    assert error.line_number == at + 1
    error = unsealed(TEXT.replace("  dice ", "  dice 1 ", 1))
    assert error.line_number == at
    assert "are wanted here" in error.reason
    quiet = first("soviet-union: buy")
    error = unsealed(TEXT.replace(quiet, quiet + "\n  dice 6", 1))
    assert error.line_number == number_of(quiet) + 1
    assert "no dice are rolled here" in error.reason


def test_another_end_or_result_is_noticed() -> None:
    end = first("end-position")
    error = unsealed(TEXT.replace(end, "end-position 0123456789abcdef"))
    assert error.line_number == number_of(end)
    assert "another position" in error.reason
    error = unsealed(TEXT.replace('[Result "*"]', '[Result "axis"]'))
    assert error.line_number == number_of('[Result "*"]')


def test_an_unsealed_record_can_be_replayed() -> None:
    text = TEXT.partition("end-position")[0]
    assert replay(read_record(text, check=False)).state == played(7).state
    assert "cut off" in failure(text).reason


@pytest.mark.parametrize("tag", ['[Position "x"]', '[State "{}"]', '[Bought "1 tank"]'])
def test_broken_beginnings_are_named(tag: str) -> None:
    result = first("[Result")
    error = unsealed(TEXT.replace(result, f"{tag}\n{result}"))
    assert error.line_number == number_of(result)


def test_every_cut_is_noticed() -> None:
    for at in range(0, len(TEXT) - 1, 11):
        failure(TEXT[:at])


def body_lines() -> list[int]:
    return [i for i, line in enumerate(LINES) if line and not line.strip().startswith("#")]


def test_every_missing_doubled_shortened_or_swapped_line_is_noticed() -> None:
    harmless = ("[Date", "[Place")
    significant = [i for i in body_lines() if not LINES[i].startswith(harmless)]
    for place, i in enumerate(significant):
        line, rest = LINES[i], LINES[i + 1 :]
        failure("\n".join([*LINES[:i], *rest]))
        failure("\n".join([*LINES[:i], line, line, *rest]))
        body = line.partition("#")[0].rstrip()
        failure("\n".join([*LINES[:i], body[:-1], *rest]))
        if place + 1 < len(significant):
            j = significant[place + 1]
            if LINES[j] != line:
                swapped = [*LINES]
                swapped[i], swapped[j] = swapped[j], swapped[i]
                failure("\n".join(swapped))


@given(seed=st.integers(0, 2**32))
@settings(max_examples=100)
def test_damage_without_a_digest_is_refused_or_another_game(seed: int) -> None:
    rng = random.Random(seed)
    lines = [*LINES]
    for _ in range(rng.randint(1, 3)):
        i, j = rng.choice(body_lines()), rng.choice(body_lines())
        deed = rng.randrange(5)
        if deed == 0:
            lines[i] = lines[i][: rng.randint(0, len(lines[i]))]
        elif deed == 1:
            lines[i], lines[j] = lines[j], lines[i]
        elif deed == 2:
            lines[i] = lines[j]
        elif deed == 3:
            lines[i] = lines[i] + "\n" + lines[i]
        else:
            at = rng.randint(0, len(lines[i]))
            lines[i] = lines[i][:at] + rng.choice(' :;,>"()[]#x7\u0661') + lines[i][at + 1 :]
    try:
        game = replay(read_record("\n".join(lines), check=False))
    except RecordError as error:
        if error.__cause__ is not None:
            raise
        return
    check_same(game, replay(read_record(write_record(game))))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n\n",
        "hello",
        "[" * 3_000_000,
        '[Format "sandtable-record/1"]',
        '[Format "sandtable-record/1"]\n' + "[" * 200_000,
        '[Format "sandtable-record/1"]\n[A "' + "\\" * 200_000,
        '[Format "sandtable-record/1"]\n[A "' + '\\"' * 100_000,
        '[Format "sandtable-record/1"]\n' + '[A "x"]\n' * 200_000,
        '[Format "sandtable-record/1"]\n' + "".join(f'[A{i} "x"]\n' for i in range(2000)),
        "x" * (LONGEST_RECORD + 1),
        '[State "' + "[" * 4_000_000 + '"]',
        "\x7fELF\x00\x00",
    ],
)
def test_garbage_is_refused(text: str) -> None:
    failure(text)


@given(text=st.text())
def test_any_text_is_refused(text: str) -> None:
    failure(text)
    with pytest.raises(RecordError):
        read_record('[Format "sandtable-record/1"]\n' + text, check=False)
