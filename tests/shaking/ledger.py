"""A book-keeper of its own: it reads events and nothing else, and knows what must be there.

It keeps every unit of every power, where that follows from the events, the treasuries, the
owners, what was bought, whose turn and phase it is. After every decision its books must agree
with the position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.game.events import Event
from sandtable.game.game import Game

COSTS = {
    "infantry": 3,
    "tank": 6,
    "fighter": 10,
    "bomber": 12,
    "submarine": 6,
    "transport": 7,
    "destroyer": 8,
    "carrier": 12,
    "battleship": 16,
}
LAND = {"infantry", "tank"}
AIR = {"fighter", "bomber"}
ORDER = ["soviet-union", "germany", "united-kingdom", "japan", "united-states"]
PHASES = [
    "purchase",
    "combat-move",
    "conduct-combat",
    "noncombat-move",
    "mobilize",
    "collect-income",
]
CAPITALS = {
    "soviet-union": "russia",
    "germany": "germany",
    "united-kingdom": "united-kingdom",
    "japan": "japan",
    "united-states": "eastern-united-states",
}
AXIS = {"germany", "japan"}

Where = tuple[str, str, str]
"""Space, power, unit. Aircraft and cargo at sea are booked under the space `sea`."""


def enemies(a: str, b: str) -> bool:
    return (a in AXIS) != (b in AXIS)


class Ledger:
    """The books of a game."""

    def __init__(self, game: Game) -> None:
        board = game.edition.board
        self.values = {space.id: space.value for space in board.spaces}
        self.sea = {space.id for space in board.spaces if space.sea}
        self.units: Counter[Where] = self.found(game)
        self.owners = self.found_owners(game)
        self.treasuries = self.found_treasuries(game)
        self.bought = self.found_bought(game)
        self.turn = game.turn
        self.phase = game.phase
        self.round = game.round
        self.won: str | None = None
        self.facilities = game.position.facilities
        self.battle: str | None = None

    def copy(self) -> Ledger:
        twin = object.__new__(Ledger)
        twin.__dict__.update(self.__dict__)
        twin.units = self.units.copy()
        twin.owners = dict(self.owners)
        twin.treasuries = dict(self.treasuries)
        twin.bought = self.bought.copy()
        return twin

    # --- what the position says

    def place(self, space: str, unit: str) -> str:
        return "sea" if space in self.sea and unit in LAND | AIR else space

    def found(self, game: Game) -> Counter[Where]:
        edition = game.edition
        units: Counter[Where] = Counter()
        for space, stack in zip(edition.board.spaces, game.position.stacks, strict=True):
            for token, count in stack:
                assert count > 0, f"{count} units in {space.id}"
                pieces = [(token.power, token.unit), *token.cargo]
                for power, kind in pieces:
                    unit = edition.units[kind].id
                    units[self.place(space.id, unit), edition.powers[power].id, unit] += count
        return units

    def found_owners(self, game: Game) -> dict[str, str]:
        powers = [power.id for power in game.edition.powers]
        return {
            space.id: powers[owner] if owner >= 0 else "none"
            for space, owner in zip(game.edition.board.spaces, game.position.owners, strict=True)
        }

    def found_treasuries(self, game: Game) -> dict[str, int]:
        return {
            power.id: amount
            for power, amount in zip(game.edition.powers, game.position.treasuries, strict=True)
        }

    def found_bought(self, game: Game) -> Counter[str]:
        bought = zip(game.edition.units, game.state.turn.bought, strict=True)
        return Counter({unit.id: count for unit, count in bought if count})

    def level(self, power: str) -> int:
        return sum(self.values[space] for space, owner in self.owners.items() if owner == power)

    def free_capital(self, power: str) -> bool:
        return not enemies(power, self.owners[CAPITALS[power]])

    # --- what the events say

    def apply(self, events: Iterable[Event]) -> None:
        for event in events:
            getattr(self, "on_" + event.type.replace("-", "_"))(event.data)
            for where, count in self.units.items():
                assert count >= 0, f"{event}: {count} left of {where}"

    def add(self, power: str, space: str, units: Mapping[str, int], sign: int = 1) -> None:
        for unit, count in units.items():
            assert count > 0, f"{count} {unit}"
            where = (self.place(space, unit), power, unit)
            self.units[where] += sign * count
            if not self.units[where]:
                del self.units[where]

    def on_phase(self, data: Mapping[str, Any]) -> None:
        new = data["power"], data["phase"], data["round"]
        old = self.turn, self.phase, self.round
        places = [
            (round_, ORDER.index(power), PHASES.index(phase)) for power, phase, round_ in (new, old)
        ]
        assert places[0] >= places[1], f"{new} came after {old}"
        assert places[0][0] - places[1][0] <= 1
        if new[0] != old[0]:
            step = (ORDER.index(new[0]) - ORDER.index(old[0])) % len(ORDER)
            assert step == 1, f"{new[0]} plays after {old[0]}"
            first = "purchase" if self.free_capital(new[0]) else "combat-move"
            assert new[1] == first
            assert not self.bought, "bought units were neither mobilized nor refunded"
            self.no_battle()
        assert self.free_capital(new[0]) or new[1] not in ("purchase", "mobilize")
        self.turn, self.phase, self.round = new

    def no_battle(self) -> None:
        for (space, power, unit), count in self.units.items():
            if count and space not in self.sea and space != "sea":
                assert not enemies(power, self.owners[space]), f"{power} {unit} in {space}"

    def on_purchased(self, data: Mapping[str, Any]) -> None:
        assert data["power"] == self.turn
        assert data["cost"] == sum(COSTS[unit] * n for unit, n in data["units"].items())
        self.treasuries[data["power"]] -= data["cost"]
        assert self.treasuries[data["power"]] >= 0
        self.bought.update(data["units"])

    def on_moved(self, data: Mapping[str, Any]) -> None:
        assert data["power"] == self.turn
        path = data["path"]
        for unit, count in data["units"].items():
            self.add(data["power"], path[0], {unit: count}, -1)
            self.add(data["power"], path[-1], {unit: count})

    def on_loaded(self, data: Mapping[str, Any]) -> None:
        assert set(data["units"]) <= LAND
        self.add(data["power"], data["territory"], data["units"], -1)
        self.add(data["power"], data["zone"], data["units"])

    def on_assault(self, data: Mapping[str, Any]) -> None:
        assert enemies(self.turn, self.owners[data["territory"]])

    def on_offloaded(self, data: Mapping[str, Any]) -> None:
        assert set(data["units"]) <= LAND
        self.add(data["power"], data["zone"], data["units"], -1)
        self.add(data["power"], data["territory"], data["units"])

    def on_attack(self, data: Mapping[str, Any]) -> None:
        assert data["power"] == self.turn
        assert data["space"] in self.sea

    def on_control(self, data: Mapping[str, Any]) -> None:
        assert self.owners[data["space"]] == data["before"] != data["after"]
        self.owners[data["space"]] = data["after"]

    def on_battle(self, data: Mapping[str, Any]) -> None:
        assert self.battle is None
        self.battle = data["space"]
        assert data["attacker"] == self.turn
        assert list(data["attackers"]) == [self.turn]
        for power, units in (*data["attackers"].items(), *data["defenders"].items()):
            for unit, count in units.items():
                assert self.units[self.place(data["space"], unit), power, unit] >= count
        assert all(enemies(self.turn, power) for power in data["defenders"])

    def on_rolled(self, data: Mapping[str, Any]) -> None:
        assert data["space"] == self.battle
        assert all(1 <= die <= 6 for die in data["dice"])
        assert 0 <= data["hits"] <= len(data["dice"])

    def on_submerged(self, data: Mapping[str, Any]) -> None:
        assert data["space"] == self.battle
        assert 0 < data["count"] <= self.units[data["space"], data["power"], "submarine"]

    def on_lost(self, data: Mapping[str, Any]) -> None:
        if data["why"] == "no-landing":
            assert set(data["units"]) <= AIR
        else:
            assert data["space"] == self.battle
        self.add(data["power"], data["space"], data["units"], -1)

    def on_damaged(self, data: Mapping[str, Any]) -> None:
        assert set(data["units"]) == {"battleship"}

    def on_hits_wasted(self, data: Mapping[str, Any]) -> None:
        assert data["hits"] > 0

    def on_retreated(self, data: Mapping[str, Any]) -> None:
        assert data["from"] == self.battle
        going = {unit: n for unit, n in data["units"].items() if unit not in AIR}
        self.add(data["power"], data["from"], going, -1)
        self.add(data["power"], data["to"], going)

    def on_ended(self, data: Mapping[str, Any]) -> None:
        assert self.battle in (None, data["space"])
        self.battle = None

    def on_landed(self, data: Mapping[str, Any]) -> None:
        self.add(data["power"], data["from"], {data["unit"]: 1}, -1)
        self.add(data["power"], data["space"], {data["unit"]: 1})

    def on_seized(self, data: Mapping[str, Any]) -> None:
        loser, captor = data["from"], data["power"]
        assert data["amount"] == self.treasuries[loser] > 0
        assert enemies(loser, captor)
        self.treasuries[loser] = 0
        self.treasuries[captor] += data["amount"]

    def on_mobilized(self, data: Mapping[str, Any]) -> None:
        assert data["power"] == self.turn
        self.add(data["power"], data["space"], data["units"])
        self.bought.subtract(data["units"])
        assert min(self.bought.values(), default=0) >= 0
        self.bought = +self.bought

    def on_refunded(self, data: Mapping[str, Any]) -> None:
        assert data["amount"] == sum(COSTS[unit] * n for unit, n in data["units"].items())
        self.treasuries[data["power"]] += data["amount"]
        self.bought.subtract(data["units"])
        assert min(self.bought.values(), default=0) >= 0
        self.bought = +self.bought

    def on_collected(self, data: Mapping[str, Any]) -> None:
        assert data["power"] == self.turn
        assert self.free_capital(data["power"])
        assert data["amount"] == self.level(data["power"])
        self.treasuries[data["power"]] += data["amount"]

    def on_won(self, data: Mapping[str, Any]) -> None:
        self.won = data["side"]

    def on_consent(self, data: Mapping[str, Any]) -> None:
        assert not enemies(data["power"], data["to"])

    # --- the comparison

    def compare(self, game: Game) -> None:
        assert self.units == self.found(game)
        assert self.owners == self.found_owners(game)
        assert self.treasuries == self.found_treasuries(game)
        assert self.bought == self.found_bought(game)
        assert (self.turn, self.phase, self.round) == (game.turn, game.phase, game.round)
        assert self.won == game.winner
        assert self.facilities == game.position.facilities
        for power in ORDER:
            assert game.production(power) == self.level(power)
