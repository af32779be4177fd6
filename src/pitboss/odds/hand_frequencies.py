"""Compiled: how often play by given acts comes to each hand, and how hands end."""

from typing import TYPE_CHECKING

from numba import njit

from pitboss.odds.kernels import HIT, STAND, SURRENDER, Floats, Ints, blackjack_card

if TYPE_CHECKING:
    from pitboss.odds.lattice import Lattice
    from pitboss.odds.tables import Play


@njit(cache=True, nogil=True, error_model="numpy")
def reach_hands(shoe: Floats, lattice: "Lattice", acts: Ints, reach: Floats) -> None:
    """Carry the probability of hands on to those that hitting by ``acts`` leads to, in place."""
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
def finish_hands(
    reach: Floats,
    shoe: Floats,
    lattice: "Lattice",
    play: "Play",
    acts: Ints,
    up: int,
    stands: Floats,
    over: Floats,
) -> float:
    """How likely play by ``acts`` ends in each way; what is surrendered is returned.

    ``stands`` (4, hands) gains the hands that are compared, by how they were doubled: not, in full,
    for half, free. ``over`` (4, 2) gains those over 21, without and with a dealer's blackjack to
    come. Both count every dealer's hand, also one that a look would have stopped.
    """
    size = shoe.sum()
    natural = blackjack_card(up)
    surrendered = 0.0
    for place in range(reach.shape[0]):
        act = acts[place]
        if reach[place] <= 0.0 or lattice.cards[place] < 2:
            continue
        left = size - lattice.cards[place]
        if act == STAND:
            stands[0, place] += reach[place]
        elif act == SURRENDER:
            ahead = 0.0
            if natural >= 0:
                ahead = max(0.0, (shoe[natural] - lattice.counts[place, natural]) / left)
            surrendered += reach[place] * (1.0 - (1.0 - play.is_open[up]) * ahead)
        else:
            mode = 0 if act == HIT else 3 if play.free[place] else act - 1
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
