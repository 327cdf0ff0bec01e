"""Reading developments and national advantages from an edition's raw data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from sandtable.rules.conditions import CONDITIONS
from sandtable.rules.problems import nearest
from sandtable.rules.reading import AT_LEAST_ONE, NUMBERS, SWITCHES, DataReader, Raw, is_number
from sandtable.rules.traits import ADVANTAGE, TECHNOLOGY, Bonus, Trait
from sandtable.rules.units import UnitType

FILE = "traits.toml"
KEYS = ("name", "number", "power", "units", "bonus", "module", "rule", "data")
PARAMETERS: Mapping[str, type | str] = {
    "unit": "unit",
    "units": "units",
    "space": "space",
    "spaces": "spaces",
    "enemy": "power",
    "partner": "power",
    "victims": "powers",
    "phases": "words",
    "domains": "words",
    **dict.fromkeys(("count", "each", "move", "gun_number", "assaults"), int),
    **dict.fromkeys(("as_one", "empty_zone", "coast"), bool),
    **dict.fromkeys(
        (
            *("trait", "broken_by", "into", "held", "phase", "declared", "conquests"),
            *("left_behind", "when", "side"),
        ),
        str,
    ),
}
"""What a trait's `data` may say: a thing of some kind, several of them, or a value of a type."""
WORDS: Mapping[str, tuple[str, ...]] = {
    "broken_by": ("any-land-attack", "home-attack"),
    "into": ("friendly", "own"),
    "held": ("won", "kept"),
    "phase": ("purchase", "mobilize"),
    "declared": ("turn", "round", "combat-move", "battle"),
    "left_behind": ("friend", "own"),
    "conquests": ("partner", "own"),
    "when": ("captured", "mobilize"),
    "side": ("attacker", "defender", "both"),
}
"""What some of these values may be."""
PROFILE = {f.name for f in fields(UnitType) if f.init} - {
    *("index", "id", "name", "aliases", "domain"),
}


