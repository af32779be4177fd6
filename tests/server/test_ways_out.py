"""Everything that leaves a server, by name: what is for the staff is in none of it for others.

All routes are asked by everybody there is, at a table whose books hold figures that stand nowhere
else; a new route or kind of message is named in ``ways_out``, or the first tests fail.
"""

import inspect
import json
import re
import typing
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec
import pytest
from litestar.routes import HTTPRoute

from pitboss.cards import DECK
from pitboss.engine import do
from pitboss.engine.declare import (
    Command,
    Event,
    all_events,
    sealed_blanks,
    tag_of,
    withheld_from_outsiders,
)
from pitboss.engine.state import TableState
from pitboss.engine.views import TableView
from pitboss.engine.words import Saying
from pitboss.money import Transfer, show
from pitboss.server.app import make_app
from pitboss.server.house import Site
from pitboss.server.settings import Settings
from pitboss.store import sealed_fields
from pitboss.store.memory import MemoryStore
from pitboss.wire.protocol import AnyOutbound
from tests.patience import wait_until
from tests.server.live import BY_DEALER, SEALS, Visitor, Wire, serving
from tests.server.test_by_hand import Crew
from tests.server.ways_out import CARRIERS, MESSAGES, MESSAGES_WITHOUT, WITHOUT

SEALED = "GET /api/tables/{table}/log"
"""The log is exported as it was chained: what is for the staff is sealed in it."""
SOCKET = "WS /ws/tables/{table}"
OPENING, FILL = {"500": 13_577, "2500": 17_389}, {"500": 14_983}
CREDIT, WAITING, CLOSING = {"500": 10_037}, {"500": 19_183}, {"500": 23_053}
DROP = 7_770_050
PILES = (OPENING, FILL, CREDIT, WAITING, CLOSING)
COUNTS = [count for pile in PILES for count in pile.values()]
AMOUNTS = [DROP, *(sum(int(value) * count for value, count in pile.items()) for pile in PILES)]
PLANTED = tuple(str(one).encode() for one in COUNTS + AMOUNTS)
PLANTED += tuple(show(one).encode() for one in AMOUNTS)
"""Figures of the books, in every form in which they may be written."""
LONG = re.compile(rb"[0-9a-f]{13,}")
"""Times in milliseconds, hashes and seeds: some of their digits may be those of a figure."""
BLANKS: tuple[Any, ...] = (-1, "", {}, [])
EVENTS = {tag_of(kind): kind for kind in all_events()}
STAFF_ON_DUTY = frozenset({"dan", "sue", "sam", "art"})
"""Those who know the books of the table; the others of the house are not at it, or play there."""
REPORTS = frozenset({"boss"})
"""Those who read reports besides, as they run the house."""
QUERIES = {
    "GET /api/reports": "?tables=floor&odds=no",
    "GET /api/reports.csv": "?tables=floor&odds=no",
    "GET /api/reports.html": "?tables=floor&odds=no",
    "GET /api/tables/{table}/evening": "?play=yes",
}
REFUSED = {"do": "move_chips", "kind": "credit", "chips": {"500": 100_000}}
BODIES: dict[str, Any] = {
    "POST /api/tables/{table}/ask": {"command": REFUSED},
    "POST /api/tables/{table}/commands": {"id": "1", "command": REFUSED},
    "POST /api/tables/{table}/lay": {"wagers": []},
    "POST /api/tables/{table}/sign-off": {"id": "1", "password": "wrong"},
}
ANYTHING = {"name": "ann"}
CARRYING = (Event, Command, TableView, Saying, Transfer, msgspec.Raw)
"""Types that carry what happened."""


OURS = {name for name in WITHOUT if "openapi" not in name}
"""The description of the API is made by the framework."""


@cache
def handlers() -> dict[str, Callable[..., Any]]:
    """The function behind each route, by its name."""
    app = make_app(Site(Settings(), MemoryStore(), seals=SEALS))
    functions: dict[str, Callable[..., Any]] = {}
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            functions[f"WS {route.path_format}"] = table_socket_of(route)
            continue
        for handler in route.route_handlers:
            for method in handler.http_methods - {"OPTIONS", "HEAD"}:
                functions[f"{method} {route.path_format}"] = handler.fn
    return functions


