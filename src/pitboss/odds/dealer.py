"""The dealer's hand: every way it can be drawn, and how it comes out from a given shoe."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.hands import Hand, hand_of
from pitboss.odds.shoe import card_of
from pitboss.rulebook.dealing import must_draw
from pitboss.rulebook.rules import Rules

RESULTS = ("17", "18", "19", "20", "21", "22", "bust", "blackjack")
"""How a dealer's hand ends. 22 stands apart from higher busts because some rulebooks push it; 21
does not include a blackjack."""
BLACKJACK = 7
DEPTH_MAX = 21
"""No dealer draws more cards than this."""


class Draws(NamedTuple):
    """The sets of cards a dealer may draw, as a tree walked in order, one part for each up card.

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
    """(11,): where the part of each up card begins and ends."""


def draws(rules: Rules, *, has_22: bool) -> Draws:
    """The dealer's draws under these rules, with 22 told apart from other busts or not."""
    can_draw = tuple(
        must_draw(rules, _hand(low, has_ace=bool(ace))) for low in range(2, 22) for ace in (0, 1)
    )
    return _draws(can_draw, 22 if has_22 else 21)


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
def _draws(can_draw: tuple[bool, ...], low_max: int) -> Draws:
    def goes_on(low: int, has_ace: bool) -> bool:  # noqa: FBT001
        return low < 22 and (low < 2 or can_draw[(low - 2) * 2 + has_ace])

    columns: list[list[int]] = [[], [], [], [], []]
    start = [0]
    for up in range(10):
        _walk(up, goes_on, low_max, columns)
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
    )


def _walk(
    up: int, goes_on: Callable[[int, bool], bool], low_max: int, columns: list[list[int]]
) -> None:
    """Write the tree of one up card, leaving out branches that end nowhere."""
    ways: dict[tuple[int, ...], int] = {(0,) * 10: 1}
    layer = dict(ways)
    while layer:
        after: dict[tuple[int, ...], int] = {}
        for counts, orders in layer.items():
            low, has_ace = _state(up, counts)
            if not goes_on(low, has_ace):
                continue
            for value in range(min(10, low_max - low)):
                more = (*counts[:value], counts[value] + 1, *counts[value + 1 :])
                after[more] = after.get(more, 0) + orders
        ways.update(after)
        layer = after
    finished = {c for c in ways if not goes_on(*_state(up, c))}
    needed = {_prefix(c, n) for c in finished for n in range(1, sum(c) + 1)}
    for counts in sorted(needed, key=_in_order):
        cards = _in_order(counts)
        last = cards[-1]
        is_end = counts in finished
        row = (
            last,
            counts[last] - 1,
            len(cards) - 1,
            _result(up, counts) if is_end else -1,
            ways[counts] if is_end else 0,
        )
        for column, entry in zip(columns, row, strict=True):
            column.append(entry)


def _state(up: int, counts: tuple[int, ...]) -> tuple[int, bool]:
    low = up + 1 + sum((value + 1) * count for value, count in enumerate(counts))
    return low, up == 0 or counts[0] > 0


def _in_order(counts: tuple[int, ...]) -> tuple[int, ...]:
    # High cards first: sets then share long beginnings less often, but the tree is far smaller.
    return tuple(value for value in range(9, -1, -1) for _ in range(counts[value]))


def _prefix(counts: tuple[int, ...], length: int) -> tuple[int, ...]:
    kept = [0] * 10
    for value in _in_order(counts)[:length]:
        kept[value] += 1
    return tuple(kept)


def _result(up: int, counts: tuple[int, ...]) -> int:
    cards = [card_of(value) for value in _in_order(counts)]
    hand = hand_of([card_of(up), *cards])
    if hand.is_blackjack:
        return BLACKJACK
    return min(hand.total, 23) - 17
