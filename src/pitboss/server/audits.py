"""What an auditor looks up in the log of a table: events by search, and the books."""

from collections import deque
from collections.abc import Iterator, Mapping

import msgspec

from pitboss.engine.floor.cut import RecutOrdered
from pitboss.engine.floor.irregularities.effects import (
    BoxesLimited,
    ButtonRepaired,
    ButtonTurnedOff,
    InsuranceReopened,
    ReaderTurnedOff,
)
from pitboss.engine.floor.irregularities.misdeal import MisdealCalled, StakesReturned
from pitboss.engine.floor.irregularities.report import (
    IrregularityReported,
    TablePaused,
    TableResumed,
)
from pitboss.engine.floor.notices import NoticePosted, NoticeWithdrawn, RulesChanged
from pitboss.engine.floor.rulings import CorrectionMade, CorrectionProposed, HandsRebuilt
from pitboss.engine.floor.staff import EntryPermitted
from pitboss.engine.payouts import SettlementReversed
from pitboss.engine.play.turns import HandReopened
from pitboss.engine.shoe.drawing import CardDiscarded, CardExposed
from pitboss.engine.shoe.loading import ShuffleOrdered
from pitboss.engine.words import UNTITLED, tell
from pitboss.ledger.audit import faults
from pitboss.ledger.balances import apply as post_to
from pitboss.ledger.balances import opening
from pitboss.money import Cents, Transfer
from pitboss.rulebook.rules import Rules
from pitboss.server.history import READ_MAX, records_before
from pitboss.server.rebuild import records_after
from pitboss.store.codec import decode_event, name_of
from pitboss.store.notes import ShoeCommitted, is_note
from pitboss.store.port import Record, Store

LINES_MAX = 200
"""Lines of one page."""
TRANSFERS_KEPT = 200
"""The last transfers that are shown with the books."""


RULINGS_MAX = 50
RULINGS = (
    IrregularityReported, MisdealCalled, TablePaused, TableResumed, ShuffleOrdered, RecutOrdered,
    EntryPermitted, HandsRebuilt, HandReopened, CardDiscarded, CardExposed, StakesReturned,
    SettlementReversed, ReaderTurnedOff, ButtonTurnedOff, ButtonRepaired, InsuranceReopened,
    CorrectionProposed, CorrectionMade, NoticePosted, NoticeWithdrawn, RulesChanged,
    BoxesLimited,
)  # fmt: skip
"""What the staff reports, orders and corrects, and what follows from that."""


class Search(msgspec.Struct, frozen=True):
    """What to look for; what is empty matches everything."""

    kind: str = ""
    """The name of an event."""
    player: str = ""
    """A name, of a player or of the staff, anywhere in the event."""
    text: str = ""
    """Letters, whatever their case, in the words or in the record."""


class AuditLine(msgspec.Struct, frozen=True):
    """A record of a log."""

    n: int
    at_ms: int
    command: str
    kind: str
    text: str
    """In words; empty where there is nothing to say."""
    event: msgspec.Raw
    chain: str


class AuditPage(msgspec.Struct, frozen=True):
    """Records that match, the newest first."""

    lines: tuple[AuditLine, ...]
    before: int
    """Where the next page goes on; 0 where the log has been read to its beginning."""


class Ruling(msgspec.Struct, frozen=True):
    """Something that the staff reported, ordered or corrected, or what followed from that."""

    n: int
    at_ms: int
    text: str
    clause: str


class Rulings(msgspec.Struct, frozen=True):
    """The last rulings at a table, the newest first."""

    kinds: tuple[str, ...]
    """The names of events that are rulings."""
    rulings: tuple[Ruling, ...]


class Posting(msgspec.Struct, frozen=True):
    """A transfer with the event that it follows from."""

    n: int
    at_ms: int
    transfer: Transfer


class Books(msgspec.Struct, frozen=True):
    """The books of a table after its last event."""

    version: int
    balances: dict[str, Cents]
    """What every account holds; those of the house and the cashier may be below zero."""
    total: Cents
    """Their sum, which is zero where nothing is wrong."""
    faults: tuple[str, ...]
    transfers: tuple[Posting, ...]
    """The last ones, the newest first; of one account, where one is named."""


def search_log(
    store: Store, table: str, search: Search, *, before: int, limit: int,
    titles: Mapping[str, str] = UNTITLED,
) -> AuditPage:  # fmt: skip
    """Records before an event that match, the newest first."""
    found: list[AuditLine] = []
    for read, record in enumerate(records_before(store, table, before), start=1):
        line = _line(record, titles)
        if _matches(line, search):
            found.append(line)
        if len(found) >= limit or read >= READ_MAX:
            return AuditPage(tuple(found), record.version if record.version > 1 else 0)
    return AuditPage(tuple(found), 0)


def _line(record: Record, titles: Mapping[str, str]) -> AuditLine:
    entry = decode_event(record.event)
    text = "" if is_note(entry) else tell(entry, titles)
    event = record.event
    if isinstance(entry, ShoeCommitted):
        # The seed of a shoe in play is nobody's to see, an auditor's neither.
        event = msgspec.json.encode(msgspec.structs.replace(entry, seed=""))
    return AuditLine(
        record.version, record.at_ms, record.command, name_of(entry), text, msgspec.Raw(event),
        record.chain,
    )  # fmt: skip


def _matches(line: AuditLine, search: Search) -> bool:
    if search.kind and line.kind != search.kind:
        return False
    raw = bytes(line.event)
    if search.player and f'"{search.player}"'.encode() not in raw:
        return False
    wanted = search.text.lower()
    return not wanted or wanted in line.text.lower() or wanted.encode() in raw.lower()


def list_rulings(
    store: Store, table: str, *, before: int, titles: Mapping[str, str] = UNTITLED
) -> Rulings:
    """The last rulings before an event; everybody at the table saw them."""
    found: list[Ruling] = []
    for read, record in enumerate(records_before(store, table, before), start=1):
        entry = decode_event(record.event)
        if isinstance(entry, RULINGS):
            clause = str(getattr(entry, "clause", ""))
            told = tell(entry, titles)
            found.append(Ruling(record.version, record.at_ms, told, clause))
        if len(found) >= RULINGS_MAX or read >= READ_MAX:
            break
    return Rulings(tuple(str(kind.__struct_config__.tag) for kind in RULINGS), tuple(found))


def read_books(store: Store, table: str, rules: Rules, *, account: str = "") -> Books:
    """The books from the first event to the last; reads the whole log, so call it off the loop."""
    balances = opening(rules.fees.meter)
    last: deque[Posting] = deque(maxlen=TRANSFERS_KEPT)
    version = 0
    for posting in _postings(store, table):
        version = posting.n
        transfer = posting.transfer
        post_to(balances, transfer)
        if not account or account in (transfer.debit, transfer.credit):
            last.append(posting)
    return Books(
        version=version,
        balances=dict(sorted(balances.items())),
        total=balances.total(),
        faults=tuple(faults(balances, is_between_rounds=False)),
        transfers=tuple(reversed(last)),
    )


def _postings(store: Store, table: str) -> Iterator[Posting]:
    for record in records_after(store, table, 0):
        entry = decode_event(record.event)
        if not is_note(entry):
            for transfer in entry.transfers():
                yield Posting(record.version, record.at_ms, transfer)
