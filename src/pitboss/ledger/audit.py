"""Audits the books: they sum to zero, and nobody is below zero."""

from pitboss.ledger.balances import Balances
from pitboss.money import show


def faults(balances: Balances) -> list[str]:
    """What is wrong with the books, a sentence each."""
    wrong: list[str] = []
    if balances.total():
        wrong.append(f"the books are out by {show(balances.total())}")
    for account, amount in balances.items():
        if account.startswith(("player ", "box ")) and amount < 0:
            wrong.append(f"{account} is at {show(amount)}")
    return wrong
