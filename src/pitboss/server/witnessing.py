"""The witness of a server: where its heads and its key are, and what a start finds by them."""

from collections.abc import Mapping
from pathlib import Path

from pitboss.server.config import Settings
from pitboss.server.people import REGISTER
from pitboss.server.surroundings import REAL, Surroundings
from pitboss.store.port import Store, StoreError
from pitboss.store.postgres import PostgresStore
from pitboss.store.sqlite import SqliteStore
from pitboss.store.witness.checking import Fault
from pitboss.store.witness.opening import begin, key_of

NO_FAULTS: Mapping[str, Fault] = {}


class UntrustedRegister(StoreError):
    """Nobody can be let in by a register of people that is not the one that was signed."""


def witness_paths(settings: Settings) -> tuple[Path, Path]:
    """The copy of the heads, by default beside the data folder, and the key beside it."""
    heads = Path(settings.witness or f"{settings.data.rstrip('/')}.witness")
    return heads, Path(settings.witness_key or f"{heads}.key")


def under_witness(
    store: Store, settings: Settings, around: Surroundings = REAL
) -> Mapping[str, Fault]:
    """Check a store against its heads, sign what it commits from now on, and give its faults."""
    if not isinstance(store, SqliteStore | PostgresStore):
        return NO_FAULTS
    heads, key_file = witness_paths(settings)
    key = key_of(store, heads, key_file)
    findings = begin(store, key, heads, writer=around.new_id(), now_ms=around.wall_ms)
    if fault := findings.faults.get(REGISTER):
        raise UntrustedRegister(f"the register of people cannot be trusted: {fault.text}")
    return findings.faults
