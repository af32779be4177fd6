"""Check a log against receipts: every signed head that a player kept must be in it.

Apart from ``proof/witness.py``, whose heads the house keeps: these bind without a key to pin.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.proof.witness import KEY_SHOWN, NotWitnessed
from pitboss.store.chain import genesis, link
from pitboss.store.export import ExportedLog
from pitboss.store.witness.receipts import Receipt, short_code


class Bound(NamedTuple):
    """The part of a log that receipts agree with."""

    version: int
    """The last event that they cover; 0 if they cover none."""
    text: str
    players: tuple[str, ...] = ()
    """The players whose receipts cover it as far as that."""


def agree_with_receipts(log: ExportedLog, receipts: Sequence[Receipt], key: str = "") -> Bound:
    """Return how far receipts bind a log; raise ``NotWitnessed`` with the first other round.

    ``key``: only receipts that this key has signed count.
    """
    table = log.header.table
    own = [receipt for receipt in receipts if receipt.table == table and key in ("", receipt.key)]
    if not own:
        signed = f" with the key {key[:KEY_SHOWN]}..." if key else ""
        return Bound(0, f"no receipt was signed for {table}{signed}")
    chains = _chains_of(log)
    last = max(chains)
    kept = [receipt for receipt in own if not last < receipt.version <= last + log.behind]
    before: Receipt | None = None
    for receipt in sorted(kept, key=lambda receipt: receipt.version):
        if chains.get(receipt.version) != receipt.chain:
            raise NotWitnessed(_difference(receipt, before, chains.get(receipt.version, "")))
        before = receipt
    version = before.version if before else 0
    names = sorted({receipt.player for receipt in kept})
    keys = " and ".join(sorted({f"{receipt.key[:KEY_SHOWN]}..." for receipt in own}))
    text = f"{_count(len(kept))} of {', '.join(names)} up to event {version}, signed with {keys}"
    if last > version:
        text = f"{text}; none covers the {last - version} events after it"
    if later := len(own) - len(kept):
        text = f"{text}; {_count(later)} after the open part"
    players = tuple(sorted({one.player for one in kept if one.version == version}))
    return Bound(version, text, players)


def _chains_of(log: ExportedLog) -> dict[int, str]:
    """Return the hash after each entry, computed from its contents."""
    chains = {0: genesis(log.header)}
    chain = chains[0]
    for record in log.records:
        chain = chains[record.version] = link(chain, record)
    return chains


def _difference(receipt: Receipt, before: Receipt | None, chain: str) -> str:
    """Describe the first receipt that differs, by the rounds since the last one that agrees."""
    first, last = (before.round if before else 0) + 1, receipt.round
    place = f"one of the rounds {first} to {last} is the first that differs"
    if first == last:
        place = f"round {last} is the first that differs"
    elif first > last:
        place = f"round {last} is the same, and what followed it differs"
    instead = f"the code {short_code(chain)}" if chain else "no entry that ends there"
    signed = f"at event {receipt.version} the house signed the code {receipt.code}"
    return f"{place}: {signed} for {receipt.player}, and this log has {instead}"


def _count(count: int) -> str:
    return "1 receipt" if count == 1 else f"{count} receipts"
