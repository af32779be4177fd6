"""Busted plus one: a dealer's blackjack takes every busted hand of a split box and one more.

Which one depends on the other hands, so a sum over hands cannot give it. ``kernels`` charges it to
the original hand; ``busted_plus_one_loss`` corrects that exactly, over the sets of cards with which
all hands are settled. ``reply_in_turn`` plays the two hands as best replies to each other, because
the cost of ending one depends on the other. A hand is settled if a dealer's blackjack has no wager
of it left to take: it has busted, won or surrendered.
"""

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import kernel, making
from pitboss.odds.shoe import blackjack_value
from pitboss.odds.solver import kernels
from pitboss.odds.solver.acts import ACTS, DOUBLE, DOUBLE_HALF, HIT, STAND, SURRENDER
from pitboss.odds.solver.arrays import (
    HOUSE,
    OWN,
    SPLIT,
    SPLIT_ACE,
    Floats,
    HandWorkspace,
    Ints,
    Lattice,
    Origin,
    SolverDeal,
    lattice,
)
from pitboss.odds.solver.dealer import BLACKJACK
from pitboss.odds.solver.frequencies import PlayedActs
from pitboss.odds.solver.hand_values import SplitActs, doubled_of, standing_of
from pitboss.odds.solver.hands import place_of_values
from pitboss.odds.solver.kernels import play_doubled
from pitboss.odds.solver.rule_tables import RuleTables
from pitboss.odds.solver.splits import ADDED, ANY, FIRST, OTHER

TERMS_MAX = 200_000_000
"""Maximum number of terms: a longer sum, of three hands or more, counts as 0."""
BITS = 6
"""Bits for the number of cards of one value in a set written as one number."""
COUNT_MASK = (1 << BITS) - 1
SHIFTS = BITS * np.arange(10)
ONE_CARD = 1 << SHIFTS
"""One card of each value, as such a number."""
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
    whole: Floats
    """(cards,): reciprocal of the number of orders of this many cards of any value."""


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
        for whose in (0, 1)
        for what in (OTHER, ANY)
    }
    total = 0.0
    for path in paths(hands_max):
        pairs = path.count("P")
        kinds = [OTHER if step == "N" else ANY for step in path if step != "P"]
        over_first = _p_first_settled(left, pair, need, pairs, kinds, ends[FIRST, kinds[0]])
        total += over_first
        if len(kinds) <= joint_max:
            total -= _p_all_settled(
                left,
                pair,
                need,
                pairs,
                [ends[int(i > 0), k] for i, k in enumerate(kinds)],
            )
    return total * float(play.stake[1, pair, 0])


def paths(hands_max: int) -> Iterator[str]:
    """Yield the second cards of a split box: P splits again, N is not a pair card, A is any."""

    def deal(path: str, count: int, waiting: int) -> Iterator[str]:
        if waiting == 0 or count == hands_max:
            yield path + "A" * waiting
        else:
            yield from deal(path + "P", count + 1, waiting + 1)
            yield from deal(path + "N", count, waiting - 1)

    yield from deal("", 2, 2)


def settled_sets(
    play: RuleTables, pair: int, acts: SplitActs, *, whose: int, what: int
) -> SettledSets:
    """Return the sets of cards that settle a split hand before the dealer's second card."""
    by = PlayedActs(acts.plain[whose], acts.doubled[whose])
    drawn, orders = list_settled(
        place_of_values(pair), lattice(), by, losses(play), pair if what == OTHER else -1
    )
    codes, where = np.unique(set_codes(drawn), return_inverse=True)
    sums: Floats = np.bincount(where.ravel(), orders, len(codes)).astype(np.float64)
    return SettledSets(_rows(codes), sums)


def losses(play: RuleTables) -> Floats:
    """Return (2, hands), plain and doubled: 0 if a dealer's blackjack does not beat it."""
    tables = (play.loss, play.doubled_loss)
    return np.stack([table[1, :, BLACKJACK] for table in tables])


@making
def list_settled(
    start: int, grid: Lattice, by: PlayedActs, loss: Floats, barred: int
) -> tuple[NDArray[np.int64], Floats]:
    """List the cards drawn (ends, 10) by settled hands and their orders, with repetitions.

    ``loss`` is that of ``losses``; ``barred`` is a value that the second card does not have, or -1.
    """
    count, most = by.plain.shape[0], by.doubled.shape[0]
    orders = np.zeros((most + 1, count))
    for card in range(10):
        if card != barred:
            orders[0, grid.child[start, card]] += 1.0
    drawn = np.empty((11 * count * (most + 1), 10), dtype=np.int64)
    ways = np.empty(11 * count * (most + 1))
    rows = 0
    for times in range(most + 1):
        # A hit leads to a later hand of the lattice: a hand's orders are complete when it is met.
        for place in range(count):
            here = orders[times, place]
            if here == 0.0:
                continue
            act = by.plain[place] if times == 0 else by.doubled[times - 1, place]
            is_given = act == SURRENDER
            is_end = is_given or act == STAND
            if is_given or (is_end and loss[min(times, 1), place] == 0.0):
                ways[rows] = here
                for value in range(10):
                    drawn[rows, value] = int(grid.counts[place, value] - grid.counts[start, value])
                rows += 1
            if is_end:
                continue
            for card in range(10):
                child = grid.child[place, card]
                if child >= 0 and act == HIT:
                    orders[times, child] += here
                elif child >= 0 and times < most:
                    orders[times + 1, child] += here
                elif child < 0 or loss[1, child] == 0.0:
                    ways[rows] = here
                    for value in range(10):
                        held = grid.counts[place, value] - grid.counts[start, value]
                        drawn[rows, value] = int(held) + (value == card)
                    rows += 1
    return drawn[:rows], ways[:rows]


