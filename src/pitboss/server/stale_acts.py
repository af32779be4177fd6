"""Refuses decisions about a hand that has changed since the player last saw it.

Two clicks on a button are two commands. The second one names the same event as the first, and by
then the hand has another card.
"""

from collections.abc import Iterable

from pitboss.engine.play.acts import Act
from pitboss.engine.state import OFFERING, PLAYING, TableState
from pitboss.server.batch import Batch, Request
from pitboss.server.feed import Feed
from pitboss.server.protocol import Refused
from pitboss.server.rebuild import Logged

STALE = Refused("stale", "the hand has changed since you saw it; look again")


def stale(batch: Batch, request: Request, feed: Feed) -> Refused | None:
    """Why a decision is not carried out that names an event before the hand's last change."""
    command, seen = request.command, request.seen
    # A decision by the newest that anybody can have seen is the most frequent.
    if not isinstance(command, Act) or not 0 <= seen < batch.version:
        return None
    before = _after(seen, (*feed.recent(), *batch.logged))
    is_same = before is not None and _hand(before, command.box) == _hand(batch.state, command.box)
    return None if is_same else STALE


def _after(version: int, logged: Iterable[Logged]) -> TableState | None:
    """The table after an event; nothing where that is too long ago to be known."""
    for one in logged:
        if one.version == version:
            return one.after
        if one.version == version + 1:
            return one.before
    return None


def _hand(state: TableState, number: int) -> tuple[object, ...] | None:
    """What a decision of a box is about; nothing before all of its cards are dealt."""
    box = state.box(number)
    if box is None or state.phase not in (OFFERING, PLAYING):
        return None
    hand = state.turn[1] if state.turn[0] == number else 1
    return (state.round, hand, len(box.hands), box.dealt, state.exposed)
