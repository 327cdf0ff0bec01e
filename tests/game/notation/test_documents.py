"""The examples in the documents are true."""

import re
from pathlib import Path

from sandtable import load_edition
from sandtable.game.notation import format_position, parse_position, read_record
from sandtable.game.recording import replay, write_record

DOCS = Path(__file__).parents[3] / "docs"


def test_the_record_of_the_document_replays() -> None:
    text = (DOCS / "game-record.md").read_text(encoding="utf-8")
    found = re.search(r"```\n(\[Format .*?)```\n", text, re.DOTALL)
    assert found
    record = read_record(found[1])
    assert write_record(replay(record), record.free_tags) == found[1]


def test_the_position_of_the_document_is_read() -> None:
    text = (DOCS / "position-notation.md").read_text(encoding="utf-8")
    found = re.search(r"^ {4}(position/1 .*)$", text, re.MULTILINE)
    assert found
    edition = load_edition("1941")
    assert format_position(edition, parse_position(edition, found[1])) == found[1]
