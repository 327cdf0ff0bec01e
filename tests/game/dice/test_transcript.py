"""Transcript files: they come back as they went, and damaged ones are refused clearly."""

import json
from pathlib import Path
from typing import Any

import pytest

from sandtable.game.dice import (
    BadTranscript,
    Entropy,
    Transcript,
    VerifiableDice,
    verify_file,
)
from sandtable.game.dice.entropy import MAX_ENTROPIES, MAX_PARTY_BYTES, MAX_TEXT_BYTES
from sandtable.game.dice.transcript import MAX_FILE_BYTES, MAX_ROLLS
from sandtable.rules.roll import RollRequest, Shot

REQUEST = RollRequest("attack", "russia", "ukraine", (Shot("infantry", 1, 5, "other"),))


def play() -> VerifiableDice:
    dice = VerifiableDice(bytes(range(32)))
    dice.add_entropy("russia", 'für "\n\U0001f3b2')
    for index in range(3):
        dice.roll(index, REQUEST)
    return dice


def sound() -> Any:
    """The data of a sound transcript, to be damaged."""
    return json.loads(play().reveal().to_json())


def read(data: Any) -> Transcript:
    return Transcript.from_json(json.dumps(data))


def test_a_transcript_comes_back_as_it_went() -> None:
    for transcript in (play().reveal(), play().transcript()):
        assert Transcript.from_json(transcript.to_json()) == transcript


def test_the_format_and_its_version_are_inside() -> None:
    assert sound()["format"] == "sandtable-dice-transcript"
    assert sound()["version"] == 1


def test_a_file_is_verified(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    transcript = play().reveal()
    path.write_text(transcript.to_json(), encoding="utf-8")
    assert verify_file(path) == []
    assert verify_file(str(path), transcript.commitment) == []
    assert len(verify_file(path, "0" * 64)) == 1


def test_a_tampered_file_is_found_out(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    data = sound()
    data["rolls"][1]["dice"][2] = data["rolls"][1]["dice"][2] % 6 + 1
    path.write_text(json.dumps(data), encoding="utf-8")
    problems = verify_file(path)
    assert len(problems) == 1
    assert "roll 1: die 3 of 5" in problems[0]


def test_every_truncation_is_refused() -> None:
    text = play().reveal().to_json().rstrip()
    for end in range(len(text)):
        with pytest.raises(BadTranscript):
            Transcript.from_json(text[:end])


@pytest.mark.parametrize(
    "field", ["format", "version", "commitment", "secret", "entropies", "rolls"]
)
def test_a_missing_field_is_named(field: str) -> None:
    data = sound()
    del data[field]
    with pytest.raises(BadTranscript, match=field):
        read(data)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["format"], "something-else", "not a dice transcript"),
        (["version"], 2, "version 2 cannot be read"),
        (["version"], True, "version True"),
        (["version"], "1", "version '1'"),
        (["version"], [1], "version a list"),
        (["commitment"], None, "commitment: 64 lowercase hex digits"),
        (["commitment"], "0" * 63, "commitment: 64 lowercase hex digits"),
        (["commitment"], "0" * 64 + "\n", "commitment: 64 lowercase hex digits"),
        (["secret"], "g" * 64, "secret: 64 lowercase hex digits"),
        (["secret"], "AB" * 32, "secret: 64 lowercase hex digits"),
        (["secret"], " 0" * 32, "secret: 64 lowercase hex digits"),
        (["secret"], "0" * 10**6, "secret: 64 lowercase hex digits"),
        (["secret"], 5, "secret: 64 lowercase hex digits"),
        (["entropies"], {}, "entropies: a list is needed, not a dict"),
        (["entropies", 0], "x", r"entropies\[0\] is not an object"),
        (["entropies", 0, "since"], -1, r"entropies\[0\].since"),
        (["entropies", 0, "since"], 2**53, r"entropies\[0\].since"),
        (["entropies", 0, "since"], 1.0, r"entropies\[0\].since"),
        (["entropies", 0, "party"], None, r"entropies\[0\].party: a text"),
        (["entropies", 0, "party"], "p" * 65, r"entropies\[0\].party: 65 bytes"),
        (["entropies", 0, "party"], "\ud800", r"entropies\[0\].party: .* not valid text"),
        (["entropies", 0, "text"], ["x"], r"entropies\[0\].text: a text"),
        (["entropies", 0, "text"], "t" * 129, r"entropies\[0\].text: 129 bytes"),
        (["entropies", 0, "more"], 1, r"entropies\[0\] has the unknown field 'more'"),
        (["rolls"], "123", "rolls: a list is needed"),
        (["rolls"], None, "rolls: a list is needed, not None"),
        (["rolls", 1], [1, [2]], r"rolls\[1\] is not an object"),
        (["rolls", 1], {"index": 1}, r"rolls\[1\] has no field 'dice'"),
        (["rolls", 1, "index"], "1", r"rolls\[1\].index"),
        (["rolls", 1, "index"], True, r"rolls\[1\].index"),
        (["rolls", 1, "index"], 10**400, r"rolls\[1\].index"),
        (["rolls", 1, "dice"], 4, r"rolls\[1\].dice: a list"),
        (["rolls", 1, "dice"], [1] * 10_001, r"rolls\[1\].dice: 10001 entries"),
        (["rolls", 1, "dice", 3], 0, r"rolls\[1\].dice\[3\]: a number from 1 to 6"),
        (["rolls", 1, "dice", 3], 7, r"rolls\[1\].dice\[3\]: a number from 1 to 6"),
        (["rolls", 1, "dice", 3], True, r"rolls\[1\].dice\[3\]: a number from 1 to 6"),
        (["rolls", 1, "dice", 3], float("nan"), "NaN is not a number"),
        (["more"], 1, "unknown field 'more'"),
    ],
)
def test_a_damaged_field_is_named(path: list[Any], value: Any, message: str) -> None:
    data = sound()
    holder = data
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    with pytest.raises(BadTranscript, match=message) as caught:
        read(data)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("\x00", "not JSON"),
        ("{}{}", "not JSON"),
        ("\ufeff{}", "not JSON"),
        ("[]", "not a dice transcript"),
        ("null", "not a dice transcript"),
        ('"sandtable-dice-transcript"', "not a dice transcript"),
        ("[" * 200_000, "nested too deeply"),
        ('{"a":' * 200_000, "nested too deeply"),
        ("9" * 100_000, "far too long"),
        ('{"format":1,"format":2}', "'format' is given twice"),
    ],
)
def test_other_texts_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadTranscript, match=message):
        Transcript.from_json(text)


