"""The odds and rules pages: figures follow the options, charts are walked, runs are watched."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.patience import wait_until
from tests.server.live import BY_DEALER, Live, serving
from tests.web.accessible import serious_findings
from tests.web.browsing import COMPILED_MS, PHONE, SMALL, Surf


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    """One server for all, whose solver stays warm."""
    with serving(pace=BY_DEALER) as served:
        served.visitor().http.get("/api/odds/double_deck/edge")
        yield served


def settled(page: Page) -> Page:
    """The page once its figures are there."""
    page.locator(".view:not([aria-busy]) > *").first.wait_for(timeout=COMPILED_MS)
    return page


def opened(page: Page) -> Page:
    """The page with all options of its table, which are a bar of what is chosen at first."""
    page.locator("options-panel").get_by_text("Change", exact=True).click()
    return page


def edge(live: Live, path: str) -> str:
    """The house edge that the server tells, as the page writes it."""
    answer = live.visitor().http.get(f"/api/odds/{path}").json()
    return f"{answer['house_edge'] * 100:.3f} %".replace("-", "\N{MINUS SIGN}")


def test_figures_follow_the_options_and_the_address_keeps_them(surf: Surf) -> None:
    page = settled(surf.page("odds/double_deck"))
    figure = page.locator(".hero .figure")
    expect(figure).to_have_text(edge(surf.live, "double_deck/edge"))
    bar = page.locator("options-panel .chosen")
    expect(bar).to_have_text("all at their defaults")
    expect(page.get_by_label("Hole check")).to_be_hidden()
    opened(page).get_by_label("Hole check").focus()
    page.get_by_label("Hole check").select_option("none")
    expect(figure).to_have_text(
        edge(surf.live, "double_deck/edge?hole_check=none"), timeout=COMPILED_MS
    )
    assert page.url.endswith("#/odds/double_deck?hole_check=none")
    expect(page.get_by_label("Hole check")).to_be_focused()
    page.reload()
    settled(page)
    expect(bar).to_have_text("Hole check: None")
    expect(opened(page).get_by_label("Hole check")).to_have_value("none")
    back = page.locator("[data-option=hole_check] .effect")
    expect(back).to_contain_text("Ace and ten", timeout=COMPILED_MS)
    back.click()
    expect(figure).to_have_text(edge(surf.live, "double_deck/edge"), timeout=COMPILED_MS)


def test_a_refused_value_names_its_clause_and_changes_nothing(surf: Surf) -> None:
    page = settled(surf.page("odds/nz"))
    figure = page.locator(".hero .figure")
    before = figure.text_content()
    decks = opened(page).get_by_label("Decks", exact=True)
    decks.fill("3")
    decks.blur()
    expect(page.locator("[data-option=decks] .refusal")).to_contain_text("NZ-3.3-a")
    assert figure.text_content() == before
    surf.forgive()  # The browser notes the refusal.


def test_no_choice_of_an_option_is_cut_off(surf: Surf) -> None:
    page = surf.page("odds/house")
    page.locator(".option").first.wait_for(state="attached")
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    cut = page.locator(".option select").evaluate_all(
        """(selects) => selects.filter((select) => {
          const { width } = select.getBoundingClientRect();
          select.style.cssText = "max-width: none; flex: none";
          return select.getBoundingClientRect().width > width + 1;
        }).map((select) => select.id)"""
    )
    assert cut == []


def test_charts_tell_the_value_of_every_act(surf: Surf) -> None:
    page = settled(surf.page("odds/double_deck/strategy?hole_check=none"))
    told = page.get_by_text(re.compile(r"^\d+ squares? plays? differently")).text_content()
    assert told is not None
    differing = page.locator("table.chart td.differs")
    assert differing.count() == int(told.split()[0]) > 0
    cell = page.locator("table.chart").first.locator("td").first
    cell.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    detail = page.locator(".detail")
    expect(detail.get_by_role("heading")).to_have_text("18 against 3: Stand")
    expect(detail.get_by_role("row")).to_have_count(2)
    expect(detail).to_contain_text("costs")
    differing.first.hover()
    expect(detail).to_contain_text("The table compared with plays")


def test_two_tables_side_by_side(surf: Surf) -> None:
    page = settled(surf.page("odds/double_deck/compare?hole_check=none"))
    first = page.locator("table.compared tbody tr").first
    here = edge(surf.live, "double_deck/edge?hole_check=none")
    there = edge(surf.live, "double_deck/edge")
    expect(first.locator("td").nth(0)).to_have_text(here)
    expect(first.locator("td").nth(1)).to_have_text(there)
    page.get_by_role("button", name="Swap the two").click()
    expect(first.locator("td").nth(0)).to_have_text(there, timeout=COMPILED_MS)
    expect(first.locator("td").nth(1)).to_have_text(here)
    assert "b.hole_check=none" in page.url
    expect(page.locator(".differences")).to_contain_text("hole_check = none")


@pytest.mark.parametrize("locale", ["en-US", "es-ES"])
def test_two_tables_are_compared_on_a_phone_without_a_swipe(surf: Surf, locale: str) -> None:
    page = settled(surf.page("odds/double_deck/compare?b=pa_free_bet", size=PHONE, locale=locale))
    hidden = page.locator("section:has(> table.compared)").evaluate(
        "(section) => section.scrollWidth - section.clientWidth"
    )
    assert hidden <= 0
    expect(page.locator(".top .print-only")).to_be_hidden()


def test_a_simulation_closes_in_on_the_exact_value_and_can_be_stopped(surf: Surf) -> None:
    page = settled(surf.page("odds/double_deck/simulation"))
    page.get_by_label("Rounds", exact=True).select_option("100000")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("100,000 rounds in")).to_be_visible(timeout=COMPILED_MS)
    expect(page.get_by_text("standard errors away")).to_be_visible()
    expect(page.locator("odds-plot .target")).to_have_count(1)
    assert page.locator("odds-plot .column").count() > 5
    plot = page.get_by_role("img", name="The expectation after 100,000 rounds")
    expect(plot).to_be_visible()
    page.get_by_label("Rounds", exact=True).select_option("1000000000")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("of 1,000,000,000 rounds")).to_be_visible(timeout=COMPILED_MS)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped after")).to_be_visible()


def test_clauses_are_searched_and_linked(surf: Surf) -> None:
    page = settled(surf.page("rules/nz"))
    page.get_by_label("Clause numbers").check()
    page.get_by_role("link", name="NZ-11.1").first.click()
    expect(page.locator(".clauses > li")).to_have_count(1)
    page.get_by_label("Search the clauses").fill("double ace")
    entries = page.locator(".clauses > li")
    expect(entries).not_to_have_count(1)
    told = page.get_by_text("of 286 clauses").text_content()
    assert told is not None
    assert entries.count() == int(told.split()[0]) > 1
    page.get_by_label("Enforced by").select_option("engine")
    expect(page.locator(".class-tag").first).to_have_text("the engine")
    assert "class=engine" in page.url


def test_where_a_text_is_silent_is_searched_and_tried(surf: Surf) -> None:
    page = settled(surf.page("rules/nz"))
    page.get_by_role("link", name="Where it is silent").click()
    expect(page.get_by_text(re.compile(r"of \d+ places"))).to_be_visible()
    page.get_by_label("Places", exact=True).select_option("readings")
    page.get_by_label("Search these places").fill("prize comes back")
    expect(page.locator(".clauses > li")).to_have_count(1)
    assert "kind=readings" in page.url
    page.get_by_role("link", name="The table pays the prize and keeps the stake.").click()
    expect(page.locator(".differences")).to_contain_text("madness_pays = for_1")


def test_what_options_change_is_told_in_words(surf: Surf) -> None:
    page = settled(surf.page("rules/tribal/differences?surrender=true"))
    expect(page.locator(".differences")).to_contain_text("surrender = true")
    opened(page).get_by_role("button", name="Back to the defaults").click()
    expect(page.get_by_text("The two tables play by the same rules.")).to_be_visible()


@pytest.mark.parametrize(
    "path", ["odds/double_deck", "odds/double_deck/strategy", "odds/double_deck/compare",
             "odds/double_deck/simulation", "odds/double_deck/removal", "rules/double_deck",
             "rules/double_deck/clauses", "rules/double_deck/readings"],
)  # fmt: skip
def test_every_view_fits_a_phone_and_has_no_serious_finding(surf: Surf, path: str) -> None:
    page = settled(surf.page(path, size=PHONE))
    assert serious_findings(page) == []
    for size in (PHONE, SMALL):
        page.set_viewport_size(size)
        wait_until(lambda: page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_par_sheet_prints_without_its_controls(surf: Surf) -> None:
    page = settled(surf.page("odds/double_deck"))
    page.emulate_media(media="print")
    expect(page.locator(".options")).to_be_hidden()
    expect(page.locator(".hero .figure")).to_be_visible()


def test_every_result_that_is_not_rare_has_its_bar(surf: Surf) -> None:
    page = settled(surf.page("odds/double_deck"))
    sheet = surf.live.visitor().http.get("/api/odds/double_deck").json()
    often = [chance for chance in sheet["outcomes"].values() if chance >= 5e-5]
    assert 5 < len(often) < len(sheet["outcomes"])
    results = page.locator("section", has=page.get_by_role("heading", name="Results of a round"))
    expect(results.locator(".column")).to_have_count(len(often))


def test_the_rulebooks_at_a_glance(surf: Surf) -> None:
    page = surf.page("odds")
    card = page.get_by_role("article").filter(has_text="Double Deck Blackjack")
    told = edge(surf.live, "double_deck/edge")
    expect(card.locator(".figure")).to_have_text(told, timeout=COMPILED_MS)
    card.get_by_role("link", name="Par sheet").click()
    expect(card).to_have_count(0)
    expect(page.locator(".hero .figure")).to_have_text(told, timeout=COMPILED_MS)


def test_what_cannot_be_simulated_is_told(surf: Surf) -> None:
    uneven = "min_bet=99999.99&max_bet=99999.99&chip_unit=0.01"
    page = settled(surf.page(f"odds/double_deck/simulation?{uneven}"))
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".sim-progress .loss")).to_contain_text("even", timeout=COMPILED_MS)
    surf.forgive()  # The browser notes the refusal.
