"""What a store does, whatever lies behind it: memory, SQLite or PostgreSQL."""

from collections.abc import Collection, Sequence
from typing import Protocol

import msgspec

from pitboss.errors import Error

PAGE_MAX = 10_000
"""No read gives more records."""
UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError, OverflowError)
"""Errors of bytes that are not the JSON they should be, or hold a number that JSON cannot."""


class StoreError(Error):
    """A store that cannot do what was asked: nothing was written."""


class StoreConflict(StoreError):
    """Somebody else has written to the table since it was read."""


class BankrollMoved(StoreError):
    """Somebody's bankroll has moved since it was read."""


class LeaseLost(StoreConflict):
    """Another server writes this table now."""


class UnreadableRecord(StoreError):
    """Bytes in a store that the store did not write: in which log, and where in it."""

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
    """There is no room on the disk: nothing was written, and writing goes on once there is."""


class TableHeader(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table is, fixed when it is opened. What was left out then is left out in its bytes."""

    table: str
    """Its id."""
    title: str
    rulebook: str
    revision: int
    """The rulebook's, so that a log says by which text it was played."""
    options: dict[str, str]
    """As on the command line, by name."""
    automations: dict[str, bool]
    created_ms: int
    pace: dict[str, int] = {}
    """Where it differs from the pace of the house: milliseconds, or 0 and 1."""
    owner: str = ""
    """Whose private table it is; empty where the house has opened it for everybody."""


class Record(msgspec.Struct, frozen=True):
    """A row of a log, as it is stored: an entry of a table, or a line of a register."""

    version: int
    """The number of its last event; that of its first is one more than the version before."""
    at_ms: int
    """Log time: never less than that of the row before."""
    body: bytes
    """As JSON on one line: ``store/chain.py`` tells what is in it."""
    id: str = ""
    """The id of the command; empty where the table acted by itself."""
    chain: str = ""
    """SHA-256 over the one before and this record, as hexadecimal."""
    beside: bytes = b""
    """JSON that the chain does not cover, or empty (``store/sealed_fields.py``)."""


class Movement(msgspec.Struct, frozen=True):
    """Play money that came to the bankroll of an account, or left it."""

    account: str
    """The name of a person, or of a bot."""
    number: int
    """1 for the first of an account, then one more for each."""
    at_ms: int
    kind: str
    """What it was, such as ``buy_in``."""
    amount: int
    """In cents; below zero where it left."""
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
    """By the key of the witness; empty where there is none."""


class Opener(Protocol):
    """Opens what is sealed: the key of the house, ``store/seals.py``."""

    def opened(self, record: Record, table: str) -> Record:
        """A record with everything opened that the key opens."""

    def open_snapshot(self, table: str, snapshot: Snapshot) -> Snapshot | None:
        """A state that was kept; nothing where it was sealed with another key."""


class Store(Protocol):
    """Append-only logs of tables, and bankrolls. Every method may raise ``StoreUnavailable``."""

    def create(self, header: TableHeader) -> None:
        """Begin the log of a table; its id must be new."""

    def headers(self) -> list[TableHeader]:
        """Every table, the oldest first."""

    seals: Opener | None
    """Opens what is sealed, from when it is set; without it that stays sealed."""

    def append(
        self, table: str, after: int, records: Sequence[Record],
        movements: Sequence[Movement] = (), *, opened: Sequence[Record] = (),
    ) -> None:  # fmt: skip
        """Write records after version ``after``; on disk when it returns, all of them or none.

        The bankrolls that they move go with them. Where one has moved since it was read,
        ``BankrollMoved`` is raised and nothing is written. With them older records are opened:
        what lies beside those is written again, which changes no hash.
        """

    def sealed(self, table: str) -> list[Record]:
        """Every record of a table with something in it that has not been opened, in order."""

    def move(self, movements: Sequence[Movement]) -> None:
        """Write movements that no table makes, all of them or none.

        Raises ``BankrollMoved`` likewise, and ``StoreConflict`` where a mark has been used.
        """

    def movements(
        self, account: str, *, kind: str = "", before: int = 0, limit: int = PAGE_MAX
    ) -> list[Movement]:
        """Movements of an account, of a kind and before a number if named, the newest first."""

    def bankrolls(self, accounts: Collection[str] | None = None) -> list[Movement]:
        """The newest movement of every account, or of those named, in the order of names."""

    def read(self, table: str, after: int = 0, limit: int = PAGE_MAX) -> list[Record]:
        """Records whose version is behind this one, in order.

        Where the version is that of an event within an entry, the whole entry comes first.
        """

    def last(self, table: str) -> Record | None:
        """The newest record of a table."""

    def answered(self, table: str, id_: str) -> tuple[int, int] | None:
        """The first and last event that a command led to, if it was carried out before."""

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a state; only the newest is kept."""

    def snapshot(self, table: str) -> Snapshot | None:
        """The newest state kept."""

    def close(self) -> None:
        """Let go of files and connections."""
