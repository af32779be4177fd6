"""Takes the screenshots in docs/images: a real server, a real browser, shoes in a known order."""

import argparse
import base64
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from pitboss.rulebook.catalog import rules_of  # noqa: E402
from scripts.floor_shots import FLOOR_SHOTS  # noqa: E402
from scripts.report_shots import REPORT_SHOTS  # noqa: E402
from scripts.small_png import small_png  # noqa: E402
from scripts.stacked_shoe import full_shoe  # noqa: E402
from tests.machine import CHROMIUM_ARGS, chromium  # noqa: E402
from tests.server.live import Live, serving  # noqa: E402
from tests.web.browsing import PATIENT, PHONE, Surf, stack  # noqa: E402
from tests.web.seat import sit_as_regular  # noqa: E402

IMAGES = ROOT / "docs" / "images"
BYTES_MAX = 200_000
SLOW_MS = 60_000
SETTLE_MS = 1_000
"""Until fonts are drawn and values have come."""
PIXELS = """async (png) => {
  const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
  const { width, height } = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext("2d");
  pen.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0);
  const { data } = pen.getImageData(0, 0, width, height);
  let text = "";
  for (let at = 0; at < data.length; at += 32768) {
    text += String.fromCharCode(...data.subarray(at, at + 32768));
  }
  return [width, height, btoa(text)];
}"""
"""The pixels of a PNG, which the browser can read already."""
NAMES = ("Ann", "Bob", "Cora", "Dan", "Eve")


def play_beside(live: Live, table: str, boxes: tuple[int, ...], *sides: str) -> None:
    """People without a browser bet on boxes and are ready."""
    guests = [live.guest(name) for name, _ in zip(NAMES, boxes, strict=False)]
    for guest, box in zip(guests, boxes, strict=True):
        wagers = [("main", 2_500), *((side, 500) for side in sides)]
        commands: list[dict[str, object]] = [
            {"do": "buy_in", "player": guest.name, "amount": 50_000},
            *(
                {"do": "place_wager", "box": box, "wager": wager, "amounts": [amount]}
                for wager, amount in wagers
            ),
        ]
        for number, command in enumerate(commands):
            guest.post(f"/api/tables/{table}/commands", {"id": str(number), "command": command})


def lobby(surf: Surf) -> Page:
    """The tables."""
    play_beside(surf.live, "nz", (2, 5, 6))
    page = surf.page()
    page.locator("table-entry").first.wait_for()
    for table in surf.live.site.lobby.tables:
        surf.live.visitor().get(f"/api/tables/{table}/odds")
    page.reload()
    page.locator("table-entry").first.wait_for()
    return page


def free_bet(surf: Surf, **options: object) -> Page:
    """A free split, a free double, and a side wager."""
    cards = "8s 6d 8h Tc 3d Kh 9c 7d 4s 4d 4h 4c 5s 5d"
    stack(surf.live, "pa-free-bet", full_shoe(rules_of("pa_free_bet"), cards))
    surf.live.visitor().get("/api/tables/pa-free-bet/odds")
    seat = sit_as_regular(surf, "pa-free-bet", **options)
    seat.page.get_by_role("radio", name="Chip of 25").click()
    seat.lay(3, "main", "push_22")
    seat.press("Deal")
    seat.press("Split")
    seat.press("Double")
    return seat.page


def nine_boxes(surf: Surf) -> Page:
    """A full table in the dark, with the coach and the text view."""
    cards = "8s 6d Ts 9h Kc 8h Qs 7d 5c 4s 9s 3d 8c 2h Ad 6s Td Jc 8d 5h 7s 9c 3c 4d 2s 6h 5d"
    stack(surf.live, "nz", full_shoe(rules_of("nz"), cards))
    play_beside(surf.live, "nz", (2, 4, 6, 7, 9), "perfect_pairs")
    seat = sit_as_regular(surf, "nz", color_scheme="dark")
    seat.page.get_by_role("button", name="Coach").first.click()
    seat.page.get_by_role("button", name="In words").first.click()
    seat.lay(1, "main", "perfect_pairs")
    for name in NAMES:
        surf.live.site.lobby.tables["nz"].mark_ready(name)
    seat.press("Deal")
    seat.page.locator(".act.best .ev").wait_for(timeout=SLOW_MS)
    return seat.page


def odds(surf: Surf, view: str = "") -> Page:
    """A par sheet, or another view of the odds."""
    page = surf.page(f"odds/pa_free_bet{view}?push_22=a")
    page.locator(".view:not([aria-busy]) > *").first.wait_for(timeout=SLOW_MS)
    return page


def rules(surf: Surf) -> Page:
    """The rules of a table in words."""
    page = surf.page("rules/nz")
    page.locator("main h2").first.wait_for()
    return page


def smaller(browser: Browser, png: bytes) -> bytes:
    """A picture with fewer colours."""
    page = browser.new_page()
    width, height, text = page.evaluate(PIXELS, base64.b64encode(png).decode())
    page.close()
    pixels = np.frombuffer(base64.b64decode(text), dtype=np.uint8).reshape(height, width, 4)
    return small_png(pixels[:, :, :3])


SHOTS: dict[str, Callable[[Surf], Page]] = {
    "lobby": lobby,
    "table": free_bet,
    "table-full": nine_boxes,
    "table-phone": lambda surf: free_bet(surf, size=PHONE),
    "odds": odds,
    "strategy": lambda surf: odds(surf, "/strategy"),
    "rules": rules,
    **FLOOR_SHOTS,
    **REPORT_SHOTS,
}
"""The file of each, and what it shows."""


def main() -> int:
    """Take those that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="all, if none is named")
    chosen = parser.parse_args().names or list(SHOTS)
    if not chromium():
        print("chromium is not installed; hint: apt-get install chromium", file=sys.stderr)
        return 2
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_ARGS)
        for name in chosen:
            with serving(pace=PATIENT) as live:
                surf = Surf(browser, live)
                page = SHOTS[name](surf)
                page.wait_for_timeout(SETTLE_MS)
                path = IMAGES / f"{name}.png"
                path.write_bytes(smaller(browser, page.screenshot()))
                surf.close()
            print(f"{path.name}: {path.stat().st_size:,} bytes")
            assert path.stat().st_size < BYTES_MAX, name
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
