"""What every endpoint has in common: what it says it sends, and what it does not take."""

from collections.abc import Iterator
from typing import Any

import pytest
from argon2 import PasswordHasher
from argon2.low_level import Type

from pitboss.server.people.identity import Identity
from pitboss.server.people.register import Register
from pitboss.store.memory import MemoryStore
from tests.server.live import BY_DEALER, SEALS, Live, Visitor, serving
from tests.server.test_endpoint_roles import BODIES, IN_PATH, endpoints

LONG = "x" * 12_000
HUGE = 10**30
TYPES = ("application/json", "application/jsonl", "text/plain; charset=utf-8", "text/csv; charset=")
"""What an answer may say it is; every one of them is in UTF-8."""


def ask(who: Visitor, name: str, body: dict[str, Any]) -> Any:
    """Send a body to an endpoint, and give the answer."""
    method, path = name.split()
    return who.http.request(method, path.format(**IN_PATH), json=body)


House = tuple[Live, Visitor, Visitor]


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """A server with the administrator and an auditor."""
    with serving(pace=BY_DEALER) as live:
        boss, art = live.admin(), live.account("art")
        live.appoint(boss, "art", "auditor")
        yield live, boss, art


def variants(body: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The body with one of its texts much too long, or one of its numbers much too large."""
    for field, value in body.items():
        if isinstance(value, str):
            yield field, body | {field: LONG}
        elif isinstance(value, int):
            yield field, body | {field: HUGE}


def test_every_answer_says_what_it_is(house: House) -> None:
    live, boss, art = house
    answered = set()
    for name, method, path in endpoints(live):
        for who in (boss, art) if method == "GET" else ():
            answer = who.http.get(path)
            kind = answer.headers["content-type"]
            assert kind.startswith(TYPES), (name, kind)
            assert answer.headers["x-content-type-options"] == "nosniff"
            answer.content.decode()
            answered |= {name} if answer.status_code == 200 else set()
    assert len(answered) > 25, answered


def test_every_body_refuses_a_field_that_it_does_not_know(house: House) -> None:
    _, boss, _ = house
    for name, body in BODIES.items():
        answer = ask(boss, name, body | {"is_admin": True})
        assert answer.status_code == 400, (name, answer.text)
        assert "unknown field" in answer.text, (name, answer.text)


def test_what_is_typed_has_bounds(house: House) -> None:
    _, boss, _ = house
    tried = 0
    for name, body in BODIES.items():
        for field, variant in variants(body):
            answer = ask(boss, name, variant)
            assert 400 <= answer.status_code < 500, (name, field, answer.text)
            is_number = variant[field] == HUGE
            assert not is_number or f"$.{field}" in answer.text, (name, field, answer.text)
            tried += 1
    assert tried > 20


def test_only_what_is_asked_for_is_shown(house: House) -> None:
    visitor = house[0].visitor()
    for method in ("TRACE", "TRACK", "CONNECT", "DEBUG"):
        assert visitor.http.request(method, "/api/tables").status_code in (404, 405)
    for path in ("/js/", "/css/", "/js", "/.git/config", "/pyproject.toml", "/js/../app.py",
                 "/js/%2e%2e/%2e%2e/server/app.py", "/schema", "/docs", "/api",
                 "/api/nothing"):  # fmt: skip
        answer = visitor.http.get(path)
        assert answer.status_code == 404, path
        assert answer.headers["content-type"] == "application/json", path
        assert "Traceback" not in answer.text


def test_passwords_are_kept_as_argon2id_hashes_that_cost_enough(house: House) -> None:
    person = house[0].site.identity.register.find("art")
    assert person is not None
    assert person.secret.startswith("$argon2id$")
    # Here a cheap one hashes; this is the one that is served with (OWASP asks for 19 MiB, 2).
    hasher = Identity(Register(MemoryStore(), now_ms=0), session_s=1, seals=SEALS)._hasher
    assert isinstance(hasher, PasswordHasher)
    assert hasher.type is Type.ID
    assert hasher.memory_cost >= 19_456
    assert hasher.time_cost >= 2


def test_head_is_answered_as_get(house: House) -> None:
    http = house[0].visitor().http
    moving = {"date", "content-length"}
    for path in (
        "/", "/robots.txt", "/favicon.ico", "/icon.svg", "/js/main.js", "/healthz", "/metrics",
        "/api/tables", "/api/tables/nz", "/api/tables/nz/rules", "/api/tables/nz/log",
        "/api/openapi.json", "/api/session", "/api/sessions", "/api/tables/nowhere", "/nothing",
    ):  # fmt: skip
        got, told = http.get(path), http.head(path)
        assert (told.status_code, told.content) == (got.status_code, b""), path
        for headers in (told.headers, got.headers):
            assert {"content-type", "x-content-type-options"} <= set(headers), path
        assert {k: v for k, v in told.headers.items() if k not in moving} == {
            k: v for k, v in got.headers.items() if k not in moving
        }, path
        assert ("content-length" in told.headers) == ("content-length" in got.headers), path
    assert http.head("/api/session/nothing").status_code == 404
    assert http.head("/api/guests").status_code == 405


def test_crawlers_and_old_browsers_find_what_they_ask_for(house: House) -> None:
    http = house[0].visitor().http
    robots, icon = http.get("/robots.txt"), http.get("/favicon.ico")
    assert robots.headers["content-type"] == "text/plain; charset=utf-8"
    assert {"User-agent: *", "Disallow: /api/"} <= set(robots.text.splitlines())
    assert icon.headers["content-type"].startswith("image/x-icon")
    assert icon.content[:6] == b"\x00\x00\x01\x00\x02\x00"  # An icon in two sizes.
    assert len(icon.content) < 4_096
