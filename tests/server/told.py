"""What a viewer is told of the play of a random table, message by message."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from pitboss.engine.declare import Event, evolve
from pitboss.engine.state import TableState
from pitboss.engine.views import boxes_seen, table_view
from pitboss.server.feed.messages import Messages
from pitboss.server.log.events import Logged
from pitboss.store.entry import Entry


def logged_as(version: int, event: Event, before: TableState) -> Logged:
    """An event as a feed keeps it, alone in its entry."""
    entry = Entry(version, 0, 0, (event,))
    return Logged(version, event, before, evolve(before, event), entry)


def logged_of(start: TableState, events: Sequence[Event]) -> list[Logged]:
    """Events as a feed keeps them."""
    logged, state = [], start
    for version, event in enumerate(events, start=1):
        logged.append(logged_as(version, event, state))
        state = logged[-1].after
    return logged


def shown(state: TableState, viewer: str) -> dict[str, Any]:
    """The table as a viewer sees it, as it arrives."""
    seen = table_view(state, boxes_seen(state, viewer))
    return dict(msgspec.json.decode(msgspec.json.encode(seen)))


def told(
    start: TableState, events: Sequence[Event], viewer: str, messages: Messages
) -> Iterator[tuple[dict[str, Any], TableState]]:
    """Each message as it arrives, with the table after it; viewers may share what makes them."""
    logged = logged_of(start, events)
    for data, one in zip(messages.encoded(logged, viewer), logged, strict=True):
        yield msgspec.json.decode(data), one.after
