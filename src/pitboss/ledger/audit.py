"""Audits the books: they sum to zero, and nobody is below zero."""

from collections.abc import Iterable

from pitboss.ledger.balances import Balances
from pitboss.money import show


def faults(balances: Balances) -> list[str]:
    """What is wrong with the books, a sentence each."""
    wrong: list[str] = []
    if balances.total():
        wrong.append(f"the books are out by {show(balances.total())}")
    return wrong + overdrawn(balances, balances)


def overdrawn(balances: Balances, accounts: Iterable[str]) -> list[str]:
    """Return a sentence for each of these accounts that may not be below zero, and is."""
    return [
        f"{account} is at {show(balances[account])}"
        for account in accounts
        if account.startswith(("player ", "box ")) and balances[account] < 0
    ]
