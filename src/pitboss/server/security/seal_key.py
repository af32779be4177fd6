"""The key that shoes in play are sealed with: its file, and checks that it is the right one."""

from pathlib import Path

from pitboss.server.people.entries import SealKeyMade
from pitboss.server.people.register import Register
from pitboss.server.security.witness import store_mark
from pitboss.server.settings import Settings
from pitboss.server.surroundings import REAL, Surroundings
from pitboss.store.port import Store, StoreError
from pitboss.store.seals import (
    KEY_BYTES,
    SealKeyError,
    Seals,
    first_unopenable,
    load_seal_key,
    save_seal_key,
)
from pitboss.store.witness.checking import Fault


def seal_key_path(settings: Settings) -> Path:
    """Return the file of the key, by default beside the data folder and the key of the witness."""
    usual = f"{settings.data.rstrip('/')}{store_mark(settings)}.seal.key"
    return Path(settings.seal_key or usual)


def open_seals(
    store: Store, settings: Settings, surroundings: Surroundings = REAL, *, is_lost: bool = False
) -> Seals:
    """Return the key that seals shoes, made at the first start; raise if it is missing or another.

    ``is_lost``: the operator says that the old key will not come back. A new one is made, and every
    shoe that was sealed with the old one is void.
    """
    path, register = seal_key_path(settings), Register(store, now_ms=surroundings.wall_ms())
    known = register.seal_key
    if path.exists():
        seals = Seals(load_seal_key(path))
        if known == seals.id:
            seals.since_ms = register.seal_key_ms
            return seals
        if known and not is_lost:
            raise SealKeyError(
                f"the key {path} is not the one that the shoes of this house are sealed with;"
                " give every server of a house the same file"
            )
    elif known and not is_lost:
        raise SealKeyError(
            f"the key {path}, which sealed the shoes in play, is gone; copy it from another"
            " server of this house, or from where you keep it"
        )
    else:
        key = surroundings.draw(KEY_BYTES)
        save_seal_key(path, key)
        seals = Seals(key)
    entry = SealKeyMade("", seals.id)
    if not register.append_if(entry, surroundings.wall_ms(), lambda: register.seal_key == known):
        raise SealKeyError(
            f"another server of this house has made its key first: give this one the same file,"
            f" in place of {path}"
        )
    return seals


def faults_of_seals(store: Store, seals: Seals) -> dict[str, Fault]:
    """Return the tables whose shoe was sealed with this key and does not open: it was changed.

    A shoe that was sealed with a key before is void; this one would be too, and a player about to
    lose a round would get the stakes back.
    """
    if seals.since_ms is None:
        return {}
    faults = {}
    for header in store.headers():
        try:
            own = [sealed for sealed in store.sealed(header.table) if sealed.at_ms > seals.since_ms]
            record = first_unopenable(seals, header.table, own)
        except StoreError as error:
            faults[header.table] = Fault(header.table, 1, str(error))
            continue
        if record is not None:
            text = f"what was sealed at event {record.version} of {header.table} does not open"
            faults[header.table] = Fault(header.table, record.version, text)
    return faults
