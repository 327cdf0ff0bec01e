"""The arithmetic of verifiable dice: the commitment, and the dice of a roll.

The dice of a roll depend on the secret, the roll's index and the entropies in force, and on
nothing else. In particular the request is left out. Whoever knows the secret could otherwise try
one request after another (one infantry more, another battle first) until the dice suit him, and
every such try would be a fresh throw. As it is, roll i has one stream of numbers, and a request
only says how many of them are used. What each roll was for is proved by replaying the game, which
makes the same requests in the same order.
"""

from __future__ import annotations

import hashlib
import hmac

from sandtable.game.dice.stream import take

__all__ = ["SECRET_BYTES", "commitment_of", "dice_of", "keeps_commitment"]

SECRET_BYTES = 32

_COMMITMENT_DOMAIN = b"sandtable/dice/commitment/v1\0"
_ROLL_DOMAIN = b"sandtable/dice/roll/v1\0"


def commitment_of(secret: bytes) -> str:
    """Give what is published before the game: it fixes the secret without giving it away."""
    return hashlib.sha256(_COMMITMENT_DOMAIN + secret).hexdigest()


def keeps_commitment(secret: bytes, commitment: str) -> bool:
    """Tell, in constant time, whether this is the secret that was committed to."""
    given = commitment.encode("utf-8", "replace")
    return hmac.compare_digest(commitment_of(secret).encode(), given)


def dice_of(secret: bytes, index: int, entropy_digest: bytes, count: int) -> tuple[int, ...]:
    """Compute the first `count` dice of a roll."""
    head = _ROLL_DOMAIN + index.to_bytes(8, "big")

    def block(number: int) -> bytes:
        return hmac.digest(secret, head + number.to_bytes(4, "big") + entropy_digest, "sha256")

    return take(block, count)
