"""Hands: their cards, splits and doubles, and the one place where totals are counted."""

from collections.abc import Iterable

import msgspec

from pitboss.cards import UNSEEN, VALUES, Card, is_ace, is_ten, rank, show_cards


class Hand(msgspec.Struct, frozen=True, gc=False):
    """Cards in the order dealt, with the running count that every total is read from.

    Hard total, soft total and blackjack mean here what the rulebooks say they mean (PA-1).
    """

    cards: tuple[Card, ...] = ()
    low: int = 0
    """The total with every ace as one."""
    aces: int = 0
    is_split: bool = False
    """Made by splitting a pair, so that two cards of 21 are not a blackjack."""
    is_split_ace: bool = False
    """Made by splitting a pair of aces."""
    doubles: int = 0
    """Number of doubles."""

    def add(self, card: Card) -> "Hand":
        """Return the hand with one more card; an unseen one counts for nothing yet."""
        if card < 0:
            return msgspec.structs.replace(self, cards=(*self.cards, card))
        low, aces = self.low + VALUES[card], self.aces + (card < 4)
        return Hand((*self.cards, card), low, aces, self.is_split, self.is_split_ace, self.doubles)

    def doubled(self) -> "Hand":
        """Return the hand doubled once more, before its card comes."""
        return msgspec.structs.replace(self, doubles=self.doubles + 1)

    @property
    def has_unseen(self) -> bool:
        """True if a card of it is unseen, so that its total is not known."""
        return UNSEEN in self.cards

    @property
    def total(self) -> int:
        """The best total: one ace counts eleven if that does not pass 21, any other counts one.

        T-b-2-iii, T-b-2-iii-a, NZ-4.1-c, PA-3-d, H-rules-1 and DD-10.
        """
        return self.low + 10 if self.aces and self.low <= 11 else self.low

    @property
    def is_soft(self) -> bool:
        """True if an ace counts eleven; else the total is hard.

        Soft: T-a-1-vii, NZ-1.0-soft-total, PA-1-soft-total, H-rules-2. Hard: T-a-1-vi,
        NZ-1.0-hard-total, H-rules-3.
        """
        return self.aces > 0 and self.low <= 11

    @property
    def is_bust(self) -> bool:
        """True if the hand has passed 21."""
        return self.low > 21

    @property
    def is_blackjack(self) -> bool:
        """An ace and a ten-value card as the first two cards of a hand not made by splitting.

        T-a-1-i, NZ-1.0-blackjack and H-object-2.
        """
        return self.low == 11 and self.aces == 1 and len(self.cards) == 2 and not self.is_split

    @property
    def is_pair_by_value(self) -> bool:
        """True for two cards of equal points, such as a king and a ten."""
        return len(self.cards) == 2 and VALUES[self.cards[0]] == VALUES[self.cards[1]]

    @property
    def is_pair_by_rank(self) -> bool:
        """True for two cards of one rank; a king and a ten are not a pair."""
        return len(self.cards) == 2 and rank(self.cards[0]) == rank(self.cards[1])

    def __str__(self) -> str:
        return show_cards(self.cards)


def hand_of(
    cards: Iterable[Card],
    *,
    is_split: bool = False,
    is_split_ace: bool = False,
    doubles: int = 0,
) -> Hand:
    """Return a hand holding these cards."""
    hand = Hand(is_split=is_split, is_split_ace=is_split_ace, doubles=doubles)
    for card in cards:
        hand = hand.add(card)
    return hand


def low_total(cards: Iterable[Card]) -> int:
    """Return the total with every ace as one, for over and under (T-b-2-iii-b, H-wagers-19)."""
    return sum(VALUES[card] for card in cards)


def makes_blackjack(first: Card, second: Card) -> bool:
    """Return True for an ace and a ten-value card, in either order."""
    return (is_ace(first) and is_ten(second)) or (is_ten(first) and is_ace(second))


def show_total(hand: Hand) -> str:
    """Return the total in words, both counts if it is soft: ``7 or 17``, ``blackjack``, ``23``."""
    if hand.is_blackjack:
        return "blackjack"
    return f"{hand.low} or {hand.total}" if hand.is_soft else str(hand.total)


def final_total(hand: Hand) -> str:
    """Return the total of a hand that takes no more cards: one number, or ``blackjack``."""
    return "blackjack" if hand.is_blackjack else str(hand.total)
