"""Edition folders that are cut short, garbled, or meant to break something."""

from __future__ import annotations

import copy
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.game.game import Game
from sandtable.game.library import FILES, LARGEST_FILE, load_directory, packaged
from sandtable.game.machine import KNOWN_MODULES
from sandtable.players.random_player import RandomPlayer
from sandtable.rules.build import build_edition
from sandtable.rules.problems import EditionError

EDITIONS = Path(sandtable.__file__).parent / "editions"
ORIGINAL = EDITIONS / "1941"
HEAD = 'extends = "1941"\nid = "mine"\n'


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("edition.toml", b"a = " + b"[" * 100_000, "nested too deeply"),
        ("edition.toml", b"a = " + b"{a = " * 5_000, "nested too deeply"),
        ("edition.toml", b"\x00\xff" * 99, "edition.toml"),
        ("edition.toml", HEAD.encode("utf-16"), "edition.toml"),
        ("edition.toml", b"", "no powers"),
        ("edition.toml", b"# " + b"x" * LARGEST_FILE, "larger than"),
        ("edition.toml", b'extends = "1492"', "unknown edition"),
        ("edition.toml", b'extends = "../1941"', "unknown edition"),
        ("edition.toml", b"extends = [1941]", "cannot extend"),
        ("edition.toml", b"id = " + b"9" * 5000, "edition.toml"),
        ("board.json", b"[" * 100_000, "nested too deeply"),
        ("board.json", b"9" * 5000, "board.json"),
        ("board.json", b"null", "no spaces"),
        ("board.json", b"[]", "no spaces"),
        ("board.json", b"{\xff}", "board.json"),
        ("board.json", b'{"spaces": [', "board.json"),
        ("catalogue.json", b"5", "list of rules"),
        ("catalogue.json", b'{"a": 1}', "list of rules"),
        ("catalogue.json", b"[1]", "malformed"),
        ("units.toml", b"tank = 5", "tank"),
        ("units.toml", b"[tank]\nspeed = 5", "unknown property"),
        ("units.toml", b"[tank]\nmoves = 5", "did you mean 'move'"),
        ("units.toml", b"[transport]\nloads = [{ infantry = -1 }]", "transport.loads"),
        ("units.toml", b"[transport]\nloads = [{ infantry = 'two' }]", "transport.loads"),
        ("units.toml", b"[transport]\nloads = [{ infantri = 1 }]", "did you mean 'infantry'"),
        ("setup.toml", b"[units]\nrussia.soviet-union = { infantry = -1 }", "from 0 to 999"),
        ("setup.toml", b"[units]\nrussia.soviet-union = { battleship = 1 }", "cannot stand"),
        ("setup.toml", b"[units]\nrusia.soviet-union = { infantry = 1 }", "did you mean 'russia'"),
        ("setup.toml", b"[units]\nrussia.sovjet-union = { infantry = 1 }", "'soviet-union'"),
        ("setup.toml", b"[variants.setup.errata]\ntreasury = { japan = -5 }", "treasury"),
        ("edition.toml", HEAD.encode() + b"turn = []", "no steps"),
        ("edition.toml", HEAD.encode() + b'turn = ["purchse"]', "did you mean 'purchase'"),
        ("edition.toml", HEAD.encode() + b'[options.victory]\ndefault = "x"', "one of its values"),
        (
            "edition.toml",
            HEAD.encode() + b'[options.victory]\nvalues = ["standard", "sudden"]',
            "victory.sudden",
        ),
    ],
    ids=lambda value: repr(value[:24]),
)
def test_a_broken_folder_is_called_so(tmp_path: Path, file: str, text: bytes, said: str) -> None:
    (tmp_path / "edition.toml").write_text(HEAD)
    (tmp_path / file).write_bytes(text)
    with pytest.raises(EditionError) as caught:
        load_directory(tmp_path)
    assert said in str(caught.value)
    assert caught.value.problems


