"""What a side wager sees: the one place where a sight is made, for engine, odds and simulator."""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.cards import Card, colour, suit
from pitboss.hands import hand_of
from pitboss.wagers.base import NO_CARD, NO_SUITS, OPEN, Sight, Wager

CARDS_SEEN = 4
"""Cards of a box that a sight shows."""


class FinalHand(NamedTuple):
    """The dealer's hand when it is drawn to its end."""

    total: int
    suits: str
    """``suited``, ``coloured`` or ``mixed``."""


def final_hand(cards: Sequence[Card]) -> FinalHand:
    """What the cards of a dealer's final hand come to."""
    suits = {suit(card) for card in cards}
    colours = {colour(card) for card in cards}
    shown = "suited" if len(suits) == 1 else "coloured" if len(colours) == 1 else NO_SUITS
    return FinalHand(hand_of(cards).total, shown)


def sight_of(
    cards: Sequence[Card | None] = (),
    *,
    is_over: bool = False,
    up: Card | None = None,
    dealer: FinalHand | None = None,
    streak: int | None = None,
    result: str | None = None,
) -> Sight:
    """What a wager sees at any stage of a round; what is not given is not known yet.

    ``cards`` are those of the box in the order dealt to it, and ``is_over`` says that no more will
    come. ``dealer`` is the dealer's hand once it is final.
    """
    missing = NO_CARD if is_over else None
    first, second, third, fourth = (*cards[:CARDS_SEEN], *(missing,) * (CARDS_SEEN - len(cards)))
    total, suits = dealer or (None, None)
    return Sight(first, second, third, fourth, up, total, suits, streak, result)


def decide(wager: Wager, sight: Sight) -> str:
    """The category of a wager whose stage has come; open only where it stays up over rounds."""
    category = wager.classify(sight)
    assert category != OPEN or wager.stays_up, (
        f"{wager.kind} is still open when all that it reads is known: {sight}"
    )
    return category
