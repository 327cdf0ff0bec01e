"""The landing search against trying everything."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from hypothesis import example, given
from hypothesis import strategies as st

from sandtable.rules.landing import Deck, Planes, best_landing

ZONES = range(5)

groups = st.lists(
    st.builds(Planes, st.integers(0, 2 ** len(ZONES) - 1), st.integers(1, 3)), max_size=4
)
rooms = st.dictionaries(st.sampled_from(ZONES), st.integers(1, 3), max_size=3)
standing = st.lists(st.sampled_from(ZONES), min_size=1, max_size=3, unique=True)
old_decks = st.builds(Deck, standing.map(tuple), st.integers(0, 2))
new_decks = st.builds(
    Deck,
    st.lists(st.sampled_from(ZONES), max_size=3, unique=True).map(lambda z: (-1, *sorted(z))),
    st.just(2),
)


def most_by_trying(planes: Sequence[Planes], room: dict[int, int]) -> int:
    """Every aircraft tries every zone, and going without."""
    singles = [zones for zones, number in planes for _ in range(number)]

    def best(at: int) -> int:
        if at == len(singles):
            return 0
        most = best(at + 1)
        for zone in ZONES:
            if singles[at] >> zone & 1 and room.get(zone, 0):
                room[zone] -= 1
                most = max(most, 1 + best(at + 1))
                room[zone] += 1
        return most

    return best(0)


def room_with(fixed: dict[int, int], decks: Sequence[Deck], zones: Sequence[int]) -> dict[int, int]:
    room = dict(fixed)
    for deck, zone in zip(decks, zones, strict=True):
        if zone >= 0:
            room[zone] = room.get(zone, 0) + deck.room
    return room


@given(
    planes=groups,
    fixed=rooms,
    old=st.lists(old_decks, max_size=2),
    new=st.lists(new_decks, max_size=2),
    limits=st.lists(st.integers(0, 2), min_size=len(ZONES), max_size=len(ZONES)),
)
@example(
    # Two new carriers that may not be built in the same zone.
    planes=[Planes(0b11, 3)],
    fixed={},
    old=[],
    new=[Deck((-1, 0, 1), 2), Deck((-1, 0, 1), 2)],
    limits=[1, 1, 0, 0, 0],
)
def test_search_saves_as_many_as_trying_everything(
    planes: list[Planes],
    fixed: dict[int, int],
    old: list[Deck],
    new: list[Deck],
    limits: list[int],
) -> None:
    decks = [*old, *new]

    def allowed(zones: Sequence[int]) -> bool:
        built = list(zones[len(old) :])
        return all(built.count(zone) <= limits[zone] for zone in ZONES)

    most = max(
        most_by_trying(planes, room_with(fixed, decks, zones))
        for zones in product(*(deck.options for deck in decks))
        if allowed(zones)
    )
    plan = best_landing(planes, fixed, decks, allowed)
    assert plan.saved == most
    assert len(plan.zones) == len(decks)
    assert all(zone in deck.options for deck, zone in zip(decks, plan.zones, strict=True))
    assert allowed(plan.zones)
    assert sum(sum(seats.values()) for seats in plan.seats) == most
    taken: dict[int, int] = {}
    for group, seats in zip(planes, plan.seats, strict=True):
        assert sum(seats.values()) <= group.number
        for zone, number in seats.items():
            assert number >= 0
            assert not number or group.zones >> zone & 1
            taken[zone] = taken.get(zone, 0) + number
    room = room_with(fixed, decks, plan.zones)
    assert all(number <= room.get(zone, 0) for zone, number in taken.items())
