"""Editions from the package and from directories, and what is said about bad ones."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable.game.library import edition_names, load_directory, load_edition
from sandtable.rules.problems import EditionError


def house_rule(directory: Path, edition: str, units: str = "") -> Path:
    (directory / "edition.toml").write_text(f'extends = "1941"\n{edition}')
    if units:
        (directory / "units.toml").write_text(units)
    return directory


def problems(directory: Path) -> list[str]:
    with pytest.raises(EditionError) as caught:
        load_directory(directory)
    return [str(problem) for problem in caught.value.problems]


def test_the_1941_edition_comes_with_the_package() -> None:
    assert "1941" in edition_names()
    assert load_edition("1941") is load_edition("1941")


def test_an_unknown_edition_suggests_the_nearest() -> None:
    with pytest.raises(EditionError, match="did you mean '1941'"):
        load_edition("1942")


def test_a_house_rule_lists_only_what_differs(tmp_path: Path) -> None:
    directory = house_rule(
        tmp_path,
        'id = "cheap-tanks"\nname = "Cheap tanks"\n',
        "[tank]\ncost = 5\n",
    )
    edition = load_directory(directory)
    base = load_edition("1941")
    assert edition.units[edition.unit_index["tank"]].cost == 5
    assert edition.units[edition.unit_index["infantry"]] == base.units[base.unit_index["infantry"]]
    assert edition.lineage == ("1941",)
    game = sandtable.new_game(directory)
    game.play("soviet-union: buy 1 tank")
    assert game.treasury("soviet-union") == 2
    refusal = game.refusal("soviet-union", "move 1 tank: russia > archangel")
    assert isinstance(refusal, sandtable.Refusal)
    assert refusal.rule.id == "1941/combat-move/must-lead-to-combat"


def test_a_house_rule_changes_the_program_of_a_battle(tmp_path: Path) -> None:
    directory = house_rule(
        tmp_path,
        'id = "no-diving"\n[rules.battle.sea]\n'
        'round = ["fire-attacker", "fire-defender", "remove-casualties", "press-or-retreat"]\n',
    )
    game = sandtable.new_game(directory, seed=3)
    for line in (
        "soviet-union: buy nothing",
        "soviet-union: end",
        "soviet-union: end",
        "germany: buy nothing",
        "germany: move 1 submarine: sz-9 > sz-8",
    ):
        game.play(line)
    events = game.play("germany: end")
    steps = [event.data["step"] for event in events if event.type == "rolled"]
    assert steps
    assert set(steps) == {"fire"}


@pytest.mark.parametrize(
    ("edition", "units", "said"),
    [
        ('turn = ["purchase", "combat-mvoe"]', "", "did you mean 'combat-move'"),
        ('[rules]\nsurplus = "burn"', "", "rules.surplus: must be one of refund"),
        (
            '[rules.battle.sea]\nround = ["submerge-atacker"]',
            "",
            "did you mean 'submerge-attacker'",
        ),
        ("", "[tank]\ncost = -3\n", "tank.cost: must be a number from 0 to 99"),
        ("", "[tank]\ncots = 3\n", "did you mean 'cost'"),
        ("", '[zeppelin]\ndomain = "sky"\n', "zeppelin.domain: must be land, air, sea or facility"),
        (
            '[[victory.standard]]\nside = "axis"\nafter = "itly"\nof = []',
            "",
            "unknown power 'itly'",
        ),
        ("extends = 3", "", "edition.toml"),
        ('[rules]\nseats = { split = "one-sied" }', "", "rules.seats.split"),
        ('[rules]\ncapital_lost_skips = ["purchse"]', "", "did you mean 'purchase'"),
        ('[rules.absent]\nraid = "raid/non"', "", "'raid/non' is not in the catalogue"),
        ('[aliases]\n"combat/x" = "combat/y"', "", "'combat/y' is not in the catalogue"),
        ("", '[destroyer]\ncancels = ["strik"]', "did you mean 'strike'"),
        ("", '[submarine]\nspares = ["aer"]', "did you mean 'air'"),
        ("", '[submarine]\nhidden_from = ["airr"]', "did you mean 'air'"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, edition: str, units: str, said: str) -> None:
    if edition.startswith("extends"):
        (tmp_path / "edition.toml").write_text(edition)
    else:
        house_rule(tmp_path, edition, units)
    assert any(said in problem for problem in problems(tmp_path))


def test_a_directory_without_an_edition_is_refused(tmp_path: Path) -> None:
    assert problems(tmp_path) == ["edition.toml: missing"]
    assert "no such directory" in problems(tmp_path / "nowhere")[0]


def test_broken_files_are_named_with_their_place(tmp_path: Path) -> None:
    (tmp_path / "edition.toml").write_text('id = "x"\nname = \n')
    (tmp_path / "board.json").write_text("{")
    found = problems(tmp_path)
    assert any(problem.startswith("edition.toml") and "line 2" in problem for problem in found)
    assert any(problem.startswith("board.json") for problem in found)


def test_hostile_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "edition.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "board.json").write_text("[" * 200_000)
    assert len(problems(tmp_path)) == 2
