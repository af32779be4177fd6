"""What the dealer shows before play: the up card, or both cards where they lie face up."""

from pitboss.cards import VALUES, Card

UPS = 10
"""Values of an up card, ace first."""
BOTH: tuple[tuple[int, int], ...] = tuple(
    (low, high) for low in range(UPS) for high in range(low, UPS)
)
"""Two cards by their values, 0 for an ace, in whatever order they were dealt."""
SHOWN: tuple[tuple[int, ...], ...] = (*((value,) for value in range(UPS)), *BOTH)
"""By number: an up card of each value, then every two cards."""
BOTH_UP = range(UPS, len(SHOWN))
"""The numbers of two cards."""
BLACKJACK_SHOWN = SHOWN.index((0, 9))
"""The number of an ace and a ten that both lie face up."""
_NUMBERS = {values: number for number, values in enumerate(SHOWN)}


def shown_number(up: Card, hole: Card | None = None) -> int:
    """The number of what the dealer shows, a place of ``SHOWN``."""
    if hole is None:
        return VALUES[up] - 1
    low, high = sorted((VALUES[up] - 1, VALUES[hole] - 1))
    return _NUMBERS[low, high]
