"""Side wagers on the dealer's hand: probabilities summed over deals and his final hands."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pitboss.cards import VALUES, Card, colour, suit
from pitboss.hands import Hand, hand_of
from pitboss.odds.shoe import SuitedShoe, card_of, each_card, falling
from pitboss.odds.solver.hands import cards_of
from pitboss.rulebook.questions.dealing import must_draw
from pitboss.rulebook.rules import Rules
from pitboss.wagers.base import OPEN, Sight, Wager
from pitboss.wagers.sight import FinalHand, decide, sight_of

FinalLaw = dict[FinalHand, Fraction]
"""Probability of each final total, by the number of its cards and their shared suit or colour."""

CARDS_MAX = 22
"""More than the number of cards of any hand: 21 aces make 21."""


class End(NamedTuple):
    """A composition that ends a dealer's hand."""

    taken: tuple[tuple[int, int], ...]
    """Each of the ten values in it, ace first as 0, with the number of its cards."""
    drawn: int
    """Number of cards drawn."""
    orders: int
    """Number of orders of values in which they can be drawn."""
    total: int


_SUITS = range(4)
_COLOURS = ("red", "black")


def dealer_law(
    rules: Rules, shoe: SuitedShoe, *, held: tuple[Card, ...] = (), has_suits: bool = True
) -> FinalLaw:
    """Return the distribution of the dealer's final hand, drawn to its end from this shoe.

    ``held`` are cards, up to two, that the dealer has already and that are not in the shoe. Without
    ``has_suits`` all hands count as mixed.
    """
    start = tuple(sorted(card_of(VALUES[card] - 1) for card in held))
    every = _orders(shoe.values)
    by_suit = [
        _orders(shoe.of_suit([s])) for s in _SUITS if has_suits and {*map(suit, held)} <= {s}
    ]
    by_colour = [
        _orders(shoe.of_suit(s for s in _SUITS if colour(s) == name))
        for name in _COLOURS
        if has_suits and {*map(colour, held)} <= {name}
    ]
    tallies: Counter[FinalHand] = Counter()
    for end in final_hands(start, _draws(rules)):
        ways = _ways(end, every)
        if not ways:
            continue
        suited = sum(_ways(end, counts) for counts in by_suit)
        coloured = sum(_ways(end, counts) for counts in by_colour)
        parts = {"suited": suited, "coloured": coloured - suited, "mixed": ways - coloured}
        for name, number in parts.items():
            if number:
                tallies[FinalHand(end.total, name, len(held) + end.drawn)] += end.orders * number
    return {
        final: Fraction(ways, falling(shoe.size, final.cards - len(held)))
        for final, ways in tallies.items()
    }


def _orders(counts: tuple[int, ...]) -> list[list[int]]:
    """Return, for each value, the number of orders in which 0, 1, 2 ... of its cards come."""
    return [[falling(count, drawn) for drawn in range(CARDS_MAX)] for count in counts]


def _ways(end: End, orders: list[list[int]]) -> int:
    """Return the number of ways to draw the cards of a composition in one fixed order of values."""
    ways = 1
    for value, number in end.taken:
        ways *= orders[value][number]
    return ways


DealerTotal = tuple[int, int, bool]
"""Number of cards, total and softness of a dealer's hand."""


@lru_cache(maxsize=64)
def final_hands(start: tuple[Card, ...], draws: frozenset[DealerTotal]) -> tuple[End, ...]:
    """Return every composition that ends a dealer's hand, without the cards it starts with.

    ``draws`` are the totals on which the dealer draws, with their cards and softness.
    """
    ends: list[End] = []
    held = hand_of(start)
    if len(start) > 1 and (len(start), held.total, held.is_soft) not in draws:
        return (End((), 0, 1, held.total),)
    # Compositions of ten values with the number of orders in which they can be drawn.
    open_: Counter[tuple[int, ...]] = Counter({(0,) * 10: 1})
    while open_:
        after: Counter[tuple[int, ...]] = Counter()
        for composition, orders in open_.items():
            for value in range(10):
                more = (*composition[:value], composition[value] + 1, *composition[value + 1 :])
                after[more] += orders
        open_.clear()
        for composition, orders in after.items():
            hand = hand_of((*start, *cards_of(composition)))
            if len(hand.cards) < 2 or (len(hand.cards), hand.total, hand.is_soft) in draws:
                open_[composition] = orders
            else:
                taken = tuple((value, n) for value, n in enumerate(composition) if n)
                ends.append(End(taken, sum(composition), orders, hand.total))
    return tuple(ends)


