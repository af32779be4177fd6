"""The account: guests, passwords, log-ins, and roles given by the administrator."""

from tests.web.accessible import serious_findings
from tests.web.browsing import SMALL, Surf
from tests.web.floor_crew import log_in


def test_a_guest_makes_an_account_and_comes_back_with_it(surf: Surf) -> None:
    page = surf.page("account", size=SMALL)
    form = page.get_by_role("form", name="Play as a guest")
    form.wait_for()
    assert serious_findings(page) == []
    form.get_by_label("Name").fill("gil")
    form.get_by_role("button").click()
    page.get_by_role("heading", name="You are gil").wait_for()
    page.reload()
    page.get_by_role("heading", name="You are gil").wait_for()
    form = page.get_by_role("form", name="Make an account")
    form.get_by_label("Name").fill("gilda")
    form.get_by_label("Password").fill("password of gilda")
    form.get_by_role("button").click()
    page.get_by_role("heading", name="You are gilda").wait_for()
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("form", name="Play as a guest").wait_for()
    log_in(page, "gilda")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_wrong_password_is_refused_in_one_sentence(surf: Surf) -> None:
    surf.live.account("dora")
    page = surf.page("account")
    form = page.get_by_role("form", name="Log in")
    form.get_by_label("Name").fill("dora")
    form.get_by_label("Password").fill("something else")
    form.get_by_role("button").click()
    alert = form.get_by_role("alert")
    alert.wait_for()
    assert alert.inner_text() == "the name and the password or key do not match"
    surf.troubles.clear()  # The browser itself writes down that the request was refused.


def test_the_administrator_comes_by_the_link_and_gives_roles(surf: Surf) -> None:
    surf.live.account("dan")
    surf.live.guest("gus")
    page = surf.page()
    page.goto(f"{surf.live.url}/#admin={surf.live.site.identity.admin_token}")
    page.get_by_label("Name").fill("boss")
    page.get_by_label("Password").fill("password of boss")
    page.get_by_role("button", name="Make the account").click()
    page.get_by_role("heading", name="People and their roles").wait_for()
    page.get_by_label("Role of dan").wait_for()
    assert serious_findings(page) == []
    page.get_by_label("Search by name").fill("da")
    page.get_by_text("1 person").wait_for()
    page.get_by_label("Role of dan").select_option("dealer")
    page.get_by_text("dan: Dealer from now on.").wait_for()
    person = surf.live.site.identity.register.find("dan")
    assert person is not None
    assert person.role == "dealer"
    desk = surf.page()
    log_in(desk, "dan")
    desk.get_by_role("link", name="Double Deck Blackjack").click()
    # The role lets dan come on duty; opening the console alone does not.
    desk.get_by_role("form", name="Take the table").get_by_role("button").click()
    desk.get_by_role("heading", name="The floor at Double Deck Blackjack Dealer").wait_for()
