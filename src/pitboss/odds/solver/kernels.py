"""Compiled kernels of the solver: arrays in, arrays out, no rule of any rulebook.

Numba compiles them on the first call; ``pitboss.compiling`` caches the code. Counts of cards are
floats, so that sums need no conversion.

Doubled hands that may still draw, double again or surrender take one pass per double. A double adds
as much as the hand's wager, so ``n`` doubles add ``2 ** n - 1`` full doubles.
"""

from types import FunctionType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import Function, inlined, kernel, making, summing
from pitboss.odds import shoe
from pitboss.odds.solver import arrays
from pitboss.odds.solver.acts import (
    ACTS,
    DOUBLE,
    DOUBLE_HALF,
    FREE,
    FULL,
    HIT,
    MAY_DRAW,
    PLAIN,
    STAND,
    SURRENDER,
)
from pitboss.odds.solver.arrays import IN_PLAY, OVER_21, Floats, Ints, Lattice
from pitboss.odds.solver.dealer import BLACKJACK, Draws

blackjack_value = inlined(shoe.blackjack_value)


@inlined
def size_of(shoe: Floats) -> float:
    """Return the number of cards in a shoe (10,)."""
    size = 0.0
    for card in range(10):
        size += shoe[card]
    return size


@inlined
def p_blackjack(need: int, shoe: Floats, counts: Floats, left: float) -> float:
    """Return the probability that the dealer's next card is ``need``; 0 if ``need`` is -1.

    ``counts`` (10,) are the cards of the hand, which are still in the shoe, and ``left`` is the
    number of cards without them.
    """
    return max(0.0, (shoe[need] - counts[need]) / left) if need >= 0 and left > 0.0 else 0.0


@inlined
def p_blackjack_after(card: int, need: int, shoe: Floats, counts: Floats, left: float) -> float:
    """Return the same probability after the hand draws ``card``, which ``shoe`` still contains."""
    if need < 0 or left <= 1.0:
        return 0.0
    return float((shoe[need] - counts[need] - (card == need)) / (left - 1.0))


@inlined
def choose_act(place: int, values: Floats, costs: Floats, act_values: Floats) -> int:
    """Return the best act of a hand, after its costs are taken off ``values`` (acts,).

    ``costs`` (hands, acts) and ``act_values`` (hands, acts), to which the rest is written, may be
    empty.
    """
    best = 0
    for act in range(ACTS):
        if costs.shape[0] > 0:
            values[act] -= costs[place, act]
        if values[act] > values[best]:
            best = act
        if act_values.shape[0] > 0:
            act_values[place, act] = values[act]
    return best


@making
def play_doubled(
    places: Ints, deal: arrays.SolverDeal, origin: arrays.Origin, doubled: arrays.DoubledHands
) -> None:
    """Value hands after each number of doubles; row 0 of the values is that of a first double."""
    shoe, lattice, play, standing = deal.shoe, deal.lattice, deal.play, doubled.standing
    stake, free, takes = origin.stake, origin.free, play.loss_to_blackjack[origin.added]
    after_play = play.blackjack_after_play[deal.up]
    need = blackjack_value(deal.up)
    size = size_of(shoe)
    most = doubled.acts.shape[0]
    evs = np.empty(ACTS)
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
            blackjack_p = p_blackjack(need, shoe, lattice.counts[place], left)
            for act in range(ACTS):
                evs[act] = -np.inf
            gain = (
                standing.parts[place, arrays.GAIN]
                + after_play * blackjack_p * standing.win[place, BLACKJACK]
            )
            take = stake * takes[IN_PLAY, 0] + extra * takes[IN_PLAY, 1]
            take *= after_play * blackjack_p * standing.loss[place, BLACKJACK]
            evs[STAND] = (real + free) * gain - real * standing.parts[place, arrays.LOSS] - take
            if legal & (1 << SURRENDER):
                evs[SURRENDER] = -0.5 * real * (1.0 - (1.0 - after_play) * blackjack_p)
            if legal & (1 << DOUBLE):
                evs[DOUBLE] = again
            if legal & (1 << HIT) and left > 0.0:
                evs[HIT] = one_card(place, times, deal, origin, doubled)
            best = choose_act(place, evs, doubled.costs, doubled.act_values[times - 1])
            if not doubled.is_fixed:
                doubled.acts[times - 1, place] = best
            doubled.values[times, place] = evs[doubled.acts[times - 1, place]]


