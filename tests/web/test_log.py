"""The log beside the felt: what happened, in order, and not before it is seen."""

from playwright.sync_api import expect

from tests.web.browsing import Surf, stack
from tests.web.seat import sit_at

LISTEN = """() => {
  const cards = [];
  const totals = new Map();
  window.told = [];
  window.early = [];
  new MutationObserver(() => {
    for (const card of document.querySelectorAll("table-felt playing-card")) {
      if (cards.includes(card)) continue;
      cards.push(card);
      const total = card.closest("player-hand, .dealer-hand").querySelector(".total");
      const is_another = totals.get(total) !== total.textContent;
      if (is_another && getComputedStyle(total).opacity !== "0")
        early.push(`the total of card ${cards.length}: ${total.textContent}`);
      totals.set(total, total.textContent);
    }
  }).observe(document.querySelector("table-felt"), { childList: true, subtree: true });
  new MutationObserver((changes) => {
    for (const line of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      told.push(line.textContent);
      if (!/ gets /.test(line.textContent)) continue;
      const card = cards[told.filter((text) => / gets /.test(text)).length - 1];
      const is_covered = card.querySelectorAll("svg").length > 1;
      if (is_covered || card.getAnimations().length) early.push(line.textContent);
    }
  }).observe(document.querySelector("table-log .lines"), { childList: true });
}"""
"""Keeps every line, and what was told or shown before its card lay there face up."""


def test_a_win_is_told_as_a_win_once_its_cards_are_seen(surf: Surf) -> None:
    """Free Bet pays blackjacks and other wins by one clause; a total comes after its card."""
    stack(surf.live, "pa-free-bet", "2c Ts 6d 9h Tc 9c 2s 3s")
    seat = sit_at(surf, "pa-free-bet", motion=True)
    seat.page.evaluate(LISTEN)
    seat.lay(3, "main")
    seat.press("Deal")
    seat.press("Stand")
    seat.wait_for_betting()
    lines = seat.page.locator("table-log .lines")
    expect(lines).to_contain_text("Round 1 is over")
    expect(lines).to_contain_text("Your hand: you win 5 on main at 1 to 1")
    texts = seat.page.evaluate("told")
    assert not [text for text in texts if "blackjack" in text and "no blackjack" not in text]
    assert len([text for text in texts if " gets " in text]) == 5
    assert seat.page.evaluate("early") == []
    assert texts.index("Dealer: “Dealer: 25”") == 1 + texts.index(
        "The dealer gets the nine of clubs."
    )


def test_the_log_speaks_of_you_and_of_your_second_hand(surf: Surf) -> None:
    stack(surf.live, "pa-free-bet", "2c 8s 6d 8h Tc 3d Ks Qc 2d Ac 5s")
    seat = sit_at(surf, "pa-free-bet")
    seat.lay(3, "main")
    seat.press("Deal")
    seat.press("Split")
    expect(seat.page.locator(".told")).to_contain_text("first hand")
    seat.press("Stand")
    expect(seat.page.locator(".told")).to_contain_text("second hand")
    seat.press("Stand")
    seat.wait_for_betting()
    lines = seat.page.locator("table-log .lines")
    for told in (
        "You bet 5 on main.",
        "Your second hand gets the king of spades.",
        "Your second hand: you win 5 on main",
        "Round 1 is over",
    ):
        expect(lines).to_contain_text(told)
    assert "Hand 3." not in lines.inner_text()
    assert seat.name() not in lines.inner_text()
    seat.page.get_by_role("button", name="Why this result?").click()
    panel = seat.page.locator("table-panel")
    expect(panel.locator(".payment").nth(1)).to_contain_text("Your second hand: you win 5")
    assert seat.name() not in panel.inner_text()


DRAW = """() => {
  window.card = document.querySelector("table-felt").appendChild(document.createElement("i"));
  window.move = () => { const one = card.animate([], 1000); one.pause(); return one; };
  window.coming = move();
  window.wait = async () => {
    for (let task = 0; task < 20; task++) await new Promise((done) => setTimeout(done));
    return document.querySelectorAll("table-log .lines p").length;
  };
  const event = { event: "round_ended", number: 1 };
  document.querySelector("table-log").add({ event, words: ["round_ended", {}], calls: [] }, "");
}"""
"""A card that comes and is turned by hand, and an event that is told after it."""


def test_a_card_is_told_once_it_has_arrived_and_is_turned_up(surf: Surf) -> None:
    page = sit_at(surf, "nz", motion=True).page
    lines = page.evaluate("document.querySelectorAll('table-log .lines p').length")
    page.evaluate(DRAW)
    assert page.evaluate("wait()") == lines
    page.evaluate("coming.finished.then(() => { window.turning = move(); }); coming.finish()")
    assert page.evaluate("wait()") == lines
    page.evaluate("turning.finish()")
    expect(page.locator("table-log .lines p").nth(lines)).to_be_attached()
