"""What goes wrong: stores that fail, clients that do not read, frames that are none, overload."""

import asyncio
import contextlib
import json
import random
import socket
import threading
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, all_commands, tag_of
from pitboss.engine.play.acts import Stand
from pitboss.server.admission.client import CLIENT, Client, Priority
from pitboss.server.admission.thread_pool import Overloaded
from pitboss.server.feed.outbox import Outbox
from pitboss.server.log.replay import rebuild
from pitboss.server.settings import Admission, Limits
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Movement, Record, StoreUnavailable
from pitboss.wire.protocol import Give, WireError, decode
from tests.patience import WAIT_S, until, wait_until
from tests.server.live import PATIENT, house, serving


class FailingStore(MemoryStore):
    """A store whose disk fails at the n-th append of a table."""

    def __init__(self, fails_at: int) -> None:
        super().__init__()
        self.left = fails_at

    def append(
        self, table: str, after: int, records: Sequence[Record],
        movements: Sequence[Movement] = (), *, opened: Sequence[Record] = (),
    ) -> None:  # fmt: skip
        if table == "nz":
            self.left -= 1
            if self.left == 0:
                raise StoreUnavailable("the disk is full")
        super().append(table, after, records, movements, opened=opened)


class HeldStore(MemoryStore):
    """A store whose appends wait until they are let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go = threading.Event()
        self.go.set()
        self.is_waiting = threading.Event()

    def append(
        self, table: str, after: int, records: Sequence[Record],
        movements: Sequence[Movement] = (), *, opened: Sequence[Record] = (),
    ) -> None:  # fmt: skip
        if not self.go.is_set():
            self.is_waiting.set()
        assert self.go.wait(WAIT_S)
        super().append(table, after, records, movements, opened=opened)


SCRIPT: tuple[tuple[str, Command], ...] = (
    ("ann", BuyIn(player="ann", amount=50_000)),
    ("bob", BuyIn(player="bob", amount=50_000)),
    ("ann", PlaceWager(box=1, wager="main", amounts=(1_000,))),
    ("bob", PlaceWager(box=2, wager="main", amounts=(1_000,))),
    ("dee", Deal()),
    ("ann", Stand(box=1)),
    ("bob", Stand(box=2)),
)


@pytest.mark.parametrize("fails_at", range(1, 10))
def test_a_failing_disk_stops_the_table_and_a_restart_is_clean(fails_at: int) -> None:
    store = FailingStore(fails_at)

    async def play() -> tuple[int, object]:
        async with house(store) as lobby:
            actor = lobby.tables["nz"].actor
            await actor.assign("dee", "dealer")
            for number, (name, command) in enumerate(SCRIPT):
                before = actor.version
                answer = await actor.submit(name, f"c{number}", command)
                if answer.refused is not None and answer.refused.code == "stopped":
                    assert actor.version == before
                    assert "the disk is full" in actor.stopped
                    assert lobby.tables["house"].actor.stopped == ""
                    break
            return actor.version, actor.state

    async def restart() -> None:
        async with house(store) as lobby:
            actor = lobby.tables["nz"].actor
            assert (await actor.submit("ann", "on", BuyIn(player="ann", amount=1))).ok

    played = asyncio.run(play())
    store.left = 0
    header = next(header for header in store.headers() if header.table == "nz")
    kept = rebuild(store, header, keep=1)
    assert played == (kept.version, kept.state)
    asyncio.run(restart())


def test_a_stopped_table_shows_in_the_health_of_the_server() -> None:
    with serving(FailingStore(2)) as live:
        ann = live.guest("ann")
        body = {"id": "1", "command": {"do": "buy_in", "player": "ann", "amount": 100}}
        answer = ann.post("/api/tables/nz/commands", body)
        assert answer["refused"]["code"] == "stopped"
        assert list(ann.get("/healthz", expect=503)["stopped"]) == ["nz"]


def test_overload_is_refused_clearly() -> None:
    store = HeldStore()

    async def run() -> None:
        async with house(store, limits=Limits(queue_max=3)) as lobby:
            actor = lobby.tables["nz"].actor
            store.go.clear()
            buy = BuyIn(player="ann", amount=1)
            tasks = [asyncio.create_task(actor.submit("ann", "c0", buy))]
            await until(store.is_waiting.is_set)
            tasks += [asyncio.create_task(actor.submit("ann", f"c{n}", buy)) for n in range(1, 9)]
            await until(lambda: sum(task.done() for task in tasks) == 5)
            store.go.set()
            answers = await asyncio.gather(*tasks)
            busy = [a for a in answers if a.refused is not None and a.refused.code == "busy"]
            assert len(busy) == 5
            assert actor.state.chips == {"ann": 4}
            # Being busy is no first answer: the command can be sent again.
            assert (await actor.submit("ann", busy[0].id, buy)).ok

    asyncio.run(run())


def test_who_sends_too_fast_is_told_so() -> None:
    with serving(commands_per_second=5) as live:
        wire = live.guest("ann").socket("nz")
        codes = [(wire.give(Stand(box=1))["refused"] or {})["code"] for _ in range(30)]
        assert "too_fast" in codes
        assert "too_fast" not in codes[:10]


def test_sockets_beyond_the_limit_are_refused() -> None:
    with serving(sockets_per_table_max=1) as live:
        first = live.guest("ann").socket("nz")
        first.until("view")
        with pytest.raises(ConnectionClosed) as closed:
            live.guest("bob").socket("nz").receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
        assert live.guest("cat").socket("house").receive()["type"] == "view"


def test_a_table_that_is_not_there() -> None:
    with serving() as live:
        with pytest.raises(ConnectionClosed) as closed:
            live.visitor().socket("none").receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


def test_many_who_look_things_up_are_asked_to_wait() -> None:
    async def run() -> None:
        gate = threading.Event()
        async with house() as lobby:

            async def look_up(client: Client) -> bool:
                CLIENT.set(client)
                return await lobby.look_up(lambda: gate.wait(WAIT_S))

            # One address alone does not fill the line: others still come into it.
            crowd = [asyncio.create_task(look_up(Client("10.0.0.1"))) for _ in range(20)]
            await asyncio.sleep(0)
            ann = asyncio.create_task(look_up(Client("10.0.0.2", "ann", Priority.SEATED)))
            refused = [one for one in crowd if one.done()]
            gate.set()
            told = await asyncio.gather(*crowd, ann, return_exceptions=True)
            assert told[-1] is True
            assert {str(why) for why in told if isinstance(why, Overloaded)} == {
                "too much is asked from your address; wait a little"
            }
            assert told.count(True) < 12 or refused

    asyncio.run(run())


def test_a_server_that_closes_takes_no_more() -> None:
    async def run() -> None:
        async with house() as lobby:
            actor = lobby.tables["nz"].actor
        answer = await actor.submit("ann", "1", BuyIn(player="ann", amount=1))
        assert answer.refused is not None
        assert answer.refused.code == "closing"

    asyncio.run(run())


def test_only_a_message_that_has_been_on_its_way_too_long_cuts_its_client() -> None:
    outbox = Outbox("ann", 1)
    outbox.cut_if_slow(time.monotonic() + 1)
    assert not outbox.is_cut.is_set()
    with outbox.sending():
        outbox.cut_if_slow(outbox.sending_since)
        assert not outbox.is_cut.is_set()
        outbox.cut_if_slow(outbox.sending_since + 1)
        assert outbox.is_cut.is_set()


RESYNCS = 20_000
"""Their answers are more than any pipe holds."""


@pytest.mark.parametrize(
    "limits",
    [
        replace(PATIENT, outbox_max=32, send_timeout_ms=int(10_000 * WAIT_S)),
        replace(PATIENT, outbox_max=2 * RESYNCS, send_timeout_ms=2_000),
    ],
    ids=["too much waits", "it waits too long"],
)
def test_a_client_that_does_not_read_is_cut_and_others_do_not_notice(
    limits: Limits,
) -> None:
    # Here nobody is read slower because they send too fast.
    limits, fast = replace(limits, frames_per_second=10**6), Admission(frames_per_address=10**6)
    with serving(limits=limits, admission=fast, commands_per_second=10**6) as live:
        bob = live.guest("bob").socket("nz")
        bob.until("view")
        feed = live.site.lobby.tables["nz"].feed
        with socket.create_connection(("127.0.0.1", live.settings.port)) as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
            deaf.sendall(
                b"GET /ws/tables/nz HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                b"Sec-WebSocket-Version: 13\r\n\r\n"
            )
            assert b"101" in deaf.recv(15)
            payload = b'{"type":"resync"}'
            frame = bytes([0x81, 0x80 | len(payload)]) + b"\0\0\0\0" + payload
            deaf.settimeout(WAIT_S)
            wait_until(lambda: feed.watchers == 2)
            with contextlib.suppress(OSError):
                deaf.sendall(frame * RESYNCS)
            end = time.monotonic() + WAIT_S
            while feed.watchers == 2 and time.monotonic() < end:
                bob.send({"type": "ping"})
                bob.until("pong")
            assert feed.watchers == 1
            wait_until(lambda: len(live.site.sockets) == 1)
            assert live.site.metrics.count("sockets_cut") == 1
            bob.send({"type": "ping"})
            bob.until("pong")


BASE = json.dumps(
    {"type": "command", "id": "c", "command": {"do": "place_wager", "box": 1, "wager": "main",
     "amounts": [500]}}
).encode()  # fmt: skip


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.one_of(
        st.binary(max_size=200),
        st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")),
        st.tuples(st.integers(0, len(BASE)), st.integers(0, len(BASE)), st.binary(max_size=8)).map(
            lambda cut: BASE[: cut[0]] + cut[2] + BASE[cut[1] :]
        ),
    )
)
def test_any_frame_is_read_or_refused(frame: bytes) -> None:
    with contextlib.suppress(WireError):
        decode(frame)


def mutated_frames(count: int, seed: int) -> int:
    """Frames with bytes changed, cut and doubled at random; gives how many could still be read."""
    rng = random.Random(seed)
    read = 0
    for _ in range(count):
        frame = bytearray(BASE)
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(frame))
            match rng.randrange(3):
                case 0:
                    frame[place] = rng.randrange(256)
                case 1:
                    del frame[place : place + rng.randint(1, 5)]
                case _:
                    frame[place:place] = frame[place : place + rng.randint(1, 9)]
        try:
            decode(bytes(frame))
        except WireError:
            continue
        read += 1
    return read


def test_mutated_frames_are_read_or_refused() -> None:
    assert mutated_frames(20_000, 1) > 0


@pytest.mark.long
def test_a_million_mutated_frames_are_read_or_refused() -> None:
    assert mutated_frames(1_000_000, 2) > 0


NUMBERS = st.integers(-(2**70), 2**70)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=5) | st.sampled_from(["ann", "main"]),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)
FIELDS = (
    "amount", "amounts", "box", "by", "card", "cards", "choice", "choices", "dealer", "hand",
    "hands", "player", "prize", "reason", "stakes", "wager", "what", "gesture", "voice", "name",
    "position", "is_waiting",
)  # fmt: skip
NAMES = tuple(tag_of(kind) for kind in all_commands())
COMMANDS = st.tuples(
    st.sampled_from(NAMES),
    st.dictionaries(st.sampled_from(FIELDS), NUMBERS | VALUES | st.just(1), max_size=4),
)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(COMMANDS, min_size=20, max_size=40), st.sampled_from(["ann", "sue"]))
def test_odd_commands_break_nothing(
    commands: list[tuple[str, dict[str, object]]], name: str
) -> None:
    async def run() -> None:
        async with house() as lobby:
            actor = lobby.tables["pa-free-bet"].actor
            await actor.submit("ann", "buy", BuyIn(player="ann", amount=9_000))
            await actor.assign("sue", "supervisor")
            for number, (do, fields) in enumerate(commands):
                message = {"type": "command", "id": f"c{number}", "command": {"do": do, **fields}}
                try:
                    given = decode(json.dumps(message))
                except WireError:
                    continue
                assert isinstance(given, Give)
                before = actor.state, actor.version
                answer = await actor.submit(name, given.id, given.command)
                assert answer.refused is None or answer.refused.code != "broken", message
                assert answer.ok or (actor.state, actor.version) == before
            assert actor.stopped == ""

    asyncio.run(run())


def test_frames_over_a_socket_that_cannot_be_read() -> None:
    with serving() as live:
        wire = live.guest("ann").socket("nz")
        wire.until("view")
        version = live.site.lobby.tables["nz"].actor.version
        for frame in ("", "{}", "[]", '{"type":"command"}', "\0", '{"type":"ping","x":1}'):
            wire.opened.send(frame)
            assert wire.until("error")["code"] == "bad_frame"
        wire.opened.send(b"\xff\xfe")
        assert wire.until("error")["code"] == "bad_frame"
        wire.send({"type": "ping"})
        assert wire.until("pong")["version"] == version
        # Of a command that cannot be read the id is given back, where that can.
        commands: tuple[object, ...] = ({"do": "dance"}, {"do": "hit", "box": "one"}, [], None)
        for command in commands:
            wire.send({"type": "command", "id": "good", "command": command})
            told = wire.until("error")
            assert (told["code"], told["id"]) == ("bad_frame", "good")
        for id_ in ("", "x" * 65, 7, None, ["good"]):
            wire.send({"type": "command", "id": id_, "command": {"do": "dance"}})
            assert wire.until("error")["id"] == ""
        wire.opened.send("x" * 5_000)
        with pytest.raises(ConnectionClosed) as closed:
            wire.until("pong")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        other = live.guest("bob").socket("nz")
        other.until("view")
        for _ in range(20):
            other.send("nonsense")
        with pytest.raises(ConnectionClosed):
            other.until("pong")
        assert live.site.lobby.tables["nz"].actor.version == version
