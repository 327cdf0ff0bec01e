"""The choices that an edition makes among rules, one field per axis.

A default is what an edition gets that says nothing. `ALLOWED` lists the words of each axis; the
modules that have code of their own (steps, orders of battle, surplus) come from their registries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class BattleProgram:
    """The steps of a battle: those before the first round, and those of every round."""

    opening: tuple[str, ...]
    round: tuple[str, ...]
    steps: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", self.opening + self.round)


@dataclass(frozen=True, slots=True)
class RuleChoices:
    """The rule modules that an edition chooses, and their parameters."""

    most_seats: int
    seat_split: str
    capital_lost_skips: frozenset[str]
    combat_order: str
    surplus: str
    programs: Mapping[str, BattleProgram]
    absent: Mapping[str, str]
    seat_tables: tuple[frozenset[frozenset[int]], ...] = ()
    """How the powers may be dealt out, where the book lists it: sets of powers per player."""
    damage_lasts: str = "battle"
    special_fire: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Domains that fire of a special kind (`bombard`, `kamikaze`) can hit."""
    submerged_lasts: str = "battle"
    """How long a submarine stays down."""
    assault_retreat: str = "overland"
    """Who may leave the land battle of an assault: overland and air units, or air units only."""
    sharing: str = "consent"
    """Whether friends share spaces and ships as both agree, or freely."""
    combat_loads: str = "must-assault"
    """What happens with units loaded in the Combat Move phase."""
    call_off: bool = False
    """Whether a landing can be called off when combat is conducted."""
    transport_after_combat: str = "nothing"
    """What a transport that fought may do in the Noncombat Move phase."""
    own_deck_cargo: bool = False
    """Whether a carrier's own fighters can ride along as cargo in the Combat Move phase."""
    unbuilt_decks: bool = True
    """Whether carriers bought this turn count as landing places."""
    noncombat_flak: bool = False
    """Whether guns fire at flights in the Noncombat Move phase."""
    rockets: str = "none"
    """The phase in which rocket strikes are declared, if there are any."""
    rocket_way: str = "flight"
    """How the range of rockets is counted: as a flight, or over any spaces."""
    raid_limit: str = "bomber"
    """What a territory's value limits: each bomber's damage, or that of a turn to a complex."""
    raid_order: str = "any"
    """Whether a raid must come before the battle in its territory."""
    development: str = "at-once"
    """When a development takes effect."""
    research_cost: int = 5
    must_place: bool = True
    """Whether everything that can be mobilized must be."""
    new_fighters: str = "own-decks"
    """Decks on which new fighters may be placed."""
    boards_new_decks: bool = False
    """Whether fighters in reach go aboard a carrier when it is mobilized."""
    guns_taken: str = "at-once"
    """When captured guns get their new owner."""
    escorts: bool = True
    """Whether warships may go along to a friendly zone for a landing without bombarding."""
    transports_alone: bool = False
    """Whether transports may enter a battle without anybody who can attack."""
    no_way_to_hit: str = "sink-defenseless"
    """What happens when no side can hit the other: the defenseless are sunk, or both stay."""
    retreat_zone: str = "friendly-all-turn"
    """Zones that ships may retreat to."""
    sworn_aim: bool = False
    """Whether units that give themselves up name what they go for."""
    evaders_end_hostile: bool = True
    """Whether submarines may end a noncombat move beside enemies."""
    wasted_shots: bool = True
    """Whether dice are thrown whose hits nobody could take."""
    air_needs_target: bool = False
    """Whether air units are sent to sea only where they can hit something."""
    reveals_submerged: bool = False
    """Whether a destroyer must stop where an enemy submarine is submerged."""


ALLOWED: Mapping[str, tuple[str, ...]] = {
    "damage_lasts": ("battle",),
    "submerged_lasts": ("battle", "noncombat-move"),
    "assault_retreat": ("overland", "air-only"),
    "sharing": ("consent", "free"),
    "combat_loads": ("must-assault", "free"),
    "transport_after_combat": ("nothing", "load-or-offload"),
    "rockets": ("none", "combat-move", "conduct-combat"),
    "rocket_way": ("flight", "any"),
    "raid_limit": ("bomber", "complex"),
    "raid_order": ("any", "before-battle"),
    "development": ("at-once", "mobilize"),
    "new_fighters": ("own-decks", "new-decks"),
    "guns_taken": ("at-once", "end-of-turn"),
    "no_way_to_hit": ("sink-defenseless", "stay"),
    "retreat_zone": ("friendly-all-turn", "friendly-now"),
}
"""What may be chosen on the axes that are words."""

SWITCHES = (
    "call_off",
    "own_deck_cargo",
    "unbuilt_decks",
    "noncombat_flak",
    "must_place",
    "boards_new_decks",
    "escorts",
    "transports_alone",
    "sworn_aim",
    "air_needs_target",
    "reveals_submerged",
    "evaders_end_hostile",
    "wasted_shots",
)
"""The axes that are yes or no."""
