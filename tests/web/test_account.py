"""The account: guests, passwords, log-ins, and roles given by the administrator."""

from base64 import b32decode

from pitboss.server.people import second_factor as totp
from tests.web.accessible import serious_findings
from tests.web.browsing import SMALL, Surf
from tests.web.floor_crew import log_in


def test_a_guest_makes_an_account_and_keeps_everything(surf: Surf) -> None:
    page = surf.page("account", size=SMALL)
    form = page.get_by_role("form", name="Play as a guest")
    form.wait_for()
    assert serious_findings(page) == []
    form.get_by_label("Name").fill("gil")
    form.get_by_role("button").click()
    page.get_by_role("heading", name="You are gil").wait_for()
    page.reload()
    page.get_by_role("heading", name="You are gil").wait_for()
    page.evaluate("location.hash = '#/table/nz'")
    page.get_by_role("button", name="Take a seat").click()
    page.locator("table-standing").get_by_text("1,000").wait_for()
    page.evaluate("location.hash = '#/account'")
    movements = page.get_by_role("table", name="Movements of the bankroll").get_by_role("row")
    movements.get_by_text("Buy-in · nz").wait_for()
    before = movements.all_inner_texts()
    form = page.get_by_role("form", name="Make an account")
    form.get_by_text("You keep everything you have as gil").wait_for()
    assert form.get_by_label("Name").input_value() == "gil"
    form.get_by_label("Name").fill("gilda")
    form.get_by_label("Password").fill("password of gilda")
    form.get_by_role("button").click()
    page.get_by_text("Log in with your password on any device.").wait_for()
    movements.get_by_text("Buy-in · nz").wait_for()
    assert movements.all_inner_texts() == before
    page.evaluate("location.hash = '#/table/nz'")
    page.locator("table-standing").get_by_text("1,000").wait_for()
    page.evaluate("location.hash = '#/account'")
    page.get_by_role("button", name="Log out", exact=True).click()
    page.get_by_role("form", name="Play as a guest").wait_for()
    assert page.evaluate("localStorage.getItem('pitboss.guest')") is None
    log_in(page, "gilda", shown="gil")
    movements.get_by_text("Buy-in · nz").wait_for()
    assert movements.all_inner_texts() == before
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
    surf.forgive()  # The browser itself writes down that the request was refused.


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


