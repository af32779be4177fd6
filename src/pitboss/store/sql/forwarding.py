"""Commands for tables that other servers write: put into PostgreSQL, answered by the writer.

A command on its way need not survive a crash of the database: who asked sends it again under the
same id, and what it led to is in the log.
"""

from collections.abc import Collection
from dataclasses import dataclass

from pitboss.store.sql.news import tell_with
from pitboss.store.sql.pool import Pool, sql

KEPT_S = 60
"""Commands that nobody asks about any more are thrown away after so long."""
READ_MAX = 1_000
"""No read gives more."""

POST = (
    "INSERT INTO forwarded (id, asker, table_id, request) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (id) DO NOTHING"
)
WAITING = (
    "SELECT id, asker, table_id, request FROM forwarded"
    " WHERE answer IS NULL AND table_id = ANY(?) ORDER BY number LIMIT ?"
)
ANSWER = "UPDATE forwarded SET answer = ? WHERE id = ? AND answer IS NULL"
COLLECT = "DELETE FROM forwarded WHERE asker = ? AND answer IS NOT NULL RETURNING id, answer"
SWEEP = "DELETE FROM forwarded WHERE asked < clock_timestamp() - make_interval(secs => ?)"
NOT_DURABLE = "SET LOCAL synchronous_commit = off"


@dataclass(frozen=True, slots=True)
class Forwarded:
    """A command that one server sends to the writer of its table."""

    id: str
    asker: str
    table: str
    request: bytes
    """As JSON."""


class Forwarding:
    """The commands on their way in one database."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def post(self, command: Forwarded) -> None:
        """Ask the writer; to ask again under the same id changes nothing."""
        row = (command.id, command.asker, command.table, command.request.decode())
        with self._pool.transaction() as db:
            db.execute(NOT_DURABLE)
            db.execute(sql(POST), row)
            tell_with(db, [f"ask {command.table}"])

    def waiting(self, tables: Collection[str]) -> list[Forwarded]:
        """What waits for the writer of these tables, the oldest first."""
        with self._pool.transaction() as db:
            rows = db.execute(sql(WAITING), (list(tables), READ_MAX)).fetchall()
        return [Forwarded(id_, asker, table, text.encode()) for id_, asker, table, text in rows]

    def answer(self, command: Forwarded, answer: bytes) -> None:
        """Answer the server that asked; a second answer changes nothing."""
        with self._pool.transaction() as db:
            db.execute(NOT_DURABLE)
            db.execute(sql(ANSWER), (answer.decode(), command.id))
            tell_with(db, [f"answer {command.asker}"])

    def collect(self, asker: str) -> dict[str, bytes]:
        """The answers that have come, by the ids of their commands; they are gone then."""
        with self._pool.transaction() as db:
            db.execute(NOT_DURABLE)
            rows = db.execute(sql(COLLECT), (asker,)).fetchall()
        return {id_: answer.encode() for id_, answer in rows}

    def sweep(self) -> None:
        """Throw away what nobody asks for any more."""
        with self._pool.transaction() as db:
            db.execute(NOT_DURABLE)
            db.execute(sql(SWEEP), (KEPT_S,))
