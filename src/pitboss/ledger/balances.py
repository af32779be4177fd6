"""Balances: what every account holds after a run of transfers."""

from collections import Counter
from collections.abc import Iterable

from pitboss.engine.events import AnyEvent
from pitboss.ledger.postings import POSTINGS
from pitboss.ledger.transfers import METER, Transfer
from pitboss.money import Cents

Balances = Counter[str]


def opening(meter: Cents = 0) -> Balances:
    """The books of a new table: the meter's first amount is lent by the cashier."""
    balances: Balances = Counter()
    if meter:
        apply(balances, Transfer("cashier", METER, meter, "meter opened"))
    return balances


def apply(balances: Balances, transfer: Transfer) -> None:
    """Book a transfer."""
    balances[transfer.debit] -= transfer.amount
    balances[transfer.credit] += transfer.amount


def book(balances: Balances, events: Iterable[AnyEvent]) -> None:
    """Book everything that a run of events comes to."""
    for event in events:
        posting = POSTINGS.get(type(event))
        if posting:
            for transfer in posting(event):
                apply(balances, transfer)
