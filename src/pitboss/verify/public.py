"""How much of a log everybody may see while cards of it are still in play."""

from pitboss.engine.floor.procedures import StackShuffled
from pitboss.engine.shoe.commitment import ShoeCommitted
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.store.entry import Sealed, decode_entry
from pitboss.store.log import all_records
from pitboss.store.port import Store


def public_until(store: Store, table: str) -> int:
    """The last version that everybody may see: no shoe in play, and nothing sealed, up to there."""
    version, prepared = 0, 0
    loaded: dict[int, int] = {}
    for record in all_records(store, table):
        try:
            entry = decode_entry(record)
        except Sealed:
            prepared = prepared or version + 1
            break
        for event in entry.events:
            # The command of an entry says as much as its events, so all of it is a secret.
            if isinstance(event, StackShuffled | ShoeCommitted):
                prepared = prepared or entry.first
            elif isinstance(event, ShoeLoaded) and (event.is_shuffle or not loaded):
                loaded[event.side] = prepared or entry.first
                prepared = 0
        version = entry.version
    secret = filter(None, (prepared, *loaded.values()))
    return min(secret, default=version + 1) - 1
