"""How one plays: keys, limits, two clicks, insurance, the last bets, the clock, and moments."""

import re
import secrets
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from pitboss.engine import do
from pitboss.server.settings import Pace
from tests.patience import wait_until
from tests.server.live import Live, serving
from tests.web.browsing import Surf, stack, surfing
from tests.web.seat import Seat, sit_at
from tests.web.slow_line import SlowLine, slow_line

TWENTY_TO_NINETEEN = "Ts 9d Th Tc"
"""At a table without a hole card: 20 for the only box, and 19 for the dealer."""


def planned(amount: str) -> re.Pattern[str]:
    """The name of a circle on which so much is laid out."""
    return re.compile(f"to be placed {re.escape(amount)}($|,)")


def cards_in(seat: Seat, box: int) -> int:
    """How many cards a box has at the server."""
    held = seat.live.site.lobby.tables[seat.table].actor.state.box(box)
    return len(held.dealt) if held else 0


def give(seat: Seat, command: dict[str, object]) -> None:
    """What a player does from elsewhere, as another tab would."""
    context = seat.page.context
    url = f"{seat.live.url}/api/tables/{seat.table}/commands"
    body = {"id": secrets.token_hex(4), "command": command}
    answer = context.request.post(url, data=body, headers={"origin": seat.live.url})
    assert answer.json()["ok"], answer.text()


@pytest.fixture
def line(live: Live) -> Iterator[SlowLine]:
    """A slow line to the server; pages are closed before it is."""
    with slow_line(live.settings.port) as opened:
        yield opened


def test_a_click_and_a_key_deal_and_the_last_bets_outlive_a_reload(surf: Surf) -> None:
    stack(surf.live, "nz", " ".join([TWENTY_TO_NINETEEN] * 4))
    seat = sit_at(surf, "nz")
    keyboard, told = seat.page.keyboard, seat.page.locator(".told")
    seat.lay(1, "main")
    keyboard.press("Enter")
    expect(told).to_have_text("Your turn")
    expect(seat.spot(1)).to_have_attribute("aria-label", re.compile("yours 5($|,)"))
    keyboard.press("s")
    seat.wait_for_betting()
    seat.page.reload()
    expect(seat.page.get_by_role("button", name="Rebet & deal")).to_be_visible()
    keyboard.press("Space")
    expect(told).to_have_text("Your turn")
    keyboard.press("s")
    seat.wait_for_betting()
    # A chip has the focus, and then a circle: Enter and Space deal, and an arrow lays a chip.
    seat.page.get_by_role("radio", name="Chip of 25").focus()
    keyboard.press("Enter")
    expect(told).to_have_text("Your turn")
    keyboard.press("s")
    seat.wait_for_betting()
    seat.spot(1).focus()
    keyboard.press("ArrowUp")
    keyboard.press("ArrowUp")
    expect(seat.spot(1)).to_have_attribute("aria-label", planned("10"))
    keyboard.press("ArrowDown")
    expect(seat.spot(1)).to_have_attribute("aria-label", planned("5"))
    keyboard.press("Space")
    expect(told).to_have_text("Your turn")
    expect(seat.spot(1)).to_have_attribute("aria-label", re.compile("yours 5($|,)"))
    keyboard.press("?")
    help_ = seat.page.get_by_role("dialog")
    expect(help_).to_contain_text("On a circle: lay the chosen chip")
    expect(help_).to_contain_text("Put the chosen chip on Perfect Pairs")


def test_chips_stop_at_the_limit_and_a_refusal_wipes_nothing(surf: Surf) -> None:
    stack(surf.live, "nz", TWENTY_TO_NINETEEN)
    seat = sit_at(surf, "nz")
    page, toast = seat.page, seat.page.locator(".toast")
    seat.lay(2, "main")
    page.get_by_role("radio", name="Chip of 1,000").click()
    seat.spot(2).click()
    # Of 1,000 chips; what the table takes is less than the chip and what lies there.
    expect(seat.spot(2)).to_have_attribute("aria-label", planned("1,000"))
    expect(toast.first).to_be_visible()
    page.keyboard.press("u")
    expect(seat.spot(2)).to_have_attribute("aria-label", planned("5"))
    page.get_by_role("radio", name="Chip of 500").click()
    seat.spot(2).click()
    seat.spot(3).click()
    # The chips before the player go to the first box, and the rest of them to the next.
    expect(seat.spot(3)).to_have_attribute("aria-label", planned("495"))
    page.keyboard.press("x")
    expect(seat.spot(2)).to_have_attribute("aria-label", planned("1,000"))
    expect(seat.spot(3)).not_to_have_class(re.compile("is-planned"))
    # Chips that are gone by the time of the deal: what is refused stays where it lies.
    page.keyboard.press("u")
    expect(seat.spot(3)).to_have_attribute("aria-label", planned("495"))
    give(seat, {"do": "cash_out", "amount": 40_000})
    seat.press("Deal")
    expect(seat.spot(2)).to_have_attribute("aria-label", re.compile("yours 505"))
    expect(page.locator("table-controls .buttons [aria-disabled]")).to_have_count(0)
    expect(seat.spot(3)).to_have_attribute("aria-label", planned("495"))
    assert seat.live.site.lobby.tables["nz"].actor.state.phase == "betting"


