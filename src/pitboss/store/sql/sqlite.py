"""A store in one SQLite file: WAL, synchronous=FULL, appends that wait together commit together.

Many threads may use it. Appends that arrive during a commit share the next one, so that one sync
serves several tables. A lock of the operating system, which ends with its process, admits one
server to a file.
"""

import os
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import apsw

from pitboss.store.bankrolls import Newest, bankroll_log, follow
from pitboss.store.chain import chained, genesis, header_bytes, next_place
from pitboss.store.port import (
    Movement,
    Record,
    Snapshot,
    StoreConflict,
    StoreError,
    StoreFull,
    StoreUnavailable,
    TableHeader,
)
from pitboss.store.sql import queries
from pitboss.store.sql.rescue import rescue
from pitboss.store.sql.rows import (
    Row,
    SqlStore,
    all_of,
    movement_row,
    names_row,
    newest_kept,
    opened_row,
    read_header,
    read_record,
    record_row,
    snapshot_row,
    statement_row,
)
from pitboss.store.sql.sqlite_file import close, connect, migrate, read_rows
from pitboss.store.witness.statements import End as Listed
from pitboss.store.witness.statements import Head, bankroll_heads

_HELD: set[Path] = set()
"""Files that this process itself has locked: its own locks do not stop it."""


def is_locked(path: Path) -> bool:
    """Return True if a server has a SQLite file open."""
    if path.absolute() in _HELD:
        return True
    try:
        FileLock(path).release()
    except StoreUnavailable:
        return True
    return False


