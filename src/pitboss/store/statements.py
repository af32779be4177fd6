"""The SQL of the stores: one set of statements and of migrations for SQLite and PostgreSQL.

A place for a value is written ``?``; PostgreSQL is given ``%s`` instead.
"""

from importlib import resources

ADD_LOG = "INSERT INTO logs (table_id, created_ms, header) VALUES (?, ?, ?)"
LOGS = "SELECT header FROM logs ORDER BY created_ms, table_id"
LOG = "SELECT header FROM logs WHERE table_id = ?"
ADD_RECORD = (
    "INSERT INTO records (table_id, version, at_ms, command, event, chain)"
    " VALUES (?, ?, ?, ?, ?, ?)"
)
RECORDS = (
    "SELECT version, at_ms, event, command, chain FROM records"
    " WHERE table_id = ? AND version > ? ORDER BY version LIMIT ?"
)
LAST = (
    "SELECT version, at_ms, event, command, chain FROM records"
    " WHERE table_id = ? ORDER BY version DESC LIMIT 1"
)
ANSWERED = (
    "SELECT min(version), max(version) FROM records"
    " WHERE table_id = ? AND command = ? AND command <> ''"
)
KEEP_SNAPSHOT = (
    "INSERT INTO snapshots (table_id, version, state) VALUES (?, ?, ?)"
    " ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, state = excluded.state"
    " WHERE snapshots.version <= excluded.version"
)
SNAPSHOT = "SELECT version, state FROM snapshots WHERE table_id = ?"

SCHEMA = "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL)"
MIGRATED = "SELECT number FROM migrations ORDER BY number"
ADD_MIGRATION = "INSERT INTO migrations (number, name) VALUES (?, ?)"


def migrations(database: str) -> list[tuple[int, str, str]]:
    """Number, name and text of every migration of ``sqlite`` or ``postgres``, in order.

    ``0001_logs.sql`` is for both, ``0003_servers.postgres.sql`` for one of them.
    """
    folder = resources.files("pitboss.store") / "migrations"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    found = [
        (int(name.split("_")[0]), name, (folder / name).read_text(encoding="utf-8"))
        for name in names
    ]
    assert [number for number, _, _ in found] == list(range(1, len(found) + 1))
    return [entry for entry in found if entry[1].split(".")[1] in (database, "sql")]


def pending(done: list[int], database: str) -> list[tuple[int, str, str]]:
    """The migrations that have not been carried out."""
    return [entry for entry in migrations(database) if entry[0] not in done]
