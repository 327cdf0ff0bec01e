"""An edition at work: board, powers, units and rule parameters, ready for the hot paths."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from sandtable.board import Board, IslandBoard
from sandtable.rules.choices import RuleChoices
from sandtable.rules.refusal import Refusal, Rule
from sandtable.rules.traits import Trait, changed_units
from sandtable.rules.units import UnitType

Kinds = tuple[UnitType, ...]
"""The units of one power, by index."""


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
class Option:
    """Something the players agree on before the game."""

    id: str
    default: str
    values: tuple[str, ...]
    most: int = -1
    """The largest number, if any number from 0 on may be agreed."""
    about: str = ""
    """What is agreed, in a sentence."""

    def allows(self, value: str) -> bool:
        """Whether a value may be agreed on."""
        if self.most < 0:
            return value in self.values
        return (
            value.isascii()
            and value.isdigit()
            and value == str(int(value[:6]))
            and (int(value) <= self.most)
        )

    @property
    def choices(self) -> str:
        """What may be agreed on, in words."""
        return ", ".join(self.values) if self.most < 0 else f"the numbers 0 to {self.most}"


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
    before: tuple[str, ...]
    """Steps before the first turn."""
    options: tuple[Option, ...]
    victory: Mapping[str, tuple[VictoryCondition, ...]]
    rules: RuleChoices
    catalogue: Mapping[str, Rule]
    digest: str
    """Of the data that it was made of."""
    lineage: tuple[str, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    traits: Mapping[str, Trait] = field(default_factory=dict)
    about: str = ""
    """Which game it is, in a sentence."""

    slugs: dict[str, Rule] = field(init=False)
    power_index: dict[str, int] = field(init=False)
    unit_index: dict[str, int] = field(init=False)
    enemies: tuple[tuple[int, ...], ...] = field(init=False)
    friends: tuple[tuple[int, ...], ...] = field(init=False)
    is_enemy: tuple[tuple[bool, ...], ...] = field(init=False)
    values: tuple[int, ...] = field(init=False)
    air: tuple[bool, ...] = field(init=False)
    ships: tuple[bool, ...] = field(init=False)
    lands: tuple[bool, ...] = field(init=False)
    contests: tuple[bool, ...] = field(init=False)
    decks: tuple[int, ...] = field(init=False)
    deck_room: tuple[int, ...] = field(init=False)
    deck_plane: tuple[bool, ...] = field(init=False)
    transports: tuple[bool, ...] = field(init=False)
    reaches: Mapping[str, tuple[bool, ...]] = field(init=False)
    """By kind of fire: which units its hits can be given to, hidden ones left aside."""
    kinds_of_fire: tuple[str, ...] = field(init=False)
    """Kinds of hits that units score by their own fire."""
    plain_kinds: tuple[Kinds, ...] = field(init=False)
    """The units of each power while nobody has a trait."""
    plain_carriers: tuple[tuple[bool, ...], ...] = field(init=False)
    island_board: IslandBoard = field(init=False)
    _kinds: dict[tuple[str, ...], Kinds] = field(init=False)
    _carriers: dict[tuple[str, ...], tuple[bool, ...]] = field(init=False)
    _everything: dict[
        tuple[tuple[str, ...], ...], tuple[tuple[Kinds, ...], tuple[tuple[bool, ...], ...]]
    ] = field(init=False)

    def __post_init__(self) -> None:
        def fix(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        powers, units = self.powers, self.units
        fix("island_board", IslandBoard(self.board))
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
        fix("lands", tuple(unit.land for unit in units))
        fix("contests", tuple(unit.contests for unit in units))
        spared = {
            kind: frozenset().union(*(u.spares for u in units if u.fires_as == kind))
            for kind in {u.fires_as for u in units}
        }
        reaches = {k: tuple(u.domain not in dom for u in units) for k, dom in spared.items()}
        for kind, domains in self.rules.special_fire.items():
            reaches[kind] = tuple(u.domain in domains and not u.bystander for u in units)
        for plane in units:
            if plane.air:
                reaches[f"antiair:{plane.id}"] = tuple(u is plane for u in units)
        fix("reaches", reaches)
        fix("kinds_of_fire", tuple(sorted(spared)))
        fix("plain_kinds", (units,) * len(powers))
        fix("_kinds", {(): units})
        fix("_carriers", {})
        fix("_everything", {})
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
        fix("plain_carriers", (self.transports,) * len(powers))

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Edition) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def kinds(self, traits: tuple[str, ...]) -> Kinds:
        """The units of a power with these traits."""
        found = self._kinds.get(traits)
        if found is None:
            known = tuple(self.traits[name] for name in traits if name in self.traits)
            found = self._kinds[traits] = changed_units(self.units, known)
        return found

    def carriers(self, traits: tuple[str, ...]) -> tuple[bool, ...]:
        """Which units of a power with these traits carry land units."""
        if not traits:
            return self.transports
        found = self._carriers.get(traits)
        if found is None:
            found = self._carriers[traits] = tuple(
                any(self.units[kind].land for load in unit.loads for kind, _ in load)
                for unit in self.kinds(traits)
            )
        return found

    def everything(
        self, traits: tuple[tuple[str, ...], ...]
    ) -> tuple[tuple[Kinds, ...], tuple[tuple[bool, ...], ...]]:
        """The units of each power, and which of them carry land units."""
        found = self._everything.get(traits)
        if found is None:
            found = self._everything[traits] = (
                tuple(self.kinds(mine) for mine in traits) if traits else self.plain_kinds,
                tuple(self.carriers(mine) for mine in traits) if traits else self.plain_carriers,
            )
        return found

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

    def rules_of(self, trait: Trait) -> list[Rule]:
        """What this edition's catalogue says of a development or an advantage, its rule first."""
        first = self.rule(trait.rule)
        topic = trait.rule.split("/")[0]
        found = [
            rule
            for name, rule in self.catalogue.items()
            if name.startswith(f"{self.id}/{topic}/{trait.id}") and rule.id != first.id
        ]
        return [first, *found]

    def refuse(self, slug: str, message: str, **facts: object) -> NoReturn:
        """Raise the refusal that cites a rule of this edition."""
        raise Refusal(self.rule(slug), message, facts)
