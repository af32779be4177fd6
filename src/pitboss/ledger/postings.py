"""Posts events: which transfers follow from each."""

from collections.abc import Iterator

from pitboss.engine.events import (
    AnteTaken,
    AnyEvent,
    ChipsBought,
    HandDoubled,
    HandSplit,
    InsurancePlaced,
    MeterRaised,
    MeterWon,
    WagerPlaced,
    WagerSettled,
    WagerWithdrawn,
)
from pitboss.ledger.transfers import CASHIER, FLOAT, METER, Transfer, layout, purse
from pitboss.money import Cents


def post(event: AnyEvent) -> tuple[Transfer, ...]:
    """The transfers that an event makes; amounts of nothing are left out."""
    return tuple(transfer for transfer in _post(event) if transfer.amount)


def _post(event: AnyEvent) -> Iterator[Transfer]:
    match event:
        case ChipsBought(player, amount):
            yield Transfer(CASHIER, purse(player), amount, "chips bought")
        case WagerPlaced(box, player, wager, amounts):
            yield Transfer(purse(player), layout(box, player), sum(amounts), f"{wager} placed")
        case WagerWithdrawn(box, player, wager, amounts):
            yield Transfer(layout(box, player), purse(player), sum(amounts), f"{wager} withdrawn")
        case InsurancePlaced(box, player, amounts):
            yield Transfer(purse(player), layout(box, player), sum(amounts), "insurance placed")
        case HandDoubled(box, _, stakes) | HandSplit(box, _, _, _, stakes):
            act = "double" if isinstance(event, HandDoubled) else "split"
            for player, chips, _free in stakes:
                yield Transfer(purse(player), layout(box, player), sum(chips), f"{act} placed")
        case AnteTaken(box, player, amount, clause):
            yield Transfer(layout(box, player), FLOAT, amount, f"ante [{clause}]")
        case MeterRaised(amount):
            yield Transfer(FLOAT, METER, amount, "progression")
        case MeterWon(paid, meter):
            yield from _meter_won(paid, meter)
        case WagerSettled():
            yield from _settled(event)
        case _:
            return


def _meter_won(paid: Cents, meter: Cents) -> Iterator[Transfer]:
    """The winners are paid from the float, which the meter makes good; then it starts again."""
    yield Transfer(METER, FLOAT, paid, "meter won")
    yield Transfer(FLOAT, METER, meter, "meter reset")


def _settled(event: WagerSettled) -> Iterator[Transfer]:
    box = layout(event.box, event.player)
    reason = f"{event.wager} {event.result}"
    if event.pays:
        reason += f" {event.pays}"
    reason += f" [{event.clause}]"
    taken = max(0, -event.net)
    yield Transfer(box, FLOAT, taken, reason)
    yield Transfer(box, purse(event.player), event.stake - taken, f"{event.wager} returned")
    yield Transfer(FLOAT, purse(event.player), max(0, event.net), reason)
