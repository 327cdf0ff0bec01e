"""On a phone: everything by taps, nothing wider than the screen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.tables import Table, at_rest
from tests.browser.visitors import PHONE, SMALL_PHONE, Visitor

TOUCH = 44
"""Pixels that a finger needs."""

# What a finger hits may be larger than what is seen: then a pseudo-element lies around it. Links
# within sentences are as small as their text.
SMALL_TARGETS = """
    (least) => {
        const sizeOf = (one) => {
            const box = one.getBoundingClientRect();
            const around = getComputedStyle(one, '::before');
            const more = (side) => around.content !== 'none' && around.position === 'absolute'
                ? Math.max(0, -parseFloat(around[side]) || 0) : 0;
            return [box.width + more('left') + more('right'),
                    box.height + more('top') + more('bottom')];
        };
        return [...document.querySelectorAll('button, summary, select, [role=tab], a.button')]
            .filter((one) => one.checkVisibility({ visibilityProperty: true }))
            .filter((one) => !one.closest('.visually-hidden, [inert]'))
            .filter((one) => !('space' in one.dataset))
            .map((one) => [one.getAttribute('aria-label') ?? one.textContent.trim(), sizeOf(one)])
            .filter(([, [width]]) => width > 0)
            .filter(([, [width, height]]) => width < least || height < least)
            .map(([name, size]) => `${name}: ${size.map(Math.round).join(' x ')}`);
    }
"""


@pytest.fixture(params=[PHONE, SMALL_PHONE], ids=["390x844", "360x640"])
def phone(visit: Visit, request: pytest.FixtureRequest) -> Visitor:
    screen: dict[str, int] = request.param
    return visit(screen=screen, touch=True)


def fits(visitor: Visitor) -> None:
    """Nothing is wider than the screen."""
    wide: Any = visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{wide} pixels wider than the screen: {visitor.page.url}"


def finger_sized(visitor: Visitor) -> None:
    small = visitor.page.evaluate(SMALL_TARGETS, TOUCH - 1)
    assert small == [], visitor.page.url


def test_a_turn_by_taps(phone: Visitor) -> None:
    page = phone.page
    # Three taps: new game, the side, start.
    phone.go("/")
    page.get_by_role("link", name="New game").last.tap()
    phone.button("I play the Allies").tap()
    phone.button("Start the game").tap()
    page.wait_for_url("**/games/*")
    table = Table(phone, page.url.rpartition("/")[2])
    table.ready()
    fits(phone)
    finger_sized(phone)

    # The sheet has three heights.
    sheet = page.get_by_label("What is asked", exact=True)
    handle = page.get_by_role("button", name=re.compile("^What is asked: "))
    heights = set()
    for _ in range(3):
        handle.tap()
        heights.add(round(at_rest(sheet)["height"]))
    assert len(heights) == 3, heights
    assert max(heights) <= page.evaluate("innerHeight")

    more = page.get_by_role("button", name=re.compile("^More: infantry to buy", re.I))
    more.tap()
    version = table.version
    phone.button(re.compile("^Buy 1 infantry for")).tap()
    table.answered(version)
    fits(phone)
    finger_sized(phone)

    # A move: units, then where to.
    table.tap("karelia")
    expect(page.get_by_label("Picked units")).to_be_visible()
    # Where one taps twice in a moment one comes nearer, so the target is not next to them.
    table.send("eastern-europe", "Attack")
    expect(page.get_by_text("Orders given")).to_be_visible()
    fits(phone)
    finger_sized(phone)


@pytest.mark.parametrize("path", ["/", "/new", "/help", "/account", "/join#nothing-to-see"])
def test_pages_fit(phone: Visitor, path: str) -> None:
    phone.allow("404|400|422")
    phone.go(path)
    expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
    phone.page.wait_for_load_state("networkidle")
    fits(phone)
    finger_sized(phone)
