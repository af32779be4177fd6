"""Hands that were doubled and may still draw, be doubled again or be given up: one pass a double.

Doubling a hand adds as much as lies on it, so that with ``n`` doubles ``2 ** n - 1`` full doubles
have been added.
"""

import numpy as np

from pitboss.compiling import kernel, making
from pitboss.odds.solver.acts import ACTS, DOUBLE, HIT, STAND, SURRENDER
from pitboss.odds.solver.arrays import (
    GAIN,
    IN_PLAY,
    LOSS,
    OVER_21,
    Deal,
    DoubledHands,
    Ints,
    Origin,
)

FULL = 1
BLACKJACK = 7


@making
def play_doubled(places: Ints, deal: Deal, origin: Origin, doubled: DoubledHands) -> None:
    """Value every hand of ``places`` after each number of doubles, and doubling it for the first.

    By the best act, or by the acts given.
    """
    shoe, lattice, play, standing = deal.shoe, deal.lattice, deal.play, doubled.standing
    stake, free, takes = origin.stake, origin.free, play.take[origin.added]
    is_open = play.is_open[deal.up]
    natural = 9 if deal.up == 0 else 0 if deal.up == 9 else -1
    size = 0.0
    for card in range(10):
        size += shoe[card]
    most = doubled.acts.shape[0]
    worth = np.empty(ACTS)
    for times in range(most, -1, -1):
        extra = play.double[FULL] * (2.0**times - 1.0)
        real = stake + extra
        for row in range(places.shape[0] - 1, -1, -1):
            place = places[row]
            left = size - lattice.cards[place]
            again = -np.inf
            if times < most and left > 0.0:
                again = one_card(place, times + 1, deal, origin, doubled)
            if times == 0:
                doubled.values[0, place] = again
                continue
            legal = play.doubled_legal[times - 1, origin.kind, place]
            ahead = 0.0
            if natural >= 0 and left > 0.0:
                ahead = max(0.0, (shoe[natural] - lattice.counts[place, natural]) / left)
            for act in range(ACTS):
                worth[act] = -np.inf
            gain = standing.parts[place, GAIN] + is_open * ahead * standing.win[place, BLACKJACK]
            take = stake * takes[IN_PLAY, 0] + extra * takes[IN_PLAY, 1]
            take *= is_open * ahead * standing.loss[place, BLACKJACK]
            worth[STAND] = (real + free) * gain - real * standing.parts[place, LOSS] - take
            if legal & (1 << SURRENDER):
                worth[SURRENDER] = -0.5 * real * (1.0 - (1.0 - is_open) * ahead)
            if legal & (1 << DOUBLE):
                worth[DOUBLE] = again
            if legal & (1 << HIT) and left > 0.0:
                worth[HIT] = one_card(place, times, deal, origin, doubled)
            best = 0
            for act in range(ACTS):
                if doubled.costs.shape[0] > 0:
                    worth[act] -= doubled.costs[place, act]
                if worth[act] > worth[best]:
                    best = act
                if doubled.act_values.shape[0] > 0:
                    doubled.act_values[times - 1, place, act] = worth[act]
            if not doubled.is_fixed:
                doubled.acts[times - 1, place] = best
            doubled.values[times, place] = worth[doubled.acts[times - 1, place]]


@kernel
def one_card(place: int, times: int, deal: Deal, origin: Origin, doubled: DoubledHands) -> float:
    """The value of one card more to a hand that then has been doubled this many times.

    Nothing is counted where a dealer who looks has a blackjack.
    """
    shoe, lattice, play = deal.shoe, deal.lattice, deal.play
    takes, is_open = play.take[origin.added], play.is_open[deal.up]
    natural = 9 if deal.up == 0 else 0 if deal.up == 9 else -1
    left = -float(lattice.cards[place])
    for card in range(10):
        left += shoe[card]
    extra = play.double[FULL] * (2.0**times - 1.0)
    real = origin.stake + extra
    over = origin.stake * takes[OVER_21, 0] + extra * takes[OVER_21, 1]
    worth = 0.0
    for card in range(10):
        chance = (shoe[card] - lattice.counts[place, card]) / left
        if chance <= 0.0:
            continue
        child = lattice.child[place, card]
        if child >= 0:
            worth += chance * doubled.values[times, child]
            continue
        ahead = 0.0
        if natural >= 0 and left > 1.0:
            gone = lattice.counts[place, natural] + (card == natural)
            ahead = (shoe[natural] - gone) / (left - 1.0)
        worth -= chance * ((1.0 - ahead) * real + ahead * is_open * over)
    return worth
