"""The statements and migrations of the SQL stores, for SQLite and PostgreSQL alike.

A value is written ``?``, a list of names ``json_each(?)``; ``pool.sql`` translates both for
PostgreSQL.
"""

from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Any

from pitboss.store.port import StoreUnavailable

ROWS_MAX = 1_000
"""The most rows of one insertion."""
CHAINS_MOVEMENTS = "0008_witness.sql"
"""The migration before which movements were not chained."""

ADD_LOG = "INSERT INTO logs (table_id, created_ms, header) VALUES (?, ?, ?)"
LOGS = "SELECT header, table_id, created_ms FROM logs ORDER BY created_ms, table_id"
LOG = "SELECT header FROM logs WHERE table_id = ?"
# The id of a command is in the column ``command``.
_RECORD = "version, at_ms, command, body, chain, beside"
ADD_RECORD = f"INSERT INTO records (table_id, {_RECORD}, is_sealed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
RECORDS = (
    f"SELECT {_RECORD} FROM records WHERE table_id = ? AND version > ? ORDER BY version LIMIT ?"
)
KEPT_RECORDS = RECORDS.replace(_RECORD, f"{_RECORD}, is_sealed", 1)
RECORD_COUNT = "SELECT count(*) FROM records WHERE table_id = ?"
STRAY_RECORDS = (
    "SELECT DISTINCT table_id FROM records WHERE table_id NOT IN (SELECT table_id FROM logs)"
)
SEALED_RECORDS = (
    f"SELECT {_RECORD} FROM records WHERE table_id = ? AND is_sealed = 1 ORDER BY version"
)
OPEN_RECORD = "UPDATE records SET beside = ?, is_sealed = ? WHERE table_id = ? AND version = ?"
LAST = (
    f"SELECT {_RECORD} FROM records WHERE table_id = ? AND version > 0"
    " ORDER BY version DESC LIMIT 1"
)
CUT_RECORDS = "DELETE FROM records WHERE table_id = ? AND version > ?"
CUT_MOVEMENTS = "DELETE FROM movements WHERE account = ? AND number > ?"
FORGET_LOG = "DELETE FROM logs WHERE table_id = ?"
FORGET_SNAPSHOT = "DELETE FROM snapshots WHERE table_id = ? AND version > ?"
CHAIN_AT = "SELECT chain FROM records WHERE table_id = ? AND version = ?"
ALL_RECORDS = f"SELECT table_id, {_RECORD}, is_sealed FROM records ORDER BY table_id, version"
ANSWERED = (
    "SELECT coalesce((SELECT max(version) FROM records"
    " WHERE table_id = ? AND version < found.first), 0) + 1, found.last"
    " FROM (SELECT min(version) AS first, max(version) AS last FROM records"
    " WHERE table_id = ? AND command = ? AND command <> '' AND version > 0) AS found"
)
KEEP_SNAPSHOT = (
    "INSERT INTO snapshots (table_id, version, state, chain, signature) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, state = excluded.state,"
    " chain = excluded.chain, signature = excluded.signature"
    " WHERE snapshots.version <= excluded.version"
)
SNAPSHOT = "SELECT version, state, chain, signature FROM snapshots WHERE table_id = ?"
SNAPSHOTS = "SELECT table_id, version, state, chain, signature FROM snapshots ORDER BY table_id"
DROP_SNAPSHOT = "DELETE FROM snapshots WHERE table_id = ?"

_MOVEMENT = "account, number, at_ms, kind, amount, held, source, mark"
ADD_MOVEMENT = f"INSERT INTO movements ({_MOVEMENT}, chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
MOVEMENTS = (
    f"SELECT {_MOVEMENT} FROM movements WHERE account = ? AND number < ?"
    " ORDER BY number DESC LIMIT ?"
)
MOVEMENTS_OF_KIND = MOVEMENTS.replace("account = ?", "account = ? AND kind = ?")
# One statement for any number of names, given as a JSON list: it is prepared only once.
NEWEST_MOVEMENTS = (
    f"SELECT {_MOVEMENT}, chain FROM json_each(?) AS named CROSS JOIN movements"
    " WHERE account = named.value"
    " AND number = (SELECT max(number) FROM movements WHERE account = named.value)"
)
BANKROLLS = (
    f"SELECT {_MOVEMENT} FROM movements WHERE (account, number) IN ("
    "SELECT account, max(number) FROM movements GROUP BY account) ORDER BY account"
)
ALL_MOVEMENTS = f"SELECT {_MOVEMENT}, chain FROM movements ORDER BY account, number"
CHAIN_MOVEMENT = "UPDATE movements SET chain = ? WHERE account = ? AND number = ?"

ADD_STATEMENT = "INSERT INTO statements (writer, number, line) VALUES (?, ?, ?)"
STATEMENTS = (
    "SELECT number, line FROM statements WHERE writer = ? AND number > ? ORDER BY number LIMIT ?"
)
FORGET_LISTS = "DELETE FROM statements WHERE writer <> ?"
ALL_STATEMENTS = "SELECT writer, number, line FROM statements ORDER BY writer, number"
LAST_STATEMENTS = (
    "SELECT writer, line FROM statements WHERE (writer, number) IN ("
    "SELECT writer, max(number) FROM statements GROUP BY writer) ORDER BY writer"
)
FIRST_STATEMENTS = "SELECT number, line FROM statements WHERE number = 1 ORDER BY writer"

SCHEMA = "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL)"
MIGRATED = "SELECT number FROM migrations ORDER BY number"
MIGRATIONS = "SELECT number, name FROM migrations ORDER BY number"
ADD_MIGRATION = "INSERT INTO migrations (number, name) VALUES (?, ?)"


def migrations(database: str) -> list[tuple[int, str, str]]:
    """Return number, name and text of every migration of ``sqlite`` or ``postgres``, in order.

    ``0001_logs.sql`` is for both, ``0003_servers.postgres.sql`` for PostgreSQL only.
    """
    return [entry for entry in _all_migrations() if entry[1].split(".")[1] in (database, "sql")]


def _all_migrations() -> list[tuple[int, str, str]]:
    folder = resources.files("pitboss.store") / "migrations"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    numbered = [
        (int(name.split("_")[0]), name, (folder / name).read_text(encoding="utf-8"))
        for name in names
    ]
    assert [number for number, _, _ in numbered] == list(range(1, len(numbered) + 1))
    return numbered


def of_many(statement: str, rows: Sequence[tuple[Any, ...]]) -> Iterator[tuple[str, list[Any]]]:
    """Yield insertions of many rows at once, each with its values."""
    for first in range(0, len(rows), ROWS_MAX):
        some = rows[first : first + ROWS_MAX]
        further = f", ({', '.join('?' * len(some[0]))})" * (len(some) - 1)
        yield statement + further, [value for row in some for value in row]


def pending(done: list[int], database: str) -> list[tuple[int, str, str]]:
    """Return the migrations to apply; refuse a database of a newer program."""
    last = max(number for number, _, _ in _all_migrations())
    if newer := [number for number in done if number > last]:
        text = (
            f"the database was written by a newer pitboss: it has migration {newer[-1]},"
            f" and this one knows 1 to {last}; install the newer version, or restore a backup"
        )
        raise StoreUnavailable(text)
    return [entry for entry in migrations(database) if entry[0] not in done]
