"""The exact variance of a round: hands of a split box taken two at a time.

The square of a box's result is a sum over its hands and over its pairs of hands. Pairs of hands
are exchangeable as single ones are, so the weights of exact-splits.md serve here too, with two
hands named instead of one. Two hands are summed over the sets of cards with which they end; how
often a set comes depends on the cards of both together, and so does the dealer. It takes seconds
to minutes.
"""

from collections import Counter
from dataclasses import dataclass
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.odds import kernels
from pitboss.odds.coupling import BITS, paths
from pitboss.odds.lattice import BUST, hands, lattice, place_of_values
from pitboss.odds.play import Game, UpValues
from pitboss.odds.rounds import Wagered, hand_cost
from pitboss.odds.solution import Solution

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Named = tuple[tuple[int, str], ...]
"""One or two hands, each by whether its wager was added and by its second card."""
SHIFTS = BITS * np.arange(10)


@dataclass(frozen=True)
class Ends:
    """The ways a split hand can end."""

    codes: Ints
    """(ends,): the cards drawn, as one number."""
    orders: Floats
    """(ends,): in how many orders they can come."""
    pays: Floats
    """(ends, 8): what the hand then gains with each of the dealer's results."""


def standard_deviation(solution: Solution) -> float | None:
    """The exact standard deviation of a round's result, per unit of the initial wager.

    Against one dealer hand, insurance left aside. None where two hands at a time do not tell: a
    dealer's blackjack that takes one wager besides the busted ones, or tens split by rank.
    """
    game = solution.game
    splits_tens = any(values is not None and values.is_split[9] for values in solution.by_up)
    if game.play.is_coupled or (game.play.is_rank_pair and splits_tens):
        return None
    square = solution.results.square_unsplit
    for values in solution.by_up:
        if values is None:
            continue
        for start in solution.starts:
            if start.up == values.up and start.may_split and values.is_split[start.first]:
                closed = start.blackjack_p if game.play.is_peeked[values.up] else 0.0
                square += start.probability * (closed + box_square(game, values, start.first))
    mean = solution.player_ev - solution.offers_ev
    return sqrt(square - mean * mean)


def box_square(game: Game, values: UpValues, pair: int) -> float:
    """The mean square of a split box's result, nothing where a dealer who looks has a blackjack."""
    left = game.beside(values.up)
    left[pair] -= 2
    hands_max = int(game.play.split_hands[pair]) if values.is_resplit[pair] else 2
    ends = {
        (whose, what): _ends(game, values, pair, whose, what) for whose in (0, 1) for what in "NP"
    }
    total = 0.0
    known: dict[tuple[Named, int], float] = {}
    is_same = all(_equal(ends[0, what], ends[1, what]) for what in "NP")
    for (hands_named, extra), weight in square_weights(hands_max).items():
        # Two hands have the same product either way, and added ones may be like the original.
        named = tuple(sorted((0 if is_same else whose, what) for whose, what in hands_named))
        key = (named, extra)
        if key not in known:
            known[key] = _mean_product(game, values.up, pair, left, [ends[n] for n in named], extra)
        total += weight * _in_a_row(float(left[pair]), float(left.sum()), extra) * known[key]
    return total


def _equal(one: Ends, other: Ends) -> bool:
    return (
        np.array_equal(one.codes, other.codes)
        and np.array_equal(one.orders, other.orders)
        and np.array_equal(one.pays, other.pays)
    )


def square_weights(hands_max: int) -> Counter[tuple[Named, int]]:
    """How often each hand and each two hands count, by the pair cards that are gone besides.

    A hand is named by whether its wager was added and by its second card: P for a pair card or N.
    """
    found: Counter[tuple[Named, int]] = Counter()
    for path in paths(hands_max):
        gone = path.count("P")
        fills = [step for step in path if step != "P"]
        for one in range(len(fills)):
            for other in range(len(fills)):
                places = sorted({one, other})
                told = sum(step == "N" for at, step in enumerate(fills) if at not in places)
                names: list[Named] = [()]
                for at in places:
                    seconds = "N" if fills[at] == "N" else "NP"
                    names = [(*n, (int(at > 0), s)) for n in names for s in seconds]
                for name in names:
                    for more in range(told + 1):
                        found[name, gone + more] += (-1) ** more * comb(told, more)
    return found


def _in_a_row(cards: float, size: float, count: int) -> float:
    chance = 1.0
    for drawn in range(count):
        chance *= max(0.0, cards - drawn) / (size - drawn)
    return chance


