"""Logs that somebody made to break a reader: changed at random, or large and slow on purpose."""

import asyncio
import hashlib
import json
import os
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from pitboss.engine.declare import Event
from pitboss.rulebook.options.changes import shown_options
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.metrics import Metrics
from pitboss.server.people.register import Register
from pitboss.server.settings import Settings
from pitboss.store.codec import encode_event
from pitboss.store.entry import Entry
from pitboss.store.export import export_log
from pitboss.store.memory import MemoryStore
from pitboss.store.port import TableHeader
from pitboss.store.seals import Seals, encoded_openly
from tests.patience import until
from tests.proof.test_decisions import KeptByHand
from tests.server.live import BY_DEALER, RICH, house
from tests.server.test_face_down import deal, settle
from tests.store.logged import LoggedTable

DEPTH = 3_000
NASTY: tuple[Any, ...] = (
    None, True, 0, -1, 2**31, 2**53 + 1, 2**63, 2**64, -(2**63) - 1, 10**30, 0.5, 1e308, "",
    "\0", "x" * 5_000, "\U0010ffff", [], {}, [[]], {"sealed": "0" * 64}, -2, 77,
    {"sealed": "0" * 64, "text": "0" * 64}, {"sealed": 1}, ["ann"] * 300,
)  # fmt: skip


@cache
def corpus() -> tuple[bytes, ...]:
    """Logs as servers write them: plain, sealed and in play, void, by hand, with books."""
    return (
        _plain("nz", {"variant": "antes_up", "ante": "0.50"}),
        _plain("double_deck", {}),
        *_in_play(),
        _void(),
        _by_hand(),
    )


def _plain(rulebook: str, options: dict[str, str]) -> bytes:
    table = LoggedTable(rulebook, options, 1)
    for number in range(4):
        if number == 3:
            table.shuffle()
        table.play_round()
    table.reveal()
    return export_log(table.store, "t1")


def _in_play() -> tuple[bytes, ...]:
    """A shoe in play, cards that lie face down, and a double shoe."""
    store = MemoryStore()

    async def play() -> None:
        async with house(store) as lobby:
            await lobby.open("other", "", "tribal", {"shoe": "double"})
            await until(lambda: bool(lobby.tables["other"].actor.state.shoe))
            for table in ("house", "double-deck", "other"):
                for _ in range(2):
                    actor, _ = await deal(lobby, table)
                    await settle(actor)
                await deal(lobby, table)

    asyncio.run(play())
    return tuple(export_log(store, table) for table in ("house", "double-deck", "other"))


def _void() -> bytes:
    """A shoe whose key was lost."""
    store = MemoryStore()

    async def play() -> None:
        async with house(store) as lobby:
            await deal(lobby, "house")

    async def lose() -> None:
        known = Settings(pace=BY_DEALER, play_money=RICH)
        lobby = Lobby(store, known, Metrics(), seals=Seals(bytes(32)))
        await lobby.start(Register(store, now_ms=0))
        await until(lambda: bool(lobby.tables["house"].actor.state.shoe))
        await lobby.stop()

    asyncio.run(play())
    asyncio.run(lose())
    return export_log(store, "house")


def _by_hand() -> bytes:
    """A table dealt by hand, with slips and reports whose figures are for the staff."""
    table = KeptByHand(104)
    for _ in range(4):
        table.play_round()
    rules = table.start.rules
    automations = msgspec.structs.asdict(table.start.automations)
    store = MemoryStore()
    options = shown_options(rules)
    store.create(TableHeader("t1", "T", rules.rulebook, 1, options, automations, 1))
    version, at_ms = 0, 2_000
    for number, (command, events) in enumerate(table.sent):
        version += len(events)
        at_ms = max(at_ms, getattr(command, "at_ms", 0))
        entry = Entry(version, at_ms, at_ms, events, f"{command.by}:{number}", command.by, command)
        store.append("t1", version - len(events), [encoded_openly(entry, os.urandom)])
    return export_log(store, "t1")


