"""From an edition's raw data to an `Edition`, with every mistake named.

Raw data is what the files of an edition's directory hold, parsed: `edition`, `units`, `board`,
`traits`, `setup` and `catalogue`. Nothing here reads a file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.board import Board
from sandtable.rules.choices import ALLOWED, SWITCHES, BattleProgram, RuleChoices
from sandtable.rules.edition import (
    Edition,
    Option,
    Power,
    SetupVariant,
    VictoryCondition,
)
from sandtable.rules.problems import EditionError, nearest
from sandtable.rules.reading import Raw, is_number
from sandtable.rules.reading_traits import FILE as TRAITS
from sandtable.rules.reading_traits import TraitReader
from sandtable.rules.refusal import Rule
from sandtable.rules.traits import ADVANTAGE, TECHNOLOGY
from sandtable.rules.units import AIR, FACILITY, LAND, SEA

OPTION_KEYS = ("about", "default", "values", "most")
SPLITS = ("one-side", "table")
"""How the powers may be dealt to players."""


def inherit(parent: Any, child: Any) -> Any:
    """A child's data laid over its parent's: mappings merge, everything else replaces."""
    if isinstance(parent, dict) and isinstance(child, dict):
        merged = dict(parent)
        for key, value in child.items():
            merged[key] = inherit(parent[key], value) if key in parent else value
        return merged
    return child


class _Builder(TraitReader):
    """Puts the pieces together."""

    def check_slugs(self, edition: Edition) -> None:
        """Rules that the data cites must be in the catalogue."""
        cited = [("aliases", slug) for slug in edition.aliases.values()]
        cited += [("rules.absent", slug) for slug in edition.rules.absent.values()]
        cited += [("passages", passage.rule) for passage in edition.board.passages.values()]
        cited += self.cited_by_traits()
        for key, slug in dict.fromkeys(cited):
            if edition.rule(slug).id not in edition.catalogue:
                file = TRAITS if key.startswith((TECHNOLOGY, ADVANTAGE)) else "edition.toml"
                self.wrong(file, key, f"{slug!r} is not in the catalogue")
        if self.problems:
            raise EditionError(self.problems)

    def build_powers(self) -> list[Raw]:
        raw = self.raw.get("edition") or {}
        self.sides = tuple(self.get(raw, "sides", list, "edition.toml", "", []))
        found = self.get(raw, "powers", list, "edition.toml", "", [])
        for i, power in enumerate(found):
            name = self.get(power, "id", str, "edition.toml", f"powers[{i}]", "")
            if name in self.powers or not name:
                self.wrong("edition.toml", f"powers[{i}].id", "missing or repeated id")
            self.powers[name] = i
        if not found:
            self.wrong("edition.toml", "powers", "no powers")
        return list(found)

    def side(self, name: Any, key: str) -> int:
        return self.find(
            {s: i for i, s in enumerate(self.sides)}, name, "side", "edition.toml", key
        )

    def space(self, name: Any, key: str, file: str = "edition.toml") -> int:
        return self.find(self.spaces, name, "space", file, key)

    def forces(self, raw: Any, key: str) -> dict[int, dict[int, dict[int, int]]]:
        unit_names = {unit.id: unit.index for unit in self.units}
        result: dict[int, dict[int, dict[int, int]]] = {}
        for space, by_power in (raw or {}).items():
            at = self.space(space, f"{key}.{space}", "setup.toml")
            for power, counts in by_power.items():
                owner = self.find(self.powers, power, "power", "setup.toml", f"{key}.{space}")
                for unit, count in counts.items():
                    where = f"{key}.{space}.{power}.{unit}"
                    kind = self.find(unit_names, unit, "unit", "setup.toml", where)
                    if not isinstance(count, int) or not 0 <= count < 1000:
                        self.wrong("setup.toml", where, "count must be a number from 0 to 999")
                        continue
                    if kind >= 0 and at >= 0 and self.misplaced(kind, at):
                        self.wrong("setup.toml", where, "this unit cannot stand in this space")
                    result.setdefault(at, {}).setdefault(owner, {})[kind] = count
        return result

    def misplaced(self, unit: int, space: int) -> bool:
        data = self.raw["board"]["spaces"][space]
        domain = self.units[unit].domain
        return (
            bool(data.get("impassable"))
            or domain == FACILITY
            or (domain == LAND and data.get("kind") == "sea")
            or (domain == SEA and data.get("kind") == "land")
        )

    def build_rules(self, known_steps: Mapping[str, Iterable[str]]) -> RuleChoices:
        raw = self.raw.get("edition", {}).get("rules")
        if not isinstance(raw, dict):
            self.wrong("edition.toml", "rules", "missing")
            raw = {}

        def text(name: str) -> str:
            value = str(raw.get(name, ""))
            allowed = list(known_steps[name])
            if value not in allowed:
                self.wrong("edition.toml", f"rules.{name}", f"must be one of {', '.join(allowed)}")
            return value

        def program(kind: str) -> BattleProgram:
            data = raw.get("battle", {}).get(kind, {})
            allowed = list(known_steps["battle"])
            for part in ("opening", "round"):
                for name in data.get(part, ()):
                    if name not in allowed:
                        self.wrong(
                            "edition.toml",
                            f"rules.battle.{kind}.{part}",
                            f"unknown step {name!r}{nearest(name, allowed)}",
                        )
            if not data.get("round"):
                self.wrong("edition.toml", f"rules.battle.{kind}", "no steps of a round")
            return BattleProgram(tuple(data.get("opening", ())), tuple(data.get("round", ())))

        seats = raw.get("seats", {})
        if seats.get("split") == "table" and not seats.get("tables"):
            self.wrong("edition.toml", "rules.seats.tables", "missing")
        if seats.get("split") not in SPLITS:
            self.wrong("edition.toml", "rules.seats.split", f"must be one of {', '.join(SPLITS)}")
        for step in set(raw.get("capital_lost_skips", ())) - set(known_steps["turn"]):
            hint = nearest(step, known_steps["turn"])
            self.wrong("edition.toml", "rules.capital_lost_skips", f"unknown step {step!r}{hint}")
        chosen: dict[str, Any] = {}
        for name, allowed in ALLOWED.items():
            if name in raw:
                chosen[name] = str(raw[name])
                if raw[name] not in allowed:
                    message = f"must be one of {', '.join(allowed)}"
                    self.wrong("edition.toml", f"rules.{name}", message)
        for name in SWITCHES:
            if name in raw:
                chosen[name] = self.get(raw, name, bool, "edition.toml", "rules", False)
        if "research_cost" in raw:
            chosen["research_cost"] = self.amount(
                raw["research_cost"], "edition.toml", "rules.research_cost"
            )
        known = {
            "seats",
            "capital_lost_skips",
            "combat_order",
            "surplus",
            "battle",
            "absent",
            "fire",
            "research_cost",
            *ALLOWED,
            *SWITCHES,
        }
        for kind, domains in raw.get("fire", {}).items():
            for word in set(domains) - {LAND, AIR, SEA}:
                hint = nearest(word, (LAND, AIR, SEA))
                self.wrong("edition.toml", f"rules.fire.{kind}", f"unknown word {word!r}{hint}")
        for name in raw.keys() - known:
            self.wrong("edition.toml", f"rules.{name}", f"unknown choice{nearest(name, known)}")
        tables = tuple(
            frozenset(
                frozenset(
                    self.find(self.powers, p, "power", "edition.toml", "rules.seats.tables")
                    for p in player
                )
                for player in table
            )
            for table in seats.get("tables", ())
        )
        return RuleChoices(
            **chosen,
            seat_tables=tables,
            special_fire={k: frozenset(v) for k, v in raw.get("fire", {}).items()},
            most_seats=int(seats.get("most", len(self.powers))),
            seat_split=str(seats.get("split", "")),
            capital_lost_skips=frozenset(raw.get("capital_lost_skips", ())),
            combat_order=text("combat_order"),
            surplus=text("surplus"),
            programs={kind: program(kind) for kind in {"land", "sea", *raw.get("battle", {})}},
            absent=dict(raw.get("absent", {})),
        )

    def amount(self, value: Any, file: str, key: str) -> int:
        """A sum of money, or 0 and a problem."""
        if is_number(value, 0, 9999):
            return int(value)
        self.wrong(file, key, "must be a number from 0 to 9999")
        return 0

    def cities(self, board: Board) -> tuple[int, ...]:
        """Every territory with a victory city."""
        return tuple(i for i, space in enumerate(board.spaces) if space.city)

    def check_options(self, options: Iterable[Option], victory: Mapping[str, object]) -> None:
        """Every option has a default, and every way to win its conditions."""
        ways: tuple[str, ...] = ("standard",)
        for option in options:
            if not option.allows(option.default):
                self.wrong(
                    "edition.toml", f"options.{option.id}.default", "must be one of its values"
                )
            for key in self.raw["edition"]["options"][option.id].keys() - set(OPTION_KEYS):
                hint = nearest(key, OPTION_KEYS)
                self.wrong("edition.toml", f"options.{option.id}.{key}", f"unknown property{hint}")
            if option.id == "victory":
                ways = option.values
        for way in ways:
            if way not in victory:
                self.wrong("edition.toml", f"victory.{way}", "missing")

    def steps(self, head: Raw, key: str, known: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
        """A list of steps of the turn, or of those before the first one."""
        found, allowed = tuple(head.get(key, ())), list(known[key])
        for name in found:
            if name not in allowed:
                self.wrong("edition.toml", key, f"unknown step {name!r}{nearest(name, allowed)}")
        return found

    def build(self, known_steps: Mapping[str, Iterable[str]]) -> Edition:
        head = self.raw.get("edition") or {}
        power_data = self.build_powers()
        self.build_units()
        board, owners, facilities = self.build_board()
        powers = tuple(
            Power(
                i,
                str(data.get("id")),
                str(data.get("name", data.get("id"))),
                self.side(data.get("side"), f"powers.{data.get('id')}.side"),
                self.amount(
                    data.get("treasury", 0), "edition.toml", f"powers.{data.get('id')}.treasury"
                ),
                tuple(
                    self.space(c, f"powers.{data.get('id')}.capitals")
                    for c in data.get("capitals", ())
                ),
                tuple(data.get("aliases", ())),
            )
            for i, data in enumerate(power_data)
        )
        setup = self.raw.get("setup") or {}
        units = self.forces(setup.get("units"), "units")
        variants = {
            (option, value): SetupVariant(
                self.forces(data.get("add"), f"variants.{option}.{value}.add"),
                {
                    self.find(self.powers, power, "power", "setup.toml", "variants"): self.amount(
                        amount, "setup.toml", f"variants.{option}.{value}.treasury"
                    )
                    for power, amount in data.get("treasury", {}).items()
                },
            )
            for option, values in setup.get("variants", {}).items()
            for value, data in values.items()
        }
        options = tuple(
            Option(
                name,
                str(data.get("default")),
                tuple(map(str, data.get("values", ()))),
                self.get(data, "most", int, "edition.toml", f"options.{name}", -1),
                self.get(data, "about", str, "edition.toml", f"options.{name}", ""),
            )
            for name, data in head.get("options", {}).items()
        )
        victory = {
            name: tuple(
                VictoryCondition(
                    self.side(c.get("side"), f"victory.{name}[{i}].side"),
                    self.find(
                        self.powers,
                        c.get("after"),
                        "power",
                        "edition.toml",
                        f"victory.{name}[{i}].after",
                    ),
                    int(c.get("hold", 1)),
                    self.cities(board)
                    if c.get("of") == "cities"
                    else tuple(
                        self.space(s, f"victory.{name}[{i}].of")
                        for s in self.get(c, "of", list, "edition.toml", f"victory.{name}[{i}]", [])
                    ),
                )
                for i, c in enumerate(conditions)
            )
            for name, conditions in head.get("victory", {}).items()
        }
        self.check_options(options, victory)
        turn = self.steps(head, "turn", known_steps)
        before = self.steps(head, "before", known_steps)
        if not turn:
            self.wrong("edition.toml", "turn", "no steps")
        rules = self.build_rules(known_steps)
        catalogue = {
            str(entry["id"]): Rule(
                entry["id"], entry["section"], entry["rule"], int(entry.get("checks", 1))
            )
            for entry in self.raw.get("catalogue") or ()
        }
        traits = self.build_traits(known_steps.get(ADVANTAGE, ()))
        for trait in traits.values():
            modules = list(known_steps["advantage"])
            if trait.module and trait.module not in modules:
                hint = nearest(trait.module, modules)
                self.wrong("traits.toml", trait.id, f"unknown module {trait.module!r}{hint}")
        if self.problems:
            raise EditionError(self.problems)
        edition = Edition(
            id=str(head.get("id", "")),
            name=str(head.get("name", head.get("id", ""))),
            rules_version=self.get(head, "rules_version", int, "edition.toml", "", 1),
            board=board,
            sides=self.sides,
            powers=powers,
            units=self.units,
            original_owners=owners,
            facilities=facilities,
            setup=units,
            setup_variants=variants,
            turn=turn,
            before=before,
            options=options,
            victory=victory,
            rules=rules,
            catalogue=catalogue,
            digest=digest_of(self.raw),
            lineage=tuple(head.get("lineage", ())),
            aliases=dict(head.get("aliases", {})),
            traits=traits,
            about=self.get(head, "about", str, "edition.toml", "", ""),
        )
        self.check_slugs(edition)
        return edition


def digest_of(raw: Raw) -> str:
    """A short name for data: equal data has an equal one."""
    text = json.dumps(raw, default=str)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def build_edition(raw: Raw, known_steps: Mapping[str, Iterable[str]]) -> Edition:
    """An edition from its raw data, or an `EditionError` that lists all that is wrong.

    `known_steps` names the modules that an edition may choose, by axis.
    """
    builder = _Builder(raw)
    try:
        return builder.build(known_steps)
    except (TypeError, ValueError, KeyError, AttributeError, IndexError) as error:
        builder.wrong("edition", "", f"malformed data: {type(error).__name__}: {error}")
        raise EditionError(builder.problems) from error
