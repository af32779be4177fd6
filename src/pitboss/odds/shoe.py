"""Shoes by composition: how many cards of each rank are left, and what removing some leaves."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from pitboss.arguments import Within, check, checked
from pitboss.cards import DECKS_MAX, RANKS, SHOE_MAX, TEN, Card, CardError, parse_card, rank
from pitboss.playing_cards import GivenCard, numbers_given
from pitboss.rulebook.rules import Rules

ENDLESS = 10_000_000
"""Decks whose odds no card that is dealt changes in any digit that is shown."""
VALUES_COUNT = 10
"""Card values told apart by play: ace, two, ... nine, and every ten-value card as one."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """The cards still to be dealt, by rank; every order is as likely."""

    ranks: tuple[int, ...]
    """Cards of each of the thirteen ranks, ace first."""

    def __post_init__(self) -> None:
        # What counts leave behind is an average shoe, with parts of cards.
        check("ranks", self.ranks, tuple[float, ...])
        if len(self.ranks) != len(RANKS) or min(self.ranks) < 0:
            told = f"a shoe has a number of 0 or more for each of {len(RANKS)} ranks"
            raise CardError(told, place="ranks", hint="pitboss.odds.full(6) is a whole shoe")

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(self.ranks)

    @property
    def values(self) -> tuple[int, ...]:
        """Cards of each of the ten values, ace first and tens last."""
        return (*self.ranks[:TEN], sum(self.ranks[TEN:]))

    @property
    def tens(self) -> tuple[int, ...]:
        """Cards of each of the four ranks that count ten."""
        return self.ranks[TEN:]

    def without(self, cards: str | Iterable[GivenCard | Card]) -> "Shoe":
        """The shoe without these cards; raises if it does not hold them."""
        left = list(self.ranks)
        for card in numbers_given(cards):
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
    """The shoe of this many whole decks; ``ENDLESS`` of them are as good as infinitely many."""
    return Shoe((4 * decks,) * len(RANKS))


def full_of(rules: Rules) -> Shoe:
    """The shoe of a table before the first card."""
    return of_cards(rules.stack)


def of_cards(cards: str | Iterable[GivenCard | Card]) -> Shoe:
    """The shoe that holds these cards and no others."""
    counts = [0] * len(RANKS)
    for card in numbers_given(cards):
        counts[rank(card)] += 1
    return Shoe(tuple(counts))


@checked
def parse_shoe(text: str) -> Shoe:
    """Read cards as ``As Td``, or counts by rank as ``Ax4 2x4``; both may be mixed."""
    counts = [0] * len(RANKS)
    for word in text.split():
        name, times, number = word.partition("x")
        if times and len(name) == 1 and name.upper() in RANKS:
            counts[RANKS.index(name.upper())] += parse_copies(word, number)
        else:
            counts[rank(parse_card(word))] += 1
    check_size(counts)
    return Shoe(tuple(counts))


def parse_copies(word: str, number: str) -> int:
    """The number in a word such as ``Tx12``, which is at most what a shoe holds."""
    # Python does not read a number of thousands of digits.
    if not number.isdecimal() or len(number) > 9 or int(number) > SHOE_MAX:
        raise CardError(
            f"{word!r:.80} is not a number of cards: write it as in 'Tdx3', up to {SHOE_MAX}",
            place=f"{word:.80}",
            hint=f"a shoe has at most {DECKS_MAX} decks",
        )
    return int(number)


def check_size(counts: Iterable[int]) -> None:
    """Refuse more cards than any shoe holds."""
    size = sum(counts)
    if size > SHOE_MAX:
        hint = f"a shoe has at most {DECKS_MAX} decks"
        raise CardError(f"{size} cards are more than the {SHOE_MAX} of any shoe", hint=hint)


def card_of(value: int) -> Card:
    """A card of a value, of spades: 0 is an ace, 9 a ten."""
    assert 0 <= value < VALUES_COUNT
    return value * 4
