"""The page of a game in the hands of a player: clicks where a player would click."""

from __future__ import annotations

import re

from playwright.sync_api import FloatRect, Locator, expect

from tests.browser.visitors import Visitor

TARGET = re.compile("; [^;]*(possible|can be|can stay)")
"""What the name of a space says that the picked units may go to."""
STILL_MS = 150
"""A space that is in one place for so long does not move: the map glides when a phase begins."""


def at_rest(found: Locator) -> FloatRect:
    """Where something is once it has stopped moving and growing."""
    before = None
    while (box := found.bounding_box()) != before:
        before = box
        found.page.wait_for_timeout(STILL_MS)
    assert box is not None
    return box


class Table:
    """The game page.

    The map is drawn; its spaces are there for the keyboard and for screen readers as buttons with
    the attribute `data-space`, in the middle of each. Tests find spaces by them, and press the
    pointer there.
    """

    def __init__(self, visitor: Visitor, game: str) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.game = game

    def open(self) -> Table:
        self.visitor.go(f"/games/{self.game}")
        self.ready()
        return self

    def ready(self) -> None:
        """The map is drawn and its spaces are in their places."""
        expect(self.page.locator("[data-space]").first).to_have_attribute(
            "style", re.compile("translate"), timeout=30_000
        )

    # What is asked

    @property
    def asked(self) -> Locator:
        """The panel that says what is to be done."""
        return self.page.get_by_label("What is asked", exact=True)

    @property
    def phase(self) -> Locator:
        return self.page.get_by_label("Phases of the turn").locator("[aria-current=step]")

    @property
    def bar(self) -> Locator:
        """The line at the top."""
        return self.page.locator("header.bar")

    @property
    def turn(self) -> Locator:
        """Who has the turn, and the round."""
        return self.bar.locator(".turn")

    @property
    def primary(self) -> Locator:
        """The button of what is asked: each panel has one."""
        return self.page.locator("main button.primary:visible:not([aria-busy=true])")

    @property
    def version(self) -> str:
        """Of the game as the page has it."""
        version = self.page.locator("main[data-version]").get_attribute("data-version")
        assert version is not None
        return version

    def answered(self, version: str) -> None:
        """The page has learned of something newer than this version."""
        expect(self.newer(version)).to_have_count(1)

    def newer(self, version: str) -> Locator:
        return self.page.locator(f'main[data-version]:not([data-version="{version}"])')

    def press(self, button: Locator) -> None:
        """Press a button that answers, and see that the answer has arrived."""
        version = self.version
        button.click()
        self.answered(version)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.visitor.button(name)

    def title(self, text: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("heading", name=text)

    # The map

    def space(self, space: str) -> Locator:
        return self.page.locator(f'[data-space="{space}"]')

    def point(self, space: str) -> tuple[float, float]:
        """The middle of a space on the screen, once the map has come to rest."""
        box = at_rest(self.space(space))
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def tap(self, space: str, *, shift: bool = False) -> None:
        x, y = self.point(space)
        on_top = self.page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y)?.closest('[aria-label=Map]') != null",
            [x, y],
        )
        assert on_top, f"{space} is covered, or not on the screen: {x:.0f}, {y:.0f}"
        if shift:
            self.page.keyboard.down("Shift")
        if self.visitor.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)
        if shift:
            self.page.keyboard.up("Shift")

    def pick(self, space: str) -> None:
        """Picks all units of a space with the keyboard."""
        self.space(space).press("Enter")

    def move(self, start: str, end: str, verb: str) -> None:
        """All units of a space go somewhere; where there is a choice, as the chip at the target
        proposes."""
        self.tap(start)
        self.send(end, verb)

    def send(self, end: str, verb: str) -> None:
        """The picked units go somewhere."""
        expect(self.space(end)).to_have_accessible_name(TARGET)
        version = self.version
        self.tap(end)
        go = self.button(re.compile(f"^{verb} with \\d+$"))
        expect(go.or_(self.newer(version)).last).to_be_visible()
        if go.is_visible():
            go.click()
        self.answered(version)

    # The phases

    def buy(self, **units: int) -> None:
        for name, count in units.items():
            more = self.page.get_by_role("button", name=re.compile(f"^More: {name} to buy", re.I))
            for _ in range(count):
                more.click()
        self.press(self.button(re.compile("^Buy .* for ")))

    def buy_nothing(self) -> None:
        """Whoever has money is asked once more."""
        self.button("Buy nothing").click()
        self.press(self.button("Yes, buy nothing"))

    def end_phase(self) -> None:
        """Ends a phase of moving, through the summary if there is one."""
        version = self.version
        end = self.button(re.compile("^End (combat|noncombat) move$"))
        end.click()
        back = self.button("Back")
        expect(back.or_(self.newer(version)).last).to_be_visible()
        if back.is_visible():
            end.click()
        self.answered(version)

    def fight(self) -> None:
        """Fights all battles, with whatever is proposed, until the next moves can be made."""
        over = self.button("End noncombat move")
        while True:
            expect(self.primary.or_(over).first).to_be_visible()
            if over.is_visible():
                return
            self.press(self.primary)

    def mobilize(self) -> None:
        self.press(self.button(re.compile("^Place ")))
