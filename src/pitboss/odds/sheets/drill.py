"""A question to practise on."""

import msgspec

from pitboss.cards import Card


class Drill(msgspec.Struct, frozen=True):
    """A first decision of a round. Values are per unit of the main wager, off the top."""

    kinds: tuple[str, ...]
    """What sort of hand it is; one with a free act is of that sort besides."""
    cards: tuple[Card, Card]
    up: Card
    values: dict[str, float]
    """Of every act, best first. Given no dealer's blackjack, where he has looked for one."""
    free: tuple[str, ...]
    """The acts that the house pays for."""
    chance: float
    """How often a round comes to this decision at one box."""
    hole: Card | None = None
    """The dealer's second card, where both lie face up."""
