"""Every hand that has not passed 21 by its values, and what one more card makes of it.

Every hand that has not passed 21 by its values, in the order that all tables of hands have.
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import VALUES, Card
from pitboss.hands import Hand, hand_of
from pitboss.odds.shoe import card_of
from pitboss.strategy import NAMES

LOW_MAX = 21

Counts = tuple[int, ...]
"""Cards of each of the ten values in a hand, ace first."""


@cache
def hands() -> tuple[Counts, ...]:
    """The compositions of all hands of one card or more with a low total up to 21."""
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
    """The total with every ace as one."""
    return sum((value + 1) * count for value, count in enumerate(counts))


def key(counts: Counts) -> str:
    """The key of a hand in a strategy."""
    return "".join(NAMES[value] * count for value, count in enumerate(counts))


@cache
def keys(holding: int = -1) -> tuple[str, ...]:
    """The keys of all hands of two cards or more; ``holding``: of those with a card of a value."""
    return tuple(
        key(counts) for counts in hands() if sum(counts) > 1 and (holding < 0 or counts[holding])
    )


BUST = -1
"""What stands for a hand over 21 where the index of a hand is expected."""


class Lattice(NamedTuple):
    """The hands in order of their low totals, so that a card always leads to a higher index."""

    counts: NDArray[np.float64]
    """(hands, 10): cards of each value in each hand."""
    cards: NDArray[np.int64]
    """(hands,): cards in each hand."""
    child: NDArray[np.int64]
    """(hands, 10): the hand with one more card of each value; ``BUST`` where that passes 21."""


@cache
def index() -> dict[Counts, int]:
    """The place of each hand in the lattice by its composition."""
    return {counts: place for place, counts in enumerate(hands())}


@cache
def lattice() -> Lattice:
    """The lattice as arrays, made once."""
    places = index()
    counts = np.array(hands(), dtype=np.float64)
    child = np.full((len(places), 10), BUST, dtype=np.int64)
    for place, hand in enumerate(hands()):
        for value in range(10):
            more = (*hand[:value], hand[value] + 1, *hand[value + 1 :])
            child[place, value] = places.get(more, BUST)
    return Lattice(counts, counts.sum(axis=1).astype(np.int64), child)


def place_of(cards: Iterable[Card]) -> int:
    """The place of a hand of these cards; ``BUST`` where it has passed 21."""
    counts = [0] * 10
    for card in cards:
        counts[VALUES[card] - 1] += 1
    return index().get(tuple(counts), BUST)


@cache
def place_of_values(*values: int) -> int:
    """The place of a hand of these values, where 0 is an ace and 9 a ten."""
    return place_of(card_of(value) for value in values)


def example(counts: Counts, *, is_split: bool = False, is_split_ace: bool = False) -> Hand:
    """A hand of this composition, to ask questions about; its suits mean nothing."""
    cards = [card_of(value) for value, count in enumerate(counts) for _ in range(count)]
    return hand_of(cards, is_split=is_split, is_split_ace=is_split_ace)
