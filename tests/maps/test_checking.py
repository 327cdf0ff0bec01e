"""The checker finds what is wrong with a map, each thing by itself."""

from __future__ import annotations

from typing import Any

from tests.maps.little import found_in, fresh, graph, space


def has(found: list[str], text: str) -> bool:
    return any(text in line for line in found)


def test_a_sound_map() -> None:
    assert found_in(fresh()) == []


def test_a_border_too_many() -> None:
    board = graph()
    board["borders"].remove(["oahu", "west"])
    assert found_in(fresh(), board) == [
        f"{level}: oahu and west touch, but are not adjacent"
        for level in ("full", "medium", "small")
    ]


def test_a_border_too_few() -> None:
    board = graph()
    board["borders"].append(["bay", "west"])
    assert has(found_in(fresh(), board), "full: bay and west do not touch")


def test_spaces() -> None:
    board = graph()
    board["spaces"].append({"id": "malta", "kind": "land"})
    assert has(found_in(fresh(), board), "malta: not on the map")
    board = graph()
    board["spaces"] = [each for each in board["spaces"] if each["id"] != "peru"]
    assert has(found_in(fresh(), board), "peru: no space of the board")
    raw = fresh()
    space(raw, "bay")["properties"]["kind"] = "land"
    assert has(found_in(raw), "bay: is sea but drawn as land")


def test_undrawn_borders() -> None:
    raw = fresh()
    raw["sandtable"]["undrawn"] = [
        each for each in raw["sandtable"]["undrawn"] if each["kind"] == "link"
    ]
    assert has(found_in(raw), "east and west: touch across the edge of the map only, undeclared")
    raw = fresh()
    raw["sandtable"]["undrawn"] = [
        each for each in raw["sandtable"]["undrawn"] if each["kind"] == "wrap"
    ]
    assert has(found_in(raw), "full: bay and east do not touch")
    raw = fresh()
    raw["sandtable"]["undrawn"][0]["edge"] = ["bay", "land"]
    assert has(found_in(raw), "bay and land: declared as undrawn, but drawn")
    raw = fresh()
    raw["sandtable"]["undrawn"][0]["edge"] = ["bay", "oahu"]
    assert has(found_in(raw), "bay and oahu: declared as undrawn, but not adjacent")
    raw = fresh()
    raw["sandtable"]["undrawn"] *= 2
    assert has(found_in(raw), "bay and east: declared as undrawn 2 times")


def test_borders_across_the_edge() -> None:
    board = graph()
    board["edge_borders"] = []
    assert has(found_in(fresh(), board), "east and west touch across the edge of the map")
    board = graph()
    board["edge_borders"].append(["land", "west"])
    assert has(found_in(fresh(), board), "land and west do not touch across the edge")
    raw = fresh()
    raw["sandtable"]["wraps"] = False
    assert has(found_in(raw), "the map does not wrap")


def test_gates() -> None:
    raw = fresh()
    raw["sandtable"]["gates"] = []
    assert has(found_in(raw), "canal: has no gate")
    raw = fresh()
    raw["sandtable"]["gates"][0]["edge"] = ["bay", "land"]
    assert has(found_in(raw), "canal: its gate is between bay and land")
    board = graph()
    board["passages"] = []
    assert has(found_in(fresh(), board), "canal: no passage of the board")


def test_gaps_and_overlaps() -> None:
    raw = fresh()
    holes = space(raw, "west")["arcs"]
    del holes[1]
    found = found_in(raw)
    assert has(found, "full: the areas add up to")
    assert has(found, "has nothing on its other side")
    assert not has(found, "medium")
    raw = fresh()
    oahu = space(raw, "oahu", "spaces-small")
    oahu["type"], oahu["arcs"] = "MultiPolygon", [oahu["arcs"], oahu["arcs"]]
    assert has(found_in(raw), "bounds 2 areas on one side")


def test_an_island_in_the_wrong_place() -> None:
    """No line crosses another, and the areas still add up."""
    raw = fresh()
    ring = space(raw, "oahu", "spaces-medium")["arcs"][0][0]
    start = raw["arcs"][ring if ring >= 0 else ~ring][0]
    start[0] += 4 * 256
    start[1] -= 384
    found = [line for line in found_in(raw) if line.startswith("medium")]
    assert found == ["medium: a hole of west is not inside"]


def test_crossings() -> None:
    """A shared line that is moved leaves no gap, yet must not run into others."""
    raw = fresh()
    ring = space(raw, "oahu")["arcs"][0][0]
    arc = raw["arcs"][ring if ring >= 0 else ~ring]
    for sign, at in ((1, 1), (-1, 2)):
        arc[at][0] += sign * 1500
    assert has(found_in(raw), "full: lines of")


def test_lines_that_double_back() -> None:
    raw = fresh()
    ring = space(raw, "oahu")["arcs"][0][0]
    arc = raw["arcs"][ring if ring >= 0 else ~ring]
    x, y = arc[1]
    arc[1:2] = [[2 * x, 2 * y], [-x, -y]]
    assert has(found_in(raw), "meet at")


def test_places() -> None:
    def changed(name: str, key: str, value: Any) -> list[str]:
        raw = fresh()
        properties = space(raw, name)["properties"]
        properties[key] = value(properties[key])
        return found_in(raw)

    assert changed("land", "anchors", lambda all_: [[10, 10, 5], *all_[1:]])
    assert has(
        changed("land", "anchors", lambda all_: [[*all_[0][:2], 9999]]), "anchor 0 is not inside"
    )
    assert has(
        changed("west", "anchors", lambda all_: [all_[0], all_[0]]), "anchors 0 and 1 overlap"
    )
    assert has(
        changed("west", "anchors", lambda all_: [[*all_[0][:2], 6], *all_[1:]]),
        "is larger than one before it",
    )
    assert has(
        changed("west", "label", lambda it: {**it, "width": 9999}), "its label is not inside"
    )
    other = space(fresh(), "land")["properties"]["anchors"][1][:2]
    assert has(
        changed("land", "label", lambda it: {**it, "at": other}), "its label overlaps anchor 1"
    )
    assert changed("land", "city", lambda _: [1, 1]) == ["land: its city is not inside"]


def test_short_names_differ() -> None:
    raw = fresh()
    space(raw, "west")["properties"]["short"] = "2"
    assert found_in(raw) == ["'2' is the short name of 2 spaces"]


def test_the_ends_of_a_link() -> None:
    raw = fresh()
    raw["sandtable"]["undrawn"][0]["at"][0] = [1, 1]
    assert found_in(raw) == ["bay: the end of its link to bay and east is elsewhere"]
