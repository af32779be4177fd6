"""Transfers: an amount that leaves one account for another, and why."""

import msgspec

from pitboss.money import Cents

CASHIER = "cashier"
"""Where players' chips come from."""
FLOAT = "float"
"""The house's chips at the table."""
METER = "meter"
"""What the progressive meter holds for a winner."""


def purse(player: str) -> str:
    """The chips before a player."""
    return f"player {player}"


def purse_owner(account: str) -> str:
    """Whose chips an account is, the other way round."""
    return account.removeprefix("player ")


def layout(box: int, player: str) -> str:
    """A player's chips on a box, whatever they are wagered on."""
    return f"box {box} {player}"


class Transfer(msgspec.Struct, frozen=True, gc=False):
    """An amount above zero that goes from one account to another."""

    debit: str
    """The account that it comes from."""
    credit: str
    """The account that it goes to."""
    amount: Cents
    reason: str
    """The wager, the odds and the clause."""
