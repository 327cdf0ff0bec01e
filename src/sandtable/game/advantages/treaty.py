"""Nonaggression Treaty: free infantry where its enemy attacks first."""

from __future__ import annotations

from sandtable.game.advantages.placing import choose_space, home, place
from sandtable.game.advantages.registry import MODULES, AdvantageModule, Occasion, used
from sandtable.game.answers import Use
from sandtable.game.draft import Draft


def attacked_at_home(d: Draft, occasion: Occasion) -> list[int]:
    """Territories of the power's colour in which there will be a battle."""
    return [space for space in d.turn.battles if home(d, occasion.power, space)]


def available(d: Draft, occasion: Occasion) -> bool:
    enemy = d.ed.power_index[occasion.trait.data["enemy"]]
    return d.power == enemy and bool(attacked_at_home(d, occasion))


def reinforce(d: Draft, occasion: Occasion, given: Use) -> None:
    space = choose_space(d, occasion, given, attacked_at_home(d, occasion))
    place(d, occasion, space, occasion.trait.data["count"])


def break_treaty(d: Draft, occasion: Occasion) -> None:
    """The power's own attacks on the other may end the treaty for good."""
    if d.power != occasion.power:
        return
    enemy = d.ed.power_index[occasion.trait.data["enemy"]]
    breaks = BREACHES[occasion.trait.data["broken_by"]]
    before = d.turn.owners_at_start
    blitzed = [s for s, owner in enumerate(d.owners) if owner != before[s]]
    attacked = [s for s in d.turn.battles if not d.ed.board.sea[s]]
    if any(breaks(d, enemy, space) for space in (*blitzed, *attacked)):
        d.give(occasion.power, used(occasion.trait))


def any_land_attack(d: Draft, enemy: int, territory: int) -> bool:
    """An attack where the other holds the land, or has units, or was at home."""
    return enemy in (d.turn.owners_at_start[territory], d.ed.original_owners[territory]) or any(
        t.power == enemy for t, _ in d.stacks[territory]
    )


def home_attack(d: Draft, enemy: int, territory: int) -> bool:
    """An attack on a territory that was the other's from the start and still is."""
    return d.turn.owners_at_start[territory] == enemy == d.ed.original_owners[territory]


BREACHES = {"any-land-attack": any_land_attack, "home-attack": home_attack}

MODULES["nonaggression-treaty"] = AdvantageModule(
    lambda _: "attacks", available, reinforce, now_or_never=True, by_itself=break_treaty
)
