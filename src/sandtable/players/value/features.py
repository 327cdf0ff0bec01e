"""What a position looks like in a few numbers, for one side against its enemies.

Every number is a difference between the sides, mostly as a part of what both have together, so that
boards of any size look alike and swapping the sides changes the sign only.
"""

from __future__ import annotations

from typing import NamedTuple

from sandtable.game.state import State
from sandtable.players.measure import shares
from sandtable.players.value.ground import capitals
from sandtable.players.value.menace import menaces
from sandtable.rules.edition import Edition

NAMES = (
    "lead",
    "land",
    "air",
    "warships",
    "transports",
    "hits",
    "attack",
    "defense",
    "income",
    "treasury",
    "capitals",
    "factories",
    "goal",
    "brink",
    "pressure",
    "guard",
    "peril",
    "tempo",
    "menace",
    "menace_now",
)
"""The features, in their order."""

WIDE = 1.5
"""How sharply peril rises when attackers near a capital come to match its guard."""


class Tally:
    """What one side has."""

    __slots__ = ("attack", "cost", "defense", "force", "hits", "shield")

    def __init__(self, number: int) -> None:
        self.cost = [0.0, 0.0, 0.0, 0.0]
        self.hits = self.attack = self.defense = 0.0
        self.force = [0.0] * number
        """Attack near each capital."""
        self.shield = [0.0] * number
        """Defense near each capital."""


class Kind(NamedTuple):
    """A unit, as it is counted here."""

    domain: int
    cost: float
    hits: float
    attack: float
    defense: float
    air: bool
    counts: bool
    """Whether it fights for capitals: by land or by air."""


def kinds_of(edition: Edition, state: State) -> list[list[Kind]]:
    """The units of every power."""
    kinds, carries = edition.everything(state.position.traits)
    found = []
    for power in range(len(edition.powers)):
        mine = []
        for unit in kinds[power]:
            domain = 0 if unit.land else 1 if unit.air else 2
            if carries[power][unit.index]:
                domain = 3
            fights = not unit.bystander and unit.domain != "facility"
            mine.append(
                Kind(
                    domain,
                    float(unit.cost or 0) if unit.domain != "facility" else 0.0,
                    float(unit.hits) if fights else 0.0,
                    float(unit.attack * unit.attack_dice) if fights else 0.0,
                    float(unit.defense) if fights else 0.0,
                    unit.air,
                    fights and not unit.sea,
                )
            )
        found.append(mine)
    return found


def tallies(state: State) -> list[Tally]:
    """What each side has on the board, aboard ships and on order."""
    edition, position = state.match.edition, state.position
    places = capitals(edition)
    kinds = kinds_of(edition, state)
    sides = [power.side for power in edition.powers]
    found = [Tally(len(places)) for _ in edition.sides]

    def count(power: int, unit: int, number: int, space: int) -> None:
        kind, tally = kinds[power][unit], found[sides[power]]
        tally.cost[kind.domain] += number * kind.cost
        tally.hits += number * kind.hits
        attack, defense = number * kind.attack, number * kind.defense
        tally.attack += attack
        tally.defense += defense
        if kind.counts:
            for at, place in enumerate(places):
                near = place.by_air[space] if kind.air else place.by_land[space]
                if near > 0.05:
                    tally.force[at] += near * attack
                    tally.shield[at] += near * near * defense

    for space, stack in enumerate(position.stacks):
        for token, number in stack:
            if token.power >= 0:
                count(token.power, token.unit, number, space)
                for power, unit in token.cargo:
                    count(power, unit, number, space)
    turn = position.turn
    home = edition.powers[turn].capitals
    for unit, number in enumerate(state.turn.bought):
        if number:
            count(turn, unit, number, home[0] if home else 0)
    return found


def balance(mine: float, theirs: float) -> float:
    """A difference as a part of the whole."""
    return (mine - theirs) / (mine + theirs) if mine + theirs > 0 else 0.0


