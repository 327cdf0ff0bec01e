"""What a player makes of things: the numbers by which it weighs ground, risks and steps.

The captain's are chosen by people who know the games. The general also looks at what captains with
other numbers would do (`general/variants.py`).
"""

from __future__ import annotations

from typing import NamedTuple


class Doctrine(NamedTuple):
    """Worths are in IPCs, risks are chances."""

    # --- attacks
    least_chance: float = 0.55
    """To win, below which an attack is not looked at."""
    least_gain: float = 1.0
    fear: float = 0.35
    """What the enemy's answer to an attack counts."""
    left_behind: float = 0.4
    """What it counts that those who stay are worse off: there is still the noncombat move."""
    escaped: float = 0.2
    """What it counts that those who go would be lost by staying."""
    exposed: float = 1.6
    """What a transport is worth for each IPC of its price: without it an army stays at home."""
    opening: float = 8.0
    """What a battle at sea may cost if it opens the way for a landing."""

    # --- ground
    ground_now: float = 1.0
    """What taking ground gains for each IPC of its value, even if it is lost again at once."""
    any_ground_now: float = 0.5
    ground_later: float = 2.0
    """What holding it gains besides."""
    any_ground_later: float = 0.5
    factory: float = 6.0
    capital: float = 15.0
    capital_income: float = 1.0
    """What a capital is worth besides, for each IPC that its power earns."""
    city: float = 50.0
    """What a space is worth that would decide the game; less if more than one is missing."""
    victory: float = 150.0

    # --- standing
    capital_risk: float = 0.04
    """Of losing a capital in the next turn, when others go out."""
    factory_risk: float = 0.3
    """The same for a factory that is not in a capital."""
    safe: float = 0.03
    """The risk for a capital that is borne when armies come to rest."""
    home: float = 60.0
    """What an own capital is worth besides its ground and the treasury."""
    guarded: float = 0.85
    """An enemy does not always come where somebody has to be fought."""
    at_sea: float = 0.8
    """The same at sea."""
    gate: float = 12.0
    """What it costs to leave a way to the capital open."""

    # --- marching
    step: float = 0.12
    """What a step towards the enemy is worth, for each IPC that a unit costs."""
    flight: float = 0.03
    """The same for planes, which are quickly anywhere."""
    siege_march: float = 0.1
    """The risk for a capital in two turns from which armies stay near it."""
    homesick: float = 1.5
    """How many steps forward a step back to it is worth then."""

    # --- where to
    voyage: float = 3.0
    """Steps for going aboard and ashore again, for a power that lives by the sea."""
    expedition: float = 8.0
    """The same for one that has an enemy capital on its own continent."""
    fight_step: float = 1.5
    """A step onto enemy ground."""
    landing_step: float = 1.5
    """What landing on enemy ground costs more than on a friend's."""
    second_capital: float = 2.5
    """What a capital that is not the main aim has to be nearer."""
    any_city: float = 3.0
    """The same for cities and factories."""
    any_ground: float = 4.0
    """The same for other enemy ground."""

    # --- fleets
    cargo_step: float = 0.25
    """What a step of cargo is worth, for each IPC that it costs."""
    aboard: float = 0.15
    """What it costs to keep a unit aboard: the ship is not free for others."""
    back: float = 0.4
    """What a step of an empty transport towards its next load is worth."""
    patrol: float = 0.015
    """What a step of a warship towards the enemy is worth, for each IPC that it costs."""
    afloat: float = 0.1
    """What a unit risks that stays aboard where an enemy may come, for each IPC that it costs."""

    # --- purchases
    siege: float = 0.25
    """The risk for a capital in two turns for which guards are bought."""
    site_risk: float = 0.25
    """The risk for another factory for which guards are bought."""
    conquest: float = 15.0
    """What it counts that a mix of units would beat the army opposite, or keep it off."""
    balance: float = 0.5
    """What both numbers and punch count in a mix."""
    delay: float = 0.05
    """What a turn on the way to the front costs, for each IPC of a unit."""
    ship_share: float = 0.65
    """Of the money, what ships may cost."""
    fleet_risk: float = 0.2
    """Of what a fleet costs, what an attack on it may win."""
    assault: float = 0.6
    """Transports for each defender of a capital that can be reached by sea only."""


CAPTAIN = Doctrine()
