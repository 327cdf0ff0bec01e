"""Pictures of odds: well-formed, complete and free of anything that could run."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from sandtable.odds import Odds, battle
from sandtable.odds.pictures import EDGE, WIDTH, Chart, nice, picture

SVG = "{http://www.w3.org/2000/svg}"


def drawn(odds: Odds, title: str = "") -> ET.Element:
    return ET.fromstring(picture(odds, title))


@pytest.mark.parametrize(
    ("edition", "attack", "defend"),
    [
        ("1941", "1i", "1i"),
        ("1941", "2f", "3i"),
        ("revised", "5i 2a 3t 2f", "6i 1t 1f aa"),
        ("revised", "40i 10a 10t 8f", "40i 10t 6f"),
    ],
)
def test_everything_lies_within_the_picture(edition: str, attack: str, defend: str) -> None:
    odds = battle(edition, attack, defend)
    root = drawn(odds)
    height = float(root.attrib["viewBox"].split()[3])
    for rect in root.iter(f"{SVG}rect"):
        x, width = float(rect.get("x", 0)), float(rect.attrib["width"])
        y, size = float(rect.get("y", 0)), float(rect.attrib["height"])
        assert x >= 0
        assert y >= 0
        assert x + width <= WIDTH + 0.01
        assert y + size <= height + 0.01
    words = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert f"Attacker wins {odds.percent(odds.wins)}" in words
    assert f"Defender wins {odds.percent(odds.defended)}" in words
    assert max(float(text.attrib["y"]) for text in root.iter(f"{SVG}text")) < height


def test_the_bar_of_winners_fills_the_width() -> None:
    root = drawn(battle("revised", "3i 1t", "3i"))
    tips = {}
    for rect in root.iter(f"{SVG}rect"):
        tip = rect.find(f"{SVG}title")
        if (
            tip is not None
            and tip.text is not None
            and tip.text.split(":")[0] in ("attacker", "nobody", "defender")
        ):
            tips[tip.text.split(":")[0]] = float(rect.attrib["width"])
    assert sum(tips.values()) == pytest.approx(WIDTH - 2 * EDGE, abs=0.05)


def test_titles_are_text_only() -> None:
    text = picture(battle("1941", "1i", "1i"), '<script>alert("x")</script> & more')
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    root = ET.fromstring(text)
    assert (root.findtext(f"{SVG}title") or "").endswith("& more")


def test_bars_are_few_and_lose_nothing() -> None:
    odds = battle("revised", "20i 5t", "20i 2t")
    chart = Chart(odds.swing.values, odds.swing.chances)
    assert len(chart.heights) <= 40
    assert chart.heights.sum() == pytest.approx(1)
    assert 0 in chart.starts


def test_nice_steps() -> None:
    assert [nice(a) for a in (0.3, 1, 1.2, 4, 6, 50, 51)] == [0.5, 1, 2, 5, 10, 50, 100]
