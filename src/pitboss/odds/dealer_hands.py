"""The dealer's final hands with their suits, for wagers that look at them."""

from fractions import Fraction
from functools import lru_cache

from pitboss.cards import VALUES, Card, colour, suit
from pitboss.hands import hand_of
from pitboss.odds.suited import SuitedShoe, falling
from pitboss.rulebook.dealing import must_draw
from pitboss.rulebook.rules import Rules

FinalLaw = dict[tuple[int, str], Fraction]
"""How likely each final total is with its cards ``suited``, ``coloured`` or ``mixed``."""

Ways = dict[tuple[int, ...], int]
"""Compositions of ten values with the number of orders in which they can be drawn."""

_CARDS: tuple[Card, ...] = tuple(range(0, 40, 4))
"""One card of each value."""
_SUITS = range(4)
_COLOURS = ("red", "black")


def dealer_law(rules: Rules, shoe: SuitedShoe, *, up: Card | None = None) -> FinalLaw:
    """How the dealer's hand comes out when it is drawn to its end from this shoe.

    ``up`` is a card that the dealer shows already and that is no longer in the shoe.
    """
    size = shoe.size
    by_suit = [shoe.of_suit([s]) for s in _SUITS if up is None or s == suit(up)]
    by_colour = [
        shoe.of_suit(s for s in _SUITS if colour(s) == name)
        for name in _COLOURS
        if up is None or name == colour(up)
    ]
    start = () if up is None else (_CARDS[VALUES[up] - 1],)
    sums: FinalLaw = {}
    for composition, orders in final_hands(start, _draws(rules)).items():
        total = hand_of((*start, *_cards(composition))).total
        drawn = sum(composition)
        whole = falling(size, drawn)
        if not whole:
            continue
        every = _ways(composition, shoe.values)
        suited = sum(_ways(composition, counts) for counts in by_suit)
        coloured = sum(_ways(composition, counts) for counts in by_colour)
        parts = {"suited": suited, "coloured": coloured - suited, "mixed": every - coloured}
        for name, ways in parts.items():
            if ways:
                share = Fraction(orders * ways, whole)
                sums[total, name] = sums.get((total, name), Fraction(0)) + share
    return sums


def _ways(composition: tuple[int, ...], counts: tuple[int, ...]) -> int:
    """In how many ways the cards of a composition can come in one given order of values."""
    ways = 1
    for number, count in zip(composition, counts, strict=True):
        if number:
            ways *= falling(count, number)
    return ways


@lru_cache(maxsize=64)
def final_hands(start: tuple[Card, ...], draws: frozenset[tuple[int, bool]]) -> Ways:
    """Every composition that ends a dealer's hand, not counting the cards it starts with.

    ``draws`` are the totals, with their softness, on which the dealer draws.
    """
    final: Ways = {}
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
            is_open = len(hand.cards) < 2 or (hand.total, hand.is_soft) in draws
            (open_ if is_open else final)[composition] = orders
    return final


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
