"""Arguments of the kernels, by name: a deal, the origin of a hand, and the arrays of all hands.

Arrays over hands follow the order of the lattice.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.solver.dealer import Draws
from pitboss.odds.solver.hands import BUST, hands, index
from pitboss.odds.solver.rule_tables import RuleTables

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

DEALT, SPLIT, SPLIT_ACE = range(3)
"""Kinds of hands: dealt, from a split pair, from split aces."""
GAIN, LOSS = 0, 1
"""Columns of ``Standing.parts``: the expected gain of a unit, and the probability of losing it."""
IN_PLAY, OVER_21 = 0, 1
"""States of a hand under a dealer's blackjack, in ``RuleTables.loss_to_blackjack``."""
OWN, HOUSE = 0, 1
"""The player's stake and the free one, in ``RuleTables.stake``."""


class Lattice(NamedTuple):
    """The hands in order of their low totals, so that a card always leads to a higher index."""

    counts: NDArray[np.float64]
    """(hands, 10): cards of each value in each hand."""
    cards: NDArray[np.int64]
    """(hands,): cards in each hand."""
    child: NDArray[np.int64]
    """(hands, 10): index of the hand with one more card of each value; ``BUST`` above 21."""


@cache
def lattice() -> Lattice:
    """Return the lattice, made once."""
    places = index()
    counts = np.array(hands(), dtype=np.float64)
    child = np.full((len(places), 10), BUST, dtype=np.int64)
    for place, hand in enumerate(hands()):
        for value in range(10):
            more = (*hand[:value], hand[value] + 1, *hand[value + 1 :])
            child[place, value] = places.get(more, BUST)
    return Lattice(counts, counts.sum(axis=1).astype(np.int64), child)


class SolverDeal(NamedTuple):
    """The dealer's up card, the cards left beside it, and the rules."""

    up: int
    """Value of the up card, 0 for an ace; the index in ``SHOWN`` if both cards are face up."""
    shoe: Floats
    """(10,): cards of each value left, the hand's own included."""
    lattice: Lattice
    play: RuleTables
    draws: Draws


class Origin(NamedTuple):
    """Source of a hand and the stake on it."""

    kind: int
    """``DEALT``, ``SPLIT`` or ``SPLIT_ACE``."""
    added: int
    """1 if splitting added the hand's wager, otherwise 0."""
    blackjack: int
    """Index of the blackjack among the hands; -1 if two cards make none."""
    stake: float
    """The player's stake, in units of the initial wager."""
    free: float
    """Stake that the house has put up, in the same units."""


class Standing(NamedTuple):
    """Gains and losses of standing hands."""

    win: Floats
    """(hands, 8): gain per unit against each of the dealer's results."""
    loss: Floats
    """(hands, 8): 1 if the wager loses, otherwise 0."""
    parts: Floats
    """(hands, 2): both, summed over the dealer's results other than a blackjack."""


class DoubledHands(NamedTuple):
    """Doubled hands. If none may act again, all arrays but ``standing`` are empty."""

    standing: Standing
    """Gains and losses of doubled hands that stand; they may differ from those of other hands."""
    acts: Ints
    """(doubles, hands): best act by number of doubles, written; or the given acts."""
    values: Floats
    """(doubles + 1, hands): value of that act; row 0 is the value of a first double."""
    act_values: Floats
    """(doubles, hands, acts): value of every act, written; or empty."""
    costs: Floats
    """(hands, acts): extra cost of each act after any number of doubles; or empty."""
    is_fixed: bool
    """True if the acts are given."""


class HandWorkspace(NamedTuple):
    """Arrays read and written to value all hands of one origin."""

    standing: Standing
    acts: Ints
    """(hands,): best act of each, written; read if ``is_fixed``."""
    values: Floats
    """(hands,): value of that act, written."""
    act_values: Floats
    """(hands, acts): value of every act, minus infinity if not allowed, written; or empty."""
    costs: Floats
    """(hands, acts): extra cost of each act; or empty."""
    is_fixed: bool
    """True if the acts are given."""
    doubled: DoubledHands
    evs: Floats
    """(acts,): workspace for the act values of one hand."""


class DealtHands(NamedTuple):
    """Results for hands that were not split."""

    outcomes: Floats
    """(hands, 8): probability of each dealer's result, given the hand."""
    acts: Ints
    """(hands,): act of each."""
    act_values: Floats
    """(hands, acts): value of every act."""
    doubled: DoubledHands


class SplitWorkspace(NamedTuple):
    """Work arrays for one hand of a split pair."""

    standing: Standing
    shoe: Floats
    """(10,): the shoe with further pair cards gone."""
    marks: Ints
    """(hands,): bits ``PASSED`` and ``COMPARED``."""
    places: Ints
    """Hands that play reaches."""
    compared: Ints
    """Hands among them that are compared with the dealer's."""
    rest: Floats
    """(places, 10): shoe without each hand's cards."""
    outcomes: Floats
    """(places, 8): probability of each dealer's result, given the hand."""
    values: Floats
    """(hands,): value of each."""
    unused: Floats
    """Empty array for values that are not needed."""
    doubled: DoubledHands
    """Doubled hands; their acts are in ``SplitHands.doubled_acts``."""
    evs: Floats
    """(acts,): as in ``HandWorkspace``."""


class SplitHands(NamedTuple):
    """Arguments and results for one hand of a split pair."""

    start: int
    """Index of the pair card as a hand of one card."""
    places: Ints
    """All hands of two cards or more that contain the pair card."""
    acts: Ints
    """(2, hands): acts with the original and an added wager, written; read if ``is_fixed``."""
    second: Floats
    """(2, extra + 1, 10): value by wager, further pair cards gone, and second card."""
    doubled_acts: Ints
    """(2, doubles, hands): the same for doubled hands."""
    is_fixed: bool
    """True if the acts are given."""
    room: SplitWorkspace


class Unseen(NamedTuple):
    """Shoe before the next card, and the value that would give the dealer a blackjack."""

    shoe: Floats
    """(10,): as in ``SolverDeal``."""
    size: float
    """Number of cards in it."""
    need: int
    """Value that makes a blackjack with the up card; -1 if none does."""
    after_play: float
    """1 if that blackjack may appear after play, otherwise 0."""


class NextCard(NamedTuple):
    """Averages over the next card of a hand."""

    value: float
    """Value of the hands that it makes."""
    over_p: float
    """Probability that the hand busts and the dealer has no blackjack."""
    won: float
    """Gain per unit of a hand that stands after the card."""
    lost: float
    """Probability that such a hand loses to a dealer without a blackjack."""
    blackjack_p: float
    """Probability that such a hand loses to a dealer's blackjack that appears after play."""
    over_blackjack_p: float
    """Probability that the hand busts and such a blackjack appears."""


class DoubledStakes(NamedTuple):
    """Stakes on a doubled hand, in units of the initial wager."""

    stake: float
    extra: float
    """Stake that doubling added."""
    free: float
    """Stake that the house has put up."""
