"""People of the floor in their own browsers, and rounds that have ended."""

from typing import Any

from playwright.sync_api import Page

from pitboss.engine import do
from pitboss.engine.declare import Command
from pitboss.shuffle import word_commitment
from tests.server.live import Live, Visitor, Wire
from tests.web.browsing import Surf


def staff(live: Live, boss: Visitor, name: str, role: str) -> Visitor:
    """Somebody with an account and a role."""
    visitor = live.account(name)
    live.appoint(boss, name, role)
    return visitor


def log_in(page: Page, name: str, *, shown: str = "") -> None:
    """Log in on the account page, as a person does; ``shown`` is another name at the tables."""
    page.evaluate("location.hash = '#/account'")
    form = page.get_by_role("form", name="Log in")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(f"password of {name}")
    form.get_by_role("button", name="Log in").click()
    page.get_by_role("heading", name=f"You are {shown or name}", exact=True).wait_for()


def at_desk(surf: Surf, name: str, path: str, *, size: Any = None, url: str = "") -> Page:
    """Somebody who has logged in and opened a page."""
    page = surf.page("account", size=size, url=url)
    log_in(page, name)
    page.evaluate("path => { location.hash = `#/${path}` }", path)
    return page


class House:
    """A table that deals by itself, with a staff that has rounds dealt and shoes ended."""

    def __init__(self, live: Live, table: str = "double-deck") -> None:
        self.live, self.table = live, table
        self.boss = live.admin()
        self.dan = self.sit(staff(live, self.boss, "dan", "dealer"))
        self.sue = self.sit(staff(live, self.boss, "sue", "supervisor"))
        for wire in (self.dan, self.sue):
            self.accept(wire, do.TakeTable())
        self.ann = self.sit(live.guest("ann"))
        self.ann.buy()

    def sit(self, visitor: Visitor) -> Wire:
        """A socket at the table."""
        wire = visitor.socket(self.table)
        wire.until("view")
        return wire

    def play(self) -> None:
        """A round of one box, stood on at once."""
        self.accept(self.ann, do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
        self.accept(self.dan, do.Deal())
        self.finish()

    def finish(self) -> None:
        """Stand on whatever was dealt."""
        while (phase := self.ann.see().phase) != "betting":
            if phase == "offering":
                self.accept(self.dan, do.CloseInsurance())
            else:
                self.accept(self.ann, do.Stand(box=1))

    def end_shoe(self, words: str = "") -> None:
        """The cards are shuffled, so that the seed of the shoe before is revealed; ann may cut."""
        before = len(self.ann.events)
        self.accept(self.sue, do.OrderShuffle(reason="the shift ends"))
        if words:
            self.wait(before, "shoe_committed")
            self.accept(self.ann, do.PledgeCut(commitment=word_commitment("ann", words)))
            self.wait(before, "cut_opened")
            self.accept(self.ann, do.ContributeCut(words=words))
        self.wait(before, "shoe_loaded")

    def wait(self, before: int, kind: str) -> None:
        """Until ann has heard of an event, among those after so many."""
        while not any(e["event"]["event"] == kind for e in self.ann.events[before:]):
            self.ann.until("update")

    def accept(self, wire: Wire, command: Command) -> None:
        """A command that must be accepted."""
        answer = wire.give(command)
        assert answer["ok"], answer
