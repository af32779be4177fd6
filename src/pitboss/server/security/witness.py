"""The witness of a server: the files of its heads and its key, and the check at each start."""

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
from pitboss.store.witness.statements import Key

SQLITE_FILE = "pitboss.sqlite"
"""Name of the file in the folder of a server's data."""
NO_FAULTS: Mapping[str, Fault] = {}


class UntrustedRegister(StoreError):
    """A register of people that is not the signed one, so that no log-in can be checked."""


def open_store(settings: Settings) -> SqliteStore | PostgresStore:
    """Return the store of the settings: PostgreSQL, or SQLite in a folder."""
    if settings.database:
        store = PostgresStore(settings.database)
        store.damage = schema_fault(store.pool)
        return store
    folder = Path(settings.data)
    folder.mkdir(parents=True, exist_ok=True)
    return SqliteStore(folder / SQLITE_FILE, is_only=True)


def witness_paths(settings: Settings) -> tuple[Path, Path]:
    """Return the files of the heads, by default beside the data folder, and of the key."""
    heads = Path(settings.witness or f"{settings.data.rstrip('/')}{store_mark(settings)}.witness")
    return heads, Path(settings.witness_key or f"{heads}.key")


def store_mark(settings: Settings) -> str:
    """Return a mark of the database that is the same for all of its users."""
    if not settings.database:
        return ""
    # The extra ``postgres`` brings it, and a server on SQLite does without.
    from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415

    place = conninfo_to_dict(settings.database)
    named = [str(place.get(name, "")) for name in ("host", "port", "dbname")]
    return f"-{sha256(' '.join(named).encode()).hexdigest()[:8]}"


def under_witness(
    store: Store, settings: Settings, surroundings: Surroundings = REAL
) -> Mapping[str, Fault]:
    """Check a store against its heads, sign what it commits from now on, and return its faults."""
    if not isinstance(store, SqliteStore | PostgresStore):
        return NO_FAULTS
    heads, key_file = witness_paths(settings)
    key = key_of(store, heads, key_file)
    findings = begin(store, key, heads, writer=surroundings.new_id(), now_ms=surroundings.wall_ms)
    if isinstance(store, SqliteStore):
        mend_register(store, findings)
    if fault := findings.faults.get(REGISTER):
        raise UntrustedRegister(f"the register of people cannot be trusted: {fault.text}")
    return findings.faults


def sign_losses(settings: Settings, why: str, surroundings: Surroundings = REAL) -> None:
    """Sign that logs are shorter than was signed before; a log that is missing is given up."""
    store = open_store(settings)
    try:
        heads, key_file = witness_paths(settings)
        key = key_of(store, heads, key_file)
        findings = begin(
            store, key, heads, writer=surroundings.new_id(), now_ms=surroundings.wall_ms
        )
        faults = [log for log in findings.faults if log not in NO_LOGS]
        if faults:
            store.state([findings.good[log] for log in faults], why)
    finally:
        store.close()


def key_to_sign(store: Store) -> Key | None:
    """Return the key by which a store signs its heads; None if it signs nothing."""
    witness = store.witness if isinstance(store, SqliteStore | PostgresStore) else None
    return witness.key if witness else None


def witness_of(store: Store) -> Path | None:
    """Return the file of a store's signed heads; None if it signs nothing."""
    witness = store.witness if isinstance(store, SqliteStore | PostgresStore) else None
    return witness.outside.path if witness and witness.outside else None
