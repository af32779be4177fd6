"""What the kernels work on, by name: a deal, the origin of a hand, and the arrays of all hands.

Arrays over hands are in the order of the lattice.
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
"""Hands that a dealer's blackjack meets, in ``RuleTables.take``."""
OWN, HOUSE = 0, 1
"""Stakes of the player's own and of the house, in ``RuleTables.stake``."""


class Lattice(NamedTuple):
    """The hands in order of their low totals, so that a card always leads to a higher index."""

    counts: NDArray[np.float64]
    """(hands, 10): cards of each value in each hand."""
    cards: NDArray[np.int64]
    """(hands,): cards in each hand."""
    child: NDArray[np.int64]
    """(hands, 10): the hand with one more card of each value; ``BUST`` where that passes 21."""


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
    """Its value, 0 for an ace; where both cards lie face up, their number in ``SHOWN``."""
    shoe: Floats
    """(10,): cards of each value left, those of the hand still among them."""
    lattice: Lattice
    play: RuleTables
    draws: Draws


class Origin(NamedTuple):
    """How a hand came about, and what is staked on it."""

    kind: int
    """``DEALT``, ``SPLIT`` or ``SPLIT_ACE``."""
    added: int
    """1 where its wager was added by splitting."""
    blackjack: int
    """The place of a blackjack among the hands; -1 where two cards make none."""
    stake: float
    """Units of the player's own."""
    free: float
    """Units that the house has staked for him."""


class Standing(NamedTuple):
    """What hands that stand gain and lose."""

    win: Floats
    """(hands, 8): what a unit gains against each dealer's result."""
    loss: Floats
    """(hands, 8): 1 where the wager is lost."""
    parts: Floats
    """(hands, 2): both summed over the results but a blackjack."""


class DoubledHands(NamedTuple):
    """Hands that were doubled. Where none may act again there are no rows but ``standing``."""

    standing: Standing
    """What they win and lose where they stand, which may differ from hands not doubled."""
    acts: Ints
    """(doubles, hands): the best act by how often a hand was doubled, written; or given."""
    values: Floats
    """(doubles + 1, hands): the value of that act; in the first row that of a first double."""
    act_values: Floats
    """(doubles, hands, acts): the value of every act, written; or empty."""
    costs: Floats
    """(hands, acts): what each act costs besides, however often a hand was doubled; or empty."""
    is_fixed: bool
    """Whether the acts are given."""


class HandWorkspace(NamedTuple):
    """Everything that is read and written when all hands of one origin are valued."""

    standing: Standing
    acts: Ints
    """(hands,): the best act of each, written; read where ``is_fixed``."""
    values: Floats
    """(hands,): the value of that act, written."""
    act_values: Floats
    """(hands, acts): the value of every act, minus infinity where it is not allowed, written; or
    empty."""
    costs: Floats
    """(hands, acts): what each act costs besides; or empty."""
    is_fixed: bool
    """Whether the acts are given."""
    doubled: DoubledHands
    worth: Floats
    """(acts,): room for the values of one hand's acts."""


class DealtHands(NamedTuple):
    """What is worked out of hands that were not split."""

    outcomes: Floats
    """(hands, 8): the dealer's results beside each hand."""
    acts: Ints
    """(hands,): the best act of each."""
    act_values: Floats
    """(hands, acts): the value of every act."""
    doubled: DoubledHands


class SplitWorkspace(NamedTuple):
    """What the hand of a split pair is worked out in."""

    standing: Standing
    shoe: Floats
    """(10,): the shoe with further pair cards gone."""
    marks: Ints
    """(hands,): bits of what play reaches."""
    places: Ints
    """Hands that play comes to."""
    compared: Ints
    """Those of them that meet the dealer's."""
    rest: Floats
    """(places, 10): the shoe beside each."""
    outcomes: Floats
    """(places, 8): the dealer's results beside each."""
    values: Floats
    """(hands,): the value of each."""
    unused: Floats
    """Empty: in place of values that nobody asks for."""
    doubled: DoubledHands
    """Hands that were doubled; their acts are in ``SplitHands.doubled_acts``."""
    worth: Floats
    """(acts,): as in ``HandWorkspace``."""


class SplitHands(NamedTuple):
    """What is worked out of one hand of a split pair."""

    start: int
    """The place of its first card alone."""
    places: Ints
    """All hands that it may grow to."""
    acts: Ints
    """(2, hands): how the hand with the original wager and an added one are played, written; read
    where ``is_fixed``."""
    second: Floats
    """(2, extra + 1, 10): the value of the hand once a second card of each value has come to it,
    for the original wager and an added one, by the further pair cards gone."""
    doubled_acts: Ints
    """(2, doubles, hands): the same for hands that were doubled."""
    is_fixed: bool
    """Whether the acts are given."""
    room: SplitWorkspace


class Unseen(NamedTuple):
    """The cards that are still to come, a dealer's blackjack among them."""

    shoe: Floats
    """(10,): as in a deal."""
    size: float
    """How many they are."""
    need: int
    """The value that makes a blackjack with the up card; -1 where none does."""
    after_play: float
    """1 where that blackjack may turn up after play."""


class NextCard(NamedTuple):
    """What one more card leads to, on average over the shoe."""

    value: float
    """Of the hands drawn to."""
    over_p: float
    """That it passes 21, and the dealer has no blackjack."""
    won: float
    """What a unit that stands on the card gains."""
    lost: float
    """What a unit that stands on the card loses to a dealer without a blackjack."""
    blackjack_p: float
    """That a dealer's blackjack is still to come over a hand that stands so and loses to it."""
    over_blackjack_p: float
    """The same over a hand that has passed 21."""


class DoubledStakes(NamedTuple):
    """What lies on a hand that is doubled, in units of the initial wager."""

    stake: float
    extra: float
    """What doubling added."""
    free: float
    """What the house has staked."""
