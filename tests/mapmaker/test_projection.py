"""Places come out where they should, and a lens moves nothing outside its reach."""

from __future__ import annotations

import numpy as np
import pytest

from tools.mapmaker.description import Frame, Lens, Stretch
from tools.mapmaker.projection import Plane, make_plane

WORLD = Frame(west=-100.0, east=260.0, south=-60.0, north=80.0)
EUROPE = Frame(kind="conic", centre=(15.0, 50.0), frame=((-20.0, 30.0), (50.0, 30.0), (15.0, 70.0)))


def test_a_cylinder_runs_once_around_the_world() -> None:
    plane = make_plane(WORLD, 3600, wraps=True)
    assert plane.pixel((-100.0, 0.0))[0] == pytest.approx(0.0)
    assert plane.pixel((-101.0, 0.0))[0] == pytest.approx(3590.0)
    assert plane.pixel((0.0, 80.0))[1] == pytest.approx(0.0)
    assert plane.pixel((0.0, -60.0))[1] == pytest.approx(plane.height, abs=1.0)


@pytest.mark.parametrize("frame", [WORLD, EUROPE])
def test_north_is_up_and_east_is_right(frame: Frame) -> None:
    plane = make_plane(frame, 2000, wraps=False)
    x, y = plane.pixel((15.0, 50.0))
    assert plane.pixel((16.0, 50.0))[0] > x
    assert plane.pixel((15.0, 51.0))[1] < y


@pytest.mark.parametrize("frame", [WORLD, EUROPE])
def test_degrees_undo_pixels(frame: Frame) -> None:
    lens = Lens((15.0, 50.0), (20.0, 12.0), 2.0)
    plane = make_plane(Frame(**{**frame.__dict__, "lens": (lens,)}), 2000, wraps=False)
    for place in ((15.0, 50.0), (20.0, 45.0), (3.0, 41.0)):
        assert plane.degrees(plane.pixel(place)) == pytest.approx(place, abs=0.1)


def test_a_lens_magnifies_its_middle_and_leaves_the_rest() -> None:
    lens = Lens((15.0, 50.0), (30.0, 20.0), 2.5)
    plain = make_plane(WORLD, 3600, wraps=True)
    bent = make_plane(Frame(**{**WORLD.__dict__, "lens": (lens,)}), 3600, wraps=True)
    near = np.array([[15.0, 50.0], [15.1, 50.0]])
    wide = (
        np.diff(bent.to_pixels(near), axis=0)[0, 0] / np.diff(plain.to_pixels(near), axis=0)[0, 0]
    )
    assert wide == pytest.approx(2.5, abs=0.05)
    far = np.array([[60.0, 50.0], [15.0, 10.0], [-80.0, 0.0]])
    assert np.allclose(bent.to_pixels(far), plain.to_pixels(far))


def test_a_lens_keeps_the_order_of_places() -> None:
    lens = Lens((15.0, 50.0), (30.0, 20.0), 3.5)
    plane = make_plane(Frame(**{**WORLD.__dict__, "lens": (lens,)}), 3600, wraps=True)
    line = np.column_stack((np.linspace(-30.0, 60.0, 500), np.full(500, 50.0)))
    assert (np.diff(plane.to_pixels(line)[:, 0]) > 0).all()


def test_a_stretch_narrows_its_longitudes_only() -> None:
    squeezed = Frame(**{**WORLD.__dict__, "stretch": (Stretch(-60.0, -20.0, 0.5),)})
    plane = make_plane(squeezed, 3600, wraps=True)

    def degree(lon: float) -> float:
        return plane.pixel((lon + 1, 0.0))[0] - plane.pixel((lon, 0.0))[0]

    assert degree(-40.0) / degree(50.0) == pytest.approx(0.5, abs=0.01)
    assert degree(120.0) == pytest.approx(degree(50.0))


def test_flattened_latitudes_are_lower() -> None:
    flat = Frame(**{**WORLD.__dict__, "flatten": (Stretch(-60.0, -10.0, 0.5),)})
    plane, plain = (make_plane(each, 3600, wraps=True) for each in (flat, WORLD))

    def degree(at: Plane, lat: float) -> float:
        return at.pixel((0.0, lat))[1] - at.pixel((0.0, lat + 1))[1]

    assert degree(plane, -40.0) / degree(plain, -40.0) == pytest.approx(0.5, abs=0.01)
    assert degree(plane, 40.0) == pytest.approx(degree(plain, 40.0))
    assert plane.height < plain.height


def test_an_unknown_projection_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown projection 'globe'"):
        make_plane(Frame(kind="globe"), 100, wraps=False)
