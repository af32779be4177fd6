"""Busted plus one: a dealer's blackjack takes every busted hand of a split box and one more.

Which one depends on the other hands, so a sum over hands cannot give it. ``kernels`` charges it to
the original hand; ``busted_plus_one_loss`` corrects that exactly, over the sets of cards with which
all hands are settled. ``reply_in_turn`` plays the two hands as best replies to each other, because
the cost of ending one depends on the other. A hand is settled if a dealer's blackjack has no wager
of it left to take: it has busted, won or surrendered.
"""

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import kernel, making
from pitboss.odds.shoe import blackjack_value
from pitboss.odds.solver import arrays, kernels
from pitboss.odds.solver.acts import ACTS, DOUBLE, DOUBLE_HALF, HIT, MODES, PLAIN, STAND, SURRENDER
from pitboss.odds.solver.arrays import Floats, Ints
from pitboss.odds.solver.dealer import BLACKJACK
from pitboss.odds.solver.hand_values import SplitActs, doubled_of, hand_workspace, standing_of
from pitboss.odds.solver.rule_tables import RuleTables
from pitboss.odds.solver.split_endings import (
    COUNT_MASK,
    SHIFTS,
    SURRENDERED,
    list_endings,
    set_codes,
)
from pitboss.odds.solver.splits import ADDED, ANY, FIRST, OTHER, paths

TERMS_MAX = 200_000_000
"""Maximum number of terms: a longer sum, of three hands or more, counts as 0."""
LONGEST = 23
"""More than the number of cards of any hand."""
LONGEST_TWO = 90
"""More than the number of cards of any box."""


class SettledSets(NamedTuple):
    """Sets of cards with which a hand is settled."""

    rows: NDArray[np.int64]
    """(ends, 10): cards of each value that the hand draws."""
    orders: Floats
    """(ends,): number of orders in which the cards can come."""


class Falling(NamedTuple):
    """Falling factorials of a shoe, for the probability of a set of cards."""

    by_value: Floats
    """(10, cards): number of orders of this many cards of one value."""
    by_size: Floats
    """(cards,): reciprocal of the number of orders of this many cards of any value."""


NO_CARDS = SettledSets(np.zeros((1, 10), dtype=np.int64), np.ones(1))
"""The set of a hand that draws nothing."""


def busted_plus_one_loss(
    play: RuleTables,
    up: int,
    pair: int,
    acts: SplitActs,
    left: Floats,
    *,
    hands_max: int,
    joint_max: int,
) -> float:
    """Return the loss of added hands to a dealer's blackjack because the original hand is settled.

    Per unit of the initial wager; ``left`` are the cards without the up card and the pair. Boxes of
    more than ``joint_max`` hands count as never all settled, which is enough for a split that is
    worse than another act even without this loss.
    """
    # A dealer's blackjack takes every busted hand and one more. The kernels charge that one to the
    # original hand, settled or not. If the original is settled and another hand is not, that
    # other's stake is lost instead: stake * (P(path, BJ, first settled) - P(path, BJ, all
    # settled)).
    # Hands are written as sets of cards (6 bits per value) with their number of orders. The union
    # of two sets is the sum of their numbers, so k hands reduce to two tables and one double sum
    # (``p_both_sets``). Over ``TERMS_MAX`` terms the second probability, of three hands or more, is
    # taken as 0: the error is below P(all settled, BJ).
    need = blackjack_value(up)
    if not play.is_busted_plus_one or not play.blackjack_after_play[up] or need < 0:
        return 0.0
    ends = {
        (whose, what): settled_sets(play, pair, acts, whose=whose, what=what)
        for whose in (FIRST, ADDED)
        for what in (OTHER, ANY)
    }
    total = 0.0
    for path in paths(hands_max):
        pairs = path.count("P")
        kinds = [OTHER if step == "N" else ANY for step in path if step != "P"]
        total += _p_first_settled(left, pair, need, pairs, kinds, ends[FIRST, kinds[0]])
        if len(kinds) <= joint_max:
            sets = [ends[int(hand > 0), kind] for hand, kind in enumerate(kinds)]
            total -= _p_all_settled(left, pair, need, pairs, sets)
    return total * float(play.stake[1, pair, 0])


def settled_sets(
    play: RuleTables, pair: int, acts: SplitActs, *, whose: int, what: int
) -> SettledSets:
    """Return the sets of cards that settle a split hand before the dealer's second card."""
    ends = list_endings(play, pair, acts.plain[whose], acts.doubled[whose], has_hit_busts=True)
    is_doubled = (ends.modes % MODES != PLAIN).astype(np.int64)
    is_safe = losses(play)[is_doubled, ends.places] == 0.0
    is_settled = ends.is_bust | (ends.modes >= SURRENDERED) | is_safe
    ways = ends.orders[:, OTHER] if what == OTHER else ends.orders.sum(axis=1)
    is_settled &= ways > 0.0
    return _merge_sets(ends.codes[is_settled], ways[is_settled])


