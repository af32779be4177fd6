"""Conditions on a hand and its history: for acts, for the dealer's draws, and for results."""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from pitboss.cards import VALUES, Card
from pitboss.hands import Hand

_PARTS = re.compile(
    r"(?P<kind>hard|soft|bust)|(?P<cards>[2-9](?:-[2-9]|\+)?) cards|of (?P<own>[A2-9T]+)"
    r"|(?P<history>dealt|split)|(?P<doubled>not doubled|doubled)|against (?P<against>[A2-9T]+)"
    r"|(?P<total>[0-9]+(?:-[0-9]+)?)"
)
HIGHEST = 99
_RANKS = "A23456789T"


class HandCondition(NamedTuple):
    """Hands for which something is so; every part that is given must hold."""

    text: str
    kind: str
    """``hard``, ``soft`` or ``bust``; '' for both of the first two."""
    total: range
    cards: range
    own: frozenset[int]
    """Values that the cards of the hand must have, 1 for an ace; empty if any will do."""
    history: str
    """``dealt`` or ``split``; '' for both."""
    doubled: str
    """``doubled`` or ``not doubled``; '' for both."""
    against: frozenset[int]
    """Values of the up card, 1 for an ace; empty if any will do."""

    def holds(self, hand: Hand, up: Card | None) -> bool:
        """Return True if the act is allowed; without an up card, if it is against any."""
        return (
            hand.is_bust == (self.kind == "bust")
            and (not self.kind or (self.kind == "soft") == hand.is_soft)
            and hand.total in self.total
            and len(hand.cards) in self.cards
            and (not self.own or self.own.issuperset(VALUES[card] for card in hand.cards))
            and (not self.history or (self.history == "split") == hand.is_split)
            and (not self.doubled or (self.doubled == "doubled") == (hand.doubles > 0))
            and (not self.against or up is None or VALUES[up] in self.against)
        )


@cache
def hand_condition(text: str) -> HandCondition:
    """Read a condition, which fits ``patterns.HAND_CONDITION``."""
    parts: dict[str, str] = {}
    for match in _PARTS.finditer(text):
        parts |= {name: part for name, part in match.groupdict().items() if part}
    return HandCondition(
        text,
        parts.get("kind", ""),
        _range(parts.get("total", f"0-{HIGHEST}")),
        _range(parts.get("cards", f"0-{HIGHEST}")),
        _values(parts.get("own", "")),
        parts.get("history", ""),
        parts.get("doubled", ""),
        _values(parts.get("against", "")),
    )


def _range(text: str) -> range:
    low, _, high = text.replace("+", f"-{HIGHEST}").partition("-")
    return range(int(low), int(high or low) + 1)


def _values(text: str) -> frozenset[int]:
    return frozenset(_RANKS.index(rank) + 1 for rank in text)


def is_allowed(texts: Iterable[str], hand: Hand, up: Card | None) -> bool:
    """Return True if any of the conditions holds, or if no condition is given."""
    texts = tuple(texts)
    return not texts or any(hand_condition(text).holds(hand, up) for text in texts)
