"""What the screenshots of history, of the floor's consoles and of the auditor's view show."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from pitboss.engine import do
from tests.server.test_by_hand import Crew
from tests.web.browsing import PHONE, Surf
from tests.web.dealing import Console, open_pit
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
    """What the browser found out about the shoe."""
    page = replayed(surf)
    page.get_by_text("The numbers, to check elsewhere").click()
    page.mouse.wheel(0, 10_000)
    return page


def _from_the_top(page: Page) -> Page:
    page.evaluate("scrollTo(0, 0)")
    return page


def _bet(surf: Surf) -> Crew:
    crew = Crew(surf.live, "cards_by_hand", "nz")
    bob = surf.live.guest("bob").socket("floor")
    bob.until("view")
    bob.buy()
    crew.accept(crew.ann, do.PlaceWager(box=2, wager="main", amounts=(1_000,)))
    crew.accept(bob, do.PlaceWager(box=5, wager="main", amounts=(2_500,)))
    return crew


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
    """What to take and what to pay after a round."""
    console = _at_console(surf)
    plan = Round({1: "TA", 2: "T65", 3: "65T", 0: "7T"}, {2: "hit", 3: "double"})
    keys = list(Dealer(console.state, "dan", plan).keys())
    console.do(keys[:-1])
    return _from_the_top(console.page)


def supervisor(surf: Surf) -> Page:
    """The supervisor's console: a ruling with its clause, and a correction to confirm."""
    crew = _bet(surf)
    crew.accept(crew.dan, do.Deal())
    crew.enter("Ts", "8d", "7c", "6h", "8h")
    crew.accept(
        crew.sam, do.ProposeCorrection(player="bob", amount=500, reason="paid 5 too little")
    )
    page = at_desk(surf, "sue", "floor/floor", size=TALL)
    page.get_by_label("What happened").select_option("void_hand")
    page.get_by_role("form", name="Void hand").locator("summary").click()
    return page


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