def losses(play: RuleTables) -> Floats:
    """Return (2, hands), plain and doubled: 0 if a dealer's blackjack does not beat it."""
    tables = (play.loss, play.doubled_loss)
    return np.stack([table[1, :, BLACKJACK] for table in tables])


def _p_first_settled(
    left: Floats, pair: int, need: int, pairs: int, kinds: list[int], ends: SettledSets
) -> float:
    """Return the probability of the path, a dealer's blackjack and a settled first hand."""
    known = sum(kind == OTHER for kind in kinds[1:])
    total = 0.0
    for more in range(known + 1):
        sign = (-1) ** more * comb(known, more)
        chance, after = _draw_blackjack(left, pair, need, pairs + more)
        if chance > 0:
            total += sign * chance * p_both_sets(ends, NO_CARDS, _falling_factorials(after))
    return total


def _p_all_settled(
    left: Floats, pair: int, need: int, pairs: int, ends: list[SettledSets]
) -> float:
    """Return the probability of the path, a dealer's blackjack and all hands settled."""
    if any(len(end.rows) == 0 for end in ends):
        return 0.0
    chance, after = _draw_blackjack(left, pair, need, pairs)
    if chance <= 0:
        return 0.0
    sides = ends if len(ends) < 3 else [_join_sets(*ends[:2]), *ends[2:]]
    if len(sides) == 3:
        sides = [sides[0], _join_sets(*sides[1:])]
    terms = len(sides[0].rows) * len(sides[1].rows)
    if terms > TERMS_MAX and len(ends) > 2:
        return 0.0
    return chance * p_both_sets(sides[0], sides[1], _falling_factorials(after))


def _join_sets(hand: SettledSets, other: SettledSets) -> SettledSets:
    """Return the sets of cards of two hands together."""
    codes = set_codes(hand.rows)[:, None] + set_codes(other.rows)
    return _merge_sets(codes.ravel(), (hand.orders[:, None] * other.orders).ravel())


def _merge_sets(codes: Ints, orders: Floats) -> SettledSets:
    """Return each set of cards once, with the sum of its orders."""
    distinct, where = np.unique(codes, return_inverse=True)
    rows: Ints = (distinct[:, None] >> SHIFTS) & COUNT_MASK
    sums = np.bincount(where.ravel(), orders, len(distinct)).astype(np.float64)
    return SettledSets(rows, sums)


def _draw_blackjack(left: Floats, pair: int, need: int, pairs: int) -> tuple[float, Floats]:
    """Return the probability of drawing ``need`` and ``pairs`` pair cards, and the shoe left."""
    after = left.copy()
    size = float(left.sum())
    chance = float(after[need]) / size
    after[need] -= 1
    for more in range(pairs):
        chance *= max(0.0, float(after[pair])) / max(1.0, size - 1 - more)
        after[pair] -= 1
    return chance, np.maximum(after, 0.0)


def _falling_factorials(left: Floats) -> Falling:
    steps = np.arange(LONGEST_TWO - 1)
    by_value = np.ones((10, LONGEST_TWO))
    by_value[:, 1:] = np.cumprod(np.maximum(left[:, None] - steps, 0.0), axis=1)
    size = float(left.sum())
    by_size = np.zeros(LONGEST_TWO)
    by_size[0] = 1.0
    for cards in range(1, LONGEST_TWO):
        by_size[cards] = by_size[cards - 1] / (size - cards + 1) if size >= cards else 0.0
    return Falling(by_value, by_size)


@kernel
def p_both_sets(hand: SettledSets, other: SettledSets, falling: Falling) -> float:
    """Sum the probability that both sets come out of a shoe, over all pairs of sets."""
    total = 0.0
    for row in range(hand.rows.shape[0]):
        for other_row in range(other.rows.shape[0]):
            product = hand.orders[row] * other.orders[other_row]
            cards = 0
            for value in range(10):
                count = hand.rows[row, value] + other.rows[other_row, value]
                if count:
                    product *= falling.by_value[value, count]
                    cards += count
            total += product * falling.by_size[cards]
    return total


REPLIES_MAX = 8
"""Maximum number of rounds of replies, which end earlier by themselves."""


class OtherHand(NamedTuple):
    """The other hand of a split box, from the view of the hand that replies."""

    ends: SettledSets
    """Sets of cards with which it is settled."""
    added: int
    """1 if the hand that replies has the added wager, otherwise 0."""
    stake: float
    """Stake that is lost, in units of the initial wager."""


class Losing(NamedTuple):
    """Hands that a dealer's blackjack beats."""

    plain: Floats
    """(hands,): 0 if it does not beat the hand."""
    doubled: Floats
    """(hands,): the same for doubled hands; empty if these may still act."""


