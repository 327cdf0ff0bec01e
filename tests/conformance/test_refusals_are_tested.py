"""Every refusal is missed by some scenario when it is taken out of the engine.

Each rule that the engine refuses with is switched off in turn; of the scenarios, of whatever
edition, that cite or expect the rule at least one must then fail.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.conformance.runner import (
    every_edition,
    read_scenarios,
    run_scenario,
    scenario_files,
)
from sandtable.game.advantages.loaded import MODULES
from sandtable.game.advantages.registry import not_used
from sandtable.game.library import edition_names, load_edition
from sandtable.rules.edition import Edition

SOURCE = Path(sandtable.__file__).parent
LAYERS = ("board", "rules", "game")
SCENARIOS = Path(__file__).parents[2] / "conformance"
EDITIONS = [load_edition(name) for name in edition_names()]
OUT_OF_REACH = {
    "purchase/cost-table": "every unit but the complex of 1941 has a price",
    "retreat/friendly-land": "the land that units came from is friendly until the turn ends",
    "retreat/no-destination-no-retreat": "nobody is asked where there is no way out",
}
"""Refusals that no answer can bring about in any edition."""
ASKED = {name for name, module in MODULES.items() if module.use is not not_used}
"""Advantages with decisions of their own, which may be used wrongly."""
SLUG = re.compile(r"[a-z][a-z-]*/[a-z][a-z-]*")


@cache
def catalogued() -> set[str]:
    """The slugs of all catalogues."""
    return {rule.partition("/")[2] for edition in EDITIONS for rule in edition.catalogue}


def strings(path: Path) -> set[str]:
    """The constant strings of a source file; a `{...}` in one stands for every continuation."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            prefix = str(node.values[0].value)
            if SLUG.fullmatch(prefix.rstrip("-") or "-"):
                found |= {slug for slug in catalogued() if slug.startswith(prefix)}
    return found


def refusable() -> list[str]:
    """The rules that the engine and the editions' data can refuse with."""
    engine = [path for layer in LAYERS for path in (SOURCE / layer).rglob("*.py")]
    slugs = {text for path in engine for text in strings(path)}
    for edition in EDITIONS:
        slugs |= {passage.rule for passage in edition.board.passages.values()}
        slugs |= set(edition.rules.absent.values())
        slugs |= {trait.rule for trait in edition.traits.values() if trait.module in ASKED}
    return sorted(slug for slug in slugs - OUT_OF_REACH.keys() if rules_of(slug))


def rules_of(slug: str) -> set[str]:
    """What a slug stands for in the catalogues, under whatever name."""
    if not SLUG.fullmatch(slug):
        return set()
    found = {(edition, edition.rule(slug).id) for edition in EDITIONS}
    return {rule for edition, rule in found if rule in edition.catalogue}


def expects(scenario: dict[str, Any], rule: str) -> bool:
    return f"'{rule}'" in repr(scenario.get("play", scenario))


ALL = [
    (scenario, path)
    for path in scenario_files([SCENARIOS])
    for written in read_scenarios(path)
    for scenario in every_edition(written)
]


def concerned(slug: str) -> list[tuple[dict[str, Any], Path]]:
    """The scenarios that expect a refusal, and then those that merely cite its rule."""
    rules = rules_of(slug)
    first, later = [], []
    for scenario, path in ALL:
        if any(expects(scenario, rule) for rule in rules):
            first.append((scenario, path))
        elif rules.intersection(scenario["rules"]):
            later.append((scenario, path))
    return first + later


def fails(scenario: dict[str, Any], path: Path) -> bool:
    """Whether a scenario fails, or the crippled engine breaks on it."""
    try:
        return not run_scenario(scenario, path).passed
    except (IndexError, NameError, AssertionError, RecursionError):
        return True


def test_the_scan_finds_the_refusals() -> None:
    found = refusable()
    assert len(found) > 150
    assert "casualties/assign-maximum-attacker" in found
    assert "board/canal-suez" in found
    assert "research/none" in found
    assert "setup/players-to-powers" in found


@pytest.mark.parametrize("slug", refusable())
def test_some_scenario_misses_the_refusal(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse = Edition.refuse

    def crippled(self: Edition, asked: str, message: str, **facts: object) -> None:
        if asked != slug:
            refuse(self, asked, message, **facts)

    monkeypatch.setattr(Edition, "refuse", crippled)
    found = concerned(slug)
    assert found, f"no scenario cites {rules_of(slug)}"
    assert any(fails(scenario, path) for scenario, path in found), (
        f"without {slug} all of {[scenario['id'] for scenario, _ in found]} pass"
    )
