"""Strength as a beginner counts it: how hard units hit, times how many there are."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.game.draft import Draft
from sandtable.rules.position import Token

Tokens = Iterable[tuple[Token, int]]


def offense(d: Draft, units: Tokens) -> float:
    return total(d, [(d.kind(token).attack, token, count) for token, count in units])


def defense(d: Draft, units: Tokens) -> float:
    return total(d, [(d.kind(token).defense, token, count) for token, count in units])


def total(d: Draft, units: list[tuple[int, Token, int]]) -> float:
    fire = sum(number * count for number, _, count in units)
    lives = sum(
        count * d.kind(token).hits for _, token, count in units if not d.kind(token).bystander
    )
    return float(fire * lives)
