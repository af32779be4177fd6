"""Who watches which table on which server, and who would have its cards dealt, in PostgreSQL.

Nothing depends on it but how soon a round begins: the timer of the table deals in any case.
"""

from collections.abc import Collection, Mapping

from pitboss.store.sql.cluster import TTL_S
from pitboss.store.sql.pool import Pool, sql

NOT_DURABLE = "SET LOCAL synchronous_commit = off"
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


def tell_watching(pool: Pool, server: str, watching: Mapping[str, Collection[str]]) -> None:
    """Say who watches tables on a server; those of servers that are gone are forgotten."""
    rows = [(server, table, sorted(names)) for table, names in sorted(watching.items())]
    with pool.transaction() as db:
        db.execute(NOT_DURABLE)
        db.execute(FORGET_GONE)
        db.cursor().executemany(sql(WATCHED), rows)


def watchers(pool: Pool, table: str) -> frozenset[str]:
    """Who watches a table, on any server."""
    with pool.transaction() as db:
        return frozenset(row[0] for row in db.execute(sql(WATCHERS), (table, TTL_S)).fetchall())


def say_ready(
    pool: Pool, table: str, round_: int, name: str
) -> tuple[frozenset[str], frozenset[str]]:
    """Somebody would have the cards dealt; who watches on any server, and who has said so too."""
    with pool.transaction() as db:
        db.execute(NOT_DURABLE)
        db.execute(sql(SAY_READY), (table, name, round_))
    # Only then: of two who say it at the same moment, one at least finds the other.
    with pool.transaction() as db:
        watchers = db.execute(sql(WATCHERS), (table, TTL_S)).fetchall()
        ready = db.execute(sql(READY), (table, round_)).fetchall()
    return frozenset(row[0] for row in watchers), frozenset(row[0] for row in ready)
