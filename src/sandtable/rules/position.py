"""Positions are values: immutable, hashable, cheap to copy.

A stack is a sorted tuple of (token, count). A token is a unit with everything that tells it
from another: its power, damage, cargo and, within a turn, the mark of what it did. Equal
tokens are interchangeable and carry no identity.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

Cargo = tuple[tuple[int, int], ...]
"""Units aboard as sorted (power, unit) pairs."""

# What a unit did this turn.
COMBAT_MOVED = 1
NONCOMBAT_MOVED = 2
FOUGHT = 4
RETREATED = 8
OFFLOADED = 16
ESCAPED = 32
SEABORNE = 64
ATTACKS = 128
RAIDS = 256
SUBMERGED = 512
CAPTURED = 1024
LAUNCHED = 2048
EXTRA_MOVE = 4096
REFUELLED = 8192
SWORN = 16384
LOADED = 32768


class Mark(NamedTuple):
    """What a unit did this turn. Every unit is `FRESH` when a turn begins."""

    left: int
    flags: int
    origin: int
    target: int
    boarded: Cargo
    ashore: Cargo
    guns: tuple[tuple[int, int], ...] = ()
    """Guns flown over that are still to fire: where, and the number they hit on."""
    landed: tuple[tuple[int, int, int], ...] = ()
    """(territory, power, unit) of what a ship put ashore for an assault and sailed on from."""


FRESH = Mark(-1, 0, -1, -1, (), ())


class Token(NamedTuple):
    """A unit on the board."""

    power: int
    unit: int
    damage: int = 0
    cargo: Cargo = ()
    mark: Mark = FRESH


Stack = tuple[tuple[Token, int], ...]


def with_mark(token: Token, mark: Mark) -> Token:
    """The same unit, having done something else this turn."""
    return Token(token[0], token[1], token[2], token[3], mark)


def stack_of(counts: Iterable[tuple[Token, int]]) -> Stack:
    """A canonical stack from any tokens and counts."""
    merged: dict[Token, int] = {}
    for token, count in counts:
        merged[token] = merged.get(token, 0) + count
    return tuple(sorted((t, n) for t, n in merged.items() if n))


def added(stack: Stack, token: Token, count: int) -> Stack:
    """The stack with so many more of a token."""
    for i, (present, have) in enumerate(stack):
        if present == token:
            return (*stack[:i], (token, have + count), *stack[i + 1 :])
        if present > token:
            return (*stack[:i], (token, count), *stack[i:])
    return (*stack, (token, count))


def removed(stack: Stack, token: Token, count: int) -> Stack:
    """The stack with so many fewer of a token, which must be there."""
    for i, (present, have) in enumerate(stack):
        if present == token:
            if have < count:
                break
            if have == count:
                return stack[:i] + stack[i + 1 :]
            return (*stack[:i], (token, have - count), *stack[i + 1 :])
    raise ValueError("no such units in the stack")


def less(stack: Stack, gone: Iterable[tuple[Token, int]]) -> Stack:
    """The stack without some of it."""
    for token, count in gone:
        stack = removed(stack, token, count)
    return stack


def more(stack: Stack, new: Iterable[tuple[Token, int]]) -> Stack:
    """The stack with more in it."""
    for token, count in new:
        stack = added(stack, token, count)
    return stack


class Position(NamedTuple):
    """The board at a moment: who stands where, who owns what, whose turn it is.

    `turn` and `phase` are indices into the edition's powers and turn. Marks of the running
    turn may be on the tokens; `settled` drops them.
    """

    round: int
    turn: int
    phase: int
    owners: tuple[int, ...]
    stacks: tuple[Stack, ...]
    facilities: tuple[tuple[int, ...], ...]
    treasuries: tuple[int, ...]
    traits: tuple[tuple[str, ...], ...] = ()
    """Developments, advantages and what has become of them, by power; empty if nobody has any."""

    def settled(self) -> Position:
        """The same position without what the units did this turn."""
        return self._replace(stacks=tuple(settled_stack(stack) for stack in self.stacks))


def settled_stack(stack: Stack) -> Stack:
    """A stack without marks."""
    for token, _ in stack:
        if token[4] is not FRESH and token[4] != FRESH:
            return stack_of((with_mark(t, FRESH), count) for t, count in stack)
    return stack