class FileLock:
    """A server's lock on a SQLite file; readers and backups do not need it.

    The system releases the lock of a killed server.
    """

    def __init__(self, path: Path) -> None:
        lock_file = path.with_name(f"{path.name}.lock")
        self._handle = os.open(lock_file, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _lock(self._handle)
        except OSError:
            holder = os.read(self._handle, 20).decode(errors="replace").strip()
            os.close(self._handle)
            who = f" (process {holder})" if holder.isdigit() else ""
            text = (
                f"{path} is used by another server{who}; stop that one,"
                " or name another folder with --data"
            )
            raise StoreUnavailable(text) from None
        self._path = path.absolute()
        _HELD.add(self._path)
        os.truncate(self._handle, 0)
        os.pwrite(self._handle, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Release the file for other servers."""
        _HELD.discard(self._path)
        os.close(self._handle)


def _lock(handle: int) -> None:
    """Take the lock, or raise ``OSError``; a process that is forked does not have it."""
    try:
        import fcntl  # noqa: PLC0415
    except ImportError:  # pragma: no cover - Windows has no such locks
        return
    fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


SQLITE_LEAST = (3, 51, 3)
"""Older versions can damage a file in WAL mode."""
NO_ROOM = frozenset({apsw.SQLITE_IOERR_SHMSIZE})
"""Other codes than that of ``FullError`` for a full disk: the WAL index could not grow."""

End = tuple[TableHeader | None, Record | None]
"""The header of a table, and the newest record of its log."""


@dataclass(slots=True)
class _Append:
    """An append that waits for its commit."""

    table: str
    after: int
    records: Sequence[Record]
    movements: Sequence[Movement]
    opened: Sequence[Record]
    is_done: bool = False
    error: StoreError | None = field(default_factory=lambda: StoreUnavailable("the commit failed"))


@dataclass(slots=True)
class _Written:
    """The rows of one commit."""

    newest: Newest
    """The newest movement of each account after the commit."""
    rows: list[Row] = field(default_factory=list)
    movements: list[Row] = field(default_factory=list)
    opened: list[Row] = field(default_factory=list)
    heads: dict[str, Head] = field(default_factory=dict)
    """The new head of each log."""
    known: dict[str, Head] = field(default_factory=dict)
    """The heads of its bankrolls before the commit."""


class SqliteStore(SqlStore):
    """Logs in a file; one connection writes and one reads, each behind its lock."""

    def __init__(self, path: Path | str, *, vfs: str | None = None, is_only: bool = False) -> None:
        """``is_only``: no other server may have the file open, as long as this one has."""
        assert tuple(map(int, apsw.sqlite_lib_version().split("."))) >= SQLITE_LEAST
        self._waiting: deque[_Append] = deque()
        self._writing = threading.Lock()
        self._reading = threading.Lock()
        self._failed = ""
        """Reason why the store no longer writes, or ""."""
        self._ends: dict[str, End] = {}
        """Ends of logs, cleared if another process writes to the file."""
        self._data_version = 0
        self._held = FileLock(Path(path)) if is_only else None
        with ExitStack() as opened:
            if self._held is not None:
                opened.callback(self._held.release)
            if is_only and vfs is None:
                self.damage = rescue(Path(path))
            try:
                self._writer = connect(path, vfs, opened)
                migrate(self._writer)
                self._reader = connect(path, vfs, opened)
            except apsw.Error as error:
                raise StoreUnavailable(f"{path} cannot be opened: {error}") from error
            opened.pop_all()

    def create(self, header: TableHeader) -> None:
        """Begin the log of a table."""
        row = (header.table, header.created_ms, header_bytes(header).decode())
        with self._writing, self._signed_transaction() as heads:
            try:
                self._writer.execute(queries.ADD_LOG, row)
            except apsw.ConstraintError:
                raise StoreConflict(f"there is a table {header.table} already") from None
            heads.append(Head(header.table, 0, genesis(header)))

    def append(
        self,
        table: str,
        after: int,
        records: Sequence[Record],
        movements: Sequence[Movement] = (),
        *,
        opened: Sequence[Record] = (),
    ) -> None:
        """Write records behind a version; on disk when it returns, all of them or none."""
        waiting = _Append(table, after, records, movements, opened)
        self._waiting.append(waiting)
        with self._writing:
            if not waiting.is_done:
                self._commit_waiting()
        if waiting.error:
            raise waiting.error

    def move(self, movements: Sequence[Movement]) -> None:
        """Write movements that no table makes, all of them or none."""
        with self._writing, self._signed_transaction() as heads:
            newest = self._newest({movement.account for movement in movements})
            self.must_be_ends(bankroll_heads(newest))
            written = follow(movements, newest)
            try:
                self._insert(queries.ADD_MOVEMENT, [movement_row(movement) for movement in written])
            except apsw.ConstraintError:
                raise StoreConflict("this has moved the bankroll already") from None
            heads.extend(bankroll_heads(newest))

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a state, unless a newer one is kept."""
        with self._writing, self._transaction():
            try:
                place = list(self._writer.execute(queries.CHAIN_AT, (table, snapshot.version)))
                row = snapshot_row(table, snapshot, place, self.witness)
                self._writer.execute(queries.KEEP_SNAPSHOT, row)
            except apsw.ConstraintError:
                raise StoreError(f"there is no table {table}") from None

    def _write(self, statements: Sequence[tuple[str, Row]]) -> None:
        self._ends.clear()
        with self._writing, self._transaction():
            for statement, values in statements:
                self._writer.execute(statement, values)

    def state(self, heads: Iterable[Head], note: str, lists: tuple[Listed, ...] = ()) -> None:
        """Sign heads for a reason other than a commit, such as a loss that was accepted."""
        if self.witness is None:
            raise StoreError("nothing signs this store")
        with self._writing, self._signed_transaction(note, lists) as signed_heads:
            signed_heads.extend(heads)

    def close(self) -> None:
        """Close and unlock the file."""
        with self._reading:
            self._reader.close()
        with self._writing:
            close(self._writer)
        if self.witness is not None:
            self.witness.close()
        if self._held is not None:
            self._held.release()
            self._held = None

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Give the reads within the block one consistent view."""
        self._read("BEGIN", ())
        try:
            yield
        finally:
            with suppress(StoreError):
                self._read("ROLLBACK", ())

    def _read(self, statement: str, values: Row) -> list[Row]:
        with self._reading:
            try:
                return read_rows(self._reader, statement, values)
            except apsw.Error as error:
                raise StoreUnavailable(str(error)) from error

    @contextmanager
    def _signed_transaction(
        self, note: str = "", lists: tuple[Listed, ...] = ()
    ) -> Iterator[list[Head]]:
        """Open a transaction; its heads are signed in it and kept outside once it is committed."""
        heads: list[Head] = []
        with ExitStack() as held, self._transaction():
            yield heads
            if self.witness is not None and (heads or note):
                signed = held.enter_context(self.witness.turn()).sign(heads, note, lists)
                self._insert(queries.ADD_STATEMENT, [statement_row(signed)])

    def _commit_waiting(self) -> None:
        """Write all waiting appends in one transaction, without those that are refused."""
        group: list[_Append] = []
        while self._waiting:
            group.append(self._waiting.popleft())
        moved = {movement.account for waiting in group for movement in waiting.movements}
        try:
            with self._signed_transaction() as heads:
                written = _Written(newest=self._newest(moved))
                written.known = {head.log: head for head in bankroll_heads(written.newest)}
                self._notice_others()
                refusals = [self._place(waiting, written) for waiting in group]
                self._insert(queries.ADD_RECORD, written.rows)
                self._insert(queries.ADD_MOVEMENT, written.movements)
                for row in written.opened:
                    self._writer.execute(queries.OPEN_RECORD, row)
                heads.extend(written.heads.values())
            for waiting, refused in zip(group, refusals, strict=True):
                waiting.error = refused
        except StoreUnavailable as error:
            for waiting in group:
                waiting.error = error
        finally:
            for waiting in group:
                waiting.is_done = True

    def _notice_others(self) -> None:
        """Forget the ends of logs where another process has written to the file."""
        version = self._writer.execute("PRAGMA data_version").get
        if version != self._data_version:
            self._ends.clear()
            self._data_version = version

    def _place(self, waiting: _Append, written: _Written) -> StoreError | None:
        """Add one append to the commit, or return the reason for refusing it."""
        table = waiting.table
        header, last = self._ends.get(table) or self._end_of(table)
        try:
            if table not in self._ends and last is not None:
                self.must_be_ends([Head(table, last.version, last.chain)])
            accounts = (bankroll_log(movement.account) for movement in waiting.movements)
            self.must_be_ends(written.known[log] for log in accounts if log in written.known)
            previous, version = next_place(header, last, table, waiting.after)
            records = chained(previous, version, waiting.records)
            moved = follow(waiting.movements, written.newest)
        except StoreError as refused:
            return refused
        written.rows += [record_row(table, record) for record in records]
        written.movements += [movement_row(movement) for movement in moved]
        written.opened += [opened_row(table, record) for record in waiting.opened]
        end = records[-1] if records else last
        self._ends[table] = header, end
        if records and end is not None:
            written.heads[table] = Head(table, end.version, end.chain)
        mine = {
            movement.account: written.newest[movement.account] for movement in waiting.movements
        }
        written.heads |= {head.log: head for head in bankroll_heads(mine)}
        return None

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Open a transaction that is on disk at its end, or rolled back."""
        if self._failed:
            raise StoreUnavailable(f"the store has failed: {self._failed}")
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            yield
            self._writer.execute("COMMIT")
        except BaseException as error:
            self._roll_back()
            if not isinstance(error, apsw.Error):
                raise
            is_full = isinstance(error, apsw.FullError) or _result(error) in NO_ROOM
            if not is_full and not isinstance(error, apsw.BusyError | apsw.ConstraintError):
                # Reopening shows what a failed sync has left in the file.
                self._failed = str(error)
            raise (StoreFull if is_full else StoreUnavailable)(str(error)) from error

    def _roll_back(self) -> None:
        self._ends.clear()
        try:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        except apsw.Error as error:
            self._failed = str(error)

    def _end_of(self, table: str) -> End:
        logs = read_rows(self._writer, queries.LOG, (table,))
        lasts = all_of(read_record, read_rows(self._writer, queries.LAST, (table,)), table)
        return read_header(logs[0]) if logs else None, lasts[0] if lasts else None

    def _newest(self, accounts: set[str]) -> Newest:
        return newest_kept(read_rows(self._writer, queries.NEWEST_MOVEMENTS, names_row(accounts)))

    def _insert(self, statement: str, rows: Sequence[Row]) -> None:
        """Write many rows by one statement, which releases the interpreter lock only once."""
        for insertion, values in queries.of_many(statement, rows):
            self._writer.execute(insertion, values)


def _result(error: apsw.Error) -> int:
    """Return the extended code of an SQLite error; 0 for any other."""
    return int(getattr(error, "extendedresult", 0))
