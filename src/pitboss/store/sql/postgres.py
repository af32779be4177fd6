"""A store in PostgreSQL for several servers, with one writer to a table at a time.

An append locks the row of its table, so that of two writers the second finds the version changed.
With leases the row also has the epoch of the newest, and an append under an older one is refused.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from pitboss.store.bankrolls import by_account, chains, follow
from pitboss.store.chain import chained, genesis, header_bytes, next_place
from pitboss.store.port import (
    PAGE_MAX,
    BankrollMoved,
    LeaseLost,
    Movement,
    Record,
    Snapshot,
    StoreConflict,
    StoreError,
    TableHeader,
)
from pitboss.store.sql import queries
from pitboss.store.sql.cluster import Lease
from pitboss.store.sql.pool import Patience, Pool, StoreCut, sql, without_limits
from pitboss.store.sql.rows import (
    Row,
    SqlStore,
    movement_row,
    names_row,
    newest_kept,
    opened_row,
    read_header,
    read_kept,
    read_record,
    record_row,
    snapshot_row,
    statement_row,
)
from pitboss.store.witness.signing import Witness
from pitboss.store.witness.statements import (
    End,
    Head,
    Signed,
    bankroll_heads,
    followed,
    read_statement,
)

if TYPE_CHECKING:
    from pitboss.store.sql.pool import Connection

Reading = Callable[[str, Row], list[Row]]
"""Reads the rows of a statement."""
LOCK_LOG = "SELECT header, owner, epoch FROM logs WHERE table_id = ? FOR UPDATE"
ONCE = "movements_once"
"""The index by which a mark is used once."""
MIGRATION_LOCK = 0x706974626F7373
"""The advisory lock under which one server at a time migrates: ``pitboss`` in ASCII."""


class PostgresStore(SqlStore):
    """Logs in a database. Broken connections are replaced, for some seconds."""

    def __init__(self, conninfo: str) -> None:
        self.pool = Pool(conninfo)
        self._moment = threading.local()
        """The transaction of a thread that reads what stood at one moment."""
        self._is_cut = False
        """True while it is unknown if the last statement was committed: its connection was cut."""
        try:
            with self.pool.transaction() as db:
                _migrate(db)
        except StoreError:
            self.pool.close()
            raise

    def create(self, header: TableHeader) -> None:
        """Begin the log of a table."""
        row = (header.table, header.created_ms, header_bytes(header).decode())
        with self._signed_transaction() as (db, heads):
            try:
                db.execute(sql(queries.ADD_LOG), row)
            except self.pool.psycopg.errors.UniqueViolation:
                text = f"there is a table {header.table} already"
                raise StoreConflict(text) from None
            heads.append(Head(header.table, 0, genesis(header)))

    def append(
        self,
        table: str,
        after: int,
        records: Sequence[Record],
        movements: Sequence[Movement] = (),
        *,
        lease: Lease | None = None,
        opened: Sequence[Record] = (),
    ) -> None:
        """Write records behind a version; on disk when it returns, all of them or none.

        Under a lease they are refused with ``LeaseLost`` once another server has the table.
        """

        def write(db: "Connection") -> list[Head]:
            heads = self._append(db, table, after, records, lease)
            heads += self._move(db, movements)
            for record in opened:
                db.execute(sql(queries.OPEN_RECORD), opened_row(table, record))
            return heads

        self._commit(
            write, lambda: self._holds(table, after, records) and self._has_moved(movements)
        )

    def move(self, movements: Sequence[Movement]) -> None:
        """Write movements that no table makes, all of them or none."""
        self._commit(lambda db: self._move(db, movements), lambda: self._has_moved(movements))

    def _commit(
        self, write: Callable[["Connection"], list[Head]], is_written: Callable[[], bool]
    ) -> None:
        """Write and sign in one transaction; if the connection is cut, try again for a while.

        A commit whose connection was cut may have come about all the same. The next try waits for
        it, as both lock the same rows, and finds a conflict: then what is written decides.
        """
        patience = Patience()
        is_unknown = False
        while True:
            try:
                with self._signed_transaction() as (db, heads):
                    heads.extend(write(db))
                return
            except StoreCut as error:
                patience.pause(error)
                is_unknown = True
            except (BankrollMoved, StoreConflict):
                if is_unknown and is_written():
                    return
                raise

    def must_have_signed(self, head: Head) -> None:
        """Raise ``Forged`` if no server has signed this head."""
        if self.witness is not None and not self.witness.has_signed(head):
            _learn(self.witness, self._read)
        super().must_have_signed(head)

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a state, unless a newer one is kept."""
        with self.pool.transaction() as db:
            try:
                place = db.execute(sql(queries.CHAIN_AT), (table, snapshot.version)).fetchall()
                row = snapshot_row(table, snapshot, place, self.witness)
                db.execute(sql(queries.KEEP_SNAPSHOT), row)
            except self.pool.psycopg.errors.ForeignKeyViolation:
                raise StoreError(f"there is no table {table}") from None

    def close(self) -> None:
        """Close the connections; those in use are closed when they are free."""
        self.pool.close()
        if self.witness is not None:
            self.witness.close()

    def _write(self, statements: Sequence[tuple[str, Row]]) -> None:
        with self.pool.transaction() as db:
            for statement, values in statements:
                db.execute(sql(statement), values)

    def state(self, heads: Iterable[Head], note: str, lists: tuple[End, ...] = ()) -> None:
        """Sign heads for a reason other than a commit, such as a loss that was accepted."""
        if self.witness is None:
            raise StoreError("nothing signs this store")
        with self._signed_transaction(note, lists) as (_, signed_heads):
            signed_heads.extend(heads)

    @contextmanager
    def _signed_transaction(
        self, note: str = "", lists: tuple[End, ...] = ()
    ) -> "Iterator[tuple[Connection, list[Head]]]":
        """Open a transaction; its heads are signed in it and kept outside once it is committed.

        The statements of a process are one list, so from the signature on one commits at a time.
        """
        heads: list[Head] = []
        with ExitStack() as held:
            with self.pool.transaction() as db:
                yield db, heads
                is_signed = self.witness is not None and bool(heads or note)
                if self.witness is not None and is_signed:
                    turn = held.enter_context(self.witness.turn())
                    if self._is_cut:
                        _find_own(self.witness, _reading(db))
                    signed = turn.sign(heads, note, lists)
                    # Until the commit is known to have come about.
                    self._is_cut = True
                    try:
                        db.execute(sql(queries.ADD_STATEMENT), statement_row(signed))
                    except self.pool.psycopg.errors.UniqueViolation:
                        text = "a statement of a cut connection was committed after all"
                        raise StoreCut(text) from None
            if is_signed:
                self._is_cut = False

    def _append(
        self,
        db: "Connection",
        table: str,
        after: int,
        records: Sequence[Record],
        lease: Lease | None,
    ) -> list[Head]:
        logs = db.execute(sql(LOCK_LOG), (table,)).fetchall()
        lasts = db.execute(sql(queries.LAST), (table,)).fetchall()
        if lease is not None and logs and logs[0][1:] != (lease.server, lease.epoch):
            raise LeaseLost(f"{table} is written by another server now")
        header = read_header(logs[0]) if logs else None
        last = read_record(lasts[0]) if lasts else None
        previous, version = next_place(header, last, table, after)
        if last is not None:
            self._check_ends(db, [Head(table, last.version, last.chain)])
        written = chained(previous, version, records)
        _insert(db, queries.ADD_RECORD, [record_row(table, record) for record in written])
        return [Head(table, record.version, record.chain) for record in written[-1:]]

    def _check_ends(self, db: "Connection", heads: Sequence[Head]) -> None:
        """Raise ``Forged`` if no server has signed these ends."""
        witness = self.witness
        if witness is not None and not all(map(witness.is_end, heads)):
            _learn(witness, _reading(db))
        self.must_be_ends(heads)

    def _move(self, db: "Connection", movements: Sequence[Movement]) -> list[Head]:
        """Write movements, after those of another writer of the same bankroll."""
        if not movements:
            return []

        ordered = by_account(movements)
        names = names_row({movement.account for movement in ordered})
        newest = newest_kept(db.execute(sql(queries.NEWEST_MOVEMENTS), names).fetchall())
        self._check_ends(db, bankroll_heads(newest))
        written = follow(ordered, newest)
        try:
            _insert(db, queries.ADD_MOVEMENT, [movement_row(movement) for movement in written])
        except self.pool.psycopg.errors.UniqueViolation as error:
            if error.diag.constraint_name == ONCE:
                raise StoreConflict("this has moved the bankroll already") from None
            raise BankrollMoved("a bankroll moved at the same moment") from None
        return bankroll_heads(newest)

    def _has_moved(self, movements: Sequence[Movement]) -> bool:
        """Return True if exactly these movements are written."""
        return all(
            self.movements(movement.account, before=movement.number + 1, limit=1) == [movement]
            for movement in movements
        )

    def _holds(self, table: str, after: int, records: Sequence[Record]) -> bool:
        """Return True if exactly these records follow a version."""
        written = self.read(table, after, len(records))
        return [_contents(record) for record in written] == [
            _contents(record) for record in records
        ]

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Give this thread's reads within the block one consistent view."""
        with self.pool.transaction() as db:
            db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            db.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            self._moment.db = db
            try:
                yield
            finally:
                self._moment.db = None

    def _read(self, statement: str, values: Row) -> list[Row]:
        try:
            return self._read_rows(statement, values)
        except UnicodeDecodeError as error:
            # The database takes no such text; the files below it may have changed.
            raise StoreError(f"the database holds a text that is not UTF-8: {error}") from None

    def _read_rows(self, statement: str, values: Row) -> list[Row]:
        if (moment := getattr(self._moment, "db", None)) is not None:
            return list(moment.execute(sql(statement), values).fetchall())
        patience = Patience()
        while True:
            try:
                with self.pool.transaction() as db:
                    return db.execute(sql(statement), values).fetchall()
            except StoreCut as error:
                patience.pause(error)


