"""What must hold in a world at all times: each check is a function that gives a sentence if not."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from pitboss.engine.shoe.commitment import ShoeCommitted, ShoeRevealed
from pitboss.engine.views import boxes_seen, table_view
from pitboss.ledger.audit import faults
from pitboss.ledger.balances import Balances, book, opening
from pitboss.money import BOT
from pitboss.proof.checks import FAILED
from pitboss.proof.log import verify_log
from pitboss.proof.money import count_money
from pitboss.server.log.events import Logged, entries_after, replay_on
from pitboss.server.log.replay import start_of
from pitboss.store.export import all_records, export_log
from pitboss.store.port import Store, TableHeader
from pitboss.wire.protocol import Answer, Message
from tests.world.secrets import next_cards, shown_too_much, told_too_much


class Broken(AssertionError):
    """Something that does not hold, in a sentence."""


def hold(fault: str) -> None:
    """Raise where there is a fault."""
    if fault:
        raise Broken(fault)


@dataclass(slots=True)
class Word:
    """What the server has given its word for."""

    done: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    """By table and command: the first and the last event of those that were acknowledged."""
    refused: set[tuple[str, str]] = field(default_factory=set)
    """Commands that were judged, and not carried out."""

    def take(self, table: str, key: str, answer: Answer, *, later: frozenset[str]) -> str:
        """Take an answer down; the same command is never answered in two ways."""
        at = (table, key)
        if answer.refused is not None:
            if answer.refused.code in ("broken", "id_used"):
                return f"{key} at {table} was answered: {answer.refused.text}"
            if answer.refused.code not in later:
                self.refused.add(at)
            return ""
        events = (answer.first, answer.last)
        if self.done.setdefault(at, events) != events:
            return f"{key} at {table} was answered by events {events} and {self.done[at]}"
        return ""


class Followed:
    """The log of a table, read as far as it goes: every event with the table before and after."""

    def __init__(self, header: TableHeader) -> None:
        self.header = header
        self.logged: dict[int, Logged] = {}
        self.start = start_of(header)
        self.version = 0
        self.chain = ""
        """Of the last record."""
        self.by_nobody = 0
        """Commands that no person gave: those of bots, and of the table itself."""
        self.seeds: dict[str, str] = {}
        """Of shoes in play, by their commitment."""
        self.state = self.start
        """The table that the log leads to."""
        self._at_ms = 0
        self._books: Balances = opening(self.start.rules.fees.meter)

    def read_on(self, store: Store) -> str:
        """Read what was written since; the books must sum to zero after every command."""
        entries = list(entries_after(store, self.header.table, self.version))
        for entry in entries:
            is_set_back = any(event.sets_log_time_back for event in entry.events)
            if entry.at_ms < self._at_ms and not is_set_back:
                return f"the time of {self.header.table} runs back at event {entry.version}"
            self._at_ms = entry.at_ms
        for one in replay_on(entries, self.version, self.state):
            self.logged[one.version] = one
            self.version, self.state = one.version, one.after
            book(self._books, (one.event,))
            is_last = one.version == one.entry.version
            if is_last and (wrong := faults(self._books)):
                return f"after event {one.version} of {self.header.table}: {wrong[0]}"
            if isinstance(one.event, ShoeCommitted):
                self.seeds[one.event.commitment] = one.event.seed
            elif isinstance(one.event, ShoeRevealed):
                self.seeds.pop(one.event.commitment, None)
        self.by_nobody += sum(not one.who or one.who.startswith(BOT) for one in entries)
        if entries:
            self.chain = entries[-1].chain
        return ""

    def is_still_there(self, store: Store) -> str:
        """Whether a log still has all that was ever read of it."""
        if not self.version:
            return ""
        records = store.read(self.header.table, self.version - 1, 1)
        if not records or records[0].chain != self.chain:
            return f"event {self.version} of {self.header.table} was told, and is not in the log"
        return ""


def no_seed(followed: Followed, frame: bytes, viewer: str) -> str:
    """The seed of a shoe in play is in no message."""
    if any(seed.encode() in frame for seed in followed.seeds.values()):
        return f"{viewer!r} was told a seed of {followed.header.table}"
    return ""


def nothing_hidden(
    followed: Followed, frame: bytes, viewer: str, version: int, seen: dict[str, object]
) -> str:
    """No order of cards, and no card in a view that the viewer may not see."""
    state = followed.logged[version].after if version else followed.start
    order = next_cards(state)
    if order and order in frame:
        return f"{viewer!r} was told the next cards of {followed.header.table}"
    return shown_too_much(seen, state, viewer) if seen else ""


def same_view(followed: Followed, viewer: str, version: int, seen: dict[str, object]) -> str:
    """A viewer who follows the events sees the table that there is."""
    state = followed.logged[version].after if version else followed.start
    shown = msgspec.json.encode(table_view(state, boxes_seen(state, viewer)))
    if msgspec.json.decode(shown) != seen:
        return f"{viewer!r} sees another table {followed.header.table} at event {version}"
    return ""


def nothing_told(followed: Followed, events: list[Message], viewer: str) -> str:
    """No event tells a viewer more than they may know, and each is in the log."""
    for told in events:
        one = followed.logged.get(told.n)
        if one is None:
            return f"{viewer!r} was told of an event that is not in the log"
        if wrong := told_too_much(one, told, viewer):
            return wrong
    return ""


def tables_of(store: Store) -> list[TableHeader]:
    """Tables, without the register of people."""
    return [header for header in store.headers() if header.rulebook]


def word_is_kept(store: Store, word: Word) -> str:
    """Every acknowledged command is in its log, once, with the events that were named."""
    for header in tables_of(store):
        table, before = header.table, 0
        written: dict[str, tuple[int, int]] = {}
        times: Counter[str] = Counter()
        for record in all_records(store, table, None):
            written[record.id] = (before + 1, record.version)
            times[record.id] += bool(record.id)
            before = record.version
        for (at, key), events in word.done.items():
            if at != table:
                continue
            if key not in written:
                return f"{key} at {table} was acknowledged, and is not in the log"
            if written[key] != events:
                return f"{key} at {table} was acknowledged as {events}, and is {written[key]}"
        if twice := [key for key, count in times.items() if count > 1]:
            return f"{twice[0]} is {times[twice[0]]} times in the log of {table}"
        if wrong := [key for at, key in sorted(word.refused) if at == table and key in written]:
            return f"{wrong[0]} at {table} was refused, and is in the log"
    return ""


def money_agrees(store: Store) -> str:
    """What was ever given to bankrolls is in bankrolls, on tables or won by them."""
    return "; ".join(count_money(store).faults)


def logs_verify(store: Store, tables: Sequence[str]) -> str:
    """Logs hold: chain, times, replay, money, decisions and commitments."""
    for table in tables:
        report = verify_log(export_log(store, table))
        if wrong := [check for check in report.checks if check.status == FAILED]:
            return f"the log of {table} does not verify: {wrong[0].name}: {wrong[0].text}"
    return ""