def reply_in_turn(deal: arrays.SolverDeal, pair: int, acts: SplitActs) -> None:
    """Improve the acts of both hands, in place; the pair is in the shoe of the deal."""
    # Both hands maximise one common value, that of the box, in which the coupled term is -stake *
    # P(BJ, first settled, added not). With one hand fixed, that term is a cost on ending the other,
    # known per act (``reply_costs``), and the best reply is ordinary backward induction. A reply
    # can only raise the common value and strategies are finite, so it ends, in theory in a local
    # optimum. The gallery's Australian and Pontoon games need one or two rounds of replies.
    # ``busted_plus_one_loss`` then corrects the value.
    grid, play = deal.lattice, deal.play
    after = deal.shoe.copy()
    after[pair] -= 1
    now = deal._replace(shoe=after)
    places = np.nonzero((grid.counts[:, pair] > 0) & (grid.cards > 1))[0]
    outcomes = np.zeros((len(places), kernels.RESULTS))
    kernels.dealer_outcomes(after - grid.counts[places], deal.draws, deal.up, outcomes)
    kind = arrays.SPLIT_ACE if pair == 0 else arrays.SPLIT
    standing = standing_of(play, kind)
    kernels.stand_parts(places, outcomes, standing)
    room = doubled_of(play, standing, kind)
    if play.doubled_pays_differently:
        kernels.stand_parts(places, outcomes, room.standing)
    plain_and_doubled = losses(play)
    may_act_again = acts.doubled.shape[1] > 0
    then = plain_and_doubled[1][: 0 if may_act_again else None]
    for _ in range(REPLIES_MAX):
        before = acts.plain.copy(), acts.doubled.copy()
        for added in (FIRST, ADDED):
            ends = settled_sets(play, pair, acts, whose=1 - added, what=ANY)
            other = OtherHand(ends, added, float(play.stake[ADDED, pair, arrays.OWN]))
            costs = np.zeros((2, len(grid.cards), ACTS))
            for is_doubled in range(1 + may_act_again):
                losing = Losing(plain_and_doubled[is_doubled], then)
                reply_costs(places, now, other, losing, costs[is_doubled])
            stake, free = (
                float(play.stake[added, pair, whose]) for whose in (arrays.OWN, arrays.HOUSE)
            )
            origin = arrays.Origin(kind, added, -1, stake, free)
            doubled = room._replace(acts=acts.doubled[added], costs=costs[1])
            if may_act_again:
                kernels.play_doubled(places, now, origin, doubled)
            work = hand_workspace(
                standing, acts.plain[added], doubled, kernels.UNUSED, costs=costs[0]
            )
            kernels.play_hands(places, now, origin, work)
        if all(map(np.array_equal, acts, before)):
            break


@making
def reply_costs(
    places: Ints, deal: arrays.SolverDeal, other: OtherHand, losing: Losing, costs: Floats
) -> None:
    """Add to ``costs`` (hands, acts) the cost of ending a hand because of the other one, by act.

    The original hand pays if it is settled and the other is not, the added hand in the reverse
    case.
    """
    shoe, lattice = deal.shoe, deal.lattice
    double_ends = losing.doubled.shape[0] > 0
    need, added = kernels.blackjack_value(deal.up), other.added
    size = kernels.size_of(shoe)
    left = np.empty(10)
    for place in places:
        for value in range(10):
            left[value] = shoe[value] - lattice.counts[place, value]
        cards = size - lattice.cards[place]
        if cards < 1.0 or left.min() < 0.0:
            continue
        is_taken = losing.plain[place] > 0.0
        cost = other.stake * p_blackjack_and_other(left, need, other)
        if is_taken == (added == 1):
            costs[place, STAND] = cost
        if added == 0:
            costs[place, SURRENDER] = cost
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
            part = chance * other.stake * p_blackjack_and_other(left, need, other)
            left[card] += 1.0
            costs[place, DOUBLE] += part
            costs[place, DOUBLE_HALF] += part
            if is_bust:
                costs[place, HIT] += part


@making
def p_blackjack_and_other(left: Floats, need: int, other: OtherHand) -> float:
    """Return the probability of a blackjack with the other hand settled (added: 1) or not (0)."""
    size = kernels.size_of(left)
    if left[need] <= 0.0 or size < 1.0:
        return 0.0
    blackjack_p = left[need] / size
    falling = np.ones((10, LONGEST))
    by_size = np.ones(LONGEST)
    for step in range(1, LONGEST):
        for value in range(10):
            cards = left[value] - (value == need) - step + 1
            falling[value, step] = falling[value, step - 1] * max(cards, 0.0)
        by_size[step] = by_size[step - 1] / (size - step) if size > step else 0.0
    over, rows, orders = 0.0, other.ends.rows, other.ends.orders
    for row in range(rows.shape[0]):
        product, taken = orders[row], 0
        for value in range(10):
            count = rows[row, value]
            if count:
                product *= falling[value, count]
                taken += count
        over += product * by_size[taken]
    return float(blackjack_p * (over if other.added else 1.0 - over))
