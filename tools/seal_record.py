"""Puts the right result and digests into records that were written by hand, and keeps comments.

Run from the repository's root: python tools/seal_record.py examples/revised/*.record
"""

import re
import sys
from pathlib import Path

from sandtable.game.notation import RecordError, format_position, read_record
from sandtable.game.notation.record import digest, significant
from sandtable.game.recording import UNDECIDED, replay

RESULT = re.compile(r'^\[Result ".*"\]$', re.MULTILINE)


def sealed(text: str) -> str:
    """The text of a record with a new end. Raises `RecordError` if it cannot be replayed."""
    body = re.split(r"^end-position", text, maxsplit=1, flags=re.MULTILINE)[0].rstrip() + "\n"
    try:
        game = replay(read_record(body, check=False))
    except RecordError as error:
        if "the result is " not in error.reason:
            raise
        found = re.search(r"the result is ([^,]+),", error.reason)
        assert found is not None
        return sealed(RESULT.sub(f'[Result "{found[1]}"]', body))
    end = digest([format_position(game.edition, game.position)])
    record = read_record(body, check=False)
    assert record.result == (game.winner or UNDECIDED)
    seal = digest(significant(record.tags, record.plays, end))
    return f"{body}\nend-position {end}\nend-record {seal}\n"


def main() -> int:
    failed = 0
    for name in sys.argv[1:]:
        path = Path(name)
        try:
            text = sealed(path.read_text(encoding="utf-8"))
        except RecordError as error:
            print(f"{name}: {error}")
            failed = 1
            continue
        path.write_text(text, encoding="utf-8")
    return failed


if __name__ == "__main__":
    sys.exit(main())
