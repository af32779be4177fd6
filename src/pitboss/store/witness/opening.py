"""A store under its witness: checked against what was signed before, and signed from then on."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from pitboss.store.witness.checking import LISTS, Fault, Findings, WitnessedStore, hold_against
from pitboss.store.witness.keys import Key, WitnessKeyError, load_key, new_key
from pitboss.store.witness.outside import (
    DamagedCopy,
    Outside,
    copy_name,
    newest_run,
    set_aside,
    still_signed,
)
from pitboss.store.witness.signing import Witness
from pitboss.store.witness.statements import BEGIN, Head, Signed, read_statement


class SignedStore(WitnessedStore, Protocol):
    """A store that signs what it commits, once it has a witness."""

    witness: Witness | None

    def state(self, signed: Signed) -> None:
        """Write a statement that no other commit goes with."""


def key_of(store: WitnessedStore, outside: Path, key: Path) -> Key:
    """The key of a house; where nothing was ever signed, a new one."""
    is_signed = bool(store.last_statements() or newest_run(outside))
    if key.exists():
        _miss_statements(store, key, is_signed=is_signed)
        return load_key(key)
    if is_signed:
        raise WitnessKeyError(f"the key {key}, which signed this store, is gone; put it back")
    made = new_key()
    made.save(key)
    return made


def public_key(store: WitnessedStore, outside: Sequence[Signed], key: Path | None) -> str:
    """What statements are checked with: by the key of the house, or else by what they say."""
    firsts = [read_statement(line) for line in store.first_statements()]
    if key is not None and key.exists():
        _miss_statements(store, key, is_signed=bool(outside or firsts))
        return load_key(key).public
    return next((one.statement.key for one in (*outside, *firsts) if one.statement.key), "")


def _miss_statements(store: WitnessedStore, key: Path, *, is_signed: bool) -> None:
    """A key has signed something as soon as it is there: without that nothing can be believed."""
    if not is_signed and store.headers():
        text = f"there are logs and the key {key}, but nothing that it signed"
        raise WitnessKeyError(
            f"{text}: put the copy of the heads back, or restore a backup; if nothing was ever"
            " signed here, move the key away"
        )


def begin(
    store: SignedStore, key: Key, outside: Path, *, writer: str, now_ms: Callable[[], int],
    is_whole: bool = False,
) -> Findings:  # fmt: skip
    """Check a store, and have everything signed that it commits from now on.

    A log at fault stays at fault: what was signed of it is signed again, not what is there.
    """
    damaged = ""
    try:
        kept, copy = newest_run(outside), copy_name(outside)
        findings = hold_against(store, key.public, kept, copy=copy, is_whole=is_whole)
    except DamagedCopy as error:
        # The copy is begun again. Whatever in it is signed still says how far the logs had come.
        proofs = still_signed(outside, key.public)
        findings = hold_against(store, key.public, [], proofs=proofs, is_whole=is_whole)
        damaged = f"{error}; it lies at {set_aside(outside, writer)} now"
    opened = Outside(outside)
    for signed in findings.outside_behind:
        opened.write(signed.line)
    if damaged:
        findings.faults[LISTS] = Fault(LISTS, 0, damaged)
    witness = Witness(key, opened, writer=writer, now_ms=now_ms, heads=findings.heads)
    witness.others = {end.writer: end for end in findings.ends}
    store.witness = witness
    store.state(witness.next(findings.heads.values(), BEGIN, tuple(findings.ends)))
    # A copy without this list is an older one, even after a power cut.
    opened.sync()
    if fault := findings.faults.get(LISTS):
        # The next start finds nothing any more: this keeps it known.
        store.state(witness.next((), fault.text))
    return findings


def set_back(store: SignedStore, heads: list[Head], why: str) -> None:
    """Say that logs have come less far than was signed before, and why."""
    assert store.witness is not None
    store.state(store.witness.next(heads, why))
