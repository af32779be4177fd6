"""Audits the books: they sum to zero, nobody is below zero, nothing is left on an empty layout."""

from pitboss.ledger.balances import Balances
from pitboss.money import Cents, show


def faults(balances: Balances, *, is_between_rounds: bool, pending: Cents = 0) -> list[str]:
    """What is wrong with the books, a sentence each.

    ``pending`` is what may lie on boxes between rounds: streak wagers that are still up.
    """
    wrong: list[str] = []
    if balances.total():
        wrong.append(f"the books are out by {show(balances.total())}")
    for account, amount in balances.items():
        if account.startswith(("player ", "box ")) and amount < 0:
            wrong.append(f"{account} is at {show(amount)}")
    boxes = {a: n for a, n in balances.items() if a.startswith("box ") and n}
    if is_between_rounds and sum(boxes.values()) != pending:
        wrong += [f"{account} still holds {show(amount)}" for account, amount in boxes.items()]
    return wrong
