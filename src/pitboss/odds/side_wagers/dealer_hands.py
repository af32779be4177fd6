"""The dealer's final hands with their suits, for wagers that look at them."""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pitboss.cards import VALUES, Card, colour, suit
from pitboss.hands import hand_of
from pitboss.odds.suited import SuitedShoe, falling
from pitboss.rulebook.questions.dealing import must_draw
from pitboss.rulebook.rules import Rules
from pitboss.wagers.sight import FinalHand

FinalLaw = dict[FinalHand, Fraction]
"""How likely each final total is, by the number of its cards and what they share."""

Ways = dict[tuple[int, ...], int]
"""Compositions of ten values with the number of orders in which they can be drawn."""

CARDS_MAX = 22
"""No hand has more cards: 21 aces make 21."""


class End(NamedTuple):
    """A composition that ends a dealer's hand."""

    taken: tuple[tuple[int, int], ...]
    """Each of the ten values that is in it, ace first as 0, and how often."""
    drawn: int
    """How many cards they are."""
    orders: int
    """In how many orders of values they can be drawn."""
    total: int


_CARDS: tuple[Card, ...] = tuple(range(0, 40, 4))
"""One card of each value."""
_SUITS = range(4)
_COLOURS = ("red", "black")


def dealer_law(
    rules: Rules, shoe: SuitedShoe, *, held: tuple[Card, ...] = (), has_suits: bool = True
) -> FinalLaw:
    """How the dealer's hand comes out when it is drawn to its end from this shoe.

    ``held`` are cards, up to two, that the dealer has already and that are not in the shoe. Where
    nobody asks about suits, all hands are told as mixed.
    """
    start = tuple(sorted(_CARDS[VALUES[card] - 1] for card in held))
    every = _orders(shoe.values)
    by_suit = [
        _orders(shoe.of_suit([s])) for s in _SUITS if has_suits and {*map(suit, held)} <= {s}
    ]
    by_colour = [
        _orders(shoe.of_suit(s for s in _SUITS if colour(s) == name))
        for name in _COLOURS
        if has_suits and {*map(colour, held)} <= {name}
    ]
    tallies: dict[FinalHand, int] = {}
    for end in final_hands(start, _draws(rules)):
        ways = _ways(end, every)
        if not ways:
            continue
        suited = sum(_ways(end, counts) for counts in by_suit)
        coloured = sum(_ways(end, counts) for counts in by_colour)
        parts = {"suited": suited, "coloured": coloured - suited, "mixed": ways - coloured}
        for name, number in parts.items():
            if number:
                final = FinalHand(end.total, name, len(held) + end.drawn)
                tallies[final] = tallies.get(final, 0) + end.orders * number
    return {
        final: Fraction(ways, falling(shoe.size, final.cards - len(held)))
        for final, ways in tallies.items()
    }


def _orders(counts: tuple[int, ...]) -> list[list[int]]:
    """For each value, in how many orders 0, 1, 2 ... of its cards can be drawn."""
    return [[falling(count, drawn) for drawn in range(CARDS_MAX)] for count in counts]


def _ways(end: End, orders: list[list[int]]) -> int:
    """In how many ways the cards of a composition can come in one given order of values."""
    ways = 1
    for value, number in end.taken:
        ways *= orders[value][number]
    return ways


@lru_cache(maxsize=64)
def final_hands(start: tuple[Card, ...], draws: frozenset[tuple[int, bool]]) -> tuple[End, ...]:
    """Every composition that ends a dealer's hand, not counting the cards it starts with.

    ``draws`` are the totals, with their softness, on which the dealer draws.
    """
    ends: list[End] = []
    if len(start) > 1 and not _draws_on(start, draws):
        return (End((), 0, 1, hand_of(start).total),)
    open_: Ways = {(0,) * 10: 1}
    while open_:
        after: Ways = {}
        for composition, orders in open_.items():
            for value in range(10):
                more = (*composition[:value], composition[value] + 1, *composition[value + 1 :])
                after[more] = after.get(more, 0) + orders
        open_ = {}
        for composition, orders in after.items():
            hand = hand_of((*start, *_cards(composition)))
            if len(hand.cards) < 2 or (hand.total, hand.is_soft) in draws:
                open_[composition] = orders
            else:
                taken = tuple((value, n) for value, n in enumerate(composition) if n)
                ends.append(End(taken, sum(composition), orders, hand.total))
    return tuple(ends)


def _draws_on(cards: tuple[Card, ...], draws: frozenset[tuple[int, bool]]) -> bool:
    hand = hand_of(cards)
    return (hand.total, hand.is_soft) in draws


def _draws(rules: Rules) -> frozenset[tuple[int, bool]]:
    """The totals on which the dealer draws, asked of the rules once for every total."""
    low = [(2, total - 2) for total in range(4, 13)]
    high = [(10, total - 10) for total in range(13, 21)]
    soft = [(1, total - 11) for total in range(12, 22)]
    hands = [
        hand_of(_CARDS[value - 1] for value in values)
        for values in (*low, *high, *soft, (10, 9, 2))
    ]
    return frozenset((hand.total, hand.is_soft) for hand in hands if must_draw(rules, hand))


def _cards(composition: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(
        card for card, number in zip(_CARDS, composition, strict=True) for _ in range(number)
    )
