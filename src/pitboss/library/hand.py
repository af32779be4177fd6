"""Hands of cards. Apart from the table because a hand needs none."""

from __future__ import annotations

from pitboss.arguments import checked
from pitboss.hands import hand_of, show_total
from pitboss.playing_cards import Card, CardsLike, parse_cards


class Hand:
    """The cards of a hand with their total.

    >>> import pitboss
    >>> hand = pitboss.Hand("As 6d")
    >>> hand.total, hand.is_soft, str(hand)
    (17, True, 'As 6d')
    """

    __slots__ = ("_hand", "cards")

    @checked
    def __init__(self, cards: CardsLike) -> None:
        self.cards: tuple[Card, ...] = parse_cards(cards)
        """The cards in the order dealt."""
        self._hand = hand_of(card.number for card in self.cards)

    @property
    def total(self) -> int:
        """The best total: an ace counts eleven if that does not pass 21."""
        return self._hand.total

    @property
    def is_soft(self) -> bool:
        """True if an ace counts eleven."""
        return self._hand.is_soft

    @property
    def is_bust(self) -> bool:
        """True if the hand has passed 21."""
        return self._hand.is_bust

    @property
    def is_blackjack(self) -> bool:
        """True for an ace and a ten-value card."""
        return self._hand.is_blackjack

    @property
    def is_pair(self) -> bool:
        """True for two cards of one value."""
        return self._hand.is_pair_by_value

    def __eq__(self, other: object) -> bool:
        return self.cards == other.cards if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.cards)

    def __str__(self) -> str:
        return str(self._hand)

    def __repr__(self) -> str:
        return f"<Hand {self}: {show_total(self._hand)}>"
