"""What a table writes under seal: the order and the seed of its shoes, until these are over."""

from collections.abc import Iterable, Sequence

from pitboss.engine.shoe.commitment import CommitShoe, RevealShoe
from pitboss.engine.state import Automations
from pitboss.store.entry import Entry, encode_entry
from pitboss.store.port import Record, Snapshot, Store
from pitboss.store.sealing import Draw, Seals, openings


class ShoeSealer:
    """Seals what one table writes; nothing at a table with a physical shoe, which nobody knows."""

    def __init__(
        self, seals: Seals | None, table: str, automations: Automations, draw: Draw
    ) -> None:
        self._seals = seals if automations.cards else None
        self._table = table
        self._draw = draw

    def records(self, entries: Sequence[Entry], newest: str) -> list[Record]:
        """Entries as they are stored; ``newest`` is the last commitment made before them."""
        if self._seals is None:
            return [encode_entry(entry) for entry in entries]
        records, over = [], shoes_over(entries)
        for entry in entries:
            if isinstance(entry.command, CommitShoe):
                newest = entry.command.commitment
            # What is over in the same breath needs no seal.
            shoe = "" if newest in over else newest
            records.append(self._seals.encoded(entry, self._table, shoe, self._draw))
        return records

    def opened(self, store: Store, over: Iterable[str]) -> list[Record]:
        """What is sealed for shoes that are over, opened; off the loop, as it reads the store."""
        if self._seals is None:
            return []
        sealed = store.sealed(self._table)
        return [one for shoe in over for one in openings(self._seals, self._table, sealed, shoe)]

    def closed(self, snapshot: Snapshot) -> Snapshot:
        """A state as it is kept."""
        if self._seals is None:
            return snapshot
        return self._seals.close_snapshot(self._table, snapshot, self._draw)


def shoes_over(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Commitments to shoes that end with these entries."""
    commands = (entry.command for entry in entries)
    return tuple(one.commitment for one in commands if isinstance(one, RevealShoe))
