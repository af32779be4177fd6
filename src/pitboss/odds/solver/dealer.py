"""The dealer's hand: every way it can be drawn, and how it comes out from a given shoe."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.hands import Hand, hand_of
from pitboss.odds.shoe import card_of
from pitboss.rulebook.questions.dealing import must_draw
from pitboss.rulebook.rules import Rules
from pitboss.strategy import SHOWN

RESULTS = ("17", "18", "19", "20", "21", "22", "bust", "blackjack")
"""How a dealer's hand ends. 22 stands apart from higher busts because some rulebooks push it; 21
does not include a blackjack."""
BLACKJACK = 7
DEPTH_MAX = 21
"""No dealer draws more cards than this."""


class Draws(NamedTuple):
    """The sets of cards a dealer may draw, as a tree walked in order, a part for each of ``SHOWN``.

    A node adds one card to the set of its parent; sets list their cards in order of value, so each
    set occurs once. A finished set carries the number of orders in which it can be drawn.
    """

    value: NDArray[np.int64]
    """The card added, 0 for an ace."""
    level: NDArray[np.int64]
    """How many cards of that value the parent has already."""
    depth: NDArray[np.int64]
    """How many cards the parent has."""
    result: NDArray[np.int64]
    """Place in ``RESULTS`` of a finished hand; -1 where the dealer draws on."""
    orders: NDArray[np.float64]
    """In how many orders the cards can come, 0 where the dealer draws on."""
    has_22: bool
    """Whether 22 is told apart; where it is not, it counts among the busts. These are not in the
    tree at all: they are what is left when everything else is summed."""
    start: NDArray[np.int64]
    """(66,): where the part of each of ``SHOWN`` begins and ends; empty where it never shows."""
    stands: NDArray[np.int64]
    """(65,): place in ``RESULTS`` of two cards that show and stand; -1 where the dealer draws."""


def draws(rules: Rules, *, has_22: bool) -> Draws:
    """The dealer's draws under these rules, with 22 told apart from other busts or not."""
    can_draw = tuple(
        must_draw(rules, _hand(low, has_ace=bool(ace))) for low in range(2, 22) for ace in (0, 1)
    )
    return _draws(can_draw, 22 if has_22 else 21, rules.deal.hole_card_up)


def _hand(low: int, *, has_ace: bool) -> Hand:
    """A hand of this low total, with or without aces, to ask about."""
    rest = low - 1 if has_ace else low
    cards = [card_of(0)] if has_ace else []
    while rest > 0:
        # A hand without aces is made of twos and threes; the ace comes back only where it must.
        step = 3 if rest == 3 else 2 if rest > 1 else 1
        cards.append(card_of(step - 1))
        rest -= step
    return hand_of(cards)


@lru_cache(maxsize=8)
def _draws(can_draw: tuple[bool, ...], low_max: int, is_both: bool) -> Draws:  # noqa: FBT001
    def goes_on(low: int, has_ace: bool) -> bool:  # noqa: FBT001
        return low < 22 and (low < 2 or can_draw[(low - 2) * 2 + has_ace])

    columns: list[list[int]] = [[], [], [], [], []]
    start, stands = [0], []
    for held in SHOWN:
        low, has_ace = sum(held) + len(held), 0 in held
        stands.append(-1)
        if is_both == (len(held) == 2):
            if len(held) == 2 and not goes_on(low, has_ace):
                stands[-1] = _result(_Drawn(1, low, has_ace), cards=2)
            else:
                _walk(held, goes_on, low_max, columns)
        start.append(len(columns[0]))
    value, level, depth, result, orders = columns
    return Draws(
        np.array(value),
        np.array(level),
        np.array(depth),
        np.array(result),
        np.array(orders, dtype=np.float64),
        low_max == 22,
        np.array(start),
        np.array(stands),
    )


Cards = tuple[int, ...]
"""A set of cards by value, 0 for an ace, high cards first: sets then share long beginnings less
often, but the tree is far smaller."""


class _Drawn(NamedTuple):
    """What a set of cards beside those that show comes to."""

    orders: int
    """In how many orders it can come."""
    low: int
    """The total with every ace as one."""
    has_ace: bool


def _walk(
    held: Cards, goes_on: Callable[[int, bool], bool], low_max: int, columns: list[list[int]]
) -> None:
    """Write the tree of what the dealer shows, leaving out branches that end nowhere."""
    layer: dict[Cards, _Drawn] = {(): _Drawn(1, sum(held) + len(held), 0 in held)}
    finished: dict[Cards, _Drawn] = {}
    while layer:
        after: dict[Cards, _Drawn] = {}
        for cards, (orders, low, has_ace) in layer.items():
            if not goes_on(low, has_ace):
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
        columns[0].append(cards[-1])
        columns[1].append(cards.count(cards[-1]) - 1)
        columns[2].append(len(cards) - 1)
        columns[3].append(-1 if end is None else _result(end, len(held) + len(cards)))
        columns[4].append(0 if end is None else end.orders)


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
