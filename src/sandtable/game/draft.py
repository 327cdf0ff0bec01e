"""The draft on which a step works.

A step changes a `Draft` and freezes it; a refusal throws the draft away, so that nothing has
changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.game.events import Event
from sandtable.game.state import Battle, State, Step
from sandtable.rules.battle import Field
from sandtable.rules.position import (
    FRESH,
    Mark,
    Position,
    Token,
    added,
    removed,
    settled_stack,
    with_mark,
)
from sandtable.rules.units import UnitType


def whose(name: str) -> str:
    """A name as an owner's, for messages."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def one(name: str) -> str:
    """A name with its article, for messages."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


class Draft:
    """A state being changed. Its attributes mirror `State` with lists in place of tuples."""

    __slots__ = (
        "agenda",
        "at_war",
        "carries",
        "ed",
        "events",
        "facilities",
        "kinds",
        "match",
        "owners",
        "phase",
        "power",
        "resolved",
        "roll",
        "round",
        "stacks",
        "traits",
        "treasuries",
        "turn",
        "winner",
        "withheld",
    )

    def __init__(self, state: State) -> None:
        position = state.position
        self.match = state.match
        self.ed = state.match.edition
        self.at_war = self.ed.is_enemy
        self.round = position.round
        self.power = position.turn
        self.phase = position.phase
        self.owners = list(position.owners)
        self.stacks = list(position.stacks)
        self.facilities = position.facilities
        self.treasuries = list(position.treasuries)
        self.traits = position.traits
        if position.traits:
            self.kinds, self.carries = self.ed.everything(position.traits)
        else:
            self.kinds, self.carries = self.ed.plain_kinds, self.ed.plain_carriers
        self.turn = state.turn
        self.agenda = state.agenda
        self.roll = state.roll
        self.withheld = state.withheld
        self.winner = state.winner
        self.events: list[Event] = []
        self.resolved: Any = None

    def copy(self) -> Draft:
        """Another draft of the same, for trying something out."""
        other = Draft.__new__(Draft)
        other.match, other.ed, other.at_war = self.match, self.ed, self.at_war
        other.round, other.power, other.phase = self.round, self.power, self.phase
        other.owners = self.owners[:]
        other.stacks = self.stacks[:]
        other.treasuries = self.treasuries[:]
        other.facilities = self.facilities
        other.traits, other.kinds, other.carries = self.traits, self.kinds, self.carries
        other.turn, other.agenda, other.roll = self.turn, self.agenda, self.roll
        other.withheld, other.winner, other.resolved = self.withheld, self.winner, self.resolved
        other.events = []
        return other

    def freeze(self) -> State:
        return State(
            self.match,
            Position(
                self.round,
                self.power,
                self.phase,
                tuple(self.owners),
                tuple(self.stacks),
                self.facilities,
                tuple(self.treasuries),
                self.traits,
            ),
            self.turn,
            self.agenda,
            self.roll,
            self.withheld,
            self.winner,
        )

    def emit(self, type_: str, **data: Any) -> None:
        self.events.append(Event(type_, data))

    # --- names, for events and messages

    def space_id(self, space: int) -> str:
        return self.ed.board.spaces[space].id

    def space_name(self, space: int) -> str:
        return self.ed.board.spaces[space].name

    def power_id(self, power: int) -> str:
        return self.ed.powers[power].id if power >= 0 else "none"

    def power_name(self, power: int) -> str:
        return self.ed.powers[power].name if power >= 0 else "nobody"

    def counts(self, tokens: Iterable[tuple[Token, int]]) -> dict[str, int]:
        """Units by id, whatever else tells them apart."""
        found: dict[str, int] = {}
        for token, count in tokens:
            name = self.ed.units[token.unit].id
            found[name] = found.get(name, 0) + count
        return found

    def counts_by_power(self, tokens: Iterable[tuple[Token, int]]) -> dict[str, dict[str, int]]:
        found: dict[str, dict[str, int]] = {}
        for token, count in tokens:
            name = self.ed.units[token.unit].id
            of_power = found.setdefault(self.ed.powers[token.power].id, {})
            of_power[name] = of_power.get(name, 0) + count
        return found

    # --- units on the board

    def add(self, space: int, token: Token, count: int) -> None:
        self.stacks[space] = added(self.stacks[space], token, count)

    def remove(self, space: int, token: Token, count: int) -> None:
        self.stacks[space] = removed(self.stacks[space], token, count)

    def change(self, space: int, token: Token, count: int, to: Token) -> None:
        """Turn so many of a token in a space into another."""
        self.stacks[space] = added(removed(self.stacks[space], token, count), to, count)

    def shift(self, start: int, end: int, token: Token, count: int, mark: Mark) -> None:
        """Move so many of a token to another space, with a mark of what they did."""
        self.remove(start, token, count)
        self.add(end, with_mark(token, mark), count)

    def kind(self, token: Token) -> UnitType:
        """What a unit can do, as its power has it."""
        return self.kinds[token[0]][token[1]]

    def has(self, power: int, trait: str) -> bool:
        """Whether a power has a development, an advantage or something that became of one."""
        return bool(self.traits) and trait in self.traits[power]

    def give(self, power: int, *traits: str, drop: str = "") -> None:
        """Add traits to a power's, and take one away."""
        every = list(self.traits or ((),) * len(self.ed.powers))
        every[power] = tuple(sorted({*every[power], *traits} - {drop}))
        self.traits = tuple(every) if any(every) else ()
        self.kinds, self.carries = self.ed.everything(self.traits)

    def build(self, space: int, *facilities: int) -> None:
        """Set the facilities of a space."""
        self.facilities = (*self.facilities[:space], facilities, *self.facilities[space + 1 :])

    def field(self, battle: Battle) -> Field:
        """What the numbers of a battle depend on."""
        return Field(
            self.ed,
            self.kinds,
            self.traits,
            battle.space,
            self.owners[battle.space],
            battle.round,
            battle.amphibious,
            battle.boons,
        )

    def commands(self, power: int) -> bool:
        """Whether the acting power orders units of a power about: its own, or a partner's."""
        return power == self.power or power == self.turn.joint

    def orders(self, token: Token) -> bool:
        """Whether a unit takes its orders from the acting power."""
        if token[0] != self.turn.joint:
            return token[0] == self.power
        return token[4] != FRESH or self.ed.turn[self.phase] in self.turn.joint_phases

    def own(self, space: int) -> list[tuple[Token, int]]:
        """The tokens in a space that the acting power commands."""
        if self.turn.joint >= 0:
            return [entry for entry in self.stacks[space] if self.orders(entry[0])]
        power = self.power
        return [entry for entry in self.stacks[space] if entry[0][0] == power]

    def settle(self) -> None:
        """Forget what the units did: a turn is over."""
        for space, stack in enumerate(self.stacks):
            for token, _ in stack:
                if token[4] is not FRESH:
                    self.stacks[space] = settled_stack(stack)
                    break

    # --- what depends on the whole board

    def production(self, power: int) -> int:
        values = self.ed.values
        return sum(values[s] for s, owner in enumerate(self.owners) if owner == power)

    def holds_capital(self, power: int) -> bool:
        """Whether a power may buy and collect: no capital of its own in enemy hands."""
        enemy = self.at_war[power]
        return not any(enemy[self.owners[c]] for c in self.ed.powers[power].capitals)

    def friendly_mask(self, power: int, owners: Iterable[int]) -> int:
        """Territories owned by a power's side, as a mask."""
        side = self.ed.powers[power].side
        sides = [p.side for p in self.ed.powers]
        mask = 0
        for space, owner in enumerate(owners):
            if owner >= 0 and sides[owner] == side:
                mask |= 1 << space
        return mask

    def production_sites(self) -> list[tuple[int, int]]:
        """(territory, capacity) of the complexes that the acting power may use this turn."""
        if not self.turn.sites or not self.holds_capital(self.power):
            return []
        return [
            (site, self.ed.values[site])
            for site in self.turn.sites
            if self.owners[site] == self.power
        ]

    @property
    def top(self) -> Step:
        return self.agenda[-1]

    @property
    def battle(self) -> Battle:
        """The battle on top of the agenda."""
        battle = self.agenda[-1].battle
        assert battle is not None
        return battle

    @battle.setter
    def battle(self, battle: Battle) -> None:
        self.agenda = (*self.agenda[:-1], self.agenda[-1]._replace(battle=battle))

    def pop(self) -> None:
        self.agenda = self.agenda[:-1]
