"""Split pairs: the frequency of each situation of a hand of a split box (exact-splits.md)."""

from collections.abc import Iterator
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

FIRST, ADDED = 0, 1
"""The hand that keeps the original wager, and one that a split added."""
OTHER, ANY = 0, 1
"""Second card: not a pair card, or any card because the box has no room left."""


def paths(hands_max: int) -> Iterator[str]:
    """Yield the second cards of a split box: P splits again, N is not a pair card, A is any."""

    def deal(path: str, count: int, waiting: int) -> Iterator[str]:
        if waiting == 0 or count == hands_max:
            yield path + "A" * waiting
        else:
            yield from deal(path + "P", count + 1, waiting + 1)
            yield from deal(path + "N", count, waiting - 1)

    yield from deal("", 2, 2)


@cache
def weights(hands_max: int) -> NDArray[np.float64]:
    """Return whole numbers (2, 2, extra + 1) that weigh one split hand's value in a box's.

    By its wager, its second card, and the pair cards gone beyond those of the first split.
    Multiplied by the probability of this many pair cards in a row, and by the value of such a hand,
    they sum to the value of the split.
    """
    # The value of a split box is the sum of the values of its hands, and a hand's value depends on
    # the others only through the cards they took. Those are exchangeable, so only two things
    # matter: the number of further pair cards gone, and that some second cards are *not* pair cards
    # (the hand was not split again). "m cards do not pair" is not one shoe but a mixture, which
    # inclusion and exclusion writes as sum_j (-1)^j C(m, j) * "j more pair cards are gone", which
    # are shoes. Summed over all paths of splits this leaves whole numbers that depend only on the
    # split limit. Exact, see docs/concepts/exact-splits.md; the same idea: E. Farmer,
    # blackjack_split.pdf (cited by computeSplit in possibly-wrong/blackjack, src/blackjack.cpp).
    counts: dict[tuple[int, int, int], int] = {}

    for path in paths(hands_max):
        pairs, others = path.count("P"), path.count("N")
        for hand, step in enumerate(path.replace("P", "")):
            whose = FIRST if hand == 0 else ADDED
            what = OTHER if step == "N" else ANY
            known = others - (what == OTHER)
            for more in range(known + 1):
                key = (whose, what, pairs + more)
                counts[key] = counts.get(key, 0) + (-1) ** more * comb(known, more)
    extra_max = max(extra for _, _, extra in counts)
    table = np.zeros((2, 2, extra_max + 1))
    for key, weight in counts.items():
        table[key] = weight
    return table


def extra_max(hands_max: int) -> int:
    """Return the maximum number of further pair cards that a value is needed for."""
    return int(weights(hands_max).shape[2]) - 1


def box_value(
    hands_max: int,
    second: NDArray[np.float64],
    left: NDArray[np.float64],
    *,
    pair: int,
    pair_cards: float,
) -> float:
    """Return the value of a split pair played to at most this many hands, per initial wager.

    ``left`` (10,) are the cards without the up card and the pair, ``pair_cards`` the number of them
    that would make a pair again, ``second`` (2, extra + 1, 10) the value of a hand by second card.
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
