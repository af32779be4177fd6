"""Kernels for the probability that play reaches each hand, and ends in each way."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import kernel
from pitboss.odds.shoe import blackjack_value
from pitboss.odds.solver.acts import FULL, HIT, MODES, PLAIN, STAND, SURRENDER
from pitboss.odds.solver.arrays import Floats, Ints, Lattice, SolverDeal
from pitboss.odds.solver.kernels import double_of, p_blackjack, p_blackjack_after, size_of


class Finished(NamedTuple):
    """Probability of each ending of a hand; every dealer's hand counts, a peeked blackjack too."""

    stands: Floats
    """(modes, hands): hands that are compared with the dealer's, by mode of doubling."""
    over: Floats
    """(modes, 2): busts, without and with a dealer's blackjack to come."""
    surrendered: Floats
    """(modes, 2): surrendered hands, likewise."""


class PlayedActs(NamedTuple):
    """Acts of hands, and of doubled hands by number of doubles."""

    plain: Ints
    doubled: Ints


def nothing_finished(count: int) -> Finished:
    """Return zeros for the endings of this many hands."""
    return Finished(np.zeros((MODES, count)), np.zeros((MODES, 2)), np.zeros((MODES, 2)))


class DrawArrays(NamedTuple):
    """The part of ``SolverDeal`` that drawing needs: fewer arguments compile faster."""

    shoe: Floats
    lattice: Lattice
    free: NDArray[np.bool_]
    """(hands,): True if the house pays for a double."""
    need: int
    """Value that makes a blackjack with the up card; -1 if none does."""


def draw_arrays(deal: SolverDeal) -> DrawArrays:
    """Return the part of a deal that drawing needs."""
    return DrawArrays(deal.shoe, deal.lattice, deal.play.free, blackjack_value(deal.up))


def reach_hands(deal: SolverDeal, acts: Ints, reach: Floats) -> None:
    """Carry the probability of hands on to those that hitting by ``acts`` reaches, in place."""
    reach_all(draw_arrays(deal), acts, reach)


@kernel
def reach_all(cards: DrawArrays, acts: Ints, reach: Floats) -> None:
    """Compiled form of ``reach_hands``."""
    shoe, lattice = cards.shoe, cards.lattice
    size = size_of(shoe)
    for place in range(reach.shape[0]):
        left = size - lattice.cards[place]
        if reach[place] <= 0.0 or acts[place] != HIT or left <= 0.0:
            continue
        for card in range(10):
            child = lattice.child[place, card]
            chance = (shoe[card] - lattice.counts[place, card]) / left
            if child >= 0 and chance > 0.0:
                reach[child] += reach[place] * chance


def finish_hands(deal: SolverDeal, acts: Ints, doubled: Ints, dealt: Floats) -> Finished:
    """Return the probability of each ending of play by ``acts``.

    ``dealt`` (hands,) is the probability of each first hand; ``doubled`` (doubles, hands) are the
    acts of doubled hands, if these have any.
    """
    reach, count = dealt.copy(), dealt.shape[0]
    reach_hands(deal, acts, reach)
    finished = nothing_finished(count)
    again = np.zeros((doubled.shape[0] + 1, count))
    finish_all(draw_arrays(deal), PlayedActs(acts, doubled), reach, again, finished)
    return finished


@kernel
def finish_all(
    cards: DrawArrays, by: PlayedActs, reach: Floats, again: Floats, finished: Finished
) -> None:
    """Compiled form of ``finish_hands``; ``again`` (doubles + 1, hands) are zeros to work in."""
    acts, doubled = by
    shoe, lattice, need = cards.shoe, cards.lattice, cards.need
    stands, over, surrendered = finished.stands, finished.over, finished.surrendered
    size = size_of(shoe)
    most = doubled.shape[0]
    for times in range(most + 1):
        now = PLAIN if times == 0 else FULL if times == 1 else times + 2
        for place in range(reach.shape[0]):
            hand_p = reach[place] if times == 0 else again[times, place]
            if hand_p <= 0.0 or lattice.cards[place] < 2:
                continue
            act = acts[place] if times == 0 else doubled[times - 1, place]
            left = size - lattice.cards[place]
            if act == STAND:
                stands[now, place] += hand_p
                continue
            if act == SURRENDER:
                blackjack_p = p_blackjack(need, shoe, lattice.counts[place], left)
                surrendered[now, 0] += hand_p * (1.0 - blackjack_p)
                surrendered[now, 1] += hand_p * blackjack_p
                continue
            mode = double_of(act, place, cards.free)
            if times > 0:
                mode = now if act == HIT else times + 3
            for card in range(10):
                chance = (shoe[card] - lattice.counts[place, card]) / left
                if chance <= 0.0:
                    continue
                child = lattice.child[place, card]
                if child < 0:
                    counts = lattice.counts[place]
                    blackjack_p = p_blackjack_after(card, need, shoe, counts, left)
                    over[mode, 0] += hand_p * chance * (1.0 - blackjack_p)
                    over[mode, 1] += hand_p * chance * blackjack_p
                elif act == HIT:
                    # Hands that were not doubled are in ``reach`` already.
                    again[times, child] += hand_p * chance
                elif times < most:
                    again[times + 1, child] += hand_p * chance
                else:
                    stands[mode, child] += hand_p * chance
