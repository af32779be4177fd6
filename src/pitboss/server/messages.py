"""Numbered messages of a table: each event as its viewers may see it, made once for those who see
the same.
"""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from pitboss.engine.announce import announcements
from pitboss.engine.audience import may_see_hand, redact
from pitboss.engine.events import AnyEvent, CardDealt, HandFinished, HandSplit, TurnGiven
from pitboss.engine.state import TableState
from pitboss.engine.views import TableView, boxes_seen, table_view
from pitboss.engine.words import tell_event
from pitboss.server.changes import changes_between
from pitboss.server.protocol import Message, encode
from pitboss.server.rebuild import Logged
from pitboss.store.notes import AnyNote, ShoeCommitted, is_note

BY_HAND = (TurnGiven, CardDealt, HandFinished, HandSplit)
"""Events that tell of a hand more to those who see its cards."""


class Messages:
    """Makes messages. What it makes it keeps, until it is told to forget."""

    def __init__(self) -> None:
        self._views: dict[tuple[int, frozenset[int]], TableView] = {}
        """By the number of the last event, and the boxes whose cards are seen."""
        self._encoded: dict[object, bytes] = {}

    def view(self, state: TableState, version: int, viewer: str) -> bytes:
        """The whole table as a viewer sees it after an event, encoded."""
        seen = boxes_seen(state, viewer)
        key = ("view", version, seen)
        if key not in self._encoded:
            self._encoded[key] = encode(self._view(state, version, seen))
        return self._encoded[key]

    def encoded(self, logged: Sequence[Logged], after: TableState, viewer: str) -> list[bytes]:
        """Messages of events in a row, with the table after the last, for one viewer."""
        return [self._one(one, now, viewer) for one, now in _with_next(logged, after)]

    def all(self, logged: Sequence[Logged], after: TableState, viewer: str) -> list[Message]:
        """The same, for those who go on working with them."""
        return [self._make(one, now, viewer) for one, now in _with_next(logged, after)]

    def forget(self, version: int) -> None:
        """Keep nothing but the views after this event: the next messages start from them."""
        self._encoded.clear()
        self._views = {key: view for key, view in self._views.items() if key[0] == version}

    def _one(self, one: Logged, now: TableState, viewer: str) -> bytes:
        key: object = one.version
        if not is_note(one.entry):
            event = encode(redact(one.before, one.entry, viewer))
            key = (one.version, event, boxes_seen(one.before, viewer), boxes_seen(now, viewer))
        if key not in self._encoded:
            self._encoded[key] = encode(self._make(one, now, viewer))
        return self._encoded[key]

    def _make(self, one: Logged, now: TableState, viewer: str) -> Message:
        """An event or a note as one viewer may see it, with what is called out to be heard."""
        if is_note(one.entry):
            return Message(one.version, one.at_ms, msgspec.Raw(encode(_open_note(one.entry))))
        event = redact(one.before, one.entry, viewer)
        said: tuple[str, ...] = ()
        if one.before.rules.announcements and _hears(one.before, one.entry, viewer):
            said = tuple(call.text for call in announcements(now, one.entry))
        before = self._view(one.before, one.version - 1, boxes_seen(one.before, viewer))
        after = self._view(now, one.version, boxes_seen(now, viewer))
        return Message(
            one.version,
            one.at_ms,
            msgspec.Raw(encode(event)),
            said,
            tell_event(event, one.before.rules.titles),
            msgspec.Raw(encode(changes_between(before, after))),
        )

    def _view(self, state: TableState, version: int, seen: frozenset[int]) -> TableView:
        key = (version, seen)
        if key not in self._views:
            self._views[key] = table_view(state, seen)
        return self._views[key]


def _with_next(logged: Sequence[Logged], after: TableState) -> Iterator[tuple[Logged, TableState]]:
    """Each event with the table after it."""
    for place, one in enumerate(logged, start=1):
        yield one, logged[place].before if place < len(logged) else after


def _open_note(note: AnyNote) -> AnyNote:
    """A commitment goes out without the seed behind it."""
    return replace(note, seed="") if isinstance(note, ShoeCommitted) else note


def _hears(before: TableState, event: AnyEvent, viewer: str) -> bool:
    """Totals of a hand are called out to those who see its cards."""
    if isinstance(event, BY_HAND) and event.box and before.box(event.box):
        return may_see_hand(before, event.box, viewer)
    return True
