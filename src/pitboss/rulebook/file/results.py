"""Rows of results: what a hand gets against a dealer's hand, the first row that fits deciding.

Written as in ``17 against equal: lose``, ``5+ cards: 2 to 1``, ``bust against bust higher: win``.
"""

from functools import lru_cache
from typing import NamedTuple

from pitboss.hands import Hand
from pitboss.money import Odds, parse_odds
from pitboss.rulebook.file.hand_conditions import HandCondition, hand_condition

BUST_FROM = 22
"""Lowest total of a dealer's hand that has passed 21."""


class ResultRow(NamedTuple):
    """Hands, dealer's hands, and what the first get against the second."""

    text: str
    hand: HandCondition
    dealer: str
    """The dealer's hand; '' for any."""
    gives: str
    pays: Odds | None
    """The price of a win, if it has one of its own."""

    def fits(self, hand: Hand, dealer: Hand) -> bool:
        """Return True if a dealer's hand is as the row says, beside a hand that the row is for."""
        if not self.dealer or self.dealer.endswith("blackjack"):
            return not self.dealer or dealer.is_blackjack == (self.dealer == "blackjack")
        if dealer.is_blackjack:
            return False
        word, _, relation = self.dealer.rpartition(" ")
        if self.dealer.startswith("bust"):
            return dealer.is_bust and (not word or _compares(relation, hand, dealer))
        if self.dealer[0].isdigit():
            low, _, high = self.dealer.partition("-")
            return int(low) <= dealer.total <= int(high or low)
        return not dealer.is_bust and _compares(relation, hand, dealer)

    @property
    def reads_busts(self) -> bool:
        """True if it matters which total over 21 the dealer has, beyond a 22."""
        totals = self.dealer.split("-") if self.dealer[:1].isdigit() else []
        return self.dealer.startswith("bust ") or any(int(total) > BUST_FROM for total in totals)


def _compares(relation: str, hand: Hand, dealer: Hand) -> bool:
    """Return True if the dealer's total is lower than, equal to or higher than the hand's."""
    difference = dealer.total - hand.total
    return {"lower": difference < 0, "equal": difference == 0, "higher": difference > 0}[relation]


@lru_cache(maxsize=256)
def result_rows(texts: tuple[str, ...]) -> tuple[ResultRow, ...]:
    """Read rows, which fit ``patterns.RESULT``."""
    return tuple(map(_row, texts))


def _row(text: str) -> ResultRow:
    meets, _, gives = text.partition(": ")
    hand, _, dealer = f" {meets}".partition(" against ")
    is_priced = gives[0].isdigit()
    pays = parse_odds(gives) if is_priced else None
    return ResultRow(
        text, hand_condition(hand.strip()), dealer, "win" if is_priced else gives, pays
    )
