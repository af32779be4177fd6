"""Compiled: how often play by given acts comes to each hand, and how hands end."""

from typing import NamedTuple

from numba import njit

from pitboss.odds.acts import HIT, PLAIN, STAND, SURRENDER
from pitboss.odds.kernels import blackjack_card, double_of
from pitboss.odds.workspace import Deal, Floats, Ints


class Finished(NamedTuple):
    """How often hands end in each way; every dealer's hand counts, also one that a look stops."""

    stands: Floats
    """(4, hands): hands that are compared, by how they were doubled: not, in full, for half,
    free."""
    over: Floats
    """(4, 2): hands over 21, without and with a dealer's blackjack to come."""


@njit(cache=True, nogil=True, error_model="numpy")
def reach_hands(deal: Deal, acts: Ints, reach: Floats) -> None:
    """Carry the probability of hands on to those that hitting by ``acts`` leads to, in place."""
    shoe, lattice = deal.shoe, deal.lattice
    size = shoe.sum()
    for place in range(reach.shape[0]):
        left = size - lattice.cards[place]
        if reach[place] <= 0.0 or acts[place] != HIT or left <= 0.0:
            continue
        for card in range(10):
            child = lattice.child[place, card]
            chance = (shoe[card] - lattice.counts[place, card]) / left
            if child >= 0 and chance > 0.0:
                reach[child] += reach[place] * chance


@njit(cache=True, nogil=True, error_model="numpy")
def finish_hands(deal: Deal, acts: Ints, reach: Floats, finished: Finished) -> float:
    """Add how likely play by ``acts`` ends in each way; what is surrendered is returned.

    ``reach`` (hands,) is how often play comes to each hand.
    """
    shoe, lattice, play = deal.shoe, deal.lattice, deal.play
    stands, over = finished.stands, finished.over
    size = shoe.sum()
    natural = blackjack_card(deal.up)
    surrendered = 0.0
    for place in range(reach.shape[0]):
        act = acts[place]
        if reach[place] <= 0.0 or lattice.cards[place] < 2:
            continue
        left = size - lattice.cards[place]
        if act == STAND:
            stands[PLAIN, place] += reach[place]
        elif act == SURRENDER:
            ahead = 0.0
            if natural >= 0:
                ahead = max(0.0, (shoe[natural] - lattice.counts[place, natural]) / left)
            surrendered += reach[place] * (1.0 - (1.0 - play.is_open[deal.up]) * ahead)
        else:
            mode = double_of(act, place, play.free)
            for card in range(10):
                chance = (shoe[card] - lattice.counts[place, card]) / left
                if chance <= 0.0:
                    continue
                child = lattice.child[place, card]
                if child < 0:
                    ahead = 0.0
                    if natural >= 0 and left > 1.0:
                        gone = lattice.counts[place, natural] + (card == natural)
                        ahead = (shoe[natural] - gone) / (left - 1.0)
                    over[mode, 0] += reach[place] * chance * (1.0 - ahead)
                    over[mode, 1] += reach[place] * chance * ahead
                elif act != HIT:
                    stands[mode, child] += reach[place] * chance
    return surrendered