def test_too_many_entries_are_refused() -> None:
    data = sound()
    data["rolls"] = [0] * (MAX_ROLLS + 1)
    with pytest.raises(BadTranscript, match=r"rolls: 20001 entries"):
        read(data)
    data = sound()
    data["entropies"] = [0] * (MAX_ENTROPIES + 1)
    with pytest.raises(BadTranscript, match=r"entropies: 10001 entries"):
        read(data)


def test_an_overlong_text_is_refused_unread() -> None:
    with pytest.raises(BadTranscript, match="longer than"):
        Transcript.from_json(" " * (MAX_FILE_BYTES + 1))


def test_no_party_can_make_a_transcript_unreadable() -> None:
    worst = Entropy(2**53 - 1, "\0" * MAX_PARTY_BYTES, "\0" * MAX_TEXT_BYTES)
    one = Transcript("0" * 64, bytes(32), (worst, worst), ())
    none = Transcript("0" * 64, bytes(32), (worst,), ())
    each = len(one.to_json()) - len(none.to_json())
    assert each * MAX_ENTROPIES < 0.8 * MAX_FILE_BYTES


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadTranscript, match=r"absent\.json"):
        verify_file(tmp_path / "absent.json")
    with pytest.raises(BadTranscript):
        verify_file(tmp_path)
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe{}")
    with pytest.raises(BadTranscript, match=r"binary\.json: the file is not UTF-8"):
        verify_file(binary)
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    with pytest.raises(BadTranscript, match=r"large\.json: the file is longer"):
        verify_file(large)
    damaged = tmp_path / "damaged.json"
    damaged.write_text('{"format":', encoding="utf-8")
    with pytest.raises(BadTranscript, match=r"damaged\.json: this is not JSON"):
        verify_file(damaged)
