"""A night among friends: a table of one's own, guests on phones, and who has won."""

import re
import secrets
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from pitboss.engine.state import PLAYING, TableState
from pitboss.proof.money import count_money
from tests.patience import wait_until
from tests.server.live import Live, Visitor, serving
from tests.web.accessible import serious_findings
from tests.web.browsing import COMPILED_MS, PATIENT, PHONE, Surf, assert_fits, stack, surfing
from tests.web.seat import Seat


@pytest.fixture
def live() -> Iterator[Live]:
    with serving(pace=PATIENT, host="0.0.0.0") as served:
        yield served


@pytest.fixture
def surf(browser: Browser, live: Live) -> Iterator[Surf]:
    with surfing(browser, live) as opened:
        opened.forgive("The Cross-Origin-Opener-Policy header has been ignored")
        yield opened


OPENED = """async () => {
  const { becomeGuest } = await import("/js/shell/session.js");
  const { post } = await import("/js/core/api.js");
  await becomeGuest("Hana");
  return (await post("/api/private-tables", {
    rulebook: "nz", title: "Friday", chips: 100_000,
  })).table;
}"""


def test_host_opens_a_night_in_words_and_gives_chips(surf: Surf) -> None:
    host = surf.page("open/pa_free_bet?private", size=PHONE)
    # Three games in words; all others are one press away.
    expect(host.get_by_label("Gallery of standard games")).to_be_hidden()
    host.get_by_text("More games").click()
    expect(host.get_by_label("Gallery of standard games")).to_be_visible()
    host.get_by_role("link", name="House Blackjack Eight decks").click()
    form = host.get_by_role("form", name="Open a table")
    form.get_by_label("Title").fill("Friday")
    form.get_by_label("Chips for everybody").select_option("200")
    form.get_by_label("Time for a decision").select_option("60")
    form.get_by_label("Bots").select_option("2")
    assert serious_findings(host) == []
    assert_fits(host)
    form.get_by_role("button", name="Open the table").click()
    host.get_by_role("button", name="Take a seat · buy in for 200").click()
    host.locator("table-standing").get_by_text("200", exact=True).wait_for()
    table = str(host.evaluate("location.hash")).removeprefix("#/table/")
    live_table = surf.live.site.lobby.tables[table]
    assert live_table.actor.pace.turn_ms == 60_000
    assert len(live_table.robots) == 2
    host.get_by_role("button", name="Who is here").click()
    people = host.get_by_role("region", name="Who is here")
    people.locator("summary", has_text="Give chips").click()
    people.get_by_role("spinbutton", name="Chips").fill("50")
    people.get_by_role("button", name="Give chips").click()
    host.locator("table-standing").get_by_text("250", exact=True).wait_for()


