"""Takes every screen at every size, light and dark, into a folder, to be looked at one by one.

The lobby, each rulebook's felt with all its side wagers and with its largest split and results,
drills, the counting trainer, statistics and a replay; for each also what axe-core finds serious.
"""

import argparse
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from pitboss.rulebook.catalog import rules_of  # noqa: E402
from pitboss.rulebook.errors import RulebookError  # noqa: E402
from scripts.take_screenshots import smaller  # noqa: E402
from tests.machine import chromium, running_chromium  # noqa: E402
from tests.server.live import serving  # noqa: E402
from tests.web.accessible import serious_findings  # noqa: E402
from tests.web.browsing import PATIENT, Surf, stack  # noqa: E402
from tests.web.seat import Seat, sit_as_regular  # noqa: E402

SIZES = {
    "1440x900": (1440, 900), "820x1180": (820, 1180), "844x390": (844, 390),
    "390x844": (390, 844), "320x568": (320, 568),
}  # fmt: skip
DESK = {"width": 1440, "height": 900}
THEMES = ("light", "dark")
SETTLE_MS = 400
SLOW_MS = 120_000
MOST_SIDES: dict[str, dict[str, str]] = {
    "tribal": {
        "additional_wager": "over_under_13", "progressive": "true", "bonus": "true",
        "streak": "true", "max_hands": "4", "resplit_aces": "true",
    },
    "nz": {"super_sevens": "true", "madness_21": "true", "perfect_pairs": "scale_1",
           "any_pair": "scale_1"},
    "pa_free_bet": {"push_22": "a"},
    "house": {},
    "double_deck": {},
}  # fmt: skip
"""The options with which a rulebook has the most side wagers and hands."""
EIGHTS = " ".join(["8s 8h 8d 8c"] * 6 + ["Ts 5d 9h 4c 7s 2d 6h Tc"] * 6)
TABLE = "shown"


def opened(surf: Surf, rulebook: str) -> Seat:
    """Somebody at a table of their own with all side wagers, and what may go with them."""
    boss = surf.live.admin()
    options = _compatible(rulebook)
    body = {"table": TABLE, "rulebook": rulebook, "dealing": "automatic", "options": options}
    boss.post("/api/tables", body, expect=201)
    stack(surf.live, TABLE, EIGHTS)
    return sit_as_regular(surf, TABLE, size=DESK)


def _compatible(rulebook: str) -> dict[str, str]:
    """The options, each as far as the rulebook lets it go with those before."""
    chosen: dict[str, str] = {}
    for name, value in MOST_SIDES[rulebook].items():
        with suppress(RulebookError):
            rules_of(rulebook, **chosen, **{name: value})
            chosen[name] = value
    return chosen


def all_sides(surf: Surf, rulebook: str) -> Page:
    """Chips on every spot of a box, before the deal."""
    seat = opened(surf, rulebook)
    wagers = seat.page.locator('.spot[data-box="3"]')
    names = [wagers.nth(place).get_attribute("data-wager") for place in range(wagers.count())]
    seat.lay(3, "main")
    for name in dict.fromkeys(name for name in names if name not in ("main", None)):
        seat.spot(3, str(name)).click()
    return seat.page


def largest_split(surf: Surf, rulebook: str) -> Page:
    """A pair of eights split as often as the rulebook lets it be, and played out."""
    seat = opened(surf, rulebook)
    seat.lay(3, "main")
    seat.press("Deal")
    buttons = seat.page.locator("table-controls .buttons button.act:not(.refused)")
    betting = seat.page.locator('table-controls[data-phase="betting"]')
    betting.wait_for(state="detached")
    for turn in range(80):
        buttons.or_(betting).first.wait_for()
        if betting.count():
            break
        offered = [text.strip() for text in buttons.all_inner_texts()]
        # Hands come to different ends: one is doubled, one is hit, the others stand.
        wanted = ("Split", "Double" if turn % 3 == 0 else "Hit" if turn % 3 == 1 else "Stand")
        act = next((name for name in (*wanted, "Stand") if _offers(offered, name)), "")
        if not act:
            buttons.first.click()
        else:
            seat.press(act)
        seat.page.wait_for_timeout(SETTLE_MS)
    seat.wait_for_betting()
    return seat.page


def _offers(offered: list[str], name: str) -> bool:
    return any(text.startswith(name) for text in offered)


