"""Running scenarios: each step is played, each expectation compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from sandtable.conformance.facts import FACTS
from sandtable.conformance.positions import begin_scenario
from sandtable.conformance.refusing import check_invalid, check_refusal
from sandtable.game.dice import DiceExhausted, ScriptedDice
from sandtable.game.events import Event
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.rules.problems import nearest
from sandtable.rules.refusal import InvalidAnswer, Refusal, SandtableError

LARGEST_FILE = 2_000_000
DEEPEST = 100
LARGEST_TREE = 500_000
"""Values in a file, each alias counted as often as it is used."""
Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

SCENARIO_KEYS = (
    "id",
    "rules",
    "title",
    "note",
    "edition",
    "also",
    "options",
    "seats",
    "position",
    "play",
    "new_game",
)


class ScenarioError(SandtableError):
    """A scenario that cannot be run as written."""


@dataclass
class Result:
    """What became of one scenario."""

    id: str
    path: Path
    rules: tuple[str, ...]
    edition: str = ""
    failures: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.failures


def scenario_files(paths: list[Path]) -> list[Path]:
    """All YAML files among files and folders, in order."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(p for p in path.rglob("*.y*ml") if p.suffix in (".yaml", ".yml"))
        elif path.exists():
            found.append(path)
        else:
            raise ScenarioError(f"{path}: no such file or folder")
    return found


