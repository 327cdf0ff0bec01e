"""A real server with the built client, and a real Chromium that looks at it."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser.seats import Seat
from tests.browser.visitors import Visitor
from tools.driving.serving import Server
from tools.services.programs import CHROMIUM, path_of

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "src" / "sandtable" / "server" / "static" / "index.html"
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


SCREENSHOTS = os.environ.get("SANDTABLE_SCREENSHOTS", "")
"""A folder where pictures of key screens go, and of pages on which a test failed."""

PATIENCE = 15_000
"""Milliseconds for anything to appear, on a busy machine."""

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


def newest_source() -> float:
    """When the client's sources were changed last."""
    newest = 0.0
    for folder, folders, names in os.walk(ROOT / "web"):
        folders[:] = [name for name in folders if name != "node_modules"]
        newest = max([newest, *((Path(folder) / name).stat().st_mtime for name in names)])
    return newest


@pytest.fixture(scope="session")
def built_client() -> None:
    """The client as it is in the sources. A test of another one would prove nothing."""
    if not CLIENT.exists():
        pytest.fail("the client is not built: `make test` does it, or `npm run build` in web/")
    if CLIENT.stat().st_mtime < newest_source():
        pytest.fail("the built client is older than its sources: `make test` builds it anew")


@pytest.fixture(scope="session")
def server(built_client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that the tests of a worker share."""
    with started(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def own_server(built_client: None, tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill and start again."""
    with started(tmp_path) as running:
        yield running


def started(folder: Path) -> Server:
    return Server(f"sqlite+aiosqlite:///{folder / 'sandtable.db'}", folder / "server.log")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    chromium = playwright.chromium.launch(executable_path=path_of(CHROMIUM), args=ARGUMENTS)
    expect.set_options(timeout=PATIENCE)
    yield chromium
    chromium.close()


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Makes people who come with a browser of their own; what their pages complain of fails the
    test."""
    visitors: list[Visitor] = []

    def come(server: Server | None = None, **how: Any) -> Visitor:
        at: Server = server or request.getfixturevalue("server")
        visitor = Visitor(browser, at.address, **how)
        visitor.context.set_default_timeout(PATIENCE)
        visitors.append(visitor)
        return visitor

    yield come
    complaints = [text for visitor in visitors for text in visitor.complaints()]
    for number, visitor in enumerate(visitors):
        if SCREENSHOTS and request.node.stash.get(FAILED, False):
            visitor.page.screenshot(path=f"{SCREENSHOTS}/failed-{request.node.name}-{number}.png")
        visitor.leave()
    assert complaints == []


@pytest.fixture
def visitor(visit: Visit) -> Visitor:
    """Somebody at a desk."""
    return visit()


@pytest.fixture
def opponent(playwright: Playwright, server: Server) -> Iterator[Seat]:
    """Somebody who plays without a page."""
    context = playwright.request.new_context(base_url=server.address)
    yield Seat(context, server.address)
    context.dispose()
