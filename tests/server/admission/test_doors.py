"""The doors of a real server: connections, sockets, log-ins and bodies from people who mean ill."""

import asyncio
import json
import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pitboss.server.admission.buckets import LogIns
from pitboss.server.admission.client import Client, Priority, Proxies, as_address
from pitboss.server.admission.listener import Connection, Connections, ConnectionState
from pitboss.server.admission.protocols import READ_MAX, SocketConnection
from pitboss.server.settings import Admission, Limits, SettingsError
from pitboss.store.export import export_log
from tests.patience import WAIT_S, wait_until
from tests.server.live import BY_DEALER, PATIENT, Live, serving

HALF = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "


@contextmanager
def raw(live: Live, sent: bytes, *, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    """A connection from an address of this machine, with something sent over it."""
    to = ("127.0.0.1", live.settings.port)
    with socket.create_connection(to, WAIT_S, (source, 0)) as opened:
        opened.sendall(sent)
        yield opened


def heard(opened: socket.socket) -> bytes:
    """What comes until the server ends the connection."""
    told = b""
    try:
        while part := opened.recv(4_096):
            told += part
    except ConnectionResetError:
        pass
    return told


def drip(opened: socket.socket) -> None:
    """Send a byte now and then, for a few seconds or until the connection is over."""
    with suppress(OSError):
        for _ in range(200):
            opened.sendall(b"x")
            time.sleep(0.02)


def test_a_request_that_does_not_come_to_an_end_is_ended() -> None:
    slow = Limits(header_s=0.5, body_s=0.5, compile_after_s=0)
    with serving(limits=slow) as live:
        post = b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
        with raw(live, HALF) as header, raw(live, post) as body, raw(live, b"") as silent:
            assert b"408 Request Timeout" in heard(header)
            assert b"408 Request Timeout" in heard(body)
            assert b"408 Request Timeout" in heard(silent)
            # Neither is a trickle: the whole header has so long, not each byte.
            with raw(live, HALF) as slow_one:
                trickle = threading.Thread(target=drip, args=(slow_one,), daemon=True)
                trickle.start()
                assert b"408 Request Timeout" in slow_one.recv(4_096)
                assert trickle.is_alive()
        assert live.visitor().get("/healthz")["status"] == "ok"


def test_a_client_that_reads_late_gets_all_answers() -> None:
    """More than the buffers of a connection hold: the server stops writing, and goes on."""
    ask = b"GET /js/first.js HTTP/1.1\r\nHost: localhost\r\n%s\r\n"
    last = ask % b"Connection: close\r\n"
    with serving(limits=PATIENT) as live:
        with raw(live, last) as alone:
            size = len(heard(alone))
        count = 16_000_000 // size
        with raw(live, (ask % b"") * count + last) as opened:

            def is_full() -> bool:
                before = opened.recv(READ_MAX, socket.MSG_PEEK)
                time.sleep(0.1)
                return before == opened.recv(READ_MAX, socket.MSG_PEEK)

            wait_until(is_full)
            told = b"".join(iter(partial(opened.recv, size), b""))
    assert told.count(b"HTTP/1.1 200 OK\r\n") == count + 1
    assert len(told) > size * count * 0.99


def test_half_sent_requests_make_room_for_others(caplog: pytest.LogCaptureFixture) -> None:
    limits = replace(PATIENT, connections_max=40)
    with (
        serving(limits=limits, admission=Admission(connections_per_address=30)) as live,
        ExitStack() as crowd,
    ):
        ann = live.guest("ann").socket("nz")
        ann.until("view")
        with caplog.at_level(logging.DEBUG):
            for number in range(120):
                source = f"127.0.0.{2 + number % 4}"
                crowd.enter_context(raw(live, HALF, source=source))
            # The one who has the most gives way: a newcomer is let in, and ann does not notice.
            assert live.visitor().get("/healthz")["status"] == "ok"
            assert live._server._connections.total <= limits.connections_max
            assert live._server._connections.refused["made room"] > 0
            ann.send({"type": "ping"})
            ann.until("pong")
        assert len([one for one in caplog.records if one.name.startswith("pitboss")]) < 50


def test_connections_of_one_address_make_room_for_its_own() -> None:
    limits = Limits(connections_burst=5)
    noted: list[tuple[str, str]] = []
    connections = Connections(
        limits, per_address=2, total_max=4, note=lambda *one: noted.append(one)
    )
    ended = list[Connection]()

    def enter(address: str, state: ConnectionState = ConnectionState.WAITING) -> Connection:
        connection = connections.enter(address, 0.0)
        assert isinstance(connection, Connection), connection
        connection.state, connection.end = state, lambda: ended.append(connection)
        return connection

    first, _ = enter("a"), enter("a", ConnectionState.SOCKET)
    second = enter("a", ConnectionState.SOCKET)
    assert ended == [first]
    assert connections.enter("a", 0.0) == "too many connections from your address"
    connections.leave(second)
    connections.leave(second)
    enter("a")
    for _ in range(100):
        assert connections.enter("a", 0.0) == "connections come too fast from your address"
    connections.penalise("a", 0.1)
    assert connections.enter("a", 0.1) == "connections come too fast from your address"
    # What comes again and again is counted, and noted a few times.
    assert (len(noted), noted[0][0], sum(connections.refused.values())) == (3, "a", 103)
    for address in ("b", "c", "d"):
        enter(address, ConnectionState.ASKING)
    # The server was full: the one that waited of the address with the most has gone.
    assert (len(ended), connections.total, connections.count("a")) == (2, 4, 1)
    assert connections.enter("proxy", 0.0, is_proxy=True) == "too many are connected"


def test_strangers_make_room_for_players() -> None:
    limits = Admission(strangers_per_address=3)
    with serving(sockets_per_table_max=3, admission=limits) as live:
        strangers = [live.visitor().socket("nz") for _ in range(3)]
        for stranger in strangers:
            stranger.until("view")
        with pytest.raises(InvalidStatus):
            live.visitor().socket("house")
        ann = live.guest("ann").socket("nz")
        ann.until("view")
        with pytest.raises(ConnectionClosed) as closed:
            strangers[0].until("pong")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
        ann.buy()
        # Whoever has chips stays, whoever else comes.
        for name in ("bob", "cat"):
            newcomer = live.guest(name).socket("nz")
            newcomer.receive()
            newcomer.buy()
        with pytest.raises(ConnectionClosed):
            live.guest("eve").socket("nz").until("view")
        assert len(live.site.sockets) == 3
        assert live.site.metrics.count("sockets_refused") >= 1


def test_who_sends_too_fast_is_read_slower_and_pings_cost_something(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # However long the loop waits between two pings, they are too many.
    monkeypatch.setattr("pitboss.server.admission.protocols.CONTROLS_PER_S", 0.001)
    with serving(limits=replace(PATIENT, frames_per_second=5)) as live:
        stranger, ann = live.visitor().socket("nz"), live.guest("ann").socket("nz")
        began = time.monotonic()
        for _ in range(12):
            stranger.send({"type": "resync"})
            stranger.send({"type": "ping"})
        ann.until("view")
        ann.send({"type": "ping"})
        ann.until("pong")
        told = 0
        while time.monotonic() - began < 0.5:
            with suppress(TimeoutError):
                stranger.opened.recv(0.05)
                told += 1
        # A resync counts as four messages, a burst of fifty is let through; one more is at work.
        spent = 50 + 5 * (time.monotonic() - began)
        assert told <= spent * 2 / 5 + 2
        # So many pings of the protocol itself are no mistake.
        ann.opened.socket.sendall(b"\x89\x80\0\0\0\0" * 200)
        with pytest.raises(ConnectionClosed, match="too many frames"):
            ann.until("never")


def test_a_flood_of_frames_is_read_in_many_turns_of_the_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[int] = []
    take = SocketConnection.data_received

    def taken(self: SocketConnection, data: bytes) -> None:
        read.append(len(data))
        take(self, data)

    monkeypatch.setattr(SocketConnection, "data_received", taken)
    with serving() as live:
        eve = live.visitor().socket("nz")
        eve.until("view")
        eve.opened.socket.sendall(b"\x81\x82\0\0\0\0{}" * 4_000)
        wait_until(lambda: sum(read) >= 4 * READ_MAX)
    assert max(read) <= READ_MAX


def stop_clock(monkeypatch: pytest.MonkeyPatch, live: Live) -> None:
    """Nothing is allowed again because the test took long."""
    now_s = live.site.now_s()
    monkeypatch.setattr(live.site, "now_s", lambda: now_s)


def guesses(live: Live, count: int) -> list[int]:
    """What wrong passwords are told, each from an address that a header makes up."""
    http = live.visitor().http
    body = {"name": "boss", "secret": "a wrong password"}
    told = []
    for number in range(count):
        headers = {"x-forwarded-for": f"10.0.0.{number}"}
        told.append(http.post("/api/session", json=body, headers=headers).status_code)
    return told


def test_guesses_at_an_account_are_few_whatever_a_header_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with serving() as live:
        boss = live.admin()
        stop_clock(monkeypatch, live)
        told = guesses(live, 45)
        assert (told.count(401), told.count(429)) == (20, 25)
        assert live.site.metrics.count("logins_failed") == 20
        # The administrator has not logged in with the password from here, and must wait too.
        body = {"name": "boss", "secret": "password of boss"}
        assert boss.post("/api/session", body, expect=429)["code"] == "too_fast"


def test_log_ins_by_address_do_not_follow_a_header_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with serving() as live:
        stop_clock(monkeypatch, live)
        live.site.log_ins = LogIns(per_minute=5, guesses_per_hour=1_000)
        assert guesses(live, 8) == [401] * 5 + [429] * 3


def test_a_proxy_is_believed_where_it_is_named() -> None:
    def header(*values: str) -> list[tuple[bytes, bytes]]:
        return [(b"x-forwarded-for", value.encode()) for value in values]

    nobody, proxies = Proxies(()), Proxies(("127.0.0.1", "10.1.0.0/16"))
    assert nobody.address("127.0.0.1", header("1.2.3.4")) == "127.0.0.1"
    assert proxies.address("127.0.0.1", header("1.2.3.4")) == "1.2.3.4"
    # What somebody wrote before the first proxy of the house counts for nothing.
    assert proxies.address("10.1.2.3", header("6.6.6.6, 1.2.3.4, 10.1.9.9")) == "1.2.3.4"
    assert proxies.address("10.1.2.3", header("6.6.6.6", "1.2.3.4")) == "1.2.3.4"
    assert proxies.address("127.0.0.1", header("not an address")) == "127.0.0.1"
    assert proxies.address("127.0.0.1", header()) == "127.0.0.1"
    assert proxies.address("9.9.9.9", header("1.2.3.4")) == "9.9.9.9"
    assert as_address("2001:db8::1") == as_address("2001:db8::ffff") == "2001:db8::/64"
    assert as_address("::ffff:1.2.3.4") == "1.2.3.4"
    with pytest.raises(SettingsError, match="trusted_proxies"):
        Proxies(("proxy.example",))


def test_brackets_within_brackets_are_refused_clearly() -> None:
    with serving(pace=BY_DEALER) as live:
        ann = live.guest("ann")
        nested = b'{"id":"1","command":{"do":"deal","x":' + b"[" * 9_000
        for path in ("/api/tables/nz/commands", "/api/tables/nz/ask", "/api/guests"):
            for body in (b"[" * 2_000, b'{"id":' * 2_000, nested):
                told = ann.http.post(path, content=body)
                assert told.status_code == 400, told.text
                assert "the body" in told.json()["detail"]


def test_where_a_request_ends_is_said_once() -> None:
    """A second request behind one with a length and an encoding is not read."""
    with serving() as live:
        head = b"POST /api/guests HTTP/1.1\r\nhost: x\r\n"
        both = b"content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"
        behind = b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n"
        twice = b"content-length: 4\r\ncontent-length: 5\r\n\r\nabcde"
        for rest in (both, twice):
            with socket.create_connection(("127.0.0.1", live.settings.port), WAIT_S) as opened:
                opened.sendall(head + rest + behind)
                told = b"".join(iter(partial(opened.recv, 4_096), b""))
            assert told.startswith(b"HTTP/1.1 400")
            assert told.count(b"HTTP/1.1") == 1


def test_an_amount_is_a_number_over_http_as_over_a_socket() -> None:
    with serving(pace=BY_DEALER) as live:
        ann = live.guest("ann")
        for amount, status in (("100", 400), (100.5, 400), (100, 200)):
            command = {"do": "buy_in", "player": "ann", "amount": amount}
            body = {"id": "1", "command": command}
            ann.post("/api/tables/nz/commands", body, expect=status)
        assert live.site.lobby.tables["nz"].actor.state.chips == {"ann": 100}


def test_who_has_logged_out_hears_nothing_more() -> None:
    with serving(pace=BY_DEALER) as live:
        ann, bob = live.guest("ann"), live.guest("bob").socket("nz")
        wire = ann.socket("nz")
        wire.until("view")
        ann.post("/api/session", None, verb="DELETE", expect=204)
        # Nothing was sent and nothing has happened: the socket is told all the same.
        assert wire.receive()["code"] == "session_ended"
        with pytest.raises(ConnectionClosed):
            wire.receive()
        bob.until("view")
        again = live.guest("cat").socket("nz")
        again.until("view")
        live.site.identity.register.sessions.clear()
        # A session that another server has ended, or time, is noticed with the next message.
        live.site.lobby.tables["nz"].feed.publish([], live.site.lobby.tables["nz"].actor.state)
        assert again.receive()["code"] == "session_ended"


def test_a_mistake_of_ours_is_told_in_a_sentence_and_logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(*_: object) -> None:
        raise RuntimeError("the sheet is torn")

    monkeypatch.setattr("pitboss.server.http.tables._sheet", break_down)
    with serving(pace=BY_DEALER) as live, caplog.at_level(logging.ERROR, "pitboss.server"):
        told = live.visitor().get("/api/tables/nz/rules", expect=500)
        assert told["code"] == "broken"
        assert "torn" not in json.dumps(told)
        wait_until(lambda: caplog.records)
        assert caplog.records[0].exc_info is not None
        assert "torn" in str(caplog.records[0].exc_info[1])


def test_what_nobody_waits_for_is_not_looked_up() -> None:
    with serving(pace=BY_DEALER) as live:
        calls: list[Any] = []
        lobby = live.site.lobby

        async def look_up(call: Any, *args: Any, **named: Any) -> Any:
            calls.append((call, args, named))
            try:
                await asyncio.sleep(WAIT_S)
            except asyncio.CancelledError:
                calls.append("gone")
                raise

        lobby.look_up = look_up  # type: ignore[method-assign]
        with raw(live, b"GET /api/tables/nz/rules HTTP/1.1\r\nHost: localhost\r\n\r\n"):
            wait_until(lambda: calls)
        wait_until(lambda: calls[-1] == "gone", "the work of a gone client goes on")


def test_a_message_does_not_wait_until_the_one_before_is_acknowledged() -> None:
    with serving(pace=BY_DEALER) as live:
        live.visitor().socket("nz").until("view")
        for connection in live._server.server_state.connections:
            opened = connection.transport.get_extra_info("socket")
            assert opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_log_comes_in_parts_no_faster_than_its_bytes_are_due() -> None:
    limits = Limits(bytes_per_second=20_000, bytes_burst=1, compile_after_s=0)
    with serving(pace=BY_DEALER, limits=limits) as live:
        wait_until(lambda: live.site.lobby.tables["nz"].actor.state.shoe)
        boss, art = live.admin(), live.account("art")
        live.appoint(boss, "art", "auditor")
        began = time.monotonic()
        log = art.http.get("/api/tables/nz/log").content
        took = time.monotonic() - began
        assert log == export_log(live.site.store, "nz")
        # All but the last line was sent before the last was due.
        *before, _last = log.splitlines(keepends=True)
        assert len(b"".join(before)) > 5_000
        assert took >= len(b"".join(before)) / 20_000
        live.site._streams["127.0.0.1"] = 4
        assert art.get("/api/tables/nz/log", expect=429)["code"] == "too_fast"


def test_ranks_are_those_at_the_tables() -> None:
    with serving(pace=BY_DEALER) as live:
        ann = live.guest("ann")
        token = ann.http.cookies["pitboss_session"]
        assert live.site.client("1.2.3.4", "") == Client("1.2.3.4")
        assert live.site.client("1.2.3.4", token).priority is Priority.WATCHER
        wire = ann.socket("nz")
        wire.until("view")
        wire.buy()
        assert live.site.client("1.2.3.4", token) == Client("1.2.3.4", "ann", Priority.SEATED)
        priorities = {live.site.client("1.2.3.4", token).priority for _ in range(1_000)}
        assert priorities == {Priority.SEATED, Priority.STRANGER}
