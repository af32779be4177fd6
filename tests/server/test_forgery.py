"""Forged requests: the token of a page belongs to one session, on every server of a house."""

import asyncio
import re

import httpx
import pytest

from pitboss.client.visitor import Visitor as Client
from pitboss.server.cookies import SESSION
from pitboss.server.forgery import Tokens
from pitboss.server.people import Register
from pitboss.server.security_log import read_security
from pitboss.store.memory import MemoryStore
from tests.server.live import Live, Visitor, serving

CSRF = "pitboss_csrf"
SETTINGS = {"deck": "four"}


def token_of(who: Visitor) -> str:
    """The token that a browser has now."""
    return who.http.cookies[CSRF]


def put(live: Live, *, session: str, token: str, path: str = "/api/settings") -> httpx.Response:
    """A request with the cookies that an attacker would like a browser to send."""
    cookies = {CSRF: token} | ({SESSION: session} if session else {})
    headers = {"x-csrf-token": token}
    with httpx.Client(base_url=live.url, cookies=cookies, headers=headers) as http:
        return http.put(path, json=SETTINGS)


def code(answer: httpx.Response) -> str:
    """Why a request was refused."""
    assert answer.status_code == 403, answer.text
    return str(answer.json()["code"])


def test_a_token_counts_for_its_own_session_only() -> None:
    with serving() as live:
        stranger = token_of(live.visitor())
        ann, eve = live.account("ann"), live.account("eve")
        session, own = ann.http.cookies[SESSION], token_of(ann)
        for token in ("", stranger, token_of(eve), f"{own[:-1]}{'0' if own[-1] != '0' else '1'}"):
            assert code(put(live, session=session, token=token)) == "stale_token"
        assert put(live, session=session, token=own).status_code == 200
        # A new log-in has a new token, and that of before counts no more.
        body = {"name": "ann", "secret": "password of ann"}
        ann.post("/api/session", body, expect=201)
        renewed = ann.http.cookies[SESSION]
        assert renewed != session
        assert code(put(live, session=renewed, token=own)) == "stale_token"
        last = token_of(ann)
        assert put(live, session=renewed, token=last).status_code == 200
        # Logged out: refused, with or without the cookie of the session, and on a free endpoint.
        ann.post("/api/session", None, verb="DELETE", expect=204)
        assert token_of(ann) != last
        for gone in (renewed, ""):
            assert code(put(live, session=gone, token=last)) == "stale_token"
            assert code(put(live, session=gone, token=last, path="/api/password")) == "stale_token"
        assert ann.post("/api/session", body, expect=201)["name"] == "ann"


def test_a_script_reads_the_token_once_and_goes_on_with_it() -> None:
    with serving() as live:
        live.account("ann")
        ann, other = live.visitor(), live.visitor()
        headers = {"x-csrf-token": token_of(ann)}
        body = {"name": "ann", "secret": "password of ann"}
        for _ in range(2):
            assert ann.http.post("/api/session", json=body, headers=headers).status_code == 201
        assert token_of(ann) != headers["x-csrf-token"]
        assert ann.http.put("/api/settings", json=SETTINGS, headers=headers).status_code == 200
        # What another browser read before it had a session opens nothing here.
        headers = {"x-csrf-token": token_of(other)}
        assert code(ann.http.put("/api/settings", json=SETTINGS, headers=headers)) == "stale_token"


def test_what_proxies_keep_has_no_token() -> None:
    with serving() as live, httpx.Client(base_url=live.url) as http:
        page = http.get("/").text
        path = next(iter(re.findall(r'(/[^"]*\.js\?v=[^"]+)', page)))
        http.cookies.clear()
        answer = http.get(path)
        assert answer.headers["cache-control"].startswith("public")
        assert "set-cookie" not in answer.headers
        assert "set-cookie" in http.get("/").headers


def test_a_forged_request_is_on_record() -> None:
    with serving() as live:
        ann, eve = live.account("ann"), live.account("eve")
        put(live, session=ann.http.cookies[SESSION], token=token_of(eve))
        live.site.security.flush()
        lines = read_security(live.site.store, limit=100).lines
        assert ("ann", "PUT /api/settings") in [(one.who, one.text) for one in lines]


def test_servers_of_one_house_know_each_others_tokens() -> None:
    store = MemoryStore()
    one, two = (Register(store, now_ms=now) for now in (1, 2))
    first, second = Tokens(one.secret("csrf", 3)), Tokens(two.secret("csrf", 4))
    token = second.make("ab" * 32, "00" * 16)
    assert first.is_of("ab" * 32, token)
    assert not first.is_of("", token)
    assert not Tokens("another house").is_of("ab" * 32, token)


@pytest.mark.parametrize("wrong", ["", ".", "a.b", "é.é", "0" * 128])
def test_what_is_no_token_is_refused(wrong: str) -> None:
    assert not Tokens("key").is_of("", wrong)


def test_a_client_whose_session_was_ended_is_told_to_log_in() -> None:
    with serving() as live:

        async def come() -> None:
            async with Client(live.url) as bob:
                await bob.come_as_guest("bob")
                register = live.site.identity.register
                for session in live.site.identity.sessions_of("bob"):
                    register.end_session(session.token_sha256, live.site.around.wall_ms())
                # The token of the session that has ended is refused, and the next one is taken.
                await bob.log_in("bob", bob.secret)
                assert [one.table for one in await bob.tables()]

        asyncio.run(come())
