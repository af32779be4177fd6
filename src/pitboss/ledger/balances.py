"""Balances of all accounts after a series of transfers."""

from collections import Counter
from collections.abc import Iterable

from pitboss.engine.declare import Event
from pitboss.money import CASHIER, METER, Cents, Transfer

Balances = Counter[str]


def opening(meter: Cents = 0) -> Balances:
    """Return the books of a new table; the cashier lends the meter's first amount."""
    balances: Balances = Counter()
    if meter:
        apply(balances, Transfer(CASHIER, METER, meter, "meter opened"))
    return balances


def apply(balances: Balances, transfer: Transfer) -> None:
    """Book a transfer."""
    balances[transfer.debit] -= transfer.amount
    balances[transfer.credit] += transfer.amount


def book(balances: Balances, events: Iterable[Event]) -> None:
    """Book the transfers of these events."""
    for event in events:
        for transfer in event.transfers():
            apply(balances, transfer)
