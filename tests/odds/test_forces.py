"""Forces as players write them, and what is said about those that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.game.library import edition_names, load_directory, load_edition
from sandtable.odds.forces import MOST_UNITS, parse_force, parse_order, unit_called
from sandtable.rules.edition import Edition
from sandtable.rules.problems import EditionError
from sandtable.rules.refusal import InvalidAnswer

REVISED = load_edition("revised")


def counts(text: str, edition: Edition = REVISED) -> dict[str, int]:
    """A force as unit ids and counts; what is damaged or laden keeps its mark."""
    found: dict[str, int] = {}
    for group in parse_force(edition, text):
        name = edition.units[group.unit].id + "*" * group.damage
        name += "".join(f"+{edition.units[unit].id}" for _, unit in group.cargo)
        found[name] = found.get(name, 0) + group.count
    return found


@pytest.mark.parametrize(
    "text",
    [
        "5 infantry 2 tank 1 fighter",
        "5 infantry, 2 tanks, 1 fighter",
        "5i 2t 1f",
        "5i2t1f",
        "5inf, 2 tanks + fighter",
        "5 INF; 2 Arm & 1 ftr",
        "5x infantry, 2 x tank and fighter",
        "2 tanks\n5 infantry\nfighter",
        "3 infantry 2 tanks 2 infantry fighter",
        "5 infan 2 tan 1 fig",
        "5\xd7infantry 2 armour 1 fighters",
    ],
)
def test_one_force_in_many_spellings(text: str) -> None:
    assert counts(text) == {"infantry": 5, "tank": 2, "fighter": 1}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2 aa guns and aircraft carrier", {"aa-gun": 2, "carrier": 1}),
        ("antiaircraft gun, industrial complexes", {"aa-gun": 1, "industrial-complex": 1}),
        ("1 damaged battleship 2 bb", {"battleship*": 1, "battleship": 2}),
        ("2 battleship/damaged 1 bb/whole", {"battleship*": 2, "battleship": 1}),
        (
            "2 tp(i+t) tp(2 infantry)",
            {"transport+infantry+tank": 2, "transport+infantry+infantry": 1},
        ),
        (
            "3 dd 2 ss 4 subs 1 ac 1 cv trn",
            {"destroyer": 3, "submarine": 6, "carrier": 2, "transport": 1},
        ),
        ("t s", {"tank": 1, "submarine": 1}),
        ("007 i", {"infantry": 7}),
        ("", {}),
    ],
)
def test_other_forces(text: str, found: dict[str, int]) -> None:
    assert counts(text) == found


def test_powers_and_their_cargo() -> None:
    group, guests = parse_force(REVISED, "2 uk.fighter, carrier(united-states.fighter)")
    assert (group.count, REVISED.powers[group.power].id) == (2, "united-kingdom")
    assert [REVISED.powers[power].id for power, _ in guests.cargo] == ["united-states"]


def test_counts_by_name() -> None:
    assert parse_force(REVISED, {"infantry": 5, "bb": 2}) == parse_force(REVISED, "5 infantry 2 bb")
    with pytest.raises(InvalidAnswer, match="a count is 1 or more"):
        parse_force(REVISED, {"infantry": 0})
    with pytest.raises(InvalidAnswer, match="not a list"):
        parse_force(REVISED, ["infantry"])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", edition_names())
def test_every_short_name_is_of_one_unit(name: str) -> None:
    """No short name hides another unit's name."""
    edition = load_edition(name)
    for unit in edition.units:
        for alias in (unit.id, unit.name, f"{unit.id}s", *unit.aliases):
            assert unit_called(edition, alias) == unit.index


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5 infatry", "unknown unit 'infatry'; did you mean 'infantry'?"),
        ("5 Panzer", "unknown unit 'panzer'"),
        ("3 bmb", "did you mean 'bomber'?"),
        ("2 d 3 zz", "unknown unit 'zz'"),
        ("-3 infantry", "'-3' units: a count is 1 or more"),
        ("0 tank", "0 tank: a count is 1 or more"),
        ("2.5 tanks", "'2.5' units: a count is a whole number"),
        ("5", "5 of what?"),
        ("infantry 5", "the number stands before its unit"),
        ("2 3 tanks", "2 of what?"),
        ("5, tanks", "5 of what?"),
        ("5 and tanks", "5 of what?"),
        (f"{MOST_UNITS + 1} i", f"at most {MOST_UNITS} units here, not {MOST_UNITS + 1}"),
        ("6000 i 6000 t", f"at most {MOST_UNITS} units here, not 12000"),
        ("9" * 400 + " i", f"at most {MOST_UNITS} units here"),
        ("i " * 3000, "at most 5000 letters"),
        ("damaged infantry", "one hit destroys it"),
        ("infantry(tank)", "an infantry carries nothing"),
        ("(tank)", "no unit stands before"),
        ("/damaged", "no unit stands before"),
        ("damaged", "no unit stands after 'damaged'"),
        ("2 uk.", "no unit stands after 'uk.'"),
        ("2 atlantis.infantry", "unknown power 'atlantis'"),
        ("tp(", "cannot read '('"),
        ("tp(damaged bb)", "cannot read cargo"),
        ("tp(13 i)", "13 units do not fit"),
        ("tank@caucasus", "cannot read '@caucasus'"),
        ("$(reboot)", "cannot read"),
        ("\u0663 inf", "cannot read"),
        ("1e9 inf", "unknown unit 'e'"),
        ("5 infantry; DROP TABLE", "unknown unit 'drop'"),
    ],
)
def test_what_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(InvalidAnswer) as caught:
        parse_force(REVISED, text)
    said = str(caught.value)
    assert message in said
    assert "\n" not in said
    assert len(said) < 160


def test_a_beginning_that_two_names_share() -> None:
    with pytest.raises(InvalidAnswer, match="may be artillery or"):
        parse_force(load_edition("lhtr"), "2 ar")


PRESENT = [REVISED.unit_index[name] for name in ("infantry", "artillery", "tank")]


@pytest.mark.parametrize("order", ["i,a,t", "i > a > t", "inf art tank", ["i", "art", "tank"]])
def test_an_order_of_losses(order: str | list[str]) -> None:
    assert parse_order(REVISED, order, PRESENT) == ("infantry", "artillery", "tank")


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("i,a", "misses tank"),
        ("", "misses infantry, artillery, tank"),
        ("i,a,t,i", "names infantry twice"),
        ("i,a,t,f", "names fighter, which is not in the force"),
        ("2i,a,t", "names alone"),
        ("i,a,tonk", "unknown unit 'tonk'; did you mean 'tank'?"),
    ],
)
def test_orders_that_do_not_fit(order: str, message: str) -> None:
    with pytest.raises(InvalidAnswer) as caught:
        parse_order(REVISED, order, PRESENT)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("aliases", "message"),
    [('["inf"]', "'inf' is a name of infantry already"), ('"pz"', "must be a list of names")],
)
def test_short_names_of_a_scenario(tmp_path: Path, aliases: str, message: str) -> None:
    (tmp_path / "edition.toml").write_text('id = "mine"\nextends = "1941"\n', encoding="utf-8")
    units = tmp_path / "units.toml"
    units.write_text('[tank]\naliases = ["pz"]\n', encoding="utf-8")
    assert counts("2 pz", load_directory(tmp_path)) == {"tank": 2}
    units.write_text(f"[tank]\naliases = {aliases}\n", encoding="utf-8")
    with pytest.raises(EditionError) as caught:
        load_directory(tmp_path)
    assert f"tank.aliases: {message}" in str(caught.value)
