"""Chart files in the page: load your own, see where it differs, drill on it, take the best away."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.charts import Chart
from tests.server.live import BY_DEALER, Live, serving
from tests.web.accessible import serious_findings
from tests.web.browsing import COMPILED_MS, PHONE, Surf, assert_fits


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    with serving(pace=BY_DEALER) as served:
        yield served


def load(page: Page, name: str, text: str) -> None:
    file = page.locator("chart-file input[type=file]")
    file.wait_for(state="attached", timeout=COMPILED_MS)
    file.set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})


def test_a_chart_goes_out_and_comes_back(surf: Surf, tmp_path: Path) -> None:
    page = surf.page("odds/double_deck/strategy")
    save = page.get_by_role("button", name="Download the best chart")
    save.wait_for(timeout=COMPILED_MS)
    with page.expect_download(timeout=COMPILED_MS) as download:
        save.click()
    assert download.value.suggested_filename == "double_deck.chart.toml"
    download.value.save_as(tmp_path / "best.toml")
    chart = Chart.read(tmp_path / "best.toml")
    assert chart.hard["16"][:5] == ("S",) * 5
    # With one square changed, that square is marked and the rest is as it was.
    other = str(chart).replace(f'title = "{chart.name}"', 'title = "Mine"')
    line = next(line for line in other.splitlines() if line.startswith('"20"'))
    other = other.replace(line, '"20"     = "S S S S H S S S S S"', 1)
    load(page, "mine.toml", other)
    told = page.locator("chart-file [role=status]")
    expect(told).to_contain_text("“Mine” plays", timeout=COMPILED_MS)
    differing = page.locator("table.chart td.differs")
    expect(differing).not_to_have_count(0)
    assert f"plays {differing.count()} square" in (told.text_content() or "")
    expect(told).to_contain_text("of every 100 bet")
    differing.first.hover()
    expect(page.locator(".detail")).to_contain_text("Your chart plays:")
    assert serious_findings(page) == []
    # What is not a chart is refused, and the chart before it stays.
    load(page, "shopping.txt", "eggs, milk")
    expect(page.get_by_text("shopping.txt is not a TOML file")).to_be_visible()
    expect(told).to_contain_text("“Mine” plays")
    page.reload()
    expect(told).to_contain_text("“Mine” plays", timeout=COMPILED_MS)
    page.get_by_role("button", name="Put it away").click()
    expect(told).to_contain_text("Load a chart file", timeout=COMPILED_MS)
    expect(differing).to_have_count(0)
    surf.forgive()  # The browser notes the refusal.


def test_drills_go_by_your_chart(surf: Surf) -> None:
    page = surf.page("drills/double_deck", size=PHONE)
    load(page, "stand.toml", f'title = "Stand pat"\n[hard]\n"2-21" = "{"S " * 10}"\n')
    expect(page.locator("chart-file")).to_contain_text(
        "drilled on “Stand pat”", timeout=COMPILED_MS
    )
    verdict = page.locator("drill-question .verdict .notice")
    page.locator('drill-question [data-act="stand"]').click()
    expect(verdict).to_have_class("notice good")
    page.keyboard.press("Enter")
    page.locator('drill-question [data-act="hit"]').click()
    expect(verdict).to_have_class("notice bad")
    expect(verdict).to_contain_text("Your chart: Stand.")
    assert_fits(page)


def test_a_bad_chart_is_refused_in_the_language_of_the_page(surf: Surf) -> None:
    page = surf.page("drills/double_deck", locale="es")
    load(page, "mia.toml", '[hard]\n"16" = "S S"\n')
    told = page.locator(".toast")
    expect(told).to_contain_text("Mia.toml: hard.16 tiene 2 casillas: escribe una por cada una de")
    surf.forgive()  # The browser notes the refusal.
