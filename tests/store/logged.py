"""Tables whose play is kept in a store as a server keeps it, and logs that somebody changed."""

import random
from collections import Counter
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from pitboss.cards import full_shoe
from pitboss.engine.chips import BuyIn
from pitboss.engine.declare import Command, Event
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.state import ONLINE
from pitboss.engine.table import open_table
from pitboss.ledger.balances import opening
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.shuffle import commitment, shuffled
from pitboss.store.chain import genesis, seal
from pitboss.store.codec import Entry, decode_event, encode_event
from pitboss.store.log import read_log, write_log
from pitboss.store.memory import MemoryStore
from pitboss.store.notes import ShoeCommitted, ShoeRevealed
from pitboss.store.port import Record, TableHeader
from tests.properties.random_play import PLAYERS, RandomTable

Change = Callable[[Entry], Entry | None]


class LoggedTable(RandomTable):
    """Random play of a table under chosen rules, every shoe committed to and revealed."""

    def __init__(self, rulebook: str, options: dict[str, str], seed: int) -> None:
        book_ = load_rulebook(rulebook)
        self.rng = random.Random(seed)
        self.start = open_table(choose(book_, options), ONLINE)
        self.state = self.start
        self.log: list[Event] = []
        self.books = opening(self.rules.fees.meter)
        self.acts = Counter()
        self.store = MemoryStore()
        self.commands = 0
        self.committed: tuple[str, bytes] | None = None
        """The commitment of the shoe in play, and its seed."""
        automations = {"cards": True, "procedures": True, "burn": True, "checks": True}
        self.header = TableHeader(
            "t1", "Table 1", rulebook, book_.revision, options, automations, 1_000
        )
        self.store.create(self.header)
        for player in PLAYERS:
            self.send(BuyIn(player=player, amount=500_000))

    def send(self, command: Command) -> None:
        """A command that must be accepted; what it leads to is written."""
        before = len(self.log)
        super().send(command)
        self.commands += 1
        self.write(self.log[before:], f"c{self.commands}")

    def write(self, entries: Sequence[Entry], command: str = "") -> None:
        """Append to the log."""
        last = self.store.last("t1")
        after = last.version if last else 0
        self.store.append(
            "t1",
            after,
            [
                Record(after + place, 2_000 + after, encode_event(entry), command)
                for place, entry in enumerate(entries, start=1)
            ],
        )

    def shuffle(self) -> None:
        """A shoe from a seed: revealed when it is over, and the next one committed to."""
        notes: list[Entry] = []
        if self.committed:
            notes.append(ShoeRevealed(self.committed[0], self.committed[1].hex()))
        seed = self.rng.randbytes(32)
        order = shuffled(full_shoe(self.rules.decks_in_play), seed)
        self.committed = (commitment(seed, order), seed)
        self.write([*notes, ShoeCommitted(self.committed[0])])
        least = self.rules.shoe.cut_from_end
        place = self.rng.choice((0, self.rng.randint(least or 1, len(order) - (least or 1))))
        self.send(LoadShoe(cards=order, cut=place))

    def reveal(self) -> None:
        """End the shoe."""
        assert self.committed is not None
        self.write([ShoeRevealed(self.committed[0], self.committed[1].hex())])


def change_entry(
    data: bytes,
    kind: type,
    change: Change,
    *,
    number: int = 0,
    is_rechained: bool = False,
) -> tuple[bytes, int]:
    """The log with one entry of a kind changed, or dropped; and the version it had."""
    log = read_log(data)
    records = list(log.records)
    places = [p for p, r in enumerate(records) if isinstance(decode_event(r.event), kind)]
    place = places[number]
    version = records[place].version
    changed = change(decode_event(records[place].event))
    if changed is None:
        del records[place]
    else:
        records[place] = replace(records[place], event=encode_event(changed))
    if is_rechained:
        records = rechained(log.header, records)
    return write_log(log.header, records), version


def rechained(header: TableHeader, records: list[Record]) -> list[Record]:
    """Records numbered and chained anew, as somebody would who forges a log."""
    numbered = [
        replace(record, version=version, chain="") for version, record in enumerate(records, 1)
    ]
    return seal(genesis(header), 0, numbered)
