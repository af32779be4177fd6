"""Seal the order and seed of a shoe until it is over, and hidden cards until their round is."""

from collections.abc import Iterable, Sequence

from pitboss.engine.declare import is_face_down
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.commitment import CommitShoe, RevealShoe
from pitboss.engine.state import Automations
from pitboss.server.log.events import Logged
from pitboss.store.entry import Entry
from pitboss.store.port import Record, Snapshot, Store
from pitboss.store.seals import Draw, Seals, encoded_openly, faces_of, openings


class ShoeSealer:
    """Seals the secrets of one table; a table with a physical shoe has nothing to seal."""

    def __init__(
        self, seals: Seals | None, table: str, automations: Automations, draw: Draw
    ) -> None:
        self._seals = seals if automations.cards else None
        self._table = table
        self._draw = draw
        self._down: list[Record] | None = None
        """Records of cards that lie face down now; None if they are to be read from the store."""

    def records(
        self, entries: Sequence[Entry], logged: Sequence[Logged], newest: str
    ) -> list[Record]:
        """Return entries as they are stored; ``newest`` is the last commitment made before them."""
        if self._seals is None:
            return [encoded_openly(entry, self._draw) for entry in entries]
        records, over, settled = [], shoes_over(entries), last_end(entries)
        # Cards whose shoe or round ends with these entries need no seal.
        down = {step.version for step in logged if step.version > settled if is_face_down_in(step)}
        for entry in entries:
            if isinstance(entry.command, CommitShoe):
                newest = entry.command.commitment
            shoe = "" if newest in over else newest
            record = self._seals.encoded(entry, self._table, shoe, self._draw, down=down)
            records.append(record)
        return records

    def must_open(self, entries: Sequence[Entry]) -> bool:
        """Return True if a shoe ends with these entries, or a round that may have hidden cards."""
        has_down = self._seals is not None and self._down != []
        return bool(shoes_over(entries)) or (has_down and last_end(entries) > 0)

    def opened(self, store: Store, entries: Sequence[Entry]) -> list[Record]:
        """Return the unsealed records of shoes and rounds that are over; may read the store."""
        if self._seals is None:
            return []
        over, records = shoes_over(entries), dict[int, Record]()
        if last_end(entries):
            if self._down is None:
                self._down = [record for record in store.sealed(self._table) if faces_of(record)]
            for record in self._down:
                records[record.version] = self._seals.opened(
                    record, self._table, only=faces_of(record)
                )
        if over:
            sealed = store.sealed(self._table)
            for shoe in over:
                for record in openings(self._seals, self._table, sealed, shoe):
                    records[record.version] = record
        return list(records.values())

    def wrote(self, entries: Sequence[Entry], records: Sequence[Record]) -> None:
        """Note that entries are stored: face-down cards in them are unsealed with the round."""
        if shoes_over(entries):
            # The store now has these records unsealed: the kept ones are out of date.
            self.forget()
        elif last_end(entries):
            self._down = []
        if self._down is not None:
            self._down += [record for record in records if faces_of(record)]

    def forget(self) -> None:
        """Forget the face-down cards, as another server may have written since."""
        self._down = None

    def closed(self, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot as it is stored."""
        if self._seals is None:
            return snapshot
        return self._seals.close_snapshot(self._table, snapshot, self._draw)


def is_face_down_in(step: Logged) -> bool:
    """Return True if an event deals a card that lies face down from then on."""
    return is_face_down(step.before, step.event)


def shoes_over(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Return the commitments of the shoes that end with these entries."""
    commands = (entry.command for entry in entries)
    return tuple(command.commitment for command in commands if isinstance(command, RevealShoe))


def last_end(entries: Iterable[Entry]) -> int:
    """Return the version of the last entry that ends a round; 0 if no round ends."""
    ends = (
        entry.version
        for entry in entries
        if any(isinstance(event, RoundEnded) for event in entry.events)
    )
    return max(ends, default=0)
