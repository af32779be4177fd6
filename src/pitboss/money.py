"""Money in whole cents, odds as ``n to d``, and the one rounding rule."""

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

import msgspec

from pitboss.errors import Error

Cents = Annotated[int, "cents"]
Amount = str | int | float | Decimal
"""In table currency, with at most two decimals."""

MONEY_MAX: Cents = 10**13
"""No amount is larger: a hundred billion, far above any table."""

_ODDS = re.compile(r"(\d{1,6}(?:\.\d{1,2})?)\s*(?:to|:)\s*(\d{1,6})", re.ASCII)
_PLAIN = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?", re.ASCII)
"""An amount in plain digits: Python would take 1_000 and the digits of any script as well."""


class MoneyError(Error, ValueError):
    """A text that is not an amount or not odds."""


@dataclass(frozen=True, slots=True)
class Odds:
    """A price: ``gain`` chips for each ``stake`` chips, and the stake comes back."""

    gain: int
    stake: int

    @property
    def ratio(self) -> Fraction:
        """Chips won for each chip staked."""
        return Fraction(self.gain, self.stake)

    def __str__(self) -> str:
        return f"{self.gain} to {self.stake}"


EVEN = Odds(1, 1)


def parse_odds(text: str) -> Odds:
    """Read ``3 to 2``, ``3:2`` or ``2.5 to 1``."""
    match = _ODDS.fullmatch(text.strip())
    if not match:
        raise MoneyError(f"{text!r} is not a price: write it as '3 to 2'", hint="write 3 to 2")
    ratio = Fraction(match[1])
    stake = int(match[2])
    if stake == 0:
        raise MoneyError(f"{text!r} is not a price: it pays on no stake", hint="write 3 to 2")
    # '2.5 to 1' is kept as 5 to 2; '10 to 2' is left as printed.
    scale = ratio.denominator
    return Odds(ratio.numerator, stake * scale)


def parse_amount(value: Amount) -> Cents:
    """Read an amount with at most two decimals: ``10``, ``0.5``, ``"12.50"``."""
    if isinstance(value, bool) or (isinstance(value, str) and not _PLAIN.fullmatch(value.strip())):
        raise _no_amount(value)
    try:
        cents = Decimal(str(value)) * 100
    except ArithmeticError:
        raise _no_amount(value) from None
    if not cents.is_finite() or cents != cents.to_integral_value():
        raise _no_amount(value)
    if abs(cents) > MONEY_MAX:
        text = f"{value!r} is too large an amount: the limit is {show(MONEY_MAX)}"
        raise MoneyError(text, place=repr(value), hint="give a smaller amount")
    return int(cents)


def _no_amount(value: object) -> MoneyError:
    shown, how = f"{value!r:.80}", "write an amount with at most two decimals, as in 12.50"
    return MoneyError(f"{shown} is not an amount: {how}", place=shown, hint="write it as 12.50")


def show(cents: Cents) -> str:
    """Write an amount with two decimals: ``12.50``."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def round_up(amount: Fraction | Cents, unit: Cents) -> Cents:
    """Return the smallest whole number of units that is not below the amount.

    This is the only rounding there is, and it is used for payouts and returns: if chips cannot make
    an amount, every clause on it gives the player the benefit (T-i-2, PA-8-b, NZ-5.4).
    """
    return -(-amount.numerator // (amount.denominator * unit)) * unit


def winnings(stake: Cents, odds: Odds, unit: Cents = 1) -> Cents:
    """Win of a stake at these odds, without the stake itself, rounded up to the unit.

    A negative unit rounds down.

    >>> winnings(500, Odds(3, 2), 100), winnings(500, Odds(3, 2), -100)
    (800, 700)
    """
    units, rest = divmod(stake * odds.gain, odds.stake * unit)
    return (units + (1 if rest else 0)) * unit


# Transfers: an amount that leaves one account for another, and why.

CASHIER = "cashier"
"""Source of players' chips."""
FLOAT = "float"
"""The house's chips at the table."""
METER = "meter"
"""The progressive meter."""
CAGE = "cage"
"""Source of the casino's chips: fills, credits and the first float."""
TRAY = "tray"
"""Chips brought to the table as its float, with corrections by counts."""
OVER_SHORT = "over and short"
"""Differences found by counts of the float."""


GUEST = "guest-"
"""Names of people at a table without an account begin like this; they pay for chips in cash."""
BOT = "bot-"
"""Prefix of the names of bots; it is reserved, so that no person can have such a name."""


def is_guest(player: str) -> bool:
    """Return True for a player without an account."""
    return player.startswith(GUEST)


def purse(player: str) -> str:
    """Return the account of the chips before a player."""
    return f"player {player}"


def purse_owner(account: str) -> str:
    """Return the player of a purse; the inverse of ``purse``."""
    return account.removeprefix("player ")


def layout(box: int, player: str) -> str:
    """Return the account of a player's chips on a box, whatever they are wagered on."""
    return f"box {box} {player}"


def account_owner(account: str) -> str:
    """Return the player whose chips are in a purse or on a box; '' for accounts of the casino."""
    kind, _, owner = account.partition(" ")
    if kind == "box":
        return owner.partition(" ")[2]
    return owner if kind == "player" else ""


class Transfer(msgspec.Struct, frozen=True, gc=False):
    """An amount above zero that goes from one account to another."""

    debit: str
    """The account that it comes from."""
    credit: str
    """The account that it goes to."""
    amount: Cents
    reason: str
    """The wager, the odds and the clause."""


Transfers = tuple[Transfer, ...]
NONE: Transfers = ()


class Net(msgspec.Struct, frozen=True, gc=False):
    """Net win or loss of a player on a wager."""

    player: str
    box: int
    wager: str
    amount: Cents


Nets = tuple[Net, ...]


def between(player: str, amount: Cents, reason: str) -> Transfers:
    """Transfer chips from the float to a player, or back if the amount is negative."""
    if amount > 0:
        return (Transfer(FLOAT, purse(player), amount, reason),)
    return (Transfer(purse(player), FLOAT, -amount, reason),)