@kernel
def one_card(
    place: int,
    times: int,
    deal: arrays.SolverDeal,
    origin: arrays.Origin,
    doubled: arrays.DoubledHands,
) -> float:
    """Return the value of one more card to a hand that has then been doubled ``times`` times."""
    shoe, lattice, play = deal.shoe, deal.lattice, deal.play
    takes, after_play = play.loss_to_blackjack[origin.added], play.blackjack_after_play[deal.up]
    need = blackjack_value(deal.up)
    left = size_of(shoe) - lattice.cards[place]
    extra = play.double[FULL] * (2.0**times - 1.0)
    real = origin.stake + extra
    over = origin.stake * takes[OVER_21, 0] + extra * takes[OVER_21, 1]
    mean = 0.0
    for card in range(10):
        chance = (shoe[card] - lattice.counts[place, card]) / left
        if chance <= 0.0:
            continue
        child = lattice.child[place, card]
        if child >= 0:
            mean += chance * doubled.values[times, child]
            continue
        blackjack_p = p_blackjack_after(card, need, shoe, lattice.counts[place], left)
        mean -= chance * ((1.0 - blackjack_p) * real + blackjack_p * after_play * over)
    return mean


UNUSED = np.empty((0, ACTS))
"""Empty array for act costs that are 0 and act values that are not needed."""

LANES = 64
"""Number of shoes whose dealer outcomes are summed at once."""
RESULTS = 8

PASSED, COMPARED = 1, 2
"""Bits of a hand that play reaches: it passes through, or compares it with the dealer's."""


@summing
def dealer_outcomes(rest: Floats, draws: Draws, up: int, out: Floats) -> None:
    """Write to ``out`` (shoes, 8) the probability of each dealer's result, given each shoe.

    ``rest`` (shoes, 10) are the shoes without the cards shown; ``up`` is the index in ``SHOWN``.
    """
    # The dealer's draws are a tree of *sets* of cards, not of sequences. Each set is written once,
    # high cards first, with ``orders``, the number of orders in which the dealer may legally draw
    # it (he stops when he must). ``dealer._walk`` sorts the sets, which is pre-order:
    # ``product[depth]`` still holds the parent when a later sibling is met.
    # P(set in one given order) = falling factorials of the counts / falling factorial of the shoe:
    # extended = parent * (cards of that value - those already in the set), and
    # scale[d] = 1 / (n (n - 1) ... (n - d + 1)). Busts are not in the tree: they are most of it,
    # and 1 - the rest gives them (the last line). Each node is applied to 64 shoes at once: the
    # inner loops run over lanes and become SIMD.
    if draws.stands[up] >= 0:
        for row in range(rest.shape[0]):
            for result in range(RESULTS):
                out[row, result] = 1.0 if result == draws.stands[up] else 0.0
        return
    first, last = draws.start[up], draws.start[up + 1]
    depth_max = 0
    for node in range(first, last):
        depth_max = max(depth_max, draws.depth[node] + 1)
    # One array for all, because each allocation costs time to compile.
    room = np.empty((10 + RESULTS + 2 * (depth_max + 1), LANES))
    left, sums, product = room[:10], room[10 : 10 + RESULTS], room[10 + RESULTS :]
    scale = product[depth_max + 1 :]
    for base in range(0, rest.shape[0], LANES):
        lanes = min(LANES, rest.shape[0] - base)
        for lane in range(LANES):
            row = base + min(lane, lanes - 1)
            size = 0.0
            for value in range(10):
                left[value, lane] = max(rest[row, value], 0.0)
                size += left[value, lane]
            product[0, lane] = 1.0
            scale[0, lane] = 1.0
            for depth in range(depth_max):
                cards = size - depth
                scale[depth + 1, lane] = scale[depth, lane] / cards if cards > 0 else 0.0
        for result in range(RESULTS):
            for lane in range(LANES):
                sums[result, lane] = 0.0
        for node in range(first, last):
            depth, level = draws.depth[node], float(draws.level[node])
            parent, cards_left = product[depth], left[draws.value[node]]
            extended = product[depth + 1]
            for lane in range(LANES):
                extended[lane] = parent[lane] * (cards_left[lane] - level)
            if draws.result[node] >= 0:
                total, part = sums[draws.result[node]], scale[depth + 1]
                orders = draws.orders[node]
                for lane in range(LANES):
                    total[lane] += orders * extended[lane] * part[lane]
        for lane in range(lanes):
            known = 0.0
            for result in range(RESULTS):
                out[base + lane, result] = sums[result, lane]
                known += sums[result, lane]
            out[base + lane, RESULTS - 2] = 1.0 - known