def read_scenarios(path: Path) -> list[dict[str, Any]]:
    """The scenarios of a file, checked for shape."""
    try:
        data = path.read_bytes()
        if len(data) > LARGEST_FILE:
            raise ScenarioError(f"{path}: larger than {LARGEST_FILE} bytes")
        check_depth(path, data)
        loaded = yaml.load(data, Loader=Loader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        text = " ".join(str(error).split())
        raise ScenarioError(f"{path}: {text}") from None
    except OSError as error:
        raise ScenarioError(f"{path}: {error.strerror}") from None
    if too_large(loaded):
        raise ScenarioError(f"{path}: too large once its aliases are written out")
    if not isinstance(loaded, list):
        raise ScenarioError(f"{path}: a scenario file is a list of scenarios")
    for entry in loaded:
        check_shape(path, entry)
    return loaded


def check_depth(path: Path, data: bytes) -> None:
    """Refuse deep nesting before it is built: the parser in C would overrun its stack."""
    depth = 0
    for event in yaml.parse(data, Loader=Loader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEEPEST:
                raise ScenarioError(f"{path}: nested too deeply")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def too_large(loaded: Any) -> bool:
    """Whether data is more than can be meant: aliases of aliases, or of themselves."""
    waiting, seen = [loaded], 0
    while waiting:
        item = waiting.pop()
        seen += 1
        if seen > LARGEST_TREE:
            return True
        if isinstance(item, dict):
            waiting += [*item.keys(), *item.values()]
        elif isinstance(item, list | tuple):
            waiting += item
    return False


def check_shape(path: Path, entry: Any) -> None:
    if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
        raise ScenarioError(f"{path}: every scenario is a mapping with an id")
    where = f"{path}: {entry['id']}"
    for key in entry:
        if key not in SCENARIO_KEYS:
            raise ScenarioError(f"{where}: unknown key {key!r}{nearest(str(key), SCENARIO_KEYS)}")
    rules = entry.get("rules")
    if not isinstance(rules, list) or not rules or not all(isinstance(r, str) for r in rules):
        raise ScenarioError(f"{where}: `rules` must list the rules it tests")
    if "edition" not in entry:
        raise ScenarioError(f"{where}: no edition")
    also = entry.get("also", [])
    if not isinstance(also, list) or not all(isinstance(other, str) for other in also):
        raise ScenarioError(f"{where}: `also` must list other editions")
    if ("play" in entry) == ("new_game" in entry):
        raise ScenarioError(f"{where}: a scenario has either `play` or `new_game`")
    if "play" in entry and not isinstance(entry["play"], list):
        raise ScenarioError(f"{where}: `play` must be a list of steps")


def run_files(paths: list[Path]) -> Iterator[Result]:
    """Run everything under some paths."""
    seen: dict[str, Path] = {}
    for path in scenario_files(paths):
        for written in read_scenarios(path):
            for scenario in every_edition(written):
                result = run_scenario(scenario, path)
                if result.id in seen:
                    result.failures.append(f"the id is used in {seen[result.id]} already")
                seen[result.id] = path
                yield result


def every_edition(scenario: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A scenario, and once more for each other edition that it holds in."""
    yield scenario
    first = f"{scenario['edition']}/"
    for other in scenario.get("also") or ():
        again: dict[str, Any] = renamed(scenario, first, f"{other}/")
        again["edition"] = other
        yield again


def renamed(data: Any, old: str, new: str) -> Any:
    """The same data with the ids of another edition."""
    if isinstance(data, str):
        return new + data[len(old) :] if data.startswith(old) else data
    if isinstance(data, list):
        return [renamed(item, old, new) for item in data]
    if isinstance(data, dict):
        return {key: renamed(value, old, new) for key, value in data.items()}
    return data


def run_scenario(scenario: dict[str, Any], path: Path) -> Result:
    """Play one scenario."""
    result = Result(scenario["id"], path, tuple(scenario["rules"]), str(scenario["edition"]))
    try:
        edition = load_edition(str(scenario["edition"]))
        for rule in result.rules:
            if rule not in edition.catalogue:
                result.failures.append(
                    f"rule {rule!r} is not in the catalogue{nearest(rule, edition.catalogue)}"
                )
        if "new_game" in scenario:
            run_new_game(scenario, result)
            return result
        dice = ScriptedDice(())
        game = begin_scenario(edition, scenario, dice)
        for number, step in enumerate(scenario["play"], 1):
            failures = list(run_step(game, step, result.rules[0]))
            result.failures += [f"step {number}: {failure}" for failure in failures]
            if failures:
                break
    except Exception as error:  # an engine that breaks fails the scenario, not the run
        result.failures.append(f"cannot be run: {type(error).__name__}: {error}")
    return result


def run_new_game(scenario: dict[str, Any], result: Result) -> None:
    wanted = scenario["new_game"]
    for key in wanted.keys() - {"seats", "options", "refused", "invalid"}:
        result.failures.append(f"unknown key {key!r} in new_game")
    try:
        Game.new(
            str(scenario["edition"]),
            options={str(k): str(v) for k, v in (wanted.get("options") or {}).items()},
            seats=wanted.get("seats"),
        )
    except Refusal as refusal:
        if refusal.rule.id != wanted.get("refused"):
            result.failures.append(f"refused with {refusal}, expected {wanted.get('refused')}")
    except InvalidAnswer as error:
        if not wanted.get("invalid"):
            result.failures.append(f"not created: {error}")
    else:
        if wanted.get("refused") or wanted.get("invalid"):
            result.failures.append("the game was created, but should have been refused")


STEP_KEYS = {"expect": {"expect"}, "refused": {"refused", "rule"}, "invalid": {"invalid"}}
"""The kinds of step that are not an answer, and the keys that each may have."""


def run_step(game: Game, step: Any, default_rule: str) -> Iterator[str]:
    """What is wrong with one step, if anything."""
    if not isinstance(step, dict):
        yield f"a step is a mapping, not {step!r}"
        return
    for kind, allowed in STEP_KEYS.items():
        if kind in step and not allowed.issuperset(step):
            yield f"a step with `{kind}` may not have {', '.join(map(str, step.keys() - allowed))}"
            return
    if "expect" in step:
        yield from check_facts(game, step["expect"])
    elif "refused" in step:
        yield from check_refusal(game, str(step["refused"]), step.get("rule", default_rule))
    elif "invalid" in step:
        yield from check_invalid(game, str(step["invalid"]))
    else:
        yield from play_step(game, step)


def check_facts(game: Game, facts: Any) -> Iterator[str]:
    for name, expected in facts.items():
        if name not in FACTS:
            yield f"unknown fact {name!r}{nearest(str(name), FACTS)}"
        else:
            yield from FACTS[name](game, expected)


def play_step(game: Game, step: dict[str, Any]) -> Iterator[str]:
    answers = {k: v for k, v in step.items() if k not in ("dice", "events")}
    if len(answers) != 1:
        yield f"a step has one answer, not {len(answers)}"
        return
    ((power, answer),) = answers.items()
    scripted = ScriptedDice(step.get("dice") or ())
    game.dice = scripted
    try:
        events = game.decide(str(power), str(answer))
    except (Refusal, InvalidAnswer) as error:
        yield f"{power}: {answer!r} should be accepted, but: {error}"
        return
    except DiceExhausted as error:
        yield f"{power}: {answer!r}: {error}"
        return
    if scripted.left:
        yield f"{power}: {answer!r}: {scripted.left} dice were not rolled"
    yield from check_events(events, step.get("events") or [])


def check_events(events: tuple[Event, ...], expected: list[dict[str, Any]]) -> Iterator[str]:
    """Expected events must come in order; others may stand between."""
    left = [event.to_json() for event in events]
    for wanted in expected:
        for i, event in enumerate(left):
            if all(event.get(key) == value for key, value in wanted.items()):
                left = left[i + 1 :]
                break
        else:
            same = [e for e in map(Event.to_json, events) if e["type"] == wanted.get("type")]
            yield f"no event {wanted!r}; of that type there were {same!r}"
            return
