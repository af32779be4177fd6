"""Cards as programs outside the engine hold them; the engine itself keeps plain numbers."""

from collections.abc import Iterable, Iterator
from typing import Annotated, NoReturn, TypeVar

from pitboss.arguments import CHECKED_BY_FUNCTION
from pitboss.cards import (
    RANKS,
    SUITS,
    TEXTS,
    UNSEEN,
    VALUES,
    CardError,
    name_card,
    parse_card,
    show_card,
)
from pitboss.errors import WrongType


class Card(int):
    """A card: prints as ``Ts``, compares by rank and then by suit, and works as a key.

    >>> from pitboss import Card
    >>> Card("ts"), Card("Ts") == Card("TS"), Card("As") < Card("Kd")
    (Card('Ts'), True, True)
    >>> print(Card("Ts"), Card("Ts").rank, Card("Ts").suit, Card("Ts").value)
    Ts T s 10

    ``int(card)`` is the engine's number of a card; ``Card.of`` turns it back.
    """

    __slots__ = ()

    def __new__(cls, text: "str | Card") -> "Card":
        """Read a card such as ``As`` or ``tD``."""
        if isinstance(text, Card):
            return text
        if not isinstance(text, str):
            raise _no_card(text)
        return int.__new__(cls, parse_card(text.strip()))

    @classmethod
    def of(cls, number: int) -> "Card":
        """Return the card with this engine number, from 0 to 51."""
        if type(number) not in (int, Card) or not 0 <= number < 52:
            raise CardError(
                f"{number!r} is not the number of a card", place=str(number), hint="write 0 to 51"
            )
        return int.__new__(cls, number)

    @property
    def rank(self) -> str:
        """One of ``A23456789TJQK``."""
        return RANKS[self >> 2]

    @property
    def suit(self) -> str:
        """One of ``shdc``: spades, hearts, diamonds, clubs."""
        return SUITS[self & 3]

    @property
    def value(self) -> int:
        """The value of the card, an ace as 1."""
        return VALUES[self]

    @property
    def name(self) -> str:
        """In words: ``ten of spades``."""
        return name_card(self)

    def _no_number(self, _other: object) -> NoReturn:
        raise WrongType(
            f"{self!r} is a card, not a number",
            place=str(self),
            hint="write card.value for its value, as in Card('Ts').value",
        )

    __add__ = __radd__ = __sub__ = __rsub__ = _no_number
    __mul__ = __rmul__ = __truediv__ = __floordiv__ = _no_number

    def __str__(self) -> str:
        return TEXTS[self]

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __reduce__(self) -> tuple[type["Card"], tuple[str]]:
        return (Card, (str(self),))


CardLike = Annotated[str | Card, CHECKED_BY_FUNCTION]
"""A card as you give it to a public function: ``"Ts"`` or a ``Card``."""
CardsLike = Annotated[str | Iterable[CardLike], CHECKED_BY_FUNCTION]
"""Several cards: ``"Ts 6d"``, or a list of cards."""


def card_number(card: CardLike) -> int:
    """Return the engine's number of a card."""
    return int(Card(card))


def card_numbers(cards: CardsLike) -> tuple[int, ...]:
    """Return the engine's numbers of cards."""
    return tuple(card_number(card) for card in _listed(cards))


def engine_numbers(cards: str | Iterable[CardLike | int]) -> Iterator[int]:
    """Yield the engine's numbers of cards, which may be such numbers already."""
    for card in _listed(cards):
        is_number = type(card) is int and 0 <= card < len(TEXTS)
        yield int(card) if is_number else card_number(card)  # type: ignore[arg-type]


def parse_cards(text: CardsLike) -> tuple[Card, ...]:
    """Read cards separated by spaces.

    >>> parse_cards("8s 6d")
    (Card('8s'), Card('6d'))
    """
    return tuple(Card.of(number) for number in card_numbers(text))


def show_cards(cards: str | Iterable[CardLike | int]) -> str:
    """Write cards separated by spaces; ``parse_cards`` reads them back.

    >>> import pitboss
    >>> pitboss.show_cards(pitboss.parse_cards("ts 6D"))
    'Ts 6d'
    """
    return " ".join(_shown(card) for card in _listed(cards))


C = TypeVar("C")


def _listed(cards: str | Iterable[C]) -> Iterable[str | C]:
    """Return the members of a list, or the words of a text; raise WrongType for anything else."""
    if isinstance(cards, str):
        return cards.split()
    if isinstance(cards, Card) or not isinstance(cards, Iterable):
        raise _no_cards(cards)
    return cards


def _shown(card: "int | CardLike") -> str:
    """Return a card in notation; the engine's numbers for a hidden card are ``??``."""
    if type(card) is int and UNSEEN <= card < len(TEXTS):
        return show_card(card)
    return str(Card(card))  # type: ignore[arg-type]


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
