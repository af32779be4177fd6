"""Takes every screen at every size, light and dark, into a folder, to be looked at one by one.

The lobby, each rulebook's felt with all its side wagers and with its largest split and results,
the chart beside the table, drills, the counting trainer, statistics and a replay; games of the
gallery and Spanish at three sizes. It also says what axe-core finds serious, what does not fit into
the window, and what of a table is cut off.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from pitboss.rulebook.catalog import rules_of  # noqa: E402
from scripts.floor_shots import dealer  # noqa: E402
from scripts.stacked_shoe import full_shoe  # noqa: E402
from tests.machine import chromium, running_chromium  # noqa: E402
from tests.server.live import serving  # noqa: E402
from tests.web.accessible import serious_findings  # noqa: E402
from tests.web.browsing import PATIENT, Surf, stack  # noqa: E402
from tests.web.cut_off import cut_off  # noqa: E402
from tests.web.seat import Seat, sit_as_regular  # noqa: E402

SIZES = {
    "1440x900": (1440, 900), "820x1180": (820, 1180), "844x390": (844, 390),
    "390x844": (390, 844), "320x568": (320, 568),
}  # fmt: skip
FEW = ("1440x900", "390x844", "320x568")
"""For what is looked at besides: a game of the gallery, another language."""
DESK = {"width": 1440, "height": 900}
OPEN_PANEL = "pit-table > .beside > :not([hidden], .visually-hidden)"
THEMES = ("light", "dark")
SETTLE_MS = 400
SLOW_MS = 600_000
MOST_SIDES: dict[str, dict[str, str]] = {
    "tribal": {
        "additional_wager": "over_under_13", "streak": "true", "max_hands": "4",
        "resplit_aces": "true",
    },
    "nz": {"super_sevens": "true", "madness_21": "true", "perfect_pairs": "scale_1"},
    "pa_free_bet": {"push_22": "a"},
    "house": {},
    "double_deck": {},
}  # fmt: skip
"""The options with which a rulebook has the most side wagers and hands."""
OTHERS: dict[str, tuple[str, dict[str, str]]] = {
    "tribal-bonus": ("tribal", {"additional_wager": "sevens", "bonus": "true"}),
    "tribal-progressive": ("tribal", {"progressive": "true"}),
    "tribal-action": ("tribal", {"multiple_action": "true"}),
    **{game: (game, {}) for game in ("spanish_21", "double_exposure", "pontoon")},
}
"""Tables that are looked at besides: wagers that exclude those above, games of the gallery."""
EIGHTS = {True: "8s 6d 8h Kc", False: "8s 6d 8h"}
"""A pair against a six, by whether the dealer takes a hole card."""
SPLITS = "8d 8c 3d Ks Qc 2d Ac 5s Kh 4c Qd 6h"
"""More eights, and cards with which the hands come to different ends."""
ENDS = "DSHSH"
"""Plays of those hands, by the keys: one doubles, one stands, one hits."""
ROUNDS = ("9c 6s 2d Kh Kc Qh", "As 9d Kh 7c", "Kd 9s 6h 8c 9d", "5c 6h 5d Ks Ah 8d")
"""Rounds of one player at Free Bet."""
TABLE = "shown"
ENGLISH, SPANISH = "en-US", "es-ES"


def opened(
    surf: Surf, rulebook: str, chosen: dict[str, str], *, cards: str = "", locale: str = ENGLISH
) -> Seat:
    """Somebody at a table of this kind, whose shoe begins with these cards."""
    boss = surf.live.admin()
    body = {"table": TABLE, "rulebook": rulebook, "dealing": "automatic", "options": chosen}
    boss.post("/api/tables", body, expect=201)
    stack(surf.live, TABLE, full_shoe(rules_of(rulebook, **chosen), cards))
    return sit_as_regular(surf, TABLE, size=DESK, locale=locale)


def all_sides(surf: Surf, rulebook: str, chosen: dict[str, str], *, locale: str = ENGLISH) -> Page:
    """Chips on every spot of a box that may have them together, before the deal."""
    seat = priced(opened(surf, rulebook, chosen, locale=locale))
    wagers = seat.page.locator('.spot[data-box="3"]')
    names = [wagers.nth(place).get_attribute("data-wager") for place in range(wagers.count())]
    seat.lay(3, "main")
    for name in dict.fromkeys(name for name in names if name not in ("main", None)):
        seat.spot(3, str(name)).click()
        told = seat.page.locator(".toast.bad")
        seat.page.locator(f'.is-planned[data-wager="{name}"]').or_(told).first.wait_for()
        # One that may not lie beside another stays empty.
        told.first.wait_for(state="detached", timeout=SLOW_MS)
    return seat.page


def largest_split(
    surf: Surf, rulebook: str, chosen: dict[str, str], *, locale: str = ENGLISH
) -> Page:
    """A pair of eights split as often as the rulebook lets it be, and played out."""
    first = EIGHTS[rules_of(rulebook, **chosen).deal.hole_card]
    seat = opened(surf, rulebook, chosen, cards=f"{first} {SPLITS}", locale=locale)
    seat.lay(3, "main")
    act = seat.page.locator("table-controls .buttons button:not(.refused)")
    seat.page.locator("table-controls button[data-key=Space]").click()
    betting = seat.page.locator('table-controls[data-phase="betting"]')
    betting.wait_for(state="detached")
    ends = iter(ENDS)
    while True:
        act.and_(seat.page.locator("[data-key=S]")).or_(betting).first.wait_for()
        if betting.count():
            break
        offered = [one.get_attribute("data-key") for one in act.all()]
        key = "P" if "P" in offered else next(ends, "S")
        key = key if key in offered else "S"
        act.and_(seat.page.locator(f"[data-key={key}]")).click()
        seat.page.wait_for_timeout(SETTLE_MS)
    seat.wait_for_betting()
    return priced(seat).page


def priced(seat: Seat) -> Seat:
    """Somebody at a table whose head says what the game costs."""
    expect(seat.page.locator(".table-head .edge")).to_contain_text("%", timeout=SLOW_MS)
    return seat


def lobby(surf: Surf, *, locale: str = ENGLISH) -> Page:
    """The tables, for somebody who has chips at one of them."""
    seat = sit_as_regular(surf, "pa-free-bet", size=DESK, locale=locale)
    bet(surf, seat, ROUNDS[0], is_first=True)
    seat.page.locator("table-controls .act[data-key=H]").wait_for()
    seat.page.evaluate("location.hash = '#/'")
    seat.page.locator("own-seats .your-turn").wait_for()
    return seat.page


def bet(surf: Surf, seat: Seat, cards: str, *, is_first: bool) -> None:
    """Deal a round of these cards to one box; the bet is lost if it is left there."""
    rules = rules_of("pa_free_bet")
    stack(surf.live, seat.table, full_shoe(rules, cards, is_first=is_first))
    seat.lay(3, "main", "push_22")
    seat.page.locator("table-controls button[data-key=Space]").click()


def played(surf: Surf, path: str, screen: str) -> Page:
    """A page about rounds that were played, once there are some."""
    seat = sit_as_regular(surf, "pa-free-bet", size=DESK)
    for cards, acts in zip(ROUNDS, ("D", "", "S", "D"), strict=True):
        bet(surf, seat, cards, is_first=cards == ROUNDS[0])
        for key in acts:
            seat.page.locator(f"table-controls .act:not(.refused)[data-key={key}]").click()
        seat.page.locator("table-controls .act.main[data-key=Space]").wait_for()
    seat.page.evaluate("path => { location.hash = `#/${path}` }", path)
    seat.page.locator(f"{screen} h1").first.wait_for()
    seat.page.locator(f"{screen} .panel").first.wait_for(timeout=SLOW_MS)
    return computed(seat.page)


def computed(page: Page) -> Page:
    """A page whose figures have come."""
    expect(page.locator("main")).not_to_contain_text("Computing", timeout=SLOW_MS)
    return page


def drilled(surf: Surf) -> Page:
    """A drill with its answer."""
    page = surf.page("drills/pa_free_bet")
    page.locator("drill-question .acts button").first.click(timeout=SLOW_MS)
    page.locator("drill-question .verdict button").wait_for()
    return computed(page)


def counted(surf: Surf) -> Page:
    """The counting trainer, at its first question."""
    page = surf.page("count/nz?seed=17")
    page.locator("pit-count form button.main").click(timeout=SLOW_MS)
    page.locator("counted-table form").wait_for(timeout=SLOW_MS)
    return computed(page)


def chart_beside(surf: Surf, rulebook: str, *, locale: str = ENGLISH) -> Page:
    """A hand in play with the strategy chart beside the table, its square lit."""
    seat = opened(surf, rulebook, {}, cards="Ks 9d 6h 7c", locale=locale)
    seat.lay(3, "main")
    seat.page.locator("table-controls button[data-key=Space]").click()
    seat.page.locator("table-controls .act[data-key=H]").wait_for()
    seat.page.locator(".table-head .tools > *").nth(1).click()
    seat.page.locator("table-chart td.lit").wait_for(timeout=SLOW_MS)
    return seat.page


def spanish_console(surf: Surf) -> Page:
    """The dealer's console in a round, once the dealer has chosen Spanish."""
    page = dealer(surf)
    page.evaluate("localStorage.setItem('pitboss.language', 'es')")
    page.reload()
    page.locator("now-board .acts li").first.wait_for()
    return page


