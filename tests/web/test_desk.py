"""The counting desk: figures follow the sliders, plots are saved, and a link brings it all back."""

import csv
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from pitboss.errors import StudyError
from pitboss.study import desk
from tests.server.live import BY_DEALER, Live, serving
from tests.web.accessible import serious_findings
from tests.web.browsing import COMPILED_MS, SMALL, Surf, assert_fits


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    with serving(pace=BY_DEALER) as served:
        yield served


def told(live: Live, query: str) -> str:
    """SCORE as the server tells it and the page writes it."""
    sheet = live.visitor().http.get(f"/api/studies/{query}").json()
    return f"{sheet['figures']['score']:.2f}"


def test_figures_follow_the_sliders_and_the_address_keeps_them(surf: Surf) -> None:
    page = surf.page("desk/double_deck")
    first = page.locator(".tiles dd").first
    expect(first).to_have_text(told(surf.live, "double_deck/hi_lo"))
    page.get_by_label("Bet spread").press("ArrowRight")
    page.get_by_role("slider", name="Penetration").press("PageDown")
    page.get_by_label("Count", exact=True).select_option("zen")
    expect(page).to_have_url(re.compile(r"count=zen&penetration=\d+&spread=9$"))
    query = page.url.partition("?")[2].replace("count=zen&", "")
    expect(first).to_have_text(told(surf.live, f"double_deck/zen?{query}"))
    expect(page.locator("odds-plot svg")).to_have_count(5)
    expect(page.locator("[data-plot=score] polyline")).to_have_count(4)
    expect(page.locator("[data-plot=score] .legend")).to_contain_text("Hi-Lo")
    expect(page.get_by_role("status").filter(has_text="SCORE")).to_contain_text("an hour")
    page.reload()
    expect(first).to_have_text(told(surf.live, f"double_deck/zen?{query}"))
    expect(page.get_by_label("Bet spread")).to_have_attribute("aria-valuetext", "1 to 9")
    saved = {}
    for kind in ("SVG", "PNG", "CSV"):
        with page.expect_download() as download:
            page.get_by_role("button", name=f"Save Bet ramp as {kind}").click()
        assert download.value.suggested_filename == f"double_deck-zen-ramp.{kind.lower()}"
        saved[kind] = download.value.path().read_bytes()
    assert saved["SVG"].startswith(b"<svg")
    assert b'fill="rgb' in saved["SVG"]
    assert saved["PNG"].startswith(b"\x89PNG")
    rows = list(csv.DictReader(saved["CSV"].decode().splitlines()))
    assert max(float(row["wagers"]) for row in rows) == 9
    assert not serious_findings(page)


def test_a_table_that_is_never_dealt_so_deep_says_so(surf: Surf) -> None:
    page = surf.page("desk/double_deck?penetration=70")
    source = page.get_by_text("rounds a shoe with")
    expect(source).to_contain_text("70 % dealt")
    expect(source).not_to_contain_text("deeper")
    page.get_by_role("slider", name="Penetration").press("End")
    expect(source).to_contain_text("75 % dealt")
    expect(source).to_contain_text("never dealt deeper")


def test_an_address_that_was_mistyped_shows_the_usual(surf: Surf) -> None:
    page = surf.page("desk/double_deck?penetration=500&spread=-3&bankroll=abc&risk=1.5&enter=x")
    first = page.locator(".tiles dd").first
    expect(first).to_have_text(told(surf.live, "double_deck/hi_lo"))
    expect(page.get_by_label("Bet spread")).to_have_attribute("aria-valuetext", "1 to 8")


def test_a_value_between_two_steps_is_a_step_between_them(surf: Surf) -> None:
    page = surf.page("desk/double_deck?bankroll=12345")
    slider = page.get_by_role("slider", name="Bankroll")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("12,345"))
    own = int(slider.input_value())
    assert 0 < own < int(slider.get_attribute("max") or 0)
    below, above = (slider_value(slider, key) for key in ("ArrowLeft", "ArrowRight ArrowRight"))
    assert below < 12_345 < above


def slider_value(slider: Locator, keys: str) -> int:
    """The amount that a slider says after these keys."""
    for key in keys.split():
        slider.press(key)
    said = slider.get_attribute("aria-valuetext") or ""
    return int(re.sub(r"\D", "", said))


@pytest.mark.parametrize("count, unit", [("hi_lo", "true count"), ("ko", "running count")])
def test_a_count_to_play_from_is_that_of_one_count(surf: Surf, count: str, unit: str) -> None:
    """+1 is another moment in each count, so that no line of another is drawn with it."""
    page = surf.page(f"desk/double_deck?count={count}&enter=1")
    score = page.locator("[data-plot=score]")
    expect(score).to_contain_text(f"from a {unit} of +1 on")
    expect(score.locator("polyline")).to_have_count(1)
    expect(page.locator("th", has_text=unit)).to_have_count(1)
    sheet = surf.live.visitor().get(f"/api/studies/double_deck/{count}?enter=1")
    assert [one["count"] for one in sheet["scores"]] == [count]


@pytest.mark.long
def test_a_game_without_a_study_is_studied_here(surf: Surf) -> None:
    page = surf.page("desk/double_deck?count=tens", size=SMALL)
    expect(page.get_by_text("has not been studied by this count")).to_be_visible()
    page.get_by_label("Rounds", exact=True).select_option("1000000")
    page.get_by_role("button", name="Play a study").click()
    expect(page.locator(".tiles dd").first).to_be_visible(timeout=COMPILED_MS)
    expect(page.get_by_text(re.compile(r"From 1,\d+,\d+ rounds"))).to_be_visible()
    expect(page.locator("[data-plot=score] polyline")).to_have_count(5)
    assert_fits(page)


def test_what_is_no_study_is_refused(live: Live) -> None:
    http = live.visitor().http
    assert http.get("/api/studies/double_deck/nothing").json()["code"] == "unknown_count"
    assert http.get("/api/studies/nothing/hi_lo").status_code == 404
    assert http.get("/api/studies/double_deck/hi_lo?hole_check=none").json() is None
    assert http.get("/api/studies/double_deck/hi_lo?penetration=0").status_code == 400
    many = http.get("/api/studies/double_deck/hi_lo/run?rounds=1000000000000")
    assert many.json()["code"] == "too_many"
    shelf = http.get("/api/studies").json()
    assert {"rulebook": "nz", "count": "ko"} in shelf["studies"]
    assert {"id": "hi_lo", "title": "Hi-Lo"} in shelf["counts"]


def test_what_a_study_cannot_answer_is_refused_with_its_reason(
    surf: Surf, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = "a bet is 0 or more"

    def fail(*_: object) -> None:
        raise StudyError(why)

    monkeypatch.setattr(desk, "game_at", fail)
    answer = surf.live.visitor().http.get("/api/studies/double_deck/hi_lo")
    assert (answer.status_code, answer.json()["text"]) == (400, why)
