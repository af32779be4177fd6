"""How one hand of a split box ends: the cards it drew, and what it then gains.

Hands that pass 21 by hitting all gain the same, and there are more of these than of all others.
They are left out here: they are what remains of the whole when the others are summed.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.odds import kernels
from pitboss.odds.acts import (
    DOUBLE,
    DOUBLE_HALF,
    FREE,
    FULL,
    HALF,
    HIT,
    PLAIN,
    STAND,
    SURRENDER,
)
from pitboss.odds.coupling import ONE_CARD, set_codes
from pitboss.odds.lattice import BUST, Lattice, hands, place_of_values
from pitboss.odds.tables import Play

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MODES = 4
"""How a hand may be compared: not doubled, doubled in full, for half, or free."""
GIVEN = 4
"""The mode of a hand that is surrendered."""
OVER = 5
"""Added to the mode of a hand that passes 21 by doubling."""
NONE = -1
"""In place of the card that took a hand past 21, where none did."""
OTHER, PAIR = 0, 1
"""A second card that is no pair card, and one that is."""


class Played(NamedTuple):
    """Hands and how they are played."""

    lattice: Lattice
    acts: Ints
    """(hands,): the act of each."""
    free: NDArray[np.bool_]
    """(hands,): whether the house pays for doubling it."""


class Walked(NamedTuple):
    """The endings that play comes to, one by one."""

    places: Ints
    """(endings,): the hand."""
    modes: Ints
    """(endings,): how it was doubled, or that it is surrendered."""
    cards: Ints
    """(endings,): the card that a double takes past 21, or that there is none."""
    orders: Floats
    """(endings, 2): the orders by whether the second card was a pair card."""


@dataclass(frozen=True, slots=True)
class Endings:
    """The ways in which one hand of a split box ends, other than passing 21 by a hit.

    A result is a row of what the hand gains with each of the dealer's results; row 0 is that of
    passing 21 by a hit.
    """

    codes: Ints
    """(endings,): the cards drawn to the pair card, as one number."""
    orders: Floats
    """(endings, 2): in how many orders they can come, by whether the second card made a pair."""
    rows: Ints
    """(endings,): the result of each."""
    nets: Floats
    """(rows, 8): units of the initial wager gained."""
    signs: Floats
    """(rows, 8): 1 where the hand is won, -1 where it is lost."""
    extra: Floats
    """(rows,): real units that doubling adds."""
    is_over: NDArray[np.bool_]
    """(rows,): whether a dealer's blackjack has no wager left to take."""


