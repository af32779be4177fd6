"""Payoffs of side wagers: odds, a fixed amount, the meter, or a drawn prize."""

import re
from dataclasses import dataclass

from pitboss.money import Cents, MoneyError, Odds, parse_amount, parse_odds, show, winnings


@dataclass(frozen=True, slots=True)
class AtOdds:
    """Odds on the stake, which comes back."""

    odds: Odds

    def __str__(self) -> str:
        return str(self.odds)


@dataclass(frozen=True, slots=True)
class Amount:
    """A fixed amount for the wager: the stake does not come back."""

    cents: Cents

    def __str__(self) -> str:
        return f"${show(self.cents)}"


@dataclass(frozen=True, slots=True)
class Meter:
    """The whole progressive meter for the wager, shared by those who win it together."""

    def __str__(self) -> str:
        return "meter"


@dataclass(frozen=True, slots=True)
class Prize:
    """A drawn prize: per dollar staked or for the wager, the stake returned or not."""

    per_dollar: bool
    returns_stake: bool

    def __str__(self) -> str:
        if not self.per_dollar:
            return "prize and stake" if self.returns_stake else "prize"
        return "prize to 1" if self.returns_stake else "prize for 1"


Payoff = AtOdds | Amount | Meter | Prize

_FIXED: dict[str, Payoff] = {
    "meter": Meter(),
    "prize": Prize(per_dollar=False, returns_stake=False),
    "prize and stake": Prize(per_dollar=False, returns_stake=True),
    "prize to 1": Prize(per_dollar=True, returns_stake=True),
    "prize for 1": Prize(per_dollar=True, returns_stake=False),
}


def parse_payoff(text: str) -> Payoff:
    """Read ``30 to 1``, ``$2500``, ``meter``, ``prize``, ``prize to 1`` or ``prize for 1``."""
    if text in _FIXED:
        return _FIXED[text]
    if re.fullmatch(r"\$\d+(\.\d\d?)?", text):
        return Amount(parse_amount(text[1:]))
    try:
        return AtOdds(parse_odds(text))
    except MoneyError:
        raise MoneyError(
            f"{text!r} is not a payoff: write '30 to 1', '$2500', 'meter', 'prize' or 'prize to 1'"
        ) from None


def net_gain(payoff: Payoff, stake: Cents, *, drawn: Cents = 0, unit: Cents = 1) -> Cents:
    """Net gain of a winner; ``drawn`` is the prize, or this winner's share of the meter."""
    match payoff:
        case AtOdds(odds):
            return winnings(stake, odds, unit)
        case Amount(cents):
            return cents - stake
        case Meter():
            return drawn - stake
        case Prize(per_dollar, returns):
            won = drawn * stake // 100 if per_dollar else drawn
            return won if returns else won - stake
