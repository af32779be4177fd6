"""Results: what events brought each player, chips won less chips lost."""

from collections import Counter
from collections.abc import Iterable

from pitboss.engine.declare import Event

Key = tuple[str, int, str]
"""Player, box and wager."""


def nets(events: Iterable[Event]) -> Counter[Key]:
    """What all of them brought, by player, box and wager."""
    total: Counter[Key] = Counter()
    for event in events:
        for net in event.nets():
            total[net.player, net.box, net.wager] += net.amount
    return total


def nets_by_player(events: Iterable[Event]) -> Counter[str]:
    """What all of them brought, by player."""
    total: Counter[str] = Counter()
    for (player, _, _), net in nets(events).items():
        total[player] += net
    return total
