"""What the server tests share: a real server on a loopback port, people, and a house in memory."""

import asyncio
import json
import secrets
import socket
import threading
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from typing import Any

import httpx
import msgspec
from argon2 import PasswordHasher
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from pitboss.client.visitor import LIMITS as CONNECTIONS
from pitboss.engine.chips import BuyIn
from pitboss.engine.declare import Command
from pitboss.engine.offers import Offer
from pitboss.engine.views import TableView, View, with_own
from pitboss.server.app import Server
from pitboss.server.house import Site
from pitboss.server.http.cookies import SESSION
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.log.events import entries_after
from pitboss.server.metrics import Metrics
from pitboss.server.people.register import Register
from pitboss.server.people.two_person import signers
from pitboss.server.security.witness import NO_FAULTS
from pitboss.server.settings import LIMITS, Limits, Pace, PlayMoney, Settings
from pitboss.server.surroundings import REAL, Surroundings
from pitboss.store.codec import name_of
from pitboss.store.export import export_log, read_log, write_log
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Store
from pitboss.store.seals import Seals
from pitboss.store.witness.checking import Fault
from pitboss.wire.changes import Change, patch
from tests.patience import COMPILED_S, WAIT_S, wait_until

QUICK = Pace(betting_ms=60, insurance_ms=2_000, turn_ms=5_000, prize_ms=40, cut_ms=30)
BY_DEALER = Pace(
    turn_ms=60_000, prize_ms=60_000, insurance_ms=60_000, cut_ms=30, has_auto_deal=False
)
"""Nothing happens by itself but shuffles: the test is the dealer."""
PATIENT = Limits(header_s=WAIT_S, body_s=WAIT_S, unread_s=WAIT_S, compile_after_s=0)
"""A visitor whom a busy machine leaves waiting is not cut off, and nothing is compiled ahead."""
RICH = PlayMoney(opening=10**12)
"""Nobody is short of money, where a test is about something else."""
OWN = "own"
"""In place of an origin, that of the server."""
TABLES = ("tribal", "nz", "pa-free-bet", "house", "double-deck")
FIRST_PORT, PORTS = 20_000, 12_000
SEALS = Seals(bytes(range(32)))
"""The key of every house in the tests, so that one that starts again goes on with its shoes."""
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def names_of(store: Store, table: str) -> list[str]:
    """What has happened at a table, by the names of events."""
    return [name_of(event) for one in entries_after(store, table, 0) for event in one.events]


def unsealed_log(store: Store, table: str) -> bytes:
    """The log of a table with all that is sealed in it opened, as no server gives it away."""
    log = read_log(export_log(store, table))
    return write_log(log.header, [SEALS.opened(record, table) for record in log.records])


