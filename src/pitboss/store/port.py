"""The interface of every store: memory, SQLite or PostgreSQL."""

from collections.abc import Collection, Sequence
from typing import Protocol

import msgspec

from pitboss.errors import Error

PAGE_MAX = 10_000
"""No read gives more records."""
UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError, OverflowError)
"""Errors of bytes that are not the JSON they should be, or hold a number that JSON cannot."""


def page(limit: int) -> int:
    """Limit a read to the largest page."""
    return max(0, min(limit, PAGE_MAX))


class StoreError(Error):
    """A store that cannot do what was asked: nothing was written."""


class StoreConflict(StoreError):
    """The table was written by another server or thread since it was read."""


class BankrollMoved(StoreError):
    """A bankroll has moved since it was read."""


class LeaseLost(StoreConflict):
    """Another server writes this table now."""


class UnreadableRecord(StoreError):
    """Bytes that the store did not write, with their log and place."""

    def __init__(
        self, log: str, number: int, why: str = "it is not what was written there"
    ) -> None:
        self.log = log
        """A table, a bankroll, or another part of the store by its name."""
        self.number = number
        """The number of the event, the movement or the statement."""
        super().__init__(f"{log} cannot be read at {number}: {why}")


class StoreUnavailable(StoreError):
    """The disk or the server behind the store failed; nothing is acknowledged."""


class StoreFull(StoreUnavailable):
    """The disk is full; nothing was written, and the store can write again once there is room."""


class TableHeader(msgspec.Struct, frozen=True, omit_defaults=True):
    """The properties of a table, fixed when it is opened; defaults are left out of its bytes."""

    table: str
    """Its id."""
    title: str
    rulebook: str
    revision: int
    """The rulebook's revision when the table was opened."""
    options: dict[str, str]
    """As on the command line, by name."""
    automations: dict[str, bool]
    created_ms: int
    pace: dict[str, int] = {}
    """Settings that differ from the server's pace: milliseconds, or 0 and 1."""
    owner: str = ""
    """The owner of a private table; "" for a public one."""
    chips: int = 0
    """Opening chips of each player, in cents, from an account of this table; 0: from bankrolls."""
    not_said: tuple[str, ...] = ()
    """Clauses of its rulebook that the table does not play."""
    is_own: bool = False
    """True if the rulebook is a custom file, whatever else its id may name."""
    readings: dict[str, str] = {}
    """Every reading of its rulebook with the value that the table was opened under."""
    in_force_from: str = ""
    """First day of the edition that the table is dealt under, or ``unknown``; "" in older logs."""
    digest: str = ""
    """SHA-256 of the rulebook then, with all that it extends; "" in older logs."""
    program: str = ""
    """Version of the program that opened the table; "" in older logs."""

    def account_of(self, name: str) -> str:
        """Return the account that a player's chips come from and return to."""
        return f"{name}@{self.table}" if self.chips else name


class Record(msgspec.Struct, frozen=True):
    """A row of a log, as it is stored: an entry of a table, or a line of a register."""

    version: int
    """The number of its last event; that of its first is one more than the version before."""
    at_ms: int
    """Log time: never less than that of the row before."""
    body: bytes
    """One line of JSON: see ``store/chain.py``."""
    id: str = ""
    """The id of the command; "" if the table acted by itself."""
    chain: str = ""
    """SHA-256 over the one before and this record, as hexadecimal."""
    envelope: bytes = b""
    """JSON that the chain does not cover, or empty (``store/sealed_fields.py``)."""


class Movement(msgspec.Struct, frozen=True):
    """Play money that came to the bankroll of an account, or left it."""

    account: str
    """The name of a person, or of a bot."""
    number: int
    """1 for the first of an account, then one more for each."""
    at_ms: int
    kind: str
    """The reason, such as ``buy_in``."""
    amount: int
    """In cents; negative if money left the bankroll."""
    held: int
    """The bankroll after it, in cents, and never below zero."""
    source: str = ""
    """The table that it went to or came from, or who granted it."""
    mark: str = ""
    """The number of the table's event and its time, or the id of a grant: once only of a kind."""

    @property
    def event(self) -> int:
        """The number of the table's event that made it."""
        return int(self.mark.partition("@")[0])


class Snapshot(msgspec.Struct, frozen=True):
    """A state that need not be rebuilt from the beginning of its log."""

    version: int
    state: bytes
    chain: str = ""
    """The chain value of the log at that version."""
    signature: str = ""
    """Signature of the witness, or "" without one."""


class Unsealer(Protocol):
    """Opens sealed fields; implemented by ``store/seals.py`` with the house's key."""

    def opened(self, record: Record, table: str) -> Record:
        """Return a record with every field opened that the key opens."""

    def open_snapshot(self, table: str, snapshot: Snapshot) -> Snapshot | None:
        """Return the snapshot with its state opened; None if another key sealed it."""


class Store(Protocol):
    """Append-only logs of tables, and bankrolls; every method may raise ``StoreUnavailable``."""

    def create(self, header: TableHeader) -> None:
        """Begin the log of a table; its id must be new."""

    def headers(self) -> list[TableHeader]:
        """Return every table, the oldest first."""

    seals: Unsealer | None
    """Opens sealed fields; None until set, and they stay sealed."""

    def append(
        self,
        table: str,
        after: int,
        records: Sequence[Record],
        movements: Sequence[Movement] = (),
        *,
        opened: Sequence[Record] = (),
    ) -> None:
        """Write records after version ``after``; on disk when it returns, all of them or none.

        Movements of bankrolls are part of the same commit: if one has moved since it was read,
        ``BankrollMoved`` is raised and nothing is written. ``opened`` are older records whose
        envelopes are replaced, which changes no hash.
        """

    def sealed(self, table: str) -> list[Record]:
        """Return every record of a table with a part that has not been opened, in order."""

    def move(self, movements: Sequence[Movement]) -> None:
        """Write movements that no table makes, all of them or none.

        Raises ``BankrollMoved`` likewise, and ``StoreConflict`` if a mark has been used.
        """

    def movements(
        self, account: str, *, kind: str = "", before: int = 0, limit: int = PAGE_MAX
    ) -> list[Movement]:
        """Return movements of an account, if named of a kind and before a number, newest first."""

    def bankrolls(self, accounts: Collection[str] | None = None) -> list[Movement]:
        """Return the newest movement of every account, or of those named, in the order of names."""

    def read(self, table: str, after: int = 0, limit: int = PAGE_MAX) -> list[Record]:
        """Return the records after a version, in order.

        If the version is that of an event within an entry, the whole entry comes first.
        """

    def last(self, table: str) -> Record | None:
        """Return the newest record of a table."""

    def answered(self, table: str, id_: str) -> tuple[int, int] | None:
        """Return the first and last event that a command led to, if it was carried out before."""

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a state; only the newest is kept."""

    def snapshot(self, table: str) -> Snapshot | None:
        """Return the newest state kept."""

    def close(self) -> None:
        """Let go of files and connections."""
