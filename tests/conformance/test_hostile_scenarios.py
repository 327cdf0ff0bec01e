"""Scenario files that are broken, or meant to break something."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.conformance.runner import (
    LARGEST_FILE,
    ScenarioError,
    check_shape,
    read_scenarios,
    run_files,
    run_scenario,
    scenario_files,
)

SUITE = Path(__file__).parents[2] / "conformance"
GOOD = "- id: 1941/x/1\n  rules: [1941/turn/order-of-play]\n  edition: '1941'\n"
LAUGHS = "\n".join(
    [
        "- &a0 [x, x, x, x, x, x, x, x, x, x]",
        *(f"- &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)),
        f"{GOOD}  play: *a9",
    ]
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "list of scenarios"),
        (b"id: x", "list of scenarios"),
        (b"- 5", "mapping with an id"),
        (b"- id: 5", "mapping with an id"),
        (b"- id: x", "rules"),
        (b"- id: x\n  rules: [a]", "edition"),
        (b"- id: x\n  rules: [a]\n  edition: '1941'", "play"),
        (b"- id: x\n  rules: [a]\n  edition: '1941'\n  play: end", "list of steps"),
        (b"- id: x\n  rulez: [a]", "did you mean 'rules'"),
        (b"- id: [", ""),
        (b"\x00\x01\x02\xff\xfe", ""),
        (b"\xff\xfe\x00\x00" * 50, ""),
        (b"- " * 100_000, "too deeply"),
        (b"? " * 100_000, "too deeply"),
        (b"[" * 100_000, "too deeply"),
        (b"{a: " * 100_000, "too deeply"),
        (b"- &a [*a]", ""),
        (b"- *nobody", ""),
        (b"- !!python/object/apply:os.system [exit]", ""),
        (LAUGHS.encode(), "too large"),
        (f"{GOOD}  play: &p [*p, *p]".encode(), "too large"),
        (b"# " + b"x" * LARGEST_FILE, "larger than"),
    ],
    ids=lambda value: repr(value[:30]),
)
def test_a_broken_file_is_called_so(tmp_path: Path, text: bytes, said: str) -> None:
    path = tmp_path / "broken.yaml"
    path.write_bytes(text)
    with pytest.raises(ScenarioError) as caught:
        read_scenarios(path)
    message = str(caught.value)
    assert str(path) in message
    assert said in message
    assert len(message) < 1000
    with pytest.raises(ScenarioError):
        list(run_files([tmp_path]))


@pytest.mark.parametrize("name", ["nowhere.yaml", "nowhere"])
def test_a_missing_file_is_called_so(tmp_path: Path, name: str) -> None:
    with pytest.raises(ScenarioError, match="no such file or folder"):
        list(run_files([tmp_path / name]))


def test_an_alias_of_one_position_is_fine(tmp_path: Path) -> None:
    path = tmp_path / "shared.yaml"
    path.write_text(
        "- id: a\n  rules: [1941/turn/order-of-play]\n  edition: '1941'\n"
        "  position: &p {turn: japan}\n  play: [{expect: {turn: japan}}]\n"
        "- id: b\n  rules: [1941/turn/order-of-play]\n  edition: '1941'\n"
        "  position: *p\n  play: [{expect: {turn: japan}}]\n"
    )
    assert [result.failures for result in run_files([path])] == [[], []]


GARBAGE: list[Any] = [
    *(None, -1, 0, 7, 10**9, 1.5, True, "", "x", "germany", "sz-5", "\x00", "end", "germany: end"),
    *([], {}, [1], ["x"], {"x": 1}, [[]], [{}]),
]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in nested data."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))


@pytest.mark.parametrize("seed", range(8))
def test_a_scenario_with_garbage_in_it_fails_and_breaks_nothing(seed: int) -> None:
    rng = random.Random(seed)
    everything = [s for path in scenario_files([SUITE]) for s in read_scenarios(path)]
    failed = 0
    for _ in range(150):
        scenario = copy.deepcopy(rng.choice(everything))
        *way, last = rng.choice(list(places(scenario)))
        inner: Any = scenario
        for key in way:
            inner = inner[key]
        inner[last] = copy.deepcopy(rng.choice(GARBAGE))
        try:
            check_shape(Path("garbage.yaml"), scenario)
            failed += not run_scenario(scenario, Path("garbage.yaml")).passed
        except ScenarioError:
            failed += 1
        except Exception as error:
            raise AssertionError(f"seed {seed}, at {(*way, last)}: {error!r}") from error
    assert failed > 75