def test_friends_join_by_the_printed_code_play_and_see_who_has_won(surf: Surf) -> None:
    live = surf.live
    near = f"http://127.0.0.2:{live.settings.port}"
    host = surf.page(url=near)
    table = host.evaluate(OPENED)
    host.goto(f"{near}/#/table/{table}")
    host.get_by_role("button", name="Who is here").click()
    link = host.get_by_label("Send friends this link")
    expect(link).to_have_value(f"{near}/#/table/{table}")
    guest = surf.page(size=PHONE)
    guest.goto(link.input_value())
    ask = guest.get_by_role("dialog", name="What is your name?")
    ask.get_by_label("Name").fill("Zoe")
    ask.get_by_role("button", name="Join the table").click()
    stack(live, table, "Ts 9d Th 8c")
    seat = Seat(guest, live, table)
    seat.lay(1, "main")
    guest.keyboard.press("Enter")
    expect(guest.locator(".told")).to_contain_text(re.compile("your turn", re.IGNORECASE))
    guest.keyboard.press("s")
    seat.wait_for_betting()
    # Whoever closes the phone finds seat and chips again.
    guest.reload()
    expect(guest.locator("table-standing")).to_contain_text("1,00")
    people = host.get_by_role("region", name="Who is here")
    people.get_by_role("link", name="The evening").click()
    board = host.locator("pit-evening svg.share")
    expect(board).to_contain_text("1. Zoe")
    said = "Biggest win: Zoe won 5 in round 1, with 10♠ 10♥ against 9♦ 8♣."
    expect(host.get_by_role("link", name=said)).to_be_visible()
    # The host closes the evening: everybody sees the ranking, and what the odds say of it.
    host.go_back()
    host.get_by_role("button", name="Who is here").click()
    people.get_by_role("button", name="Close this table").click()
    for page in (host, guest):
        expect(page.locator("pit-evening svg.share")).to_contain_text("1. Zoe")
        page.get_by_text("Best played: Zoe, 1 of 1 decisions").wait_for(timeout=COMPILED_MS)
        expect(page.get_by_text(re.compile(r"([1-9]) of \1 finished shoes"))).to_be_visible()
        assert serious_findings(page) == []
        assert_fits(page)
    with host.expect_download() as saved:
        host.get_by_role("button", name="Save as a picture").click()
    assert saved.value.suggested_filename == "evening.png"
    # Title, ranking and all that is said of it are in the picture.
    with Image.open(saved.value.path()) as picture:
        assert picture.width == 840
        assert picture.height > 2 * (44 + 34 + 4 * 20)


def test_invited_guest_is_asked_for_a_name_and_changes_it(surf: Surf) -> None:
    host = surf.page()
    table = host.evaluate(OPENED)
    host.goto(f"{surf.live.url}/#/table/{table}")
    guest = surf.page(f"table/{table}", size=PHONE)
    ask = guest.get_by_role("dialog", name="What is your name?")
    assert serious_findings(guest) == []
    assert_fits(guest)
    ask.get_by_label("Name").fill("Hana")
    surf.forgive()
    ask.get_by_role("button", name="Join the table").click()
    expect(ask.get_by_text("the name Hana is taken")).to_be_visible()
    ask.get_by_label("Name").fill("Old Joe")
    ask.get_by_role("button", name="Join the table").click()
    expect(guest.locator(".account")).to_have_attribute("aria-label", "Account: Old-Joe")
    guest.get_by_role("button", name="Take a seat").click()
    guest.locator("table-standing").get_by_text("1,000").wait_for()
    host.get_by_role("button", name="Who is here").click()
    people = host.get_by_role("region", name="Who is here")
    expect(people.locator(".names").get_by_text("Old-Joe")).to_be_visible()
    # Another name is seen by the others.
    guest.get_by_role("button", name="Who is here").click()
    own = guest.get_by_role("region", name="Who is here")
    own.get_by_text("Change your name").click()
    own.get_by_role("textbox", name="Name").fill("Joseph")
    own.get_by_role("button", name="Save the name").click()
    expect(people.locator(".names").get_by_text("Joseph")).to_be_visible()
    expect(guest.locator(".account")).to_have_attribute("aria-label", "Account: Joseph")
    # Nobody has to give one, and nobody is asked twice.
    other = surf.page(f"table/{table}", size=PHONE)
    other.get_by_role("dialog").get_by_role("button", name="Skip").click()
    other.get_by_role("button", name="Take a seat").click()
    other.locator("table-standing").get_by_text("1,000").wait_for()
    other.reload()
    other.locator("table-standing").get_by_text("1,000").wait_for()
    expect(other.get_by_role("dialog")).to_have_count(0)


