"""Delay of the counting desk behind a slider: from the input event to the new plots.

Every move is one step of a slider in Chromium, with the server on this machine. Drawn is the frame
after the one in which the last plot was changed.
"""

import os
import platform
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page

from tests.machine import chromium, running_chromium
from tests.server.live import serving
from tests.web.browsing import DESK

BOOKS = ("double_deck", "house")
SLIDERS = ("penetration", "spread", "bankroll", "risk", "enter")
MOVES = 20
MOVE = """async ([name, place]) => {
  const input = document.getElementById(`desk-${name}`);
  const last = document.querySelector("[data-plot=advantage] odds-plot");
  const changed = new Promise((done) => {
    const watch = new MutationObserver(() => { watch.disconnect(); done(); });
    watch.observe(last, { childList: true });
  });
  input.value = String(place);
  const began = performance.now();
  input.dispatchEvent(new Event("input", { bubbles: true }));
  await changed;
  const told = performance.now();
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return [told - began, performance.now() - began];
}"""


def moved(page: Page, name: str) -> list[list[float]]:
    """Milliseconds until the answer is in the page and until it is drawn, move by move."""
    slider = page.locator(f"#desk-{name}")
    first, steps = int(slider.input_value()), int(slider.get_attribute("max") or 1)
    places = [(first + 1 + n) % (steps + 1) for n in range(MOVES)]
    return [page.evaluate(MOVE, [name, place]) for place in places]


def told(times: list[float]) -> str:
    """Median and 95th percentile."""
    ordered = sorted(times)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    return f"median {statistics.median(ordered):5.1f} ms, p95 {p95:5.1f} ms"


def main() -> int:
    """Print the times of every slider, and of all of them."""
    if not chromium():
        print("chromium is not installed; hint: apt-get install chromium", file=sys.stderr)
        return 2
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores", end=", ")
    print(f"load {os.getloadavg()[0]:.1f}")
    every: list[float] = []
    with serving() as live, running_chromium() as browser:
        print(f"Chromium {browser.version}")
        for book in BOOKS:
            page = browser.new_page(viewport=DESK)
            page.goto(f"{live.url}/#/desk/{book}")
            page.locator("[data-plot=advantage] odds-plot svg").wait_for()
            for name in SLIDERS:
                times = moved(page, name)
                every += [drawn for _, drawn in times]
                print(f"{book:12} {name:12} drawn: {told([t for _, t in times])}; "
                      f"in the page: {told([t for t, _ in times])}")  # fmt: skip
            page.close()
    print(f"{'all':25} drawn: {told(every)} ({len(every)} moves)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
