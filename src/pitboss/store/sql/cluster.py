"""Leases, news and forwarded commands of servers that share a PostgreSQL database.

A server with a regular heartbeat is alive and keeps its tables; those of a dead one are free. A
table's epoch grows with each new writer, and an append under an older epoch is refused in its own
transaction, so that a slow server can do no harm. All times are those of the database.

News are short lines, by NOTIFY and LISTEN. A missed one is made up for at the next heartbeat.

A command for a table of another server is put into PostgreSQL and answered by the table's writer.
It need not survive a crash of the database: its sender repeats it under the same id, and the log
has its result.

The watchers of each table, and the players who want the next deal, only decide how soon a round
begins: the table's timer deals in any case.
"""

from collections.abc import AsyncGenerator, Collection, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pitboss.store.sql.pool import CONNECT_S, Pool, StoreCut, sql

if TYPE_CHECKING:
    from pitboss.store.sql.pool import Connection


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
    """A server's right to write a table, as long as the table has this epoch."""

    table: str
    server: str
    epoch: int


@dataclass(frozen=True, slots=True)
class Standing:
    """The newest lease and the newest version of a log."""

    epoch: int
    version: int
    owner: str
    """The server that holds the lease, or ""."""


@dataclass(frozen=True, slots=True)
class Beat:
    """The result of a heartbeat."""

    claimed: tuple[Lease, ...]
    """Tables that were free and are its own now."""
    standings: dict[str, Standing]
    """Every log, the register too."""
    others: int
    """Number of other servers that are alive."""


