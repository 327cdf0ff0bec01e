"""Running conformance scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.conformance.coverage import topics
from sandtable.conformance.runner import Result
from sandtable.rules.refusal import Rule
from tests.cli.conftest import Run

SCENARIO = """\
- id: 1941/purchase/cost-table/test{number}
  rules: [1941/purchase/cost-table]
  title: Infantry cost 3
  edition: "1941"
  play:
    - soviet-union: buy 1 infantry
    - expect: {{treasury: {{soviet-union: {left}}}}}
"""


def scenario(path: Path, left: int, number: int = 1) -> Path:
    path.write_text(SCENARIO.format(left=left, number=number))
    return path


def test_passing(run: Run, tmp_path: Path) -> None:
    scenario(tmp_path / "a.yaml", 4)
    ran = run("conform", tmp_path)
    assert ran.code == 0
    assert ran.out.splitlines()[-1] == "1 passed, 0 failed"


def test_failing_says_what_was_expected(run: Run, tmp_path: Path) -> None:
    good = scenario(tmp_path / "a.yaml", 4)
    bad = scenario(tmp_path / "b.yaml", 5, number=2)
    ran = run("conform", good, bad)
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert lines[0] == f"FAILED 1941/purchase/cost-table/test2 ({bad})"
    assert "expected 5, found 4" in lines[1]
    assert lines[-1] == "1 passed, 1 failed"
    data = run("conform", good, bad, "--json").data
    assert (data["passed"], data["failed"]) == (1, 1)
    assert data["failures"][0]["file"] == str(bad)
    assert run("conform", bad, "-q").out.splitlines()[-1] == "0 passed, 1 failed"


def test_coverage(run: Run, tmp_path: Path) -> None:
    scenario(tmp_path / "a.yaml", 4)
    ran = run("conform", tmp_path, "--coverage", "--edition", "1941")
    assert ran.out.splitlines()[-1] == "1 passed, 0 failed"
    row = next(line for line in ran.out.splitlines() if line.startswith("1941     purchase"))
    assert row.split()[3] == "1"
    assert "cost-table" not in row
    data = run("conform", tmp_path, "--coverage", "--json").data
    purchase = next(t for t in data["coverage"] if t["topic"] == "purchase")
    assert purchase["rules"]["1941/purchase/cost-table"] == 1


def test_the_suite_beside_the_current_folder(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "conformance").mkdir()
    scenario(tmp_path / "conformance" / "a.yaml", 4)
    monkeypatch.chdir(tmp_path)
    assert run("conform").out.splitlines()[-1] == "1 passed, 0 failed"


def test_no_suite(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sandtable.__file__", str(tmp_path / "a" / "b" / "__init__.py"))
    ran = run("conform")
    assert ran.code == 2
    assert "no folder `conformance`" in ran.err


def test_other_editions_are_left_out(run: Run, tmp_path: Path) -> None:
    scenario(tmp_path / "a.yaml", 4)
    text = (tmp_path / "a.yaml").read_text().replace('edition: "1941"', 'edition: "other"')
    (tmp_path / "b.yaml").write_text(text.replace("test1", "test2"))
    ran = run("conform", tmp_path, "--edition", "1941")
    assert ran.out.splitlines()[-1] == "1 passed, 0 failed"
    assert run("conform", tmp_path, "--edition", "1914").code == 2


def test_a_file_that_is_no_yaml(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("- [")
    ran = run("conform", tmp_path)
    assert ran.code == 2
    assert ran.err.count("\n") == 1


def test_topics_count_each_rule_once_for_a_scenario() -> None:
    catalogue = {name: Rule(name, "", "") for name in ("e/a/one", "e/a/two", "e/b/three")}
    results = [
        Result("s1", Path("x"), ("e/a/one", "e/a/one", "e/b/three")),
        Result("s2", Path("x"), ("e/a/one",), failures=["wrong"]),
    ]
    a, b = topics("e", catalogue, results)
    assert a.scenarios == {"e/a/one": 2, "e/a/two": 0}
    assert (a.covered, a.missing) == (1, ["e/a/two"])
    assert (b.name, b.covered, b.missing) == ("b", 1, [])


def test_inherited_rules_are_counted_where_they_were_written() -> None:
    catalogue = {name: Rule(name, "", "") for name in ("e/a/one", "child/a/one", "child/b/two")}
    a, b = topics("child", catalogue, [Result("s1", Path("x"), ("e/a/one", "child/b/two"))])
    assert a.scenarios == {"child/a/one": 0}
    assert b.scenarios == {"child/b/two": 1}


def test_every_edition_of_the_package_is_covered(run: Run, tmp_path: Path) -> None:
    scenario(tmp_path / "a.yaml", 4)
    data = run("conform", tmp_path, "--coverage", "--json").data
    assert {topic["edition"] for topic in data["coverage"]} == {"1941", "revised", "lhtr"}
    for topic in data["coverage"]:
        assert all(rule.startswith(f"{topic['edition']}/") for rule in topic["rules"])