def _ends(game: Game, values: UpValues, pair: int, whose: int, what: str) -> Ends:
    """Every way in which a hand of a split box ends whose second card is a pair card or not."""
    grid, play = lattice(), game.play
    acts = values.split_acts[pair, whose]
    stake = play.stake[whose, pair]
    hand = Wagered(kind=1, added=whose, stake=float(stake[0]), free=float(stake[1]))
    start = place_of_values(pair)
    orders = np.zeros(len(hands()))
    for card in range(10):
        if (card == pair) == (what == "P"):
            orders[grid.child[start, card]] += 1
    found: Counter[tuple[int, tuple[float, ...]]] = Counter()
    base = np.array(hands()[start])
    is_open = bool(play.is_open[values.up])

    def end(drawn: Ints, place: int, mode: int, times: float) -> None:
        pays = _pays(game, hand, place, mode, is_open=is_open)
        found[int((drawn << SHIFTS).sum()), pays] += int(times)

    for place in range(len(hands())):
        if not orders[place]:
            continue
        drawn = np.array(hands()[place]) - base
        act = acts[place]
        if act in (kernels.STAND, kernels.SURRENDER):
            end(drawn, place, 0 if act == kernels.STAND else -1, orders[place])
            continue
        mode = 0 if act == kernels.HIT else 3 if play.free[place] else int(act) - 1
        for card in range(10):
            child = int(grid.child[place, card])
            if act == kernels.HIT and child != BUST:
                orders[child] += orders[place]
                continue
            more = drawn.copy()
            more[card] += 1
            end(more, child, mode, orders[place])
    return Ends(
        np.array([code for code, _ in found], dtype=np.int64),
        np.array(list(found.values()), dtype=np.float64),
        np.array([pays for _, pays in found], dtype=np.float64).reshape(-1, kernels.RESULTS),
    )


def _pays(game: Game, hand: Wagered, place: int, mode: int, *, is_open: bool) -> tuple[float, ...]:
    """What an ended hand gains with each of the dealer's results; mode -1 is a surrender."""
    pays = []
    for result in range(kernels.RESULTS):
        is_natural = result == kernels.BLACKJACK
        if is_natural and not is_open:
            pays.append(0.0)
        elif mode < 0:
            pays.append(-0.5 * hand.stake)
        elif place == BUST:
            pays.append(-hand_cost(game, hand, mode, is_natural=is_natural, is_bust=True))
        else:
            won = float(game.play.win[1, place, result])
            lost = float(game.play.loss[1, place, result])
            real = hand.stake + (float(game.play.double[mode]) if mode in (1, 2) else 0.0)
            cost = hand_cost(game, hand, mode, is_natural=is_natural, is_bust=False)
            pays.append((real + hand.free + (mode == 3)) * won - cost * lost)
    return tuple(pays)


def _mean_product(
    game: Game, up: int, pair: int, left: Floats, named: list[Ends], extra: int
) -> float:
    """The mean product of two hands' results, or mean square of one, so many pair cards gone."""
    one, other = named[0], named[-1]
    if not len(one.codes) or not len(other.codes):
        return 0.0
    if len(named) == 1:
        flat, pays = one.codes, one.orders[:, None] * one.pays**2
    else:
        flat = (one.codes[:, None] + other.codes).ravel()
        both = (one.orders[:, None] * one.pays)[:, None] * (other.orders[:, None] * other.pays)
        pays = both.reshape(-1, kernels.RESULTS)
    codes, where = np.unique(flat, return_inverse=True)
    sums = np.zeros((len(codes), kernels.RESULTS))
    for result in range(kernels.RESULTS):
        sums[:, result] = np.bincount(where, pays[:, result], len(codes))
    drawn = ((codes[:, None] >> SHIFTS) & ((1 << BITS) - 1)).astype(np.float64)
    shoe = left.copy()
    shoe[pair] -= extra
    chance = np.ones(len(codes))
    taken = np.zeros(len(codes))
    for value in range(10):
        for step in range(int(drawn[:, value].max())):
            is_drawn = drawn[:, value] > step
            cards = np.maximum(shoe[value] - step, 0.0) / np.maximum(shoe.sum() - taken, 1.0)
            chance = np.where(is_drawn, chance * cards, chance)
            taken += is_drawn
    outcomes = np.zeros((len(codes), kernels.RESULTS))
    kernels.dealer_outcomes(shoe - drawn, game.draws, up, outcomes)
    return float(chance @ (sums * outcomes).sum(axis=1))
