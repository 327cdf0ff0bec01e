"""Checking scenario folders, and finding the lines of their mistakes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import sandtable
from sandtable.cli.locate import line_of
from tests.cli.conftest import Run

EDITION = Path(sandtable.__file__).parent / "editions" / "1941"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "scenario"
    shutil.copytree(EDITION, path)
    return path


def change(path: Path, old: str, new: str) -> int:
    """Replace a text in a file; the line where it stood."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return text[: text.index(old)].count("\n") + 1


def test_a_sound_folder(run: Run, folder: Path) -> None:
    ran = run("validate", folder)
    assert ran.code == 0
    assert "playable" in ran.out
    assert "5 powers" in ran.out
    assert run("validate", folder, "--json").data == {"playable": True, "problems": []}


def test_a_map_that_is_not_the_board(run: Run, folder: Path) -> None:
    change(folder / "board.json", '["brazil", "sz-22"],', "")
    ran = run("validate", folder)
    assert ran.code == 1
    assert f"{folder / 'map.json'}: full: brazil and sz-22 touch" in ran.out
    (folder / "map.json").write_text("{")
    assert run("validate", folder).out.startswith(f"{folder / 'map.json'}: Expecting property")


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "said"),
    [
        ("units.toml", "cost = 6", 'cost = "six"', "tank.cost", "must be a number"),
        ("units.toml", "blitzes = true", "blitzs = true", "tank.blitzs", "'blitzes'"),
        ("edition.toml", '["russia"]', '["russa"]', "powers.soviet-union.capitals", "'russia'"),
        ("edition.toml", 'surplus = "refund"', 'surplus = "burn"', "rules.surplus", "refund"),
        ("edition.toml", '  "submerge-defender"', '  "submerge"', "rules.battle.sea", "'submerge'"),
        ("setup.toml", "{ tank = 1 }", "{ tank = -1 }", "units.eastern-canada", "count must be"),
        ("setup.toml", "sz-4.soviet", "sz-444.soviet", "units.sz-444", "unknown space"),
        (
            "board.json",
            '["eastern-europe", "germany"]',
            '["eastern", "germany"]',
            "borders",
            "spac",
        ),
        ("board.json", '"value": 2', '"value": "2"', "spaces.", "must be a int"),
    ],
)
def test_a_mistake_is_shown_with_its_line(
    run: Run, folder: Path, file: str, old: str, new: str, key: str, said: str
) -> None:
    line = change(folder / file, old, new)
    ran = run("validate", folder)
    assert ran.code == 1
    first = ran.out.splitlines()[0]
    assert first.startswith(f"{folder / file}:{line}: {key}")
    assert said in first
    assert run("validate", folder, "--json").data["problems"][0]["line"] == line


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "said"),
    [
        ("traits.toml", "{ defense = 5 }", "{ defence = 5 }", "technology.jet-fighters", "defense"),
        (
            "traits.toml",
            "units.fighter = { def",
            "units.fightr = { def",
            "technology.",
            "'fighter'",
        ),
        ("traits.toml", '["island"]', '["iland"]', "advantage.dug-in-defenders", "'island'"),
        (
            "traits.toml",
            'module = "salvage"',
            'module = "salvag"',
            "advantage.salvage",
            "'salvage'",
        ),
        ("traits.toml", '"research/rockets"', '"research/rokets"', "technology.rockets", "catalog"),
        ("traits.toml", "[technology.rockets]", "[tech.rockets]", "tech", "unknown table"),
        ("edition.toml", 'rockets = "conduct', 'rockets = "con', "rules.rockets", "combat-move"),
        ("edition.toml", "call_off = true", "call_off = 1", "rules.call_off", "must be a bool"),
        ("edition.toml", "research_cost = 5", "research_cost = -5", "rules.research_cost", "0 to"),
        ("edition.toml", '["germany", "japan"]', '["germany", "japn"]', "rules.seats", "'japan'"),
        ("edition.toml", 'bombard = ["land"]', 'bombard = ["lnd"]', "rules.fire", "'land'"),
        ("edition.toml", 'of = "cities"', 'of = "towns"', "victory.minor[0].of", "list"),
        ("edition.toml", "most = 99", "moste = 99", "options.bid_soviet-union.moste", "'most'"),
        ("units.toml", "antiair = 1", 'antiair = "one"', "aa-gun.antiair", "must be a number"),
        (
            "units.toml",
            "stops_blitz = true",
            "stops_blitz = 1",
            "industrial-complex.stops_blitz",
            "true",
        ),
    ],
)
def test_mistakes_in_traits_and_choices(
    run: Run, tmp_path: Path, file: str, old: str, new: str, key: str, said: str
) -> None:
    shutil.copytree(EDITION.parent / "revised", tmp_path / "mine")
    line = change(tmp_path / "mine" / file, old, new)
    found = run("validate", tmp_path / "mine").out.splitlines()
    first = next(text for text in found if f"{file}:{line}: " in text)
    assert f": {key}" in first
    assert said in first


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("units.toml", "cost = 6", "cost = "),
        ("board.json", '"id": "alaska",', '"id": "alaska"'),
        ("setup.toml", "[units]", "[units"),
    ],
)
def test_syntax_errors(run: Run, folder: Path, file: str, old: str, new: str) -> None:
    line = change(folder / file, old, new)
    ran = run("validate", folder)
    assert ran.code == 1
    assert ran.out.startswith(f"{folder / file}:{line}: ")


