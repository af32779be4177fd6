"""Cards as integers 0 to 51, their notation, and the composition of shoes."""

from collections.abc import Iterable
from typing import Annotated

from pitboss.errors import Error

Card = Annotated[int, "card"]
"""A card of one deck: ``rank * 4 + suit``. Equal cards of several decks are equal numbers."""

HIDDEN: Card = -1
"""A card that the viewer may not see, or no card."""
UNSEEN: Card = -2
"""A card unseen by all: it lies face down, or was removed unseen from a physical shoe."""
UNKNOWN = "??"
"""Notation of a hidden or unseen card."""

RANKS = "A23456789TJQK"
SUITS = "shdc"
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
RANK_NAMES = (
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
)
RANK_PLURALS = tuple(f"{name}es" if name == "six" else f"{name}s" for name in RANK_NAMES)
DECKS_MAX = 20
"""Most decks in a shoe; tables of studies have room for these."""
SHOE_MAX = 52 * DECKS_MAX
"""Most cards in a shoe that is given card by card."""
ACE, SEVEN, TEN, QUEEN, KING = 0, 6, 9, 11, 12

DECK: tuple[Card, ...] = tuple(range(52))
TEXTS: tuple[str, ...] = tuple(r + s for r in RANKS for s in SUITS)
VALUES: tuple[int, ...] = tuple(min(card // 4 + 1, 10) for card in DECK)
"""The points of each card with the ace as one: number cards count their number, court cards ten.

Suits do not count (T-b-2, T-b-2-i, T-b-2-ii, NZ-4.1, NZ-4.1-a, NZ-4.1-b, PA-3-d-1, PA-3-d-2,
H-rules-4, H-rules-5, DD-8, DD-9).
"""

_BY_TEXT = {text: card for card, text in enumerate(TEXTS)}


class CardError(Error, ValueError):
    """A text that is not a card, or cards that no shoe holds."""


def rank(card: Card) -> int:
    """Rank as a number: ace 0, two 1, ... king 12; 10, J, Q and K differ (NZ-1.0-face-value)."""
    return card >> 2


def suit(card: Card) -> int:
    """Suit as a number: spades 0, hearts 1, diamonds 2, clubs 3."""
    return card & 3


def colour(card: Card) -> str:
    """Return ``red`` for hearts and diamonds, ``black`` for spades and clubs."""
    return "red" if card & 3 in (1, 2) else "black"


def is_ace(card: Card) -> bool:
    """Return True for an ace."""
    return card < 4


def is_ten(card: Card) -> bool:
    """Return True for a ten-value card: 10, jack, queen or king."""
    return card >= 36


def parse_card(text: str) -> Card:
    """Read a card such as ``As`` or ``tD``; the case of neither letter matters."""
    card = _BY_TEXT.get(text[:1].upper() + text[1:].lower())
    if card is None:
        raise CardError(
            f"{text!r} is not a card: write a rank of {RANKS} and a suit of {SUITS}, as in 'Td'",
            place=text,
            hint=_meant(text),
        )
    return card


def _meant(text: str) -> str:
    """Return a hint at the card that was probably meant: ``10s`` or ``sT`` for ``Ts``."""
    signs = str.maketrans("\u2660\u2665\u2666\u2663\u2664\u2661\u2662\u2667", SUITS * 2)
    plain = text.strip(", ").translate(signs).replace("10", "T")
    for written in (plain, plain[::-1]):
        card = _BY_TEXT.get(written[:1].upper() + written[1:].lower())
        if card is not None:
            return f"write {TEXTS[card]}"
    if len(plain) == 1 and plain.upper() in RANKS:
        return f"name its suit too, as in {plain.upper()}s"
    if len(plain) == 2 and plain[0] == "1" and plain[1].lower() in SUITS:
        return f"an ace is A{plain[1].lower()}, a ten is T{plain[1].lower()}"
    joined = plain.replace(",", "").replace(" ", "")
    several = [joined[place : place + 2] for place in range(0, len(joined), 2)]
    if len(several) > 1 and all(part.capitalize() in _BY_TEXT for part in several):
        return f"these are several cards: '{' '.join(several)}'"
    return "a ten is T: 'As', 'Td' and '9c' are cards"


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces: ``8s 6d Tc``."""
    return tuple(parse_card(word) for word in text.split())


def show_card(card: Card) -> str:
    """Write a card as ``As``, and a hidden or unseen one as ``??``."""
    return TEXTS[card] if card >= 0 else UNKNOWN


def show_cards(cards: Iterable[Card]) -> str:
    """Write cards separated by spaces; ``parse_cards`` reads them back."""
    return " ".join(show_card(card) for card in cards)


def name_card(card: Card) -> str:
    """Write a card in words: ``ace of spades``."""
    return f"{RANK_NAMES[card >> 2]} of {SUIT_NAMES[card & 3]}"


def full_shoe(decks: int) -> tuple[Card, ...]:
    """Return all cards of ``decks`` decks, deck after deck in order."""
    return DECK * decks


def composition(cards: Iterable[Card]) -> tuple[int, ...]:
    """Number of cards of each of the ten values, ace first and tens last."""
    counts = [0] * 10
    for card in cards:
        counts[VALUES[card] - 1] += 1
    return tuple(counts)


def rest_of_shoe(decks: int, taken: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards of ``decks`` decks without ``taken``, in a fixed order."""
    return rest_of(full_shoe(decks), taken)


def rest_of(stack: Iterable[Card], taken: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards of a stack without ``taken``, in a fixed order."""
    left, held = [0] * 52, [0] * 52
    for card in stack:
        held[card] += 1
        left[card] += 1
    for card in taken:
        left[card] -= 1
        if left[card] < 0:
            raise CardError(
                f"the shoe holds only {held[card]} of {TEXTS[card]}",
                place=TEXTS[card],
                hint="count the cards you have named, or play with more decks",
            )
    return tuple(card for card in DECK for _ in range(left[card]))


def parse_deck(without: Iterable[str], more: Iterable[str]) -> tuple[Card, ...]:
    """Return one deck in order, without some ranks or cards and with others added at its end.

    ``T`` stands for the four tens, ``Td`` for one card.
    """
    removed = {card for text in without for card in cards_named(text)}
    added = tuple(card for text in more for card in cards_named(text))
    return (*(card for card in DECK if card not in removed), *added)


def cards_named(text: str) -> tuple[Card, ...]:
    """Return the cards of one deck that a rank or a card names."""
    if len(text) == 1 and text.upper() in RANKS:
        first = RANKS.index(text.upper()) * 4
        return DECK[first : first + 4]
    return (parse_card(text),)
