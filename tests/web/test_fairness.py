"""The proof of a shoe, worked out by the browser from its seed; and proofs that do not hold."""

import json
import secrets
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from playwright.sync_api import Browser, Page, Route

from pitboss.cards import full_shoe
from pitboss.shuffle import commitment, cut_place, shuffled
from tests.server.live import BY_DEALER, serving
from tests.web.accessible import serious_findings
from tests.web.browsing import Surf, surfing
from tests.web.floor_crew import House

DERIVE = """async ([decks, seed]) => {
  const {commitmentOf, cutPlace, seedBytes, shuffled} = await import("/js/history/fairness.js");
  const bytes = seedBytes(seed);
  const order = await shuffled([...Array(52).keys()], decks, bytes);
  const commitment = await commitmentOf(bytes, order);
  const words = [["ann", "x"], ["bob", "y!"]];
  const cut = await cutPlace({commitment, words, cut_low: 10, cut_high: 52 * decks - 10});
  return [order, commitment, cut];
}"""


def test_the_browser_derives_the_same_order_as_the_server(surf: Surf) -> None:
    page = surf.page("account")
    for decks in (1, 2, 6, 8):
        seed = secrets.token_bytes(32)
        order = shuffled(full_shoe(decks), seed)
        derived = page.evaluate(DERIVE, [decks, seed.hex()])
        print_ = commitment(seed, order)
        words = (("ann", "x"), ("bob", "y!"))
        cut = cut_place(print_, words, low=10, high=52 * decks - 10)
        assert derived == [list(order), print_, cut], seed.hex()


def check(page: Page) -> list[str]:
    """What the browser says of each thing that it checked."""
    page.get_by_role("button", name="Check the shoe in this browser").click()
    page.locator(".checks li").first.wait_for()
    return [str(one.get_attribute("class")) for one in page.locator(".checks li").all()]


def test_a_shoe_that_is_over_is_proved_by_the_browser_that_saw_it_begin(browser: Browser) -> None:
    """The browser has seen the commitment, and has contributed to the cut."""
    pace = replace(BY_DEALER, cut_ms=60_000)
    with serving(pace=pace) as live, surfing(browser, live) as surf:
        house = House(live)
        page = surf.page("table/double-deck")
        page.get_by_role("button", name="Take a seat").click()
        page.get_by_role("button", name="Take a seat").wait_for(state="hidden")
        house.end_shoe("ann-says-so")
        house.play()
        page.evaluate("location.hash = '#/history/double-deck/1'")
        page.get_by_role("button", name="Check the shoe in this browser").click()
        page.get_by_text("The shoe is still in play").wait_for()
        house.end_shoe("again")
        assert check(page) == ["kept"] * 6
        page.get_by_text("The shoe was dealt in the order that was fixed beforehand.").wait_for()
        page.get_by_text("This browser saw the fingerprint itself").wait_for()
        page.get_by_text("This browser's own words").wait_for()
        assert serious_findings(page) == []


def another_seed(shoe: dict[str, Any]) -> None:
    shoe["proof"]["seed"] = secrets.token_hex(32)


def no_seed(shoe: dict[str, Any]) -> None:
    shoe["proof"]["seed"] = "00"


def another_order(shoe: dict[str, Any]) -> None:
    cards = shoe["proof"]["cards"]
    place = next(n for n, card in enumerate(cards) if card != cards[0])
    cards[0], cards[place] = cards[place], cards[0]


def another_card(shoe: dict[str, Any]) -> None:
    left = shoe["proof"]["left"][2]
    left["card"] = (left["card"] + 1) % 52


def other_words(shoe: dict[str, Any]) -> None:
    shoe["proof"]["words"] = [["ann", "something"], ["bob", "else"]]


def too_late(shoe: dict[str, Any]) -> None:
    shoe["proof"]["committed"] = shoe["proof"]["first_wager"] + 1


Tamper = Callable[[dict[str, Any]], None]
TAMPERED: tuple[tuple[Tamper, str], ...] = (
    (another_seed, "which is not the one published"),
    (no_seed, "The seed is not 32 bytes"),
    (another_order, "The cards in the shoe did not lie in that order"),
    (another_card, "Card 3 of the shoe was not the one that was due"),
    (too_late, "after the wager of record"),
    (other_words, "The words of ann, bob give a cut of"),
)


def changed_by(tamper: Tamper) -> Callable[[Route], None]:
    """Answers on their way to the browser, changed."""

    def change(route: Route) -> None:
        shoe = route.fetch().json()
        tamper(shoe)
        route.fulfill(body=json.dumps(shoe), content_type="application/json")

    return change


def test_a_proof_that_was_tampered_with_fails(surf: Surf) -> None:
    house = House(surf.live)
    house.play()
    house.end_shoe()
    page = surf.page("history/double-deck/1")
    for tamper, broken in TAMPERED:
        page.route("**/rounds/1/shoe", changed_by(tamper))
        page.get_by_role("button", name="Check the shoe in this browser").click()
        page.get_by_text(broken).wait_for()
        page.get_by_text("The shoe was not dealt as promised.").wait_for()
        assert page.locator(".checks li.broken").count() >= 1
