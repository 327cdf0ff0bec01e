"""From longitude and latitude to pixels: projection, stretched longitudes, magnifying lenses."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tools.mapmaker.description import Frame, Stretch

Points = NDArray[np.float64]
"""One row a point."""
STEP = 0.05
"""Degrees between the entries of the table of stretched longitudes."""
RAMP = 6.0
"""Degrees over which a stretch sets in."""
FARTHEST = 165.0
"""Degrees from the central meridian beyond which a cone or disc draws nothing."""


@dataclass(frozen=True)
class Plane:
    """A board's plane: pixels with y downwards."""

    frame: Frame
    width: int
    height: int
    scale: float
    left: float
    top: float
    project: Callable[[Points], Points]
    turn: float
    """Pixels for the whole way around the world, 0 where the plane is no cylinder."""
    lenses: tuple[tuple[Points, Points, float], ...] = ()
    """Centre, reach and strength of each lens, in pixels."""

    def before_lenses(self, points: Points) -> Points:
        flat = self.project(points)
        return np.column_stack(
            ((flat[:, 0] - self.left) * self.scale, (self.top - flat[:, 1]) * self.scale)
        )

    def to_pixels(self, points: Points) -> Points:
        """Where points (longitude, latitude) are drawn; longitudes may run on beyond 180."""
        found = self.before_lenses(points)
        for lens in self.lenses:
            found = magnified(found, *lens)
        return found

    def with_lenses(self) -> Plane:
        """The plane with its frame's lenses, each placed where the earlier ones put its centre."""
        plane = self
        for lens in self.frame.lens:
            at = np.array([lens.at])
            middle = self.before_lenses(at)[0]
            across = self.before_lenses(at + np.array([lens.reach[0], 0.0]))[0]
            up = self.before_lenses(at + np.array([0.0, lens.reach[1]]))[0]
            reach = np.array([math.dist(across, middle), math.dist(up, middle)])
            placed = (plane.to_pixels(at)[0], reach, lens.strength)
            plane = replace(plane, lenses=(*plane.lenses, placed))
        return plane

    def pixel(self, point: Sequence[float]) -> tuple[float, float]:
        """Where one point is drawn, on the sheet's own side of the seam."""
        x, y = self.to_pixels(np.array([around(point, self.frame)], dtype=np.float64))[0]
        return (x % self.turn if self.turn else x), y

    def degrees(self, place: Sequence[float]) -> tuple[float, float]:
        """About which longitude and latitude is drawn at a place, by a search that narrows."""
        lon, lat, span = 0.0, 10.0, 180.0
        for _ in range(6):
            around_lon = lon + np.linspace(-span, span, 73)
            around_lat = np.clip(lat + np.linspace(-span, span, 73) / 2.2, -85.0, 85.0)
            grid = np.array(np.meshgrid(around_lon, around_lat)).reshape(2, -1).T
            if self.frame.kind == "cylinder":
                grid[:, 0] = self.frame.west + (grid[:, 0] - self.frame.west) % 360.0
            away = np.hypot(*(self.to_pixels(grid) - np.asarray(place)).T)
            lon, lat = (float(each) for each in grid[int(away.argmin())])
            span /= 8
        return (lon + 180.0) % 360.0 - 180.0, lat


def around(point: Sequence[float], frame: Frame) -> tuple[float, float]:
    """A point with its longitude counted from the western edge of a cylinder."""
    lon, lat = point
    return (frame.west + (lon - frame.west) % 360.0 if frame.kind == "cylinder" else lon), lat


def magnified(points: Points, centre: Points, reach: Points, strength: float) -> Points:
    """Points pushed away from a centre; smooth, and nothing moves beyond the reach."""
    offset = points - centre
    distance = np.sqrt(((offset / reach) ** 2).sum(axis=1))
    inside = np.clip(1.0 - distance, 0.0, 1.0)
    factor: Points = 1.0 + (strength - 1.0) * inside**2
    return centre + offset * factor[:, None]


