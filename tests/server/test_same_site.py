"""Requests of other sites: forged ones, sockets of foreign pages, names that point here."""

import asyncio
import socket
from contextlib import suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from pitboss.client.table import ClientError
from pitboss.client.visitor import Visitor as Client
from pitboss.server.http.cookies import SESSION
from pitboss.server.http.same_site import Sender, SiteError, check_host, check_sender, is_same_site
from pitboss.server.security.log import read_security
from pitboss.server.settings import Settings, SettingsError, load_settings
from tests.patience import WAIT_S
from tests.server.live import Live, serving

HOST = "tables.example"
SETTINGS = {"deck": "four"}


def code(sender: Sender, settings: Settings | None = None) -> str:
    """Why a request that changes something is refused; empty if it is not."""
    try:
        check_host(sender, settings or Settings())
        check_sender(sender, settings or Settings())
    except SiteError as error:
        return error.code
    return ""


@pytest.mark.parametrize("has_session", [True, False])
@pytest.mark.parametrize("site", ["same-origin", "none", "same-site", "cross-site", "", "x"])
def test_what_the_browser_says_of_the_site_decides(site: str, has_session: bool) -> None:
    # Another port of this machine is the same site to a cookie, and another origin.
    for origin in (None, "http://localhost", "http://localhost:3000"):
        sender = Sender("localhost", origin, site, has_session)
        is_own = site in ("same-origin", "none")
        assert code(sender) == ("" if is_own else "foreign_origin")


@pytest.mark.parametrize("has_session", [True, False])
def test_without_that_the_origin_is_held_against_the_host(has_session: bool) -> None:
    for host in ("localhost:8021", "127.0.0.1:8021", "[::1]:8021", "127.0.0.2"):
        assert code(Sender(host, f"http://{host}", None, has_session)) == ""
        assert code(Sender(host, f"https://{host}", None, has_session)) == ""
        for foreign in (
            "https://evil.example", "null", "", "http://", f"http://{host}.evil.example",
            f"http://{host}1", f"http://evil.{host}", f"ftp://{host}", host, f"http://{host}/",
        ):  # fmt: skip
            assert code(Sender(host, foreign, None, has_session)) == "foreign_origin", foreign
    assert not is_same_site("http://", "")


def test_with_neither_a_cookie_is_refused_and_a_program_is_not() -> None:
    assert code(Sender("localhost", has_session=True)) == "no_origin"
    assert code(Sender("localhost")) == ""
    assert code(Sender("")) == ""


def test_a_host_is_this_machine_or_was_named() -> None:
    for known in ("localhost", "LOCALHOST:80", "127.0.0.1:1", "127.0.0.2", "[::1]:8021"):
        check_host(Sender(known), Settings())
    for foreign in (
        HOST, f"{HOST}:8021", "localhost.evil.example", "evil.localhost", "240.0.0.7:8021",
        "[2001:db8::1]", "2130706433", "127.1", "[::1", "127.0.0.1.evil.example", "@localhost",
    ):  # fmt: skip
        with pytest.raises(SiteError, match="to the setting origins"):
            check_host(Sender(foreign), Settings())
    named = Settings(origins=(f"https://{HOST}", "http://240.0.0.7:8021"), host="table.lan")
    for host in (HOST, f"{HOST}:8021", "240.0.0.7", "table.lan:8021"):
        check_host(Sender(host), named)
    with pytest.raises(SiteError, match=r"add http://240\.0\.0\.8:8021 to the setting origins"):
        check_host(Sender("240.0.0.8:8021"), Settings())


def test_a_named_origin_may_ask_another_host() -> None:
    named = Settings(origins=(f"https://{HOST}",))
    for site in (None, "cross-site"):
        assert code(Sender("localhost:8021", f"https://{HOST}", site, True), named) == ""
        for other in (
            f"http://{HOST}", f"https://{HOST}:8443", f"https://{HOST}.evil.example",
            f"https://evil-{HOST}",
        ):  # fmt: skip
            assert code(Sender("localhost:8021", other, site, True), named) == "foreign_origin"


@pytest.mark.parametrize("wrong", [HOST, f"https://{HOST}/", "https://", "https://Tables.example"])
def test_an_origin_that_no_browser_sends_is_refused_at_the_start(wrong: str) -> None:
    with pytest.raises(SettingsError, match=r"write it as https://tables\.example"):
        load_settings({}, {"PITBOSS_ORIGINS": wrong})


def put(live: Live, session: str, headers: dict[str, str]) -> httpx.Response:
    """A request of a browser that has the cookie of a session."""
    with httpx.Client(base_url=live.url, cookies={SESSION: session}) as http:
        return http.put("/api/settings", json=SETTINGS, headers=headers)


