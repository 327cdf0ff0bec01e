"""An edition at work: board, powers, units and rule parameters, ready for the hot paths."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from sandtable.board import Board
from sandtable.rules.refusal import Refusal, Rule
from sandtable.rules.units import UnitType


@dataclass(frozen=True, slots=True)
class Power:
    """One of the powers, `index` being its place in the order of play."""

    index: int
    id: str
    name: str
    side: int
    treasury: int
    capitals: tuple[int, ...]
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VictoryCondition:
    """A side wins if it holds so many of these spaces when that power's turn ends."""

    side: int
    after: int
    hold: int
    of: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BattleProgram:
    """The steps of a battle: those before the first round, and those of every round."""

    opening: tuple[str, ...]
    round: tuple[str, ...]

    @property
    def steps(self) -> tuple[str, ...]:
        return self.opening + self.round


@dataclass(frozen=True, slots=True)
class RuleChoices:
    """The rule modules that an edition chooses, and their parameters."""

    most_seats: int
    seat_split: str
    capital_lost_skips: frozenset[str]
    combat_order: str
    damage_lasts: str
    surplus: str
    programs: Mapping[str, BattleProgram]
    absent: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Option:
    """Something the players agree on before the game."""

    id: str
    default: str
    values: tuple[str, ...]


Forces = Mapping[int, Mapping[int, Mapping[int, int]]]
"""Units by space, power and unit."""


@dataclass(frozen=True, slots=True)
class SetupVariant:
    """What an option's value changes in the starting position."""

    add: Forces
    treasury: Mapping[int, int]


@dataclass(frozen=True, eq=False)
class Edition:
    """Everything that a rulebook says, as data. Immutable; equal if made of the same data."""

    id: str
    name: str
    rules_version: int
    board: Board
    sides: tuple[str, ...]
    powers: tuple[Power, ...]
    units: tuple[UnitType, ...]
    original_owners: tuple[int, ...]
    facilities: tuple[tuple[int, ...], ...]
    setup: Forces
    setup_variants: Mapping[tuple[str, str], SetupVariant]
    turn: tuple[str, ...]
    options: tuple[Option, ...]
    victory: Mapping[str, tuple[VictoryCondition, ...]]
    rules: RuleChoices
    catalogue: Mapping[str, Rule]
    digest: str
    """Of the data that it was made of."""
    lineage: tuple[str, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)

    slugs: dict[str, Rule] = field(init=False)
    power_index: dict[str, int] = field(init=False)
    unit_index: dict[str, int] = field(init=False)
    enemies: tuple[tuple[int, ...], ...] = field(init=False)
    friends: tuple[tuple[int, ...], ...] = field(init=False)
    is_enemy: tuple[tuple[bool, ...], ...] = field(init=False)
    values: tuple[int, ...] = field(init=False)
    air: tuple[bool, ...] = field(init=False)
    ships: tuple[bool, ...] = field(init=False)
    contests: tuple[bool, ...] = field(init=False)
    decks: tuple[int, ...] = field(init=False)
    deck_room: tuple[int, ...] = field(init=False)
    deck_plane: tuple[bool, ...] = field(init=False)
    transports: tuple[bool, ...] = field(init=False)
    reaches: Mapping[str, tuple[bool, ...]] = field(init=False)
    """By kind of fire: which units its hits can be given to while nothing is uncovered."""
    reaches_uncovered: Mapping[str, tuple[bool, ...]] = field(init=False)

    def __post_init__(self) -> None:
        def fix(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        powers, units = self.powers, self.units
        fix("slugs", {name.split("/", 1)[-1]: rule for name, rule in self.catalogue.items()})
        fix("power_index", {power.id: power.index for power in powers})
        fix("unit_index", {unit.id: unit.index for unit in units})
        fix(
            "is_enemy",
            (*((*tuple(a.side != b.side for b in powers), False) for a in powers), (False,)),
        )
        fix("enemies", tuple(tuple(b.index for b in powers if b.side != a.side) for a in powers))
        fix(
            "friends",
            tuple(
                tuple(b.index for b in powers if b.side == a.side and b is not a) for a in powers
            ),
        )
        fix("values", tuple(space.value for space in self.board.spaces))
        fix("air", tuple(unit.air for unit in units))
        fix("ships", tuple(unit.sea for unit in units))
        fix("contests", tuple(unit.contests for unit in units))
        spared = {
            kind: frozenset().union(*(u.spares for u in units if u.fires_as == kind))
            for kind in {u.fires_as for u in units}
        }
        fix(
            "reaches_uncovered",
            {k: tuple(u.domain not in domains for u in units) for k, domains in spared.items()},
        )
        fix(
            "reaches",
            {
                k: tuple(u.domain not in domains and k not in u.hidden_from for u in units)
                for k, domains in spared.items()
            },
        )
        planes = {unit.index for unit in units if unit.air}
        room = [
            max((sum(n for kind, n in load if kind in planes) for load in unit.loads), default=0)
            for unit in units
        ]
        fix("deck_room", tuple(room))
        fix("decks", tuple(unit.index for unit in units if room[unit.index]))
        fix(
            "deck_plane",
            tuple(
                unit.air
                and any(kind == unit.index for u in units for load in u.loads for kind, _ in load)
                for unit in units
            ),
        )
        fix(
            "transports",
            tuple(
                any(units[kind].land for load in unit.loads for kind, _ in load) for unit in units
            ),
        )

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Edition) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def name_counts(self, units: Iterable[tuple[Any, ...]]) -> dict[str, int]:
        """Unit ids and counts from (count, unit, ...) tuples."""
        found: dict[str, int] = {}
        for count, unit, *_ in units:
            name = self.units[unit].id
            found[name] = found.get(name, 0) + count
        return found

    def rule(self, slug: str) -> Rule:
        """The catalogue's entry for `topic/slug` in this edition or one it inherits from.

        Where editions name one rule differently, `aliases` gives this edition's slug.
        """
        slug = self.aliases.get(slug, slug)
        for name in (self.id, *self.lineage):
            found = self.catalogue.get(f"{name}/{slug}")
            if found is not None:
                return found
        return self.slugs.get(slug) or Rule(f"{self.id}/{slug}", "", "")

    def refuse(self, slug: str, message: str, **facts: object) -> NoReturn:
        """Raise the refusal that cites a rule of this edition."""
        raise Refusal(self.rule(slug), message, facts)
