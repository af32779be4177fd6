"""Faults that pictures of every screen have shown, each at the size where it was seen."""

import re
from itertools import pairwise
from typing import Any

from playwright.sync_api import Locator, Page, expect

from scripts.floor_shots import chips
from scripts.take_screenshots import NAMES, play_beside
from tests.web.browsing import COMPILED_MS, DESK, PHONE, SMALL, Surf, assert_fits, stack
from tests.web.cut_off import cut_off
from tests.web.dealing import Console, open_pit
from tests.web.floor_crew import House, at_desk
from tests.web.keyed_round import Round
from tests.web.seat import Seat, sit_as_regular, sit_at
from tests.web.test_felt import resize

LOW: Any = {"width": 844, "height": 390}
TABLET: Any = {"width": 820, "height": 1180}
EIGHTS = "2c 8s 6d 8h Kc 8d 8c 3d Ks Qc 2d Ac 5s Kh 4c Qd 6h"
"""A pair of eights against a six, and more eights."""
MANY_EIGHTS = "8s 8d 8h 8c 8s 8d 8h"
"""A pair of eights, whether a card is burned or not."""


def centre(one: Locator) -> float:
    """Where the middle of something stands."""
    box = one.bounding_box()
    assert box
    return box["x"] + box["width"] / 2


