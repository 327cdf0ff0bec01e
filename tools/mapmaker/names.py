"""Short labels for spaces whose name does not fit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

WORDS = {
    "Northern": "N.",
    "North": "N.",
    "Northeastern": "NE.",
    "Northwestern": "NW.",
    "Northwest": "NW.",
    "Southern": "S.",
    "South": "S.",
    "Southeastern": "SE.",
    "Southeast": "SE.",
    "Eastern": "E.",
    "East": "E.",
    "Western": "W.",
    "West": "W.",
    "Central": "C.",
    "Greater": "Gr.",
    "Islands": "Is.",
    "Island": "I.",
    "Equatorial": "Eq.",
    "National": "Nat.",
    "Territory": "Terr.",
    "Mediterranean": "Med.",
    "Atlantic": "Atl.",
    "Strait": "Str.",
    "British": "Br.",
    "French": "Fr.",
    "Italian": "It.",
    "Portuguese": "Port.",
    "Spanish": "Sp.",
    "Soviet": "Sov.",
    "Dutch": "D.",
    "Convoy": "Cv.",
    "Center": "Ctr.",
}
LESS = {"Union", "of", "the", "S.S.R.", "Okrug", "Republic", "Desert"}
KINDS = {"Islands", "Island", "States", "Territory", "National", "Marshes", "Sea"}


def numbered(name: str) -> bool:
    """Whether the space is one of many that are known by their number."""
    return re.fullmatch(r"Sea Zone \w+", name) is not None


def broken(name: str) -> list[tuple[str, ...]]:
    """The name on one line, and as evenly as possible on two."""
    ways = [(name[: at.end()].rstrip(), name[at.end() :]) for at in re.finditer(r"[ /-]", name)]
    if not ways:
        return [(name,)]
    return [(name,), min(ways, key=lambda lines: max(map(len, lines)))]


def abridged(name: str) -> str:
    """The name with its usual abbreviations; the first part of a name with several."""
    if numbered(name):
        return name.split()[-1]
    whole = name.replace("United States", "U.S.").replace("United Kingdom", "U.K.")
    words = [word for word in whole.split("/")[0].split() if word not in LESS]
    return " ".join(WORDS.get(word, word) for word in words)


def clipped(name: str) -> list[str]:
    """Rougher forms of a name, the longest first, each shorter than the one before."""
    words = [word for word in name.split("/")[0].split() if word not in LESS]
    core = [word for word in words if word not in KINDS]
    if all(word in WORDS for word in core):
        core = words
    found = [
        " ".join(WORDS.get(word, cut(word, size)) for word in core) for size in (len(name), 6, 4, 3)
    ]
    result: list[str] = []
    for each in found:
        if len(each) < len(result[-1] if result else abridged(name)):
            result.append(each)
    return result


def initials(name: str) -> list[str]:
    """The first letters of a name's words, if it has several."""
    words = [word for word in name.split("/")[0].split() if word not in LESS]
    return ["".join(word[0] for word in words if word[0].isalnum())] if len(words) > 1 else []


def ambiguous(names: Iterable[str]) -> set[str]:
    """The short forms that could stand for more than one of these names."""
    counts = Counter(
        form for name in names for form in {name, abridged(name), *clipped(name), *initials(name)}
    )
    return {form for form, count in counts.items() if count > 1}


def cut(word: str, size: int) -> str:
    """The beginning of a word, up to a consonant."""
    if len(word) <= size + 1:
        return word
    return (word[:size].rstrip("aeiouy.-") or word[:size]) + "."
