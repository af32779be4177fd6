"""The base of every side wager: a kind that sorts what it may see into categories."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import ClassVar

from pitboss.cards import Card

LOSE = "lose"
"""The wager has lost."""
OPEN = "open"
"""Not yet known: the wager stays up."""
NO_CARD: Card = -1
"""Stands for a card that will not come, where ``None`` stands for one not yet dealt."""

NO_SUITS = "mixed"
"""Cards of both colours; ``coloured`` is one colour, ``suited`` one suit."""


class Stage(IntEnum):
    """The last stage of a round at which a wager is decided, in order."""

    DEAL = 1
    """The initial deal."""
    HAND = 2
    """The cards that the player draws."""
    DEALER = 3
    """The dealer's finished hand."""
    ROUND = 4
    """The results of this round, or of several."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The facts that a wager is decided on; a field that is not known yet is ``None``.

    >>> from pitboss.cards import parse_cards
    >>> first, second = parse_cards("8s 8d")
    >>> sight = Sight(first=first, second=second)
    >>> sight.third is None
    True
    """

    first: Card | None = None
    """The cards of the box in the order dealt to it, those of its split hands included."""
    second: Card | None = None
    third: Card | None = None
    fourth: Card | None = None
    up: Card | None = None
    """The dealer's first card."""
    hole: Card | None = None
    """The dealer's second card, once it lies face up: the hole card, or the first one drawn."""
    dealer_blackjack: bool | None = None
    """True if the dealer's first two cards are a blackjack, once both lie face up."""
    dealer_cards: int | None = None
    """Number of cards in the dealer's final hand."""
    dealer_total: int | None = None
    """The dealer's final total."""
    dealer_suits: str | None = None
    """``suited``, ``coloured`` or ``mixed``, over all cards of the dealer's final hand."""
    streak: int | None = None
    """Rounds won in a row since the wager was placed, this one included; a loss ends the run, and
    with it the rounds won before it are shown. A push leaves the run as it is."""
    result: str | None = None
    """The main wager's result in this round: ``win``, ``loss`` or ``push``."""


KNOWN_AT: Mapping[str, Stage] = {
    "first": Stage.DEAL,
    "second": Stage.DEAL,
    "third": Stage.HAND,
    "fourth": Stage.HAND,
    "up": Stage.DEAL,
    "hole": Stage.DEALER,
    "dealer_blackjack": Stage.DEALER,
    "dealer_cards": Stage.DEALER,
    "dealer_total": Stage.DEALER,
    "dealer_suits": Stage.DEALER,
    "streak": Stage.ROUND,
    "result": Stage.ROUND,
}
"""The stage at which each field of a sight is known. The result of the dealer's peek is not shown
before the players have played: a wager paid by it then would give the hole card away."""

SECOND_CARD = ("hole", "dealer_blackjack")
"""Fields that the dealer's second card settles; any other of his hand makes him draw out."""


@dataclass(frozen=True)
class Wager:
    """A kind of side wager. Its fields are parameters that a rulebook's entry sets.

    >>> from pitboss.wagers.kinds.over_under import OverUnder
    >>> OverUnder.categories, OverUnder.parameters()
    (('won',), ('side', 'threshold'))
    >>> OverUnder(side="under").what_wins()
    'Your first two cards total under 13; an ace counts one.'
    """

    kind: ClassVar[str]
    decided: ClassVar[Stage]
    """Not before everything that it reads is known."""
    reads: ClassVar[tuple[str, ...]]
    """The fields of ``Sight`` it looks at, and no others."""
    categories: ClassVar[tuple[str, ...]]
    """Best first. An entry prices these; one that it does not price loses."""
    wins_when: ClassVar[str] = ""
    """The winning hands, in one sentence to the player; parameters in braces."""
    stays_up: ClassVar[bool] = False
    """True if the wager may stay up for the next round. All wagers of this sort that a player has
    up were placed together, and they share one run of results."""

    def classify(self, sight: Sight) -> str:
        """Return a category, ``LOSE``, or ``OPEN``."""
        raise AssertionError(f"{type(self).__name__} does not say what wins in {sight}")

    def what_wins(self) -> str:
        """Return ``wins_when`` with the parameters of this wager."""
        given = {name: getattr(self, name) for name in self.parameters()}
        return self.wins_when.format(**given)

    @classmethod
    def unknown(cls) -> tuple[str, ...]:
        """Return the fields that it reads and that are unknown at the stage that decides it."""
        return tuple(name for name in cls.reads if KNOWN_AT[name] > cls.decided)

    @classmethod
    def reads_dealer(cls) -> bool:
        """Return True if it needs the dealer's hand, and so makes him show his second card."""
        return any(KNOWN_AT[name] is Stage.DEALER for name in cls.reads)

    @classmethod
    def draws_out(cls) -> bool:
        """Return True if it needs the dealer's final hand, and so makes the dealer draw out."""
        return any(KNOWN_AT[name] is Stage.DEALER and name not in SECOND_CARD for name in cls.reads)

    @classmethod
    def parameters(cls) -> tuple[str, ...]:
        """Return the names of the parameters that an entry may set."""
        return tuple(field.name for field in fields(cls))
