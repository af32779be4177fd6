"""Rounds that were played at a table: their list, their events, and their script."""

from collections import Counter, deque
from collections.abc import Sequence

import msgspec

from pitboss.engine.events import (
    AnteTaken,
    AnyEvent,
    RoundEnded,
    SettlementReversed,
    ShoeLoaded,
    WagerSettled,
)
from pitboss.server.rebuild import Logged, Rebuilt, replayed
from pitboss.store.codec import Entry
from pitboss.store.notes import ShoeRevealed, is_note
from pitboss.store.port import Store, TableHeader
from pitboss.testing.export import export_script

ROUNDS_MAX = 500
"""The last rounds of a table that can be looked up."""


class RoundSummary(msgspec.Struct, frozen=True):
    """A round that has ended."""

    number: int
    at_ms: int
    first: int
    """The number of its first event."""
    last: int
    shoe: int
    """The event that loaded its cards."""
    net: dict[str, int]
    """What each player won or lost, in cents."""


class History:
    """The last rounds of a table."""

    def __init__(self, rebuilt: Rebuilt) -> None:
        self._rounds: deque[RoundSummary] = deque(maxlen=ROUNDS_MAX)
        self._shoe = 0
        self._first = 1
        self._net: Counter[str] = Counter()
        self._open_shoes_from = 0
        """Rounds of a shoe loaded before this event are open to everybody."""
        is_whole = not rebuilt.tail or rebuilt.tail[0][0].version == 1
        for record, entry in rebuilt.tail:
            if is_whole:
                self._see(record.version, record.at_ms, entry)
            # A round, and a shoe, of which only the end is at hand is passed over.
            is_whole = is_whole or isinstance(entry, ShoeRevealed)
            self._first = record.version + 1 if not is_whole else self._first

    def add(self, logged: Sequence[Logged]) -> None:
        """Take in what has happened."""
        for one in logged:
            self._see(one.version, one.at_ms, one.entry)

    def rounds(self) -> tuple[RoundSummary, ...]:
        """The last rounds, the newest first."""
        return tuple(reversed(self._rounds))

    def find(self, number: int) -> RoundSummary | None:
        """A round by its number."""
        return next((one for one in self._rounds if one.number == number), None)

    def is_open(self, played: RoundSummary) -> bool:
        """Whether the shoe of a round is over, so that its cards are no secret any more."""
        return played.shoe < self._open_shoes_from

    def _see(self, version: int, at_ms: int, entry: Entry) -> None:
        match entry:
            case ShoeRevealed():
                self._open_shoes_from = version
            case ShoeLoaded(is_shuffle=True):
                self._shoe = version
            case WagerSettled(player=player, net=net):
                self._net[player] += net
            case SettlementReversed(player=player, amount=amount):
                self._net[player] += amount
            case AnteTaken(player=player, amount=amount):
                self._net[player] -= amount
            case RoundEnded(number=number):
                self._rounds.append(
                    RoundSummary(number, at_ms, self._first, version, self._shoe, dict(self._net))
                )
                self._first = version + 1
                self._net = Counter()


def round_events(store: Store, header: TableHeader, played: RoundSummary) -> list[Logged]:
    """The events of a round; reads the log from its beginning, so call it off the loop."""
    return [one for one in replayed(store, header, last=played.last) if one.version >= played.first]


def round_script(store: Store, header: TableHeader, played: RoundSummary) -> str:
    """The rounds of a shoe up to this one as a round script, off the loop likewise."""
    logged = [
        one for one in replayed(store, header, last=played.last) if one.version >= played.shoe
    ]
    events: list[AnyEvent] = [one.entry for one in logged if not is_note(one.entry)]
    title = f"{header.title}, round {played.number}"
    return export_script(logged[0].before, events, title)
