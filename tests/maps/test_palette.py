"""Colours that everybody can tell apart and read, in both themes."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from importlib import resources
from itertools import combinations

import pytest

from sandtable.maps.colors import VISIONS, Lab, blended, ciede2000, contrast, difference, seen
from sandtable.maps.palette import NEUTRAL, Palette, PowerColors, Theme, load_palette
from sandtable.maps.symbols import pattern_names, symbol_names

READABLE = 4.5
"""The contrast of text, WCAG AA."""
VISIBLE = 3.0
"""The contrast of lines and marks."""

# The least difference (CIEDE2000) for usual eyes, and for colour-blind ones. Side by side 2 is
# plain to see; to know a colour again without its neighbour, 10 is wanted.
STRONG = (16, 10)
TINT = (9, 6)
TINT_AND_GROUND = (8, 6)
NEUTRALS = (6, 4)
NOBODY = (6, 4)
OWN_UNIT_ON_LAND = (18, 11)
UNIT_ON_LAND = (12, 6)
SPARE = (14, 6)
SPARE_TINT = (7, 3.5)

Named = tuple[str, str]


@pytest.fixture(params=["light", "dark"])
def palette(request: pytest.FixtureRequest) -> Palette:
    theme: Theme = request.param
    return load_palette(theme)


def powers_by_edition() -> dict[str, set[str]]:
    """The powers of every board that is there, played or not."""
    found: dict[str, set[str]] = {}
    for folder in resources.files("sandtable.editions").iterdir():
        powers: set[str] = set()
        board, edition = folder / "board.json", folder / "edition.toml"
        if board.is_file():
            raw = json.loads(board.read_text("utf-8"))
            powers |= {power["id"] for power in raw.get("powers", ())}
        if edition.is_file():
            powers |= {
                power["id"] for power in tomllib.loads(edition.read_text("utf-8")).get("powers", ())
            }
        if powers:
            found[folder.name] = powers
    return found


def too_close(pairs: Iterable[tuple[Named, Named]], least: tuple[float, float]) -> list[str]:
    """The pairs of colours that some eyes could confuse."""
    found = []
    for (one, a), (other, b) in pairs:
        for vision in VISIONS:
            wanted = least[0] if vision == "normal" else least[1]
            distance = difference(a, b, vision)
            if distance < wanted:
                found.append(f"{one} {a}, {other} {b}: {distance:.1f} < {wanted}, {vision}")
    return found


def strong(palette: Palette) -> list[Named]:
    found = [(name, colors.strong) for name, colors in palette.powers.items()]
    return [*found, (NEUTRAL, palette.power(NEUTRAL).strong)]


def tints(palette: Palette) -> list[Named]:
    return [(name, colors.tint) for name, colors in palette.powers.items()]


def ground(palette: Palette) -> list[Named]:
    found = [(f"{kind} neutral", colors.tint) for kind, colors in palette.neutrals.items()]
    return [*found, ("sea", palette.sea)]


def everybody(palette: Palette) -> list[PowerColors]:
    return [*palette.powers.values(), *palette.neutrals.values(), *palette.spares]


def test_every_power_of_every_edition_has_colors(palette: Palette) -> None:
    editions = powers_by_edition()
    assert {"1941", "revised", "europe1999", "global1940"} <= set(editions)
    for edition, powers in editions.items():
        assert powers <= set(palette.powers), edition


def test_units_are_told_apart(palette: Palette) -> None:
    assert not too_close(combinations(strong(palette), 2), STRONG)
    assert not too_close(((each, ("sea", palette.sea)) for each in strong(palette)), STRONG)


def test_land_is_told_apart(palette: Palette) -> None:
    land, others = tints(palette), ground(palette)
    assert not too_close(combinations(land, 2), TINT)
    assert not too_close(((a, b) for a in land for b in others), TINT_AND_GROUND)
    assert not too_close(combinations(others, 2), NEUTRALS)
    closed, nobody = ("impassable", palette.impassable), ("nobody", palette.nobody)
    assert not too_close(((closed, each) for each in (*land, *others, nobody)), TINT_AND_GROUND)
    assert not too_close(((nobody, each) for each in (*land, ("sea", palette.sea))), NOBODY)


def test_units_stand_out_on_land(palette: Palette) -> None:
    units, land = strong(palette), tints(palette)
    assert not too_close(((a, b) for a in units for b in land), UNIT_ON_LAND)
    own = [(a, b) for a in units for b in land if a[0] == b[0]]
    assert len(own) == len(land)
    assert not too_close(own, OWN_UNIT_ON_LAND)
    neutral = (NEUTRAL, palette.power(NEUTRAL).strong)
    assert not too_close(((neutral, each) for each in ground(palette)), OWN_UNIT_ON_LAND)


def test_lines_can_be_seen(palette: Palette) -> None:
    assert contrast(palette.sea_line, palette.sea) >= VISIBLE
    assert contrast(palette.coast, palette.sea) >= VISIBLE
    for name, tint in tints(palette):
        assert contrast(palette.border, tint) >= VISIBLE, name


def test_text_can_be_read(palette: Palette) -> None:
    for each in everybody(palette):
        patterned = blended(each.strong, each.tint, palette.pattern_opacity)
        assert contrast(each.ink, each.strong) >= READABLE, each
        for below in (each.tint, patterned):
            assert contrast(each.tint_ink, below) >= READABLE, each
            assert contrast(palette.ink, below) >= READABLE, each
    for ink, below in (
        (palette.ink, palette.nobody),
        (palette.ink, palette.page),
        (palette.ink, palette.halo),
        (palette.ink, palette.sea),
        (palette.sea_ink, palette.sea),
        (palette.sea_ink, palette.shallows),
        (palette.ice_ink, palette.ice),
        (palette.outside_ink, palette.outside),
        (palette.impassable_ink, palette.impassable),
        (palette.battle, palette.halo),
    ):
        assert contrast(ink, below) >= READABLE, (ink, below)


def test_marks_are_seen_everywhere(palette: Palette) -> None:
    below = [palette.sea, palette.nobody, *(each.tint for each in everybody(palette))]
    for color in below:
        assert contrast(palette.highlight, color) >= VISIBLE, color
        assert contrast(palette.battle, color) >= VISIBLE, color
    assert not too_close([(("highlight", palette.highlight), ("battle", palette.battle))], STRONG)


def test_signs_differ(palette: Palette) -> None:
    signs = everybody(palette)
    assert len({each.pattern for each in signs}) == len(signs)
    assert len({each.emblem for each in signs}) == len(signs)
    assert {each.pattern for each in signs} <= set(pattern_names())
    assert {each.emblem for each in signs} <= set(symbol_names())


def test_unknown_power_always_gets_the_same_spare_colors(palette: Palette) -> None:
    assert palette.power("brazil") is palette.power("brazil")
    assert palette.power("brazil") in palette.spares
    assert palette.power("brazil").emblem == load_palette("light").power("brazil").emblem
    # A change of these would recolour the maps of everybody who added a power.
    numbers = [palette.spares.index(palette.power(name)) for name in ("brazil", "turkey", "sweden")]
    assert numbers == [0, 1, 5]


def test_unknown_powers_of_one_game_share_no_colors(palette: Palette) -> None:
    names = ["brazil", "turkey", "germany", "sweden", "spain", "mexico", "finland"]
    found = palette.assigned(names)
    assert list(found) == names
    assert found["germany"] is palette.powers["germany"]
    assert len({colors.strong for colors in found.values()}) == len(names)
    assert found["brazil"] is palette.power("brazil")
    assert len(palette.assigned([*names, "norway", "greece"])) == 9


def test_spare_colors_differ(palette: Palette) -> None:
    units = [(str(i), each.strong) for i, each in enumerate(palette.spares, 1)]
    land = [(str(i), each.tint) for i, each in enumerate(palette.spares, 1)]
    assert not too_close(combinations(units, 2), SPARE)
    assert not too_close(((a, b) for a in units for b in strong(palette)), SPARE)
    assert not too_close(combinations(land, 2), SPARE_TINT)
    assert not too_close(
        ((a, b) for a in land for b in (*tints(palette), *ground(palette))), SPARE_TINT
    )


def test_neutrals(palette: Palette) -> None:
    assert palette.neutral("pro-axis") is not palette.neutral("strict")
    assert palette.neutral("no such kind") is palette.power(NEUTRAL)


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        (Lab(50, 2.6772, -79.7751), Lab(50, 0, -82.7485), 2.0425),
        (Lab(50, 2.5, 0), Lab(73, 25, -18), 27.1492),
        (Lab(50, 2.5, 0), Lab(50, 0, -2.5), 4.3065),
        (Lab(50, -1, 2), Lab(50, 0, 0), 2.3669),
        (Lab(22.7233, 20.0904, -46.6940), Lab(23.0331, 14.9730, -42.5619), 2.0373),
        (Lab(2.0776, 0.0795, -1.1350), Lab(0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_difference_agrees_with_published_pairs(one: Lab, other: Lab, distance: float) -> None:
    assert ciede2000(one, other) == pytest.approx(distance, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(distance, abs=5e-5)


def test_sight_and_contrast() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert seen("#3f6a9b", "normal") == "#3f6a9b"
    for vision in VISIONS:
        assert difference("#808080", seen("#808080", vision)) < 1, "greys stay grey"
    assert difference("#c00000", "#4d5c00", "protanopia") < difference("#c00000", "#4d5c00") / 3
    with pytest.raises(ValueError, match="not a colour"):
        contrast("red", "#ffffff")
