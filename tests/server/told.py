"""What a viewer is told of the play of a random table, message by message."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from pitboss.engine.events import AnyEvent
from pitboss.engine.evolve import evolve
from pitboss.engine.state import TableState
from pitboss.engine.views import boxes_seen, table_view
from pitboss.server.messages import Messages
from pitboss.server.rebuild import Logged


def logged_of(start: TableState, events: Sequence[AnyEvent]) -> tuple[list[Logged], TableState]:
    """Events as a feed keeps them, and the table after the last."""
    found, state = [], start
    for version, event in enumerate(events, start=1):
        found.append(Logged(version, 0, event, state))
        state = evolve(state, event)
    return found, state


def shown(state: TableState, viewer: str) -> dict[str, Any]:
    """The table as a viewer sees it, as it arrives."""
    seen = table_view(state, boxes_seen(state, viewer))
    return dict(msgspec.json.decode(msgspec.json.encode(seen)))


def told(
    start: TableState, events: Sequence[AnyEvent], viewer: str, messages: Messages
) -> Iterator[tuple[dict[str, Any], TableState]]:
    """Each message as it arrives, with the table after it; viewers may share what makes them."""
    logged, after = logged_of(start, events)
    states = [*(one.before for one in logged[1:]), after]
    for data, state in zip(messages.encoded(logged, after, viewer), states, strict=True):
        yield msgspec.json.decode(data), state