def test_nobody_is_bought_in_where_no_box_can_be_taken(surf: Surf) -> None:
    """Two decks, face down: whoever comes in the middle of a shoe waits for the next."""
    actor = surf.live.site.lobby.tables["double-deck"].actor
    stack(surf.live, "double-deck", "2c Ts 9d Th Tc")
    first = sit_at(surf, "double-deck")
    first.lay(1, "main")
    first.press("Deal")
    first.press("Stand")
    first.wait_for_betting()
    late = sit_at(surf, "double-deck")
    # The circle looks closed; a press says by which clause.
    late.spot(2).click(force=True)
    expect(late.page.locator(".toast .clause").first).to_have_text("DD-32")
    give(first, {"do": "place_wager", "box": 1, "wager": "main", "amounts": [500]})
    expect(late.page.locator(".told")).to_contain_text("No box is open now: a box left empty")
    expect(late.page.locator(".told")).not_to_contain_text("Pick a circle")
    assert list(actor.state.chips) == [first.name()]
    expect(late.page.locator(".is-planned")).to_have_count(0)


def double_click(page: Page, name: str, apart_ms: int) -> None:
    """Two clicks at one place, whatever stands there by then."""
    rested = page.locator("table-controls .act:not(.refused, [aria-disabled])")
    box = rested.filter(has_text=name).first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    page.wait_for_timeout(apart_ms)
    page.mouse.click(x, y)


@pytest.mark.parametrize("delay_s", [0.0, 0.1])
def test_two_clicks_take_one_card(line: SlowLine, surf: Surf, delay_s: float) -> None:
    """As soon as the card is there, and while it is on its way over a line of 200 ms."""
    stack(surf.live, "nz", "2s 9d 3h 2c 4c 2h 3d 4d 2d 9h 9c")
    seat = sit_at(surf, "nz", motion=True, url=line.url)
    seat.lay(1, "main")
    seat.press("Deal")
    told = seat.page.locator(".told")
    expect(told).to_have_text("Your turn")
    line.delay_s = delay_s
    double_click(seat.page, "Hit", 60 if delay_s == 0 else 150)
    wait_until(lambda: cards_in(seat, 1) > 2)
    expect(seat.hand(1).locator("playing-card")).to_have_count(3)
    # The next one is meant: the button says when it is to be had again.
    seat.press("Hit")
    expect(seat.hand(1).locator("playing-card")).to_have_count(4)
    assert cards_in(seat, 1) == 4
    seat.page.locator(".act:not(.refused, [aria-disabled])").filter(has_text="Hit").wait_for()
    seat.page.keyboard.press("h")
    seat.page.keyboard.press("h")
    wait_until(lambda: cards_in(seat, 1) > 4)
    line.delay_s = 0.0
    expect(seat.hand(1).locator("playing-card")).to_have_count(5)
    expect(told).to_have_text("Your turn")
    assert cards_in(seat, 1) == 5


def test_one_click_bets_against_as_many_dealer_hands_as_must_be(surf: Surf) -> None:
    options = {"multiple_action": "true"}
    body = {"table": "three", "rulebook": "tribal", "dealing": "automatic", "options": options}
    surf.live.admin().post("/api/tables", body, expect=201)
    stack(surf.live, "three", "Ts 6d 9h 4c 7s 2d 6h Tc Ts 5d 9h 4c 7s 2d 6h Tc")
    seat = sit_at(surf, "three")
    circles = seat.page.locator('.spot[data-box="3"][data-wager="main"]')
    circles.first.click()
    for circle in (0, 1):
        expect(circles.nth(circle)).to_have_attribute("aria-label", planned("5"))
    expect(circles.nth(2)).not_to_have_attribute("aria-label", planned("5"))
    seat.press("Deal")
    wait_until(lambda: cards_in(seat, 3) == 2)
    state = seat.live.site.lobby.tables["three"].actor.state
    assert state.the_box(3).mains[0][1] == (500, 500)


def test_insurance_is_one_panel_for_all_boxes(surf: Surf) -> None:
    deal = "Ts 9d Ah 9s Td 8c"
    """To both boxes 19, to the dealer ace and 8."""
    stack(surf.live, "house", f"2c {deal} 2c {deal} 2c {deal}")
    seat = sit_at(surf, "house")
    page, actor = seat.page, surf.live.site.lobby.tables["house"].actor
    seat.lay(1, "main")
    seat.lay(2, "main")
    nets = []
    for answer in ("i", "n", "each"):
        page.keyboard.press("Space")
        expect(page.get_by_role("button", name=re.compile("^Insure all"))).to_be_visible()
        if answer == "each":
            page.get_by_role("button", name="No insurance on box 1").click()
            # Of one box that is left, the large buttons speak.
            expect(page.locator(".each-box")).to_have_count(0)
            seat.press("Insure")
        else:
            page.keyboard.press(answer)
        expect(page.locator(".told")).to_have_text("Your turn on box 1")
        nets.append(sorted((one.box, sum(one.amounts)) for one in actor.state.insured))
        page.keyboard.press("s")
        expect(page.locator(".told")).to_have_text("Your turn on box 2")
        page.keyboard.press("s")
        seat.wait_for_betting()
        expect(page.get_by_role("button", name="Rebet & deal")).to_be_visible()
    assert [[one for one in row if one[1]] for row in nets] == [
        [(1, 50), (2, 50)], [], [(2, 50)],
    ]  # fmt: skip
    assert seat.net() == seat.net_at_server()


