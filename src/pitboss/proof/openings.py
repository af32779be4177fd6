"""Sealed fields that must be open: of a shoe whose seed is revealed, of a round that is over."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from pitboss.engine.declare import Command, Event, sealed_fields, staff_fields
from pitboss.engine.floor.closing import ShoeVoided
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.commitment import ShoeCommitted, ShoeRevealed
from pitboss.proof.checks import FAILED, NOT_MADE, OK, Outcome, Span, span_to, spans_outside
from pitboss.store.entry import Entry

SECRET, FACE, STAFF = "secret", "face", "staff"
"""Kinds of fields that a table seals: of a shoe, of cards that lie face down, for the staff."""

_PATH = re.compile(r"(?:command|events\[(\d+)\])\.(\w+)")


def closed_kinds(entry: Entry) -> dict[str, str]:
    """Return the kind of each closed field of an entry, or "" for one that no table seals."""
    return {path: _kind_of(entry, path) for path in entry.closed}


def closed_events(entry: Entry) -> dict[int, set[str]]:
    """Return the names of closed fields by the place of their event in the entry."""
    fields: dict[int, set[str]] = {}
    for path in entry.closed:
        if (match := _PATH.fullmatch(path)) and match[1]:
            fields.setdefault(int(match[1]), set()).add(match[2])
    return fields


def _kind_of(entry: Entry, path: str) -> str:
    match = _PATH.fullmatch(path)
    thing: Command | Event | None = None
    if match is not None:
        thing = entry.events[int(match[1])] if match[1] else entry.command
    if match is None or thing is None:
        return ""
    field = match[2]
    if field in sealed_fields(type(thing)):
        return SECRET
    if field in staff_fields(type(thing)):
        return STAFF
    if isinstance(thing, Event) and thing.audience.is_of_faces and field in thing.audience.fields:
        return FACE
    return ""


class _Opened:
    """The events of a log that open what was sealed."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.revealed: dict[str, int] = {}
        """Events that reveal seeds, by commitment."""
        self.ends: list[int] = []
        """Ends of rounds."""
        self.void_ends: set[int] = set()
        """Ends of rounds whose shoe was void: its cards cannot be opened."""
        for entry in entries:
            is_void = any(isinstance(event, ShoeVoided) for event in entry.events)
            for number, event in entry.numbered():
                if isinstance(event, ShoeRevealed):
                    self.revealed.setdefault(event.commitment, number)
                elif isinstance(event, RoundEnded):
                    self.ends.append(number)
                    self.void_ends |= {number} if is_void else set()

    def fault(self, entry: Entry, kind: str, shoe: str) -> str:
        """Return why a field of this kind must be open, or "" if it may be closed."""
        if not kind:
            return "no table seals that"
        if kind == STAFF:
            return ""
        if not shoe:
            return "no shoe was committed to before it"
        if shoe in self.revealed:
            return f"event {self.revealed[shoe]} reveals the seed of its shoe"
        place = bisect_left(self.ends, entry.first)
        if kind == FACE and place < len(self.ends) and self.ends[place] not in self.void_ends:
            return f"its round ended with event {self.ends[place]}"
        return ""


def check_openings(entries: Sequence[Entry]) -> Outcome:
    """Check that everything sealed is open that must be, and name what could not be looked into."""
    opened, shoe, last = _Opened(entries), "", entries[-1].version if entries else 0
    hidden: list[str] = []
    figures, gaps = 0, list[Span]()
    for entry in entries:
        for event in entry.events:
            # The entry that commits to a shoe is sealed for that one already.
            shoe = event.commitment if isinstance(event, ShoeCommitted) else shoe
        for path, kind in closed_kinds(entry).items():
            at = f"{path} of entry {entry.version}"
            if fault := opened.fault(entry, kind, shoe):
                return Outcome(FAILED, f"{at} is sealed, and {fault}", span_to(entry.version))
            if kind == STAFF:
                figures += 1
            else:
                hidden.append(at)
            gaps.append((entry.first, entry.version))
    if not gaps:
        return Outcome(OK, "everything that was sealed has been opened", span_to(last))
    sentences = []
    if hidden:
        sentences.append(
            f"{len(hidden)} fields are sealed and could not be looked into, the first of them"
            f" {hidden[0]}"
        )
    if figures:
        sentences.append(f"{figures} figures that only the staff may see were left out")
    return Outcome(NOT_MADE, "; ".join(sentences), spans_outside(gaps, last))