def is_in_sight(page: Page, selector: str) -> bool:
    """Whether all of these lie within the window, without scrolling."""
    told: bool = page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)].every((one) => {
          const { top, bottom, left, right } = one.getBoundingClientRect();
          return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
        })""",
        selector,
    )
    return told


def split_eights(surf: Surf, table: str, cards: str, size: Any) -> Seat:
    """A pair of eights in box 3, split once, its first hand doubled."""
    stack(surf.live, table, cards)
    seat = sit_at(surf, table, size=size)
    seat.lay(3, "main")
    seat.press("Deal")
    seat.press("Split")
    seat.hand(3, 2).wait_for()
    return seat


def test_side_wagers_stand_below_their_box(surf: Surf) -> None:
    seat = sit_at(surf, "house", size=DESK)
    for box in (3, 4, 5):
        seat.lay(box, "main")
        sides = seat.page.locator(f'betting-box[data-box="{box}"] > .sides')
        assert abs(centre(sides) - centre(seat.spot(box))) < 2, box
        seat.press("Clear")
    seat.lay(1, "main")
    assert cut_off(seat.page) == []


def test_names_of_tables_have_room_on_the_smallest_phone(surf: Surf) -> None:
    for table in ("nz", "double-deck", "pa-free-bet"):
        page = sit_at(surf, table, size=SMALL).page
        expect(page.locator(".table-head h1")).to_be_visible()
        assert cut_off(page) == [], table


def test_the_felt_is_as_high_before_as_after_a_round(surf: Surf) -> None:
    stack(surf.live, "pa-free-bet", "2c Ts 6d 9h Tc Td 5h")
    seat = sit_at(surf, "pa-free-bet", size=TABLET)
    heights: dict[int, list[float]] = {size["width"]: [] for size in (TABLET, PHONE)}

    def measure() -> None:
        for size in (TABLET, PHONE):
            resize(seat.page, size)
            box = seat.page.locator("table-felt").bounding_box()
            assert box
            heights[size["width"]].append(box["height"])

    seat.lay(3, "main")
    measure()
    seat.press("Deal")
    seat.page.locator("table-controls .act[data-key=S]").wait_for()
    measure()
    seat.press("Stand")
    seat.wait_for_betting()
    seat.page.get_by_role("button", name="Change bet").wait_for()
    measure()
    assert all(len(set(seen)) == 1 for seen in heights.values()), heights


def test_longer_words_share_their_rows_on_the_smallest_phone(surf: Surf) -> None:
    options = {"additional_wager": "over_under_13", "streak": "true"}
    body = {"table": "six", "rulebook": "tribal", "options": options}
    surf.live.admin().post("/api/tables", body, expect=201)
    seat = sit_at(surf, "six", size=SMALL, locale="es-ES")
    seat.lay(3, "main")
    assert cut_off(seat.page) == []


def test_chips_make_no_hand_wider(surf: Surf) -> None:
    seat = split_eights(surf, "pa-free-bet", EIGHTS, PHONE)
    seat.press("Split")
    seat.hand(3, 3).wait_for()
    seat.press("Split")
    seat.hand(3, 4).wait_for()
    seat.press("Double")
    expect(seat.hand(3).locator("chip-stack, .lammer")).to_have_count(2)
    places = seat.page.eval_on_selector_all(
        'betting-box[data-box="3"] player-hand',
        """(hands) => hands.map((hand) => {
          const { left, right } = hand.getBoundingClientRect();
          const fan = hand.querySelector("card-fan").getBoundingClientRect();
          return [left, right - left, fan.left - left, right - fan.right];
        })""",
    )
    lefts, widths, before, after = zip(*places, strict=True)
    gaps = {round(right - left) for left, right in pairwise(lefts)}
    # Nobody's cards lie in the room of another hand.
    assert (len(gaps), len(set(map(round, widths)))) == (1, 1), places
    assert min(*before, *after) >= -0.5, places


def test_three_dealer_hands_leave_the_own_circles_in_sight(surf: Surf) -> None:
    body = {"table": "three", "rulebook": "tribal", "options": {"multiple_action": "true"}}
    surf.live.admin().post("/api/tables", body, expect=201)
    stack(surf.live, "three", f"{MANY_EIGHTS} Kc 9d 9s 2d 4s 9h 8h 7h 6h 5h 4h 3h 2h 9c 7c 6c")
    seat = sit_at(surf, "three", size=PHONE)
    names = seat.page.locator('betting-box[data-box="5"] > .bettors')
    expect(names).to_have_text("Box 5")
    circles = seat.page.locator('.spot-main[data-box="3"]')
    # The first click bets against two hands of the dealer, as many as must be.
    planned = seat.page.locator(".spot.is-planned")
    circles.first.click()
    expect(planned).to_have_count(2)
    circles.nth(2).click()
    expect(planned).to_have_count(3)
    seat.press("Deal")
    seat.press("Split")
    for number in (1, 2):
        expect(seat.hand(3, number)).to_have_class(re.compile("is-turn"))
        seat.press("Stand")
    seat.wait_for_betting()
    assert seat.page.locator(".dealer-hand").count() == 3
    assert cut_off(seat.page) == []
    expect(names).to_have_text("Box 5")


def test_a_phone_held_sideways_shows_cards_and_answers_together(surf: Surf) -> None:
    page = surf.page("drills/pa_free_bet", size=LOW)
    answers = page.locator("drill-question .acts button")
    answers.first.wait_for(timeout=COMPILED_MS)
    assert is_in_sight(page, "drill-question :is(playing-card, .acts button)")
    answers.first.click()
    page.locator("drill-question .verdict button").wait_for()
    assert is_in_sight(page, "drill-question :is(playing-card, .verdict button)")
    assert_fits(page)


def test_a_phone_held_sideways_shows_the_replay_and_its_buttons_together(surf: Surf) -> None:
    house = House(surf.live)
    house.play()
    page = surf.page("history/double-deck/1", size=LOW)
    page.locator("round-replay playing-card").first.wait_for()
    assert is_in_sight(page, "round-replay :is(.row button, input, .total, .outcome)")
    assert_fits(page)


def test_the_small_felt_of_the_console_keeps_its_words_in_their_boxes(surf: Surf) -> None:
    open_pit(surf.live, "cards_by_hand", "nz", perfect_pairs="scale_1", boxes="7")
    console = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
    console.do("g200\n25\n5p")
    console.begin(Round({1: "T6", 0: "6T9"}))
    box = console.page.locator("small-felt .box").first
    expect(box).to_contain_text("Perfect")
    wide = box.evaluate("one => one.scrollWidth - one.clientWidth")
    assert wide <= 0


def test_amounts_of_the_console_stand_beside_their_boxes(surf: Surf) -> None:
    page = chips(surf)
    page.get_by_text("Pay 37.50").wait_for()
    crossed = page.eval_on_selector_all(
        "chip-list li",
        """(rows) => rows.filter((row) => {
          const places = [...row.children].map((one) => one.getBoundingClientRect());
          return row.scrollWidth > row.closest("dealer-console").clientWidth
            || places.slice(1).some((one, place) => one.left < places[place].right);
        }).map((row) => row.textContent)""",
    )
    assert crossed == []


def test_the_plays_share_a_row_beside_an_open_panel(surf: Surf) -> None:
    stack(surf.live, "pa-free-bet", "2c Ks 9d 6h 7c")
    seat = sit_at(surf, "pa-free-bet", size=DESK)
    seat.lay(3, "main")
    seat.press("Deal")
    seat.page.locator(".table-head").get_by_role("button", name="In words").click()
    seat.page.locator(".table-head").get_by_role("button", name="Coach").click()
    plays = seat.page.locator("table-controls .buttons .act")
    expect(plays).to_have_count(4)
    tops = plays.evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert len(set(tops)) == 1, tops


def test_letters_of_a_chart_stay_in_their_squares(surf: Surf) -> None:
    stack(surf.live, "pa-free-bet", "2c Ks 9d 6h 7c")
    seat = sit_at(surf, "pa-free-bet", size=LOW)
    seat.lay(3, "main")
    seat.press("Deal")
    seat.page.locator(".table-head").get_by_role("button", name="Chart").click()
    seat.page.locator("table-chart td.lit").wait_for(timeout=COMPILED_MS)
    wide = seat.page.eval_on_selector_all(
        "table-chart td b",
        "all => all.filter((one) => one.offsetWidth > one.closest('td').offsetWidth).length",
    )
    assert wide == 0


def test_results_of_neighbours_stay_apart_on_a_phone(surf: Surf) -> None:
    stack(surf.live, "pa-free-bet", "2c As Ah Ac 5d 9d Ks Kh Kc Jd Td")
    seat = sit_as_regular(surf, "pa-free-bet", size=PHONE)
    play_beside(surf.live, "pa-free-bet", (1, 2, 3))
    for name in NAMES[:3]:
        surf.live.site.lobby.tables["pa-free-bet"].mark_ready(name)
    seat.lay(5, "main")
    seat.press("Deal")
    seat.press("Stand")
    seat.wait_for_betting()
    expect(seat.hand(1).locator(".outcome")).to_have_text("+37.50")
    told = seat.page.locator("betting-box:not(.is-large) :is(.total, .outcome):visible")
    places = [place for one in told.all() if (place := one.bounding_box())]
    ends = sorted((one["x"], one["x"] + one["width"]) for one in places)
    assert len(ends) >= 3
    assert all(end <= start for (_, end), (start, _) in pairwise(ends)), ends


def test_messages_leave_an_open_panel_of_a_phone_free(surf: Surf) -> None:
    page = sit_as_regular(surf, "pa-free-bet", size=PHONE).page
    page.get_by_role("button", name="Who is here").click()
    page.get_by_role("region", name="Who is here").wait_for()
    page.evaluate("import('/js/shell/shell.js').then(({ toast }) => toast('Somebody comes.'))")
    message, panel = (page.locator(one).bounding_box() for one in (".toast", ".beside"))
    assert message
    assert panel
    assert message["y"] >= panel["y"] + panel["height"]


def test_own_seats_leave_the_welcome_in_sight_of_a_phone_held_sideways(surf: Surf) -> None:
    page = sit_as_regular(surf, "pa-free-bet", size=LOW).page
    page.get_by_role("button", name="Take a seat").click()
    page.locator("table-standing").get_by_text("1,000").wait_for()
    page.evaluate("location.hash = '#/'")
    page.locator("own-seats .button").first.wait_for()
    assert is_in_sight(page, ".play-now, .invite-now, .bankroll a")


def test_what_the_house_bet_stands_beside_the_cards_of_the_dealer(surf: Surf) -> None:
    seat = split_eights(surf, "pa-free-bet", "2c 8s 6d 8h Kc 3d Ts Ks Qc", TABLET)
    seat.press("Double")
    seat.press("Stand")
    seat.wait_for_betting()
    seat.press("Why this result?")
    seat.page.locator("table-panel details.payment").first.wait_for()
    words = seat.page.locator("cloth-print .net small")
    expect(words).to_have_text("the house bet 10 for you")
    card = seat.page.locator(".dealer-hand playing-card").first.bounding_box()
    end = words.evaluate(
        """(words) => {
          const range = document.createRange();
          range.selectNodeContents(words);
          return range.getBoundingClientRect().right;
        }"""
    )
    assert card
    assert end + 24 <= card["x"], (end, card)


def test_circles_of_a_replay_keep_clear_of_the_rail(surf: Surf) -> None:
    house = House(surf.live, "house")
    house.play()
    page = surf.page("history/house/1", size={"width": 1280, "height": 1000})
    page.get_by_role("button", name="Last").click()
    page.get_by_role("button", name="Back").click()
    name = page.locator('betting-box[data-box="1"] .bettors')
    expect(name).to_have_text("ann")
    felt, below = page.locator("table-felt").bounding_box(), name.bounding_box()
    assert felt
    assert below
    # The rail bends up by 22 % of the height at the corners.
    assert below["y"] + below["height"] <= felt["y"] + felt["height"] * 0.92
