"""Numbered messages of a table: each event is encoded once for all viewers who see the same."""

from collections.abc import Iterator, Sequence

import msgspec

from pitboss.engine.announce import Announcement, announcements
from pitboss.engine.declare import redact
from pitboss.engine.state import TableState
from pitboss.engine.state.visibility import may_see_every_hand, may_see_hand
from pitboss.engine.views import (
    BoxView,
    TableView,
    box_view,
    boxes_seen,
    table_view,
    view_without_boxes,
)
from pitboss.engine.words import saying, tell
from pitboss.server.log.events import Logged
from pitboss.wire.changes import Change, changes_between
from pitboss.wire.protocol import Message, encode

BoxSeen = tuple[int, bool, bool]
"""Number of a box, and visibility of its cards before and after an event."""


class Messages:
    """Encodes messages, and keeps those that several viewers share until ``forget``."""

    def __init__(self) -> None:
        self._steps: dict[int, _Step] = {}
        self._without_boxes: dict[int, TableView] = {}
        """Views of the table without its boxes, by the number of the last event."""
        self._views: dict[object, bytes] = {}

    def view(self, state: TableState, version: int, viewer: str) -> bytes:
        """Return the encoded table as a viewer sees it after an event."""
        seen = boxes_seen(state, viewer)
        key = (version, seen)
        if key not in self._views:
            self._views[key] = encode(table_view(state, seen))
        return self._views[key]

    def encoded(self, logged: Sequence[Logged], viewer: str) -> list[bytes]:
        """Return the encoded messages of consecutive events for one viewer."""
        return [step.encoded(viewer) for step in self._each(logged)]

    def all(self, logged: Sequence[Logged], viewer: str) -> list[Message]:
        """Return the messages of consecutive events for one viewer, not encoded."""
        return [step.message(viewer) for step in self._each(logged)]

    def forget(self, version: int) -> None:
        """Forget all but the view after this event, with which the next message begins."""
        self._steps.clear()
        self._views.clear()
        kept = self._without_boxes.get(version)
        self._without_boxes = {} if kept is None else {version: kept}

    def _each(self, logged: Sequence[Logged]) -> Iterator["_Step"]:
        for step in logged:
            if step.version not in self._steps:
                before = self._open(step.before, step.version - 1)
                after = self._open(step.after, step.version)
                self._steps[step.version] = _Step(step, before, after)
            yield self._steps[step.version]

    def _open(self, state: TableState, version: int) -> TableView:
        if version not in self._without_boxes:
            self._without_boxes[version] = view_without_boxes(state)
        return self._without_boxes[version]


class _Step:
    """An event between two tables, and the messages made so far."""

    def __init__(self, logged: Logged, before: TableView, after: TableView) -> None:
        self._logged = logged
        self._changed = changes_between(before, after)
        """Changes that all viewers see."""
        self._calls = announcements(logged.after, logged.event)
        self._boxes = _changed_boxes(logged.before, logged.after)
        self._changed_at: dict[BoxSeen, list[Change]] = {}
        self._encoded: dict[object, bytes] = {}
        self._is_for_all = _is_same_for_all(logged)

    def encoded(self, viewer: str) -> bytes:
        """Return the encoded message; viewers who see the same share it."""
        if self._is_for_all:
            if not self._encoded:
                self._encoded[""] = encode(self.message(""))
            return self._encoded[""]
        logged = self._logged
        event = redact(logged.before, logged.event, viewer)
        redacted = None if event is logged.event else encode(event)
        heard = tuple(call.text for call in self._heard(viewer))
        key = (redacted, heard, self._seen(viewer))
        if key not in self._encoded:
            self._encoded[key] = encode(self.message(viewer))
        return self._encoded[key]

    def message(self, viewer: str) -> Message:
        """Return an event as one viewer may see it, with the announcements that they hear."""
        logged = self._logged
        event = redact(logged.before, logged.event, viewer)
        calls, titles = self._heard(viewer), logged.before.rules.titles
        changed = list(self._changed)
        for box in self._seen(viewer):
            changed += self._changes_at(box)
        return Message(
            logged.version,
            logged.at_ms,
            msgspec.Raw(encode(event)),
            msgspec.Raw(encode(changed)),
            tuple(call.text for call in calls),
            tell(event, titles),
            tuple(call.saying for call in calls),
            saying(event, titles),
        )

    def _heard(self, viewer: str) -> tuple[Announcement, ...]:
        """Return the announcements that a viewer hears; totals need a view of the hand."""
        before = self._logged.before
        return tuple(
            call for call in self._calls if not call.box or may_see_hand(before, call.box, viewer)
        )

    def _seen(self, viewer: str) -> tuple[BoxSeen, ...]:
        """Return the changed boxes, with the visibility of their cards to the viewer."""
        before, now = self._logged.before, self._logged.after
        is_same = may_see_every_hand(before, viewer) == may_see_every_hand(now, viewer)
        # A viewer who joins or leaves the staff sees other cards of the same boxes.
        numbers = self._boxes if is_same else _all_boxes(before, now)
        return tuple(
            [(n, may_see_hand(before, n, viewer), may_see_hand(now, n, viewer)) for n in numbers]
        )

    def _changes_at(self, box: BoxSeen) -> list[Change]:
        if box not in self._changed_at:
            number, was_seen, is_seen = box
            before = _box_at(self._logged.before, number, is_seen=was_seen)
            after = _box_at(self._logged.after, number, is_seen=is_seen)
            self._changed_at[box] = changes_between(before, after, ("boxes",))
        return self._changed_at[box]


def _is_same_for_all(logged: Logged) -> bool:
    """Return True if all viewers see the same of an event."""
    audience = logged.event.audience
    is_told_alike = not audience.fields or audience.is_for_nobody or audience.is_of_faces
    # The empty name is neither bettor nor staff: all others see at least as much.
    return is_told_alike and all(
        may_see_every_hand(state, "") for state in (logged.before, logged.after)
    )


def _box_at(state: TableState, number: int, *, is_seen: bool) -> dict[int, BoxView]:
    box = state.box(number)
    return {number: box_view(state.rules, box, is_seen=is_seen)} if box is not None else {}


def _all_boxes(before: TableState, now: TableState) -> tuple[int, ...]:
    return tuple(sorted({box.number for box in (*before.boxes, *now.boxes)}))


def _changed_boxes(before: TableState, now: TableState) -> tuple[int, ...]:
    """Return the numbers of boxes that an event can have changed; the others are identical."""
    if before.boxes is now.boxes and before.rules is now.rules:
        return ()
    numbers = _all_boxes(before, now)
    if before.rules is not now.rules:
        return numbers
    return tuple([n for n in numbers if before.box(n) is not now.box(n)])