@kernel
def stand_parts(places: Ints, outcomes: Floats, standing: arrays.Standing) -> None:
    """Sum gains and losses into ``standing.parts`` from ``outcomes`` (places, 8), no blackjack."""
    for row in range(places.shape[0]):
        place = places[row]
        won, lost = 0.0, 0.0
        for result in range(BLACKJACK):
            won += outcomes[row, result] * standing.win[place, result]
            lost += outcomes[row, result] * standing.loss[place, result]
        standing.parts[place, arrays.GAIN] = won
        standing.parts[place, arrays.LOSS] = lost


@inlined
def may_take(legal: int, act: int) -> bool:
    """Return True if a hand with these bits of ``RuleTables.legal`` may take an act."""
    return legal & (1 << act) != 0


@inlined
def double_of(act: int, place: int, free: NDArray[np.bool_]) -> int:
    """Return the mode of a hit or a double: ``PLAIN``, ``FULL``, ``HALF`` or ``FREE``."""
    return PLAIN if act == HIT else FREE if free[place] else act - HIT


@inlined
def average_next_card(
    place: int, lattice: Lattice, unseen: arrays.Unseen, standing: arrays.Standing, values: Floats
) -> arrays.NextCard:
    """Average over the next card: ``values`` for a hit, ``standing`` for a double."""
    counts = lattice.counts[place]
    shoe, need, after_play = unseen.shoe, unseen.need, unseen.after_play
    left = unseen.size - lattice.cards[place]
    value, over, won, lost, under_live, under_over = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for card in range(10):
        chance = (shoe[card] - counts[card]) / left
        if chance <= 0.0:
            continue
        blackjack_p = p_blackjack_after(card, need, shoe, counts, left)
        child = lattice.child[place, card]
        if child < 0:
            over += chance * (1.0 - blackjack_p)
            under_over += chance * blackjack_p * after_play
        else:
            value += chance * values[child]
            tie = standing.win[child, BLACKJACK]
            won += chance * (standing.parts[child, arrays.GAIN] + after_play * blackjack_p * tie)
            lost += chance * standing.parts[child, arrays.LOSS]
            under_live += chance * after_play * blackjack_p * standing.loss[child, BLACKJACK]
    return arrays.NextCard(value, over, won, lost, under_live, under_over)


@inlined
def value_double(draw: arrays.NextCard, stakes: arrays.DoubledStakes, takes: Floats) -> float:
    """Return the value of a double; ``takes`` (2, 2) is of ``RuleTables.loss_to_blackjack``."""
    take = stakes.stake * takes[IN_PLAY, 0] + stakes.extra * takes[IN_PLAY, 1]
    over = stakes.stake * takes[OVER_21, 0] + stakes.extra * takes[OVER_21, 1]
    real = stakes.stake + stakes.extra
    gain: float = (real + stakes.free) * draw.won - real * (draw.lost + draw.over_p)
    return gain - float(take * draw.blackjack_p + over * draw.over_blackjack_p)


