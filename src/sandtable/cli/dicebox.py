"""The dice of a game on the command line: chosen with options, kept or asked for."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

from sandtable.cli.console import UsageError
from sandtable.game.dice import (
    BadDice,
    DiceError,
    DiceSource,
    EnteredDice,
    LowLuck,
    RollLog,
    SeededDice,
    Transcript,
    VerifiableDice,
    commitment_of,
)
from sandtable.game.game import Game
from sandtable.rules.problems import nearest
from sandtable.rules.roll import RollRequest, Shot

KINDS = ("seeded", "low-luck", "entered", "verifiable")


def chosen(seed: str | None, dice: str | None) -> DiceSource:
    """The source that `--seed` and `--dice` ask for; dice from a fresh seed by default."""
    if seed is not None and dice is not None:
        raise UsageError("give --seed or --dice, not both")
    kind, _, parameter = (dice or "seeded").partition(":")
    given = seed if seed is not None else parameter
    if kind == "seeded":
        return SeededDice(given or fresh_seed())
    if kind == "low-luck":
        return LowLuck(SeededDice(given or fresh_seed()))
    if parameter:
        raise UsageError(f"{kind} dice take no seed")
    if kind == "entered":
        return EnteredDice(ask_at_terminal, tell_at_terminal)
    if kind == "verifiable":
        return VerifiableDice.new()
    raise UsageError(
        f"unknown dice {kind!r}{nearest(kind, KINDS)} "
        "(seeded:SEED, low-luck:SEED, entered, verifiable)"
    )


def fresh_seed() -> str:
    return secrets.token_hex(6)


# --- dice that people roll


def wanted(request: RollRequest) -> str:
    """What to roll, for somebody with dice in the hand."""
    shots = ", ".join(map(shot_text, request.shots))
    about = shots if shots.strip() else request.purpose
    where = f" in {request.space}" if request.space else ""
    dice = "die" if request.size == 1 else "dice"
    return f"{request.power} rolls {request.size} {dice}{where} ({about}): "


def shot_text(shot: Shot) -> str:
    """`2 infantry at 1`; `1 bomber at 4, 2 dice each`."""
    if not shot.unit:
        return ""
    text = f"{shot.count} {shot.unit}"
    if shot.target:
        text += f" at {shot.target}"
    if shot.dice > 1:
        text += f", {'the sum of ' if shot.by == 'sum' else ''}{shot.dice} dice each"
    return text


def ask_at_terminal(request: RollRequest) -> str:
    print(wanted(request), end="", file=sys.stderr, flush=True)
    text = sys.stdin.readline()
    if not text:
        raise BadDice(f"no dice were entered for: {wanted(request).rstrip(': ')}")
    return text


def tell_at_terminal(reason: str) -> None:
    print(reason, file=sys.stderr)


def given_rolls(rolls: list[str]) -> Callable[[RollRequest], str]:
    """Answers from a list, then from the terminal."""
    left = list(rolls)

    def ask(request: RollRequest) -> str:
        return left.pop(0) if left else ask_at_terminal(request)

    return ask


# --- dice that can be verified


def secret_path(path: Path) -> Path:
    """Where the secret of a game's verifiable dice is kept, beside the game."""
    return path.with_name(f"{path.name}.secret")


def keep_secret(path: Path, dice: VerifiableDice, *, new: bool = False) -> None:
    """Write the secret and the entropies down, for the holder's eyes only."""
    target = secret_path(path)
    if new and target.exists():
        raise UsageError(f"{target} exists: it holds the secret of another game")
    kept = VerifiableDice(dice.reveal().secret or b"", dice.transcript().entropies)
    temporary = target.with_name(f"{target.name}.tmp")
    temporary.unlink(missing_ok=True)
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(kept.reveal().to_json())
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, target)


def with_secret(path: Path, game: Game) -> VerifiableDice:
    """The verifiable dice of a game, ready to go on."""
    target = secret_path(path)
    try:
        kept = Transcript.from_json(target.read_text(encoding="utf-8"))
    except OSError as error:
        raise DiceError(
            f"{target}: {error.strerror}; only the holder of the secret can roll"
        ) from None
    except UnicodeDecodeError:
        raise DiceError(f"{target}: not a dice transcript") from None
    if kept.secret is None:
        raise DiceError(f"{target}: holds no secret")
    if commitment_of(kept.secret) != game.dice.describe().get("commitment"):
        raise DiceError(f"{target}: holds the secret of another game")
    rolls = [dice for entry in game.history for dice in entry.rolls]
    logs = [RollLog(index, dice) for index, dice in enumerate(rolls)]
    return VerifiableDice(kept.secret, kept.entropies, logs)


def seal(path: Path, game: Game, *, force: bool) -> None:
    """Write the secret of a new game down, if its dice have one."""
    if isinstance(game.dice, VerifiableDice):
        keep_secret(path, game.dice, new=not force)
        game.dice = with_secret(path, game)


class SealedDice:
    """Stands in for dice that are not at hand: a game can be read, but not rolled for."""

    def __init__(self, description: dict[str, str], reason: str) -> None:
        self._description = description
        self._reason = reason

    def roll(self, index: int, request: RollRequest) -> tuple[int, ...]:
        raise DiceError(self._reason)

    def describe(self) -> dict[str, str]:
        return dict(self._description)


def attach(path: Path, game: Game, rolls: list[str] | None = None) -> None:
    """Give a game that was read from a file the dice it goes on with."""
    kind = game.dice.describe().get("kind")
    if kind == EnteredDice.KIND:
        game.dice = EnteredDice(given_rolls(rolls or []), tell_at_terminal)
    elif rolls:
        raise UsageError("--rolled is for games with entered dice")
    elif kind == VerifiableDice.KIND:
        try:
            game.dice = with_secret(path, game)
        except DiceError as error:
            game.dice = SealedDice(game.dice.describe(), str(error))
