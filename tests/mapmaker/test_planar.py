"""Moving and leaving out vertices keeps a drawing planar."""

from __future__ import annotations

import numpy as np
import pytest

from tools.mapmaker.planar import in_triangle, meet, move


def test_a_triangle_has_its_edge() -> None:
    assert in_triangle(5, 0, 0, 0, 10, 0, 5, 5)
    assert in_triangle(0, 0, 0, 0, 10, 0, 5, 5)
    assert not in_triangle(5, -1, 0, 0, 10, 0, 5, 5)
    assert in_triangle(5, 0, 0, 0, 10, 0, 10, 0)  # flat
    assert not in_triangle(5, 1, 0, 0, 10, 0, 10, 0)
    assert not in_triangle(11, 0, 0, 0, 10, 0, 10, 0)


def test_lines_meet() -> None:
    assert meet(0, 0, 10, 10, 0, 10, 10, 0)
    assert meet(0, 0, 10, 0, 5, 0, 5, 5)  # touching
    assert meet(0, 0, 10, 0, 5, 0, 15, 0)  # one along the other
    assert not meet(0, 0, 10, 0, 11, 0, 15, 0)
    assert not meet(0, 0, 10, 0, 0, 1, 10, 1)


@pytest.mark.parametrize(
    ("third", "arrives"),
    [
        ([(200, 100), (210, 100)], True),  # far away
        ([(40, 48), (60, 48)], False),  # a line across the way
        ([(47, 45), (44, 80)], False),  # the end of a line in what an edge would sweep over
    ],
)
def test_nothing_is_jumped_over(third: list[tuple[int, int]], arrives: bool) -> None:
    """The middle of a line wants to move down by ten."""
    positions = np.array([(40, 40), (50, 40), (60, 40), *third], dtype=np.int64)
    near = np.array([[1, -1], [0, 2], [1, -1], [4, -1], [3, -1]], dtype=np.int64)
    degree = np.array([1, 2, 1, 1, 1], dtype=np.int64)
    targets = positions.copy()
    targets[1] = (50, 50)
    late = move(positions, targets, np.array([1]), near, degree, 20, 20, 3)
    assert (late == 0) == arrives
    assert (tuple(positions[1].tolist()) == (50, 50)) == arrives
    assert positions[1, 1] < 50 or arrives
