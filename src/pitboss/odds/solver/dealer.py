"""The dealer's draws as a tree of sets of cards, for ``kernels.dealer_outcomes``."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.hands import Hand, hand_of
from pitboss.odds.shoe import card_of
from pitboss.rulebook.questions.dealing import draws_by_cards, must_draw
from pitboss.rulebook.rules import Rules
from pitboss.strategy import SHOWN

RESULTS = ("17", "18", "19", "20", "21", "22", "bust", "blackjack")
"""Results of a dealer's hand; some rulebooks push 22, and 21 excludes a blackjack."""
BLACKJACK = 7
DEPTH_MAX = 21
"""Maximum number of cards that a dealer draws."""


class Draws(NamedTuple):
    """Sets of cards that a dealer may draw, as a tree in pre-order, a part for each of ``SHOWN``.

    A node adds a card to its parent's set. Sets list their cards in order of value, so each occurs
    once. A finished set has the number of orders in which it can be drawn.
    """

    value: NDArray[np.int64]
    """Card added, 0 for an ace."""
    level: NDArray[np.int64]
    """Number of cards of that value in the parent's set."""
    depth: NDArray[np.int64]
    """Number of cards in the parent's set."""
    result: NDArray[np.int64]
    """Index in ``RESULTS`` of a finished hand; -1 if the dealer draws on."""
    orders: NDArray[np.float64]
    """Number of orders in which the cards can come; 0 if the dealer draws on."""
    has_22: bool
    """True if 22 is in the tree; busts are not, they are the rest of the probability."""
    start: NDArray[np.int64]
    """(66,): bounds of the part of each of ``SHOWN``; equal if the dealer never shows it."""
    stands: NDArray[np.int64]
    """(65,): index in ``RESULTS`` of two shown cards that stand; -1 if the dealer draws."""


def draws(rules: Rules, *, has_22: bool) -> Draws:
    """Return the dealer's draws under these rules, with 22 as a result of its own or as a bust."""
    can_draw = tuple(
        tuple(must_draw(rules, Hand((0,) * n, low, ace)) for low in range(2, 22) for ace in (0, 1))
        for n in (range(2, DEPTH_MAX + 3) if draws_by_cards(rules) else (2,))
    )
    return _draws(can_draw, 22 if has_22 else 21, rules.deal.hole_card_up)


Answers = tuple[bool, ...]
"""True for totals on which the dealer draws: by low total from 2, without and with an ace."""


def _hand(low: int, *, has_ace: bool) -> Hand:
    """Return a hand of this low total, with or without aces, to put to the rules."""
    rest = low - 1 if has_ace else low
    cards = [card_of(0)] if has_ace else []
    while rest > 0:
        # Twos and threes; a second ace only if a single point is left.
        step = 3 if rest == 3 else 2 if rest > 1 else 1
        cards.append(card_of(step - 1))
        rest -= step
    return hand_of(cards)


@lru_cache(maxsize=8)
def _draws(can_draw: tuple[Answers, ...], low_max: int, is_both: bool) -> Draws:  # noqa: FBT001
    def goes_on(low: int, has_ace: bool, cards: int) -> bool:  # noqa: FBT001
        of_count = can_draw[min(max(cards, 2), len(can_draw) + 1) - 2]
        return low < 22 and (cards < 2 or of_count[(low - 2) * 2 + has_ace])

    nodes: list[_Node] = []
    start, stands = [0], []
    for held in SHOWN:
        low, has_ace = sum(held) + len(held), 0 in held
        stands.append(-1)
        if is_both == (len(held) == 2):
            if len(held) == 2 and not goes_on(low, has_ace, 2):
                stands[-1] = _result(_Drawn(1, low, has_ace), cards=2)
            else:
                nodes += _walk(held, goes_on, low_max)
        start.append(len(nodes))
    value, level, depth, result, orders = (np.array(column) for column in zip(*nodes, strict=True))
    orders = orders.astype(np.float64)
    has_22, bounds = low_max == 22, np.array(start)
    return Draws(value, level, depth, result, orders, has_22, bounds, np.array(stands))


Cards = tuple[int, ...]
"""Set of cards by value, 0 for an ace, high cards first, which makes the tree far smaller."""


class _Drawn(NamedTuple):
    """Properties of a set of cards that follows those shown."""

    orders: int
    """Number of orders in which it can come."""
    low: int
    """Total with every ace as one, the cards shown included."""
    has_ace: bool


_Node = tuple[int, int, int, int, int]
"""Value, level, depth, result and orders of a node, as in ``Draws``."""


def _walk(held: Cards, goes_on: Callable[[int, bool, int], bool], low_max: int) -> Iterator[_Node]:
    """Yield the tree of draws after the cards shown, without the busts."""
    layer: dict[Cards, _Drawn] = {(): _Drawn(1, sum(held) + len(held), 0 in held)}
    finished: dict[Cards, _Drawn] = {}
    while layer:
        after: dict[Cards, _Drawn] = {}
        for cards, (orders, low, has_ace) in layer.items():
            if not goes_on(low, has_ace, len(held) + len(cards)):
                finished[cards] = layer[cards]
                continue
            for value in range(min(10, low_max - low)):
                more = _with(cards, value)
                before = after[more].orders if more in after else 0
                after[more] = _Drawn(before + orders, low + value + 1, has_ace or value == 0)
        layer = after
    needed = {cards[:length] for cards in finished for length in range(1, len(cards) + 1)}
    for cards in sorted(needed):
        end = finished.get(cards)
        result = -1 if end is None else _result(end, len(held) + len(cards))
        orders = 0 if end is None else end.orders
        yield cards[-1], cards.count(cards[-1]) - 1, len(cards) - 1, result, orders


def _with(cards: Cards, value: int) -> Cards:
    place = sum(card >= value for card in cards)
    return (*cards[:place], value, *cards[place:])


def _result(end: _Drawn, cards: int) -> int:
    total = _total(end.low, has_ace=end.has_ace)
    if total == 21 and cards == 2:
        return BLACKJACK
    return min(total, 23) - 17


@lru_cache(maxsize=128)
def _total(low: int, *, has_ace: bool) -> int:
    return _hand(low, has_ace=has_ace).total
