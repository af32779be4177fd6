"""Commands for tables of other servers: written down in PostgreSQL, answered by the table's owner.

An errand need not survive a crash of the database: who asked sends it again under the same id, and
what it led to is in the log.
"""

from collections.abc import Collection
from dataclasses import dataclass

from pitboss.store.news import tell_with
from pitboss.store.pool import Pool, sql

KEPT_S = 60
"""Errands that nobody asks for any more are thrown away after so long."""
ERRANDS_MAX = 1_000
"""No read gives more."""

POST = (
    "INSERT INTO errands (errand, asker, table_id, request) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (errand) DO NOTHING"
)
WAITING = (
    "SELECT errand, asker, table_id, request FROM errands"
    " WHERE answer IS NULL AND table_id = ANY(?) ORDER BY number LIMIT ?"
)
ANSWER = "UPDATE errands SET answer = ? WHERE errand = ? AND answer IS NULL"
COLLECT = "DELETE FROM errands WHERE asker = ? AND answer IS NOT NULL RETURNING errand, answer"
SWEEP = "DELETE FROM errands WHERE asked < clock_timestamp() - make_interval(secs => ?)"
NOT_DURABLE = "SET LOCAL synchronous_commit = off"


@dataclass(frozen=True, slots=True)
class Errand:
    """A request of one server to the owner of a table."""

    id: str
    asker: str
    table: str
    request: bytes
    """As JSON."""


class Errands:
    """The errands of one database."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def post(self, errand: Errand) -> None:
        """Ask the owner; to ask again under the same id changes nothing."""
        row = (errand.id, errand.asker, errand.table, errand.request.decode())
        with self._pool.transaction() as db:
            db.execute(NOT_DURABLE)
            db.execute(sql(POST), row)
            tell_with(db, [f"ask {errand.table}"])

    def waiting(self, tables: Collection[str]) -> list[Errand]:
        """What waits for the owner of these tables, the oldest first."""
        with self._pool.transaction() as db:
            rows = db.execute(sql(WAITING), (list(tables), ERRANDS_MAX)).fetchall()
        return [Errand(id_, asker, table, text.encode()) for id_, asker, table, text in rows]

    def answer(self, errand: Errand, answer: bytes) -> None:
        """Answer whoever asked; a second answer changes nothing."""
        with self._pool.transaction() as db:
            db.execute(NOT_DURABLE)
            db.execute(sql(ANSWER), (answer.decode(), errand.id))
            tell_with(db, [f"answer {errand.asker}"])

    def collect(self, asker: str) -> dict[str, bytes]:
        """The answers that have come, by the ids of their errands; they are gone then."""
        with self._pool.transaction() as db:
            db.execute(NOT_DURABLE)
            rows = db.execute(sql(COLLECT), (asker,)).fetchall()
        return {errand: answer.encode() for errand, answer in rows}

    def sweep(self) -> None:
        """Throw away what nobody asks for any more."""
        with self._pool.transaction() as db:
            db.execute(NOT_DURABLE)
            db.execute(sql(SWEEP), (KEPT_S,))
