"""Every way in which one hand of a split box ends, with the orders in which its cards can come.

Sets of cards are written as whole numbers, so that the union of two sets is the sum of their
numbers.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import kernel
from pitboss.odds.solver import acts as numbers
from pitboss.odds.solver import arrays, kernels
from pitboss.odds.solver.acts import HIT, MODES, PLAIN
from pitboss.odds.solver.arrays import Floats, Ints
from pitboss.odds.solver.hands import hands, place_of_values
from pitboss.odds.solver.rule_tables import RuleTables

SURRENDERED = MODES
"""Added to the mode of a surrendered hand."""
NO_CARD = -1
"""Used instead of the card that busts a hand, if the hand does not bust."""
OTHER, PAIR = 0, 1
"""A second card that is not a pair card, and one that is."""
BITS = 6
"""Bits for the number of cards of one value in a set written as one number."""
COUNT_MASK = (1 << BITS) - 1
SHIFTS = BITS * np.arange(10)
ONE_CARD = 1 << SHIFTS
"""One card of each value, as such a number."""


def set_codes(rows: Ints) -> Ints:
    """Return sets of cards (sets, 10) as one number each."""
    codes: Ints = (rows << SHIFTS).sum(axis=1)
    return codes


@lru_cache(maxsize=1)
def _hand_codes() -> Ints:
    """Return the cards of every hand as one number."""
    return set_codes(np.array(hands(), dtype=np.int64))


class PlayedHands(NamedTuple):
    """Hands and their acts."""

    lattice: arrays.Lattice
    acts: Ints
    """(hands,): act of each."""
    doubled: Ints
    """(doubles, hands): act of each by number of doubles."""
    free: NDArray[np.bool_]
    """(hands,): True if the house pays for the double."""


class EndingList(NamedTuple):
    """Endings that play reaches, one by one."""

    places: Ints
    """(endings,): index of the hand; of a bust, the hand before its last card."""
    modes: Ints
    """(endings,): mode of doubling, plus ``SURRENDERED`` if it is surrendered."""
    is_bust: NDArray[np.bool_]
    codes: Ints
    """(endings,): cards drawn to the pair card, as one number."""
    orders: Floats
    """(endings, 2): number of orders, by whether the second card was a pair card."""


def list_endings(
    play: RuleTables, pair: int, acts: Ints, doubled: Ints, *, has_hit_busts: bool
) -> EndingList:
    """List the endings of a split hand played by ``acts``, and by ``doubled`` after a double.

    Without ``has_hit_busts``, hands that bust by a hit and were not doubled are left out.
    """
    lattice, most = arrays.lattice(), doubled.shape[0]
    orders = np.zeros((most + 1, len(acts), 2))
    stands = np.zeros((SURRENDERED + MODES, len(acts), 2))
    played = PlayedHands(lattice, acts, doubled, play.free)
    count_orders(place_of_values(pair), pair, played, orders, stands)
    modes, places = np.nonzero(stands.sum(axis=2) > 0.0)
    listed = [(places, modes, np.full(len(places), NO_CARD), stands[modes, places])]
    for times in range(most + 1):
        taken = acts if times == 0 else doubled[times - 1]
        first = HIT if times or has_hit_busts else numbers.DOUBLE
        is_drawn = (taken >= first) & (taken <= numbers.DOUBLE_HALF)
        is_drawn &= orders[times].sum(axis=1) > 0.0
        drawn_to, cards = np.nonzero(is_drawn[:, None] & (lattice.child < 0))
        mode = np.where(play.free, numbers.FREE, taken - HIT)[drawn_to]
        if times:
            again, once = numbers.mode_of(min(times + 1, most)), numbers.mode_of(times)
            mode = np.where(taken[drawn_to] != HIT, again, once)
        listed.append((drawn_to, mode, cards, orders[times][drawn_to]))
    places, modes, cards, ways = map(np.concatenate, zip(*listed, strict=True))
    is_bust = cards != NO_CARD
    codes = _hand_codes()[places] - ONE_CARD[pair] + np.where(is_bust, ONE_CARD[cards], 0)
    return EndingList(places, modes, is_bust, codes, ways)


@kernel
def count_orders(
    start: int, pair: int, played: PlayedHands, orders: Floats, stands: Floats
) -> None:
    """Count the orders of cards in which a split hand reaches each hand and each ending.

    ``orders`` (doubles + 1, hands, 2), by number of doubles, and ``stands`` (modes and
    ``SURRENDERED``, hands, 2) are added to, by whether the second card is of the pair.
    """
    lattice, most = played.lattice, played.doubled.shape[0]
    for card in range(10):
        orders[0, lattice.child[start, card], 1 if card == pair else 0] += 1.0
    for times in range(most + 1):
        now = PLAIN if times == 0 else numbers.FULL if times == 1 else times + 2
        # A hit leads to a later hand of the lattice: a hand's orders are complete when it is met.
        for place in range(played.acts.shape[0]):
            act = played.acts[place] if times == 0 else played.doubled[times - 1, place]
            ways = orders[times, place]
            if ways[0] == 0.0 and ways[1] == 0.0:
                continue
            if act in (numbers.SURRENDER, numbers.STAND):
                mode = now + SURRENDERED if act == numbers.SURRENDER else now
                for is_pair in range(2):
                    stands[mode, place, is_pair] += ways[is_pair]
                continue
            for card in range(10):
                child = lattice.child[place, card]
                if child < 0:
                    continue
                for is_pair in range(2):
                    if act == HIT:
                        orders[times, child, is_pair] += ways[is_pair]
                    elif times < most:
                        orders[times + 1, child, is_pair] += ways[is_pair]
                    else:
                        mode = kernels.double_of(act, place, played.free)
                        stands[mode, child, is_pair] += ways[is_pair]
