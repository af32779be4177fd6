"""Who writes which table, where several servers share a PostgreSQL database.

A server that beats regularly is alive and keeps its tables; those of a dead one are free. When a
table changes hands its epoch grows, and an append under an older epoch is refused in its own
transaction: a server that was only slow can do no harm. All times are those of the database.
"""

from collections.abc import Collection
from dataclasses import dataclass

from pitboss.store.sql.pool import Pool, sql

TTL_S = 3.0
"""A server without a heartbeat for this long is dead, and its tables are free."""

BEAT = (
    "INSERT INTO servers (server, seen) VALUES (?, clock_timestamp())"
    " ON CONFLICT (server) DO UPDATE SET seen = excluded.seen"
)
FORGET_DEAD = "DELETE FROM servers WHERE seen < clock_timestamp() - interval '1 hour'"
CLAIM_FREE = (
    "UPDATE logs SET owner = ?, epoch = epoch + 1 WHERE table_id IN ("
    " SELECT table_id FROM logs WHERE table_id = ANY(?) AND (owner = ? OR NOT EXISTS ("
    " SELECT 1 FROM servers WHERE server = owner"
    " AND seen > clock_timestamp() - make_interval(secs => ?)))"
    " FOR NO KEY UPDATE SKIP LOCKED) RETURNING table_id, epoch"
)
CLAIM = "UPDATE logs SET owner = ?, epoch = epoch + 1 WHERE table_id = ? RETURNING epoch"
RELEASE = "UPDATE logs SET owner = '' WHERE owner = ?"
GIVE_BACK = f"{RELEASE} AND table_id = ANY(?)"
OTHERS = (
    "SELECT count(*) FROM servers WHERE server <> ?"
    " AND seen > clock_timestamp() - make_interval(secs => ?)"
)
LEAVE = "DELETE FROM servers WHERE server = ?"
STANDINGS = (
    "SELECT table_id, epoch, coalesce((SELECT version FROM records"
    " WHERE records.table_id = logs.table_id ORDER BY version DESC LIMIT 1), 0), owner FROM logs"
)


@dataclass(frozen=True, slots=True)
class Lease:
    """A server may write a table as long as the table has this epoch."""

    table: str
    server: str
    epoch: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How a log stands: its newest lease, and its newest version."""

    epoch: int
    version: int
    owner: str
    """The server that has the lease; empty if none has."""


@dataclass(frozen=True, slots=True)
class Beat:
    """What a server learns when it says that it is alive."""

    claimed: tuple[Lease, ...]
    """Tables that were free and are its own now."""
    standings: dict[str, Standing]
    """Every log, the register too."""
    others: int
    """How many other servers are alive."""


class Leases:
    """The leases of one server."""

    def __init__(self, pool: Pool, server: str, *, ttl_s: float = TTL_S) -> None:
        self.server = server
        self._pool = pool
        self._ttl_s = ttl_s

    def beat(self, wanted: Collection[str], unwanted: Collection[str] = ()) -> Beat:
        """Say that this server is alive, and take those of the wanted tables that are free.

        Unwanted tables are given back, for other servers to take.
        """
        with self._pool.transaction() as db:
            db.execute(sql(BEAT), (self.server,))
            db.execute(sql(FORGET_DEAD))
            if unwanted:
                db.execute(sql(GIVE_BACK), (self.server, list(unwanted)))
            values = (self.server, list(wanted), self.server, self._ttl_s)
            rows = db.execute(sql(CLAIM_FREE), values).fetchall() if wanted else []
            logs = db.execute(sql(STANDINGS)).fetchall()
            others = db.execute(sql(OTHERS), (self.server, self._ttl_s)).fetchall()[0][0]
        claimed = tuple(Lease(table, self.server, epoch) for table, epoch in rows)
        standings = {
            table: Standing(epoch, version, owner) for table, epoch, version, owner in logs
        }
        return Beat(claimed, standings, others)

    def claim(self, table: str) -> Lease | None:
        """Take a table from the server that has it; nothing if there is no such table."""
        with self._pool.transaction() as db:
            row = db.execute(sql(CLAIM), (self.server, table)).fetchone()
        return Lease(table, self.server, row[0]) if row else None

    def leave(self) -> None:
        """Give every table back: the server stops."""
        with self._pool.transaction() as db:
            db.execute(sql(RELEASE), (self.server,))
            db.execute(sql(LEAVE), (self.server,))
