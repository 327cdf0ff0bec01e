"""The benchmarks run; how fast they find the engine is not a test."""

import json
from pathlib import Path

import pytest

from benchmarks import run
from benchmarks.boards import more_spaces, more_units
from benchmarks.effort import TINY
from benchmarks.figures import Curve, lines, record
from benchmarks.material import base_edition, record_game
from benchmarks.playing import decide_again
from benchmarks.timing import Probe, TooSlow, guarded, limit, spread
from sandtable.game.game import Game


@pytest.mark.parametrize("name", run.BENCHMARKS)
def test_each_benchmark_runs_and_reports(name: str) -> None:
    section = run.BENCHMARKS[name](TINY)
    assert section.figures or section.curves
    shown = "\n".join(lines(section))
    assert all(figure.name in shown for figure in section.figures)
    assert all(curve.name in shown for curve in section.curves)
    assert json.loads(json.dumps(record(section)))["title"] == section.title


def test_the_command_writes_what_it_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "QUICK", TINY)
    file = tmp_path / "figures.json"
    run.main(["--quick", "--only", "values", "--json", str(file)])
    (section,) = json.loads(file.read_text())["sections"]
    assert section["title"] in capsys.readouterr().out


def test_decisions_given_again_lead_to_the_same_states() -> None:
    edition = base_edition()
    played = record_game(edition, 3, 2)
    game = Game.new(edition, seed=played.seed)
    for state, power, answer in played.decisions:
        assert game.state == state
        game.decide(power, answer)
    assert decide_again(edition, [played]) == len(played.decisions)


def test_larger_games_are_larger() -> None:
    edition = base_edition()

    def units(forces: object) -> int:
        return sum(map(units, forces.values())) if isinstance(forces, dict) else int(str(forces))

    more = more_units(3)
    assert len(more.board) == len(edition.board)
    assert units(more.setup) == 3 * units(edition.setup)
    wide = more_spaces(3)
    assert len(wide.board) == 3 * len(edition.board)
    assert units(wide.setup) == 3 * units(edition.setup)
    ends = [wide.board.index[name] for name in ("russia", "russia-copy-2")]
    assert wide.board.flying_distance(*ends) > 0


def test_slow_work_is_broken_off() -> None:
    def forever() -> None:
        while True:
            pass

    with pytest.raises(TooSlow), limit(0.01):
        forever()

    calls = 0

    def slow() -> dict[str, float]:
        nonlocal calls
        calls += 1
        forever()
        return {}

    probe: Probe = guarded(slow, 0.01)
    assert (probe(), probe(), calls) == ({}, {}, 1)


def test_statistics() -> None:
    assert spread([1, 2, 3, 4, 5]) == (3, 2, 4)
    square = Curve("square", ((1, 1.0), (2, 4.0), (10, 100.0)))
    assert square.exponent == pytest.approx(2)
