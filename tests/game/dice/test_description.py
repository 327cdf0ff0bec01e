"""Descriptions, and sources made from them."""

import pytest

from sandtable.game.dice import (
    BadDescription,
    DiceSource,
    EnteredDice,
    LowLuck,
    ScriptedDice,
    SeededDice,
    VerifiableDice,
    from_description,
)
from sandtable.rules.roll import RollRequest, Shot

REQUEST = RollRequest(
    "attack", "russia", "ukraine", (Shot("infantry", 1, 25, "other"), Shot("", 0, 25, ""))
)


@pytest.mark.parametrize(
    "source", [SeededDice("spring"), SeededDice(41), LowLuck(SeededDice("spring"))]
)
def test_a_seeded_source_can_be_made_again(source: DiceSource) -> None:
    again = from_description(source.describe())
    assert type(again) is type(source)
    assert again.describe() == source.describe()
    for index in range(5):
        assert again.roll(index, REQUEST) == source.roll(index, REQUEST)


def test_descriptions_say_what_is_public() -> None:
    verifiable = VerifiableDice(bytes(32))
    assert SeededDice(41).describe() == {"kind": "seeded", "seed": "41"}
    assert ScriptedDice([1]).describe() == {"kind": "scripted"}
    assert EnteredDice(lambda _: "").describe() == {"kind": "entered"}
    assert verifiable.describe() == {"kind": "verifiable", "commitment": verifiable.commitment}
    assert LowLuck(SeededDice(41)).describe() == {
        "kind": "low-luck",
        "inner.kind": "seeded",
        "inner.seed": "41",
    }


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ({}, "which kind"),
        ({"kind": "loaded"}, "'loaded'"),
        ({"kind": "scripted"}, "'scripted'"),
        ({"kind": "entered"}, "'entered'"),
        ({"kind": "verifiable", "commitment": "00"}, "'verifiable'"),
        ({"kind": "seeded"}, "'seed'"),
        ({"kind": "seeded", "seed": "1", "luck": "9"}, "'seed'"),
        ({"kind": "seeded", "seed": 5}, "not 5"),
        ({"kind": "seeded", "seed": "\ud800"}, "not valid text"),
        ({"kind": "low-luck"}, "which kind"),
        ({"kind": "low-luck", "seed": "1"}, "'seed'"),
        ({"kind": "low-luck", "inner.kind": "scripted"}, "'scripted'"),
        ({"kind": "low-luck", "inner.kind": "low-luck"}, "'low-luck'"),
    ],
)
def test_other_descriptions_are_refused(description: dict[str, str], message: str) -> None:
    with pytest.raises(BadDescription, match=message):
        from_description(description)
