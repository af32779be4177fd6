"""Results: what events brought each player, chips won less chips lost."""

from collections import Counter
from collections.abc import Iterable

from pitboss.engine.declare import Event
from pitboss.engine.payouts import SettlementReversed, WagerSettled
from pitboss.engine.state import ANTE
from pitboss.engine.wagers.placing import AnteTaken
from pitboss.money import Cents

Key = tuple[str, int, str]
"""Player, box and wager."""


def net_of(event: Event) -> tuple[Key, Cents] | None:
    """What one event brought somebody; nothing for an event that settles nothing."""
    match event:
        case WagerSettled(box=box, player=player, wager=wager, net=net):
            return (player, box, wager), net
        case SettlementReversed(box=box, player=player, wager=wager, amount=amount):
            return (player, box, wager), amount
        case AnteTaken(box=box, player=player, amount=amount):
            return (player, box, ANTE), -amount
        case _:
            return None


def nets(events: Iterable[Event]) -> Counter[Key]:
    """What all of them brought, by player, box and wager."""
    total: Counter[Key] = Counter()
    for event in events:
        if settled := net_of(event):
            total[settled[0]] += settled[1]
    return total


def nets_by_player(events: Iterable[Event]) -> Counter[str]:
    """What all of them brought, by player."""
    total: Counter[str] = Counter()
    for (player, _, _), net in nets(events).items():
        total[player] += net
    return total