def make_plane(frame: Frame, width: int, wraps: bool) -> Plane:
    """The plane of a frame on a sheet of a given width."""
    if frame.kind == "cylinder":
        project = cylinder(frame)
        corners = np.array([[frame.west, frame.south], [frame.east, frame.north]])
    elif frame.kind in ("conic", "azimuthal"):
        project = (conic if frame.kind == "conic" else azimuthal)(frame)
        corners = np.array(frame.frame)
    else:
        raise ValueError(f"unknown projection {frame.kind!r}")
    flat = project(corners)
    (left, bottom), (right, top) = flat.min(axis=0), flat.max(axis=0)
    scale = width / (right - left)
    height = round((top - bottom) * scale)
    turn = float(width) if wraps else 0.0
    return Plane(frame, width, height, scale, left, top, project, turn).with_lenses()


def stretched(stretches: Sequence[Stretch]) -> Callable[[Points], Points]:
    """Longitude to stretched longitude, through a table of the accumulated widths."""
    table = np.arange(-540.0, 900.0, STEP)
    factors = np.ones_like(table)
    for each in stretches:
        for turn in (-360.0, 0.0, 360.0):
            start, end = each.start + turn, each.end + turn
            weight = np.clip(np.minimum(table - start, end - table) / RAMP + 0.5, 0.0, 1.0)
            factors *= each.factor ** (weight * weight * (3.0 - 2.0 * weight))
    sums = np.concatenate(([0.0], np.cumsum(factors[:-1]) * STEP)) - 540.0
    return lambda lon: np.interp(lon, table, sums)


def cylinder(frame: Frame) -> Callable[[Points], Points]:
    """Miller's cylindrical projection, in degrees."""
    widen = stretched(frame.stretch)
    heighten = stretched([in_height(each) for each in frame.flatten])

    def project(points: Points) -> Points:
        y = miller(points[:, 1])
        return np.column_stack((widen(points[:, 0]), heighten(y) if frame.flatten else y))

    return project


def in_height(flat: Stretch) -> Stretch:
    """A stretch of latitudes as one of heights."""
    low, high = miller(np.array([flat.start, flat.end])).tolist()
    return Stretch(low, high, flat.factor)


def miller(latitudes: Points) -> Points:
    """The height of latitudes in Miller's projection, in degrees."""
    lat = np.radians(np.clip(latitudes, -89.0, 89.0))
    height: Points = np.degrees(1.25 * np.log(np.tan(math.pi / 4 + 0.4 * lat)))
    return height


def relative(points: Points, frame: Frame) -> Points:
    """Radians from the central meridian, stretches taken into account."""
    widen = stretched(frame.stretch)
    middle = frame.centre[0]
    lon = middle + (points[:, 0] - middle + 180.0) % 360.0 - 180.0
    return np.radians(widen(lon) - widen(np.array([middle])))


def conic(frame: Frame) -> Callable[[Points], Points]:
    """Lambert's conformal cone."""
    first, second = (math.radians(each) for each in frame.parallels)

    def steep(lat: Points) -> Points:
        return np.tan(math.pi / 4 + lat / 2)

    low, high = steep(np.array([first]))[0], steep(np.array([second]))[0]
    n = math.log(math.cos(first) / math.cos(second)) / math.log(high / low)
    f = math.cos(first) * low**n / n

    def project(points: Points) -> Points:
        lat = np.radians(np.clip(points[:, 1], -80.0, 89.5))
        radius = f / steep(lat) ** n
        angle = n * relative(points, frame)
        return np.column_stack((radius * np.sin(angle), -radius * np.cos(angle)))

    return project


def azimuthal(frame: Frame) -> Callable[[Points], Points]:
    """Lambert's azimuthal projection, true to area."""
    middle = math.radians(frame.centre[1])

    def project(points: Points) -> Points:
        lat = np.radians(points[:, 1])
        lon = relative(points, frame)
        cosine = math.sin(middle) * np.sin(lat) + math.cos(middle) * np.cos(lat) * np.cos(lon)
        k = np.sqrt(2.0 / np.maximum(1.0 + cosine, 1e-3))
        x = k * np.cos(lat) * np.sin(lon)
        y = k * (math.cos(middle) * np.sin(lat) - math.sin(middle) * np.cos(lat) * np.cos(lon))
        return np.column_stack((x, y))

    return project
