"""How much of a log everybody may see while cards of it are still in play."""

import threading

from pitboss.engine.floor.procedures import StackShuffled
from pitboss.engine.shoe.commitment import ShoeCommitted
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.store.entry import Sealed, decode_visible
from pitboss.store.log import all_records
from pitboss.store.port import Store


def public_until(store: Store, table: str) -> int:
    """The last version that everybody may see: no shoe in play, and nothing sealed, up to there."""
    return PublicScan().advance(store, table)


class PublicScan:
    """Reads a log once; when asked again, it reads only what was written since."""

    def __init__(self) -> None:
        self._version, self._prepared = 0, 0
        self._loaded: dict[int, int] = {}
        self._lock = threading.Lock()

    def advance(self, store: Store, table: str) -> int:
        """The last version that everybody may see now."""
        with self._lock:
            prepared = self._read_on(store, table)
        secret = filter(None, (prepared, *self._loaded.values()))
        return min(secret, default=self._version + 1) - 1

    def _read_on(self, store: Store, table: str) -> int:
        """Read to the end; the first event of what is being prepared, if anything is."""
        for record in all_records(store, table, after=self._version):
            try:
                entry = decode_visible(record)
            except Sealed:
                return self._prepared or self._version + 1
            for event in entry.events:
                # The command of an entry says as much as its events, so all of it is a secret.
                if isinstance(event, StackShuffled | ShoeCommitted):
                    self._prepared = self._prepared or entry.first
                elif isinstance(event, ShoeLoaded) and (event.is_shuffle or not self._loaded):
                    self._loaded[event.side] = self._prepared or entry.first
                    self._prepared = 0
            self._version = entry.version
        return self._prepared
