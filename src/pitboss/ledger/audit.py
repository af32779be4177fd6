"""Audit the books: they sum to zero, and no player or box is below zero."""

from collections.abc import Iterable

from pitboss.ledger.balances import Balances
from pitboss.money import show


def faults(balances: Balances) -> list[str]:
    """Return a sentence for each fault of the books."""
    wrong: list[str] = []
    if balances.total():
        wrong.append(f"the books are out by {show(balances.total())}")
    return wrong + overdrawn(balances, balances)


def overdrawn(balances: Balances, accounts: Iterable[str]) -> list[str]:
    """Return a sentence for each of these accounts that is wrongly below zero."""
    return [
        f"{account} is at {show(balances[account])}"
        for account in accounts
        if account.startswith(("player ", "box ")) and balances[account] < 0
    ]