def spanish_settings(surf: Surf) -> Page:
    """Choose the look of cards, table and page."""
    page = surf.page("settings", locale=SPANISH)
    page.locator("pit-settings h2").first.wait_for()
    return page


FELTS = (("sides", all_sides), ("split", largest_split))
SCREENS: dict[str, Callable[[Surf], Page]] = {
    "lobby": lobby,
    **{
        f"felt-{book}-{name}": partial(make, rulebook=book, chosen=chosen)
        for book, chosen in MOST_SIDES.items()
        for name, make in FELTS
    },
    **{
        f"chart-{book}": partial(chart_beside, rulebook=book)
        for book in ("pa_free_bet", "double_exposure")
    },
    "drills": drilled,
    "count": counted,
    "statistics": lambda surf: played(surf, "statistics", "pit-statistics"),
    "replay": lambda surf: played(surf, "history/pa-free-bet/4", "pit-history"),
}
"""Each screen by its name, and what leads to it."""
BESIDES: dict[str, Callable[[Surf], Page]] = {
    **{
        f"felt-{title}-{name}": partial(make, rulebook=book, chosen=chosen)
        for title, (book, chosen) in OTHERS.items()
        for name, make in FELTS
    },
    "spanish-lobby": partial(lobby, locale=SPANISH),
    **{
        f"spanish-{book}-{name}": partial(
            make, rulebook=book, chosen=MOST_SIDES[book], locale=SPANISH
        )
        for book in ("tribal", "nz")
        for name, make in FELTS
    },
    "spanish-chart": partial(chart_beside, rulebook="pa_free_bet", locale=SPANISH),
    "spanish-console": spanish_console,
    "spanish-settings": spanish_settings,
}
"""Screens of which a few sizes are enough."""
ALL = {**SCREENS, **BESIDES}