def endings_of(play: Play, up: int, pair: int, acts: Ints, *, added: int, grid: Lattice) -> Endings:
    """The endings of a hand of a split pair that is played by ``acts``."""
    count = len(hands())
    played = Played(grid, acts, play.free)
    places, modes, cards, orders = walk(place_of_values(pair), pair, played)
    is_bust = cards != NONE
    alike = np.where(is_bust | (modes == GIVEN), 0, play.alike[places])
    names, first, rows = np.unique(
        np.where(is_bust, modes + OVER, modes) * count + alike,
        return_index=True, return_inverse=True,
    )  # fmt: skip
    table = [_gains(play, up, pair, added, mode=OVER, place=BUST)]
    for name, at in zip(names.tolist(), places[first].tolist(), strict=True):
        table.append(_gains(play, up, pair, added, mode=name // count, place=at))
    drawn = _codes()[places] - ONE_CARD[pair]
    return Endings(
        codes=drawn + np.where(is_bust, ONE_CARD[cards], 0),
        orders=orders,
        rows=rows.ravel() + 1,
        nets=np.array([row[0] for row in table]),
        signs=np.array([row[1] for row in table]),
        extra=np.array([row[2] for row in table]),
        is_over=np.array([row[3] for row in table]),
    )


@lru_cache(maxsize=1)
def _codes() -> Ints:
    """The cards of every hand as one number."""
    return set_codes(np.array(hands(), dtype=np.int64))


def _gains(
    play: Play, up: int, pair: int, added: int, *, mode: int, place: int
) -> tuple[Floats, Floats, float, bool]:
    """What a hand gains with each of the dealer's results, its signs, and what doubling added."""
    stake, free = (float(part) for part in play.stake[added, pair])
    is_bust = mode >= OVER
    doubled = mode - OVER if is_bust else mode
    extra = float(play.double[doubled]) if doubled in (FULL, HALF) else 0.0
    nets, signs = np.zeros(kernels.RESULTS), np.zeros(kernels.RESULTS)
    for result in range(kernels.RESULTS):
        is_natural = result == kernels.BLACKJACK
        if is_natural and not play.is_open[up]:
            continue
        cost = stake + extra
        if is_natural:
            of_stake, of_extra = play.take[added, int(is_bust)]
            cost = float(stake * of_stake + extra * of_extra)
        is_lost = float(cost > 0 or not is_natural)
        if mode == GIVEN:
            nets[result], signs[result] = -0.5 * stake, -1.0
        elif is_bust:
            nets[result], signs[result] = -cost, -is_lost
        else:
            won, lost = float(play.win[1, place, result]), float(play.loss[1, place, result])
            nets[result] = (stake + extra + free + (doubled == FREE)) * won - cost * lost
            signs[result] = np.sign(won) - lost * is_lost
    is_over = is_bust or mode == GIVEN or not play.loss[1, place, kernels.BLACKJACK]
    return nets, signs, extra, bool(is_over)


@njit(cache=True, nogil=True, error_model="numpy")
def walk(start: int, pair: int, played: Played) -> Walked:
    """Count the orders of cards in which a split hand comes to each of its endings."""
    lattice, acts, free = played.lattice, played.acts, played.free
    count = acts.shape[0]
    orders = np.zeros((count, 2))
    stands = np.zeros((MODES + 1, count, 2))
    busts = 0
    for card in range(10):
        orders[lattice.child[start, card], 1 if card == pair else 0] += 1.0
    # Hitting leads further on in the lattice, so a hand is complete when it is met.
    for place in range(count):
        act = acts[place]
        if orders[place, 0] == 0.0 and orders[place, 1] == 0.0:
            continue
        is_given = act == SURRENDER
        if is_given or act == STAND:
            stands[GIVEN if is_given else PLAIN, place] += orders[place]
            continue
        for card in range(10):
            child = lattice.child[place, card]
            if child < 0:
                busts += act != HIT
            elif act == HIT:
                orders[child] += orders[place]
            else:
                stands[kernels.double_of(act, place, free), child] += orders[place]
    return _listed(played, orders, stands, busts)


@njit(cache=True, nogil=True, error_model="numpy")
def _listed(played: Played, orders: Floats, stands: Floats, busts: int) -> Walked:
    lattice, acts, free = played.lattice, played.acts, played.free
    rows = busts
    for mode in range(MODES + 1):
        for place in range(acts.shape[0]):
            rows += stands[mode, place].sum() > 0.0
    places, modes = np.empty(rows, dtype=np.int64), np.empty(rows, dtype=np.int64)
    cards, ways = np.full(rows, NONE, dtype=np.int64), np.empty((rows, 2))
    row = 0
    for mode in range(MODES + 1):
        for place in range(acts.shape[0]):
            if stands[mode, place].sum() > 0.0:
                places[row], modes[row] = place, mode
                ways[row] = stands[mode, place]
                row += 1
    for place in range(acts.shape[0]):
        act = acts[place]
        is_double = DOUBLE <= act <= DOUBLE_HALF
        if busts and is_double and orders[place].sum() > 0.0:
            for card in range(10):
                if lattice.child[place, card] < 0:
                    places[row], cards[row] = place, card
                    modes[row] = kernels.double_of(act, place, free)
                    ways[row] = orders[place]
                    row += 1
    return Walked(places, modes, cards, ways)
