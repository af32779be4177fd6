"""A client that hangs up: the server stops looking things up, and finishes what it changes."""

import asyncio
import threading
from typing import Any

from tests.patience import wait_until
from tests.server.admission.test_doors import raw
from tests.server.live import BY_DEALER, serving


def test_a_request_that_changes_something_runs_to_its_end() -> None:
    with serving(pace=BY_DEALER) as live:
        guest = live.guest("ann")
        lobby, look_up = live.site.lobby, live.site.lobby.look_up
        has_begun, is_gone = threading.Event(), threading.Event()

        async def slow(call: Any, *args: Any, **named: Any) -> Any:
            has_begun.set()
            while not is_gone.is_set():
                await asyncio.sleep(0.01)
            return await look_up(call, *args, **named)

        lobby.look_up = slow  # type: ignore[method-assign]
        connections = live._server.server_state.connections
        before = len(connections)
        cookies = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
        body = b'{"name": "anna", "password": "four words nobody guesses"}'
        head = (
            "POST /api/accounts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Origin: http://localhost\r\nCookie: {cookies}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        with raw(live, head.encode() + body):
            wait_until(has_begun.is_set)
        wait_until(lambda: len(connections) <= before)
        is_gone.set()
        find = live.site.identity.register.find
        wait_until(lambda: (person := find("ann")) is not None and not person.is_guest)
