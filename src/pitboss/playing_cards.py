"""Cards as programs outside the engine hold them; the engine itself keeps plain numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import total_ordering
from typing import Annotated, TypeVar

from pitboss.arguments import CHECKED_BY_FUNCTION, checked
from pitboss.cards import (
    RANKS,
    SUITS,
    TEXTS,
    VALUES,
    CardError,
    name_card,
    parse_card,
)
from pitboss.errors import WrongType


@total_ordering
class Card:
    """A card: prints as ``Ts``, compares by rank and then by suit, and works as a key.

    A card equals its notation, since every function takes either. It is not a number.

    >>> from pitboss import Card
    >>> Card("ts"), Card("Ts") == Card("TS") == "Ts", Card("As") < Card("Kd")
    (Card('Ts'), True, True)
    >>> print(Card("Ts"), Card("Ts").rank, Card("Ts").suit, Card("Ts").value)
    Ts T s 10
    """

    __slots__ = ("_number",)
    _number: int

    def __init__(self, text: str | Card) -> None:
        if not isinstance(text, str | Card):
            raise _no_card(text)
        number = text.number if isinstance(text, Card) else parse_card(text.strip())
        object.__setattr__(self, "_number", number)

    @classmethod
    def of(cls, number: int) -> Card:
        """Return the card with this engine number, from 0 to 51."""
        if type(number) is not int or not 0 <= number < len(TEXTS):
            raise CardError(
                f"{number!r:.80} is not the number of a card",
                place=f"{number!r:.80}",
                hint="write 0 to 51",
            )
        return cls(TEXTS[number])

    @property
    def number(self) -> int:
        """The engine's number of the card, from 0 to 51."""
        return self._number

    @property
    def rank(self) -> str:
        """One of ``A23456789TJQK``."""
        return RANKS[self._number >> 2]

    @property
    def suit(self) -> str:
        """One of ``shdc``: spades, hearts, diamonds, clubs."""
        return SUITS[self._number & 3]

    @property
    def value(self) -> int:
        """The value of the card, an ace as 1."""
        return VALUES[self._number]

    @property
    def name(self) -> str:
        """In words: ``ten of spades``."""
        return name_card(self._number)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Card):
            return self._number == other._number
        return str(self) == other if isinstance(other, str) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._number < other._number if isinstance(other, Card) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __setattr__(self, name: str, _value: object) -> None:
        raise AttributeError(f"a card does not change: {name!r}")

    def __str__(self) -> str:
        return TEXTS[self._number]

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return (Card, (str(self),))


CardLike = Annotated[str | Card, CHECKED_BY_FUNCTION]
"""A card as you give it to a public function: ``"Ts"`` or a ``Card``."""
CardsLike = Annotated[str | Iterable[CardLike], CHECKED_BY_FUNCTION]
"""Several cards: ``"Ts 6d"``, or a list of cards."""


def card_number(card: CardLike) -> int:
    """Return the engine's number of a card."""
    return Card(card).number


def card_numbers(cards: CardsLike) -> tuple[int, ...]:
    """Return the engine's numbers of cards."""
    return tuple(card_number(card) for card in _listed(cards))


def engine_numbers(cards: str | Iterable[CardLike | int]) -> Iterator[int]:
    """Yield the engine's numbers of cards, which may be such numbers already."""
    for card in _listed(cards):
        is_number = type(card) is int and 0 <= card < len(TEXTS)
        yield card if is_number else card_number(card)  # type: ignore[arg-type, misc]


@checked
def parse_cards(text: CardsLike) -> tuple[Card, ...]:
    """Read cards separated by spaces.

    >>> import pitboss
    >>> pitboss.parse_cards("8s 6d")
    (Card('8s'), Card('6d'))
    """
    return tuple(Card.of(number) for number in card_numbers(text))


C = TypeVar("C")


def _listed(cards: str | Iterable[C]) -> Iterable[str | C]:
    """Return the members of a list, or the words of a text; raise WrongType for anything else."""
    if isinstance(cards, str):
        return cards.split()
    if isinstance(cards, Card) or not isinstance(cards, Iterable):
        raise _no_cards(cards)
    return cards


def _no_cards(value: object) -> WrongType:
    return WrongType(
        f"{value!r:.80} is not a list of cards",
        place=f"{value!r:.80}",
        hint="write 'Ts 6d', or ['Ts', '6d']",
    )


def _no_card(value: object) -> WrongType:
    hint = "write it as 'Ts'"
    if type(value) is int and 1 <= value <= 10:
        hint = f"write {RANKS[value - 1]}s for a card of value {value}"
    return WrongType(
        f"{value!r:.80} is not a card: write a text such as 'Ts', or a Card",
        place=f"{value!r:.80}",
        hint=hint,
    )
