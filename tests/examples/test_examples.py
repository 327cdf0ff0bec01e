"""The rulebooks' worked examples, kept as records under examples/, still come out as told."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from sandtable.conformance.facts import FACTS
from sandtable.game.game import Game
from sandtable.game.recording import replay
from sandtable.game.storage import load_record

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDS = sorted(EXAMPLES.glob("*/*.record"))
EXPECTED = yaml.safe_load(Path(__file__).with_name("facts.yaml").read_text(encoding="utf-8"))


def cases() -> Iterator[Any]:
    for number, case in enumerate(EXPECTED):
        for edition in case["in"]:
            name = f"{edition}/{case['record']}"
            yield pytest.param(name, case, id=f"{name}-{number}")


def played(name: str, case: dict[str, Any]) -> Game:
    """The game of a record at its end, or just before or after one of its decisions."""
    record = load_record(EXAMPLES / f"{name}.record")
    for where in case.keys() & {"before", "after"}:
        lines = [f"{play.power}: {play.answer}" for play in record.plays]
        size = lines.index(case[where]) + (where == "after")
        record = replace(record, plays=record.plays[:size], end_position="")
    return replay(record)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_examples_are_replayed(path: Path) -> None:
    record = load_record(path)
    assert record.edition == path.parent.name
    assert record.free_tags.keys() == {"Event"}
    replay(record)


@pytest.mark.parametrize(("name", "case"), list(cases()))
def test_examples_come_out_as_told(name: str, case: dict[str, Any]) -> None:
    game = played(name, case)
    for fact, expected in case["expect"].items():
        if fact == "refuses":
            edition = name.split("/")[0]
            expected = {line: f"{edition}/{rule}" for line, rule in expected.items()}
        assert not list(FACTS[fact](game, expected)), fact


def test_every_example_is_checked_and_described() -> None:
    checked = {f"{edition}/{case['record']}" for case in EXPECTED for edition in case["in"]}
    assert checked == {f"{path.parent.name}/{path.stem}" for path in RECORDS}
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert {path.stem for path in RECORDS} <= set(readme.split("`")[1::2])