def free_port() -> int:
    """A port that nobody uses, from those that the system does not give to connections."""
    while True:
        port = FIRST_PORT + secrets.randbelow(PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Live:
    """A server in a thread."""

    def __init__(
        self, store: Store, settings: Settings, faults: Mapping[str, Fault] = NO_FAULTS,
        limits: Limits = PATIENT,
    ) -> None:  # fmt: skip
        self.site = Site(settings, store, faults=faults, seals=SEALS, limits=limits)
        self.site.identity._hasher = CHEAP
        self.settings = settings
        self.clients = ExitStack()
        """Sockets and connections of the visitors."""
        self.url = f"http://127.0.0.1:{settings.port}"
        self._server = Server(self.site)
        self._server.config.ws_ping_timeout = WAIT_S
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def start(self) -> None:
        """Run until it answers."""
        self._thread.start()
        wait_until(lambda: self._server.started and self._is_listening(), "it does not start")

    def _is_listening(self) -> bool:
        """Whether somebody could come in; the server says that it has started just before."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.settings.port)):
            return True
        return False

    def stop(self) -> None:
        """Ask it to stop, as Ctrl-C does, and wait."""
        self.clients.close()
        self._server.should_exit = True
        self._thread.join(WAIT_S)
        assert not self._thread.is_alive()

    def visitor(self) -> "Visitor":
        """Somebody who has not logged in."""
        return Visitor(self)

    def guest(self, name: str) -> "Visitor":
        """A guest who has logged in."""
        visitor = self.visitor()
        visitor.key = visitor.post("/api/guests", {"name": name}, expect=201)["key"]
        visitor.name = name
        return visitor

    def account(self, name: str, *, admin_token: str = "") -> "Visitor":
        """Somebody with an account who has logged in."""
        visitor = self.visitor()
        body = {"name": name, "password": f"password of {name}", "admin_token": admin_token}
        visitor.post("/api/accounts", body, expect=201)
        visitor.name = name
        return visitor

    def appoint(self, boss: "Visitor", name: str, role: str) -> None:
        """Give somebody a role; where a second person has to sign, one does."""
        path, body = f"/api/accounts/{name}/role", {"role": role}
        identity = self.site.identity
        if not (others := signers(identity.register, boss.name, name)):
            boss.post(path, body, verb="PUT")
            return
        waiting = boss.post(path, body, verb="PUT", expect=202)
        second = identity.register.find(min(others))
        assert second is not None
        visitor = self.visitor()
        visitor.become(identity.open_session(second).token)
        visitor.post(f"/api/proposals/{waiting['proposal']}/signature", None)

    def admin(self) -> "Visitor":
        """The administrator, by the one-time link."""
        return self.account("boss", admin_token=self.site.identity.admin_token)


class Visitor:
    """A person's browser: cookies, requests and sockets."""

    def __init__(self, live: Live) -> None:
        self.name = ""
        self.key = ""
        self.live = live
        self.http = live.clients.enter_context(
            httpx.Client(
                base_url=live.url,
                headers={"origin": live.url},
                timeout=COMPILED_S,
                limits=CONNECTIONS,
            )
        )

    def become(self, session: str) -> None:
        """Use a session that was opened elsewhere."""
        self.http.cookies.set(SESSION, session)

    def get(self, path: str, *, expect: int = 200) -> Any:
        """What a page says."""
        answer = self.http.get(path)
        assert answer.status_code == expect, answer.text
        is_json = "json" in answer.headers.get("content-type", "")
        return answer.json() if is_json and answer.content else answer.text

    def post(self, path: str, body: object, *, expect: int = 200, verb: str = "POST") -> Any:
        """The answer to a request that changes something."""
        answer = self.http.request(verb, path, json=body)
        assert answer.status_code == expect, answer.text
        return answer.json() if answer.content else None

    def socket(
        self, table: str, *, last: int | None = None, origin: Any = OWN, emotes: bool = False
    ) -> "Wire":
        """A socket at a table, of a page of the server or of another origin."""
        origin = self.live.url if origin == OWN else origin
        query = "" if last is None else f"?last={last}"
        query += "?emotes=true" if emotes else ""
        url = f"{self.live.url.replace('http', 'ws', 1)}/ws/tables/{table}{query}"
        cookie = self.http.cookies.get(SESSION)
        headers = {"Cookie": f"{SESSION}={cookie}"} if cookie else {}
        # What nobody reads is taken in all the same: otherwise a socket takes long to close.
        opened = connect(
            url, additional_headers=headers, origin=origin, max_size=None, max_queue=None,
            open_timeout=WAIT_S, ping_timeout=WAIT_S,
        )  # fmt: skip
        return Wire(self.live.clients.enter_context(opened), self.name)


class Wire:
    """A socket of a person: what came over it, in order."""

    def __init__(self, opened: ClientConnection, name: str) -> None:
        self.opened = opened
        self.name = name
        self.events: list[dict[str, Any]] = []
        self.status: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        """The table as it was shown at first, with all that has changed since; empty for somebody
        who came back and was told only what was missed."""
        self.last = 0
        self._run = secrets.token_hex(4)
        """Ids of commands are its own, whoever else is here under the same name."""
        self._count = 0

    def receive(self) -> dict[str, Any]:
        """The next message; events must follow each other without a gap."""
        message: dict[str, Any] = json.loads(self.opened.recv(WAIT_S))
        if message["type"] == "update":
            for event in message["events"]:
                assert event["n"] == self.last + 1, f"{event['n']} after {self.last}"
                self.last = event["n"]
                self.events.append(event)
                if self.view:
                    patch(self.view, msgspec.convert(event["changes"], list[Change]))
            self.status = message["status"]
        elif message["type"] == "view":
            is_known = self.view and message["status"]["version"] == self.last
            assert not is_known or message["view"] == self.view, f"{self.name} saw another table"
            self.status, self.view = message["status"], message["view"]
            self.last = self.status["version"]
        return message

    def until(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            message = self.receive()
            if message["type"] == kind:
                return message

    def give(self, command: Command, *, id_: str = "") -> dict[str, Any]:
        """The answer to a command."""
        self._count += 1
        used = id_ or f"{self._run}-{self._count}"
        self.send({"type": "command", "id": used, "command": msgspec.to_builtins(command)})
        answer = self.until("answer")
        assert answer["id"] == used
        return answer

    def send(self, message: object) -> None:
        """Send a message. When the server has hung up already, what it said last can be read."""
        with suppress(ConnectionClosed):
            self.opened.send(json.dumps(message))

    def see(self) -> View:
        """The whole view, asked for now."""
        self.send({"type": "resync"})
        self.until("view")
        seen = msgspec.convert(self.view, TableView, str_keys=True)
        offers = msgspec.convert(self.status["offers"], tuple[Offer, ...])
        return with_own(seen, self.status["chips"], offers)

    def buy(self, amount: int = 100_000) -> None:
        """Have chips."""
        answer = self.give(BuyIn(player=self.name, amount=amount))
        assert answer["ok"], answer

    def close(self) -> None:
        """Go."""
        self.opened.close()


@contextmanager
def serving(
    store: Store | None = None, pace: Pace = QUICK,
    faults: Mapping[str, Fault] = NO_FAULTS, limits: Limits = PATIENT, **settings: Any,
) -> Iterator[Live]:  # fmt: skip
    """A server, stopped at the end."""
    settings = {"play_money": RICH, **settings}
    known = Settings(port=free_port(), pace=pace, logins_per_minute=1_000, **settings)
    live = Live(store or MemoryStore(), known, faults, limits)
    live.start()
    try:
        yield live
    finally:
        live.stop()


@asynccontextmanager
async def house(
    store: Store | None = None, pace: Pace = BY_DEALER, *, surroundings: Surroundings = REAL,
    faults: Mapping[str, Fault] = NO_FAULTS, limits: Limits = LIMITS, **settings: Any,
) -> AsyncIterator[Lobby]:  # fmt: skip
    """All tables without a network, for tests that look at every byte or count every command."""
    known = Settings(pace=pace, **{"play_money": RICH, **settings})
    used = store or MemoryStore()
    lobby = Lobby(used, known, Metrics(), surroundings, faults, SEALS, limits)
    await lobby.start(Register(used, now_ms=0))
    try:
        actors = [one.actor for one in lobby.tables.values() if one.actor.state.automations.cards]
        while not all(actor.stopped or actor.state.shoe for actor in actors):
            await asyncio.sleep(0.005)
        yield lobby
    finally:
        await lobby.stop()