class Leases:
    """The leases of one server."""

    def __init__(self, pool: Pool, server: str, *, ttl_s: float = TTL_S) -> None:
        self.server = server
        self._pool = pool
        self._ttl_s = ttl_s

    def beat(self, wanted: Collection[str], unwanted: Collection[str] = ()) -> Beat:
        """Renew this server's heartbeat, and take those of the wanted tables that are free.

        Unwanted tables are released, for other servers to take.
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
        """Take a table from the server that has it; None if there is no such table."""
        with self._pool.transaction() as db:
            row = db.execute(sql(CLAIM), (self.server, table)).fetchone()
        return Lease(table, self.server, row[0]) if row else None

    def leave(self) -> None:
        """Release every table, because the server stops."""
        with self._pool.transaction() as db:
            db.execute(sql(RELEASE), (self.server,))
            db.execute(sql(LEAVE), (self.server,))


CHANNEL = "'pitboss ' || current_schema()"
"""One channel for each schema, because servers of different schemas share no tables."""
NOTIFY = f"SELECT pg_notify({CHANNEL}, line) FROM unnest(?::text[]) AS line"
LISTEN = f"DO $$ BEGIN EXECUTE format('LISTEN %I', {CHANNEL}); END $$"


@contextmanager
def _quick(pool: Pool) -> "Iterator[Connection]":
    """Open a transaction that does not wait for the disk: a crash may lose it."""
    with pool.transaction() as db:
        db.execute("SET LOCAL synchronous_commit = off")
        yield db


def notify(pool: Pool, lines: Sequence[str]) -> None:
    """Notify every listening server, in a transaction of its own."""
    with _quick(pool) as db:
        # The order of commits is that of the news, so one that waits for the disk holds up others.
        notify_with(db, lines)


def notify_with(db: "Connection", lines: Sequence[str]) -> None:
    """Notify every listening server when the transaction is committed."""
    db.execute(sql(NOTIFY), (list(lines),))


async def listen(pool: Pool) -> AsyncGenerator[str, None]:
    """Yield lines as they arrive; the first is empty, and none is missed after it.

    Raises ``StoreCut`` when the connection breaks.
    """
    connect: Any = pool.psycopg.AsyncConnection.connect
    try:
        db = await connect(
            pool.conninfo, autocommit=True, connect_timeout=CONNECT_S, application_name="pitboss"
        )
        async with db:
            await db.execute(LISTEN)
            yield ""
            async with aclosing(db.notifies()) as lines:
                async for line in lines:
                    yield line.payload
    except pool.psycopg.Error as error:
        raise StoreCut(str(error).strip()) from error


KEPT_S = 60
"""Age at which forwarded commands are deleted."""
READ_MAX = 1_000
"""The most commands of one read."""

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
        """Send a command to the writer; repeating it under the same id changes nothing."""
        row = (command.id, command.asker, command.table, command.request.decode())
        with _quick(self._pool) as db:
            db.execute(sql(POST), row)
            notify_with(db, [f"ask {command.table}"])

    def waiting(self, tables: Collection[str]) -> list[Forwarded]:
        """Return the commands that wait for the writer of these tables, the oldest first."""
        with self._pool.transaction() as db:
            rows = db.execute(sql(WAITING), (list(tables), READ_MAX)).fetchall()
        return [Forwarded(id_, asker, table, text.encode()) for id_, asker, table, text in rows]

    def answer(self, command: Forwarded, answer: bytes) -> None:
        """Answer the sender; a second answer changes nothing."""
        with _quick(self._pool) as db:
            db.execute(sql(ANSWER), (answer.decode(), command.id))
            notify_with(db, [f"answer {command.asker}"])

    def collect(self, asker: str) -> dict[str, bytes]:
        """Remove and return the answers that have arrived, by command id."""
        with _quick(self._pool) as db:
            rows = db.execute(sql(COLLECT), (asker,)).fetchall()
        return {id_: answer.encode() for id_, answer in rows}

    def sweep(self) -> None:
        """Delete old commands."""
        with _quick(self._pool) as db:
            db.execute(sql(SWEEP), (KEPT_S,))


WATCHED = (
    "INSERT INTO watching (server, table_id, names) VALUES (?, ?, ?)"
    " ON CONFLICT (server, table_id) DO UPDATE SET names = excluded.names"
)
FORGET_GONE = (
    "DELETE FROM watching WHERE NOT EXISTS"
    " (SELECT 1 FROM servers WHERE servers.server = watching.server)"
)
WATCHERS = (
    "SELECT DISTINCT unnest(names) FROM watching JOIN servers USING (server)"
    " WHERE table_id = ? AND seen > clock_timestamp() - make_interval(secs => ?)"
)
SAY_READY = (
    "INSERT INTO ready (table_id, name, round) VALUES (?, ?, ?)"
    " ON CONFLICT (table_id, name) DO UPDATE SET round = excluded.round"
)
READY = "SELECT name FROM ready WHERE table_id = ? AND round = ?"


def publish_watchers(pool: Pool, server: str, watching: Mapping[str, Collection[str]]) -> None:
    """Publish the watchers of a server's tables, and delete those of dead servers."""
    rows = [(server, table, sorted(names)) for table, names in sorted(watching.items())]
    with _quick(pool) as db:
        db.execute(FORGET_GONE)
        db.cursor().executemany(sql(WATCHED), rows)


def watchers(pool: Pool, table: str) -> frozenset[str]:
    """Return the people who watch a table, on any server."""
    with pool.transaction() as db:
        return frozenset(row[0] for row in db.execute(sql(WATCHERS), (table, TTL_S)).fetchall())


def say_ready(
    pool: Pool, table: str, round_: int, name: str
) -> tuple[frozenset[str], frozenset[str]]:
    """Note that a player wants the deal; return the watchers on any server, and all who want it."""
    with _quick(pool) as db:
        db.execute(sql(SAY_READY), (table, name, round_))
    # Only then: of two who say it at the same moment, one at least finds the other.
    with pool.transaction() as db:
        watchers = db.execute(sql(WATCHERS), (table, TTL_S)).fetchall()
        ready = db.execute(sql(READY), (table, round_)).fetchall()
    return frozenset(row[0] for row in watchers), frozenset(row[0] for row in ready)
