"""Rounds that were played at a table, read from its log: lists, steps, scripts."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from pitboss.engine.declare import Event
from pitboss.engine.floor.corrections import ProposeCorrection
from pitboss.engine.floor.procedures import Perform, ProcedureBegan
from pitboss.engine.floor.taking_back import TakenBack
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.round import PhaseBegan, RoundEnded
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.state import TableState
from pitboss.proof.public import PublicScan
from pitboss.server.log.events import Logged, entries_after, replay_on
from pitboss.server.log.replay import Rebuilt, start_of
from pitboss.store.entry import Entry, decode_visible
from pitboss.store.port import Record, Store, TableHeader

CHUNK = 1_000
"""Records that are read at a time, from the newest back."""
READ_MAX = 20_000
"""Records that one request reads at most; the next one continues from there."""
ROUNDS_MAX = 100
"""Rounds of one page."""
KEPT_EVERY = 2_000
KEPT_MAX = 64
"""States of a table that are kept, so that an old round need not be replayed from the first."""


class RoundSummary(msgspec.Struct, frozen=True):
    """A round that has ended."""

    number: int
    at_ms: int
    first: int
    """The number of its first event."""
    last: int
    net: dict[str, int]
    """Net result of each player, in cents."""


class RoundPage(msgspec.Struct, frozen=True):
    """Rounds, the newest first."""

    rounds: tuple[RoundSummary, ...]
    before: int
    """Start of the next page; 0 if the log has been read to its beginning."""


class History:
    """Kept states and marks of a table by which its rounds are looked up."""

    def __init__(self, rebuilt: Rebuilt, *, is_closed: bool = False) -> None:
        self._is_closed = is_closed
        self._is_double = rebuilt.state.rules.shoe.compartments == "double"
        self._loaded: dict[int, int] = {}
        """The events that loaded the shoes in play, by compartment."""
        self._kept: list[tuple[int, TableState]] = []
        self.public = PublicScan()
        """The part of the log that is public."""
        for entry in rebuilt.tail:
            for number, event in entry.numbered():
                self._note(number, event)

    def add(self, logged: Sequence[Logged]) -> None:
        """Note new events."""
        for step in logged:
            self._note(step.version, step.event)
            self._keep(step.version - 1, step.before)

    def is_open(self, played: RoundSummary) -> bool:
        """Return True if every shoe of a round is over, so that its cards are no longer secret."""
        if self._is_closed:
            return True
        has_all = len(self._loaded) == (2 if self._is_double else 1)
        return has_all and played.last < min(self._loaded.values())

    def _note(self, version: int, event: Event) -> None:
        if isinstance(event, ShoeLoaded) and event.is_shuffle:
            self._loaded[event.side if self._is_double else 0] = version

    def replayed(
        self, store: Store, header: TableHeader, *, first: int, last: int
    ) -> Iterator[Logged]:
        """Yield events with the table before each, from the nearest state that is kept."""
        version, state = max(
            (kept for kept in self._kept if kept[0] < first),
            key=lambda kept: kept[0],
            default=(0, start_of(header)),
        )
        for step in replay_on(entries_after(store, header.table, version), version, state):
            if step.version > last:
                return
            self._keep(step.version - 1, step.before)
            if step.version >= first:
                yield step

    def _keep(self, version: int, state: TableState) -> None:
        """Keep a state every now and then; where they are too many, every other one goes."""
        if version % KEPT_EVERY or any(kept[0] == version for kept in self._kept):
            return
        kept = sorted([*self._kept, (version, state)], key=lambda pair: pair[0])
        self._kept = kept if len(kept) <= KEPT_MAX else kept[::2]


def events_before(store: Store, table: str, version: int) -> Iterator[tuple[int, Event, Entry]]:
    """Yield every event before a version with its number and its entry, the newest first."""
    while version > 1:
        after = max(0, version - 1 - CHUNK)
        page = store.read(table, after, version - 1 - after)
        befores = [after, *(record.version for record in page)]
        # Entries have several events, so that the page may go on behind the version.
        needed = [
            record for before, record in zip(befores, page, strict=False) if before + 1 < version
        ]
        for record in reversed(needed):
            entry = decode_visible(record)
            for number, event in reversed(list(entry.numbered())):
                if number < version:
                    yield number, event, entry
            version = entry.first
        version = version if needed else after + 1


def list_rounds(
    store: Store, table: str, *, before: int, limit: int, player: str = ""
) -> RoundPage:
    """Return rounds that ended before an event, newest first; only those of a player, if named."""
    rounds: list[RoundSummary] = []
    read = 0
    for played in _rounds_before(store, table, before):
        read = before - played.first
        if not player or player in played.net:
            rounds.append(played)
        if len(rounds) >= limit or read >= READ_MAX:
            return RoundPage(tuple(rounds), played.first if played.first > 1 else 0)
    return RoundPage(tuple(rounds), 0)


def find_round(store: Store, table: str, number: int, *, before: int) -> RoundSummary | None:
    """Return a round by its number, found by halving the log."""
    low, high = 0, before
    while high - low > 2 * CHUNK:
        middle = (low + high) // 2
        ended = _next_end(store, table, after=middle, before=high)
        if ended is None or ended[1] > number:
            high = middle + 1 if ended is None else ended[0]
        elif ended[1] < number:
            low = ended[0]
        else:
            low, high = middle, ended[0] + 1
            break
    for played in _rounds_before(store, table, min(high, before)):
        if played.number <= number:
            return played if played.number == number else None
    return None


def was_settled(store: Store, table: str, correction: ProposeCorrection, *, before: int) -> bool:
    """Return True if the log has the wager of a correction, settled in the round it names."""
    played = find_round(store, table, correction.round, before=before)
    if played is None:
        return False
    wanted = (correction.box, correction.hand, correction.player, correction.wager)
    for number, event, _ in events_before(store, table, played.last):
        if number < played.first:
            break
        match event:
            case WagerSettled(box, hand, player, wager) if (box, hand, player, wager) == wanted:
                return True
    return False


def _next_end(store: Store, table: str, *, after: int, before: int) -> tuple[int, int] | None:
    """Return event and number of the first round that ended between two events."""
    ended: tuple[int, int] | None = None
    while page := store.read(table, after, min(CHUNK, before - after - 1)):
        for record in page:
            for number, event in decode_visible(record).numbered():
                if not after < number < before:
                    continue
                if isinstance(event, RoundEnded):
                    ended = number, event.number
                elif isinstance(event, TakenBack) and event.is_round_reopened:
                    ended = None
                elif ended is not None and isinstance(event, PhaseBegan):
                    # The result of a round is final once the next one is dealt.
                    return ended
        after = page[-1].version
    return ended


def _rounds_before(store: Store, table: str, before: int) -> Iterator[RoundSummary]:
    """Yield rounds from the newest back, each once its first event is found."""
    ended: RoundSummary | None = None
    net: Counter[str] = Counter()
    reopened = 0
    for number, event, entry in events_before(store, table, before):
        reopened += isinstance(event, TakenBack) and event.is_round_reopened
        if not isinstance(event, RoundEnded) or reopened:
            _count(net, event)
            # An end that was taken back is none.
            reopened -= isinstance(event, RoundEnded)
            continue
        if ended is not None:
            yield msgspec.structs.replace(ended, first=number + 1, net=dict(net))
        # Amounts after the last round belong to no round that has ended.
        net = Counter()
        ended = RoundSummary(event.number, entry.clock_ms, 1, number, {})
    if ended is not None:
        yield msgspec.structs.replace(ended, net=dict(net))


def _count(net: Counter[str], event: Event) -> None:
    for result in event.nets():
        net[result.player] += result.amount


def head_at(store: Store, table: str, version: int) -> tuple[Record, int] | None:
    """Return the record that holds an event, and the number of the last round ended by then."""
    page = store.read(table, version - 1, 1)
    if not page or version < 1:
        return None
    ends = (
        event.number
        for _, event, _ in events_before(store, table, page[0].version + 1)
        if isinstance(event, RoundEnded)
    )
    return page[0], next(ends, 0)


def shoe_of(store: Store, table: str, played: RoundSummary) -> int:
    """Return the event that loaded the cards of a round, or 0."""
    for number, event, _ in events_before(store, table, played.last):
        if isinstance(event, ShoeLoaded) and event.is_shuffle:
            return number
    return 0


def shoe_begun(store: Store, table: str, played: RoundSummary) -> int:
    """Return the first event of the command that began the shoe of a round.

    With that command the cards were put in, or the staff began to prepare them.
    """
    is_loaded = False
    for _, event, entry in events_before(store, table, played.last):
        is_loaded |= isinstance(event, ShoeLoaded) and event.is_shuffle
        is_put_in = isinstance(event, ShoeLoaded) and not isinstance(entry.command, Perform)
        if is_loaded and (is_put_in or isinstance(event, ProcedureBegan)):
            return entry.first
    return 1