def _draws(rules: Rules) -> frozenset[DealerTotal]:
    """Return the hands on which the dealer draws, asking the rules once for every total."""
    hands = (
        Hand((0,) * cards, low, aces)
        for cards in range(2, CARDS_MAX)
        for low in range(2, 22)
        for aces in (0, 1)
    )
    return frozenset((len(h.cards), h.total, h.is_soft) for h in hands if must_draw(rules, h))


DEALT = ("first", "second", "up", "hole")
"""Cards of the initial deal, which no play can change; the dealer's second card has the same
distribution even if it is drawn last."""
HELD = ("up", "hole")
"""Cards among them with which the dealer's hand begins."""

RED, BLACK = (tuple(s for s in range(4) if colour(s) == name) for name in ("red", "black"))
"""The suits of each colour."""


def dealer_chances(rules: Rules, kind: Wager, shoe: SuitedShoe) -> dict[str, Fraction]:
    """Sum over the dealer's final hands, with the cards of the deal if the wager reads them.

    The player's own cards do not change the probability of a dealer's hand. Off the top of a
    shuffled shoe every card that the dealer takes comes from a position that only earlier cards
    decide, and cards taken so are distributed like the first ones of the shoe. This is true with
    and without a peek, for any number of players and any play, as long as the shoe does not run out
    and the dealer draws to the end, which these wagers make him do.
    """
    names = [name for name in DEALT if name in kind.reads]
    left = list(shoe.counts)
    sums: dict[str, Fraction] = {}
    # Deals with the same distribution for the dealer and the same sorts are summed at once.
    alike: dict[tuple[object, tuple[str, ...]], Fraction] = {}
    finals = _Finals(rules, kind)

    def deal(seen: dict[str, Card], share: Fraction) -> None:
        early = kind.classify(dealt_sight(seen))
        if early != OPEN:
            sums[early] = sums.get(early, Fraction(0)) + share
        elif len(seen) < len(names):
            size = sum(left)
            for card, number in each_card(left):
                deal({**seen, names[len(seen)]: card}, share * Fraction(number, size))
        else:
            key = finals.key(left, tuple(seen[name] for name in HELD if name in seen))
            sorts = tuple(decide(kind, dealt_sight(seen, dealer)) for dealer in finals.laws[key])
            alike[key, sorts] = alike.get((key, sorts), Fraction(0)) + share

    deal({}, Fraction(1))
    for (key, sorts), share in alike.items():
        for category, p in zip(sorts, finals.laws[key].values(), strict=True):
            sums[category] = sums.get(category, Fraction(0)) + share * p
    return sums


class _Finals:
    """Distributions of the dealer's final hand, one for all shoes alike to a wager."""

    def __init__(self, rules: Rules, kind: Wager) -> None:
        self._rules, self._reads = rules, frozenset(kind.reads)
        self.laws: dict[object, FinalLaw] = {}

    def key(self, left: list[int], held: tuple[Card, ...]) -> object:
        """Return the key in ``laws`` of the distribution for these cards, which is then there."""
        shoe = SuitedShoe(tuple(left))
        shown = tuple(sorted(VALUES[card] for card in held))
        key: object = (shown, shoe.values)
        if "dealer_suits" in self._reads:
            key = (shown, _by_suit(shoe, held))
        if key not in self.laws:
            self.laws[key] = self._distinguish(shoe, held)
        return key

    def _distinguish(self, shoe: SuitedShoe, held: tuple[Card, ...]) -> FinalLaw:
        """Return the distribution over the parts of a final hand that the wager distinguishes."""
        has_suits = "dealer_suits" in self._reads
        law = dealer_law(self._rules, shoe, held=held, has_suits=has_suits)
        if self._reads & {"dealer_blackjack", "dealer_cards"}:
            return law
        merged: FinalLaw = {}
        for final, p in law.items():
            seen = final._replace(cards=0)
            merged[seen] = merged.get(seen, Fraction(0)) + p
        return merged


def _by_suit(shoe: SuitedShoe, held: tuple[Card, ...]) -> tuple[object, ...]:
    """Return the values left by suit, suits of ``held`` marked, equal for equivalent shoes."""
    own = {suit(card) for card in held}
    pairs = [
        tuple(sorted((s not in own, shoe.of_suit([s])) for s in suits)) for suits in (RED, BLACK)
    ]
    return tuple(sorted(pairs))


def dealt_sight(seen: dict[str, Card], dealer: FinalHand | None = None) -> Sight:
    """Return the ``Sight`` of these cards of the deal, and of the dealer's final hand."""
    cards = (seen.get("first"), seen.get("second"))
    return sight_of(cards, up=seen.get("up"), hole=seen.get("hole"), dealer=dealer)
