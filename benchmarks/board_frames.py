"""Frames of the board in a browser while it is panned and zoomed.

    python -m benchmarks.board_frames http://127.0.0.1:1941/games/ID

Prints, for a phone and a laptop and for a processor as it is and slowed down four times, the
milliseconds from frame to frame, and what the page's main thread worked in each of them. Without a
graphics card the browser paints on the processor, which makes both larger than on any device.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, CDPSession, sync_playwright

FRAMES = 150
MOVE = """
async ([kind, frames]) => {
  const table = document.querySelector('[data-space]').closest('section').firstElementChild;
  table.setPointerCapture = () => undefined;
  const [x, y] = [innerWidth / 2, innerHeight * 0.6];
  const point = (type, dx, dy) => table.dispatchEvent(new PointerEvent(type, {
    pointerId: 9, pointerType: 'mouse', clientX: x + dx, clientY: y + dy, bubbles: true,
  }));
  const wheel = (deltaY) => table.dispatchEvent(new WheelEvent('wheel', {
    deltaY, ctrlKey: true, clientX: x, clientY: y, bubbles: true, cancelable: true,
  }));
  const gaps = [];
  let last = 0;
  if (kind === 'pan') point('pointerdown', 0, 0);
  for (let i = 0; i < frames; i++) {
    const now = await new Promise(requestAnimationFrame);
    if (last) gaps.push(now - last);
    last = now;
    if (kind === 'pan') point('pointermove', Math.sin(i / 25) * x * 0.9, Math.cos(i / 18) * 40);
    else wheel(i % 80 < 40 ? -6 : 6);
  }
  if (kind === 'pan') point('pointerup', 0, 0);
  return gaps.sort((a, b) => a - b);
}
"""


@dataclass(frozen=True, slots=True)
class Screen:
    name: str
    width: int
    height: int
    density: float


SCREENS = (Screen("phone", 390, 844, 3), Screen("laptop", 1440, 900, 1))


def worked(session: CDPSession) -> float:
    """Seconds that the main thread has worked so far."""
    found: list[dict[str, Any]] = session.send("Performance.getMetrics")["metrics"]
    return next(float(each["value"]) for each in found if each["name"] == "TaskDuration")


def measure(browser: Browser, url: str, screen: Screen) -> None:
    context = browser.new_context(
        viewport={"width": screen.width, "height": screen.height},
        device_scale_factor=screen.density,
    )
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("[data-space]", state="attached")
    page.wait_for_load_state("load")
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    for slower in (1, 4):
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        for kind in ("pan", "zoom"):
            before = worked(session)
            gaps: list[float] = page.evaluate(MOVE, [kind, FRAMES])
            work = (worked(session) - before) / FRAMES * 1000
            late = sum(gap > 18 for gap in gaps) / len(gaps)
            print(
                f"{screen.name:7} {kind:5} {slower}x slower: median {gaps[len(gaps) // 2]:.1f} ms, "
                f"95% {gaps[int(len(gaps) * 0.95)]:.1f} ms, late {late:.0%}, work {work:.1f} ms"
            )
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("url", help="a page with a board")
    parser.add_argument("--browser", default="/usr/bin/chromium", help="the browser to run")
    args = parser.parse_args()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=args.browser, args=["--no-sandbox"])
        for screen in SCREENS:
            measure(browser, args.url, screen)
        browser.close()


if __name__ == "__main__":
    main()