class TraitReader(DataReader):
    """Builds traits."""

    def build_traits(self, modules: Iterable[str]) -> dict[str, Trait]:
        """Every trait; `modules` names those that an advantage may be played by."""
        raw = self.raw.get("traits") or {}
        found: dict[str, Trait] = {}
        for kind in (TECHNOLOGY, ADVANTAGE):
            for name, data in (raw.get(kind) or {}).items():
                if data.get("removed"):
                    continue
                if name in found:
                    self.wrong(FILE, name, "listed twice")
                found[name] = trait = self.trait(kind, name, data)
                if trait.module and trait.module not in modules:
                    hint = nearest(trait.module, modules)
                    message = f"unknown module {trait.module!r}{hint}"
                    self.wrong(FILE, f"{kind}.{name}.module", message)
        for kind in raw.keys() - {TECHNOLOGY, ADVANTAGE}:
            self.wrong(FILE, kind, f"unknown table{nearest(kind, (TECHNOLOGY, ADVANTAGE))}")
        return found

    def cited_by_traits(self) -> list[tuple[str, str]]:
        """Keys of rules that traits name, and the rules."""
        return [
            (f"{kind}.{name}.rule", str(data["rule"]))
            for kind, traits in (self.raw.get("traits") or {}).items()
            for name, data in traits.items()
            if "rule" in data and not data.get("removed")
        ]

    def trait(self, kind: str, name: str, data: Raw) -> Trait:
        key = f"{kind}.{name}"
        for word in data.keys() - set(KEYS):
            self.wrong(FILE, f"{key}.{word}", f"unknown property{nearest(word, KEYS)}")
        names = {unit.id: unit.index for unit in self.units}
        profiles = {}
        for unit, changes in (data.get("units") or {}).items():
            at = self.find(names, unit, "unit", FILE, f"{key}.units")
            profiles[at] = self.profile(f"{key}.units.{unit}", changes, names)
        power = -1
        if "power" in data:
            power = self.find(self.powers, data["power"], "power", FILE, f"{key}.power")
        return Trait(
            id=name,
            name=str(data.get("name", name)),
            kind=kind,
            number=self.die(data.get("number", 0), key),
            power=power,
            profiles=profiles,
            bonuses=tuple(
                self.bonus(f"{key}.bonus[{i}]", entry, names)
                for i, entry in enumerate(self.tables(data.get("bonus", []), f"{key}.bonus"))
            ),
            module=str(data.get("module", "")),
            rule=str(data.get("rule", f"advantage/{name}" if kind == ADVANTAGE else "")),
            data=self.parameters(key, data.get("data", {}), str(data.get("power", ""))),
        )

    def die(self, value: Any, key: str) -> int:
        """The number on the die that gives a trait; 0 for one that no die gives."""
        if is_number(value, 0, 6):
            return int(value)
        self.wrong(FILE, f"{key}.number", "must be a number from 0 to 6")
        return 0

    def tables(self, value: Any, key: str) -> list[Raw]:
        if isinstance(value, list) and all(isinstance(entry, dict) for entry in value):
            return value
        self.wrong(FILE, key, "must be a list of tables")
        return []

    def side_of(self, power: str) -> str:
        found = self.raw.get("edition", {}).get("powers", ())
        return next((str(p.get("side")) for p in found if p.get("id") == power), "")

    def parameters(self, key: str, data: Any, owner: str) -> Raw:
        """What the module of a trait is told; names in it must be known."""
        if not isinstance(data, dict):
            self.wrong(FILE, f"{key}.data", "must be a table")
            return {}
        tables = {
            "unit": {unit.id: unit.index for unit in self.units},
            "space": self.spaces,
            "power": self.powers,
        }
        for word, value in data.items():
            where, kind = f"{key}.data.{word}", PARAMETERS.get(word)
            if kind is None:
                self.wrong(FILE, where, f"unknown parameter{nearest(word, PARAMETERS)}")
            elif isinstance(kind, type):
                if kind is int and not is_number(value, 0, 99):
                    self.wrong(FILE, where, "must be a number from 0 to 99")
                elif kind is not int and not isinstance(value, kind):
                    wanted = "true or false" if kind is bool else "a word"
                    self.wrong(FILE, where, f"must be {wanted}")
                elif word in WORDS and value not in WORDS[word]:
                    self.wrong(FILE, where, f"must be one of {', '.join(WORDS[word])}")
            elif not kind.endswith("s"):
                self.find(tables[kind], value, kind, FILE, where)
                if kind == "power" and owner:
                    friendly = self.side_of(str(value)) == self.side_of(owner)
                    if friendly != (word == "partner"):
                        self.wrong(FILE, where, f"{value} is on the wrong side for this")
            elif not isinstance(value, list):
                self.wrong(FILE, where, "must be a list")
            elif kind != "words":
                for name in value:
                    self.find(tables[kind[:-1]], name, kind[:-1], FILE, where)
            elif not all(isinstance(name, str) for name in value):
                self.wrong(FILE, where, "must be words")
        return data

    def profile(self, key: str, changes: Raw, names: dict[str, int]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for field, value in changes.items():
            if field not in PROFILE:
                self.wrong(FILE, f"{key}.{field}", f"unknown property{nearest(field, PROFILE)}")
            elif field in NUMBERS and not is_number(value, field in AT_LEAST_ONE, 99):
                least = int(field in AT_LEAST_ONE)
                self.wrong(FILE, f"{key}.{field}", f"must be a number from {least} to 99")
            elif field in SWITCHES and not isinstance(value, bool):
                self.wrong(FILE, f"{key}.{field}", "must be true or false")
            elif field == "loads":
                at = [
                    [(self.find(names, u, "unit", FILE, key), n) for u, n in load.items()]
                    for load in value
                ]
                found[field] = tuple(tuple(sorted(load)) for load in at)
            elif isinstance(value, list):
                found[field] = frozenset(value)
            else:
                found[field] = value
        return found

    def bonus(self, key: str, data: Raw, names: dict[str, int]) -> Bonus:
        for word in data.keys() - {"units", "side", "value", "add", "when", "sworn", "better"}:
            self.wrong(FILE, f"{key}.{word}", "unknown property")
        if data.get("side") not in ("attacker", "defender"):
            self.wrong(FILE, f"{key}.side", "must be attacker or defender")
        for word in data.get("when", ()):
            if word not in CONDITIONS:
                hint = nearest(word, CONDITIONS)
                self.wrong(FILE, f"{key}.when", f"unknown condition {word!r}{hint}")
        return Bonus(
            frozenset(self.find(names, u, "unit", FILE, key) for u in data.get("units", ())),
            data.get("side") == "attacker",
            self.get(data, "value", int, FILE, key, 0),
            self.get(data, "add", int, FILE, key, 0),
            tuple(data.get("when", ())),
            self.get(data, "sworn", bool, FILE, key, False),
            str(data.get("better", "")),
        )
