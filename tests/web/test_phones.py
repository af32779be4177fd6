"""A page that came from another device over plain HTTP, and the code that a phone scans."""

import hashlib
import secrets
from collections.abc import Iterator

import pytest
import segno
from playwright.sync_api import Browser, Page, expect

from tests.patience import wait_until
from tests.server.live import Live, serving
from tests.web.browsing import LAPTOP, PATIENT, PHONE, Surf, assert_fits, surfing

READ_CODE = """() => {
  const box = document.querySelector(".join-code").viewBox.baseVal;
  const squares = document.querySelector(".join-code .dark").getAttribute("d");
  return [box.width, [...squares.matchAll(/M(\\d+) (\\d+)/g)].map(([, x, y]) => [+x, +y])];
}"""
OWN_DIGEST = """async (texts) => {
  const { encoded, hex, ownSha256, sha256 } = await import("/js/core/digest.js");
  const both = texts.map(async (text) => {
    const bytes = encoded(text);
    return [hex(ownSha256(bytes)), hex(await sha256(bytes))];
  });
  return [isSecureContext, await Promise.all(both)];
}"""
KEEP_LOCKS = """
  window.locks = [];
  const { request } = navigator.wakeLock;
  navigator.wakeLock.request = async (kind) => {
    const lock = await request.call(navigator.wakeLock, kind);
    locks.push(lock);
    return lock;
  };
"""


@pytest.fixture
def live() -> Iterator[Live]:
    with serving(pace=PATIENT, host="0.0.0.0", origins=(f"http://{LAPTOP}",)) as served:
        yield served


@pytest.fixture
def surf(browser: Browser, live: Live) -> Iterator[Surf]:
    with surfing(browser, live) as opened:
        opened.forgive("The Cross-Origin-Opener-Policy header has been ignored")
        yield opened


def far_page(surf: Surf, path: str = "") -> Page:
    """The page as a phone has it, without what browsers keep for secure contexts."""
    return surf.page(path, size=PHONE, url=f"http://{LAPTOP}:{surf.live.settings.port}")


def is_shown(page: Page, url: str) -> bool:
    """Whether the page shows the code of an address, square by square."""
    page.locator(".join-code").wait_for()
    size, squares = page.evaluate(READ_CODE)
    rows = segno.make(url, error="m", micro=False).matrix
    dark = [[x + 4, y + 4] for y, row in enumerate(rows) for x, one in enumerate(row) if one]
    return bool(size == len(rows) + 8 and squares == dark)


def test_digests_without_a_secure_context_equal_those_of_a_library(surf: Surf) -> None:
    # Lengths around the ends of blocks are where padding goes wrong.
    texts = ["", "abc", *(secrets.token_hex(n)[:n] for n in (1, 54, 55, 56, 63, 64, 65, 119, 1000))]
    is_secure, digests = far_page(surf).evaluate(OWN_DIGEST, texts)
    assert not is_secure
    for text, (own, shown) in zip(texts, digests, strict=True):
        assert own == shown == hashlib.sha256(text.encode()).hexdigest(), text


def test_lobby_shows_phones_the_code_of_its_address(surf: Surf, live: Live) -> None:
    near = surf.page(url=f"http://127.0.0.2:{live.settings.port}")
    assert is_shown(near, f"http://127.0.0.2:{live.settings.port}")
    far = surf.page(url=f"http://{LAPTOP}:{live.settings.port}")
    assert is_shown(far, f"http://{LAPTOP}:{live.settings.port}")
    phone = far_page(surf)
    expect(phone.locator(".join")).to_be_hidden()
    assert_fits(phone)


def test_link_is_copied_without_a_secure_context(surf: Surf, live: Live) -> None:
    page = far_page(surf, "table/nz")
    page.get_by_role("button", name="Who is here").click()
    panel = page.get_by_role("region", name="Who is here")
    url = f"http://{LAPTOP}:{live.settings.port}/#/table/nz"
    assert is_shown(page, url)
    page.evaluate("addEventListener('copy', () => { window.copied = String(getSelection()); })")
    panel.get_by_role("button", name="Copy the link").click()
    expect(panel.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("window.copied") == url


def test_shoe_gets_a_word_of_a_page_without_a_secure_context(surf: Surf, live: Live) -> None:
    page = far_page(surf, "table/nz")
    page.get_by_role("button", name="Take a seat").click()
    page.locator("table-standing").get_by_text("1,000").wait_for()
    text = page.evaluate("""async () => {
      const { contribute } = await import("/js/history/witness.js");
      const shoe = { commitment: "ab".repeat(32) };
      const status = { role: "player", waits_for: "cut", shoes: [shoe] };
      let given = null;
      await contribute("x", "ann", status, async (command) => ((given = command), { ok: true }));
      const words = JSON.parse(localStorage.getItem("pitboss.commitments.x"));
      return [words[shoe.commitment].words, given.commitment];
    }""")
    word, commitment = text
    told = f"pitboss cut word 1\nann\n{word}"
    assert commitment == hashlib.sha256(told.encode()).hexdigest()


def test_screen_stays_on_for_players_if_the_browser_can(surf: Surf, live: Live) -> None:
    near = surf.page("table/nz", size=PHONE)
    near.context.grant_permissions(["screen-wake-lock"])
    near.add_init_script(KEEP_LOCKS)
    near.reload()
    near.get_by_role("button", name="Take a seat").click()

    def held(count: int) -> None:
        said = "locks.filter((lock) => !lock.released).length"
        wait_until(lambda: near.evaluate(said) == count, f"not {count} locks are held")

    held(1)
    near.goto(f"{live.url}/#/settings")
    held(0)
    choices = near.get_by_role("group", name="Screen at the table")
    choices.get_by_text("Goes dark as usual").click()
    near.goto(f"{live.url}/#/table/nz")
    near.locator("table-standing").get_by_text("1,000").wait_for()
    held(0)
    far = far_page(surf, "settings")
    expect(far.get_by_role("group", name="Emotes of others")).to_be_visible()
    expect(far.get_by_role("group", name="Screen at the table")).to_have_count(0)
