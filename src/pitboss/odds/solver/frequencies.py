"""Compiled: how often play by given acts comes to each hand, and how hands end."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import kernel
from pitboss.odds.shoe import blackjack_value
from pitboss.odds.solver.acts import FULL, HIT, MODES, PLAIN, STAND, SURRENDER
from pitboss.odds.solver.arrays import Floats, Ints, Lattice, SolverDeal
from pitboss.odds.solver.kernels import double_of, p_blackjack_after, size_of


class Finished(NamedTuple):
    """How often hands end in each way; every dealer's hand counts, also one that a look stops."""

    stands: Floats
    """(modes, hands): hands that are compared, by how they were doubled."""
    over: Floats
    """(modes, 2): hands over 21, without and with a dealer's blackjack to come."""
    surrendered: Floats
    """(modes, 2): hands that are surrendered, likewise."""


class PlayedActs(NamedTuple):
    """How hands are played, and those that were doubled."""

    plain: Ints
    doubled: Ints


def nothing_finished(count: int) -> Finished:
    """Room for the ends of this many hands."""
    return Finished(np.zeros((MODES, count)), np.zeros((MODES, 2)), np.zeros((MODES, 2)))


class DrawArrays(NamedTuple):
    """What of a deal says how hands go on: a kernel that takes less is sooner compiled."""

    shoe: Floats
    lattice: Lattice
    free: NDArray[np.bool_]
    """(hands,): whether the house pays for a double."""
    need: int
    """The value that makes a blackjack with the up card; -1 where none does."""


def draw_arrays(deal: SolverDeal) -> DrawArrays:
    """That of a deal."""
    return DrawArrays(deal.shoe, deal.lattice, deal.play.free, blackjack_value(deal.up))


def reach_hands(deal: SolverDeal, acts: Ints, reach: Floats) -> None:
    """Carry the probability of hands on to those that hitting by ``acts`` leads to, in place."""
    reach_all(draw_arrays(deal), acts, reach)


@kernel
def reach_all(cards: DrawArrays, acts: Ints, reach: Floats) -> None:
    """The same, compiled."""
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


def finish_hands(
    deal: SolverDeal, acts: Ints, doubled: Ints, reach: Floats, finished: Finished
) -> None:
    """Add how likely play by ``acts`` ends in each way.

    ``reach`` (hands,) is how often play comes to each hand; ``doubled`` (doubles, hands) are the
    acts of hands that were doubled, where these have any.
    """
    again = np.zeros((doubled.shape[0] + 1, reach.shape[0]))
    finish_all(draw_arrays(deal), PlayedActs(acts, doubled), reach, again, finished)


@kernel
def finish_all(
    cards: DrawArrays, by: PlayedActs, reach: Floats, again: Floats, finished: Finished
) -> None:
    """The same; ``again`` (doubles + 1, hands) are zeros, and how often doubled hands act again."""
    acts, doubled = by
    shoe, lattice, need = cards.shoe, cards.lattice, cards.need
    stands, over, surrendered = finished.stands, finished.over, finished.surrendered
    size = size_of(shoe)
    most = doubled.shape[0]
    for times in range(most + 1):
        now = PLAIN if times == 0 else FULL if times == 1 else times + 2
        for place in range(reach.shape[0]):
            here = reach[place] if times == 0 else again[times, place]
            if here <= 0.0 or lattice.cards[place] < 2:
                continue
            act = acts[place] if times == 0 else doubled[times - 1, place]
            left = size - lattice.cards[place]
            if act == STAND:
                stands[now, place] += here
                continue
            if act == SURRENDER:
                blackjack_p = 0.0
                if need >= 0:
                    blackjack_p = max(0.0, (shoe[need] - lattice.counts[place, need]) / left)
                surrendered[now, 0] += here * (1.0 - blackjack_p)
                surrendered[now, 1] += here * blackjack_p
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
                    over[mode, 0] += here * chance * (1.0 - blackjack_p)
                    over[mode, 1] += here * chance * blackjack_p
                elif act == HIT:
                    # Hands that were not doubled are in ``reach`` already.
                    again[times, child] += here * chance
                elif times < most:
                    again[times + 1, child] += here * chance
                else:
                    stands[mode, child] += here * chance
