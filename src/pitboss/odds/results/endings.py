"""Endings of one hand of a split box: the cards drawn, and the gain.

Hands that bust by hitting all gain the same, and outnumber all others. They are left out: they are
what remains of the probability when the others are summed.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import kernel
from pitboss.odds.solver import kernels
from pitboss.odds.solver.acts import (
    DOUBLE,
    DOUBLE_HALF,
    FREE,
    FULL,
    HIT,
    MODES,
    PLAIN,
    STAND,
    SURRENDER,
    mode_of,
)
from pitboss.odds.solver.arrays import Lattice
from pitboss.odds.solver.busted_plus_one import ONE_CARD, set_codes
from pitboss.odds.solver.dealer import BLACKJACK
from pitboss.odds.solver.hands import BUST, hands, place_of_values
from pitboss.odds.solver.rule_tables import RuleTables

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

GIVEN, OVER = MODES, 2 * MODES
"""Added to the mode of a surrendered hand, and of one that busts by doubling."""
NONE = -1
"""Used instead of the card that busts a hand, if the hand does not bust."""
OTHER, PAIR = 0, 1
"""A second card that is not a pair card, and one that is."""


class PlayedHands(NamedTuple):
    """Hands and their acts."""

    lattice: Lattice
    acts: Ints
    """(hands,): act of each."""
    doubled: Ints
    """(doubles, hands): act of each by number of doubles."""
    free: NDArray[np.bool_]
    """(hands,): True if the house pays for the double."""


class EndingList(NamedTuple):
    """Endings that play reaches, one by one."""

    places: Ints
    """(endings,): index of the hand."""
    modes: Ints
    """(endings,): mode of doubling, plus ``GIVEN`` if it is surrendered."""
    cards: Ints
    """(endings,): card that busts a doubled hand, or ``NONE``."""
    orders: Floats
    """(endings, 2): number of orders, by whether the second card was a pair card."""


@dataclass(frozen=True, slots=True)
class Endings:
    """Endings of one hand of a split box, other than a bust by a hit.

    A result is a row of gains, one for each of the dealer's results; row 0 is a bust by a hit.
    """

    codes: Ints
    """(endings,): cards drawn to the pair card, as one number."""
    orders: Floats
    """(endings, 2): number of orders, by whether the second card made a pair."""
    rows: Ints
    """(endings,): row of the result."""
    nets: Floats
    """(rows, 8): units of the initial wager gained."""
    signs: Floats
    """(rows, 8): 1 if the hand wins, -1 if it loses."""
    extra: Floats
    """(rows,): real units that doubling adds."""
    is_settled: NDArray[np.bool_]
    """(rows,): True if a dealer's blackjack has no wager left to take."""


def endings_of(
    play: RuleTables, up: int, pair: int, acts: Ints, doubled: Ints, *, added: int, grid: Lattice
) -> Endings:
    """List the endings of a split hand played by ``acts``, and by ``doubled`` after a double."""
    count = len(hands())
    played = PlayedHands(grid, acts, doubled, play.free)
    places, modes, cards, orders = list_endings(place_of_values(pair), pair, played)
    is_bust = cards != NONE
    told = play.alike[(modes != PLAIN).astype(np.int64), places]
    alike = np.where(is_bust | (modes >= GIVEN), 0, told)
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
        is_settled=np.array([row[3] for row in table]),
    )


@lru_cache(maxsize=1)
def _codes() -> Ints:
    """Return the cards of every hand as one number."""
    return set_codes(np.array(hands(), dtype=np.int64))


