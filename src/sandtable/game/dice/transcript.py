"""The record of a game's verifiable dice, as a file.

Transcripts come from people who may want to deceive the reader, so `from_json` takes nothing on
trust: every type and size is checked, and a field that is missing, unknown or given twice is an
error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, NoReturn, TypeVar

from sandtable.game.dice.entropy import (
    MAX_ENTROPIES,
    MAX_INDEX,
    MAX_PARTY_BYTES,
    MAX_TEXT_BYTES,
    Entropy,
)
from sandtable.game.dice.errors import BadTranscript

__all__ = ["MAX_DICE", "MAX_FILE_BYTES", "MAX_ROLLS", "RollLog", "Transcript"]

MAX_DICE = 10_000
"""The most dice in one roll."""
MAX_ROLLS = 20_000
MAX_FILE_BYTES = 16 * 2**20
"""Enough for the most and longest entropies, so that nobody can make a game unreadable."""

_HEX = re.compile(r"[0-9a-f]{64}")
_Item = TypeVar("_Item")


class RollLog(NamedTuple):
    """One roll as it was made."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which nothing needs
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Transcript:
    """All that is needed to check a game's dice. The secret is absent until it is revealed."""

    FORMAT: ClassVar[str] = "sandtable-dice-transcript"
    VERSION: ClassVar[int] = 1

    commitment: str
    secret: bytes | None
    entropies: tuple[Entropy, ...]
    rolls: tuple[RollLog, ...]

    def to_json(self) -> str:
        data = {
            "format": self.FORMAT,
            "version": self.VERSION,
            "commitment": self.commitment,
            "secret": None if self.secret is None else self.secret.hex(),
            "entropies": [entropy._asdict() for entropy in self.entropies],
            "rolls": [roll._asdict() for roll in self.rolls],
        }
        return json.dumps(data, separators=(",", ":")) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Transcript:
        """Read a transcript; raises `BadTranscript` for anything but a sound one."""
        # No character takes less than one byte, so this bounds the work in either measure.
        if len(text) > MAX_FILE_BYTES:
            raise BadTranscript(f"the transcript is longer than {MAX_FILE_BYTES} bytes")
        try:
            data = json.loads(
                text, object_pairs_hook=_without_repeats, parse_constant=_refuse_constant
            )
        except json.JSONDecodeError as error:
            raise BadTranscript(f"this is not JSON, or not all of it: {error}") from None
        except ValueError:  # a number too long for Python to read
            raise BadTranscript("the transcript has a number that is far too long") from None
        except RecursionError:
            raise BadTranscript("the transcript is nested too deeply") from None
        if type(data) is not dict or data.get("format") != cls.FORMAT:
            raise BadTranscript(f"this is not a dice transcript: 'format' is not {cls.FORMAT!r}")
        version = data.get("version")
        if type(version) is not int or version != cls.VERSION:
            raise BadTranscript(
                f"transcripts of version {_shown(version)} cannot be read, only {cls.VERSION}"
            )
        fields = ("format", "version", "commitment", "secret", "entropies", "rolls")
        _check_fields("the transcript", data, fields)
        secret = data["secret"]
        return cls(
            commitment=_hex("commitment", data["commitment"]),
            secret=None if secret is None else bytes.fromhex(_hex("secret", secret)),
            entropies=_items("entropies", data["entropies"], MAX_ENTROPIES, _entropy),
            rolls=_items("rolls", data["rolls"], MAX_ROLLS, _roll),
        )


def _shown(value: object) -> str:
    """Show a value of unknown type and size in a message."""
    if isinstance(value, (str, int, float)) or value is None:
        text = ascii(value)
        return text if len(text) <= 40 else text[:37] + "..."
    return f"a {type(value).__name__}"


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an object that readers could read in two ways."""
    data: dict[str, Any] = {}
    for name, value in pairs:
        if name in data:
            raise BadTranscript(f"the field {_shown(name)} is given twice")
        data[name] = value
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise BadTranscript(f"{name} is not a number that a transcript can hold")


def _check_fields(where: str, data: Any, fields: tuple[str, ...]) -> None:
    if type(data) is not dict:
        raise BadTranscript(f"{where} is not an object but {_shown(data)}")
    for name in fields:
        if name not in data:
            raise BadTranscript(f"{where} has no field {name!r}")
    for name in data:
        if name not in fields:
            raise BadTranscript(f"{where} has the unknown field {_shown(name)}")


def _hex(where: str, value: Any) -> str:
    if type(value) is not str or not _HEX.fullmatch(value):
        raise BadTranscript(f"{where}: 64 lowercase hex digits are needed, not {_shown(value)}")
    return value


def _items(
    where: str, data: Any, limit: int, read: Callable[[str, Any], _Item]
) -> tuple[_Item, ...]:
    if type(data) is not list:
        raise BadTranscript(f"{where}: a list is needed, not {_shown(data)}")
    if len(data) > limit:
        raise BadTranscript(f"{where}: {len(data)} entries, at most {limit} are allowed")
    return tuple(read(f"{where}[{place}]", item) for place, item in enumerate(data))


def _number(where: str, value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadTranscript(
            f"{where}: a number from {low} to {high} is needed, not {_shown(value)}"
        )
    return value


def _text(where: str, value: Any, limit: int) -> str:
    if type(value) is not str:
        raise BadTranscript(f"{where}: a text is needed, not {_shown(value)}")
    try:
        size = len(value.encode())
    except UnicodeEncodeError:
        raise BadTranscript(f"{where}: {_shown(value)} is not valid text") from None
    if size > limit:
        raise BadTranscript(f"{where}: {size} bytes of text, at most {limit} are allowed")
    return value


def _entropy(where: str, data: Any) -> Entropy:
    _check_fields(where, data, Entropy._fields)
    return Entropy(
        since=_number(f"{where}.since", data["since"], 0, MAX_INDEX),
        party=_text(f"{where}.party", data["party"], MAX_PARTY_BYTES),
        text=_text(f"{where}.text", data["text"], MAX_TEXT_BYTES),
    )


def _roll(where: str, data: Any) -> RollLog:
    _check_fields(where, data, RollLog._fields)
    return RollLog(
        index=_number(f"{where}.index", data["index"], 0, MAX_INDEX),
        dice=_items(f"{where}.dice", data["dice"], MAX_DICE, _die),
    )


def _die(where: str, value: Any) -> int:
    return _number(where, value, 1, 6)
