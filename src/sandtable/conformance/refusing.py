"""Answers that a scenario wants refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.game.game import Game
from sandtable.rules.refusal import InvalidAnswer


def split_line(line: str) -> tuple[str, str]:
    power, _, answer = line.partition(":")
    return power.strip(), answer.strip()


def check_refusal(game: Game, line: str, rule: Any) -> Iterator[str]:
    wanted = rule if isinstance(rule, list) else [rule]
    before = game.state
    refusal = game.refusal(*split_line(line))
    if game.state != before:
        yield f"{line!r} changed the game though it was refused"
    if refusal is None:
        yield f"{line!r} should be refused by {' or '.join(wanted)}, but was accepted"
    elif isinstance(refusal, InvalidAnswer):
        yield f"{line!r} should be refused by {' or '.join(wanted)}, but is invalid: {refusal}"
    elif refusal.rule.id not in wanted:
        yield f"{line!r} should be refused by {' or '.join(wanted)}, but was by {refusal}"


def check_invalid(game: Game, line: str) -> Iterator[str]:
    before = game.state
    refusal = game.refusal(*split_line(line))
    if not isinstance(refusal, InvalidAnswer):
        yield f"{line!r} should be invalid, but: {refusal or 'accepted'}"
    if game.state != before:
        yield f"{line!r} changed the game"
