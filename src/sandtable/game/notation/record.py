"""The text of a game record, as PGN is for chess. See docs/game-record.md.

Here a record is read line by line, without playing it; `sandtable.game.recording` writes the
record of a game and plays a record.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

from sandtable.game.notation.errors import NotationError, RecordError, shown

__all__ = [
    "LONGEST_RECORD",
    "RECORD_VERSION",
    "Play",
    "Record",
    "Rolled",
    "Tag",
    "digest",
    "read_record",
    "tag_line",
]

RECORD_VERSION = 1
FORMAT = f"sandtable-record/{RECORD_VERSION}"
LONGEST_RECORD = 16_000_000
LONGEST_LINE = 250_000
LONGEST_NAME = 40
MOST_TAGS = 1_000

NEEDED = ("Format", "Edition", "RulesVersion", "Dice", "Result")
REPEATED = ("Option", "Seat", "Dice")
BEGINNING = ("Position", "Bought", "State", "RollsBefore")
OWN = (*NEEDED, *REPEATED, *BEGINNING)
"""Tags with a meaning for the engine. All others are the players'."""

TAG = re.compile(r"\[([A-Z][A-Za-z0-9]*) (\"[^\"\\]*(?:\\.[^\"\\]*)*\")\][ \t]*(?:#.*)?")
DIGEST = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class Tag:
    """A line of the header."""

    key: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of one roll."""

    dice: tuple[int, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Play:
    """A decision as written, and the dice that fell after it."""

    power: str
    answer: str
    line: int
    rolls: tuple[Rolled, ...] = ()


@dataclass(frozen=True)
class Record:
    """A record as read. Its words have not been looked at: only `replay` knows the edition."""

    tags: tuple[Tag, ...]
    plays: tuple[Play, ...]
    end_position: str
    """The digest of the last position, or nothing if the record was read unchecked without one."""
    end_line: int = 0
    _first: dict[str, Tag] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_first", {tag.key: tag for tag in reversed(self.tags)})

    def get(self, key: str) -> str | None:
        """The value of a tag, or None."""
        tag = self._first.get(key)
        return None if tag is None else tag.value

    def line_of(self, key: str) -> int:
        """The line of a tag, or 0 if the record has none."""
        tag = self._first.get(key)
        return 0 if tag is None else tag.line

    @property
    def edition(self) -> str:
        return self.get("Edition") or ""

    @property
    def rules_version(self) -> int:
        return int(self.get("RulesVersion") or 0)

    @property
    def result(self) -> str:
        """The side that won, or `*`."""
        return self.get("Result") or ""

    @property
    def free_tags(self) -> dict[str, str]:
        """The tags that the engine does not use, such as a date or a place."""
        return {tag.key: tag.value for tag in self.tags if tag.key not in OWN}

    def pairs(self, key: str) -> dict[str, str]:
        """The `name=value` pairs of all tags of one key."""
        found: dict[str, str] = {}
        for tag in self.tags:
            if tag.key == key:
                name, _, value = tag.value.partition("=")
                found[name] = value
        return found


def tag_line(key: str, value: str) -> str:
    """A line of the header: the value is a JSON string, escaped as little as it can be."""
    return f"[{key} {json.dumps(value, ensure_ascii=not value.isprintable())}]"


def digest(lines: Iterable[str]) -> str:
    """A short fingerprint of some lines."""
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    return blake2b(data, digest_size=8, person=b"sandtable/record").hexdigest()


def significant(tags: Iterable[Tag], plays: Iterable[Play], end_position: str) -> list[str]:
    """What a record says, without comments, blank lines and the players' own tags."""
    lines = [tag_line(tag.key, tag.value) for tag in tags if tag.key in OWN]
    for play in plays:
        lines.append(f"{play.power}: {play.answer}")
        lines += (f"dice {' '.join(map(str, roll.dice))}" for roll in play.rolls)
    lines.append(f"end-position {end_position}")
    return lines


def check_free_tags(tags: Mapping[str, str]) -> None:
    """Whether tags of a caller can stand in a record."""
    if len(tags) > MOST_TAGS // 2:
        raise NotationError("tags", "there are too many")
    for key, value in tags.items():
        if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", key) or len(key) > LONGEST_NAME:
            raise NotationError(
                "tags", f"{shown(key)} is no name for a tag: a capital, then letters and digits"
            )
        if key in OWN:
            raise NotationError("tags", f"the tag {key} is written by the engine")
        if len(value) > LONGEST_LINE // 16:
            raise NotationError("tags", f"the value of {key} is too long")


# --- reading


def read_record(text: str, *, check: bool = True) -> Record:
    """Read a record without playing it. Raises `RecordError` with the line and the reason.

    Without `check` the digests at the end may be wrong or missing, as they are in a record that
    was typed or changed by hand.
    """
    if len(text) > LONGEST_RECORD:
        raise RecordError(0, f"longer than {LONGEST_RECORD} characters")
    reader = _Reader(check)
    number = 0
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        reader.take(number, line.removesuffix("\r"))
    return reader.finish(number)


