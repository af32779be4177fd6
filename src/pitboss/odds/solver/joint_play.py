"""The best play of two split hands of which a dealer's blackjack takes one besides those over 21.

What an end of one hand costs depends on the other: the original hand that is over leaves the
other to be taken, and the other is taken only then (``coupling``). So each is played as the best
reply to the other, in turn, until neither changes.
"""

from typing import NamedTuple

import numpy as np

from pitboss.compiling import making
from pitboss.odds.solver import kernels
from pitboss.odds.solver.acts import ACTS, DOUBLE, DOUBLE_HALF, HIT, STAND, SURRENDER
from pitboss.odds.solver.arrays import (
    HOUSE,
    OWN,
    SPLIT,
    SPLIT_ACE,
    Deal,
    Floats,
    Ints,
    Origin,
    Workspace,
)
from pitboss.odds.solver.busted_plus_one import LONGEST, Ends, hand_ends, losses
from pitboss.odds.solver.doubled_hands import play_doubled
from pitboss.odds.solver.hand_values import SplitActs, doubled_of, standing_of
from pitboss.odds.solver.splits import ADDED, ANY, FIRST

REPLIES_MAX = 8
"""Replies settle by themselves before this many."""


class OtherHand(NamedTuple):
    """The other hand of a split box, as one of the two meets it."""

    ends: Ends
    """Those in which it is over."""
    added: int
    """1 where the hand that meets it has the added wager."""
    stake: float
    """What is lost, in units of the initial wager."""


class Losing(NamedTuple):
    """What a dealer's blackjack beats."""

    here: Floats
    """(hands,): 0 where it does not beat the hand."""
    doubled: Floats
    """(hands,): the same once the hand is doubled; none where it then may still act."""


def reply_in_turn(deal: Deal, pair: int, acts: SplitActs) -> None:
    """Improve the acts of both hands, in place; the pair is in the shoe of the deal."""
    grid, play = deal.lattice, deal.play
    after = deal.shoe.copy()
    after[pair] -= 1
    now = deal._replace(shoe=after)
    places = np.nonzero((grid.counts[:, pair] > 0) & (grid.cards > 1))[0]
    outcomes = np.zeros((len(places), kernels.RESULTS))
    kernels.dealer_outcomes(after - grid.counts[places], deal.draws, deal.up, outcomes)
    kind = SPLIT_ACE if pair == 0 else SPLIT
    standing = standing_of(play, kind)
    kernels.stand_parts(places, outcomes, standing)
    room = doubled_of(play, standing, kind)
    if play.is_doubled_apart:
        kernels.stand_parts(places, outcomes, room.standing)
    values, plain_and_doubled = np.zeros(len(grid.cards)), losses(play)
    may_act_again = acts.doubled.shape[1] > 0
    then = plain_and_doubled[1][: 0 if may_act_again else None]
    for _ in range(REPLIES_MAX):
        before = acts.plain.copy(), acts.doubled.copy()
        for added in (FIRST, ADDED):
            ends = hand_ends(play, pair, acts, whose=1 - added, what=ANY)
            other = OtherHand(ends, added, float(play.stake[ADDED, pair, OWN]))
            costs = np.zeros((2, len(grid.cards), ACTS))
            for which in range(1 + may_act_again):
                losing = Losing(plain_and_doubled[which], then)
                reply_costs(places, now, other, losing, costs[which])
            stake, free = (float(play.stake[added, pair, whose]) for whose in (OWN, HOUSE))
            origin = Origin(kind, added, -1, stake, free)
            doubled = room._replace(acts=acts.doubled[added], costs=costs[1])
            if may_act_again:
                play_doubled(places, now, origin, doubled)
            work = Workspace(
                standing, acts.plain[added], values, kernels.UNUSED, costs[0], is_fixed=False,
                doubled=doubled, worth=np.empty(ACTS),
            )  # fmt: skip
            kernels.play_hands(places, now, origin, work)
        if all(map(np.array_equal, acts, before)):
            break


@making
def reply_costs(places: Ints, deal: Deal, other: OtherHand, losing: Losing, costs: Floats) -> None:
    """What ending a hand costs because of the other one, by the act that ends it.

    The original hand pays where it is over itself and the other is not, the added one where that
    is the other way round. ``costs`` (hands, acts) is added to.
    """
    shoe, lattice = deal.shoe, deal.lattice
    double_ends = losing.doubled.shape[0] > 0
    natural, added = kernels.blackjack_card(deal.up), other.added
    size = kernels.size_of(shoe)
    left = np.empty(10)
    for place in places:
        for value in range(10):
            left[value] = shoe[value] - lattice.counts[place, value]
        cards = size - lattice.cards[place]
        if cards < 1.0 or left.min() < 0.0:
            continue
        is_taken = losing.here[place] > 0.0
        here = other.stake * due(left, natural, other)
        if is_taken == (added == 1):
            costs[place, STAND] = here
        if added == 0:
            costs[place, SURRENDER] = here
        for card in range(10):
            chance = left[card] / cards
            if chance <= 0.0:
                continue
            child = lattice.child[place, card]
            is_bust = child < 0
            if not is_bust and not double_ends:
                continue
            ends_live = not is_bust and losing.doubled[child] > 0.0
            if ends_live != (added == 1):
                continue
            left[card] -= 1.0
            part = chance * other.stake * due(left, natural, other)
            left[card] += 1.0
            costs[place, DOUBLE] += part
            costs[place, DOUBLE_HALF] += part
            if is_bust:
                costs[place, HIT] += part


@making
def due(left: Floats, natural: int, other: OtherHand) -> float:
    """That the dealer has a blackjack, and the other hand is over (added: 1) or is not (0)."""
    size = kernels.size_of(left)
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
    over, rows, orders = 0.0, other.ends.rows, other.ends.orders
    for row in range(rows.shape[0]):
        product, taken = orders[row], 0
        for value in range(10):
            count = rows[row, value]
            if count:
                product *= falling[value, count]
                taken += count
        over += product * whole[taken]
    return float(blackjack_p * (over if other.added else 1.0 - over))