def _p_first_settled(
    left: Floats, pair: int, need: int, pairs: int, kinds: list[int], ends: SettledSets
) -> float:
    """Return the probability of the path, a dealer's blackjack and a settled first hand."""
    told = sum(kind == OTHER for kind in kinds[1:])
    total = 0.0
    for more in range(told + 1):
        sign = (-1) ** more * comb(told, more)
        chance, after = _taken(left, pair, need, pairs + more)
        if chance > 0:
            total += sign * chance * p_both_sets(ends, _none(), _falling(after))
    return total


def _p_all_settled(
    left: Floats, pair: int, need: int, pairs: int, ends: list[SettledSets]
) -> float:
    """Return the probability of the path, a dealer's blackjack and all hands settled."""
    if any(len(end.rows) == 0 for end in ends):
        return 0.0
    chance, after = _taken(left, pair, need, pairs)
    if chance <= 0:
        return 0.0
    sides = ends if len(ends) < 3 else [_sum(*ends[:2]), *ends[2:]]
    if len(sides) == 3:
        sides = [sides[0], _sum(*sides[1:])]
    terms = len(sides[0].rows) * len(sides[1].rows)
    if terms > TERMS_MAX and len(ends) > 2:
        return 0.0
    return chance * p_both_sets(sides[0], sides[1], _falling(after))


def _sum(one: SettledSets, other: SettledSets) -> SettledSets:
    """Return the sets of cards of two hands together."""
    codes = set_codes(one.rows)[:, None] + set_codes(other.rows)
    sums, where = np.unique(codes.ravel(), return_inverse=True)
    both = (one.orders[:, None] * other.orders).ravel()
    orders: Floats = np.bincount(where.ravel(), both, len(sums)).astype(np.float64)
    return SettledSets(_rows(sums), orders)


def set_codes(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return sets of cards (sets, 10) as one number each."""
    codes: NDArray[np.int64] = (rows << SHIFTS).sum(axis=1)
    return codes


def _rows(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    rows: NDArray[np.int64] = (codes[:, None] >> SHIFTS) & COUNT_MASK
    return rows


def _none() -> SettledSets:
    return SettledSets(np.zeros((1, 10), dtype=np.int64), np.ones(1))


def _taken(left: Floats, pair: int, need: int, pairs: int) -> tuple[float, Floats]:
    """Return the probability of drawing ``need`` and ``pairs`` pair cards, and the shoe left."""
    after = left.copy()
    size = float(left.sum())
    chance = float(after[need]) / size
    after[need] -= 1
    for more in range(pairs):
        chance *= max(0.0, float(after[pair])) / max(1.0, size - 1 - more)
        after[pair] -= 1
    return chance, np.maximum(after, 0.0)


def _falling(left: Floats) -> Falling:
    steps = np.arange(LONGEST_TWO - 1)
    by_value = np.ones((10, LONGEST_TWO))
    by_value[:, 1:] = np.cumprod(np.maximum(left[:, None] - steps, 0.0), axis=1)
    size = float(left.sum())
    whole = np.zeros(LONGEST_TWO)
    whole[0] = 1.0
    for cards in range(1, LONGEST_TWO):
        whole[cards] = whole[cards - 1] / (size - cards + 1) if size >= cards else 0.0
    return Falling(by_value, whole)


@kernel
def p_both_sets(one: SettledSets, other: SettledSets, falling: Falling) -> float:
    """Sum the probability that both sets come out of a shoe, over all pairs of sets."""
    total = 0.0
    for row in range(one.rows.shape[0]):
        for other_row in range(other.rows.shape[0]):
            product = one.orders[row] * other.orders[other_row]
            cards = 0
            for value in range(10):
                count = one.rows[row, value] + other.rows[other_row, value]
                if count:
                    product *= falling.by_value[value, count]
                    cards += count
            total += product * falling.whole[cards]
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

    here: Floats
    """(hands,): 0 if it does not beat the hand."""
    doubled: Floats
    """(hands,): the same for doubled hands; empty if these may still act."""


def reply_in_turn(deal: SolverDeal, pair: int, acts: SplitActs) -> None:
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
    kind = SPLIT_ACE if pair == 0 else SPLIT
    standing = standing_of(play, kind)
    kernels.stand_parts(places, outcomes, standing)
    room = doubled_of(play, standing, kind)
    if play.doubled_pays_differently:
        kernels.stand_parts(places, outcomes, room.standing)
    values, plain_and_doubled = np.zeros(len(grid.cards)), losses(play)
    may_act_again = acts.doubled.shape[1] > 0
    then = plain_and_doubled[1][: 0 if may_act_again else None]
    for _ in range(REPLIES_MAX):
        before = acts.plain.copy(), acts.doubled.copy()
        for added in (FIRST, ADDED):
            ends = settled_sets(play, pair, acts, whose=1 - added, what=ANY)
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
            work = HandWorkspace(
                standing, acts.plain[added], values, kernels.UNUSED, costs[0], is_fixed=False,
                doubled=doubled, worth=np.empty(ACTS),
            )  # fmt: skip
            kernels.play_hands(places, now, origin, work)
        if all(map(np.array_equal, acts, before)):
            break


@making
def reply_costs(
    places: Ints, deal: SolverDeal, other: OtherHand, losing: Losing, costs: Floats
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
        is_taken = losing.here[place] > 0.0
        here = other.stake * p_blackjack_and_other(left, need, other)
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
    whole = np.ones(LONGEST)
    for step in range(1, LONGEST):
        for value in range(10):
            cards = left[value] - (value == need) - step + 1
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
