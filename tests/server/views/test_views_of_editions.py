"""Editions as a client loads them."""

from __future__ import annotations

import pytest

from sandtable.rules.edition import Edition
from sandtable.server.schemas.editions import EditionView
from sandtable.server.views.editions import (
    edition_summary,
    edition_view,
    playable_editions,
    rules_of,
)

EDITIONS = playable_editions()
every_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda ed: ed.id)


def test_only_editions_with_rules_and_a_map_are_offered() -> None:
    assert {"1941", "revised", "lhtr"} <= {ed.id for ed in EDITIONS}
    assert "europe1940" not in {ed.id for ed in EDITIONS}


@every_edition
def test_an_edition_tells_all_that_never_changes(edition: Edition) -> None:
    view = edition_view(edition, "/api/map.json")
    assert EditionView.model_validate_json(view.model_dump_json()) == view
    assert view.map_url == "/api/map.json"
    assert [power.id for power in view.powers] == [power.id for power in edition.powers]
    assert {space.id for space in view.spaces} == set(edition.board.index)
    assert all(option.default == view.options_default[option.id] for option in view.options)
    borders = {space.id: set(space.borders) for space in view.spaces}
    assert all(name in borders[other] for name, near in borders.items() for other in near)


@every_edition
def test_phases_are_those_that_a_player_sees_each_with_a_line_of_help(edition: Edition) -> None:
    phases = edition_view(edition, "").phases
    assert all(phase.name and phase.help for phase in phases)
    assert "stranded-fighters" not in {phase.id for phase in phases}
    assert {"purchase", "combat-move", "conduct-combat", "noncombat-move", "mobilize"} <= {
        phase.id for phase in phases
    }


@every_edition
def test_units_say_what_is_special_about_them(edition: Edition) -> None:
    units = {unit.id: unit for unit in edition_view(edition, "").units}
    assert any("blitz" in note for note in units["tank"].notes)
    assert any("two hits" in note for note in units["battleship"].notes)
    assert any("submerge" in note for note in units["submarine"].notes)
    assert units["carrier"].carries == 2
    assert "carries 2 fighters" in units["carrier"].notes
    assert units["infantry"].plural == "Infantry"
    assert units["tank"].plural == "Tanks"


def test_options_have_names_for_people() -> None:
    revised = next(ed for ed in EDITIONS if ed.id == "revised")
    options = {option.id: option for option in edition_summary(revised).options}
    assert options["bid_germany"].name == "Bid of Germany"
    assert options["bid_germany"].values == []
    assert options["bid_germany"].most == 99
    assert options["individual_winner"].name == "Individual winner"
    assert options["individual_winner"].values == ["off", "on"]


@every_edition
def test_the_catalogue_can_be_looked_up_by_the_ids_of_refusals(edition: Edition) -> None:
    rules = {rule.id: rule for rule in rules_of(edition)}
    assert len(rules) == len(edition.catalogue)
    assert all(rule.text for rule in rules.values())