def test_a_forged_request_is_refused_and_on_record(caplog: pytest.LogCaptureFixture) -> None:
    with serving() as live:
        session = live.account("ann").http.cookies[SESSION]
        for headers in (
            {"sec-fetch-site": "cross-site", "origin": "https://evil.example"},
            {"sec-fetch-site": "same-site", "origin": "http://localhost:3000"},
            {"origin": "https://evil.example"},
            {},
        ):
            answer = put(live, session, headers)
            assert answer.status_code == 403, answer.text
            assert answer.json()["text"]
        assert live.site.identity.register.settings == {}
        rebound = {"host": f"{HOST}:8021", "origin": f"http://{HOST}:8021"}
        assert put(live, session, rebound).json()["code"] == "foreign_host"
        for headers in (
            {"sec-fetch-site": "same-origin", "origin": live.url},
            {"sec-fetch-site": "none"},
            {"origin": live.url},
        ):
            assert put(live, session, headers).status_code == 200
        live.site.security.flush()
        lines = [(one.who, one.text) for one in read_security(live.site.store).lines]
    for refused in ("foreign_origin", "no_origin", "foreign_host"):
        assert ("ann", f"PUT /api/settings: {refused}") in lines
    whys = [vars(one)["why"] for one in caplog.records if "another site" in one.message]
    assert len(whys) == 5
    assert all("origin" in why.lower() for why in whys)


def test_nothing_is_read_under_a_name_that_is_not_ours() -> None:
    with serving() as live, httpx.Client(base_url=live.url, headers={"host": HOST}) as http:
        for path in ("/api/tables", "/healthz", "/metrics", "/", "/api/session"):
            answer = http.get(path)
            assert (answer.status_code, answer.json()["code"]) == (403, "foreign_host"), path
        page = http.get("/", headers={"accept": "text/html,*/*"})
        assert page.headers["content-type"].startswith("text/plain")
        assert page.text.endswith(f"to allow it, add http://{HOST} to the setting origins")


def closed_with(live: Live, *, host: str = "", origin: str | None, cookie: str = "") -> str:
    """The reason with which a socket of a page is closed; empty if it opens."""
    to = f"ws://{host or f'127.0.0.1:{live.settings.port}'}/ws/tables/nz"
    headers = {"Cookie": f"{SESSION}={cookie}"} if cookie else {}
    with (
        socket.create_connection(("127.0.0.1", live.settings.port)) as line,
        connect(
            to, sock=line, origin=Origin(origin) if origin else None, additional_headers=headers
        ) as opened,
    ):
        with suppress(ConnectionClosed):
            opened.recv(WAIT_S)
            return ""
        assert opened.close_code == 4403
        return opened.close_reason or ""


def test_only_our_own_pages_open_sockets(caplog: pytest.LogCaptureFixture) -> None:
    with serving(origins=("https://tables.example",)) as live:
        port, cookie = live.settings.port, live.guest("ann").http.cookies[SESSION]
        for own in (live.url, "https://tables.example"):
            assert closed_with(live, origin=own, cookie=cookie) == ""
        for host in (f"localhost:{port}", f"127.0.0.2:{port}", f"[::1]:{port}"):
            assert closed_with(live, host=host, origin=f"http://{host}", cookie=cookie) == ""
        assert closed_with(live, origin=None) == ""
        for foreign in ("https://evil.example", "null", f"http://localhost:{port}", f"{live.url}1"):
            why = closed_with(live, origin=foreign)
            assert why.startswith(f"{foreign} is not a page of this server; to allow it, add it to")
        assert "Origin: http" in closed_with(live, origin=None, cookie=cookie)
        away = "240.0.0.8:8021"
        why = closed_with(live, host=away, origin=f"http://{away}")
        assert why.endswith(f"to allow it, add http://{away} to the setting origins")
        assert len(closed_with(live, host="x" * 200, origin=None)) <= 123
        assert live.site.metrics.count("sockets_refused") == 7
        live.site.security.flush()
        lines = [one.text for one in read_security(live.site.store).lines]
    assert "socket /ws/tables/nz: foreign_host" in lines
    assert sum("another site" in one.message for one in caplog.records) == 7


def test_a_client_goes_on_after_its_session_has_ended() -> None:
    with serving() as live:

        async def come() -> None:
            async with Client(live.url) as bob:
                await bob.come_as_guest("bob")
                register = live.site.identity.register
                for session in live.site.identity.sessions_of("bob"):
                    register.end_session(session.token_sha256, live.site.surroundings.wall_ms())
                await bob.log_in("bob", bob.secret)
                async with bob.sit("nz") as table:
                    assert table.viewer == "bob"

        asyncio.run(come())


def test_a_client_hears_why_its_socket_is_refused() -> None:
    with serving() as live:

        async def come() -> None:
            async with Client(live.url) as bob:
                await bob.come_as_guest("bob")
                # It leads here, and is no name of this machine: no browser writes it so.
                bob.url = live.url.replace("127.0.0.1", "127.1")
                with pytest.raises(ClientError, match="to the setting origins") as refused:
                    async with bob.sit("nz"):
                        pass
                assert refused.value.code == "foreign_origin"

        asyncio.run(come())
