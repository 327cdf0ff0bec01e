"""Units: statistics and abilities, as an edition's data gives them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

LAND, AIR, SEA, FACILITY = "land", "air", "sea", "facility"

Loads = tuple[tuple[tuple[int, int], ...], ...]
"""What fits aboard at most, in one way or another: units (by index) and how many of them."""


@dataclass(frozen=True, slots=True)
class UnitType:
    """A kind of unit. `index` is its place in the edition's list of units.

    `evades`: passes hostile zones; `hidden_from`: kinds of fire that cannot hit it; `spares`:
    domains that its own fire cannot hit; `cancels`: which of the enemy's abilities it switches
    off, among `passage`, `strike`, `submerge` and `cover` (being hidden); `shields`: units of its
    side that a first strike hit still fire; `supports`: attack of another unit beside it, one for
    one; `bystander`: takes no part in battles and is taken with its territory; `antiair`: hits
    aircraft on this number; `flak`: how guns shoot at it (`none`, or `pair`: two dice, by their
    sum); `raids`: whether it can bomb complexes (`full` or `half` effect); `best_of`: dice rolled
    for one shot, of which the best counts; `attack_dice`: shots in attack; `launches`: range of
    its rockets; `aliases`: short names that players use.
    """

    index: int
    id: str
    name: str
    domain: str
    cost: int | None = None
    move: int = 0
    attack: int = 0
    defense: int = 0
    hits: int = 1
    fires_as: str = "other"
    classes: frozenset[str] = frozenset()
    captures: bool = False
    blitzes: bool = False
    contests: bool = False
    evades: bool = False
    hidden_from: frozenset[str] = frozenset()
    spares: frozenset[str] = frozenset()
    needs_escort_past: bool = False
    cancels: frozenset[str] = frozenset()
    strikes_first: bool = False
    submerges: bool = False
    last_casualty: bool = False
    produces: str = ""
    stops_blitz: bool = False
    shields: bool = False
    supports: tuple[tuple[int, int], ...] = ()
    bystander: bool = False
    antiair: int = 0
    flak: str = ""
    raids: str = ""
    bombards: bool = False
    launches: int = 0
    attack_dice: int = 1
    best_of: int = 1
    combat_moves: bool = True
    loads: Loads = ()
    aliases: tuple[str, ...] = ()
    land: bool = field(init=False)
    air: bool = field(init=False)
    sea: bool = field(init=False)

    def __post_init__(self) -> None:
        for domain in (LAND, AIR, SEA):
            object.__setattr__(self, domain, self.domain == domain)

    @property
    def all_classes(self) -> frozenset[str]:
        """Its domain and the classes it belongs to."""
        return self.classes | {self.domain}

    def holds(self, cargo: tuple[int, ...]) -> bool:
        """Whether these units (by index) fit aboard together."""
        return within_one(self.loads, cargo)

    def room(self, unit: int) -> int:
        """How many of one kind of unit an empty ship of this type takes."""
        return max((dict(load).get(unit, 0) for load in self.loads), default=0)


@lru_cache(maxsize=4096)
def within_one(loads: Loads, cargo: tuple[int, ...]) -> bool:
    """Whether some units are within one of the loads."""
    kinds = set(cargo)
    return any(
        all(cargo.count(unit) <= dict(load).get(unit, 0) for unit in kinds) for load in loads
    )
