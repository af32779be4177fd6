"""A person at a table in a browser: what they click, and what they are shown."""

import re

from playwright.sync_api import Locator, Page

from tests.server.live import Live
from tests.web.browsing import Surf

BUY_IN = 100_000


class Seat:
    """A page at a table."""

    def __init__(self, page: Page, live: Live, table: str) -> None:
        self.page = page
        self.live = live
        self.table = table
        self.spot(1).wait_for()

    def spot(self, box: int, wager: str = "main") -> Locator:
        """A place for chips."""
        return self.page.locator(f'.spot[data-box="{box}"][data-wager="{wager}"]').first

    def lay(self, box: int, *wagers: str) -> None:
        """Put a chip on each place and wait until it lies there."""
        for wager in wagers:
            self.spot(box, wager).click()
            self.page.locator(
                f'.spot.is-planned[data-box="{box}"][data-wager="{wager}"]'
            ).first.wait_for()

    def press(self, name: str) -> None:
        """Press a button among those of the hand or the bets."""
        button = self.page.locator("table-controls .buttons button:not(.refused)")
        button.filter(has_text=re.compile(f"^{name}")).first.click()

    def wait_for_betting(self) -> None:
        """The round is over and bets are open."""
        self.page.locator('table-controls[data-phase="betting"]').wait_for()

    def hand(self, box: int, number: int = 1) -> Locator:
        """A hand of a box."""
        return self.page.locator(f'betting-box[data-box="{box}"] player-hand').nth(number - 1)

    def name(self) -> str:
        """Who sits here."""
        return self.page.locator(".account .who").inner_text()

    def net(self) -> float:
        """The net result in the bar."""
        shown = self.page.locator("table-standing strong").nth(1).inner_text()
        return float(shown.replace("\u2212", "-").replace(",", "").replace("+", ""))

    def net_at_server(self) -> float:
        """What the server says this player has won or lost."""
        state = self.live.site.lobby.tables[self.table].actor.state
        return (state.chips[self.name()] - BUY_IN) / 100


def sit_at(surf: Surf, table: str, **options: object) -> Seat:
    """A new person in a browser of their own at a table."""
    return Seat(surf.page(f"table/{table}", **options), surf.live, table)  # type: ignore[arg-type]


def sit_as_regular(surf: Surf, table: str, **options: object) -> Seat:
    """Somebody who has played before: no hints of a first round."""
    seat = sit_at(surf, table, **options)
    seat.page.evaluate("""localStorage.setItem("pitboss.settings", '{"hints": "off"}')""")
    seat.page.reload()
    return Seat(seat.page, surf.live, table)
