"""Split pairs: how often each hand of a split box is in each situation (exact-splits.md)."""

from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

FIRST, ADDED = 0, 1
"""The hand that keeps the original wager, and one that a split added."""
OTHER, ANY = 0, 1
"""A second card that is not a pair card, and one that may be any card because the box has no room
left."""


@cache
def weights(hands_max: int) -> NDArray[np.float64]:
    """Whole numbers (2, 2, extra + 1) by which the value of one split hand counts in a box's.

    By whose wager it is, by what its second card may be, and by how many pair cards beyond those of
    the first split are gone. Multiplied by the probability that this many cards in a row are pair
    cards, and by the value of such a hand, they sum to the value of the split. Negative ones come
    from telling apart, by inclusion and exclusion, that other hands' second cards made no pair.
    """
    counts: dict[tuple[int, int, int], int] = {}

    def fill(path: str) -> None:
        pairs, others = path.count("P"), path.count("N")
        fills = [step for step in path if step != "P"]
        for place, step in enumerate(fills):
            whose = FIRST if place == 0 else ADDED
            what = OTHER if step == "N" else ANY
            told = others - (what == OTHER)
            for more in range(told + 1):
                key = (whose, what, pairs + more)
                counts[key] = counts.get(key, 0) + (-1) ** more * comb(told, more)

    def deal(path: str, hands: int, waiting: int) -> None:
        if waiting == 0:
            fill(path)
        elif hands == hands_max:
            fill(path + "A" * waiting)
        else:
            deal(path + "P", hands + 1, waiting + 1)
            deal(path + "N", hands, waiting - 1)

    deal("", 2, 2)
    extra_max = max(extra for _, _, extra in counts)
    table = np.zeros((2, 2, extra_max + 1))
    for key, weight in counts.items():
        table[key] = weight
    return table


def extra_max(hands_max: int) -> int:
    """The most pair cards beyond those of the first split that a value is needed for."""
    return int(weights(hands_max).shape[2]) - 1


def box_value(
    hands_max: int,
    second: NDArray[np.float64],
    left: NDArray[np.float64],
    *,
    pair: int,
    pair_cards: float,
) -> float:
    """The value of a split pair played to at most this many hands, per unit of the initial wager.

    ``left`` (10,) are the cards left beside the up card and the pair, ``pair_cards`` how many of
    them would make a pair again, ``second`` (2, extra + 1, 10) the value of a hand by its second
    card.
    """
    size = float(left.sum())
    total, chance = 0.0, 1.0
    table = weights(hands_max)
    for extra in range(table.shape[2]):
        if extra:
            chance *= (pair_cards - extra + 1) / (size - extra + 1)
        if chance <= 0 or size - extra <= 0:
            break
        cards = left.copy()
        cards[pair] -= extra
        shares = cards / (size - extra)
        others = shares.copy()
        others[pair] -= (pair_cards - extra) / (size - extra)
        for whose in (FIRST, ADDED):
            values = np.where(shares > 0, second[whose, extra], 0.0)
            by_card = (float(others @ values), float(shares @ values))
            total += chance * float(table[whose, OTHER, extra] * by_card[OTHER])
            total += chance * float(table[whose, ANY, extra] * by_card[ANY])
    return total