def test_no_clock_for_one_and_a_warning_with_a_bank_among_two(browser: Browser) -> None:
    pace = Pace(betting_ms=600_000, insurance_ms=600_000, turn_ms=5_000, bank_ms=600_000)
    with serving(pace=pace) as live, surfing(browser, live) as surf:
        stack(live, "nz", " ".join(["2s 2d 9d 3h 3c Tc Td Th Ts"] * 3))
        ann = sit_at(surf, "nz")
        clock = ann.page.locator("countdown-timer")
        ann.lay(1, "main")
        ann.press("Deal")
        expect(ann.page.locator(".told")).to_have_text("Your turn")
        expect(clock).to_have_class(re.compile("is-idle"))
        bob = sit_at(surf, "nz")
        bob.press("Take a seat")
        expect(clock).not_to_have_class(re.compile("is-idle"))
        expect(clock.locator(".bank")).to_contain_text("bank")
        expect(clock).to_have_class(re.compile("is-short"))
        expect(clock.get_by_role("alert")).to_contain_text("second")
        expect(clock).to_have_class(re.compile("is-bank"))
        while live.site.lobby.tables["nz"].actor.state.phase != "betting":
            ann.page.keyboard.press("h")
            ann.page.wait_for_timeout(100)
        # Bob sits out, and ann does not wait for him.
        ann.wait_for_betting()
        bob.wait_for_betting()
        bob.press("Sit out")
        expect(bob.page.locator(".told")).to_contain_text("You are sitting out")
        for is_out in (False, True):
            bob.page.keyboard.press("z")
            expect(bob.page.get_by_role("button", name="Play again")).to_have_count(int(is_out))
        ann.page.keyboard.press("Space")
        expect(ann.page.locator(".told")).to_have_text("Your turn")


def test_others_read_what_table_did_for_absent_player(browser: Browser) -> None:
    pace = Pace(betting_ms=300, turn_ms=600_000, absent_ms=100, bank_ms=0)
    with serving(pace=pace) as live, surfing(browser, live) as surf:
        stack(live, "nz", "Ts 6d 9c Td 9h")
        bob = sit_at(surf, "nz")
        bob.press("Take a seat")
        ann = live.guest("ann").socket("nz")
        ann.until("view")
        ann.buy()
        assert ann.give(do.PlaceWager(box=1, wager="main", amounts=(1_000,)))["ok"]
        expect(bob.page.locator(".told")).to_have_text("ann plays.")
        ann.close()
        told = bob.page.get_by_text("The table stood for ann, who is away.")
        expect(told).to_be_visible()


LISTEN = """
window.speakers = 0;
const Real = window.AudioContext;
window.AudioContext = class extends Real {
  constructor(...given) {
    super(...given);
    window.speakers += 1;
  }
};
window.moments = [];
new MutationObserver(() => {
  for (const one of document.querySelectorAll(".moment")) moments.push(one.textContent);
}).observe(document, { childList: true, subtree: true });
"""


def test_a_blackjack_is_a_moment_and_sounds_are_one_click_away(surf: Surf) -> None:
    stack(surf.live, "nz", "As 9d Kh As 9d Kh As 9d Kh As 9d Kh")
    seat = sit_at(surf, "nz", motion=True)
    page = seat.page
    page.add_init_script(LISTEN)
    page.reload()
    seat.lay(1, "main")
    seat.press("Deal")
    # It stays for seconds only, whenever that is looked at.
    wait_until(lambda: any(one.startswith("Blackjack!+7.50") for one in page.evaluate("moments")))
    seat.wait_for_betting()
    assert page.evaluate("speakers") == 0
    page.get_by_role("button", name="Sounds").click()
    wait_until(lambda: page.evaluate("speakers") == 1)
    speed = page.get_by_role("button", name=re.compile("^Speed"))
    for name in ("Fast", "Instant"):
        speed.click()
        expect(speed).to_have_text(name)
    # Nothing moves, all is there at once, and it is remembered.
    page.reload()
    expect(speed).to_have_text("Instant")
    expect(page.get_by_role("button", name="Sounds", pressed=True)).to_be_visible()
    page.get_by_role("button", name="Auto-rebet").click()
    rounds = surf.live.site.lobby.tables["nz"].actor.state.round
    page.keyboard.press("Space")
    # The second of these went up by itself.
    wait_until(lambda: surf.live.site.lobby.tables["nz"].actor.state.round >= rounds + 2)
    page.get_by_role("button", name="Auto-rebet").click()