def _insert(db: "Connection", statement: str, rows: Sequence[Row]) -> None:
    """Write many rows by one statement.

    ``executemany`` does not do here: it ends with a message after which PostgreSQL counts no
    idle time, so that a writer which freezes then would keep its locks.
    """
    for insertion, values in queries.of_many(statement, rows):
        db.execute(sql(insertion), values)


def _reading(db: "Connection") -> Reading:
    """Read within a transaction."""
    return lambda statement, values: db.execute(sql(statement), values).fetchall()


def _learn(witness: Witness, read: Reading) -> None:
    """Read the new statements of all servers, except those not signed with the house's key."""
    # First, so that the heads of other servers stay the newest.
    _find_own(witness, read)
    for writer, last in read(queries.LAST_STATEMENTS, ()):
        newest, known = read_statement(last.encode()), witness.others.get(writer)
        if writer != witness.writer and newest.end != known and newest.is_by(witness.key.public):
            for signed in _signed_since(read, writer, known):
                witness.learn(signed)


def _find_own(witness: Witness, read: Reading) -> None:
    witness.recover(list(_signed_since(read, witness.writer, witness.end)))


def _signed_since(read: Reading, writer: str, end: End | None) -> Iterator[Signed]:
    """Return the statements of a list behind its known end."""
    rows = read(queries.STATEMENTS, (writer, end.number if end else 0, PAGE_MAX))
    return followed([read_statement(line.encode()) for _, line in rows], end)


def _contents(record: Record) -> tuple[int, int, bytes, str]:
    return record.version, record.at_ms, record.body, record.id


def _migrate(db: "Connection") -> None:
    """Bring the tables of the database to what the code knows, one server at a time."""
    without_limits(db)
    db.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
    db.execute(sql(queries.SCHEMA))
    done = [number for (number,) in db.execute(sql(queries.MIGRATED)).fetchall()]
    for number, name, text in queries.pending(done, "postgres"):
        db.execute(text.encode())
        db.execute(sql(queries.ADD_MIGRATION), (number, name))
        if name == queries.CHAINS_MOVEMENTS:
            rows = db.execute(sql(queries.ALL_MOVEMENTS)).fetchall()
            moved = chains(read_kept(row).movement for row in rows)
            db.cursor().executemany(sql(queries.CHAIN_MOVEMENT), list(moved))
