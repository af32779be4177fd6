"""What is due at a console, each by its key: prizes, both sides of a double shoe, broken frames."""

import re
from functools import partial

from playwright.sync_api import WebSocketRoute, expect

from pitboss.engine.side_wagers.prizes import PrizeDrawn
from pitboss.engine.state import BETTING, PLAYING
from pitboss.server.log.events import entries_after
from tests.patience import wait_until
from tests.web.browsing import Surf
from tests.web.dealing import Console, open_pit
from tests.web.floor_crew import at_desk
from tests.web.keyed_round import MOVED


def prizes(surf: Surf) -> list[PrizeDrawn]:
    """The prizes that were drawn."""
    entries = entries_after(surf.live.site.store, "floor", 0)
    events = [event for entry in entries for event in entry.events]
    return [event for event in events if isinstance(event, PrizeDrawn)]


def test_a_prize_is_drawn_by_enter(surf: Surf) -> None:
    open_pit(surf.live, "cards_by_hand", "nz", madness_21="true")
    desk = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
    desk.do("g200\ng200\n10\n2m10\n2m\nAs9d6hKc8d")
    due = desk.page.get_by_role("region", name="Due now")
    expect(due).to_contain_text("Press the prize button")
    desk.do([MOVED, "Enter"])
    assert desk.state.phase == PLAYING
    assert [event.player for event in prizes(surf)] == ["guest-1"]


def test_a_guest_leaves_the_prize_button_to_the_staff(surf: Surf) -> None:
    open_pit(surf.live, "cards_by_hand", "nz", madness_21="true")
    desk = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
    desk.do("g200\n10\n2m\nAs6cKd")
    desk.do("n")
    assert desk.state.button.declined == ("guest-1",)
    desk.do([MOVED, "Enter"])
    assert [event.player for event in prizes(surf)] == [""]


def test_a_lammer_that_goes_is_read_on_the_chips_list(surf: Surf) -> None:
    told = surf.page("nowhere").evaluate("""async () => {
      const { ChipList } = await import("/js/floor/dealer/chip_list.js");
      const move = { number: 1, box: 1, hand: 2, player: "guest-1", wager: "main", take: 0,
                     pay: 0, back: 0, lammers: 1000, clause: "PA-7-p", chips: [], change: 0 };
      return [
        { result: "push" }, { result: "loss" }, { result: "push", back: 1000 },
        { result: "win", pay: 2000, back: 1000 }, { result: "push", back: 1000, lammers: 0 },
      ].map((one) => {
        const list = new ChipList();
        document.body.append(list);
        list.show([{ ...move, ...one }], 0, [], (wager) => wager);
        return list.textContent;
      });
    }""")
    for text, part in zip(
        told,
        ("nothing is won", "nothing is lost", "Push the lammer goes", "Pay 20 the lammer goes", ""),
        strict=True,
    ):
        assert part in text
    assert "lammer" not in told[-1]


def test_a_frame_that_cannot_be_read_is_said_at_the_console(surf: Surf) -> None:
    open_pit(surf.live, "cards_by_hand", "nz")
    page = at_desk(surf, "dan", "account")

    def break_deals(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(lambda told: server.send(str(told).replace('"deal"', '"dael"')))

    page.route_web_socket(re.compile("/ws/"), break_deals)
    page.evaluate("location.hash = '#/floor/floor'")
    desk = Console(page, surf.live, "dan")
    desk.do("g200\n10\n")
    desk.type("\n")
    expect(desk.element.get_by_role("alert")).to_contain_text("Enter is refused. The message")
    page.locator(".due").get_by_role("button", name="Do it").click()
    expect(page.locator(".due").get_by_role("alert")).to_contain_text("cannot be read")
    assert desk.state.phase == BETTING


def test_both_sides_of_a_double_shoe_are_loaded_before_the_deal(surf: Surf) -> None:
    open_pit(surf.live, "by_hand", "tribal", shoe="double")
    desk = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
    sue = at_desk(surf, "sue", "floor/floor")
    board, hint = desk.element.locator("now-board"), desk.element.locator(".hint")
    desk.do("g200\n")
    due = sue.get_by_role("region", name="Due now").get_by_role("button")
    for _ in range(80):
        if desk.state.prep.other is not None and not desk.state.prep.procedure:
            break
        # One of the two pages may still show the step before.
        wait_until(lambda: "Supervisor" not in hint.inner_text() or due.count() > 0)
        if "Supervisor" in hint.inner_text():
            version = desk.version
            due.first.click()
            wait_until(partial(desk.has_gone_on, version))
        else:
            desk.do("\n")
    desk.do("10\n")
    expect(hint).to_contain_text("> from the right")
    desk.do(">")
    expect(board).to_contain_text("Determinant card from the right side")
    expect(board).to_contain_text("it is burned")
    desk.do("2s")
    expect(board).to_contain_text("side of the shoe")
