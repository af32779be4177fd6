"""Put a store under its witness: check it against its signed heads, and sign it from then on."""

import logging
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from pitboss.store.witness.checking import (
    LISTS,
    NO_LOGS,
    Findings,
    check_against_heads,
)
from pitboss.store.witness.outside import Outside, OutsideCopy
from pitboss.store.witness.signing import Witness
from pitboss.store.witness.statements import (
    BEGIN,
    Key,
    WitnessKeyError,
    load_key,
    new_key,
    read_statement,
)
from pitboss.store.witness.walking import SignedStore

log = logging.getLogger("pitboss.store")


def key_of(store: SignedStore, outside: Path, key: Path) -> Key:
    """Load the witness's key, or make one if nothing was ever signed."""
    is_signed = store.has_statements() or next(OutsideCopy(outside).readable(), None) is not None
    if key.exists():
        _miss_statements(store, key, is_signed=is_signed)
        return load_key(key)
    if is_signed:
        raise WitnessKeyError(f"the key {key}, which signed this store, is gone; put it back")
    made = new_key()
    made.save(key)
    return made


def public_key(store: SignedStore, copy: OutsideCopy | None, key: Path | None) -> str:
    """Return the public key for checking statements: the key file's, or the one they name."""
    lines = copy.readable() if copy is not None else iter(())
    first = next(lines, None)
    if key is not None and key.exists():
        _miss_statements(store, key, is_signed=first is not None or store.has_statements())
        return load_key(key).public
    firsts = [read_statement(line) for line in store.first_statements()]
    named = (signed.statement.key for signed in (*([first] if first else []), *lines, *firsts))
    return next((key for key in named if key), "")


def _miss_statements(store: SignedStore, key: Path, *, is_signed: bool) -> None:
    """Raise if there is a key and logs but no statement: a key signs as soon as it exists."""
    if not is_signed and store.headers():
        text = f"there are logs and the key {key}, but nothing that it signed"
        raise WitnessKeyError(
            f"{text}: put the copy of the heads back, or restore a backup; if nothing was ever"
            " signed here, move the key away"
        )


def begin(
    store: SignedStore, key: Key, outside: Path, *, writer: str, now_ms: Callable[[], int]
) -> Findings:
    """Check a store, and sign its commits from now on.

    A log at fault stays at fault: its last signed head is signed again, not its present end.
    """
    copy = OutsideCopy(outside)
    findings = check_against_heads(store, key.public, copy)
    if findings.is_copy_damaged:
        # The copy is begun again. Whatever in it is signed still says how far the logs had come.
        fault = findings.faults[LISTS]
        text = f"{fault.text}; it lies at {copy.set_aside(writer)} now"
        findings.faults[LISTS] = replace(fault, text=text)
    for table in findings.snapshots:
        log.warning(
            "a snapshot is not the one that was kept: it is dropped", extra={"table": table}
        )
        store.drop_snapshot(table)
    opened = Outside(outside)
    for signed in findings.outside_behind:
        opened.write(signed.line)
    witness = Witness(key, opened, writer=writer, now_ms=now_ms, heads=findings.heads)
    witness.others = {end.writer: end for end in findings.ends}
    store.witness = witness
    store.state(findings.heads.values(), BEGIN, tuple(findings.ends))
    # A copy without this list is an older one, even after a power cut.
    opened.sync()
    for name in NO_LOGS & findings.faults.keys():
        # The next start finds nothing any more: this keeps it known.
        store.state((), findings.faults[name].text)
    return findings
