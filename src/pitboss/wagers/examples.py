"""An example in cards for each line of a side wager, found by trying the kind itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from pitboss.cards import VALUES, Card, parse_cards
from pitboss.hands import hand_of
from pitboss.wagers.base import KNOWN_AT, Sight, Stage, Wager
from pitboss.wagers.sight import final_hand, sight_of

TELLING: tuple[Card, ...] = parse_cards("7s 7h 7d 7c As Ah Ad Ac Ks Qs Kh 8d 6c 9s 5h 2d Qh 2s 6d")
"""Cards that examples are made of, those that a reader grasps at once first."""
DRAWN: tuple[Card, ...] = parse_cards("6s 7s 9s Ts 5s 8s 6h 9h 6c 9c 7d Td 5d 8c As")
"""Cards of the dealer's hand, likewise."""
STANDS = 17
"""The dealer of the examples draws to this total."""
DEALER_CARDS = (2, 3)
LONG: tuple[tuple[Card, ...], ...] = tuple(
    parse_cards(cards)
    for cards in (
        "5s 4h 6c Td",
        "2s 3h 4c 6d Ts",
        "2s 2h 3c 4d 5s Th",
        "2s 2h 2c 3d 3s 4h Tc",
        "2s 2h 2c 2d 2s 3h 3c Td",
        "As 5h Tc Td",
    )
)
"""Hands of more cards than that, each one bust."""
WINS_MAX = 12
FEW = 16
"""Cards of ``TELLING`` tried for a wager on four cards."""
BOX_FIELDS = ("first", "second", "third", "fourth")


@dataclass(frozen=True, slots=True)
class Example:
    """The cards that a wager reads in a round in which a line pays."""

    cards: tuple[Card, ...] = ()
    """Cards of the box, in the order dealt."""
    up: Card | None = None
    """The dealer's up card."""
    dealer: tuple[Card, ...] = ()
    """Final hand of the dealer."""
    wins: int = 0
    """Number of rounds won in a row."""

    def sight(self) -> Sight:
        """Return the sight of a wager in this round."""
        return sight_of(
            self.cards,
            is_over=True,
            up=self.dealer[0] if self.dealer else self.up,
            hole=self.dealer[1] if self.dealer else None,
            dealer=final_hand(self.dealer) if self.dealer else None,
            streak=self.wins or None,
            result="win" if self.wins else None,
        )


@cache
def example_of(wager: Wager, category: str) -> Example | None:
    """Return the first example of a category, or None if no simple one exists."""
    for example in _examples(wager):
        if wager.classify(example.sight()) == category:
            return example
    return None


def _examples(wager: Wager) -> Iterator[Example]:
    """Yield every round that the wager distinguishes, those easiest to read first."""
    dealt = sum(name in wager.reads for name in BOX_FIELDS)
    some = TELLING if dealt < len(BOX_FIELDS) else TELLING[:FEW]
    over_rounds = any(KNOWN_AT[name] is Stage.ROUND for name in wager.reads)
    wins = range(1, WINS_MAX) if over_rounds else (0,)
    for (dealer, up), run in product(_dealers(wager), wins):
        for cards in product(some, repeat=dealt):
            yield Example(cards, up, dealer, run)


def _dealers(wager: Wager) -> Iterator[tuple[tuple[Card, ...], Card | None]]:
    """Yield the dealer's hands and up cards; an empty hand for wagers that do not read it."""
    reads_up = "up" in wager.reads
    for up in TELLING if reads_up else (None,):
        yield (), up
    if wager.reads_dealer():
        for cards in _dealer_hands(is_whole=reads_up or "hole" in wager.reads):
            yield cards, cards[0] if reads_up else None


@cache
def _dealer_hands(*, is_whole: bool) -> tuple[tuple[Card, ...], ...]:
    """Return finished hands of a dealer: one of each total, number of cards and match of suits.

    With ``is_whole`` each card counts, and there is one of each order of values.
    """
    hands: dict[object, tuple[Card, ...]] = {}
    for count in DEALER_CARDS:
        for cards in product(DRAWN, repeat=count):
            if hand_of(cards[:-1]).total < STANDS <= hand_of(cards).total:
                values = tuple(VALUES[card] for card in cards) if is_whole else ()
                hands.setdefault((final_hand(cards), values), cards)
    courts = (parse_cards("Ks Qs"),) if is_whole else ()
    return (*courts, *hands.values(), *LONG)
