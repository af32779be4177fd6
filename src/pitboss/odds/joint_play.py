"""The best play of two split hands of which a dealer's blackjack takes one besides those over 21.

What an end of one hand costs depends on the other: the original hand that is over leaves the
other to be taken, and the other is taken only then (``coupling``). So each is played as the best
reply to the other, in turn, until neither changes.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.odds import kernels
from pitboss.odds.coupling import LONGEST, hand_ends
from pitboss.odds.dealer import Draws
from pitboss.odds.lattice import Lattice, hands
from pitboss.odds.split import ADDED, ANY, FIRST
from pitboss.odds.tables import Play

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

REPLIES_MAX = 8
"""Replies settle by themselves before this many."""


def reply_in_turn(
    play: Play, draws: Draws, grid: Lattice, shoe: Floats, *, up: int, pair: int, acts: Ints
) -> None:
    """Improve the acts (2, hands) of both hands, in place; ``shoe`` is what the up card leaves."""
    natural = kernels.blackjack_card(up)
    after = shoe.copy()
    after[pair] -= 1
    places = np.nonzero((grid.counts[:, pair] > 0) & (grid.cards > 1))[0]
    outcomes = np.zeros((len(places), kernels.RESULTS))
    kernels.dealer_outcomes(after - grid.counts[places], draws, up, outcomes)
    parts = np.zeros((len(hands()), 2))
    kernels.stand_parts(places, outcomes, play.win[1], play.loss[1], parts)
    values = np.zeros(len(hands()))
    kind = 2 if pair == 0 else 1
    for _ in range(REPLIES_MAX):
        before = acts.copy()
        for added in (FIRST, ADDED):
            rows, orders = hand_ends(play, pair, acts[1 - added], what=ANY)
            costs = np.zeros((len(hands()), kernels.ACTS))
            reply_costs(
                places, after, grid, play.loss[1], natural, rows, orders.astype(np.float64), added,
                float(play.stake[1, pair, 0]), costs,
            )  # fmt: skip
            stake, free = play.stake[added, pair]
            kernels.play_hands(
                places, after, grid, play, (kind, added, -1, float(stake), float(free)), up,
                play.is_open[up], parts, acts[added], values, kernels.NO_COSTS, 0, costs,
            )  # fmt: skip
        if np.array_equal(acts, before):
            break


@njit(cache=True, nogil=True, error_model="numpy")
def reply_costs(
    places: Ints,
    shoe: Floats,
    lattice: "Lattice",
    loss: Floats,
    natural: int,
    rows: Ints,
    orders: Floats,
    added: int,
    stake: float,
    costs: Floats,
) -> None:
    """What ending a hand costs because of the other one, by the act that ends it.

    ``rows`` and ``orders`` are the ends of the other hand in which it is over. The original hand
    pays where it is over itself and the other is not, the added one where that is the other way
    round.
    """
    size = shoe.sum()
    left = np.empty(10)
    for place in places:
        for value in range(10):
            left[value] = shoe[value] - lattice.counts[place, value]
        cards = size - lattice.cards[place]
        if cards < 1.0 or left.min() < 0.0:
            continue
        is_taken = loss[place, kernels.BLACKJACK] > 0.0
        here = stake * due(left, natural, rows, orders, added)
        if is_taken == (added == 1):
            costs[place, kernels.STAND] = here
        if added == 0:
            costs[place, kernels.SURRENDER] = here
        for card in range(10):
            chance = left[card] / cards
            if chance <= 0.0:
                continue
            child = lattice.child[place, card]
            is_bust = child < 0
            ends_live = not is_bust and loss[child, kernels.BLACKJACK] > 0.0
            if ends_live != (added == 1):
                continue
            left[card] -= 1.0
            part = chance * stake * due(left, natural, rows, orders, added)
            left[card] += 1.0
            costs[place, kernels.DOUBLE] += part
            costs[place, kernels.DOUBLE_HALF] += part
            if is_bust:
                costs[place, kernels.HIT] += part


@njit(cache=True, nogil=True, error_model="numpy")
def due(left: Floats, natural: int, rows: Ints, orders: Floats, added: int) -> float:
    """That the dealer has a blackjack, and the other hand is over (added: 1) or is not (0)."""
    size = left.sum()
    if left[natural] <= 0.0 or size < 1.0:
        return 0.0
    blackjack_p = left[natural] / size
    falling = np.ones((10, LONGEST))
    whole = np.ones(LONGEST)
    for step in range(1, LONGEST):
        for value in range(10):
            cards = left[value] - (value == natural) - step + 1
            falling[value, step] = falling[value, step - 1] * max(cards, 0.0)
        whole[step] = whole[step - 1] / (size - step) if size > step else 0.0
    over = 0.0
    for row in range(rows.shape[0]):
        product, taken = orders[row], 0
        for value in range(10):
            count = rows[row, value]
            if count:
                product *= falling[value, count]
                taken += count
        over += product * whole[taken]
    return float(blackjack_p * (over if added else 1.0 - over))
