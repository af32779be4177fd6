"""A playing strategy as plain data: an act for each hand and each up card.

The dealer shows an up card before play, or both cards in double exposure.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.cards import VALUES, Card
from pitboss.hands import Hand

UPS = 10
"""Values of an up card, ace first."""
BOTH: tuple[tuple[int, int], ...] = tuple(
    (low, high) for low in range(UPS) for high in range(low, UPS)
)
"""Two cards by their values, 0 for an ace, in whatever order they were dealt."""
SHOWN: tuple[tuple[int, ...], ...] = (*((value,) for value in range(UPS)), *BOTH)
"""Each up card by its value, then every two cards; an index is a column of a row."""
BOTH_UP = range(UPS, len(SHOWN))
"""The numbers of two cards."""
BLACKJACK_SHOWN = SHOWN.index((0, 9))
"""The number of an ace and a ten that both lie face up."""
_NUMBERS = {values: number for number, values in enumerate(SHOWN)}


def shown_number(up: Card, hole: Card | None = None) -> int:
    """Return the number of the dealer's shown card or cards, a place of ``SHOWN``."""
    if hole is None:
        return VALUES[up] - 1
    low, high = sorted((VALUES[up] - 1, VALUES[hole] - 1))
    return _NUMBERS[low, high]


NAMES = "A23456789T"
"""Card values as keys write them; T is any card that counts ten."""

ACTS: Mapping[str, str] = {
    "S": "stand",
    "H": "hit",
    "D": "double",
    "E": "double_half",
    "R": "surrender",
    "P": "split",
}
"""The act of each letter of a row."""

AGAIN = "+"
"""Suffix of a hand's key for each double, for hands that may still act."""

Row = str
"""Ten letters, one for each up card from ace to ten; or 55, one for each two cards of the dealer
(``BOTH``), if both lie face up."""


def key_of(cards: tuple[Card, ...]) -> str:
    """Return the key of a hand: its values in order, ace first, as in ``A7`` or ``238``."""
    return "".join(NAMES[value - 1] for value in sorted(VALUES[card] for card in cards))


@dataclass(frozen=True, slots=True, repr=False)
class Strategy:
    """The play of each hand, given the up card and the pair that was split.

    Acts are for hands that may still act. Where a pair may be split, ``pairs`` and ``resplits``
    are asked first.

    >>> import pitboss
    >>> pitboss.solve("double_deck").strategy.name
    'composition_dependent'
    """

    name: str
    """The class of strategies that this is the best of, as ``odds.CLASSES`` describes it."""
    dealt: Mapping[str, Row]
    """Hands that were not split, by key; ``56A+`` is one that was doubled once."""
    first: Mapping[str, Mapping[str, Row]]
    """Split hands with the original wager, by the value that was split, then by key."""
    added: Mapping[str, Mapping[str, Row]]
    """Split hands with a wager that splitting added, real or free."""
    pairs: Mapping[str, Row]
    """``P`` if a dealt pair is split, by value."""
    resplits: Mapping[str, Row]
    """``P`` if a pair that came after a split is split again, by value."""
    insured: frozenset[str]
    """Keys of first two cards that are insured for half the wager against an ace."""
    takes_even_money: bool
    """True if a blackjack takes even money against an ace when it is offered."""

    def __repr__(self) -> str:
        return f"<Strategy {self.name!r}: {len(self.dealt)} hands, {len(self.pairs)} pairs>"

    def __hash__(self) -> int:
        return hash((self.name, frozenset(self.dealt.items()), frozenset(self.pairs.items())))

    def act(
        self,
        hand: Hand,
        up: Card,
        *,
        may_split: bool,
        is_added: bool = False,
        hole: Card | None = None,
    ) -> str:
        """Return the act for a hand, as a value of ``ACTS``; ``hole`` if it lies face up."""
        place = shown_number(up, hole) - (0 if hole is None else UPS)
        value = NAMES[VALUES[hand.cards[0]] - 1]
        if may_split:
            rows = self.resplits if hand.is_split else self.pairs
            if value in rows and rows[value][place] == "P":
                return ACTS["P"]
        key = key_of(hand.cards) + AGAIN * hand.doubles
        if not hand.is_split:
            return ACTS[self.dealt[key][place]]
        return ACTS[(self.added if is_added else self.first)[value][key][place]]