class _Reader:
    """Takes the lines of a record one by one."""

    def __init__(self, check: bool) -> None:
        self.check = check
        self.tags: list[Tag] = []
        self.keys: set[str] = set()
        self.plays: list[Play] = []
        self.rolls: list[Rolled] = []
        self.end_position = ""
        self.end_record = ""
        self.end_line = 0

    def take(self, number: int, line: str) -> None:
        # Only a state, which is told apart by its beginning, may need a longer line.
        if len(line) > LONGEST_LINE and not line.startswith('[State "'):
            raise RecordError(number, f"the line is longer than {LONGEST_LINE} characters")
        stripped = line.strip(" \t")
        if not stripped or stripped.startswith("#"):
            return
        if not self.tags and not line.startswith('[Format "'):
            raise RecordError(number, f"a record begins with {tag_line('Format', FORMAT)}")
        if re.search(r"[\x00-\x08\x0a-\x1f\x7f]", line):
            raise RecordError(number, "the line is not plain text")
        if self.end_record:
            raise RecordError(number, "something follows the end of the record")
        if line.startswith("["):
            self.take_tag(number, line)
            return
        body = line.partition("#")[0].rstrip(" \t")
        if body.startswith("end-"):
            self.take_end(number, body)
        elif self.end_position:
            raise RecordError(number, "only end-record can follow end-position")
        elif body[0] in " \t":
            self.take_dice(number, body.strip(" \t"))
        else:
            self.take_play(number, body)

    def take_tag(self, number: int, line: str) -> None:
        if self.plays or self.end_position:
            raise RecordError(number, "tags stand before the first decision")
        found = TAG.fullmatch(line)
        if found is None:
            raise RecordError(number, 'a tag is written as [Key "value"]')
        key = found[1]
        try:
            value = json.loads(found[2])
        except ValueError:
            raise RecordError(number, f"the value of {shown(key)} cannot be read") from None
        if len(key) > LONGEST_NAME or len(self.tags) >= MOST_TAGS:
            raise RecordError(number, "too many tags, or too long a name")
        if key in self.keys and key not in REPEATED:
            raise RecordError(number, f"the tag {key} is given twice")
        if key in REPEATED:
            name, equals, _ = value.partition("=")
            if not equals or not name:
                raise RecordError(number, f"the value of {key} is written as name=value")
            if any(t.key == key and t.value.partition("=")[0] == name for t in self.tags):
                raise RecordError(number, f"{key} {shown(name)} is given twice")
        self.check_tag(number, key, value)
        self.keys.add(key)
        self.tags.append(Tag(key, value, number))

    def check_tag(self, number: int, key: str, value: str) -> None:
        if key == "Format" and value != FORMAT:
            version = re.fullmatch(r"sandtable-record/([1-9][0-9]{0,5})", value)
            if version:
                raise RecordError(
                    number,
                    f"records of version {version[1]} cannot be read, only up to {RECORD_VERSION}",
                )
            raise RecordError(number, f"{shown(value)} is not a format of records")
        if key in ("RulesVersion", "RollsBefore") and not re.fullmatch(r"[0-9]{1,9}", value):
            raise RecordError(number, f"{key} is a number, not {shown(value)}")

    def take_play(self, number: int, body: str) -> None:
        self.check_header(number)
        power, colon, answer = body.partition(":")
        power, answer = " ".join(power.split()), " ".join(answer.split())
        if not colon or not power or not answer:
            raise RecordError(number, "a decision is written as POWER: ANSWER")
        self.close_play()
        self.plays.append(Play(power, answer, number))

    def take_dice(self, number: int, body: str) -> None:
        if not re.fullmatch(r"dice(?: [1-6])+", body):
            raise RecordError(number, "dice are written as in: dice 3 5 6")
        if not self.plays:
            raise RecordError(number, "these dice follow no decision")
        self.rolls.append(Rolled(tuple(map(int, body.split(" ")[1:])), number))

    def take_end(self, number: int, body: str) -> None:
        self.check_header(number)
        word, _, value = body.partition(" ")
        if word not in ("end-position", "end-record"):
            raise RecordError(number, f"unknown word {shown(word)}")
        if not DIGEST.fullmatch(value):
            raise RecordError(number, f"{word} is followed by 16 hexadecimal digits")
        if word == "end-position":
            if self.end_position:
                raise RecordError(number, "end-position is given twice")
            self.end_position, self.end_line = value, number
            return
        if not self.end_position:
            raise RecordError(number, "end-position stands before end-record")
        self.end_record = value
        self.close_play()
        found = digest(significant(self.tags, self.plays, self.end_position))
        if self.check and found != value:
            raise RecordError(
                number, f"the record was changed or damaged: its lines give {found}, not {value}"
            )

    def close_play(self) -> None:
        if self.rolls:
            last = self.plays[-1]
            self.plays[-1] = Play(last.power, last.answer, last.line, tuple(self.rolls))
            self.rolls = []

    def check_header(self, number: int) -> None:
        for key in NEEDED:
            if key not in self.keys:
                raise RecordError(number, f"the tag {key} is missing before this line")

    def finish(self, number: int) -> Record:
        if not self.tags:
            raise RecordError(0, "it is empty")
        self.check_header(number)
        if self.check and not self.end_record:
            raise RecordError(number, "the record is cut off: its end-record is missing")
        self.close_play()
        return Record(tuple(self.tags), tuple(self.plays), self.end_position, self.end_line)
