"""Somebody with a browser: a context of their own, a page, and what the page complains of."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

from tests.browser.seats import Seat

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 360, "height": 640}

QUICK = {"speed": "instant", "seen": ["tour"]}
"""Settings that show everything at once, without the tour of the first game."""


class Visitor:
    """A person with a browser of their own. Nothing moves on their pages but where a test wants."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        screen: dict[str, int] = DESK,
        touch: bool = False,
        settings: dict[str, Any] = QUICK,
        theme: str = "dark",
        motion: str = "reduce",
        **more: Any,
    ) -> None:
        self.address = address
        self.touch = touch
        self.context = browser.new_context(
            **{
                "base_url": address,
                "viewport": screen,
                "has_touch": touch,
                "is_mobile": touch,
                "color_scheme": theme,
                "reduced_motion": motion,
                "service_workers": "block",
                **more,
            }
        )
        # Only for a browser that has none yet: what the visitor sets has to last.
        self.context.add_init_script(
            f"try {{ localStorage['sandtable.settings'] ??= {json.dumps(json.dumps(settings))} }}"
            " catch { }"
        )
        self.seat = Seat(self.context.request, address)
        self.allowed: list[str] = []
        self._heard: list[str] = []
        self.page = self.open_tab()

    def open_tab(self) -> Page:
        page = self.context.new_page()
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self._heard.append(f"page error: {error}"))
        return page

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._heard.append(f"{message.text} ({message.location.get('url', '')})")

    def allow(self, pattern: str) -> None:
        """Complaints of this kind belong to what the test does."""
        self.allowed.append(pattern)

    def complaints(self) -> list[str]:
        """Errors in the console, and errors that nobody caught."""
        return [
            text
            for text in self._heard
            if not any(re.search(pattern, text) for pattern in self.allowed)
        ]

    def go(self, path: str) -> None:
        self.page.goto(path)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def leave(self) -> None:
        self.context.close()
