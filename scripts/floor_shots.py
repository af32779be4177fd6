"""Scenes for the screenshots of history, the floor's consoles and the auditor's view."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.server.test_by_hand import Crew
from tests.web.browsing import PHONE, Surf
from tests.web.dealing import Console, command, open_pit
from tests.web.floor_crew import House, at_desk
from tests.web.keyed_round import Dealer, Round

TALL = {"width": 1280, "height": 1000}


def replayed(surf: Surf) -> Page:
    """A round step by step, and the proof of its shoe."""
    house = House(surf.live, "house")
    for _ in range(3):
        house.play()
    house.end_shoe()
    page = surf.page("history/house/2", size=TALL)
    page.get_by_role("button", name="Check the shoe in this browser").click()
    page.locator(".checks li").first.wait_for()
    page.locator("details.payment summary").first.click()
    page.get_by_role("button", name="Last").click()
    page.get_by_role("button", name="Back").click()
    return _from_the_top(page)


def proved(surf: Surf) -> Page:
    """Return the browser's verdict on the shoe."""
    page = replayed(surf)
    page.get_by_text("The numbers, to check elsewhere").click()
    page.mouse.wheel(0, 10_000)
    return page


def _from_the_top(page: Page) -> Page:
    page.evaluate("scrollTo(0, 0)")
    return page


def _at_console(surf: Surf, size: Any = None) -> Console:
    """Five people without a device, with their wagers up."""
    open_pit(surf.live, "cards_by_hand", "nz", perfect_pairs="scale_1", boxes="7")
    console = Console(at_desk(surf, "dan", "floor/floor", size=size), surf.live, "dan")
    console.do("g200\ng bob\ng carla 500\ng\ng eve\n25\n5p10\n50\n15\n100\n")
    return console


def dealer(surf: Surf, size: Any = None) -> Page:
    """The dealer's console in a round: a hand waits for its decision."""
    console = _at_console(surf, size)
    dealer = console.begin(Round({1: "T6", 3: "65", 0: "6T9"}))
    console.do(dealer.until(lambda state: state.turn[0] == 3))
    return console.page


def chips(surf: Surf) -> Page:
    """Show the chips to take and to pay after a round."""
    console = _at_console(surf)
    plan = Round({1: "TA", 2: "T65", 3: "65T", 0: "7T"}, {2: "hit", 3: "double"})
    keys = list(Dealer(console.state, "dan", plan).keys())
    console.do(keys[:-1])
    return _from_the_top(console.page)


def supervisor(surf: Surf) -> Page:
    """The supervisor's console: a ruling with its clause, and a correction to confirm."""
    console = _at_console(surf)
    console.deal(Round({0: "6T9"}))
    dan = surf.live.visitor()
    dan.post("/api/session", {"name": "dan", "secret": "password of dan"}, expect=201)
    payout = {"round": 1, "box": 3, "hand": 1, "wager": "main", "player": "guest-3-carla"}
    reason = "paid 5 too little"
    command(dan, {"do": "propose_correction", **payout, "amount": 500, "reason": reason})
    console.do("l")
    console.begin(Round({1: "T6", 0: "6T9"}))
    page = at_desk(surf, "sue", "floor/floor", size=TALL)
    page.get_by_label("What happened").select_option("void_hand")
    page.get_by_role("form", name="Void hand").locator("summary").click()
    return _from_the_top(page)


def audit(surf: Surf) -> Page:
    """The auditor's view: the verdict and the books."""
    crew = Crew(surf.live, "by_hand")
    crew.prepare()
    crew.play_round()
    page = at_desk(surf, "art", "audit/floor", size=TALL)
    page.get_by_role("button", name="Verify the log").click()
    page.locator(".checks li").first.wait_for()
    page.get_by_role("button", name="player ann").click()
    return _from_the_top(page)


FLOOR_SHOTS: dict[str, Callable[[Surf], Page]] = {
    "history": replayed,
    "fairness": proved,
    "dealer": dealer,
    "dealer-chips": chips,
    "dealer-phone": lambda surf: dealer(surf, size=PHONE),
    "supervisor": supervisor,
    "audit": audit,
}
