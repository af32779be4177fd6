"""The shell: pages are found, switches are kept, and nothing is complained of."""

from tests.web.browsing import Surf


def test_the_page_opens_on_the_tables(surf: Surf) -> None:
    page = surf.page()
    page.get_by_role("heading", name="Real casino blackjack").wait_for()
    assert (
        page.get_by_role("link", name="Tables", exact=True).get_attribute("aria-current") == "page"
    )


def test_an_unknown_page_says_so(surf: Surf) -> None:
    page = surf.page("nowhere")
    page.get_by_role("heading", name="There is no such page").wait_for()


def test_the_colours_stay_as_chosen(surf: Surf) -> None:
    page = surf.page()
    page.get_by_role("button", name="Dark colours").click()
    page.reload()
    page.get_by_role("button", name="Light colours").wait_for()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
