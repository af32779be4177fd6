"""Posts events: which transfers follow from each."""

from collections.abc import Callable
from typing import Any

from pitboss.engine.events import (
    AnteTaken,
    AnyEvent,
    ChipsBought,
    ChipsCashed,
    HandDoubled,
    HandSplit,
    InsurancePlaced,
    MeterRaised,
    MeterWon,
    SettlementReversed,
    WagerPlaced,
    WagerSettled,
    WagerWithdrawn,
)
from pitboss.engine.floor_events import CorrectionMade, StakesReturned
from pitboss.ledger.transfers import CASHIER, FLOAT, METER, Transfer, layout, purse

Transfers = tuple[Transfer, ...]


def post(event: AnyEvent) -> Transfers:
    """The transfers that an event makes; most events make none."""
    posting = POSTINGS.get(type(event))
    return posting(event) if posting else ()


def _chips_bought(event: ChipsBought) -> Transfers:
    return (Transfer(CASHIER, purse(event.player), event.amount, "chips bought"),)


def _chips_cashed(event: ChipsCashed) -> Transfers:
    return (Transfer(purse(event.player), CASHIER, event.amount, "chips cashed"),)


def _placed(event: WagerPlaced | InsurancePlaced) -> Transfers:
    wager = event.wager if isinstance(event, WagerPlaced) else "insurance"
    amount = sum(event.amounts)
    if not amount:
        return ()
    box = layout(event.box, event.player)
    return (Transfer(purse(event.player), box, amount, f"{wager} placed"),)


def _withdrawn(event: WagerWithdrawn) -> Transfers:
    box = layout(event.box, event.player)
    reason = f"{event.wager} withdrawn"
    return (Transfer(box, purse(event.player), sum(event.amounts), reason),)


def _added(event: HandDoubled | HandSplit) -> Transfers:
    act = "double" if isinstance(event, HandDoubled) else "split"
    return tuple(
        Transfer(purse(player), layout(event.box, player), sum(chips), f"{act} placed")
        for player, chips, _ in event.stakes
        if sum(chips)
    )


def _ante_taken(event: AnteTaken) -> Transfers:
    box = layout(event.box, event.player)
    return (Transfer(box, FLOAT, event.amount, f"ante [{event.clause}]"),)


def _meter_raised(event: MeterRaised) -> Transfers:
    return (Transfer(FLOAT, METER, event.amount, "progression"),)


def _meter_won(event: MeterWon) -> Transfers:
    """The winners are paid from the float, which the meter makes good; then it starts again."""
    return (
        Transfer(METER, FLOAT, event.before, "meter won"),
        Transfer(FLOAT, METER, event.meter, "meter reset"),
    )


def _settled(event: WagerSettled) -> Transfers:
    """The stake leaves the box, to the float or back to the player, who is paid what is won.

    Lost chips go to the float, never from a loser to a winner (PA-7-r-2-s2).
    """
    box, own = layout(event.box, event.player), purse(event.player)
    pays = f" {event.pays}" if event.pays else ""
    reason = f"{event.wager} {event.result}{pays} [{event.clause}]"
    returned = event.stake + min(0, event.net)
    transfers = []
    if event.net < 0:
        transfers.append(Transfer(box, FLOAT, -event.net, reason))
    if returned:
        transfers.append(Transfer(box, own, returned, f"{event.wager} returned"))
    if event.net > 0:
        transfers.append(Transfer(FLOAT, own, event.net, reason))
    return tuple(transfers)


def _returned(event: StakesReturned) -> Transfers:
    box = layout(event.box, event.player)
    return (Transfer(box, purse(event.player), event.amount, f"returned [{event.clause}]"),)


def _corrected(event: CorrectionMade | SettlementReversed) -> Transfers:
    """Chips between a player and the float, on the word of two people or of a clause."""
    own = purse(event.player)
    if isinstance(event, CorrectionMade):
        reason = f"correction by {event.by} and {event.second}: {event.reason}"
    else:
        reason = f"{event.wager} reversed [{event.clause}]"
    if event.amount > 0:
        return (Transfer(FLOAT, own, event.amount, reason),)
    return (Transfer(own, FLOAT, -event.amount, reason),)


POSTINGS: dict[type, Callable[[Any], Transfers]] = {
    ChipsBought: _chips_bought,
    ChipsCashed: _chips_cashed,
    WagerPlaced: _placed,
    InsurancePlaced: _placed,
    WagerWithdrawn: _withdrawn,
    HandDoubled: _added,
    HandSplit: _added,
    AnteTaken: _ante_taken,
    MeterRaised: _meter_raised,
    MeterWon: _meter_won,
    WagerSettled: _settled,
    StakesReturned: _returned,
    CorrectionMade: _corrected,
    SettlementReversed: _corrected,
}
"""How each kind of event that moves money is posted."""
