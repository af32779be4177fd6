"""Connections to PostgreSQL: a few, made when needed and again when they break.

``psycopg`` comes with the extra ``postgres`` and is imported when a pool is made.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from pitboss.errors import not_installed
from pitboss.store.port import StoreFull, StoreUnavailable

if TYPE_CHECKING:
    import psycopg

    Connection = psycopg.Connection[tuple[Any, ...]]

CONNECTIONS_MAX = 8
CONNECT_S = 5
"""Time limit for a new connection."""
LOCK_MS = 5_000
"""Longest wait for a table that another writer has locked."""
IDLE_MS = 3_000
"""Longest idle time within a transaction: a frozen writer loses its locks when its lease ends,
and cannot commit any more."""
STATEMENT_MS = 30_000
"""Time limit for one statement."""
LOST_S = 5
"""A connection is broken after this long without an answer from the server."""
PATIENCE_S = 10.0
"""Longest wait for a restart of the server."""
PAUSE_S = 0.02
PAUSE_MAX_S = 0.5


class StoreCut(StoreUnavailable):
    """The connection broke during a commit, which may or may not have succeeded: see the log."""


class Pool:
    """Connections that threads share."""

    def __init__(self, conninfo: str) -> None:
        try:
            import psycopg  # noqa: PLC0415
        except ImportError:
            raise not_installed("psycopg", "PostgreSQL") from None
        self.psycopg = psycopg
        self.conninfo = conninfo
        self._places = threading.BoundedSemaphore(CONNECTIONS_MAX)
        self._idle: list[Connection] = []
        self._is_closed = False

    @contextmanager
    def transaction(self) -> "Iterator[Connection]":
        """Open a transaction on a connection; it ends committed or rolled back."""
        with self._places:
            if self._is_closed:
                raise StoreUnavailable("the store is closed")
            try:
                db = self._idle.pop()
            except IndexError:
                db = self._connect()
            try:
                with db.transaction():
                    yield db
            except self.psycopg.Error as error:
                # If one connection broke, the others did too.
                db.close()
                self._drop_idle()
                raise self._trouble(error) from error
            finally:
                if not db.closed:
                    self._idle.append(db)
                    if self._is_closed:
                        self._drop_idle()

    def close(self) -> None:
        """Close the connections; those in use are closed when they are free."""
        self._is_closed = True
        self._drop_idle()

    def _drop_idle(self) -> None:
        with suppress(IndexError):
            while True:
                self._idle.pop().close()

    def _connect(self) -> "Connection":
        try:
            db = self.psycopg.connect(
                self.conninfo,
                autocommit=True,
                connect_timeout=CONNECT_S,
                application_name="pitboss",
                keepalives_idle=LOST_S,
                tcp_user_timeout=LOST_S * 1_000,
            )
            db.execute(f"SET lock_timeout = {LOCK_MS}".encode())
            db.execute(f"SET idle_in_transaction_session_timeout = {IDLE_MS}".encode())
            db.execute(f"SET statement_timeout = {STATEMENT_MS}".encode())
            if db.execute("SHOW synchronous_commit").fetchone() == ("off",):
                # An acknowledged command is on disk, whatever the server's default.
                db.execute("SET synchronous_commit = on")
        except self.psycopg.Error as error:
            raise self._trouble(error) from error
        return db

    def _trouble(self, error: Exception) -> StoreUnavailable:
        text = str(error).strip()
        if isinstance(error, self.psycopg.errors.DiskFull):
            # The statement failed, so nothing of its transaction is committed.
            return StoreFull(text)
        broken = (self.psycopg.OperationalError, self.psycopg.InterfaceError)
        return (StoreCut if isinstance(error, broken) else StoreUnavailable)(text)


class Patience:
    """Growing pauses between tries, until time is up."""

    def __init__(self) -> None:
        self._end = time.monotonic() + PATIENCE_S
        self._pause_s = PAUSE_S

    def pause(self, error: StoreCut) -> None:
        """Wait before the next try, or raise the error of the last one."""
        if time.monotonic() + self._pause_s > self._end:
            raise error
        time.sleep(self._pause_s)
        self._pause_s = min(2 * self._pause_s, PAUSE_MAX_S)


def without_limits(db: "Connection") -> None:
    """Lift the time limits of a transaction, for a migration or a copy of the whole database."""
    db.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    db.execute("SET LOCAL statement_timeout = 0")


def sql(statement: str) -> bytes:
    """Return a statement in the words of PostgreSQL for values and for lists of names."""
    statement = statement.replace("json_each(?)", "json_array_elements_text(?::json)")
    return statement.replace("?", "%s").encode()
