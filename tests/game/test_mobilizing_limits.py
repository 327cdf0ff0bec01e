"""Production limits against trying every way to reckon units to complexes."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from sandtable.game import decks
from sandtable.game.draft import Draft
from sandtable.game.game import Game
from sandtable.game.library import load_edition
from sandtable.game.steps import mobilize
from sandtable.rules.position import Position

EDITION = load_edition("1941")
BOARD = EDITION.board
SITES = [
    BOARD.index[name]
    for name in ("russia", "caucasus", "united-kingdom", "india", "australia", "eastern-canada")
]
ZONES = sorted({zone for site in SITES for zone in BOARD.sea_neighbors[site]})

limits = st.dictionaries(st.sampled_from(SITES), st.integers(0, 3), min_size=1, max_size=4)


def draft() -> Draft:
    return Draft(Game.new(EDITION).state)


def reckoned(sites: dict[int, int], spaces: list[int]) -> bool:
    """Whether some way to reckon each unit to a complex keeps all the limits."""
    options = [
        [s for s in sites if s == space or (BOARD.sea[space] and BOARD.adjacent(s, space))]
        for space in spaces
    ]
    return any(
        all(chosen.count(site) <= limit for site, limit in sites.items())
        for chosen in product(*options)
    )


@st.composite
def placed(draw: st.DrawFn) -> tuple[dict[int, int], list[int]]:
    sites = draw(limits)
    near = [zone for zone in ZONES if any(BOARD.adjacent(site, zone) for site in sites)]
    spaces = draw(st.lists(st.sampled_from([*sites, *near]), max_size=6))
    return sites, spaces


@given(placed())
def test_within_limits_is_what_trying_finds(case: tuple[dict[int, int], list[int]]) -> None:
    sites, spaces = case
    infantry, ship = EDITION.unit_index["infantry"], EDITION.unit_index["destroyer"]
    placements = [(s, ship if BOARD.sea[s] else infantry, 1) for s in spaces]
    assert mobilize.within_limits(draft(), sites, placements) == reckoned(sites, spaces)


@given(limits, st.integers(0, 3), st.integers(0, 3))
def test_most_placeable_is_what_trying_finds(
    sites: dict[int, int], ships: int, others: int
) -> None:
    d = draft()
    bought = [0] * len(EDITION.units)
    bought[EDITION.unit_index["destroyer"]] = ships
    bought[EDITION.unit_index["tank"]] = others
    d.turn = d.turn._replace(bought=tuple(bought))
    coastal = [-1, *(site for site in sites if BOARD.sea_neighbors[site])]
    options = [coastal] * ships + [[-1, *sites]] * others
    most = max(
        sum(site >= 0 for site in chosen)
        for chosen in product(*options)
        if all(chosen.count(site) <= limit for site, limit in sites.items())
    )
    assert mobilize.most_placeable(d, sites) == most


@given(
    st.lists(st.sampled_from([-1, *ZONES]), max_size=4),
    st.sets(st.sampled_from(["united-kingdom", "india", "australia"])),
)
def test_new_carriers_are_allowed_where_trying_finds_room(zones: list[int], lost: set[str]) -> None:
    position: Position = Game.new(EDITION).position
    owners = list(position.owners)
    for name in lost - {"united-kingdom"}:
        owners[BOARD.index[name]] = EDITION.power_index["japan"]
    game = Game.new(
        EDITION,
        position=position._replace(
            owners=tuple(owners), turn=EDITION.power_index["united-kingdom"]
        ),
    )
    d = Draft(game.state)
    sites = dict(d.production_sites())
    assert len(sites) == 3 - len(lost - {"united-kingdom"})
    assert decks.sites_allow(d, zones) == reckoned(sites, [z for z in zones if z >= 0])
