"""Requests made up from the OpenAPI description, fitting and not: no crash, nothing broken."""

import contextlib
import itertools
import re
from collections import Counter
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok

from pitboss.proof.log import verify_log
from pitboss.rulebook.catalog import SHIPPED
from pitboss.server.settings import Limits
from pitboss.store.export import export_log
from tests.patience import COMPILED_S
from tests.server.live import BY_DEALER, TABLES, Live, serving
from tests.verdicts import IN_PLAY, unheld

ENDS_SESSION = ("/api/session", "/api/guests", "/api/accounts")
"""What logs somebody out or in under another name."""
TAKES_SECONDS = ("/api/odds/", "/odds", "/advice", "/api/studies/")
"""What has a game solved or played first."""
KNOWN = {
    "table": st.sampled_from(TABLES),
    "rulebook": st.sampled_from(SHIPPED),
    "a": st.sampled_from(SHIPPED),
    "b": st.sampled_from(SHIPPED),
    "number": st.integers(0, 3),
}
"""Values under which there is something; one made up is hardly ever known."""


OPEN_DOORS = Limits(
    connections_per_second=1_000_000, connections_burst=1_000_000, requests_per_second=1_000_000,
    requests_per_account=1_000_000, arrivals_per_second=1_000_000, guesses_per_hour=1_000_000,
    bytes_per_second=1_000_000_000_000, compile_after_s=0,
)  # fmt: skip
"""Nobody is turned away at the door: the endpoints are meant to answer."""
TURNED_AWAY = 429
TURNED_AWAY_MOST = 0.2
"""The share of answers that may say so: two of the endpoints have limits of their own."""

NESTED = (b"[" * 2_000, b'{"id":' * 2_000, b'{"id":"1","x":' + b"[" * 9_000)

Cookies = dict[str, str]


def _people(live: Live) -> list[Cookies]:
    """The cookies of somebody who has not logged in, of a guest and of the administrator."""
    return [dict(who.http.cookies) for who in (live.visitor(), live.guest("gil"), live.admin())]


def _versions(live: Live) -> dict[str, int]:
    return {id_: table.actor.version for id_, table in live.site.lobby.tables.items()}


def send_all(live: Live, *, examples: int, is_slow: bool) -> Counter[int]:
    """Requests to every endpoint; gives how many were answered with which status."""
    schema = schemathesis.openapi.from_url(f"{live.url}/api/openapi.json")
    people, kept = _people(live), live.clients.enter_context(requests.Session())
    told: Counter[int] = Counter()
    for listed in schema.get_all_operations():
        assert isinstance(listed, Ok)
        operation = listed.ok()
        if any(part in operation.path for part in TAKES_SECONDS) != is_slow:
            continue
        who = st.sampled_from(people[:1] if operation.path in ENDS_SESSION else people)
        for mode in GenerationMode:
            strategy: Any = operation.as_strategy(generation_mode=mode)

            @settings(
                max_examples=examples, deadline=None, derandomize=True, database=None,
                suppress_health_check=list(HealthCheck),
            )  # fmt: skip
            @given(strategy, who, st.fixed_dictionaries(KNOWN), st.booleans())
            def send(
                case: Case[Any], who: Cookies, known: dict[str, object], is_known: bool
            ) -> None:
                if is_known:
                    case.path_parameters = {
                        name: known.get(name, value)
                        for name, value in (case.path_parameters or {}).items()
                    }
                before = _versions(live)
                headers = {"origin": live.url}
                kept.cookies.clear()
                response = case.call(
                    base_url=live.url, session=kept, cookies=who, headers=headers,
                    timeout=COMPILED_S,
                )  # fmt: skip
                assert response.status_code < 500, (case.method, case.formatted_path, case.body)
                if response.status_code >= 400:
                    assert _versions(live) == before
                told[response.status_code] += 1

            # Where a request has nothing in it, nothing of it can be unfitting.
            with contextlib.suppress(Unsatisfiable):
                send()
    return told


def paths_with_body(live: Live) -> list[tuple[str, str]]:
    """The method and a path of everything that takes a body."""
    schema = schemathesis.openapi.from_url(f"{live.url}/api/openapi.json")
    paths = []
    for listed in schema.get_all_operations():
        assert isinstance(listed, Ok)
        operation, path = listed.ok(), listed.ok().path
        for name in re.findall(r"{(\w+)}", path):
            path = path.replace(f"{{{name}}}", "nz" if name == "table" else "1")
        if operation.body:
            paths.append((operation.method.upper(), path))
    return paths


def check_told(told: Counter[int]) -> None:
    """The endpoints have answered, and not the door before them."""
    assert sum(told[status] for status in told if status < 400) > 0.1 * told.total(), told
    assert told[TURNED_AWAY] < TURNED_AWAY_MOST * told.total(), told


def check_sound(live: Live) -> None:
    """Nothing has stopped, and every log can still be verified."""
    assert live.visitor().get("/healthz")["status"] == "ok"
    assert live.site.metrics.count("commands_broken") == 0
    for id_ in live.site.lobby.tables:
        report = verify_log(export_log(live.site.store, id_))
        assert not unheld(report, *IN_PLAY), id_


def test_made_up_requests_break_nothing() -> None:
    with serving(pace=BY_DEALER, limits=OPEN_DOORS) as live:
        # Which requests are made up follows from the text of the test; far from all are refused.
        check_told(send_all(live, examples=4, is_slow=False))
        check_sound(live)


def test_brackets_within_brackets_are_refused_everywhere() -> None:
    with serving(pace=BY_DEALER) as live:
        paths = paths_with_body(live)
        assert len(paths) > 8
        for who in _people(live):
            headers = {"origin": live.url}
            with httpx.Client(base_url=live.url, cookies=who, headers=headers) as http:
                for (method, path), body in itertools.product(paths, NESTED):
                    told = http.request(method, path, content=body, timeout=COMPILED_S)
                    assert 400 <= told.status_code < 500, (method, path, told.text)
        check_sound(live)


@pytest.mark.long
@pytest.mark.parametrize("is_slow", [False, True])
def test_many_made_up_requests_break_nothing(is_slow: bool) -> None:
    # A simulation of the longest kind takes minutes, and there are many.
    with serving(pace=BY_DEALER, limits=OPEN_DOORS, simulated_rounds_max=1_000_000) as live:
        told = send_all(live, examples=20 if is_slow else 300, is_slow=is_slow)
        print(f"{told.total()} requests, answered with {dict(told)}")
        check_told(told)
        check_sound(live)
