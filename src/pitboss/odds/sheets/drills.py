"""Practice questions: every first decision with the value of each act and its frequency."""

from collections.abc import Iterator

import msgspec

from pitboss.cards import ACE, TEN, Card
from pitboss.hands import Hand, hand_of
from pitboss.odds.shoe import card_of, shoe_of
from pitboss.odds.side_wagers.insurance import even_money
from pitboss.odds.solution import Solution
from pitboss.odds.solver.acts import best_first
from pitboss.odds.solver.best_play import Start
from pitboss.odds.solver.offers import offers
from pitboss.rulebook.questions.acts import is_free_double, is_free_split
from pitboss.rulebook.questions.dealing import peeks, surrenders_early
from pitboss.strategy import SHOWN


class Drill(msgspec.Struct, frozen=True):
    """A first decision of a round. Values are per unit of the main wager, off the top."""

    kinds: tuple[str, ...]
    """Sorts of the hand; a hand with a free act is also of that sort."""
    cards: tuple[Card, Card]
    up: Card
    values: dict[str, float]
    """Value of every act, best first; given no dealer's blackjack if he has peeked."""
    free: tuple[str, ...]
    """Acts that the house pays for."""
    chance: float
    """Probability that a round comes to this decision at one box."""
    hole: Card | None = None
    """The dealer's second card, if both are face up."""


PAIRS, SOFT, HARD, INSURANCE, FREE = "pairs", "soft", "hard", "insurance", "free"
KINDS = (HARD, SOFT, PAIRS, FREE, INSURANCE)
INSURE, EVEN_MONEY, DECLINE = "insure", "take_even_money", "decline"
TENS = 4
"""Number of ranks that count ten."""


def drills(solution: Solution) -> Iterator[Drill]:
    """Yield every first decision that has a choice, insurance and even money included."""
    for start in solution.starts:
        cards, (up, *second) = _cards(start), map(card_of, SHOWN[start.up])
        hole = second[0] + 1 if second else None
        hand = hand_of(cards)
        if start.up == 0:
            yield from _against_ace(solution, start, hand)
        values = {} if hand.is_blackjack else solution.values_of(*cards, up, hole)
        if len(values) > 1:
            is_early = "surrender" in values and surrenders_early(solution.rules, up)
            looks = peeks(solution.rules, up) and not is_early and hole is None
            chance = start.probability * (1 - start.blackjack_p if looks else 1)
            free = tuple(_free_acts(solution, hand, values))
            kinds = (_kind_of(hand, values), *((FREE,) if free else ()))
            yield Drill(kinds, cards, up, dict(values), free, chance, hole)


def _cards(start: Start) -> tuple[Card, Card]:
    """Return two cards for a start; ten-value cards of one rank only if they may split."""
    first, second = card_of(start.first), card_of(start.second) + 1
    # Tens, jacks, queens and kings take turns.
    other = 4 * ((start.first + start.up) % TENS)
    if start.first == start.second == TEN:
        return first + other, second + (other if start.may_split else (other + 4) % (4 * TENS))
    return first, second + (other if start.second == TEN else 0)


def _kind_of(hand: Hand, values: dict[str, float]) -> str:
    if "split" in values:
        return PAIRS
    return SOFT if hand.is_soft else HARD


def _free_acts(solution: Solution, hand: Hand, values: dict[str, float]) -> Iterator[str]:
    rules = solution.rules
    if "double" in values and is_free_double(rules, hand):
        yield "double"
    if "split" in values and is_free_split(rules, hand):
        yield "split"


def _against_ace(solution: Solution, start: Start, hand: Hand) -> Iterator[Drill]:
    """Yield the decision on insurance or even money."""
    offer = offers(solution.rules, hand)
    kinds, cards, up = (INSURANCE,), (hand.cards[0], hand.cards[1]), card_of(ACE)
    if offer.even_money:
        outcome = even_money(solution.rules, shoe_of(solution.rules))
        if outcome is not None:
            values = {EVEN_MONEY: float(outcome[0]), DECLINE: float(outcome[1])}
            yield Drill(kinds, cards, up, best_first(values), (), start.probability)
    elif offer.share:
        values = {INSURE: offer.share * offer.insurance_ev(start.blackjack_p), DECLINE: 0.0}
        yield Drill(kinds, cards, up, best_first(values), (), start.probability)