# Backward induction. The lattice is ordered by the total with aces as one, and a card always
# raises it, so one pass from the last hand to the first finds every successor already valued:
# no recursion, no memo. If the dealer peeks, the part with his blackjack counts 0 here: the
# caller adds it once per start. Otherwise it is in every value, weighted by ``blackjack_p``,
# because the stake lost to it depends on the act (original bets only, busted plus one, ...).
# Free stakes win but never lose: hence (stake + free) * gain - stake * loss.
@kernel
def play_hands(
    places: Ints, deal: arrays.SolverDeal, origin: arrays.Origin, work: arrays.HandWorkspace
) -> None:
    """Value every hand of ``places``, from high totals to low, by the best or the given acts.

    Values are per unit of the initial wager; a blackjack of a dealer who peeks counts 0.
    """
    shoe, lattice, play, standing = deal.shoe, deal.lattice, deal.play, work.standing
    stake, free, takes = origin.stake, origin.free, play.loss_to_blackjack[origin.added]
    after_play, need = play.blackjack_after_play[deal.up], blackjack_value(deal.up)
    unseen = arrays.Unseen(shoe, size_of(shoe), need, after_play)
    evs = work.evs
    for row in range(places.shape[0] - 1, -1, -1):
        place = places[row]
        legal = play.legal[origin.kind, place]
        left = unseen.size - lattice.cards[place]
        blackjack_p = p_blackjack(need, shoe, lattice.counts[place], left)
        for act in range(ACTS):
            evs[act] = -np.inf
        if may_take(legal, STAND):
            tie = standing.win[place, BLACKJACK]
            if place == origin.blackjack:
                tie = play.blackjack_tie[deal.up]
            gain = standing.parts[place, arrays.GAIN] + after_play * blackjack_p * tie
            take = stake * takes[IN_PLAY, 0] * standing.loss[place, BLACKJACK]
            lost = stake * standing.parts[place, arrays.LOSS]
            evs[STAND] = (stake + free) * gain - lost - after_play * blackjack_p * take
        if may_take(legal, SURRENDER) and play.may_surrender[deal.up]:
            is_dealt = origin.kind == arrays.DEALT and lattice.cards[place] == 2
            loss = play.surrender_loss[0 if is_dealt else 1, deal.up]
            evs[SURRENDER] = -stake * (0.5 * (1.0 - blackjack_p) + loss * blackjack_p)
        if legal & MAY_DRAW and left > 0.0:
            draw = average_next_card(place, lattice, unseen, work.doubled.standing, work.values)
            if may_take(legal, HIT):
                over = draw.over_p + takes[OVER_21, 0] * draw.over_blackjack_p
                evs[HIT] = draw.value - stake * over
            for act in (DOUBLE, DOUBLE_HALF):
                if may_take(legal, act):
                    stakes = arrays.DoubledStakes(stake, play.double[act - HIT], free)
                    if play.free[place]:
                        stakes = arrays.DoubledStakes(stake, 0.0, free + 1.0)
                    evs[act] = value_double(draw, stakes, takes)
                    if act == DOUBLE and work.doubled.values.shape[0] > 0:
                        evs[act] = work.doubled.values[0, place]
        best = choose_act(place, evs, work.costs, work.act_values)
        if not work.is_fixed:
            work.acts[place] = best
        work.values[place] = evs[work.acts[place]]


@inlined
def cards_left(shoe: Floats, lattice: Lattice, places: Ints, rest: Floats) -> None:
    """Write the shoe without the cards of each hand of ``places`` to ``rest`` (places, 10)."""
    for row in range(places.shape[0]):
        for card in range(10):
            rest[row, card] = shoe[card] - lattice.counts[places[row], card]


@inlined
def mark_played(start: int, lattice: Lattice, acts: Ints, marks: Ints) -> None:
    """Mark the hands that play by two strategies ``acts`` (2, hands) reaches from ``start``.

    ``marks`` (hands,) are bits ``PASSED`` and ``COMPARED``, the second strategy's shifted by two.
    """
    for place in range(marks.shape[0]):
        marks[place] = 0
    for added in range(2):
        passed, compared = PASSED << 2 * added, COMPARED << 2 * added
        marks[start] |= passed
        for card in range(10):
            child = lattice.child[start, card]
            if child >= 0:
                marks[child] |= passed
        for place in range(start, marks.shape[0]):
            if not marks[place] & passed or lattice.cards[place] < 2:
                continue
            act = acts[added, place]
            if act == STAND:
                marks[place] |= compared
            elif act != SURRENDER:
                for card in range(10):
                    child = lattice.child[place, card]
                    if child >= 0:
                        marks[child] |= passed if act == HIT else compared


