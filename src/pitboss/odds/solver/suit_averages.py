"""Hands whose price depends on ranks or suits that a strategy by values does not see.

Their gain is the exact average over the cards that they may be made of. Which cards of a value
come is the same chance whatever else was dealt by value, so that the whole shoe is averaged over.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from pitboss.cards import DECK, VALUES, Card
from pitboss.hands import Hand, hand_of
from pitboss.odds.solver.compositions import Counts
from pitboss.rulebook.file.bonuses import Bonus, bonuses
from pitboss.rulebook.rules import Rules

BLACKJACK: Counts = (1, 0, 0, 0, 0, 0, 0, 0, 0, 1)


def priced_by_cards(rules: Rules) -> dict[Counts, tuple[Bonus, ...]]:
    """The compositions that are paid by their cards, each with the bonuses that look at them."""
    priced: dict[Counts, tuple[Bonus, ...]] = {}
    for bonus in bonuses(rules.settlement.bonuses):
        if bonus.ranks:
            counts = [0] * 10
            for rank in bonus.ranks:
                counts[min(rank, 9)] += 1
            priced[tuple(counts)] = (*priced.get(tuple(counts), ()), bonus)
    if rules.blackjack.bonuses:
        priced[BLACKJACK] = bonuses(rules.blackjack.bonuses)
    return priced


def card_hands(rules: Rules, counts: Counts) -> Iterator[tuple[tuple[Card, ...], Fraction]]:
    """Every hand of a composition in whole cards, with how likely it is."""
    copies = list(rules.copies)
    values = [value for value, count in enumerate(counts) for _ in range(count)]

    def extend(
        cards: tuple[Card, ...], chance: Fraction
    ) -> Iterator[tuple[tuple[Card, ...], Fraction]]:
        if len(cards) == len(values):
            yield cards, chance
            return
        mine = [card for card in DECK if VALUES[card] == values[len(cards)] + 1 and copies[card]]
        left = sum(copies[card] for card in mine)
        for card in mine:
            share = Fraction(copies[card], left)
            copies[card] -= 1
            yield from extend((*cards, card), chance * share)
            copies[card] += 1

    return extend((), Fraction(1))


def average(
    rules: Rules, counts: Counts, gain: Callable[[Hand], float], *, like: Hand | None = None
) -> float:
    """What hands of a composition gain on average; ``like`` one that was split or doubled so."""
    model = like or Hand()
    total = Fraction(0)
    for cards, chance in card_hands(rules, counts):
        hand = hand_of(
            cards, is_split=model.is_split, is_split_ace=model.is_split_ace, doubles=model.doubles
        )
        total += chance * Fraction(gain(hand))
    return float(total)
