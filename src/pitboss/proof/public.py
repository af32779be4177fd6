"""The public part of a log while cards of it are still in play.

Apart from the server that publishes it, because only the log decides on it.
"""

import threading

from pitboss.engine.floor.procedures import StackShuffled
from pitboss.engine.shoe.commitment import ShoeCommitted
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.store.entry import Sealed, decode_visible
from pitboss.store.export import all_records
from pitboss.store.port import Store
from pitboss.store.seals import shows_staff_figures


class PublicScan:
    """Reads a log once, and on later calls only what was written since."""

    def __init__(self) -> None:
        self._version, self._prepared = 0, 0
        self._loaded: dict[int, int] = {}
        self._plain = 0
        """The first event of the first older entry that shows the staff's figures, or 0."""
        self._lock = threading.Lock()

    def advance(
        self, store: Store, table: str, *, is_for_staff: bool = False, is_closed: bool = False
    ) -> int:
        """Return the last version that is public now, or open to the staff.

        The shoe in play is hidden from both, unless the table is closed. The staff's figures,
        which older logs hold in plain text, are not public.
        """
        with self._lock:
            prepared = self._read_on(store, table)
        shoes = () if is_closed else (prepared, *self._loaded.values())
        secret = filter(None, shoes if is_for_staff else (self._plain, *shoes))
        return min(secret, default=self._version + 1) - 1

    def _read_on(self, store: Store, table: str) -> int:
        """Read to the end; return the first event of what is being prepared, or 0."""
        for record in all_records(store, table, after=self._version):
            try:
                entry = decode_visible(record)
            except Sealed:
                return self._prepared or self._version + 1
            if not self._plain and shows_staff_figures(record, entry):
                self._plain = entry.first
            for event in entry.events:
                # The command of an entry says as much as its events, so all of it is a secret.
                if isinstance(event, StackShuffled | ShoeCommitted):
                    self._prepared = self._prepared or entry.first
                elif isinstance(event, ShoeLoaded) and (event.is_shuffle or not self._loaded):
                    self._loaded[event.side] = self._prepared or entry.first
                    self._prepared = 0
            self._version = entry.version
        return self._prepared
