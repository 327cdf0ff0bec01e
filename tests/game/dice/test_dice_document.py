"""docs/dice.md tells the truth: its test vector holds, computed as it says and by the library."""

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

import pytest

from sandtable.game.dice import SeededDice, Transcript, VerifiableDice, verify_transcript
from sandtable.rules.roll import RollRequest, Shot

DOCUMENT = Path(__file__).parents[3] / "docs" / "dice.md"


def request(count: int) -> RollRequest:
    return RollRequest("attack", "russia", "ukraine", (Shot("infantry", 1, count, "other"),))


@pytest.fixture(scope="module")
def document() -> str:
    return DOCUMENT.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def vector(document: str) -> str:
    found = re.findall(r"```json\n(.*?)```", document, re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


class ByTheBook:
    """The computation as the document words it, sharing nothing with the library."""

    def __init__(self, data: Any) -> None:
        self.secret = bytes.fromhex(data["secret"])
        self.entropies = [
            (e["since"], e["party"].encode("utf-8"), e["text"].encode("utf-8"))
            for e in data["entropies"]
        ]

    def commitment(self) -> str:
        return hashlib.sha256(b"sandtable/dice/commitment/v1\0" + self.secret).hexdigest()

    def encoded_entropies(self, index: int) -> bytes:
        return b"".join(
            u64(since) + u32(len(party)) + party + u32(len(text)) + text
            for since, party, text in sorted(self.entropies)
            if since <= index
        )

    def entropy_digest(self, index: int) -> bytes:
        data = b"sandtable/dice/entropy/v1\0" + self.encoded_entropies(index)
        return hashlib.sha256(data).digest()

    def block(self, index: int, number: int) -> bytes:
        message = b"sandtable/dice/roll/v1\0" + u64(index) + u32(number)
        return hmac.new(self.secret, message + self.entropy_digest(index), hashlib.sha256).digest()

    def dice(self, index: int, count: int) -> list[int]:
        stream = b"".join(self.block(index, number) for number in range(count // 16 + 2))
        return [byte % 6 + 1 for byte in stream if byte < 252][:count]


def test_the_vector_follows_from_the_words_of_the_document(vector: str) -> None:
    data = json.loads(vector)
    book = ByTheBook(data)
    assert book.commitment() == data["commitment"]
    assert [roll["index"] for roll in data["rolls"]] == [0, 1, 2]
    for roll in data["rolls"]:
        assert book.dice(roll["index"], len(roll["dice"])) == roll["dice"]


def test_the_intermediate_values_are_right(document: str, vector: str) -> None:
    book = ByTheBook(json.loads(vector))
    shown = re.findall(r"\| `([0-9a-f]{64,})` \|", document)
    assert shown == [
        book.encoded_entropies(1).hex(),
        book.entropy_digest(1).hex(),
        book.entropy_digest(2).hex(),
        book.block(0, 0).hex(),
        book.block(2, 0).hex(),
        book.block(2, 1).hex(),
    ]


def test_the_library_verifies_the_vector(vector: str) -> None:
    transcript = Transcript.from_json(vector)
    assert verify_transcript(transcript, transcript.commitment, [10, 3, 34]) == []


def test_the_library_rolls_the_vector(vector: str) -> None:
    transcript = Transcript.from_json(vector)
    dice = VerifiableDice(bytes(range(32)))
    dice.add_entropy("russia", "first")
    dice.add_entropy("germany", "Würfel")
    dice.roll(0, request(10))
    dice.roll(1, request(3))
    dice.add_entropy("russia", "second")
    dice.roll(2, request(34))
    assert dice.reveal() == transcript


def test_the_seeded_example_is_right(document: str) -> None:
    found = re.search(r"roll 0 with the seed\n`(\w+)` are ([\d ]+)\.", document)
    assert found is not None
    dice = SeededDice(found[1]).roll(0, request(10))
    assert " ".join(map(str, dice)) == found[2]
