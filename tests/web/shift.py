"""The people of a shift at a physical table, at their pages."""

import secrets
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from pitboss.engine.duties import duties
from pitboss.engine.offers import Duty
from pitboss.engine.state.books import Slip
from tests.web.browsing import Surf
from tests.web.dealing import Console, open_pit
from tests.web.floor_crew import at_desk
from tests.web.keyed_round import Round

OPTIONS = {
    "tribal": {"even_money": "true", "additional_wager": "sevens"},
    "nz": {"perfect_pairs": "scale_1"},
    "pa_free_bet": {"push_22": "a"},
    "house": {},
    "double_deck": {},
}
SIDE = {"tribal": "1e", "nz": "5p", "pa_free_bet": "5p", "house": "5m", "double_deck": ""}
"""A side wager by its key."""
STEPS = ("perform", "begin_procedure", "load_shoe")


class Shift:
    """The people of a shift at their pages."""

    def __init__(self, surf: Surf, rulebook: str) -> None:
        self.surf, self.rulebook = surf, rulebook
        self.crew = open_pit(surf.live, "by_hand", rulebook, **OPTIONS[rulebook])
        self.desk = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
        self.sue: Page = at_desk(surf, "sue", "floor/floor")
        self.keys: list[int] = []
        """Keys of each round, wagers to chips."""

    def prepare(self) -> None:
        """Every step that is due before the next round, each by whom it is for."""
        while due := self.due():
            if "supervisor" not in due.by or "dealer" in due.by:
                self.desk.do(position(due) + "\n")
            else:
                self.supervise(due)

    def due(self) -> Duty | None:
        """The step that the table waits for."""
        listed = duties(self.desk.state)
        return next((one for one in listed if one.is_due and one.do in STEPS), None)

    def supervise(self, due: Duty) -> None:
        """The supervisor does what is due."""
        form = self.sue.get_by_role("region", name="Due now").get_by_role("form").first
        if text := position(due):
            form.get_by_role("spinbutton").fill(text)
        before = self.desk.state
        form.get_by_role("button").click()
        self.desk.until(lambda: self.desk.state is not before)

    def count(self, kind: str, chips: dict[str, int]) -> None:
        """The dealer writes a slip of chips, and the supervisor signs it."""

        def fill(form: Locator) -> None:
            form.get_by_label("Kind").select_option(label=kind)
            for value, count in chips.items():
                form.get_by_label(f"Chips of {value}", exact=True).fill(str(count))

        self.write_slip("Write a slip", fill)

    def write_slip(self, name: str, fill: Callable[[Locator], None]) -> Slip | None:
        """Write a slip at the report of the table and have it signed; return it as it waited."""
        dealer, supervisor = self.desk.page, self.sue
        for page in (dealer, supervisor):
            page.evaluate("location.hash = '#/report/floor'")
        books = dealer.locator("details", has_text="One person writes a slip")
        books.wait_for()
        if books.get_attribute("open") is None:
            books.locator("summary").click()
        form = dealer.get_by_role("form", name=name)
        fill(form)
        form.get_by_role("button", name="Write the slip").click()
        dealer.get_by_role("heading", name="waits for a second signature").wait_for()
        slip = self.desk.state.floor.books.waiting
        sign = supervisor.get_by_role("form", name="Sign slip")
        sign.get_by_role("button").click()
        expect(sign).to_have_count(0)
        for page in (dealer, supervisor):
            page.evaluate("location.hash = '#/floor/floor'")
        self.desk.element.wait_for()
        supervisor.get_by_text("Who is here").wait_for()
        return slip

    def refuse(self, given: dict[str, object]) -> None:
        """A command of the dealer's that the rulebook does not know."""
        body = {"id": secrets.token_hex(8), "command": given}
        answer = self.crew["dan"].post("/api/tables/floor/commands", body)
        assert answer["refused"]["clause"], answer

    def round(self, planned: Round, wagers: str = "l") -> None:
        """A round by keys, from the wagers to the chips."""
        self.prepare()
        before = self.desk.pressed
        self.desk.do(wagers)
        self.desk.deal(planned)
        self.keys.append(self.desk.pressed - before)


def position(due: Duty) -> str:
    """What has to be keyed for a step whose usual number nobody knows."""
    for field in due.fields:
        if field.kind == "count" and getattr(field, "default", None) is None:
            return str(field.high if due.what == "count" else max(1, field.low))
    return ""


def worth(chips: dict[str, int]) -> int:
    """What chips come to, in cents."""
    return sum(int(100 * float(value)) * count for value, count in chips.items())


def in_chips(cents: int) -> dict[str, int]:
    """An amount in the chips that a tray has."""
    chips = {}
    for value in ("100", "25", "5", "1", "0.50"):
        chips[value], cents = divmod(cents, worth({value: 1}))
    assert cents == 0
    return {value: count for value, count in chips.items() if count}
