"""Several dealer hands on one up card: the joint results of one player's spots.

The value of a spot is that against a single dealer hand. The spread is not, because all are played
with the same cards. Given the player's cards, two dealer hands are nearly independent; their
dependence is worked out exactly for the shoe before these cards, which hardly change it.
"""

from math import sqrt

import numpy as np

from pitboss.odds.results.rounds import compared
from pitboss.odds.results.split_boxes import split_box
from pitboss.odds.solver import kernels
from pitboss.odds.solver.acts import MODES
from pitboss.odds.solver.arrays import Floats
from pitboss.odds.solver.best_play import SolverInput, Start, UpValues
from pitboss.odds.solver.dealer import BLACKJACK
from pitboss.odds.solver.frequencies import finish_hands
from pitboss.odds.solver.hands import hands, place_of_values
from pitboss.odds.solver.split_endings import OTHER

BUST = 6
"""Index of the dealer's bust, which is not in the tree of draws but what the others leave."""


def deviation(
    game: SolverInput,
    solved: tuple[UpValues | None, ...],
    first: list[Start],
    *,
    spots: int,
    mean: float,
    single: float,
) -> float | None:
    """Return the standard deviation of equal wagers on this many spots, per unit of all together.

    ``mean`` and ``single`` are the expectation and the standard deviation of one spot. None if the
    dealer peeks, because he peeks at the first of his hands only.
    """
    if any(game.play.is_peeked[up] for up in game.ups):
        return None
    product = sum(
        _product(game, values, [start for start in first if start.up == values.up])
        for values in solved
        if values is not None
    )
    covariance = product - mean * mean
    return sqrt((single * single + (spots - 1) * covariance) / spots)


def two_dealers(game: SolverInput, up: int) -> Floats:
    """Return (8, 8): the joint probability of the results of two dealer hands."""
    left = game.shoe_left(up)
    counts, chances, results = [], [], []
    tree = game.draws
    drawn = np.zeros((32, 10))
    chance = np.ones(32)
    size = float(left.sum())
    for node in range(int(tree.start[up]), int(tree.start[up + 1])):
        depth, value = int(tree.depth[node]), int(tree.value[node])
        drawn[depth + 1] = drawn[depth]
        drawn[depth + 1, value] += 1
        cards = max(float(left[value]) - float(tree.level[node]), 0.0)
        chance[depth + 1] = chance[depth] * cards / max(size - depth, 1.0)
        if tree.result[node] >= 0:
            counts.append(drawn[depth + 1].copy())
            chances.append(chance[depth + 1] * float(tree.orders[node]))
            results.append(int(tree.result[node]))
    seconds = np.zeros((len(counts), kernels.RESULTS))
    rest = np.maximum(left - np.array(counts), 0.0)
    kernels.dealer_outcomes(rest, tree, up, seconds)
    joint = np.zeros((kernels.RESULTS, kernels.RESULTS))
    np.add.at(joint, np.array(results), np.array(chances)[:, None] * seconds)
    single = np.zeros((1, kernels.RESULTS))
    kernels.dealer_outcomes(left[None, :], tree, up, single)
    joint[BUST] = single[0] - joint.sum(axis=0)
    return joint


def _product(game: SolverInput, values: UpValues, first: list[Start]) -> float:
    """Return the mean product of two spots, summed over the rounds with this up card."""
    apart = two_dealers(game, values.up)
    apart -= np.outer(apart.sum(axis=1), apart.sum(axis=0))

    def products(nets: Floats, outcomes: Floats) -> Floats:
        means = (nets * outcomes).sum(axis=-1)
        product: Floats = means**2 + ((nets @ apart) * nets).sum(axis=-1)
        return product

    up, play = values.up, game.play
    dealt = np.zeros(len(hands()))
    total = 0.0
    for start in first:
        if not (start.may_split and values.is_split[start.first]):
            dealt[place_of_values(start.first, start.second)] += start.probability
            continue
        box = split_box(game, values, start.first)
        law = box.law_of_two(0, 1, 0)
        seen = law.sum(axis=(0, 1)) if box.hands_max == 2 else law[OTHER, OTHER]
        nets = box.endings[0].nets[:, None, :] + box.endings[1].nets
        chances = seen.sum(axis=2)
        outcomes = seen / np.where(chances > 0, chances, 1.0)[:, :, None]
        # Boxes of three hands or more are counted like those of two.
        share = start.probability / float(chances.sum())
        total += share * float((chances * products(nets, outcomes)).sum())
    finished = finish_hands(game.deal(up), values.acts, values.doubled_acts, dealt)
    stands, over, surrendered = finished
    for mode in range(MODES):
        places = np.nonzero(stands[mode])[0]
        extra = float(play.double[mode])
        total += (0.5 * (1.0 + extra)) ** 2 * float(surrendered[mode].sum())
        _, nets = compared(game, up, places, mode, extra)
        total += float(stands[mode, places] @ products(nets, values.outcomes[places]))
        lost = np.full(kernels.RESULTS, -1.0 - extra)
        lost[BLACKJACK] = -float(play.loss_to_blackjack[0, 1] @ (1.0, extra))
        if over[mode].sum() > 0:
            outcomes = np.zeros(kernels.RESULTS)
            outcomes[[BUST, BLACKJACK]] = over[mode] / over[mode].sum()
            total += float(over[mode].sum() * products(lost, outcomes))
    return total
