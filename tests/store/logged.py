"""Tables whose play is kept in a store as a server keeps it, and logs that somebody changed."""

import random
from collections import Counter
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from pitboss.cards import full_shoe
from pitboss.engine.chips import BuyIn
from pitboss.engine.declare import Command, Event
from pitboss.engine.shoe.commitment import CommitShoe, RevealShoe
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.state import ONLINE
from pitboss.engine.table import open_table
from pitboss.ledger.balances import opening
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.shuffle import commitment, shuffled
from pitboss.store.chain import chained, event_count, genesis
from pitboss.store.entry import Entry, decode_entry, encode_entry
from pitboss.store.export import read_log, write_log
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Record, Store, TableHeader
from tests.properties.random_play import PLAYERS, Given, RandomTable

Change = Callable[[Event], Event | None]
EntryChange = Callable[[Entry], Entry | None]


def giver(command: Command) -> str:
    """Whoever gives a command by themselves: a newcomer's chips are handed out by the table."""
    return command.player if isinstance(command, BuyIn) and not command.by else command.by


def write_entry(
    store: Store, command: Command | None, events: Sequence[Event], id_: str = "",
    *, at_ms: int = 0,
) -> Entry:  # fmt: skip
    """Append what came of a command, or a note, to the log of table t1."""
    last = store.last("t1")
    after, before_ms = (last.version, last.at_ms) if last else (0, 2_000)
    own_ms = getattr(command, "at_ms", 0) or at_ms or before_ms + 1
    who = giver(command) if command is not None else ""
    version, key = after + len(events), f"{who}:{id_}" if id_ or who else ""
    written = Entry(version, own_ms, own_ms, tuple(events), key, who, command)
    store.append("t1", after, [encode_entry(written)])
    return written


class LoggedTable(RandomTable):
    """Random play of a table under chosen rules, every shoe committed to and revealed."""

    def __init__(self, rulebook: str, options: dict[str, str], seed: int) -> None:
        book_ = load_rulebook(rulebook)
        self.rng = random.Random(seed)
        self.start = open_table(choose(book_, options), ONLINE)
        self.state = self.start
        self.log: list[Event] = []
        self.given: list[Given] = []
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
        write_entry(self.store, command, self.log[before:], f"c{self.commands}")

    def shuffle(self) -> None:
        """A shoe from a seed: revealed when it is over, and the next one committed to."""
        if self.committed:
            self.reveal()
        seed = self.rng.randbytes(32)
        order = shuffled(full_shoe(self.rules.decks_in_play), seed)
        self.committed = (commitment(seed, order), seed)
        self.send(CommitShoe(commitment=self.committed[0]))
        least = self.rules.shoe.cut_from_end
        place = self.rng.choice((0, self.rng.randint(least or 1, len(order) - (least or 1))))
        self.send(LoadShoe(cards=order, cut=place))

    def reveal(self) -> None:
        """End the shoe."""
        assert self.committed is not None
        fixed, seed = self.committed
        self.send(RevealShoe(commitment=fixed, seed=seed.hex()))


def change_event(
    data: bytes, kind: type, change: Change, *, number: int = 0, is_rechained: bool = False
) -> tuple[bytes, int]:
    """The log with one event of a kind changed, or dropped; and the number it had."""
    entries = [decode_entry(record) for record in read_log(data).records]
    places = [
        (place, version)
        for place, one in enumerate(entries)
        for version, event in one.numbered()
        if isinstance(event, kind)
    ]
    place, version = places[number]

    def changed(one: Entry) -> Entry | None:
        events = [change(event) if n == version else event for n, event in one.numbered()]
        kept = tuple(event for event in events if event is not None)
        return replace(one, events=kept) if kept else None

    return change_entry(data, place, changed, is_rechained=is_rechained), version


def change_entry(
    data: bytes, place: int, change: EntryChange, *, is_rechained: bool = True
) -> bytes:
    """The log with the entry at a place changed, or dropped."""
    log = read_log(data)
    records = list(log.records)
    old = records[place]
    changed = change(decode_entry(old))
    # Who does not make a new chain leaves the numbers and the hashes as they were.
    new = [replace(encode_entry(changed), version=old.version, chain=old.chain)] if changed else []
    records[place : place + 1] = new
    if is_rechained:
        records = rechained(log.header, records)
    return write_log(log.header, records)


def place_of(data: bytes, kind: type, number: int = 0) -> int:
    """The place of an entry whose command is of a kind."""
    entries = [decode_entry(record) for record in read_log(data).records]
    return [place for place, one in enumerate(entries) if isinstance(one.command, kind)][number]


def rechained(header: TableHeader, records: list[Record]) -> list[Record]:
    """Records numbered and chained again, as somebody would who forges a log."""
    numbered, version = [], 0
    for record in records:
        version += event_count(record.body)
        numbered.append(replace(record, version=version, chain=""))
    return chained(genesis(header), 0, numbered)
