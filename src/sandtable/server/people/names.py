"""Names that people give themselves: printable, and not to be mistaken for another's."""

from __future__ import annotations

import json
import re
import secrets
import unicodedata
from importlib.resources import files

from sandtable.server.problems import ProblemError

LONGEST = 40
FORGOTTEN = "Former player"
"""What stands where somebody's name stood who has left for good."""

# For each Latin letter what looks like it, after case folding.
LOOK_ALIKES: dict[str, str] = json.loads(
    files("sandtable.server.people").joinpath("look-alikes.json").read_text(encoding="utf-8")
)
LETTERS = str.maketrans({alike: letter for letter, all_ in LOOK_ALIKES.items() for alike in all_})
PAIRS = (("rn", "m"), ("vv", "w"))
RESERVED = ("computer", "standing order", "clock", "record", "server", "sandtable", FORGOTTEN)
GUEST = re.compile(r"guest[\W_]*\d+", re.IGNORECASE)


def clean(name: str) -> str:
    """The name as it is kept. Raises for what cannot be shown safely in a line."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= LONGEST:
        raise ProblemError("malformed", f"A name has 1 to {LONGEST} characters.")
    marks = 0
    for letter in name:
        kind = unicodedata.category(letter)
        # Controls, invisible or unassigned characters, and separators other than the space.
        if kind[0] == "C" or (kind[0] == "Z" and letter != " "):
            raise ProblemError("malformed", "A name has letters, digits and signs only.")
        marks = marks + 1 if kind[0] == "M" else 0
        if marks > 2:
            raise ProblemError("malformed", "Too many marks stand on one letter of the name.")
    if not key(name):
        raise ProblemError("malformed", "A name needs a letter or a digit.")
    return name


def clean_account_name(name: str) -> str:
    """As `clean`; names that the server itself uses cannot be had."""
    name = clean(name)
    if key(name) in RESERVED_KEYS or GUEST.fullmatch(name):
        raise ProblemError("malformed", "This name is reserved. Choose another.")
    return name


def key(name: str) -> str:
    """Equal for names that one could take for each other; no two people have the same."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    folded = "".join(letter for letter in folded if unicodedata.category(letter)[0] != "M")
    folded = folded.translate(LETTERS)
    for pair, letter in PAIRS:
        folded = folded.replace(pair, letter)
    return "".join(letter for letter in folded if letter.isalnum())


def guest_name(attempt: int = 0) -> str:
    """Such as `Guest 4821`; the more names were found taken, the longer the number."""
    least = 10 ** (3 + attempt // 3)
    return f"Guest {least + secrets.randbelow(9 * least)}"


RESERVED_KEYS = frozenset(key(name) for name in RESERVED)
