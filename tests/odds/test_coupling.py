"""A dealer's blackjack that takes one wager: every order of a small shoe is dealt, by any strategy.

The best play seldom doubles a hand that may bust, so its value tells little of such ends. Here the
play is forced upon the hands instead, and a second count, which shares nothing with the first,
deals every order of the cards.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest

from pitboss.odds.solver.acts import DOUBLE, HIT, STAND, SURRENDER
from pitboss.odds.solver.busted_plus_one import busted_plus_one_loss
from pitboss.odds.solver.hand_values import SplitActs
from pitboss.odds.solver.hands import hands
from pitboss.odds.solver.rule_tables import tabulate
from tests.agreement.variants import Changes, varied

DrawArrays = tuple[int, ...]
"""Cards by value, an ace as 1."""
Policy = Callable[[DrawArrays, int], int]
"""The act of a hand of two cards or more that was doubled so many times."""

TAKES_ONE: Changes = {"settlement.dealer_blackjack_takes": "busted_plus_one"}
WINS_21: Changes = {**TAKES_ONE, "settlement.results": ("21: win",)}
WINS_LONG: Changes = {**TAKES_ONE, "settlement.results": ("21 3+ cards not doubled: win",)}
"""Here only a 21 that was not doubled wins whatever the dealer has."""
AGAIN: Changes = {"double.times": 2, "surrender.doubled": True, "double.cards": "any"}


def total(cards: DrawArrays) -> int:
    low = sum(cards)
    return low + 10 if 1 in cards and low <= 11 else low


def doubles_all(cards: DrawArrays, doubles: int) -> int:
    return STAND if doubles or total(cards) == 21 else DOUBLE


def doubles_twelve(cards: DrawArrays, doubles: int) -> int:
    if doubles or total(cards) > 15:
        return STAND
    return DOUBLE if total(cards) >= 12 else HIT


def doubles_again(cards: DrawArrays, doubles: int) -> int:
    """Twice below 17; then 18 is given up."""
    if doubles and total(cards) == 18:
        return SURRENDER
    return DOUBLE if doubles < 2 and total(cards) < 17 else STAND


def hits_after(cards: DrawArrays, doubles: int) -> int:
    """One double, then cards up to 15."""
    if not doubles and total(cards) < 21:
        return DOUBLE
    return HIT if total(cards) < 15 else STAND


def drawn(shoe: DrawArrays) -> Iterator[tuple[int, float, DrawArrays]]:
    """Each value that may come, how likely it is, and what is left then."""
    for value in sorted(set(shoe)):
        left = list(shoe)
        left.remove(value)
        yield value, shoe.count(value) / len(shoe), tuple(left)


@dataclass(frozen=True)
class SplitBox:
    """A split box whose hands are dealt out one after another."""

    pair: int
    blackjack_card: int
    """What gives the dealer a blackjack."""
    policies: tuple[Policy, Policy]
    """That of the first hand, and that of the others."""
    hands_max: int
    winning: str
    """Which hands of 21 win whatever the dealer has."""
    known: dict[object, float] = field(default_factory=dict, compare=False)

    def ends(
        self, cards: DrawArrays, doubles: int, whose: int, shoe: DrawArrays
    ) -> Iterator[tuple[bool, float, DrawArrays]]:
        """Whether a hand is over before the dealer's card, how likely so, and what is left."""
        if total(cards) > 21:
            yield True, 1.0, shoe
            return
        act = self.policies[whose](cards, doubles)
        if act in (STAND, SURRENDER):
            yield act == SURRENDER or self.wins(cards, doubles), 1.0, shoe
            return
        for value, p, left in drawn(shoe):
            grown, times = (*cards, value), doubles + (act == DOUBLE)
            for is_settled, q, rest in self.ends(grown, times, whose, left):
                yield is_settled, p * q, rest

    def wins(self, cards: DrawArrays, doubles: int) -> bool:
        if total(cards) != 21 or self.winning == "none":
            return False
        return self.winning == "all" or (len(cards) >= 3 and not doubles)

    def taken(self, waiting: int, made: int, over: tuple[bool, ...], shoe: DrawArrays) -> float:
        """That the dealer has a blackjack, and the first hand is over, but not every other."""
        key = (waiting, made, over[:1], all(over), shoe)
        if key not in self.known:
            self.known[key] = self._taken(waiting, made, over, shoe)
        return self.known[key]

    def _taken(self, waiting: int, made: int, over: tuple[bool, ...], shoe: DrawArrays) -> float:
        if not waiting:
            is_taken = over[0] and not all(over)
            return shoe.count(self.blackjack_card) / len(shoe) if is_taken else 0.0
        chance = 0.0
        for value, p, left in drawn(shoe):
            if value == self.pair and made < self.hands_max:
                chance += p * self.taken(waiting + 1, made + 1, over, left)
                continue
            for is_settled, q, rest in self.ends((self.pair, value), 0, int(bool(over)), left):
                chance += p * q * self.taken(waiting - 1, made, (*over, is_settled), rest)
        return chance


def forced(policies: tuple[Policy, Policy], doubles: int) -> SplitActs:
    """A strategy as the sums want it."""
    plain = np.zeros((2, len(hands())), dtype=np.int64)
    doubled = np.zeros((2, doubles, len(hands())), dtype=np.int64)
    for place, counts in enumerate(hands()):
        cards = tuple(value + 1 for value, count in enumerate(counts) for _ in range(count))
        for whose, policy in enumerate(policies):
            plain[whose, place] = policy(cards, 0)
            for times in range(doubles):
                doubled[whose, times, place] = policy(cards, times + 1)
    return SplitActs(plain, doubled)


SIXES = (6, 10, (1, 1, 5, 5, 6, 6, 9, 9, 10, 10, 10, 10, 10))
EIGHTS = (8, 1, (3, 5, 7, 7, 8, 8, 9, 10, 10, 10, 10))
"""A pair, the up card, and the cards beside them."""


@pytest.mark.parametrize("pair, up, shoe", [SIXES, EIGHTS], ids=["sixes", "eights"])
@pytest.mark.parametrize("hands_max", [2, 3])
@pytest.mark.parametrize(
    "winning, changes, first, added",
    [
        ("none", TAKES_ONE, doubles_all, doubles_twelve),
        ("none", TAKES_ONE, doubles_twelve, doubles_all),
        ("all", WINS_21, doubles_all, doubles_twelve),
        ("long", WINS_LONG, doubles_twelve, doubles_twelve),
        ("none", {**TAKES_ONE, **AGAIN}, doubles_again, doubles_all),
        ("all", {**WINS_21, **AGAIN}, doubles_again, doubles_again),
        ("long", {**WINS_LONG, **AGAIN}, doubles_again, doubles_twelve),
        ("all", {**WINS_21, **AGAIN, "double.draws_on": True}, hits_after, doubles_again),
    ],
    ids=range(8),
)
def test_every_end_of_a_split_hand_is_counted(
    winning: str,
    changes: Changes,
    first: Policy,
    added: Policy,
    hands_max: int,
    pair: int,
    up: int,
    shoe: DrawArrays,
) -> None:
    play = tabulate(varied("tribal", changes))
    acts = forced((first, added), play.doubled_legal.shape[0])
    left = np.array([shoe.count(value) for value in range(1, 11)], dtype=np.float64)
    loss = busted_plus_one_loss(
        play, up - 1, pair - 1, acts, left, hands_max=hands_max, joint_max=hands_max
    )
    box = SplitBox(pair, 11 - up, (first, added), hands_max, winning)
    assert loss == pytest.approx(box.taken(2, 2, (), shoe), abs=1e-12)
    assert loss > 0
