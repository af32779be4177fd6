"""A PostgreSQL of our own for the tests of several servers: it can be killed and started again."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import psycopg

from pitboss.store.chain import broken_link, event_count
from pitboss.store.port import Record
from pitboss.store.sql.postgres import PostgresStore
from tests.machine import SOCKET, running_postgres, start_postgres
from tests.patience import wait_until


class Database:
    """A server in a folder."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._folder: Path = server.pgdata
        self.url = str(server.get_uri())

    def kill(self) -> None:
        """Every process of it at once, as when the machine loses power."""
        parent = self._server.get_postmaster_info().process
        killed = [parent, *parent.children(recursive=True)]
        for process in killed:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
        while any(map(_runs, killed)):
            time.sleep(0.01)
        # Where nobody buries the dead, their number still looks like a running server.
        for name in ("postmaster.pid", f"{SOCKET}.lock"):
            (self._folder / name).unlink(missing_ok=True)

    def start(self) -> None:
        """Start it again and wait until it answers."""
        start_postgres(self._server.ensure_postgres_running)
        wait_until(self._answers, "PostgreSQL does not answer")

    def _answers(self) -> bool:
        """Whether it takes connections; first it reads what it had written before."""
        with contextlib.suppress(psycopg.OperationalError):
            psycopg.connect(self.url).close()
            return True
        return False

    def cut(self) -> None:
        """End every connection of the servers, whatever they are doing."""
        with psycopg.connect(self.url, autocommit=True) as db:
            db.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND application_name = 'pitboss'"
            )

    def fresh(self) -> None:
        """Nothing is in it any more; a test before may have left it starting."""
        self.start()
        with psycopg.connect(self.url, autocommit=True) as db:
            db.execute("DROP SCHEMA public CASCADE")
            db.execute("CREATE SCHEMA public")


def _runs(process: Any) -> bool:
    """Whether a process that was killed is not gone yet."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return bool(process.is_running() and process.status() != "zombie")
    return False


@contextlib.contextmanager
def database() -> Iterator[Database]:
    """A new one; where PostgreSQL is not installed the test is skipped."""
    with running_postgres() as server:
        yield Database(server)


def sound_log(store: PostgresStore, table: str) -> list[Record]:
    """The log of a table: no gap, an unbroken chain, and no command carried out twice."""
    log: list[Record] = []
    while page := store.read(table, log[-1].version if log else 0):
        log += page
    version = 0
    for one in log:
        version += event_count(one.body)
        assert one.version == version
    header = next(one for one in store.headers() if one.table == table)
    assert broken_link(header, log) == 0
    ids = [one.id for one in log if one.id]
    assert len(set(ids)) == len(ids), "a command was carried out twice"
    return log
