"""A dealer at the console, who does everything by keys."""

import secrets
from collections.abc import Callable, Iterable

from playwright.sync_api import Locator, Page, expect

from pitboss.engine.state import BETTING, PLAYING, TableState
from tests.patience import wait_until
from tests.server.live import Live, Visitor
from tests.web.floor_crew import staff
from tests.web.keyed_round import MOVED, Dealer, Round

TABLE = "floor"
KEYS = {"\n": "Enter", MOVED: "Enter", "\b": "Backspace", " ": "Space"}


def open_pit(live: Live, dealing: str, rulebook: str, **options: str) -> dict[str, Visitor]:
    """A table dealt by hand with dan and sue on duty, and who else works in the house."""
    boss = live.admin()
    body = {"table": TABLE, "rulebook": rulebook, "dealing": dealing, "options": options}
    boss.post("/api/tables", body, expect=201)
    roles = {"dan": "dealer", "deb": "dealer", "sue": "supervisor", "sam": "supervisor"}
    crew = {name: staff(live, boss, name, role) for name, role in roles.items()}
    for name in ("dan", "sue"):
        command(crew[name], {"do": "take_table"})
    return crew | {"boss": boss}


def command(visitor: Visitor, given: dict[str, object]) -> None:
    """A command that must be accepted."""
    body = {"id": secrets.token_hex(8), "command": given}
    answer = visitor.post(f"/api/tables/{TABLE}/commands", body)
    assert answer["ok"], answer


class Console:
    """The dealer's page, its keys and the table behind it."""

    def __init__(self, page: Page, live: Live, dealer: str) -> None:
        self.page, self.live, self.dealer = page, live, dealer
        self.pressed = 0
        """Keys so far."""
        self.element: Locator = page.get_by_role("region", name="Dealer's console")
        self.element.wait_for()

    @property
    def state(self) -> TableState:
        """The table as it stands at the server."""
        return self.live.site.lobby.tables[TABLE].actor.state

    @property
    def version(self) -> int:
        """The number of the last event."""
        return self.live.site.lobby.tables[TABLE].actor.version

    def has_gone_on(self, version: int) -> bool:
        """Whether something has happened since."""
        return self.version > version

    def type(self, keys: Iterable[str]) -> None:
        """Press keys one after another, and wait for nothing but chips that must be seen."""
        for key in keys:
            if key == MOVED:
                self.rest()
                self.element.get_by_text("Enter: all chips are moved.").wait_for()
            self.page.keyboard.press(KEYS.get(key, key))
            self.pressed += 1

    def do(self, keys: Iterable[str]) -> None:
        """Press keys at a table that the page shows as it is, and wait until all is done."""
        expect(self.element).to_have_attribute("data-version", str(self.version))
        self.type(keys)
        self.rest()

    def rest(self) -> None:
        """Until nothing keyed waits; nothing was refused."""
        line = self.element.locator("key-line")
        line.and_(self.page.locator("[data-waiting='0'], :has(.notice:not([hidden]))")).wait_for()
        assert (text := line.locator(".notice").inner_text()) == "", text

    def until(self, holds: Callable[[], object]) -> None:
        """Wait for the server."""
        wait_until(holds)

    def deal(self, planned: Round) -> TableState:
        """A whole round in one go; it comes out as the engine says."""
        return self.finish(Dealer(self.state, self.dealer, planned))

    def begin(self, planned: Round, phase: str = PLAYING) -> Dealer:
        """The first part of a round, until somebody has to decide."""
        dealer = Dealer(self.state, self.dealer, planned)
        self.do(dealer.deal())
        self.do(dealer.until(lambda state: state.phase == phase))
        return dealer

    def finish(self, dealer: Dealer) -> TableState:
        """The rest of a round, from how the table stands now."""
        dealer.state = self.state
        self.do(dealer.keys() if dealer.state.phase == BETTING else dealer.rest())
        assert (self.state.phase, self.state.round) == (BETTING, dealer.state.round)
        assert self.state.chips == dealer.state.chips
        return self.state

    def report(self, what: str, *fields: str) -> None:
        """Say what went wrong, by keys: the list of reports, its fields, the button."""
        before = self.state
        self.type(("!", *what, *(key for text in fields for key in ("Tab", *text))))
        button = self.page.locator(".report-picker form button")
        while not button.evaluate("one => one === document.activeElement"):
            self.type(("Tab",))
        self.type(("Enter",))
        self.until(lambda: self.state is not before)
        expect(self.element).to_be_focused()
