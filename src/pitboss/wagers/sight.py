"""The one place where a wager's sight is made, for the engine, odds and the simulator."""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.cards import Card, colour, suit
from pitboss.hands import hand_of, makes_blackjack
from pitboss.wagers.base import NO_CARD, NO_SUITS, OPEN, Sight, Wager

CARDS_SEEN = 4
"""Cards of a box that a sight shows."""


class FinalHand(NamedTuple):
    """The dealer's hand when it is drawn to its end."""

    total: int
    suits: str
    """``suited``, ``coloured`` or ``mixed``."""
    cards: int = 0
    """Number of cards; 0 if not counted."""


def final_hand(cards: Sequence[Card]) -> FinalHand:
    """Total, suits and number of the cards of a dealer's final hand."""
    suits = {suit(card) for card in cards}
    colours = {colour(card) for card in cards}
    shown = "suited" if len(suits) == 1 else "coloured" if len(colours) == 1 else NO_SUITS
    return FinalHand(hand_of(cards).total, shown, len(cards))


def sight_of(
    cards: Sequence[Card | None] = (),
    *,
    is_over: bool = False,
    up: Card | None = None,
    hole: Card | None = None,
    dealer: FinalHand | None = None,
    streak: int | None = None,
    result: str | None = None,
) -> Sight:
    """Make a wager's sight at any stage of a round; an argument left out is not known yet.

    ``cards`` are those of the box in the order dealt to it, and ``is_over`` says that no more will
    come. ``hole`` is the dealer's second card once it lies face up, ``dealer`` his hand once it is
    final.
    """
    missing = NO_CARD if is_over else None
    first, second, third, fourth = (*cards[:CARDS_SEEN], *(missing,) * (CARDS_SEEN - len(cards)))
    total, suits, count = dealer or (None, None, None)
    return Sight(
        first,
        second,
        third,
        fourth,
        up,
        hole,
        _has_blackjack(up, hole, dealer),
        count or None,
        total,
        suits,
        streak,
        result,
    )


def _has_blackjack(up: Card | None, hole: Card | None, dealer: FinalHand | None) -> bool | None:
    """True for 21 with two cards; None if not known yet."""
    if dealer is not None:
        return (dealer.total, dealer.cards) == (21, 2)
    return None if up is None or hole is None else makes_blackjack(up, hole)


def decide(wager: Wager, sight: Sight) -> str:
    """Return the category of a wager whose stage has come; open only if it stays up over rounds."""
    category = wager.classify(sight)
    assert category != OPEN or wager.stays_up, (
        f"{wager.kind} is still open when all that it reads is known: {sight}"
    )
    return category
