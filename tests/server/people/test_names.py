"""Names: printable, and not to be mistaken for another's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.server.people import names
from sandtable.server.problems import ProblemError


@pytest.mark.parametrize("name", ["Ada", "Jörg Müller", "李小龍", "Guest 4821", "x_X_x", "Zoë 🎲"])
def test_ordinary_names_stay_as_they_are(name: str) -> None:
    assert names.clean(name) == name


def test_spaces_are_made_single() -> None:
    assert names.clean("  Ada \t Lovelace ") == "Ada Lovelace"


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "---",
        "a\u0000b",
        "a\u202eb",  # turns the text around
        "a\u200bb",  # no width
        "a\ufeffb",
        "a\x1b[31mb",
        "a" + "\u0301" * 10,
        "a" * 41,
        "\ud800a",
        "\ue000a",
    ],
)
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    with pytest.raises(ProblemError) as refused:
        names.clean(name)
    assert refused.value.problem.code == "malformed"


@pytest.mark.parametrize("name", ["Computer", "C0MPUTER", "standing order", "Guest 12", "guest_12"])
def test_names_of_the_server_cannot_be_had(name: str) -> None:
    with pytest.raises(ProblemError):
        names.clean_account_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Ada", "\u0410d\u0430"),  # Cyrillic
        ("Ian", "lan"),
        ("Bob", "B0b"),
        ("Bob", "B.o.b"),
        ("Bob", "B o b"),
        ("Jose", "José"),
        ("Straße", "STRASSE"),
        ("Arnold", "Amold"),
        ("Ada", "\uff21\uff44\uff41"),  # full width
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert names.key(one) == names.key(other)


def test_different_guests_have_different_keys() -> None:
    assert len({names.key(f"Guest {number}") for number in range(3000)}) == 3000


@given(st.text(max_size=50))
def test_whatever_is_accepted_is_stable(text: str) -> None:
    try:
        name = names.clean(text)
    except ProblemError:
        return
    assert names.clean(name) == name
    assert names.key(name)
    assert name.isprintable()
