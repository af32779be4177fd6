"""Every hand up to 21 by its values, in the order of all tables of hands."""

from collections.abc import Iterable
from functools import cache

from pitboss.cards import VALUES, Card
from pitboss.hands import Hand, hand_of
from pitboss.odds.shoe import card_of
from pitboss.strategy import NAMES

LOW_MAX = 21

Counts = tuple[int, ...]
"""Cards of each of the ten values in a hand, ace first."""


@cache
def hands() -> tuple[Counts, ...]:
    """Return the compositions of all hands of one card or more with a low total up to 21."""
    compositions: list[Counts] = []

    def extend(counts: list[int], value: int, low: int) -> None:
        if low:
            compositions.append(tuple(counts))
        for more in range(value, 10):
            if low + more + 1 > LOW_MAX:
                break
            counts[more] += 1
            extend(counts, more, low + more + 1)
            counts[more] -= 1

    extend([0] * 10, 0, 0)
    compositions.sort(key=lambda counts: (low_of(counts), counts))
    return tuple(compositions)


def low_of(counts: Counts) -> int:
    """Return the total with every ace as one."""
    return sum((value + 1) * count for value, count in enumerate(counts))


def cards_of(counts: Counts) -> list[Card]:
    """Return one card of its value for each card of a composition."""
    return [card_of(value) for value, count in enumerate(counts) for _ in range(count)]


def key(counts: Counts) -> str:
    """Return the key of a hand in a strategy."""
    return "".join(NAMES[value] * count for value, count in enumerate(counts))


@cache
def keys(holding: int = -1) -> tuple[str, ...]:
    """Return the keys of all hands of two cards or more, or of those ``holding`` a value."""
    return tuple(
        key(counts) for counts in hands() if sum(counts) > 1 and (holding < 0 or counts[holding])
    )


BUST = -1
"""Index of a hand over 21."""


@cache
def index() -> dict[Counts, int]:
    """Return the index of each hand by its composition."""
    return {counts: place for place, counts in enumerate(hands())}


def place_of(cards: Iterable[Card]) -> int:
    """Return the index of a hand of these cards; ``BUST`` if it is over 21."""
    counts = [0] * 10
    for card in cards:
        counts[VALUES[card] - 1] += 1
    return index().get(tuple(counts), BUST)


@cache
def place_of_values(*values: int) -> int:
    """Return the index of a hand of these values, 0 for an ace and 9 for a ten."""
    return place_of(card_of(value) for value in values)


def example(counts: Counts, *, is_split: bool = False, is_split_ace: bool = False) -> Hand:
    """Return a hand of this composition for questions to the rules; its suits mean nothing."""
    return hand_of(cards_of(counts), is_split=is_split, is_split_ace=is_split_ace)
