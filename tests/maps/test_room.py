"""Boxes that are found in a shape lie inside it and do not overlap."""

from __future__ import annotations

import math
import random

import pytest

from sandtable.maps.clutter import Clutter, apart, touches
from sandtable.maps.room import Box, Room
from tests.maps.shapes import Ring, holds

SQUARE: Ring = [(0, 0), (100, 0), (100, 100), (0, 100)]
HOLE: Ring = [(30, 30), (70, 30), (70, 70), (30, 70)]


def star(seed: int) -> Ring:
    """A ragged shape around the origin."""
    dice = random.Random(seed)
    count = dice.randrange(5, 40)
    return [
        (math.cos(turn) * size, math.sin(turn) * size)
        for turn, size in ((2 * math.pi * i / count, dice.uniform(20, 100)) for i in range(count))
    ]


def meet(a: Box, b: Box) -> bool:
    return (
        a.x < b.x + b.width - 1e-9
        and b.x < a.x + a.width - 1e-9
        and a.y < b.y + b.height - 1e-9
        and b.y < a.y + a.height - 1e-9
    )


def test_a_box_stands_as_near_as_it_can() -> None:
    room = Room([SQUARE], 1.0)
    assert room.find(20, 10, (50, 50)) == Box(40, 45, 20, 10)
    found = room.find(20, 10, (0, 0))
    assert found is not None
    assert found.x == pytest.approx(0, abs=1e-9)
    assert found.y == pytest.approx(0, abs=1.0)


def test_what_is_too_large_does_not_fit() -> None:
    room = Room([SQUARE], 1.0)
    assert room.find(101, 10, (50, 50)) is None
    assert room.find(10, 101, (50, 50)) is None
    assert Room([SQUARE], 1.0, margin=3).find(95, 10, (50, 50)) is None


def test_a_hole_is_not_free() -> None:
    found = Room([SQUARE, HOLE], 1.0).find(20, 20, (50, 50))
    assert found is not None
    assert not meet(found, Box(30, 30, 40, 40))


def test_nothing_beyond_reach() -> None:
    room = Room([SQUARE, HOLE], 1.0)
    assert room.find(20, 20, (50, 50), reach=25) is None
    assert room.find(20, 20, (50, 50), reach=35) is not None


def test_what_is_taken_is_taken() -> None:
    room = Room([SQUARE], 1.0)
    other = room.copy()
    room.take(Box(0, 0, 100, 60))
    assert room.find(50, 50, (50, 50)) is None
    assert room.find(50, 30, (50, 50)) is not None
    assert other.find(50, 50, (50, 50)) is not None


@pytest.mark.parametrize("seed", range(25))
def test_boxes_lie_inside_and_apart(seed: int) -> None:
    ring = star(seed)
    room = Room([ring], 2.0)
    dice = random.Random(-seed)
    placed: list[Box] = []
    for _ in range(12):
        near = dice.uniform(-50, 50), dice.uniform(-50, 50)
        box = room.find(dice.uniform(4, 30), dice.uniform(4, 20), near)
        if box is None:
            continue
        assert not any(meet(box, other) for other in placed), seed
        for i in range(11):
            for j in range(11):
                x = box.x + box.width * (0.001 + 0.0998 * i)
                y = box.y + box.height * (0.001 + 0.0998 * j)
                assert holds([ring], (x, y)), seed
        room.take(box)
        placed.append(box)
    assert placed


def test_nothing_stands_on_a_line() -> None:
    line = (10.0, 20.0), (90.0, 80.0)
    room = Room([SQUARE], 1.0)
    room.take_line(*line, 2.0)
    for _ in range(30):
        box = room.find(8, 5, (50, 50))
        assert box is not None
        assert not touches(line, box.grown(1))
        room.take(box)


def test_lines_and_what_they_meet() -> None:
    line = (0.0, 0.0), (100.0, 50.0)
    clutter = Clutter([Box(40, 15, 10, 10)])
    assert clutter.meets(line, 1)
    assert not clutter.meets(((0.0, 0.0), (30.0, 15.0)), 1)
    assert not clutter.near((0, 0), 20).boxes
    assert Clutter(lines=[((50.0, 0.0), (50.0, 50.0))]).meets(line, 1)
    assert not Clutter(lines=[((50.0, 30.0), (50.0, 50.0))]).meets(line, 1)
    assert apart(Box(0, 0, 10, 10), Box(13, 14, 5, 5)) == 5
