"""Every refusal is missed by some scenario when it is taken out of the engine.

Each rule that the engine refuses with is switched off in turn; of the scenarios that cite or
expect the rule at least one must then fail.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.conformance.runner import read_scenarios, run_scenario, scenario_files
from sandtable.game.library import load_edition
from sandtable.rules.edition import Edition

SOURCE = Path(sandtable.__file__).parent
SCENARIOS = Path(__file__).parents[2] / "conformance"
EDITION = load_edition("1941")
OUT_OF_REACH = {
    "purchase/cost-table": "every unit of 1941 but the complex has a price",
    "retreat/no-destination-no-retreat": "nobody is asked where there is no way out",
}
"""Refusals that no answer can bring about in this edition."""
SLUG = re.compile(r"[a-z][a-z-]*/[a-z][a-z-]*")


def strings(path: Path) -> set[str]:
    """The constant strings of a source file; a `{...}` in one stands for every continuation."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            prefix = str(node.values[0].value)
            if SLUG.fullmatch(prefix.rstrip("-") or "-"):
                found |= {
                    rule.partition("/")[2]
                    for rule in EDITION.catalogue
                    if rule.partition("/")[2].startswith(prefix)
                }
    return found


def refusable() -> list[str]:
    """The rules that the engine and the edition's data can refuse with."""
    slugs = {text for path in SOURCE.rglob("*.py") for text in strings(path)}
    slugs |= {passage.rule for passage in EDITION.board.passages.values()}
    slugs |= set(EDITION.rules.absent.values())
    return sorted(slug for slug in slugs - OUT_OF_REACH.keys() if known(slug))


def known(slug: str) -> bool:
    return f"{EDITION.id}/{slug}" in EDITION.catalogue


def mentions(scenario: dict[str, Any], rule: str) -> bool:
    return rule in scenario["rules"] or f"'{rule}'" in repr(scenario.get("play", scenario))


ALL = [
    (scenario, path)
    for path in scenario_files([SCENARIOS / EDITION.id])
    for scenario in read_scenarios(path)
]


def fails(scenario: dict[str, Any], path: Path) -> bool:
    """Whether a scenario fails, or the crippled engine breaks on it."""
    try:
        return not run_scenario(scenario, path).passed
    except (IndexError, NameError, AssertionError, RecursionError):
        return True


def test_the_scan_finds_the_refusals() -> None:
    found = refusable()
    assert len(found) > 90
    assert "casualties/assign-maximum-attacker" in found
    assert "board/canal-suez" in found
    assert "research/none" in found


@pytest.mark.parametrize("slug", refusable())
def test_some_scenario_misses_the_refusal(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse = Edition.refuse

    def crippled(self: Edition, asked: str, message: str, **facts: object) -> None:
        if asked != slug:
            refuse(self, asked, message, **facts)

    monkeypatch.setattr(Edition, "refuse", crippled)
    rule = f"{EDITION.id}/{slug}"
    concerned = [(scenario, path) for scenario, path in ALL if mentions(scenario, rule)]
    assert concerned, f"no scenario cites {rule}"
    assert any(fails(scenario, path) for scenario, path in concerned), (
        f"without {rule} all of {[scenario['id'] for scenario, _ in concerned]} pass"
    )
