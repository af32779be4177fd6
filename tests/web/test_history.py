"""History: the list of rounds, the replay, what was paid and why, the script."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from pitboss.round_scripts.format import parse_script
from pitboss.round_scripts.play import play_script
from pitboss.server.security.witness import open_store, under_witness
from pitboss.server.settings import Settings
from pitboss.store.witness.receipts import read_receipts
from tests.patience import wait_until
from tests.server.live import serving
from tests.web.accessible import serious_findings
from tests.web.browsing import PATIENT, PHONE, Surf, stack, surfing
from tests.web.floor_crew import House
from tests.web.seat import sit_at


def test_a_round_is_replayed_step_by_step(surf: Surf) -> None:
    house = House(surf.live)
    house.play()
    house.play()
    house.end_shoe()
    page = surf.page("history")
    page.get_by_role("link", name="Double Deck Blackjack").click()
    expect(page.get_by_role("row")).to_have_count(3)
    assert serious_findings(page) == []
    page.get_by_role("link", name="Round 2").click()
    page.get_by_role("heading", name="Round 2 at Double Deck Blackjack").wait_for()
    told = page.locator(".told")
    # It begins at the end, with what came of it.
    expect(told).to_have_text("Round 2 is over.")
    expect(page.locator("table-felt .outcome")).to_have_count(1)
    page.get_by_role("button", name="First").click()
    expect(told).to_have_text("Box 1: ann bets 10 on main.")
    page.get_by_role("button", name="Next").click()
    expect(told).to_have_text("No more bets.")
    expect(page.locator('betting-box[data-box="1"] .bettors')).to_have_text("ann")
    page.get_by_role("button", name="Last").click()
    expect(told).to_have_text("Round 2 is over.")
    page.get_by_role("button", name="Back").click()
    expect(told).to_contain_text("main")
    assert page.get_by_role("slider").get_attribute("aria-valuetext") == told.inner_text()


def test_every_payment_says_why_and_the_script_holds(surf: Surf, tmp_path: Path) -> None:
    house = House(surf.live)
    house.play()
    house.end_shoe()
    page = surf.page("history/double-deck/1", size=PHONE)
    payment = page.locator("details.payment").first
    clause = payment.locator(".clause").inner_text()
    assert clause.startswith("DD-")
    assert payment.get_by_text("double deck Paragraph").is_visible()
    page.get_by_role("button", name="Play it through the engine again").click()
    page.get_by_text("the round comes out the same to the cent").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export as round script").click()
    path = tmp_path / "saved.round.toml"
    saved.value.save_as(path)
    verdict = play_script(parse_script(path.read_text(encoding="utf-8")))
    assert verdict.ok, verdict.failures
    assert serious_findings(page) == []
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_the_script_of_a_shoe_in_play_is_refused_in_words(surf: Surf) -> None:
    House(surf.live).play()
    page = surf.page("history/double-deck/1")
    page.get_by_role("button", name="Export as round script").click()
    page.get_by_text("the shoe of this round is still in play").wait_for()
    surf.forgive()  # The browser itself writes down that the request was refused.


def test_a_result_is_explained_from_the_table(surf: Surf) -> None:
    stack(surf.live, "nz", "Ts 9d 6s Kd 7h 6c Th 5c 5d 5h 5s 4c 4d")
    seat = sit_at(surf, "nz")
    seat.lay(1, "main")
    seat.press("Deal")
    seat.press("Stand")
    seat.press("Why this result?")
    page = seat.page
    panel = page.locator("table-panel")
    expect(panel.locator("details.payment")).to_contain_text("You, Main")
    expect(panel.locator("details.payment")).to_contain_text("Arithmetic5.00 of 5.00 is lost")
    expect(panel.locator("details.payment")).to_contain_text("10♠ 6♠, 16")
    with page.context.expect_page() as opened:
        panel.get_by_role("link", name="Open in a new tab").click()
    replay = opened.value.locator("round-replay")
    expect(replay.locator(".told")).to_have_text("Round 1 is over.")
    assert replay.locator("table-felt playing-card").count() >= 4


def test_history_begins_with_the_own_rounds_and_draws_their_course(surf: Surf) -> None:
    stack(surf.live, "nz", "Ts 9d 9s 8d 7h 6c Th 5c 5d 5h 5s 4c 4d")
    seat = sit_at(surf, "nz")
    seat.lay(1, "main")
    seat.press("Deal")
    seat.press("Stand")
    seat.wait_for_betting()
    page = seat.page
    net = surf.live.site.lobby.tables["nz"].actor.state.chips[seat.name()] - 100_000
    page.goto(f"{surf.live.url}/#/history/nz")
    expect(page.get_by_role("link", name="Only mine")).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("img", name="Your net over 1 round")).to_be_visible()
    shown = f"{net / 100:+.0f}".replace("-", "\u2212")
    expect(page.locator(".course strong")).to_have_text(shown)
    expect(page.locator(".results li")).to_have_text(f"You {shown}")
    page.get_by_role("link", name="Everybody").click()
    expect(page.locator(".course")).to_be_empty()
    # Who has played no round here sees everybody's.
    other = surf.page("history/nz")
    expect(other.locator(".results li")).to_have_text(f"{seat.name()} {shown}")


def test_a_device_keeps_a_receipt_of_each_round_it_played(browser: Browser, tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path / "data"))
    store = open_store(settings)
    under_witness(store, settings)
    with serving(store, pace=PATIENT) as live, surfing(browser, live) as surf:
        stack(live, "nz", "Ts 9d 6s Kd 7h 6c Th 5c 5d 5h 5s 4c 4d")
        seat = sit_at(surf, "nz")
        seat.lay(1, "main")
        seat.press("Deal")
        seat.press("Stand")
        page = seat.page
        kept = "localStorage.getItem('pitboss.receipts')"
        wait_until(lambda: bool(page.evaluate(kept)), "no receipt is kept")
        page.evaluate("location.hash = '#/history/nz'")
        panel = page.locator("section.receipts")
        assert serious_findings(page) == []
        with page.expect_download() as saved:
            panel.get_by_role("button", name="Save 1 receipt as a file").click()
        path = tmp_path / saved.value.suggested_filename
        saved.value.save_as(path)
        (receipt,) = read_receipts(path.read_bytes())
        assert (receipt.table, receipt.player, receipt.round) == ("nz", seat.name(), 1)
        assert receipt.chain in [record.chain for record in store.read("nz")]
        expect(panel.locator("code")).to_have_text(receipt.code)
        page.get_by_role("link", name="Round 1", exact=True).click()
        expect(page.get_by_text(f"Code of your receipt: {receipt.code}")).to_be_visible()