def _gains(
    play: RuleTables, up: int, pair: int, added: int, *, mode: int, place: int
) -> tuple[Floats, Floats, float, bool]:
    """Return gains and signs by dealer's result, units that doubling added, and True if settled."""
    stake, free = (float(part) for part in play.stake[added, pair])
    is_bust, is_given = mode >= OVER, GIVEN <= mode < OVER
    doubled = mode % MODES
    extra = float(play.double[doubled])
    wins, losses = (play.doubled_win, play.doubled_loss) if doubled else (play.win, play.loss)
    nets, signs = np.zeros(kernels.RESULTS), np.zeros(kernels.RESULTS)
    for result in range(kernels.RESULTS):
        is_natural = result == BLACKJACK
        if is_natural and not play.blackjack_after_play[up]:
            continue
        cost = stake + extra
        if is_natural:
            of_stake, of_extra = play.loss_to_blackjack[added, int(is_bust)]
            cost = float(stake * of_stake + extra * of_extra)
        is_lost = float(cost > 0 or not is_natural)
        if is_given:
            share = float(play.surrender_loss[1, up]) if is_natural and not doubled else 0.5
            nets[result], signs[result] = -share * (stake + extra), -1.0
        elif is_bust:
            nets[result], signs[result] = -cost, -is_lost
        else:
            won, lost = float(wins[1, place, result]), float(losses[1, place, result])
            nets[result] = (stake + extra + free + (doubled == FREE)) * won - cost * lost
            signs[result] = np.sign(won) - lost * is_lost
    is_settled = is_bust or is_given or not losses[1, place, BLACKJACK]
    return nets, signs, extra, bool(is_settled)


@kernel
def count_orders(
    start: int, pair: int, played: PlayedHands, orders: Floats, stands: Floats
) -> None:
    """Count the orders of cards in which a split hand reaches each hand and each ending.

    ``orders`` (doubles + 1, hands, 2), by number of doubles, and ``stands`` (modes and ``GIVEN``,
    hands, 2) are added to, by whether the second card is of the pair.
    """
    lattice, most = played.lattice, played.doubled.shape[0]
    for card in range(10):
        orders[0, lattice.child[start, card], 1 if card == pair else 0] += 1.0
    for times in range(most + 1):
        now = PLAIN if times == 0 else FULL if times == 1 else times + 2
        # A hit leads to a later hand of the lattice: a hand's orders are complete when it is met.
        for place in range(played.acts.shape[0]):
            act = played.acts[place] if times == 0 else played.doubled[times - 1, place]
            here = orders[times, place]
            if here[0] == 0.0 and here[1] == 0.0:
                continue
            is_given = act == SURRENDER
            if is_given or act == STAND:
                for is_pair in range(2):
                    stands[now + GIVEN if is_given else now, place, is_pair] += here[is_pair]
                continue
            for card in range(10):
                child = lattice.child[place, card]
                if child < 0:
                    continue
                for is_pair in range(2):
                    if act == HIT:
                        orders[times, child, is_pair] += here[is_pair]
                    elif times < most:
                        orders[times + 1, child, is_pair] += here[is_pair]
                    else:
                        mode = kernels.double_of(act, place, played.free)
                        stands[mode, child, is_pair] += here[is_pair]


def list_endings(start: int, pair: int, played: PlayedHands) -> EndingList:
    """List the endings of a split hand, with the orders of cards that lead there."""
    lattice, acts, most = played.lattice, played.acts, played.doubled.shape[0]
    orders = np.zeros((most + 1, len(acts), 2))
    stands = np.zeros((GIVEN + MODES, len(acts), 2))
    count_orders(start, pair, played, orders, stands)
    modes, places = np.nonzero(stands.sum(axis=2) > 0.0)
    listed = [(places, modes, np.full(len(places), NONE), stands[modes, places])]
    for times in range(most + 1):
        taken = acts if times == 0 else played.doubled[times - 1]
        # A hand that busts by a hit is left out unless it was doubled before.
        is_drawn = (taken >= (HIT if times else DOUBLE)) & (taken <= DOUBLE_HALF)
        is_drawn &= orders[times].sum(axis=1) > 0.0
        hands, cards = np.nonzero(is_drawn[:, None] & (lattice.child < 0))
        mode = np.where(played.free, FREE, taken - HIT)[hands]
        if times:
            again = taken[hands] != HIT
            mode = np.where(again, mode_of(min(times + 1, most)), mode_of(times))
        listed.append((hands, mode, cards, orders[times][hands]))
    return EndingList(*(np.concatenate(column) for column in zip(*listed, strict=True)))
