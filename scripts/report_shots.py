"""Scene for the screenshot of the report page: a shift at a table with physical chips."""

import time
from collections.abc import Callable

from playwright.sync_api import Page

from pitboss.engine import do
from tests.server.test_by_hand import Crew
from tests.web.browsing import PHONE, Surf
from tests.web.floor_crew import at_desk

ROUNDS = (
    "Ts 9d 9h 8h", "Ts 9c 7h Th", "8s Td 9c 8c", "Kd 9h 9s 8d", "Ts 9s 8d 9h", "9h Td Tc 7c",
    "Td 9d 7s Tc", "Ts 8c 9d 9c", "9d Ts 8h Tc", "Js 9c 8d Qd", "Qs Td 9s 8s", "Kh Tc 8h 9d",
)  # fmt: skip
"""A box, the dealer's up card, the box again, and the dealer's second card."""


def reported(surf: Surf) -> Page:
    """A shift with its counts, a fill and its rounds, before it is signed off."""
    crew = Crew(surf.live, "cards_by_hand", "nz")
    crew.accept(crew.dan, do.CountFloat(kind="opening", chips={"500": 100, "2500": 80}))
    crew.accept(crew.sue, do.ConfirmSlip(number=1))
    for place, cards in enumerate(ROUNDS):
        stake = (25_00, 50_00, 25_00, 100_00)[place % 4]
        crew.accept(crew.ann, do.PlaceWager(box=2, wager="main", amounts=(stake,)))
        crew.accept(crew.dan, do.Deal())
        crew.enter(*cards.split()[:3])
        crew.accept(crew.ann, do.Stand(box=2))
        crew.enter(cards.split()[3])
        # A dealer is slower than a program, and one that is too fast is refused.
        time.sleep(0.4)
    crew.accept(crew.sue, do.MoveChips(kind="fill", chips={"2500": 20}))
    crew.accept(crew.dan, do.ConfirmSlip(number=2))
    page = at_desk(surf, "sue", "report/floor", size={"width": 1280, "height": 1180})
    page.locator("odds-plot polygon.band").wait_for(timeout=120_000)
    return page


def slip(surf: Surf) -> Page:
    """An opening count that waits for the supervisor's signature, on a phone."""
    crew = Crew(surf.live, "cards_by_hand", "nz")
    crew.accept(crew.dan, do.CountFloat(kind="opening", chips={"500": 100, "2500": 80}))
    page = at_desk(surf, "sue", "report/floor", size=PHONE)
    page.get_by_role("form", name="Sign slip 1").scroll_into_view_if_needed()
    return page


REPORT_SHOTS: dict[str, Callable[[Surf], Page]] = {"report": reported, "slip": slip}