def lobby(surf: Surf) -> Page:
    """The tables, with somebody at one of them."""
    page = surf.page()
    page.locator("table-entry").first.wait_for()
    return page


def played(surf: Surf, path: str) -> Page:
    """A page about rounds that were played, once there are some."""
    seat = sit_as_regular(surf, "pa-free-bet", size=DESK)
    for _ in range(3):
        stack(surf.live, "pa-free-bet", "2c Ts 6d 9h Tc 9c 2s 3s 4d 5h")
        seat.lay(3, "main")
        seat.press("Deal")
        seat.press("Stand")
        seat.wait_for_betting()
    seat.page.goto(f"{surf.live.url}/#/{path}")
    seat.page.locator("main h1").first.wait_for()
    return computed(seat.page)


def computed(page: Page) -> Page:
    """A page whose figures have come."""
    expect(page.locator("main")).not_to_contain_text("Computing", timeout=SLOW_MS)
    return page


def shown(surf: Surf, path: str, sign: str) -> Page:
    """A page, once this is on it."""
    page = surf.page(path)
    page.locator(sign).first.wait_for(timeout=SLOW_MS)
    return computed(page)


SCREENS: dict[str, Callable[[Surf], Page]] = {
    "lobby": lobby,
    **{
        f"felt-{book}-{name}": partial(make, rulebook=book)
        for book in MOST_SIDES
        for name, make in (("sides", all_sides), ("split", largest_split))
    },
    "drills": lambda surf: shown(surf, "drills/pa_free_bet", "main button"),
    "count": lambda surf: shown(surf, "count/nz", "main button"),
    "statistics": lambda surf: played(surf, "statistics"),
    "replay": lambda surf: played(surf, "history/pa-free-bet/2"),
}
"""Each screen by its name, and what leads to it."""


WIDE, TALL, LOW, PHONE, SMALL = SIZES
TELLING = (
    *((name, WIDE, "light") for name in ("lobby", "drills", "statistics", "replay")),
    *((f"felt-{book}-sides", WIDE, "light") for book in MOST_SIDES),
    *((f"felt-{book}-split", WIDE, "dark") for book in MOST_SIDES),
    *((f"felt-{book}-split", TALL, "light") for book in ("pa_free_bet", "tribal")),
    *((f"felt-{book}-split", LOW, "dark") for book in ("pa_free_bet", "nz")),
    *((f"felt-{book}-split", PHONE, "light") for book in ("pa_free_bet", "tribal", "house")),
    *((f"felt-{book}-sides", PHONE, "dark") for book in ("nz", "tribal")),
    *((f"felt-{book}-split", SMALL, "light") for book in ("pa_free_bet", "nz")),
    *((name, PHONE, "dark") for name in ("lobby", "drills", "count", "statistics", "replay")),
)
"""The thirty that the documentation shows."""
DOCS = ROOT / "docs" / "images" / "screens"


def photograph(page: Page, name: str, folder: Path) -> list[str]:
    """The screen at every size, light and dark; what is wrong with it, if anything."""
    wrong: list[str] = []
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.wait_for_timeout(SETTLE_MS)
            page.screenshot(path=folder / f"{name}-{size}-{theme}.png")
            wrong += [f"{name} {size} {theme}: {one}" for one in serious_findings(page)]
        wide: list[Any] = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        if wide[0] > wide[1]:
            wrong.append(f"{name} {size}: {wide[0]} px in a window of {wide[1]} px")
    return wrong


def main() -> int:
    """Take those that are named, or all; 1 where something is wrong with one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("names", nargs="*", metavar="NAME", help="all, if none is named")
    parser.add_argument("--docs", action="store_true", help="those that the documentation shows")
    given = parser.parse_args()
    if not chromium():
        print("there is no chromium; hint: apt-get install chromium", file=sys.stderr)
        return 2
    for folder in (given.folder, DOCS):
        folder.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with running_chromium() as browser:
        for name in given.names or list(SCREENS):
            with serving(pace=PATIENT) as live:
                surf = Surf(browser, live)
                wrong += photograph(SCREENS[name](surf), name, given.folder)
                wrong += [f"{name}: {trouble}" for trouble in surf.troubles]
                surf.close()
            print(name, flush=True)
        for name, size, theme in TELLING if given.docs else ():
            picture = given.folder / f"{name}-{size}-{theme}.png"
            (DOCS / picture.name).write_bytes(smaller(browser, picture.read_bytes()))
    print("\n".join(wrong) or "nothing serious", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
