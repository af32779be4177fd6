"""A shoe counted card by card with suits: what the sums over side wagers run over."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pitboss.cards import DECK, RANKS, TEXTS, VALUES, Card, CardError, parse_card, suit
from pitboss.odds.shoe import check_size, parse_copies
from pitboss.rulebook.rules import Rules


@dataclass(frozen=True, slots=True)
class SuitedShoe:
    """How many of each of the 52 cards are left, the ace of spades first."""

    counts: tuple[int, ...]

    @property
    def size(self) -> int:
        """Cards left."""
        return sum(self.counts)

    @property
    def values(self) -> tuple[int, ...]:
        """Cards left of each of the ten values, ace first and tens last."""
        return tuple(
            sum(self.counts[card] for card in DECK if VALUES[card] == value)
            for value in range(1, 11)
        )

    @property
    def ranks(self) -> tuple[int, ...]:
        """Cards left of each of the thirteen ranks, ace first."""
        return tuple(sum(self.counts[start : start + 4]) for start in range(0, len(DECK), 4))

    def of_suit(self, suits: Iterable[int]) -> tuple[int, ...]:
        """Cards left of each of the ten values in these suits."""
        wanted = frozenset(suits)
        counts = [0] * 10
        for card in DECK:
            if suit(card) in wanted:
                counts[VALUES[card] - 1] += self.counts[card]
        return tuple(counts)

    def without(self, cards: Iterable[Card]) -> "SuitedShoe":
        """The shoe when these cards are gone."""
        left = list(self.counts)
        for card in cards:
            left[card] -= 1
            if left[card] < 0:
                held = self.counts[card]
                told = f"the shoe has only {held} {TEXTS[card]}" if held else "the shoe has no {}"
                hint = "list each card once for each time it is gone"
                raise CardError(told.format(TEXTS[card]), place=TEXTS[card], hint=hint)
        return SuitedShoe(tuple(left))


def shoe_of_decks(decks: int, removed: Iterable[Card] = ()) -> SuitedShoe:
    """A shoe of whole decks, with cards taken out."""
    return SuitedShoe((decks,) * len(DECK)).without(removed)


def shoe_of(rules: Rules, removed: Iterable[Card] = ()) -> SuitedShoe:
    """The whole shoe of a table, with cards taken out."""
    return SuitedShoe(rules.copies).without(removed)


def shoe_of_cards(cards: Iterable[Card]) -> SuitedShoe:
    """A shoe of exactly these cards."""
    counts = [0] * len(DECK)
    for card in cards:
        counts[card] += 1
    return SuitedShoe(tuple(counts))


def parse_shoe(text: str) -> SuitedShoe:
    """Read cards as ``As Td``, numbers of a card as ``Tdx3``, or numbers of a rank as ``Tx12``.

    The number of a rank is spread over the four suits as evenly as it can be, spades first.
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
    check_size(counts)
    return SuitedShoe(tuple(counts))


def falling(number: int, drawn: int) -> int:
    """In how many orders ``drawn`` of ``number`` things can be drawn: ``n (n-1) (n-2) ...``."""
    ways = 1
    for taken in range(drawn):
        ways *= max(number - taken, 0)
    return ways


def each_card(left: list[int]) -> Iterator[tuple[Card, int]]:
    """Each card that is left with its number; it is out of the shoe while it is looked at."""
    for card in DECK:
        ways = left[card]
        if ways:
            left[card] -= 1
            yield card, ways
            left[card] += 1