@inlined
def keep_marked(places: Ints, marks: Ints, bits: int, kept: Ints) -> int:
    """Write the ``places`` with these bits by either strategy to ``kept``; return their number."""
    rows = 0
    for row in range(places.shape[0]):
        if marks[places[row]] & (bits | bits << 2):
            kept[rows] = places[row]
            rows += 1
    return rows


def split_hands_again(deal: arrays.SolverDeal, pair: int, split: arrays.SplitHands) -> None:
    """Value one hand made by splitting a pair, for each number of further pair cards gone.

    The pair is still in the shoe of the deal. The acts are the best for a pair split once, or
    given.
    """
    lattice, play, acts, room = deal.lattice, deal.play, split.acts, split.room
    kind = arrays.SPLIT_ACE if pair == 0 else arrays.SPLIT
    places = split.places
    now = arrays.SolverDeal(deal.up, room.shoe, lattice, play, deal.draws)
    for extra in range(split.second.shape[1]):
        for card in range(10):
            room.shoe[card] = deal.shoe[card] - (1.0 + extra if card == pair else 0.0)
        # Hands doubled again play on beyond these marks.
        if extra == 1 and split.doubled_acts.shape[1] == 0:
            mark_played(split.start, lattice, acts, room.marks)
            rows = keep_marked(places, room.marks, PASSED | COMPARED, room.places)
            places = room.places[:rows]
        compared = places
        if extra > 0 and split.doubled_acts.shape[1] == 0:
            rows = keep_marked(places, room.marks, COMPARED, room.compared)
            compared = room.compared[:rows]
        rest, outcomes = room.rest[: compared.shape[0]], room.outcomes[: compared.shape[0]]
        cards_left(room.shoe, lattice, compared, rest)
        dealer_outcomes(rest, deal.draws, deal.up, outcomes)
        stand_parts(compared, outcomes, room.standing)
        if play.doubled_pays_differently:
            stand_parts(compared, outcomes, room.doubled.standing)
        is_fixed = split.is_fixed or extra > 0
        for added in range(2):
            stake, free = play.stake[added, pair, arrays.OWN], play.stake[added, pair, arrays.HOUSE]
            origin = arrays.Origin(kind, added, -1, stake, free)
            unused, kept, acts_again = room.unused, room.doubled, split.doubled_acts[added]
            again = arrays.DoubledHands(
                kept.standing, acts_again, kept.values, kept.act_values, unused, is_fixed
            )
            if again.acts.shape[0] > 0:
                play_doubled(places, now, origin, again)
            work = arrays.HandWorkspace(
                room.standing, acts[added], room.values, unused, unused, is_fixed, again, room.evs
            )
            play_hands(places, now, origin, work)
            for card in range(10):
                child = lattice.child[split.start, card]
                split.second[added, extra, card] = room.values[child]


@inlined
def none_doubled(
    _places: Ints, _deal: arrays.SolverDeal, _origin: arrays.Origin, _doubled: arrays.DoubledHands
) -> None:
    """Replace ``play_doubled``, to save compiling it, if no doubled hand may act again."""


def _without_doubled(function: Function) -> Function:
    """Return the kernel without ``play_doubled``, for games in which a doubled hand is complete."""
    scope = {**globals(), "play_doubled": none_doubled}
    once: Any = FunctionType(function.__code__, scope, "split_hands")
    # Compiled code is kept on disk under this name.
    once.__qualname__, once.__module__ = "split_hands", __name__
    return cast(Function, once)


split_hands = kernel(_without_doubled(split_hands_again))
split_hands_again = kernel(split_hands_again)