def table_socket_of(route: Any) -> Callable[..., Any]:
    function: Callable[..., Any] = route.route_handler.fn
    return function


def parts_of(kind: Any, seen: set[Any]) -> Iterator[Any]:
    """All types that a value of a type can be made of."""
    if kind in seen:
        return
    seen.add(kind)
    yield kind
    for part in typing.get_args(kind):
        yield from parts_of(part, seen)
    if inspect.isclass(kind) and issubclass(kind, msgspec.Struct):
        for part in typing.get_type_hints(kind).values():
            yield from parts_of(part, seen)


def test_every_route_says_whether_it_carries_events() -> None:
    named = set(handlers())
    assert not CARRIERS & WITHOUT
    assert named == CARRIERS | WITHOUT, named ^ (CARRIERS | WITHOUT)


@pytest.mark.parametrize("name", sorted(OURS))
def test_a_route_that_carries_no_events_has_no_type_that_does(name: str) -> None:
    answer = typing.get_type_hints(handlers()[name]).get("return")
    kinds = [kind for kind in parts_of(answer, set()) if inspect.isclass(kind)]
    assert not [kind for kind in kinds if issubclass(kind, CARRYING)], name


def test_every_message_of_a_socket_says_whether_it_carries_events() -> None:
    kinds = {str(kind.__struct_config__.tag) for kind in typing.get_args(AnyOutbound)}
    assert not MESSAGES & MESSAGES_WITHOUT
    assert kinds == MESSAGES | MESSAGES_WITHOUT


def values_in(data: bytes) -> Iterator[Any]:
    """The JSON of an answer, or of each of its lines; nothing of other text."""
    for text in (data, *data.splitlines()):
        with suppress(ValueError):
            yield json.loads(text)


def figures_in(data: bytes) -> list[str]:
    """What stands in an answer that is for the staff alone."""
    shown = LONG.sub(b" ", data)
    figures = [one.decode() for one in PLANTED if one in shown]
    return figures + list(
        dict.fromkeys(one for value in values_in(data) for one in _told_in(value))
    )


def is_sealed(value: Any) -> bool:
    """Return True for the place of a sealed value, which shows its commitment alone."""
    return isinstance(value, dict) and {sealed_fields.SEALED} <= value.keys() <= {
        sealed_fields.SEALED,
        sealed_fields.TEXT,
    }


def _told_in(value: Any) -> Iterator[str]:
    """Fields of events that are for the staff, and are not blank."""
    if isinstance(value, list):
        for one in value:
            yield from _told_in(one)
    if not isinstance(value, dict):
        return
    if str(value.get("event")) in EVENTS:
        blanks = {name: sealed_blanks()[name] for name, one in value.items() if is_sealed(one)}
        value = {**value, **blanks}
        event = msgspec.convert(value, EVENTS[value["event"]])
        for name in withheld_from_outsiders(event):
            if value.get(name, "") not in BLANKS:
                yield f"{value['event']}.{name} = {value[name]}"
    for one in value.values():
        yield from _told_in(one)


def test_an_answer_with_what_is_for_the_staff_is_found() -> None:
    assert not figures_in(b"no JSON") + figures_in(b'[{"event": "phase_began", "phase": "x"}]')
    told = {"event": "drop_removed", "number": 1, "by": "", "second": "", "amount": -1}
    assert not figures_in(json.dumps([{"event": {**told, "expected": -1}}]).encode())
    figures = figures_in(json.dumps([{"event": {**told, "expected": 7}}]).encode())
    assert figures == ["drop_removed.expected = 7"]
    assert figures_in(f"drop: {show(DROP)}".encode()) == [show(DROP)]
    assert all(len(one) < 13 for one in PLANTED)
    (count,) = COUNTS[1:2]
    assert figures_in(f'{{"at_ms": 1795109{count}1, "chips": {count}}}'.encode()) == [str(count)]
    assert not figures_in(f'{{"at_ms": 1795109{count}1}}'.encode())