def test_what_is_not_text(run: Run, folder: Path) -> None:
    (folder / "units.toml").write_bytes(b"[infantry]\nname = '\xff'\n")
    ran = run("validate", folder)
    assert ran.code == 1
    assert ran.out.startswith(f"{folder / 'units.toml'}:2: not UTF-8 text")


def test_a_broken_folder_cannot_be_played(run: Run, folder: Path, tmp_path: Path) -> None:
    change(folder / "units.toml", "cost = 6", 'cost = "six"')
    change(folder / "units.toml", "cost = 3", 'cost = "three"')
    ran = run("new", tmp_path / "x", "--edition", folder)
    assert ran.code == 2
    assert "units.toml: infantry.cost: must be a number" in ran.err
    assert "(and 1 more; see sandtable validate)" in ran.err
    assert not (tmp_path / "x").exists()


def test_a_game_of_a_scenario_folder(run: Run, folder: Path, tmp_path: Path) -> None:
    change(folder / "edition.toml", 'id = "1941"', 'id = "mine"')
    path = tmp_path / "x"
    assert run("new", path, "--edition", folder, "--seed", "1").code == 0
    assert run("decide", path, "buy 1 tank").code == 0
    assert run("show", path, "--json").data["edition"] == "mine"
    assert '[Scenario "scenario"]' in path.read_text()


def test_an_empty_folder(run: Run, tmp_path: Path) -> None:
    ran = run("validate", tmp_path)
    assert ran.code == 1
    assert "edition.toml: missing" in ran.out


def test_what_reads_well_but_cannot_be_played(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("something the builder did not look at")

    monkeypatch.setattr("sandtable.cli.validating.play_at_random", broken)
    ran = run("validate", folder)
    assert ran.code == 1
    assert "a game with the default options breaks off: KeyError" in ran.out


def test_a_scenario_may_extend_an_edition(run: Run, tmp_path: Path) -> None:
    (tmp_path / "edition.toml").write_text('id = "mine"\nname = "Mine"\nextends = "1941"\n')
    ran = run("validate", tmp_path)
    assert ran.code == 0
    assert "Mine" in ran.out


def test_places_in_toml() -> None:
    text = "\n".join(
        (
            'title = "x"',
            "[[powers]]",
            'id = "a"',
            "[[powers]]",
            'id = "b"  # the second',
            "capitals = [",
            '  "rome",',
            '  "oslo",',
            "]",
            "[rules.battle]",
            'land = ["one"]',
        )
    )
    assert line_of(text, "edition.toml", "powers[1].id", "") == 5
    assert line_of(text, "edition.toml", "powers.b.capitals", "unknown space 'oslo'") == 8
    assert line_of(text, "edition.toml", "powers.b.treasury", "must be a int") == 5
    assert line_of(text, "edition.toml", "rules.battle.land", "") == 11
    assert line_of(text, "edition.toml", "nothing.like.it", "") is None


def test_places_in_json() -> None:
    text = '{"spaces": [\n {"id": "a", "value": 1},\n {"value": 2,\n  "id": "b"}],\n"x": []}'
    assert line_of(text, "board.json", "spaces.b", "") == 4
    assert line_of(text, "board.json", "spaces.a.value", "") == 2
    assert line_of(text, "board.json", "x", "") == 5


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("edition.toml", f"x = {'[' * 5000}{']' * 5000}"),
        ("units.toml", f"x = {'{ y = ' * 5000}1{'}' * 5000}"),
        ("board.json", "[" * 100_000),
    ],
)
def test_what_is_nested_too_deeply(run: Run, tmp_path: Path, file: str, text: str) -> None:
    """Neither a traceback nor a long wait."""
    (tmp_path / "edition.toml").write_text('extends = "1941"')
    (tmp_path / file).write_text(text)
    ran = run("validate", tmp_path)
    assert ran.code == 1
    assert f"{file}: nested too deeply" in ran.out
    assert run("new", tmp_path / "x.sav", "--edition", tmp_path).code == 2
