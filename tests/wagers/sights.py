"""What the wager tests share: a sight of the table written as text."""

from pitboss.cards import Card, parse_card
from pitboss.wagers.base import NO_CARD, Sight, Wager
from pitboss.wagers.registry import wager_kinds


def card(text: str) -> Card:
    """A card, or ``--`` for one that will not come."""
    return NO_CARD if text == "--" else parse_card(text)


def sight(cards: str = "", up: str = "") -> Sight:
    """The cards of a box in the order dealt, and the dealer's up card."""
    dealt = [*map(card, cards.split()), None, None, None, None]
    first, second, third, fourth = dealt[:4]
    return Sight(first, second, third, fourth, up=card(up) if up else None)


def classify(kind: str, seen: Sight, **parameters: object) -> str:
    """The category that a kind sorts this sight into."""
    wager: Wager = wager_kinds()[kind](**parameters)
    return wager.classify(seen)
