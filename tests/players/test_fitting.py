"""How the value of positions is fitted: what counts is found, and how much."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from sandtable.players.general import CARE
from sandtable.players.value.features import NAMES
from tools.fitting import branching, fitting, weighing


def test_a_fit_finds_what_tells_good_plans_from_bad_ones() -> None:
    """Made-up decisions: some lead, menaces and bad luck count, the others do not."""
    dice = np.random.default_rng(1)
    lead, menace = NAMES.index("lead"), NAMES.index("menace")
    positions = []
    for _ in range(60):
        x = dice.normal(scale=0.1, size=(20, len(NAMES))) + dice.normal(size=len(NAMES))
        y = x[:, lead] + 0.5 * x[:, menace] + dice.normal(scale=0.05, size=20)
        positions.append(weighing.position_of(x, y + dice.normal()))
    kept = weighing.chosen(positions)
    assert kept == [lead, menace]
    found = weighing.weights(positions, kept)
    assert found[[lead, menace]] == pytest.approx([1, 0.5], abs=0.05)
    assert np.count_nonzero(found) == 2
    figures = weighing.figures(positions, kept)
    assert figures["explained_by_lead"] + 0.1 < figures["explained"] < 0.9


def test_a_fit_finds_how_fast_chances_grow() -> None:
    """Made-up games that a lead decides, in which a side is better off."""
    dice = np.random.default_rng(1)
    number = 4000
    x = dice.normal(scale=0.2, size=(number, len(NAMES)))
    rounds = dice.integers(1, 9, size=number)
    lead = NAMES.index("lead")
    odds = 4 * x[:, lead] - 0.5
    y = (dice.random(number) < 1 / (1 + np.exp(-odds))).astype(float)
    sample = fitting.Sample(np.full(number, "made-up"), np.arange(number), rounds, x, y)
    weight = np.zeros(len(NAMES))
    weight[lead] = 0.5
    fit = fitting.scaled(sample, weight)
    assert fit.weights[lead] == pytest.approx(4, abs=0.3)
    assert np.count_nonzero(fit.weights) == 1
    assert fit.bias == pytest.approx(-0.5, abs=0.15)
    train, test = fitting.halves(sample)
    found = fitting.figures(train, test, fit)
    assert found["log_loss"] < found["log_loss_constant"]


def test_plans_are_played_on_beside_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(branching, "COURSES", 2)
    monkeypatch.setattr(branching, "LATER", 1)
    monkeypatch.setattr(branching, "LAST", 1)
    few = {kind: care._replace(most=2) for kind, care in CARE.items()}
    monkeypatch.setattr(branching, "CARE", few)
    branching.write("1941", range(3), tmp_path)
    (file,) = tmp_path.iterdir()
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert {(row["plan"], row["course"]) for row in rows} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    lead = NAMES.index("lead")
    assert any(row["later"] != row["x"][lead] for row in rows)
    positions = weighing.read(tmp_path)
    assert len(positions) == len({row["position"] for row in rows}) > 1
    assert all(position.yy > 0 for position in positions)