def mutated(rng: random.Random, data: bytes) -> bytes:
    """A log with a few changes; mostly chained again, so that the deeper checks are reached."""
    lines = data.split(b"\n")
    for _ in range(rng.choice((1, 1, 2, 5))):
        lines = rng.choice((_bytes, _value, _value, _value, _lines, _escapes))(rng, lines)
    return b"\n".join(chained_again(lines) if rng.random() < 0.8 else lines)


def _bytes(rng: random.Random, lines: list[bytes]) -> list[bytes]:
    place = rng.randrange(len(lines))
    line = bytearray(lines[place] or b"x")
    at = rng.randrange(len(line))
    match rng.randrange(4):
        case 0:
            line[at] ^= 1 << rng.randrange(8)
        case 1:
            del line[at : at + rng.randint(1, 9)]
        case 2:
            line[at:at] = rng.randbytes(rng.randint(1, 9))
        case _:
            line[at:at] = line[rng.randrange(len(line)) :][:200]
    return [*lines[:place], bytes(line).replace(b"\n", b" "), *lines[place + 1 :]]


def _escapes(rng: random.Random, lines: list[bytes]) -> list[bytes]:
    """Text that JSON allows and few expect: half a pair, a number of 5,000 digits, deep lists."""
    place = rng.randrange(len(lines))
    text = rng.choice((
        b'"\\ud800"', b"1" * 5_000, b"1e999", b"-0", b"[" * DEPTH + b"]" * DEPTH, b'"\xff\xfe"',
        b'{"a":' * DEPTH + b"1" + b"}" * DEPTH, b'"\\u0000"',
    ))  # fmt: skip
    parts = lines[place].split(b":")
    if len(parts) > 1:
        parts.insert(rng.randrange(1, len(parts)), text + b',"x"')
    return [*lines[:place], b":".join(parts), *lines[place + 1 :]]


def _lines(rng: random.Random, lines: list[bytes]) -> list[bytes]:
    place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            return [*lines[:place], *lines[place + 1 :]]
        case 1:
            return [*lines[:place], lines[other], *lines[place:]]
        case 2:
            lines = list(lines)
            lines[place], lines[other] = lines[other], lines[place]
            return lines
        case _:
            return [*lines[:place], lines[place] * 2, *lines[place + 1 :]]


def _value(rng: random.Random, lines: list[bytes]) -> list[bytes]:
    """One value somewhere in a line is another: of the same log, or none that belongs there."""
    place = rng.randrange(len(lines))
    try:
        raw, other = (json.loads(lines[one]) for one in (place, rng.randrange(len(lines))))
    except (ValueError, RecursionError):
        return lines
    holders = list(_holders(raw))
    if not holders:
        return lines
    holder, key = rng.choice(holders)
    values = [h[k] for h, k in _holders(other)] or [1]
    match rng.randrange(5):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.extend(holder[:50])
        case 2 if isinstance(holder, dict):
            holder[rng.choice(("by", "v", "sealed", "text", "opened", "tea"))] = rng.choice(NASTY)
        case 3:
            holder[key] = rng.choice(NASTY)
        case _:
            holder[key] = rng.choice(values)
    text = json.dumps(raw, separators=(",", ":"), ensure_ascii=False)
    return [*lines[:place], text.encode("utf-8", "surrogatepass"), *lines[place + 1 :]]


