"""Randomness that the players add to verifiable dice, and its byte-level encoding."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from sandtable.game.dice.errors import DiceError

__all__ = ["MAX_ENTROPIES", "MAX_INDEX", "MAX_PARTY_BYTES", "MAX_TEXT_BYTES", "Entropy"]

MAX_INDEX = 2**53 - 1
"""Indices stay exact in every JSON reader."""
MAX_ENTROPIES = 10_000
MAX_PARTY_BYTES = 64
MAX_TEXT_BYTES = 128

_DOMAIN = b"sandtable/dice/entropy/v1\0"


class Entropy(NamedTuple):
    """A text that one party added; it holds for the roll `since` and all after it."""

    since: int
    party: str
    text: str


def _encoded_text(what: str, text: str, limit: int) -> bytes:
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise DiceError(f"the {what} {text!a} is not valid text") from None
    if len(data) > limit:
        raise DiceError(f"the {what} is {len(data)} bytes long, at most {limit} are allowed")
    return data


def _encoded(entropy: Entropy) -> tuple[int, bytes, bytes]:
    if not 0 <= entropy.since <= MAX_INDEX:
        raise DiceError(f"entropy cannot hold from roll {entropy.since}")
    return (
        entropy.since,
        _encoded_text("party's name", entropy.party, MAX_PARTY_BYTES),
        _encoded_text("entropy", entropy.text, MAX_TEXT_BYTES),
    )


class EntropyPool:
    """All the entropies of a game, in an order that leaves nobody a choice.

    They are sorted by the index from which they hold, then by the bytes of the party's name, then
    by those of the text; so those in force at a roll are always the first few.
    """

    __slots__ = ("_keys", "_states")

    def __init__(self, entropies: Iterable[Entropy] = ()) -> None:
        self._keys = sorted(_encoded(entropy) for entropy in entropies)
        if len(self._keys) > MAX_ENTROPIES:
            raise DiceError(f"at most {MAX_ENTROPIES} entropies can be added")
        # _states[n] has hashed the first n entropies.
        self._states = [hashlib.sha256(_DOMAIN)]

    def add(self, entropy: Entropy) -> None:
        key = _encoded(entropy)
        if len(self._keys) >= MAX_ENTROPIES:
            raise DiceError(f"at most {MAX_ENTROPIES} entropies can be added")
        place = bisect_right(self._keys, key)
        self._keys.insert(place, key)
        del self._states[place + 1 :]

    def entropies(self) -> tuple[Entropy, ...]:
        return tuple(
            Entropy(since, party.decode(), text.decode()) for since, party, text in self._keys
        )

    def digest(self, index: int) -> bytes:
        """Give the 32 bytes that stand for all the entropies in force at a roll."""
        in_force = bisect_right(self._keys, index, key=lambda key: key[0])
        while len(self._states) <= in_force:
            since, party, text = self._keys[len(self._states) - 1]
            state = self._states[-1].copy()
            state.update(since.to_bytes(8, "big"))
            state.update(len(party).to_bytes(4, "big") + party)
            state.update(len(text).to_bytes(4, "big") + text)
            self._states.append(state)
        return self._states[in_force].digest()