def test_host_lets_a_newcomer_in_from_the_table(surf: Surf) -> None:
    host = surf.page(size=PHONE)
    table = host.evaluate(OPENED)
    host.goto(f"{surf.live.url}/#/table/{table}")
    host.get_by_role("button", name="Who is here").click()
    people = host.get_by_role("region", name="Who is here")
    people.get_by_label("Who may join").select_option(label="I let each one in")
    wait_until(lambda: surf.live.site.lobby.door_of(table).kind == "ask", "it is not kept")
    people.get_by_role("button", name="Close", exact=True).click()
    guest = surf.page(f"table/{table}", size=PHONE)
    ask = guest.get_by_role("dialog", name="What is your name?")
    ask.get_by_label("Name").fill("Zoe")
    ask.get_by_role("button", name="Join the table").click()
    expect(ask).to_have_count(0)
    guest.get_by_role("button", name="Ask the host for a seat").click()
    guest.get_by_role("button", name="The host has been asked").wait_for()
    expect(host.get_by_text("Zoe asks for a seat")).to_be_visible()
    host.get_by_role("button", name="Who is here (1)").click()
    people.get_by_text("Asking for a seat").wait_for()
    assert serious_findings(host) == []
    assert_fits(host)
    people.get_by_role("button", name="Let in").click()
    guest.get_by_text("The host has let you in").wait_for()
    guest.get_by_role("button", name="Take a seat").click()
    guest.locator("table-standing").get_by_text("1,000").wait_for()
    people.get_by_label("Who may join").select_option(label="No more players")
    late = surf.page(f"table/{table}", size=PHONE)
    late.get_by_role("dialog").get_by_role("button", name="Skip").click()
    late.get_by_role("button", name="No more players may join").click()
    late.locator(".toast").get_by_text("No more players may join").wait_for()
    assert_fits(late)


def take_phone(surf: Surf, link: str, name: str) -> Page:
    """Scan the code, and say a name."""
    page = surf.page(size=PHONE)
    page.evaluate("""localStorage.setItem("pitboss.settings", '{"hints": "off"}')""")
    page.goto(link)
    ask = page.get_by_role("dialog", name="What is your name?")
    ask.get_by_label("Name").fill(name)
    ask.get_by_role("button", name="Join the table").click()
    expect(ask).to_have_count(0)
    return page


class Party:
    """Nine people on one box each: six with phones, three with programs."""

    def __init__(self, surf: Surf) -> None:
        self.live = surf.live
        self.surf = surf
        self.near = f"http://127.0.0.2:{surf.live.settings.port}"
        host = surf.page(url=self.near, size=PHONE)
        self.table = str(host.evaluate(OPENED))
        self.link = f"{self.near}/#/table/{self.table}"
        self.phones: dict[str, Page] = {}
        self.programs = {f"prog{n}": surf.live.guest(f"prog{n}") for n in range(3)}
        self.host = host
        for name, visitor in self.programs.items():
            self.give(name, {"do": "buy_in", "player": name, "amount": 100_000}, visitor)

    @property
    def state(self) -> TableState:
        return self.live.site.lobby.tables[self.table].actor.state

    def join(self, *names: str) -> None:
        """Give these people phones."""
        for name in names:
            self.phones[name] = take_phone(self.surf, self.link, name)

    def give(self, name: str, command: dict[str, Any], visitor: Visitor) -> None:
        body = {"id": secrets.token_hex(8), "command": command}
        answer = visitor.post(f"/api/tables/{self.table}/commands", body)
        assert answer["ok"], (name, answer)

    def play(self, boxes: dict[str, int], behind: dict[str, int], cards: str) -> None:
        """Play a round: everybody bets on a box, some behind others, and all of them stand."""
        stack(self.live, self.table, cards)
        for name, box in boxes.items():
            if name in self.programs:
                wager = {"do": "place_wager", "box": box, "wager": "main", "amounts": [500]}
                self.give(name, wager, self.programs[name])
        # A box has its player before others bet behind.
        for name, box in sorted(boxes.items(), key=lambda item: item[0] in behind):
            if name in self.phones:
                seat = Seat(self.phones[name], self.live, self.table)
                for place in (box, *([behind[name]] if name in behind else [])):
                    seat.lay(place, "main")
                self.phones[name].keyboard.press("Enter")
                wait_until(partial(self.has_bet, name, box), f"{name} has no wager")
        for name, visitor in self.programs.items():
            if name in boxes:
                visitor.post(f"/api/tables/{self.table}/ready", {})
        wait_until(lambda: self.state.phase == PLAYING, "nothing is dealt")

    def has_bet(self, name: str, box: int) -> bool:
        return name in self.bettors(box)

    def bettors(self, box: int) -> list[str]:
        lying = self.state.box(box)
        return [name for name, _ in lying.mains] if lying else []

    def stand(self) -> str:
        """Stand on the hand in play; return its player."""
        box = self.state.turn[0]
        name = self.bettors(box)[0]
        if name in self.programs:
            self.give(name, {"do": "stand", "box": box}, self.programs[name])
        else:
            page = self.phones[name]
            expect(page.locator(".told")).to_contain_text(re.compile("your turn", re.IGNORECASE))
            page.keyboard.press("s")
        wait_until(lambda: self.state.turn[0] != box, f"{name} still decides")
        return name

    def stand_all(self) -> None:
        while self.state.phase == PLAYING:
            self.stand()


