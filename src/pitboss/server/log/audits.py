"""Look-ups in the log of a table for auditors: events by search, and the books."""

from collections import deque
from collections.abc import Iterator, Mapping

import msgspec

from pitboss.engine.declare import Event, redact, without_secrets
from pitboss.engine.round import PhaseBegan, RoundEnded
from pitboss.engine.state import BETTING, DEALING, TableState
from pitboss.engine.words import UNTITLED, Saying, saying, tell
from pitboss.ledger.audit import faults
from pitboss.ledger.balances import apply as post_to
from pitboss.ledger.balances import opening
from pitboss.money import Cents, Transfer
from pitboss.reports.reading import RULINGS
from pitboss.rulebook.rules import Rules
from pitboss.server.log.events import entries_after
from pitboss.server.log.rounds import READ_MAX, events_before
from pitboss.store.codec import encode_command, encode_event, name_of
from pitboss.store.entry import NO_COMMAND, Entry
from pitboss.store.port import Store

LINES_MAX = 200
"""Number of lines on one page."""
TRANSFERS_KEPT = 200
"""The last transfers that are shown with the books."""


RULINGS_MAX = 50


class Search(msgspec.Struct, frozen=True):
    """A search; an empty field matches everything."""

    kind: str = ""
    """The name of an event."""
    player: str = ""
    """Name of a player or of the staff: anywhere in the event, or the giver of the command."""
    text: str = ""
    """Text in the words or in the event, in either case."""


class AuditLine(msgspec.Struct, frozen=True):
    """An event of a log and the command behind it."""

    n: int
    at_ms: int
    """Log time."""
    wall_ms: int
    """Time by the server's clock."""
    id: str
    """Id of the command."""
    who: str
    """Giver of the command; "" for the table itself."""
    command: msgspec.Raw
    """The command; null if it is unknown, and for acts of the table itself."""
    kind: str
    text: str
    """The event in words; "" if it has none."""
    words: Saying
    """The same as data, for pages in other languages."""
    event: msgspec.Raw
    chain: str
    """Chain value of the entry."""


class AuditPage(msgspec.Struct, frozen=True):
    """Events that match, the newest first."""

    lines: tuple[AuditLine, ...]
    before: int
    """Start of the next page; 0 if the log has been read to its beginning."""
    behind: int = 0
    """Number of events of the round in play, which open when it is settled."""


class Ruling(msgspec.Struct, frozen=True):
    """Something that the staff reported, ordered or corrected, or what followed from that."""

    n: int
    at_ms: int
    text: str
    clause: str
    event: msgspec.Raw
    """The event as the viewer may see it."""
    words: Saying
    """The text as data, which the client puts into words, as in a message."""


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
    """Balance of every account; only the house and the cashier may be negative."""
    total: Cents
    """Sum of the balances, which is zero if nothing is wrong."""
    faults: tuple[str, ...]
    transfers: tuple[Posting, ...]
    """The last transfers, the newest first; only those of an account if one is named."""


def open_until(store: Store, table: str, state: TableState, version: int) -> int:
    """Return the last event that an auditor may read.

    While a round is in play, cards of it lie face down, and the log is open up to the deal.
    """
    if state.phase == BETTING:
        return version
    dealt = version + 1
    for _, event, entry in events_before(store, table, version + 1):
        # A round that was taken back has ended before, under the same number.
        if isinstance(event, RoundEnded) and event.number < state.round:
            break
        if isinstance(event, PhaseBegan) and event.phase == DEALING:
            dealt = entry.first
    return dealt - 1


def search_log(
    store: Store,
    table: str,
    search: Search,
    *,
    before: int,
    limit: int,
    titles: Mapping[str, str] = UNTITLED,
) -> AuditPage:
    """Return events before one of them that match, the newest first."""
    lines: list[AuditLine] = []
    for read, logged in enumerate(events_before(store, table, before), start=1):
        line = _line(*logged, titles)
        if _matches(line, search):
            lines.append(line)
        if len(lines) >= limit or read >= READ_MAX:
            return AuditPage(tuple(lines), line.n if line.n > 1 else 0)
    return AuditPage(tuple(lines), 0)


def _line(number: int, event: Event, entry: Entry, titles: Mapping[str, str]) -> AuditLine:
    # Not even an auditor may see the order and the seed of a shoe in play.
    event, command = without_secrets(event), NO_COMMAND
    text, words = tell(event, titles), saying(event, titles)
    if entry.command is not None:
        command = encode_command(without_secrets(entry.command))
    return AuditLine(
        n=number,
        at_ms=entry.at_ms,
        wall_ms=entry.wall_ms,
        id=entry.id,
        who=entry.who,
        command=msgspec.Raw(command),
        kind=name_of(event),
        text=text,
        words=words,
        event=msgspec.Raw(encode_event(event)),
        chain=entry.chain,
    )


def _matches(line: AuditLine, search: Search) -> bool:
    if search.kind and line.kind != search.kind:
        return False
    raw = bytes(line.event)
    if search.player not in ("", line.who) and f'"{search.player}"'.encode() not in raw:
        return False
    wanted = search.text.lower()
    return not wanted or wanted in line.text.lower() or wanted.encode() in raw.lower()


def list_rulings(store: Store, table: str, state: TableState, *, before: int, eyes: str) -> Rulings:
    """Return the last rulings before an event, redacted for a viewer.

    Whom a report is about is for the staff; ``state`` is the table now.
    """
    titles = state.rules.titles
    rulings: list[Ruling] = []
    for read, (number, event, entry) in enumerate(events_before(store, table, before), start=1):
        if name_of(event) in RULINGS:
            clause = str(getattr(event, "clause", ""))
            seen = redact(state, event, eyes)
            raw = msgspec.Raw(encode_event(seen))
            text, words = tell(seen, titles), saying(seen, titles)
            rulings.append(Ruling(number, entry.at_ms, text, clause, raw, words))
        if len(rulings) >= RULINGS_MAX or read >= READ_MAX:
            break
    return Rulings(tuple(RULINGS), tuple(rulings))


def read_books(store: Store, table: str, rules: Rules, *, account: str = "") -> Books:
    """Return the books after the last event; reads the whole log, so call it off the loop."""
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
        faults=tuple(faults(balances)),
        transfers=tuple(reversed(last)),
    )


def _postings(store: Store, table: str) -> Iterator[Posting]:
    for entry in entries_after(store, table, 0):
        for number, event in entry.numbered():
            for transfer in event.transfers():
                yield Posting(number, entry.at_ms, transfer)