class Pit:
    """A table whose books hold the planted figures, and everybody who may look at it."""

    def __init__(self, crew: Crew) -> None:
        self.crew = crew
        live = crew.live
        self.people: dict[str, Visitor] = {"": live.visitor(), "gus": live.guest("gus")}
        self.people |= {"ann": crew.guest, "boss": crew.boss, **crew.visitors}
        self.people |= {name: live.account(name) for name in ("dot", "sid")}
        live.appoint(crew.boss, "dot", "dealer")
        self.people["art"] = live.visitor()
        self.people["art"].become(self._session("art"))
        self.sid = self.people["sid"].socket(crew.table)
        self.sid.buy()
        self.round = 1
        """The round that is looked up."""
        self.wires = {name: who.socket(crew.table) for name, who in self.people.items()}
        """Sockets that hear everything from here on."""

    def _session(self, name: str) -> str:
        identity = self.crew.live.site.identity
        person = identity.register.find(name)
        assert person is not None
        return identity.open_session(person).token

    def slip(self, number: int, command: Command) -> None:
        """Two people sign a slip."""
        self.crew.accept(self.crew.dan, command)
        self.crew.accept(self.crew.sue, do.ConfirmSlip(number=number))

    def deal(self, up: str) -> None:
        """Ann and sid have wagers, and cards are dealt face down."""
        crew = self.crew
        for wire, box in ((crew.ann, 1), (self.sid, 2)):
            crew.accept(wire, do.PlaceWager(box=box, wager="main", amounts=(1_000,)))
        crew.accept(crew.dan, do.Deal())
        crew.enter(up)

    def stand(self, *cards: str) -> None:
        """Both stand, and the dealer turns the hole card over, and their cards."""
        self.crew.accept(self.crew.ann, do.Stand(box=1))
        self.crew.accept(self.sid, do.Stand(box=2))
        self.crew.enter(*cards)

    def answers(
        self, table: str = "floor", *, has_sockets: bool = True
    ) -> Iterator[tuple[str, str, bytes]]:
        """Every answer to everybody: the route, who asked, and what they got."""
        for route in sorted(CARRIERS | WITHOUT):
            method, _, path = route.partition(" ")
            is_asked = method == "GET" or route in BODIES
            is_slow = "{rulebook}" in route or route.endswith(("/odds", "/advice")) or "{a}" in path
            if not is_asked or is_slow or "{path}" in path:
                continue
            for name, who in self.people.items():
                to = path.format(**ANYTHING, table=table, number=self.round) + QUERIES.get(
                    route, ""
                )
                answer = who.http.request(method, to, json=BODIES.get(route))
                assert answer.status_code < 500, f"{route} as {name}: {answer.text}"
                yield route, name, answer.content
        for name, wire in self.wires.items() if has_sockets else ():
            for message in heard(wire):
                yield SOCKET, name, message


def heard(wire: Wire) -> Iterator[bytes]:
    """Everything that a socket has brought, and the whole view."""
    wire.send({"type": "resync"})
    wire.send({"type": "ping"})
    while True:
        message = wire.receive()
        yield json.dumps(message).encode()
        if message["type"] == "pong":
            return


@pytest.fixture(scope="module")
def pit() -> Iterator[Pit]:
    """The first round is over and the second one in play; a slip waits to be signed."""
    with serving(pace=BY_DEALER, commands_per_second=10_000) as live:
        pit = Pit(Crew(live, "cards_by_hand", "double_deck"))
        pit.slip(1, do.CountFloat(kind="opening", chips=OPENING))
        pit.slip(2, do.MoveChips(kind="fill", chips=FILL))
        pit.deal("7d")
        pit.crew.accept(
            pit.crew.sue, do.Report(what="cards_mishandled", box=1, player="ann", choice="")
        )
        pit.slip(3, do.MoveChips(kind="credit", chips=CREDIT))
        pit.stand("Tc", "Ts", "Qh", "6h", "9c")
        pit.slip(4, do.RemoveDrop(amount=DROP))
        sue = pit.people["sue"]
        body = {"id": "shift", "password": "password of sue"}
        signed = sue.post("/api/tables/floor/sign-off", body)
        assert signed["ok"], signed["refused"]["text"]
        pit.crew.accept(pit.crew.dan, do.MoveChips(kind="fill", chips=WAITING))
        pit.deal("7c")
        live.appoint(pit.crew.boss, "sid", "supervisor")
        yield pit


SHOWN = frozenset({
    "GET /api/reports",
    "GET /api/tables/{table}/events",
    "GET /api/tables/{table}/ledger",
    "GET /api/tables/{table}/rounds/{number}/script",
    "GET /api/tables/{table}/rounds/{number}/steps",
})  # fmt: skip
"""Routes that show the figures to those who may know them."""


