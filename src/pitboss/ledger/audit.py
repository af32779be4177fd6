"""Audits the books: they sum to zero, nobody is below zero, nothing is left on an empty layout."""

from pitboss.ledger.balances import Balances
from pitboss.money import show


def faults(balances: Balances, *, is_between_rounds: bool) -> list[str]:
    """What is wrong with the books, a sentence each."""
    found: list[str] = []
    if balances.total():
        found.append(f"the books are out by {show(balances.total())}")
    for account, amount in balances.items():
        if account.startswith(("player ", "box ")) and amount < 0:
            found.append(f"{account} is at {show(amount)}")
        if is_between_rounds and account.startswith("box ") and amount:
            found.append(f"{account} still holds {show(amount)}")
    return found