def _holders(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _holders(value[key])


def chained_again(lines: list[bytes]) -> list[bytes]:
    """The lines with right numbers, hashes and footer, as far as they can be read at all."""
    try:
        first = json.loads(lines[0])
        header = json.dumps(first["header"], separators=(",", ":"), ensure_ascii=False).encode()
        body = [one for one in lines[1:] if one]
        chain = hashlib.sha256(header).hexdigest()
        text = b'{"format":"%b","header":%b,"genesis":"%b"}'
        out = [text % (str(first["format"]).encode(), header, chain.encode())]
        version = 0
        for line in body[:-1]:
            raw = json.loads(line)
            version += len(raw["entry"]["events"])
            parts: list[bytes] = []
            for key in ("at_ms", "id", "entry"):
                value = json.dumps(raw[key], separators=(",", ":"), ensure_ascii=False)
                parts.append(b'"%b":%b' % (key.encode(), value.encode()))
            covered = b'{"version":%d,%b}' % (version, b",".join(parts))
            chain = hashlib.sha256(chain.encode() + covered).hexdigest()
            beside = {key: raw[key] for key in ("opened", "sealed") if key in raw}
            more = json.dumps(beside, separators=(",", ":"), ensure_ascii=False).encode()[1:-1]
            rest = b"," + more if more else b""
            out.append(b'%b%b,"chain":"%b"}' % (covered[:-1], rest, chain.encode()))
        footer = {"count": len(out) - 1, "last": chain}
        return [*out, json.dumps(footer, separators=(",", ":")).encode(), b""]
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        return lines


Made = Iterator[tuple[Any, list[dict[str, Any]]]]
"""Commands with the events that are said to follow."""


def made(entries: Made, size: int, revision: int = 1) -> bytes:
    """A log of at least so many bytes, of entries that somebody made up, rightly chained.

    Under another revision of the rulebook nothing that the engine decides otherwise ends it.
    """
    header = {
        "table": "t1", "title": "T", "rulebook": "nz", "revision": revision, "options": {},
        "automations": {"burn": True, "cards": True, "checks": True, "procedures": True},
        "created_ms": 1_000,
    }  # fmt: skip
    lines = [json.dumps({"format": "pitboss log 2", "header": header, "genesis": ""}).encode()]
    length = 0
    for command, events in entries:
        raw = {
            "version": 0, "at_ms": 1_000, "id": "",
            "entry": {"wall_ms": 1_000, "who": "", "command": command, "events": events},
        }  # fmt: skip
        text = json.dumps(raw, separators=(",", ":"))
        if "count_float" not in text and (
            names := dict.fromkeys(re.findall(r'{"sealed":"([0-9a-f]{64})"}', text))
        ):
            raw["sealed"] = dict.fromkeys(names, f"{'f' * 64} AAAA")
            text = json.dumps(raw, separators=(",", ":"))
        lines.append(text.encode())
        length += len(text) + 90
        if length >= size:
            break
    return b"\n".join(chained_again([*lines, b'{"count":0,"last":""}', b""]))


def _buy(name: str) -> dict[str, Any]:
    return {"do": "buy_in", "player": name, "amount": 1, "by": ""}


def _bought(name: str) -> dict[str, Any]:
    return {"event": "chips_bought", "player": name, "amount": 1}


def tiny_entries() -> Made:
    """As many entries as there is room for, each of them right."""
    while True:
        yield _buy("ann"), [_bought("ann")]


def crowds() -> Made:
    """A new player in every event."""
    for number in range(10**6):
        yield _buy(f"p{number}"), [_bought(f"p{number}{k}") for k in range(50)]


def wagers_up() -> Made:
    """Wagers that are never decided, and rounds that end all the same."""
    for number in range(10**6):
        box = number % 7 + 1
        wager = {
            "event": "wager_placed", "box": box, "player": f"p{number}", "wager": "super_sevens",
            "amounts": [1],
        }  # fmt: skip
        ended = {"event": "round_ended", "number": 1, "collected": []}
        yield _buy("ann"), [wager, ended]


def shoes() -> Made:
    """Shoes that are committed to, loaded and revealed, one after another."""
    for number in range(10**6):
        seed = f"{number:064x}"
        note = {"event": "shoe_committed", "commitment": seed, "seed": seed, "side": 0}
        load = {
            "event": "shoe_loaded", "cards": [], "is_shuffle": True, "cut_card": -1, "side": 0,
            "is_double": False, "is_endless": False,
        }  # fmt: skip
        reveal = {"event": "shoe_revealed", "commitment": seed, "seed": seed}
        command = {"do": "reveal_shoe", "commitment": seed, "seed": seed, "by": ""}
        yield command, [note, load, reveal]


def sealed_shoes() -> Made:
    """Shoes that are never opened, each with an order to be found that fits."""
    for number in range(10**6):
        note = {"event": "shoe_committed", "commitment": f"{number:064x}", "seed": "", "side": 0}
        place = {"sealed": f"{number:064x}"}
        load = {
            "event": "shoe_loaded", "cards": place, "is_shuffle": True, "cut_card": -1, "side": 0,
            "is_double": False, "is_endless": False,
        }  # fmt: skip
        command = {
            "do": "load_shoe", "cards": place, "is_shuffle": True, "cut": 52, "behind": -1,
            "side": None, "by": "",
        }  # fmt: skip
        yield command, [note, load]


def void_shoes() -> Made:
    """One shoe after another that is declared void."""
    for number in range(10**6):
        note = {"event": "shoe_committed", "commitment": f"{number:064x}", "seed": "", "side": 0}
        names = [f"{number:064x}"]
        void = {"event": "shoe_voided", "commitments": names, "reason": "x", "clause": "NZ-1"}
        yield {"do": "void_shoe", "commitments": names, "reason": "x", "by": ""}, [note, void]


def many_events() -> Made:
    """Entries with as many events as may be."""
    while True:
        yield _buy("ann"), [_bought("ann")] * 2_000


def places() -> Made:
    """A sealed place in every event."""
    for number in range(10**6):
        burned = {
            "event": "card_burned", "card": {"sealed": f"{number:064x}"}, "clause": "NZ-1",
        }  # fmt: skip
        yield _buy("ann"), [burned] * 20


def nested() -> Made:
    """Commands that wait for cards, one within the other."""
    text = json.dumps({"do": "deal", "by": ""})
    while True:
        event = {"event": "cards_awaited", "command": text, "emitted": 0}
        yield {"do": "deal", "by": ""}, [event] * 100


def long_texts() -> Made:
    """Names of a hundred thousand letters."""
    while True:
        yield _buy("n" * 100_000), [_bought("n" * 100_000)]


def huge_numbers() -> Made:
    """Amounts at the edge of 64 bits."""
    while True:
        event = {"event": "chips_bought", "player": "ann", "amount": 2**63 - 1}
        yield {"do": "buy_in", "player": "ann", "amount": 2**63 - 1, "by": ""}, [event]


def full_tables() -> Made:
    """A table with all the players and wagers it has room for, whose rounds end for ever."""
    names = [f"p{number}" for number in range(99)]
    chips = [{"event": "chips_bought", "player": name, "amount": 10**9} for name in names]
    wagers = [
        {
            "event": "wager_placed", "box": box, "player": name, "wager": "super_sevens",
            "amounts": [1],
        }
        for name in names for box in range(1, 8)
    ]  # fmt: skip
    yield _counted(0), [*chips, *wagers]
    for number in range(1, 10**6):
        yield _counted(number), [{"event": "round_ended", "number": 1, "collected": []}] * 100


def _counted(number: int) -> dict[str, Any]:
    """A command that an export may leave out, so that nobody decides it again."""
    chips = {"sealed": f"{number:064x}"}
    return {"do": "count_float", "kind": "opening", "chips": chips, "by": ""}


def over_and_over(kind: type[Event]) -> Made:
    """The same event in entries that nobody can decide again."""
    raw = json.loads(encode_event(sample(kind)))
    for number in range(10**6):
        yield _counted(number), [raw] * 100


def sample(kind: type[Event]) -> Event:
    """An event of a kind, with a value of the right type in each field."""
    fields = {one.encode_name: _sample(one.type) for one in msgspec.structs.fields(kind)}
    return msgspec.convert(fields, kind, strict=False, str_keys=True)


def _sample(kind: Any) -> Any:
    match msgspec.inspect.type_info(kind):
        case msgspec.inspect.StrType():
            return "ann"
        case msgspec.inspect.BoolType():
            return True
        case msgspec.inspect.LiteralType(values):
            return values[0]
        case msgspec.inspect.VarTupleType(item):
            return [] if isinstance(item, msgspec.inspect.StructType) else [_sample_of(item)]
        case msgspec.inspect.DictType(_, value):
            is_text = isinstance(value, msgspec.inspect.StrType)
            return {"min_bet": "5"} if is_text else {"5": 1}
        case _:
            return 1


def _sample_of(item: Any) -> Any:
    if isinstance(item, msgspec.inspect.TupleType):
        return [_sample_of(one) for one in item.item_types]
    return "ann" if isinstance(item, msgspec.inspect.StrType) else 1


ATTACKS = (
    tiny_entries, crowds, wagers_up, shoes, sealed_shoes, void_shoes, many_events, places, nested,
    long_texts, huge_numbers, full_tables,
)  # fmt: skip