def test_what_is_no_folder_of_an_edition_is_called_so(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match="no such directory"):
        load_directory(tmp_path / "nowhere")
    (tmp_path / "file").write_text("x")
    with pytest.raises(EditionError, match="no such directory"):
        load_directory(tmp_path / "file")
    (tmp_path / "edition.toml").mkdir()
    with pytest.raises(EditionError, match="missing"):
        load_directory(tmp_path)


@pytest.mark.parametrize("file", FILES.values())
def test_a_file_cut_short_is_an_edition_or_an_error(tmp_path: Path, file: str) -> None:
    folder = tmp_path / "mine"
    original = ORIGINAL if (ORIGINAL / file).exists() else EDITIONS / "revised"
    shutil.copytree(original, folder)
    whole = (original / file).read_bytes()
    assert load_directory(folder).id == original.name
    refused = 0
    for part in range(1, 40):
        (folder / file).write_bytes(whole[: len(whole) * part // 40])
        try:
            load_directory(folder)
        except EditionError:
            refused += 1
    assert refused > 20


GARBAGE: list[Any] = [
    *(None, -1, 0, 7, 10**9, 1.5, True, "", "x", "germany", "sz-5", "\x00"),
    *([], {}, [1], ["x"], {"x": 1}, [[]], [{}]),
]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ('{ unit = "tnak", held = "won" }', "did you mean 'tank'"),
        ('{ unit = ["tank"], held = "won" }', "unknown unit"),
        ('{ unit = "tank", held = 3 }', "must be a word"),
        ('{ unit = "tank", held = "sometimes" }', "must be one of won, kept"),
        ('{ unit = "tank", hled = "won" }', "did you mean 'held'"),
        ("5", "must be a table"),
    ],
)
def test_parameters_of_advantages_are_checked(tmp_path: Path, data: str, said: str) -> None:
    (tmp_path / "edition.toml").write_text('extends = "revised"\nid = "mine"\n')
    (tmp_path / "traits.toml").write_text(f"[advantage.salvage]\ndata = {data}\n")
    with pytest.raises(EditionError) as caught:
        load_directory(tmp_path)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("trait", "said"),
    [
        ("[technology.heavy-bombers]\nunits.bomber = { best_of = 0 }", "a number from 1 to 99"),
        ('[advantage.joint-strike.data]\npartner = "germany"', "on the wrong side"),
        ('[advantage.enigma-decoded.data]\nenemy = "soviet-union"', "on the wrong side"),
        ("[advantage.salvage]\nnumber = 7", "a number from 0 to 6"),
        ('[advantage.salvage]\nbonus = { side = "attacker" }', "a list of tables"),
        ("[advantage.nonaggression-treaty.data]\ncount = -3", "a number from 0 to 99"),
    ],
)
def test_traits_that_would_break_a_game_are_refused(tmp_path: Path, trait: str, said: str) -> None:
    (tmp_path / "edition.toml").write_text('extends = "revised"\nid = "mine"\n')
    (tmp_path / "traits.toml").write_text(trait + "\n")
    with pytest.raises(EditionError) as caught:
        load_directory(tmp_path)
    assert said in str(caught.value)


@pytest.mark.parametrize("name", ["1941", "revised"])
@pytest.mark.parametrize("seed", range(4))
def test_garbage_in_an_edition_is_named_or_can_be_played(seed: int, name: str) -> None:
    rng = random.Random(seed)
    raw = packaged(name)
    everywhere = [place for place in places(raw) if place[0] != "catalogue"]
    refused = 0
    for _ in range(60):
        broken = copy.deepcopy(raw)
        *way, last = rng.choice(everywhere)
        inner: Any = broken
        for key in way:
            inner = inner[key]
        inner[last] = copy.deepcopy(rng.choice(GARBAGE))
        try:
            edition = build_edition(broken, KNOWN_MODULES)
        except EditionError:
            refused += 1
            continue
        except Exception as error:
            raise AssertionError(f"seed {seed}, at {(*way, last)}: {error!r}") from error
        game = Game.new(edition, seed=seed)
        try:
            RandomPlayer(seed).play(game, decisions=40)
        except Exception as error:
            raise AssertionError(
                f"seed {seed}: {inner[last]!r} at {(*way, last)} is let in, but: {error!r}"
            ) from error
    assert refused > 30