def check(
    pit: Pit, staff: frozenset[str], shown: frozenset[str], *, has_sockets: bool = False
) -> None:
    """Nobody gets what is for the staff, and the staff does by these routes."""
    leaks, knowing = [], set()
    for route, name, data in pit.answers(has_sockets=has_sockets):
        figures = figures_in(data)
        may_know = name in staff or (name in REPORTS and "/reports" in route)
        if route == SEALED or not figures:
            continue
        knowing.add(route)
        if not may_know:
            leaks.append(f"{route} as {name or 'a stranger'}: {figures[:3]}")
    assert not leaks, "\n".join(leaks)
    assert shown <= knowing, shown - knowing


def test_the_books_are_told_to_the_staff_alone(pit: Pit) -> None:
    """While the shoe is in play, when every card of it lies open, and when the table is closed."""
    crew, floor = pit.crew, pit.crew.live.site.lobby.tables["floor"]
    check(pit, STAFF_ON_DUTY, SHOWN | {SOCKET}, has_sockets=True)
    pit.stand("Ts", "8s", "8h", "9h", "9s")
    crew.accept(crew.dan, do.LoadShoe(cards=()))
    # A supervisor who has no wager up any more is one like others.
    staff = STAFF_ON_DUTY | {"sid"}
    check(pit, staff, SHOWN | {SOCKET}, has_sockets=True)
    # The books of the table stand as they do where the next shoe begins.
    pit.deal("7d")
    pit.stand("Tc", "Ts", "Qh", "6h", "9c")
    crew.accept(crew.sue, do.ConfirmSlip(number=5))
    pit.slip(6, do.CountFloat(kind="closing", chips=CLOSING))
    crew.accept(crew.sue, do.CloseTable())
    wait_until(lambda: "floor" not in crew.live.site.lobby.tables, "the table does not close")
    assert floor.actor.state.is_closed
    check(pit, staff, SHOWN)
    pit.round, script = 3, "GET /api/tables/{table}/rounds/{number}/script"
    check(pit, staff, frozenset({script}))


class Shoe:
    """The table that the server deals face down: one round is over, and one in play."""

    table = "double-deck"

    def __init__(self, pit: Pit) -> None:
        ann = pit.crew.guest.socket(self.table)
        ann.buy()
        dan = pit.people["dan"].socket(self.table)
        pit.crew.accept(dan, do.TakeTable())
        self._table = pit.crew.live.site.lobby.tables[self.table]
        while self.state.round < 2 or self.state.phase == "betting":
            if self.state.phase == "betting":
                pit.crew.accept(ann, do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
                pit.crew.accept(dan, do.Deal())
            elif self.state.phase == "offering":
                pit.crew.accept(dan, do.CloseInsurance())
            else:
                pit.crew.accept(ann, do.Stand(box=1))
        (shoe,) = self._table.feed.shoes_in_play()
        at, cards = self.state.position, self.state.shoe
        self.secrets = (shoe.seed.encode(), ",".join(map(str, cards[at : at + 5])).encode())

    @property
    def state(self) -> TableState:
        """The table as it stands."""
        return self._table.actor.state


def cards_in(value: Any) -> Iterator[tuple[int, int]]:
    """Boxes and cards that lie open in an answer."""
    parts = value if isinstance(value, list) else ()
    if isinstance(value, dict):
        parts = list(value.values())
        if value.get("event") == "card_dealt" and value["card"] in DECK:
            yield value["box"], value["card"]
    for part in parts:
        yield from cards_in(part)


def test_no_card_or_seed_of_a_shoe_in_play_is_told_to_others(pit: Pit) -> None:
    """Supervisors and auditors see the cards of a round that is over; nobody the shoe."""
    pit.round = 1
    shoe, staff, knowing = Shoe(pit), {"sue", "sam", "sid", "art"}, set()
    for route, name, data in pit.answers(shoe.table, has_sockets=False):
        assert not [one for one in shoe.secrets if one in data], f"{route} as {name}"
        if any(box == 1 for value in values_in(data) for box, _ in cards_in(value)):
            knowing.add(name)
        is_script = route.endswith("/script") and not data.startswith(b"{")
        assert not is_script or name in staff, f"{route} as {name}"
    assert knowing | {"sid"} == {"ann", *staff}
