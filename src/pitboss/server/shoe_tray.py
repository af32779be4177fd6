"""Cards that an electronic shoe has read and the dealer has not confirmed. Nothing is dealt here.

They are kept in memory alone: what is on record is what the dealer entered.
"""

from collections import deque
from collections.abc import Sequence

from pitboss.cards import Card
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.declare import Event
from pitboss.engine.floor.by_hand import CardEntered
from pitboss.engine.floor.procedures import ProcedureBegan
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.drawing import CardBurned, CardDealt, CardDiscarded, CardExposed
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.errors import Error
from pitboss.wire.floor import FromShoe

NONE: Card = -1
DECK = 52
WAITING_MAX = 60
"""Cards that may wait for the dealer."""
SENT_MAX = 20
"""Cards in one message of a shoe."""


class TrayError(Error):
    """Cards that a shoe may not have sent: a code for programs and a sentence for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class ShoeTray:
    """What has come from the shoe of one table, in order.

    A card that leaves the shoe face down is laid aside: the hole card until it is due to be turned
    over, a burned card for good. Nobody sees either here.
    """

    def __init__(self) -> None:
        self.next = 0
        """The number of the card that must come next; 0 before the first of a shoe."""
        self._cards: deque[Card] = deque()
        self._hole: Card = NONE
        self._owed: deque[bool] = deque()
        """Cards that left the shoe unseen and have not come yet: whether each is the hole card."""

    @property
    def waiting(self) -> int:
        """How many cards wait for the dealer."""
        return len(self._cards) + (self._hole != NONE)

    def take(self, first: int, cards: Sequence[Card]) -> int:
        """Take cards, numbered from the first on; gives how many had come before.

        Raises ``TrayError`` where one is missing before them, or too many wait.
        """
        if self.next and first > self.next:
            last = self.next - 1
            text = f"card {self.next} is missing: the last that came was {last}; send it again"
            raise TrayError("gap", text)
        known = min(len(cards), self.next - first) if self.next else 0
        new = cards[known:]
        if self.waiting + len(new) > WAITING_MAX:
            text = f"{self.waiting} cards wait for the dealer, who has to confirm them first"
            raise TrayError("too_many", text)
        for card in new:
            if not self._owed:
                self._cards.append(card)
            elif self._owed.popleft():
                self._hole = card
        self.next = max(self.next, first + len(cards))
        return known

    def hear(self, events: Sequence[Event]) -> None:
        """The table has gone on: cards were entered or left the shoe unseen, or it is another."""
        turned_over = any(isinstance(event, HoleCardRevealed) for event in events)
        for event in events:
            match event:
                case CardEntered(entry=card, box=box) if 0 <= card < DECK:
                    self._enter(is_hole=box == 0 and turned_over)
                case CardDealt(card=card, is_up=False) if card < 0:
                    self._lay_aside(is_hole=True)
                case CardBurned() | CardDiscarded() | CardExposed():
                    # It went into the rack, or was named in a report: it is not entered.
                    self._lay_aside(is_hole=False)
                case RoundEnded():
                    self._hole = NONE
                    self._owed.clear()
                case ShoeLoaded() | ProcedureBegan():
                    self.clear()
                    self.next = 0

    def _enter(self, *, is_hole: bool) -> None:
        """The dealer's word counts, whatever the shoe had read."""
        if is_hole:
            self._hole = NONE
        elif self._cards:
            self._cards.popleft()

    def _lay_aside(self, *, is_hole: bool) -> None:
        if not self._cards:
            self._owed.append(is_hole)
            return
        card = self._cards.popleft()
        self._hole = card if is_hole else self._hole

    def shown(self, due: str) -> FromShoe:
        """What the dealer sees while this is due: ``card``, ``hole``, ``reading`` or nothing."""
        card = NONE
        if due == "hole":
            card = self._hole
        elif due == "card" and self._cards:
            card = self._cards[0]
        return FromShoe(card, self.waiting - (card != NONE))

    def clear(self) -> None:
        """Let go of everything that waits."""
        self._cards.clear()
        self._owed.clear()
        self._hole = NONE