def test_party_of_nine_with_followers_latecomers_and_one_who_leaves(surf: Surf) -> None:
    party = Party(surf)
    party.join("Ada", "Ben", "Cleo", "Dan")
    boxes = {"Ada": 1, "Ben": 2, "Cleo": 3, "Dan": 4, "prog0": 5, "prog1": 6, "prog2": 7}
    # Boxes of even numbers have 20, the others 15, and the dealer 17.
    first, dealer, drawn = "Ts Th Td Tc Js Jh Jd", "9d", "8c"
    party.play(boxes, {}, f"{first} {dealer} 5s Qh 5d Qc 5h Qs 5c {drawn}")
    party.stand_all()
    # Two come late, two follow others, and one closes the phone with a hand in play.
    party.join("Eve", "Finn")
    boxes |= {"Eve": 8, "Finn": 9}
    party.play(
        boxes,
        {"Ada": 2, "Finn": 8},
        f"{first} Jc Ks {dealer} 5s Qh 5d Qc 5h Qs 5c Qd 5s {drawn}",
    )
    assert party.bettors(2) == ["Ben", "Ada"]
    assert party.bettors(8) == ["Eve", "Finn"]
    while party.bettors(party.state.turn[0])[0] != "Cleo":
        party.stand()
    context = party.phones["Cleo"].context
    party.phones["Cleo"].close()
    party.phones["Cleo"] = again = context.new_page()
    again.goto(party.link)
    hand = Seat(again, party.live, party.table).hand(3)
    expect(hand.locator("playing-card")).to_have_count(2)
    expect(again.locator("table-standing")).to_contain_text("990")
    party.stand_all()
    # One leaves: the chips go back, and the others play on.
    leaves = party.phones["Dan"]
    leaves.get_by_role("button", name="Cash out").click()
    leaves.get_by_role("button", name="Take a seat").wait_for()
    leaves.goto(f"{party.near}/#/")
    del boxes["Dan"]
    party.play(
        boxes,
        {},
        f"Ts Th Td Js Jh Jd Jc Ks {dealer} 5s Qh 5d 5h Qs 5c Qd 5s {drawn}",
    )
    party.stand_all()
    for page in (party.host, party.phones["Ada"]):
        page.goto(f"{party.near}/#/evening/{party.table}")
        board = page.locator("pit-evening svg.share")
        expect(board.locator("text.net")).to_have_count(9)
        expect(board).to_contain_text("1. Ben")
        assert_fits(page)
    nets = party.host.locator("pit-evening svg.share text.net").all_text_contents()
    shown = sorted(float(net.replace("\u2212", "-").replace("+", "")) for net in nets)
    #   Ben and prog1 3 x 5; Dan 2 x 5; Eve 2 x 5; Ada -15 + 5; Finn -10 + 5; Cleo, prog0, prog2.
    assert shown == [-15, -15, -15, -10, -5, 10, 10, 15, 15]
    assert count_money(party.live.site.store).faults == ()
