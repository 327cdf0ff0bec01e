"""Checks the dice of a game after the secret has been revealed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sandtable.game.dice.entropy import MAX_INDEX, Entropy, EntropyPool
from sandtable.game.dice.errors import BadTranscript, DiceError
from sandtable.game.dice.fairness import SECRET_BYTES, dice_of, keeps_commitment
from sandtable.game.dice.transcript import MAX_DICE, MAX_FILE_BYTES, RollLog, Transcript

__all__ = ["verify", "verify_file", "verify_transcript"]


def verify(
    commitment: str,
    secret: bytes,
    entropies: Sequence[Entropy],
    rolls: Sequence[RollLog],
    sizes: Sequence[int] | None = None,
) -> list[str]:
    """List all that is wrong with a game's dice; nothing listed means all is well.

    `commitment` is the one published before the game. `sizes`, where given, says how many dice the
    game asked for in each roll, as a replay of the game tells; without it nobody can see that the
    last rolls, or the last dice of a roll, were left out.
    """
    if len(secret) != SECRET_BYTES:
        return [f"the secret has {len(secret)} bytes, {SECRET_BYTES} are needed"]
    try:
        pool = EntropyPool(entropies)
    except DiceError as error:
        return [f"entropies: {error}"]
    problems = []
    if not keeps_commitment(secret, commitment):
        problems.append("the secret is not the one that was committed to")
    problems.extend(_order_problems(rolls, 0 if sizes is None else len(sizes)))
    made = max((roll.index for roll in rolls), default=-1) + 1
    problems.extend(
        f"the entropy of {party!a} holds from roll {since}, but roll {made} is yet to be made"
        for since, party, _ in entropies
        if since > made
    )
    for roll in rolls:
        problems.extend(_roll_problems(secret, pool, roll))
        if sizes is not None:
            problems.extend(_size_problems(sizes, roll))
    return problems


def _order_problems(rolls: Sequence[RollLog], expected: int) -> Iterator[str]:
    """Every index once, in order, and at least `expected` of them."""
    seen: set[int] = set()
    last = -1
    for index, _ in rolls:
        if index in seen:
            yield f"roll {index}: listed more than once"
        elif index < last:
            yield f"roll {index}: listed out of order, after roll {last}"
        seen.add(index)
        last = max(last, index)
    following = 0
    for index in (*sorted(seen), max(expected, last + 1)):
        if index == following + 1:
            yield f"roll {following}: missing"
        elif index > following:
            yield f"rolls {following} to {index - 1}: missing"
        following = index + 1


def _roll_problems(secret: bytes, pool: EntropyPool, roll: RollLog) -> Iterator[str]:
    index, dice = roll
    if not 0 <= index <= MAX_INDEX:
        yield f"roll {index}: no roll can have this index"
        return
    if len(dice) > MAX_DICE:
        yield f"roll {index}: {len(dice)} dice, at most {MAX_DICE} can be rolled"
        return
    right = dice_of(secret, index, pool.digest(index), len(dice))
    for place, (shown, true) in enumerate(zip(dice, right, strict=True), start=1):
        if shown != true:
            yield f"roll {index}: die {place} of {len(dice)} shows {shown}, it should show {true}"
            return


def _size_problems(sizes: Sequence[int], roll: RollLog) -> Iterator[str]:
    index, dice = roll
    if index >= len(sizes):
        yield f"roll {index}: the game made only {len(sizes)} rolls"
    elif index >= 0 and len(dice) != sizes[index]:
        yield f"roll {index}: {len(dice)} dice are listed, the game asked for {sizes[index]}"


def verify_transcript(
    transcript: Transcript, commitment: str | None = None, sizes: Sequence[int] | None = None
) -> list[str]:
    """List all that is wrong with a transcript.

    Give the `commitment` that you noted before the game: a transcript can be forged as a whole,
    with a commitment of its own.
    """
    problems = []
    if commitment is not None and commitment.strip().lower() != transcript.commitment:
        problems.append(
            f"the transcript's commitment is {transcript.commitment}, "
            "not the one published before the game"
        )
    if transcript.secret is None:
        return [*problems, "the secret has not been revealed, so no roll can be checked"]
    return problems + verify(
        transcript.commitment, transcript.secret, transcript.entropies, transcript.rolls, sizes
    )


def verify_file(path: str | Path, commitment: str | None = None) -> list[str]:
    """List all that is wrong with a transcript file; see `verify_transcript`.

    Raises `BadTranscript` for a file that cannot be read as a transcript.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise BadTranscript(f"{path}: {error.strerror or error}") from None
    if len(data) > MAX_FILE_BYTES:
        raise BadTranscript(f"{path}: the file is longer than {MAX_FILE_BYTES} bytes")
    try:
        return verify_transcript(Transcript.from_json(data.decode()), commitment)
    except UnicodeDecodeError:
        raise BadTranscript(f"{path}: the file is not UTF-8 text") from None
    except BadTranscript as error:
        raise BadTranscript(f"{path}: {error}") from None
