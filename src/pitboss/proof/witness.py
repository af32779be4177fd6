"""Check that the end of a log is present: every signed head of its table must be in it."""

from collections import defaultdict
from collections.abc import Sequence

from pitboss.store.export import ExportedLog
from pitboss.store.port import StoreError
from pitboss.store.witness.statements import BEGIN, Head, Signed, StatementError, followed

KEY_SHOWN = 16
"""Characters of a public key that are shown: enough to compare it with one on paper."""


class NotWitnessed(StoreError):
    """A log that is not the one whose heads were signed."""


def agree(log: ExportedLog, statements: Sequence[Signed], key: str = "") -> tuple[int, str]:
    """Return the last event that signed heads agree with, and a sentence about them.

    ``key``: only what this key has signed counts. Raises if a head does not agree with the log.
    """
    by_list = _keys(statements)
    keys = {signer for signer in by_list.values() if key in ("", signer)}
    if key and not keys:
        return 0, f"nothing in this witness is signed with the key {key[:KEY_SHOWN]}..."
    counted = [signed for signed in statements if by_list[signed.statement.writer] in keys]
    heads = _heads_of(log.header.table, counted)
    if not heads:
        raise NotWitnessed(f"no head of {log.header.table} was signed in this witness")
    chains = {0: log.genesis} | {record.version: record.chain for record in log.records}
    last = max(chains)
    opened = [head for head in heads if not last < head.version <= last + log.behind]
    for head in opened:
        if head.version > last:
            text = f"event {head.version} was signed, and the log ends at {last}"
            raise NotWitnessed(f"{text}: the first that is missing is {last + 1}")
        if chains.get(head.version) != head.chain:
            raise NotWitnessed(f"at event {head.version} another log was signed")
    newest = max((head.version for head in opened), default=0)
    signed = " and ".join(f"{key[:KEY_SHOWN]}..." for key in sorted(keys))
    text = f"{len(opened)} heads up to event {newest}, signed with the key {signed}"
    if last > newest:
        text = f"{text}; the {last - newest} after it were not signed yet"
    if closed := len(heads) - len(opened):
        text = f"{text}; {closed} more after the open part"
    return newest, text


def _keys(statements: Sequence[Signed]) -> dict[str, str]:
    """Return the key of each list; each must be whole, and signed with the key that it names."""
    lists: dict[str, list[Signed]] = defaultdict(list)
    for signed in statements:
        lists[signed.statement.writer].append(signed)
    keys = {}
    for writer, own in lists.items():
        *_, last = followed(own)
        key = own[0].statement.key
        if not last.is_by(key):
            raise StatementError(f"the statements of {writer} are not signed with their key")
        keys[writer] = key
    return keys


def _heads_of(table: str, statements: Sequence[Signed]) -> list[Head]:
    """Return the heads of a table that count; those that were set back do not."""
    heads: list[Head] = []
    for signed in statements:
        is_set_back = signed.statement.note not in ("", BEGIN)
        for head in signed.statement.heads:
            if head.log == table:
                if is_set_back:
                    heads = [earlier for earlier in heads if earlier.version <= head.version]
                heads.append(head)
    return heads
