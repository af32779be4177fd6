"""Balances: what every account holds after a run of transfers."""

from collections import Counter
from collections.abc import Iterable

from pitboss.engine.declare import Event
from pitboss.money import CASHIER, METER, Cents, Transfer

Balances = Counter[str]


def opening(meter: Cents = 0) -> Balances:
    """The books of a new table: the meter's first amount is lent by the cashier."""
    balances: Balances = Counter()
    if meter:
        apply(balances, Transfer(CASHIER, METER, meter, "meter opened"))
    return balances


def apply(balances: Balances, transfer: Transfer) -> None:
    """Book a transfer."""
    balances[transfer.debit] -= transfer.amount
    balances[transfer.credit] += transfer.amount


def book(balances: Balances, events: Iterable[Event]) -> None:
    """Book everything that a run of events comes to."""
    for event in events:
        for transfer in event.transfers():
            apply(balances, transfer)
