"""The log beside the felt: what happened, in order, and not before it is seen."""

from playwright.sync_api import expect

from tests.web.browsing import Surf, stack
from tests.web.seat import sit_at

LISTEN = """() => {
  window.told = [];
  window.laid_ms = [];
  const known = new WeakSet();
  const now = () => performance.now();
  new MutationObserver(() => {
    for (const card of document.querySelectorAll("table-felt playing-card"))
      if (!known.has(card)) known.add(card), window.laid_ms.push(now());
  }).observe(document.querySelector("table-felt"), { childList: true, subtree: true });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const line of addedNodes) window.told.push([line.textContent, now()]);
  }).observe(document.querySelector("table-log .lines"), { childList: true });
}"""
"""Keeps when each card began its way over the felt, and every line with when it was written."""
SLIDE_MS = 100
"""A card is on its way for longer than that at the usual speed."""


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
    expect(lines).to_contain_text(f"Hand 3.1: {seat.name()} wins 5 on main at 1 to 1")
    told = seat.page.evaluate("told")
    texts = [text for text, _ in told]
    assert not [text for text in texts if "blackjack" in text and "no blackjack" not in text]
    told_ms = [at_ms for text, at_ms in told if " gets " in text]
    laid_ms = seat.page.evaluate("laid_ms")
    assert len(told_ms) == 5
    late = zip(laid_ms, told_ms, strict=False)
    assert all(laid + SLIDE_MS < heard for laid, heard in late), (laid_ms, told)
    assert texts.index("Dealer: “Dealer: 25”") == 1 + texts.index(
        "The dealer gets the nine of clubs."
    )