def features(state: State, side: int) -> list[float]:
    """The position as one side sees it; see `NAMES`."""
    edition, position = state.match.edition, state.position
    every = tallies(state)
    mine, rest = every[side], [t for at, t in enumerate(every) if at != side]
    army = sum(sum(t.cost) for t in every) or 1.0
    share = shares(state)
    found = [share[side] - sum(each for at, each in enumerate(share) if at != side)]
    found += [(mine.cost[domain] - sum(t.cost[domain] for t in rest)) / army for domain in range(4)]
    found.append(balance(mine.hits, sum(t.hits for t in rest)))
    found.append(balance(mine.attack, sum(t.attack for t in rest)))
    found.append(balance(mine.defense, sum(t.defense for t in rest)))
    found += economy(state, side, army)
    found += goals(state, side)
    found += fronts(edition, position.owners, every, side)
    found.append(1.0 if edition.powers[position.turn].side == side else -1.0)
    found += menace(state, side, army)
    return found


def menace(state: State, side: int, army: float) -> list[float]:
    """What attacks of both sides would gain, and that of the power on turn by itself."""
    edition, turn = state.match.edition, state.position.turn
    later = now = 0.0
    for power, gain in zip(edition.powers, menaces(state), strict=True):
        signed = gain if power.side == side else -gain
        if power.index == turn:
            now += signed
        else:
            later += signed
    return [later / army, now / army]


def economy(state: State, side: int, army: float) -> list[float]:
    """Income, money, capitals and factories."""
    edition, position = state.match.edition, state.position
    powers, owners = edition.powers, position.owners
    lost = [
        any(owners[c] >= 0 and powers[owners[c]].side != power.side for c in power.capitals)
        for power in powers
    ]
    income, works, held, money = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]
    for space, owner in enumerate(owners):
        if owner < 0:
            continue
        which = int(powers[owner].side != side)
        if not lost[owner]:
            income[which] += edition.values[space]
        if position.facilities[space]:
            works[which] += edition.values[space]
    for place in capitals(edition):
        owner = owners[place.space]
        if owner >= 0:
            held[int(powers[owner].side != side)] += place.weight
    for power in powers:
        money[int(power.side != side)] += position.treasuries[power.index]
    return [
        balance(*income),
        (money[0] - money[1]) / army,
        held[0] - held[1],
        balance(*works),
    ]


def goals(state: State, side: int) -> list[float]:
    """How much of a victory each side holds, and how near it is to the end of the game."""
    edition, owners = state.match.edition, state.position.owners
    best = [0.0, 0.0]
    brink = [0.0, 0.0]
    for condition in edition.victory[state.match.option("victory", "standard")]:
        which = int(condition.side != side)
        held = sum(
            1 for s in condition.of
            if owners[s] >= 0 and edition.powers[owners[s]].side == condition.side
        )  # fmt: skip
        best[which] = max(best[which], held / condition.hold)
        brink[which] = max(brink[which], 0.5 ** max(0, condition.hold - held))
    return [best[0] - best[1], brink[0] - brink[1]]


def fronts(edition: Edition, owners: tuple[int, ...], every: list[Tally], side: int) -> list[float]:
    """Armies on their way to capitals, guards of them, and capitals in peril."""
    pressure = guard = peril = 0.0
    powers = edition.powers
    strength = sum(t.attack + t.defense for t in every) or 1.0
    for at, place in enumerate(capitals(edition)):
        owner = owners[place.space]
        if owner < 0:
            continue
        holder = powers[owner].side
        force = max((t.force[at] for s, t in enumerate(every) if s != holder), default=0.0)
        shield = every[holder].shield[at]
        sign = 1.0 if holder == side else -1.0
        pressure -= sign * force
        guard += sign * shield
        if force > 0:
            risk = force**WIDE / (force**WIDE + shield**WIDE)
            peril -= sign * risk * (0.5 + place.weight)
    return [pressure / strength, guard / strength, peril]