def test_the_staff_signs_what_waits_and_ends_sessions_elsewhere(surf: Surf) -> None:
    live = surf.live
    boss, eve, ann = live.admin(), live.account("eve"), live.account("ann")
    live.appoint(boss, "eve", "supervisor")
    boss.post("/api/accounts/ann/role", {"role": "dealer"}, verb="PUT", expect=202)
    page = surf.page("account", size=SMALL)
    log_in(page, "eve")
    page.get_by_text("boss asks for ann: Dealer").wait_for()
    page.get_by_role("button", name="Sign", exact=True).click()
    page.get_by_text("Signed. It takes effect now.").wait_for()
    assert ann.get("/api/session")["role"] == "dealer"
    page.get_by_text("This device").wait_for()
    assert serious_findings(page) == []
    ending = page.locator("section", has=page.get_by_text("This device"))
    for password, told in (("not hers", "not right"), ("password of eve", "session is over.")):
        ending.get_by_label("Password").fill(password)
        page.get_by_role("button", name="End all other sessions").click()
        page.get_by_text(told).first.wait_for()
    assert not eve.get("/api/session")
    # Another password, and the page goes on.
    change = page.get_by_role("form", name="Change your password")
    change.get_by_label("Password now").fill("password of eve")
    change.get_by_label("New password").fill("two horses drink tea")
    change.get_by_role("button").click()
    page.get_by_text("Your password is changed.").wait_for()
    surf.forgive()  # The browser itself writes down that the wrong password was refused.
    again = {"name": "eve", "secret": "two horses drink tea"}
    live.visitor().post("/api/session", again, expect=201)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_second_factor_and_a_reset_key_from_page_to_page(surf: Surf) -> None:
    live = surf.live
    boss = live.admin()
    live.account("eve")
    live.account("ann")
    live.appoint(boss, "eve", "supervisor")
    page = surf.page("account", size=SMALL)
    log_in(page, "ann")
    factor = page.get_by_role("form", name="Second factor")
    factor.get_by_label("Password").fill("password of ann")
    factor.get_by_role("button", name="Set up a second factor").click()
    typed = page.locator("code.secret").inner_text()
    secret = b32decode(typed.replace(" ", ""))
    now = live.site.surroundings.wall_ms() // totp.STEP_MS
    factor.get_by_label("Code").fill(totp.code_at(secret, now))
    factor.get_by_role("button", name="Switch it on").click()
    page.get_by_role("heading", name="Codes for recovery").wait_for()
    codes = page.locator("li code").all_inner_texts()
    assert len(codes) == 8
    page.get_by_role("button", name="I have written them down").click()
    page.get_by_text("Codes for recovery left: 8").wait_for()
    assert serious_findings(page) == []
    page.evaluate("location.hash = '#/account'")
    page.get_by_text("Codes for recovery left: 8").wait_for()
    page.get_by_role("button", name="Log out", exact=True).click()
    # The password is forgotten: boss asks, eve signs and has the key.
    desk = surf.page("account", size=SMALL)
    log_in(desk, "boss")
    desk.get_by_role("button", name="Reset key to ann").click()
    desk.get_by_role("dialog").get_by_role("button", name="Reset key").click()
    desk.get_by_text("A second member of staff has to sign this.").wait_for()
    desk.get_by_role("button", name="Log out", exact=True).click()
    log_in(desk, "eve")
    desk.get_by_text("boss asks for ann: a reset key").wait_for()
    desk.get_by_role("button", name="Sign", exact=True).click()
    key = desk.get_by_role("dialog").locator("code.secret").inner_text()
    form = page.get_by_role("form", name="I have a reset key")
    form.get_by_label("Name").fill("ann")
    form.get_by_label("Key").fill(key)
    form.get_by_label("New password").fill("rope ladder at noon")
    form.get_by_role("button").click()
    page.get_by_text("Log in with the new password now.").wait_for()
    form = page.get_by_role("form", name="Log in")
    form.get_by_label("Name").fill("ann")
    form.get_by_label("Password").fill("rope ladder at noon")
    assert not form.get_by_label("Code").is_visible()
    form.get_by_role("button", name="Log in").click()
    form.get_by_label("Code").fill(codes[0])
    form.get_by_role("button", name="Log in").click()
    page.get_by_text("Codes for recovery left: 7").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    surf.forgive()  # The browser itself writes down that a request was refused.


def test_who_was_away_for_long_logs_in_and_is_back_at_the_table(surf: Surf) -> None:
    live = surf.live
    identity, idle_s = live.site.identity, live.site.identity.idle_s
    elsewhere = live.account("ida")
    page = surf.page("account", size=SMALL)
    log_in(page, "ida")
    page.evaluate("location.hash = '#/table/nz'")
    felt = page.locator("table-felt")
    felt.wait_for()

    def log_in_again() -> None:
        page.get_by_text("Your session is over, after a long time away").wait_for()
        assert page.evaluate("location.hash") == "#/account?back=%2Ftable%2Fnz"
        form = page.get_by_role("form", name="Log in")
        form.get_by_label("Name").fill("ida")
        form.get_by_label("Password").fill("password of ida")
        form.get_by_role("button", name="Log in").click()
        felt.wait_for()
        assert page.evaluate("location.hash") == "#/table/nz"
        page.get_by_role("button", name="Take a seat").wait_for()

    # The device slept, and the page comes back after the time that a session waits.
    page.goto("about:blank")
    identity.idle_s = 0
    page.goto(f"{live.url}/#/table/nz")
    page.get_by_role("form", name="Log in").wait_for()
    identity.idle_s = idle_s
    assert serious_findings(page) == []
    log_in_again()
    # The session ends while the table is open: it is ended from another device.
    elsewhere.post("/api/sessions/end", {"password": "password of ida"}, expect=204)
    log_in_again()
    surf.forgive()
