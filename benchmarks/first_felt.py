"""Time until the first felt can be played at, its weight, and its frames with nine boxes.

A visitor who was never here opens a table: on this machine, and over a line of 400 kbit/s with
400 ms of latency as Chromium's developer tools make it. Usable is when a chip can be laid.
"""

import os
import platform
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, CDPSession, Page

from tests.machine import chromium, running_chromium
from tests.server.live import serving
from tests.web.browsing import DESK, PATIENT, Surf, stack
from tests.web.seat import sit_at

RUNS = 5
LINES = {
    "localhost": None,
    "400 kbit/s, 400 ms": {
        "offline": False, "latency": 400,
        "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8,
    },
}  # fmt: skip
FRAMES = """() => {
  window.frames_ms = [];
  let last = performance.now();
  const tick = (now) => {
    frames_ms.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""


def first_felt(browser: Browser, url: str, line: object) -> tuple[float, int, int]:
    """Seconds until a chip can be laid, bytes and requests until then."""
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    session: CDPSession = context.new_cdp_session(page)
    session.send("Network.enable")
    if line is not None:
        session.send("Network.emulateNetworkConditions", dict(line))  # type: ignore[call-overload]
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    began = time.perf_counter()
    page.goto(f"{url}/#/table/nz", wait_until="commit")
    page.locator(".spot").first.wait_for()
    seconds = time.perf_counter() - began
    context.close()
    return seconds, int(sum(sizes)), len(sizes)


def frames(browser: Browser) -> list[float]:
    """Milliseconds of each frame while nine boxes are dealt to and played."""
    with serving(pace=PATIENT) as live:
        surf = Surf(browser, live)
        stack(live, "nz", " ".join(["4s 5d 6h 7c 8s 9d"] * 20))
        guests = [live.guest(f"guest{box}") for box in range(1, 9)]
        for box, guest in enumerate(guests, start=1):
            wager = {"do": "place_wager", "box": box, "wager": "main", "amounts": [1_000]}
            bought = {"do": "buy_in", "player": guest.name, "amount": 50_000}
            for number, command in enumerate((bought, wager)):
                guest.post("/api/tables/nz/commands", {"id": str(number), "command": command})
        seat = sit_at(surf, "nz", motion=True, size={"width": 1440, "height": 900})
        seat.lay(9, "main")
        page: Page = seat.page
        page.evaluate(FRAMES)
        seat.press("Deal")
        page.get_by_text("Waiting for").wait_for()
        for guest in guests:
            guest.post("/api/tables/nz/ready", {})
        seat.hand(9).locator("playing-card").nth(1).wait_for()
        page.wait_for_timeout(500)
        measured: list[float] = page.evaluate("frames_ms")
        surf.close()
    return sorted(measured)


def main() -> int:
    """Print what was measured."""
    if not chromium():
        print("chromium is not installed; hint: apt-get install chromium", file=sys.stderr)
        return 2
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores")
    with running_chromium() as browser:
        with serving(pace=PATIENT) as live:
            first_felt(browser, live.url, None)
            for name, line in LINES.items():
                runs = [first_felt(browser, live.url, line) for _ in range(RUNS)]
                seconds = statistics.median(run[0] for run in runs)
                _, size, requests = runs[0]
                print(f"{name:20} {seconds:5.2f} s  {size:,} bytes in {requests} requests")
        shown = frames(browser)
    median, high = statistics.median(shown), shown[int(len(shown) * 0.95)]
    print(f"nine boxes: {len(shown)} frames, median {median:.1f} ms, 95 % within {high:.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
