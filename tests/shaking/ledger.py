"""A book-keeper of its own: it reads events and nothing else, and knows what must be there.

It keeps every unit of every power, where that follows from the events, the treasuries, the
owners, what was bought, whose turn and phase it is. After every decision its books must agree
with the position. What an edition's rulebook says (prices, phases) is written here once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.game.events import Event
from sandtable.game.game import Game

COSTS = {
    "1941": {
        "infantry": 3,
        "tank": 6,
        "fighter": 10,
        "bomber": 12,
        "submarine": 6,
        "transport": 7,
        "destroyer": 8,
        "carrier": 12,
        "battleship": 16,
    },
    "revised": {
        "infantry": 3,
        "artillery": 4,
        "tank": 5,
        "aa-gun": 5,
        "fighter": 10,
        "bomber": 15,
        "battleship": 24,
        "carrier": 16,
        "destroyer": 12,
        "submarine": 8,
        "transport": 8,
        "industrial-complex": 15,
    },
}
COSTS["lhtr"] = COSTS["revised"]
DIE = 5
"""What a die of research costs."""
LAND = {"infantry", "artillery", "tank", "aa-gun"}
AIR = {"fighter", "bomber"}
WORKS = "industrial-complex"
ORDER = ["soviet-union", "germany", "united-kingdom", "japan", "united-states"]
PHASES = [
    "research",
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


def between_turns(game: Game) -> bool:
    """Whether something is asked before the first phase of a turn has been announced."""
    agenda = game.state.agenda
    return len(agenda) > len(game.edition.turn) and not any(
        step.begun for step in agenda[: len(game.edition.turn)]
    )


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
        self.works = self.found_works(game)
        self.battle: str | None = None
        self.costs = COSTS[game.edition.id]
        self.traits = self.found_traits(game)
        options = dict(game.match.options)
        self.free_research = "research" in game.edition.turn and options["technology"] == "on"
        self.shot_down: Counter[tuple[str, str]] = Counter()
        """Aircraft lost on their way: it is not said where they were bound."""

    def copy(self) -> Ledger:
        twin = object.__new__(Ledger)
        twin.__dict__.update(self.__dict__)
        twin.units = self.units.copy()
        twin.owners = dict(self.owners)
        twin.treasuries = dict(self.treasuries)
        twin.bought = self.bought.copy()
        twin.works = set(self.works)
        twin.traits = {power: set(traits) for power, traits in self.traits.items()}
        twin.shot_down = self.shot_down.copy()
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

    def found_works(self, game: Game) -> set[str]:
        """Territories with a complex."""
        for space, found in zip(game.edition.board.spaces, game.position.facilities, strict=True):
            assert len(set(found)) == len(found), f"two complexes in {space.id}"
            assert not found or not space.sea, f"a complex in {space.id}"
        return {
            space.id
            for space, found in zip(
                game.edition.board.spaces, game.position.facilities, strict=True
            )
            if any(game.edition.units[facility].id == WORKS for facility in found)
        }

    def found_traits(self, game: Game) -> dict[str, set[str]]:
        traits = game.position.traits or ((),) * len(game.edition.powers)
        return {
            power.id: {name for name in found if name in game.edition.traits}
            for power, found in zip(game.edition.powers, traits, strict=True)
        }

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
            if unit == WORKS:
                assert count == 1, f"{count} complexes in {space}"
                assert (space in self.works) == (sign < 0), f"complexes in {space}"
                (self.works.add if sign > 0 else self.works.discard)(space)
                continue
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
            self.follows(old[0], new[0], new[1])
            assert not self.bought, "bought units were neither mobilized nor refunded"
            self.no_battle()
        if not self.free_capital(new[0]):
            assert new[1] not in ("research", "purchase", "mobilize")
        self.turn, self.phase, self.round = new

    def follows(self, before: str, power: str, phase: str) -> None:
        """The powers play in order; one without its capital begins with combat moves.

        One that has joined its partner for a strike, too, may have no phase left to play.
        """
        step = (ORDER.index(power) - ORDER.index(before)) % len(ORDER)
        joined = not self.free_capital("united-kingdom") and (
            "joint-strike" in self.traits["united-kingdom"]
        )
        idle = joined and (before, power) == ("germany", "japan")
        assert step == 1 or idle, f"{power} plays after {before}"
        first = "research" if self.free_research else "purchase"
        if self.free_capital(power):
            assert phase == first
        elif not joined or power != "united-kingdom":
            assert phase == "combat-move"

    def no_battle(self) -> None:
        for (space, power, unit), count in self.units.items():
            if count and space not in self.sea and space != "sea":
                assert not enemies(power, self.owners[space]), f"{power} {unit} in {space}"

    def on_purchased(self, data: Mapping[str, Any]) -> None:
        assert data["power"] == self.turn
        assert data["cost"] == sum(self.costs[unit] * n for unit, n in data["units"].items())
        self.treasuries[data["power"]] -= data["cost"]
        assert self.treasuries[data["power"]] >= 0
        self.bought.update(data["units"])

    def on_moved(self, data: Mapping[str, Any]) -> None:
        path = data["path"]
        if data["power"] != self.turn:
            assert not enemies(data["power"], self.turn) or (
                "enigma-decoded" in self.traits[data["power"]] and len(path) == 2
            )
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
        partner = "joint-strike" in self.traits["united-kingdom"]
        for power in data["attackers"]:
            assert power == self.turn or (power, partner) == ("united-kingdom", True)
        for power, units in (*data["attackers"].items(), *data["defenders"].items()):
            for unit, count in units.items():
                assert self.units[self.place(data["space"], unit), power, unit] >= count
        assert all(enemies(self.turn, power) for power in data["defenders"])

    def on_rolled(self, data: Mapping[str, Any]) -> None:
        if data["step"] != "antiair":
            assert data["space"] == self.battle
        assert all(1 <= die <= 6 for die in data["dice"])
        assert 0 <= data["hits"] <= len(data["dice"])

    def on_submerged(self, data: Mapping[str, Any]) -> None:
        assert data["space"] == self.battle
        assert 0 < data["count"] <= self.units[data["space"], data["power"], "submarine"]

    def on_lost(self, data: Mapping[str, Any]) -> None:
        if data["why"] in ("no-landing", "antiair"):
            assert set(data["units"]) <= AIR
        else:
            assert data["space"] == self.battle
        if data["why"] == "antiair":
            for unit, count in data["units"].items():
                self.shot_down[data["power"], unit] += count
            return
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
        assert data["amount"] == sum(self.costs[unit] * n for unit, n in data["units"].items())
        self.treasuries[data["power"]] += data["amount"]
        self.bought.subtract(data["units"])
        assert min(self.bought.values(), default=0) >= 0
        self.bought = +self.bought

    def on_collected(self, data: Mapping[str, Any]) -> None:
        assert data["power"] == self.turn
        assert self.free_capital(data["power"])
        assert data["amount"] == max(0, self.level(data["power"]) - self.sunk(data["power"]))
        self.treasuries[data["power"]] += data["amount"]

    def sunk(self, power: str) -> int:
        """What submarines cost a power, where they do."""
        if "u-boat-interdiction" not in self.traits["germany"] or power not in (
            "united-kingdom",
            "united-states",
        ):
            return 0
        return sum(
            n for (_, p, unit), n in self.units.items() if (p, unit) == ("germany", "submarine")
        )

    def on_surplus_lost(self, data: Mapping[str, Any]) -> None:
        self.bought.subtract(data["units"])
        assert min(self.bought.values(), default=0) >= 0
        self.bought = +self.bought

    def on_researched(self, data: Mapping[str, Any]) -> None:
        assert data["power"] == self.turn
        assert data["technology"] not in self.traits[self.turn]
        self.treasuries[self.turn] -= DIE * len(data["dice"])
        assert self.treasuries[self.turn] >= 0

    def on_developed(self, data: Mapping[str, Any]) -> None:
        self.traits[data["power"]].add(data["technology"])

    def on_advantages(self, data: Mapping[str, Any]) -> None:
        assert len(set(data["advantages"])) == len(data["advantages"])
        self.traits[data["power"]].update(data["advantages"])

    def on_bid(self, data: Mapping[str, Any]) -> None:
        assert data["cost"] >= 0
        self.treasuries[data["power"]] += data["left"]

    def on_raided(self, data: Mapping[str, Any]) -> None:
        self.bomb(data, data["space"])

    def on_rocket(self, data: Mapping[str, Any]) -> None:
        assert len(data["dice"]) == 1
        self.bomb(data, data["to"])

    def bomb(self, data: Mapping[str, Any], space: str) -> None:
        victim = data["victim"]
        assert space in self.works
        assert victim == self.owners[space]
        assert enemies(victim, data["power"])
        assert 0 <= data["amount"] <= min(sum(data["dice"]), self.treasuries[victim])
        self.treasuries[victim] -= data["amount"]

    def on_bombarding(self, data: Mapping[str, Any]) -> None:
        assert set(data["units"]) <= {"battleship", "destroyer"}

    def on_called_off(self, data: Mapping[str, Any]) -> None:
        assert data["power"] == self.turn

    def on_used(self, data: Mapping[str, Any]) -> None:
        assert data["advantage"] in self.traits[data["power"]]

    on_declined = on_used

    def on_placed(self, data: Mapping[str, Any]) -> None:
        self.add(data["power"], data["space"], data["units"])

    def on_converted(self, data: Mapping[str, Any]) -> None:
        assert not enemies(data["from"], data["power"])
        self.change_hands(data)

    def on_captured(self, data: Mapping[str, Any]) -> None:
        assert set(data["units"]) == {"aa-gun"}
        self.change_hands(data)

    def change_hands(self, data: Mapping[str, Any]) -> None:
        self.add(data["from"], data["space"], data["units"], -1)
        self.add(data["power"], data["space"], data["units"])

    def on_surfaced(self, data: Mapping[str, Any]) -> None:
        assert 0 < data["count"] <= self.units[data["space"], data["power"], "submarine"]

    def on_individual_winner(self, data: Mapping[str, Any]) -> None:
        assert data["powers"]

    def on_won(self, data: Mapping[str, Any]) -> None:
        self.won = data["side"]

    def on_consent(self, data: Mapping[str, Any]) -> None:
        assert not enemies(data["power"], data["to"])

    # --- the comparison

    def book_shot_down(self, found: Counter[Where]) -> None:
        """Aircraft that guns on the way brought down are missing somewhere."""
        for (power, unit), count in self.shot_down.items():
            missing = {
                where: n - found[where]
                for where, n in self.units.items()
                if where[1:] == (power, unit) and n != found[where]
            }
            assert all(n > 0 for n in missing.values()), missing
            assert sum(missing.values()) == count, f"{count} {power} {unit}: {missing}"
            for where, n in missing.items():
                self.units[where] -= n
                if not self.units[where]:
                    del self.units[where]
        self.shot_down = Counter()

    def compare(self, game: Game) -> None:
        found = self.found(game)
        if self.shot_down:
            self.book_shot_down(found)
        assert self.units == found
        assert self.owners == self.found_owners(game)
        assert self.treasuries == self.found_treasuries(game)
        assert self.bought == self.found_bought(game)
        if not between_turns(game):
            assert (self.turn, self.phase, self.round) == (game.turn, game.phase, game.round)
        assert self.won == game.winner
        assert self.works == self.found_works(game)
        for power in ORDER:
            assert game.production(power) == self.level(power)
