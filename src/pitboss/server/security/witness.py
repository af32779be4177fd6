"""The witness of a server: where its heads and its key are, and what a start finds by them."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from pitboss.server.people.register_copy import REGISTER, mend_register
from pitboss.server.settings import Settings
from pitboss.server.surroundings import REAL, Surroundings
from pitboss.store.port import Store, StoreError
from pitboss.store.sql.postgres import PostgresStore
from pitboss.store.sql.postgres_schema import schema_fault
from pitboss.store.sql.sqlite import SqliteStore
from pitboss.store.witness.checking import NO_LOGS, Fault
from pitboss.store.witness.opening import begin, key_of

SQLITE_FILE = "pitboss.sqlite"
"""In the folder of a server's data."""
NO_FAULTS: Mapping[str, Fault] = {}


class UntrustedRegister(StoreError):
    """Nobody can be let in by a register of people that is not the one that was signed."""


def open_store(settings: Settings) -> SqliteStore | PostgresStore:
    """The store that the settings name: PostgreSQL, or SQLite in a folder."""
    if settings.database:
        store = PostgresStore(settings.database)
        store.damage = schema_fault(store.pool)
        return store
    folder = Path(settings.data)
    folder.mkdir(parents=True, exist_ok=True)
    return SqliteStore(folder / SQLITE_FILE, is_only=True)


def witness_paths(settings: Settings) -> tuple[Path, Path]:
    """The copy of the heads, by default beside the data folder, and the key beside it."""
    heads = Path(settings.witness or f"{settings.data.rstrip('/')}{store_mark(settings)}.witness")
    return heads, Path(settings.witness_key or f"{heads}.key")


def store_mark(settings: Settings) -> str:
    """What tells the heads of one database from those of another, for every user of it."""
    if not settings.database:
        return ""
    # The extra ``postgres`` brings it, and a server on SQLite does without.
    from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415

    place = conninfo_to_dict(settings.database)
    named = [str(place.get(name, "")) for name in ("host", "port", "dbname")]
    return f"-{sha256(' '.join(named).encode()).hexdigest()[:8]}"


def under_witness(
    store: Store, settings: Settings, around: Surroundings = REAL
) -> Mapping[str, Fault]:
    """Check a store against its heads, sign what it commits from now on, and give its faults."""
    if not isinstance(store, SqliteStore | PostgresStore):
        return NO_FAULTS
    heads, key_file = witness_paths(settings)
    key = key_of(store, heads, key_file)
    findings = begin(store, key, heads, writer=around.new_id(), now_ms=around.wall_ms)
    if isinstance(store, SqliteStore):
        mend_register(store, findings)
    if fault := findings.faults.get(REGISTER):
        raise UntrustedRegister(f"the register of people cannot be trusted: {fault.text}")
    return findings.faults


def sign_losses(settings: Settings, why: str, around: Surroundings = REAL) -> None:
    """Sign that logs have come less far than was signed before; a log that is gone is given up."""
    store = open_store(settings)
    try:
        heads, key_file = witness_paths(settings)
        key = key_of(store, heads, key_file)
        findings = begin(store, key, heads, writer=around.new_id(), now_ms=around.wall_ms)
        faults = [log for log in findings.faults if log not in NO_LOGS]
        if faults:
            store.state([findings.good[log] for log in faults], why)
    finally:
        store.close()


def witness_of(store: Store) -> Path | None:
    """The copy outside of what a store has signed; nothing where it signs nothing."""
    witness = store.witness if isinstance(store, SqliteStore | PostgresStore) else None
    return witness.outside.path if witness and witness.outside else None
