"""From an edition's raw data to an `Edition`, with every mistake named.

Raw data is what the files of an edition's directory hold, parsed: `edition`, `units`, `board`,
`setup` and `catalogue`. Nothing here reads a file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any

from sandtable.board import Board, Passage, Space
from sandtable.rules.edition import (
    BattleProgram,
    Edition,
    Option,
    Power,
    RuleChoices,
    SetupVariant,
    VictoryCondition,
)
from sandtable.rules.problems import EditionError, Problem, nearest
from sandtable.rules.refusal import Rule
from sandtable.rules.units import AIR, FACILITY, LAND, SEA, UnitType

Raw = dict[str, Any]

CANCELLED = ("passage", "strike", "submerge", "cover")
"""What a unit's `cancels` may switch off."""
SPLITS = ("one-side",)
"""How the powers may be dealt to players."""


def inherit(parent: Any, child: Any) -> Any:
    """A child's data laid over its parent's: mappings merge, everything else replaces."""
    if isinstance(parent, dict) and isinstance(child, dict):
        merged = dict(parent)
        for key, value in child.items():
            merged[key] = inherit(parent[key], value) if key in parent else value
        return merged
    return child


def is_number(value: object, least: int, most: int) -> bool:
    """Whether a value is a whole number within limits."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


class _Builder:
    """Reads raw data piece by piece and keeps a list of what is wrong with it."""

    def __init__(self, raw: Raw) -> None:
        self.raw = raw
        self.problems: list[Problem] = []
        self.units: tuple[UnitType, ...] = ()
        self.spaces: dict[str, int] = {}
        self.powers: dict[str, int] = {}
        self.sides: tuple[str, ...] = ()

    def wrong(self, file: str, key: str, message: str) -> None:
        self.problems.append(Problem(file, key, message))

    def get(self, source: Any, name: str, kind: type, file: str, key: str, default: Any) -> Any:
        """A value of the wanted type, or the default and a problem."""
        value = source.get(name, default) if isinstance(source, dict) else default
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.wrong(file, f"{key}.{name}".strip("."), f"must be a {kind.__name__}")
            return default if isinstance(default, kind) else kind()
        return value

    def find(self, table: Mapping[str, int], name: Any, what: str, file: str, key: str) -> int:
        """The index of a name, or -1 and a problem."""
        if isinstance(name, str) and name in table:
            return table[name]
        hint = nearest(str(name), table)
        self.wrong(file, key, f"unknown {what} {name!r}{hint}")
        return -1

    def build_units(self) -> None:
        raw = self.raw.get("units") or {}
        names = {name: i for i, name in enumerate(raw)}
        known = {f.name for f in fields(UnitType) if f.init} - {"index", "id"}
        built = []
        for name, data in raw.items():
            if not isinstance(data, dict):
                self.wrong("units.toml", name, "must be a table")
                continue
            for key in data.keys() - known:
                self.wrong("units.toml", f"{name}.{key}", f"unknown property{nearest(key, known)}")
            values: Raw = {key: data[key] for key in data.keys() & known}
            if values.get("domain") not in (LAND, AIR, SEA, FACILITY):
                self.wrong("units.toml", f"{name}.domain", "must be land, air, sea or facility")
                values["domain"] = LAND
            for key in ("cost", "move", "attack", "defense", "hits"):
                number = values.get(key, 0)
                if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 100:
                    self.wrong("units.toml", f"{name}.{key}", "must be a number from 0 to 99")
                    values.pop(key)
            loads = []
            for load in values.get("loads", ()):
                found = {
                    self.find(names, unit, "unit", "units.toml", f"{name}.loads"): count
                    for unit, count in load.items()
                }
                if not all(is_number(count, 1, 99) for count in found.values()):
                    self.wrong("units.toml", f"{name}.loads", "counts must be from 1 to 99")
                    continue
                loads.append(tuple(sorted(found.items())))
            values["loads"] = tuple(loads)
            for key in ("classes", "hidden_from", "spares", "cancels"):
                values[key] = frozenset(values.get(key, ()))
            self.check_words(name, "spares", values["spares"], (LAND, AIR, SEA))
            self.check_words(name, "cancels", values["cancels"], CANCELLED)
            fired = {str(u.get("fires_as", "other")) for u in raw.values() if isinstance(u, dict)}
            self.check_words(name, "hidden_from", values["hidden_from"], fired)
            built.append(UnitType(index=names[name], id=name, **{"name": name, **values}))
        self.units = tuple(built)
        if not built:
            self.wrong("units.toml", "", "no units")

    def check_words(self, unit: str, key: str, used: Iterable[str], known: Iterable[str]) -> None:
        for word in set(used) - set(known):
            hint = nearest(word, known)
            self.wrong("units.toml", f"{unit}.{key}", f"unknown word {word!r}{hint}")

    def check_slugs(self, edition: Edition) -> None:
        """Rules that the data cites must be in the catalogue."""
        cited = [("aliases", slug) for slug in edition.aliases.values()]
        cited += [("rules.absent", slug) for slug in edition.rules.absent.values()]
        cited += [("passages", passage.rule) for passage in edition.board.passages.values()]
        for key, slug in dict.fromkeys(cited):
            if edition.rule(slug).id not in edition.catalogue:
                self.wrong("edition.toml", key, f"{slug!r} is not in the catalogue")
        if self.problems:
            raise EditionError(self.problems)

    def build_board(self) -> tuple[Board, tuple[int, ...], tuple[tuple[int, ...], ...]]:
        raw = self.raw.get("board") or {}
        if not isinstance(raw, dict) or not raw.get("spaces"):
            self.wrong("board.json", "spaces", "no spaces")
        spaces: list[Space] = []
        owners: list[str | None] = []
        facilities: list[list[str]] = []
        for data in self.get(raw, "spaces", list, "board.json", "", []):
            name = self.get(data, "id", str, "board.json", "spaces", "")
            key = f"spaces.{name}"
            if name in self.spaces or not name:
                self.wrong("board.json", key, "missing or repeated id")
                continue
            if data.get("kind") not in ("land", "sea"):
                self.wrong("board.json", key, "kind must be land or sea")
            self.spaces[name] = len(spaces)
            spaces.append(
                Space(
                    name,
                    str(data.get("name", name)),
                    data.get("kind") == "sea",
                    self.get(data, "value", int, "board.json", key, 0),
                    bool(data.get("impassable", False)),
                    tuple(data.get("aliases", ())),
                )
            )
            owners.append(data.get("original_owner"))
            facilities.append(list(data.get("facilities", ())))
        borders = []
        for edge in self.get(raw, "borders", list, "board.json", "", []):
            ends = [self.find(self.spaces, end, "space", "board.json", "borders") for end in edge]
            if len(ends) == 2 and -1 not in ends and ends[0] != ends[1]:
                borders.append((ends[0], ends[1]))
            elif -1 not in ends:
                self.wrong("board.json", "borders", f"{edge!r} is not a pair of two spaces")
        passages = []
        for data in self.get(raw, "passages", list, "board.json", "", []):
            key = f"passages.{data.get('id', '?')}"
            ends = [self.find(self.spaces, end, "space", "board.json", key) for end in data["edge"]]
            passages.append(
                Passage(
                    str(data.get("id")),
                    str(data.get("name", data.get("id"))),
                    (ends[0], ends[1]),
                    tuple(
                        self.find(self.spaces, s, "space", "board.json", key)
                        for s in data.get("controlled_by", ())
                    ),
                    str(data.get("rule", "board/adjacency")),
                    bool(data.get("closed", False)),
                    frozenset(data.get("exempt_units", ())),
                )
            )
        board = Board(spaces, borders, passages)
        for i, near in enumerate(board.neighbors):
            if not near:
                self.wrong("board.json", f"spaces.{spaces[i].id}", "has no border")
        unit_names = {unit.id: unit.index for unit in self.units}
        return (
            board,
            tuple(
                -1
                if owner is None
                else self.find(self.powers, owner, "power", "board.json", f"spaces.{spaces[i].id}")
                for i, owner in enumerate(owners)
            ),
            tuple(
                tuple(
                    self.find(unit_names, f, "unit", "board.json", f"spaces.{spaces[i].id}")
                    for f in found
                )
                for i, found in enumerate(facilities)
            ),
        )

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
        if seats.get("split") not in SPLITS:
            self.wrong("edition.toml", "rules.seats.split", f"must be one of {', '.join(SPLITS)}")
        for step in set(raw.get("capital_lost_skips", ())) - set(known_steps["turn"]):
            hint = nearest(step, known_steps["turn"])
            self.wrong("edition.toml", "rules.capital_lost_skips", f"unknown step {step!r}{hint}")
        return RuleChoices(
            most_seats=int(seats.get("most", len(self.powers))),
            seat_split=str(seats.get("split", "")),
            capital_lost_skips=frozenset(raw.get("capital_lost_skips", ())),
            combat_order=text("combat_order"),
            damage_lasts=text("damage_lasts"),
            surplus=text("surplus"),
            programs={kind: program(kind) for kind in {"land", "sea", *raw.get("battle", {})}},
            absent=dict(raw.get("absent", {})),
        )

    def amount(self, value: Any, file: str, key: str) -> int:
        """A sum of money, or 0 and a problem."""
        if is_number(value, 0, 9999):
            return int(value)
        self.wrong(file, f"{key}.treasury", "must be a number from 0 to 9999")
        return 0

    def check_options(self, options: Iterable[Option], victory: Mapping[str, object]) -> None:
        """Every option has a default, and every way to win its conditions."""
        ways: tuple[str, ...] = ("standard",)
        for option in options:
            if option.default not in option.values:
                self.wrong(
                    "edition.toml", f"options.{option.id}.default", "must be one of its values"
                )
            if option.id == "victory":
                ways = option.values
        for way in ways:
            if way not in victory:
                self.wrong("edition.toml", f"victory.{way}", "missing")

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
                self.amount(data.get("treasury", 0), "edition.toml", f"powers.{data.get('id')}"),
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
                        amount, "setup.toml", f"variants.{option}.{value}"
                    )
                    for power, amount in data.get("treasury", {}).items()
                },
            )
            for option, values in setup.get("variants", {}).items()
            for value, data in values.items()
        }
        options = tuple(
            Option(name, str(data.get("default")), tuple(map(str, data.get("values", ()))))
            for name, data in head.get("options", {}).items()
        )
        victory = {
            name: tuple(
                VictoryCondition(
                    self.side(c.get("side"), f"victory.{name}.side"),
                    self.find(
                        self.powers,
                        c.get("after"),
                        "power",
                        "edition.toml",
                        f"victory.{name}.after",
                    ),
                    int(c.get("hold", 1)),
                    tuple(self.space(s, f"victory.{name}.of") for s in c.get("of", ())),
                )
                for c in conditions
            )
            for name, conditions in head.get("victory", {}).items()
        }
        self.check_options(options, victory)
        turn = tuple(head.get("turn", ()))
        if not turn:
            self.wrong("edition.toml", "turn", "no steps")
        allowed = list(known_steps["turn"])
        for name in turn:
            if name not in allowed:
                self.wrong("edition.toml", "turn", f"unknown step {name!r}{nearest(name, allowed)}")
        rules = self.build_rules(known_steps)
        catalogue = {
            str(entry["id"]): Rule(
                entry["id"], entry["section"], entry["rule"], int(entry.get("checks", 1))
            )
            for entry in self.raw.get("catalogue") or ()
        }
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
            options=options,
            victory=victory,
            rules=rules,
            catalogue=catalogue,
            digest=digest_of(self.raw),
            lineage=tuple(head.get("lineage", ())),
            aliases=dict(head.get("aliases", {})),
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
    attempt: Callable[[], Edition] = lambda: builder.build(known_steps)  # noqa: E731
    try:
        return attempt()
    except EditionError:
        raise
    except (TypeError, ValueError, KeyError, AttributeError, IndexError) as error:
        builder.wrong("edition", "", f"malformed data: {type(error).__name__}: {error}")
        raise EditionError(builder.problems) from error