def photograph(page: Page, name: str, folder: Path) -> list[str]:
    """The screen at every size, light and dark; what is wrong with it, if anything."""
    wrong: list[str] = []
    page.mouse.move(0, 0)
    for size in FEW if name in BESIDES else SIZES:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.wait_for_timeout(SETTLE_MS)
            page.screenshot(path=folder / f"{name}-{size}-{theme}.png")
        wrong += [f"{name} {size}: {one}" for one in serious_findings(page)]
        wide: list[Any] = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        if wide[0] > wide[1]:
            wrong.append(f"{name} {size}: {wide[0]} px in a window of {wide[1]} px")
        if page.locator("pit-table").count() and not page.locator(OPEN_PANEL).count():
            wrong += [f"{name} {size}: {one}" for one in cut_off(page)]
    return wrong


def main() -> int:
    """Take those that are named, or all; 1 where something is wrong with one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("names", nargs="*", metavar="NAME", help="all, if none is named")
    given = parser.parse_args()
    if not chromium():
        print("chromium is not installed; hint: apt-get install chromium", file=sys.stderr)
        return 2
    given.folder.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with running_chromium() as browser:
        for name in given.names or ALL:
            with serving(pace=PATIENT) as live:
                surf = Surf(browser, live)
                wrong += photograph(ALL[name](surf), name, given.folder)
                wrong += [f"{name}: {trouble}" for trouble in surf.troubles]
                surf.close()
            print(name, flush=True)
    print("\n".join(wrong) or "nothing serious", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
