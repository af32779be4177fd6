"""Shoes by composition: cards left of each rank, or of each card with its suit."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import perm
from typing import Annotated

from pitboss.arguments import Within, check, checked
from pitboss.cards import (
    DECK,
    RANKS,
    SHOE_MAX,
    TEN,
    TEXTS,
    VALUES,
    Card,
    CardError,
    parse_card,
    rank,
    suit,
)
from pitboss.playing_cards import CardLike, engine_numbers
from pitboss.rulebook.rules import Rules

ENDLESS = 10_000_000
"""Number of decks so large that dealing a card changes no digit shown."""
VALUES_COUNT = 10
"""Number of card values: ace, two, ... nine, and ten."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """The cards still to be dealt, by rank; every order is equally likely."""

    ranks: tuple[int, ...]
    """Cards of each of the thirteen ranks, ace first."""

    def __post_init__(self) -> None:
        # A count leaves an average shoe behind, with fractions of cards.
        check("ranks", self.ranks, tuple[float, ...])
        if len(self.ranks) != len(RANKS) or min(self.ranks) < 0:
            text = f"a shoe has a number of 0 or more for each of {len(RANKS)} ranks"
            raise CardError(text, place="ranks", hint="pitboss.odds.full(6) is a whole shoe")

    @property
    def size(self) -> int:
        """Number of cards left."""
        return sum(self.ranks)

    @property
    def values(self) -> tuple[int, ...]:
        """Cards of each of the ten values, ace first and tens last."""
        return (*self.ranks[:TEN], sum(self.ranks[TEN:]))

    @property
    def tens(self) -> tuple[int, ...]:
        """Cards of each of the four ranks that count ten."""
        return self.ranks[TEN:]

    def without(self, cards: str | Iterable[CardLike | Card]) -> "Shoe":
        """Return the shoe without these cards; raises if it does not hold them."""
        left = list(self.ranks)
        for card in engine_numbers(cards):
            left[rank(card)] -= 1
            if left[rank(card)] < 0:
                raise CardError(
                    f"the shoe holds only {self.ranks[rank(card)]} of {RANKS[rank(card)]}",
                    place=RANKS[rank(card)],
                    hint="count the cards you have named, or play with more decks",
                )
        return Shoe(tuple(left))

    def __str__(self) -> str:
        return " ".join(f"{name}x{count}" for name, count in zip(RANKS, self.ranks, strict=True))


@checked
def full(decks: Annotated[int, Within(1, ENDLESS)]) -> Shoe:
    """Return a shoe of whole decks; ``ENDLESS`` of them stand for infinitely many."""
    return Shoe((4 * decks,) * len(RANKS))


def full_of(rules: Rules) -> Shoe:
    """Return the shoe of a table before the first card, by rank."""
    return of_cards(rules.stack)


def of_cards(cards: str | Iterable[CardLike | Card]) -> Shoe:
    """Return a shoe of exactly these cards, by rank."""
    counts = [0] * len(RANKS)
    for card in engine_numbers(cards):
        counts[rank(card)] += 1
    return Shoe(tuple(counts))


@checked
def parse_shoe(text: str) -> Shoe:
    """Read cards as ``As Td``, or counts by rank as ``Ax4 2x4``; both may be mixed."""
    return Shoe(parse_suited_shoe(text).ranks)


def parse_copies(word: str, number: str) -> int:
    """Return the number in a word such as ``Tx12``; raises if no shoe holds that many cards."""
    # Python does not read a number of thousands of digits.
    if not number.isdecimal() or len(number) > 9 or int(number) > SHOE_MAX:
        raise CardError(
            f"{word!r:.80} is not a number of cards: write it as in 'Tdx3', up to {SHOE_MAX}",
            place=f"{word:.80}",
            hint=f"write {word.partition('x')[0]:.8}x4",
        )
    return int(number)


def blackjack_value(up: int) -> int:
    """Return the value that makes a blackjack with an up card of this value; -1 if none does."""
    return 9 if up == 0 else 0 if up == 9 else -1


def card_of(value: int) -> Card:
    """Return the spade of a value, 0 for an ace and 9 for a ten."""
    assert 0 <= value < VALUES_COUNT
    return value * 4


@dataclass(frozen=True, slots=True)
class SuitedShoe:
    """The cards still to be dealt, by rank and suit; sums over side wagers need both."""

    counts: tuple[int, ...]
    """Number left of each of the 52 cards, the ace of spades first."""

    @property
    def size(self) -> int:
        """Number of cards left."""
        return sum(self.counts)

    @property
    def values(self) -> tuple[int, ...]:
        """Cards left of each of the ten values, ace first and tens last."""
        ranks = self.ranks
        return (*ranks[:TEN], sum(ranks[TEN:]))

    @property
    def ranks(self) -> tuple[int, ...]:
        """Cards left of each of the thirteen ranks, ace first."""
        return tuple(sum(self.counts[start : start + 4]) for start in range(0, len(DECK), 4))

    def of_suit(self, suits: Iterable[int]) -> tuple[int, ...]:
        """Return the cards left of each of the ten values in these suits."""
        wanted = frozenset(suits)
        counts = [0] * 10
        for card in DECK:
            if suit(card) in wanted:
                counts[VALUES[card] - 1] += self.counts[card]
        return tuple(counts)

    def without(self, cards: Iterable[Card]) -> "SuitedShoe":
        """Return the shoe without these cards; raises if it does not hold them."""
        left = list(self.counts)
        for card in cards:
            left[card] -= 1
            if left[card] < 0:
                held, name = self.counts[card], TEXTS[card]
                text = f"the shoe has only {held} {name}" if held else f"the shoe has no {name}"
                hint = "list each card once for each time it is gone"
                raise CardError(text, place=name, hint=hint)
        return SuitedShoe(tuple(left))


def shoe_of_decks(decks: int, removed: Iterable[Card] = ()) -> SuitedShoe:
    """Return a shoe of whole decks without ``removed``."""
    return SuitedShoe((decks,) * len(DECK)).without(removed)


def shoe_of(rules: Rules, removed: Iterable[Card] = ()) -> SuitedShoe:
    """Return the whole shoe of a table without ``removed``."""
    return SuitedShoe(rules.copies).without(removed)


def parse_suited_shoe(text: str) -> SuitedShoe:
    """Read cards as ``As Td``, numbers of a card as ``Tdx3``, or numbers of a rank as ``Tx12``.

    The number of a rank is spread over the four suits as evenly as possible, spades first.
    """
    counts = [0] * len(DECK)
    for word in text.split():
        name, times, number = word.partition("x")
        copies = parse_copies(word, number) if times else 1
        if times and len(name) == 1 and name.upper() in RANKS:
            start = RANKS.index(name.upper()) * 4
            for place in range(4):
                counts[start + place] += (copies + 3 - place) // 4
        else:
            counts[parse_card(name)] += copies
    if sum(counts) > SHOE_MAX:
        text = f"{sum(counts)} cards are more than the {SHOE_MAX} of any shoe"
        raise CardError(text, hint="name fewer cards")
    return SuitedShoe(tuple(counts))


def falling(number: int, drawn: int) -> int:
    """Return the number of orders in which ``drawn`` of ``number`` cards can come."""
    return perm(max(number, 0), drawn)


def each_card(left: list[int]) -> Iterator[tuple[Card, int]]:
    """Yield each card left with its number; it is out of the shoe until the next one."""
    for card in DECK:
        ways = left[card]
        if ways:
            left[card] -= 1
            yield card, ways
            left[card] += 1
