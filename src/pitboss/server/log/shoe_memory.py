"""The shoes of a table as far as viewers have seen them, kept up to date by each event.

The state of a table knows which cards were dealt, and not who saw them. Every event is taken in
once, as it is published, and the memory is kept with each snapshot. So it is the same after any
restart, however long a shoe is, and a question reads no log.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.declare import Event
from pitboss.engine.floor.taking_back import Keyed, TakenBack
from pitboss.engine.play.acts import HandSplit
from pitboss.engine.round import HandFinished
from pitboss.engine.shoe.commitment import ShoeCommitted
from pitboss.engine.shoe.drawing import (
    BurnShown,
    CardDealt,
    CardDiscarded,
    CardTurnedOver,
    DeterminantDrawn,
)
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.state import TableState
from pitboss.engine.state.visibility import FIRST_CARDS, may_see_hand
from pitboss.engine.views import boxes_seen, table_view

STRANGER = ""
"""A viewer without a name, who sees public cards only."""


class SeenCards(msgspec.Struct, frozen=True):
    """Cards of one side or batch that have been seen since it was shuffled."""

    by_all: tuple[Card, ...] = ()
    by_some: dict[str, tuple[Card, ...]] = {}
    """Cards that were not public, by the name of each viewer who saw them."""

    def of(self, viewer: str) -> tuple[Card, ...]:
        """Return the cards that a viewer has seen."""
        return self.by_all + self.by_some.get(viewer, ())

    def shown(self, cards: tuple[Card, ...]) -> "SeenCards":
        """Return the same after cards were shown to all."""
        return replace(self, by_all=self.by_all + cards)

    def shown_to(self, names: Iterable[str], card: Card) -> "SeenCards":
        """Return the same after some viewers have seen a card."""
        own = {name: (*self.by_some.get(name, ()), card) for name in names}
        return replace(self, by_some=self.by_some | own)

    def turned_up(self, names: Iterable[str], cards: tuple[Card, ...]) -> "SeenCards":
        """Return the same after cards that these viewers knew were turned face up."""
        own = {name: tuple(_without(self.by_some.get(name, ()), cards)) for name in names}
        return SeenCards(self.by_all + cards, self.by_some | own)


NOTHING = SeenCards()


class ShoeMemory(msgspec.Struct, frozen=True):
    """The cards of a table's shoes that viewers have seen, and the number of shoes."""

    commitments: int = 0
    """Number of shoes that were committed to so far."""
    sides: dict[int, SeenCards] = {}
    """Seen cards by side of a double shoe, or by batch; a single shoe is 0."""
    before_keyed: tuple[dict[int, SeenCards], ...] = ()
    """``sides`` before each thing that can still be taken back, as the state remembers them."""

    def seen(self, state: TableState, viewer: str) -> tuple[Card, ...]:
        """Return the cards of the shoe in play that a viewer has seen since it was shuffled."""
        return self.sides.get(state.prep.side, NOTHING).of(viewer)

    def after(self, before: TableState, event: Event, after: TableState) -> "ShoeMemory":
        """Return the memory after an event that led from one table to another."""
        match event:
            case CardDealt(card=card) if card >= 0:
                return self._with(before.prep.side, self._dealt(before, event))
            case (
                HoleCardRevealed(card=card)
                | CardTurnedOver(card=card)
                | BurnShown(card=card)
                | CardDiscarded(card=card)
            ):
                return self._shown(before.prep.side, card)
            case DeterminantDrawn(card=card, drawn_from=side) if side != event.dealt_from:
                # A card that names its own side is dealt from there next.
                return self._shown(side, card)
            case HandSplit() | HandFinished():
                return self._with(before.prep.side, self._turned_up(before, event))
            case ShoeLoaded():
                side = event.side if event.is_shuffle else before.prep.side
                return self._with(side, _on_table(before))
            case ShoeCommitted():
                return replace(self, commitments=self.commitments + 1)
            case Keyed():
                # The newest comes last; the oldest are let go as the state lets them go.
                marks = (*self.before_keyed, self.sides) if event.what else ()
                return replace(self, before_keyed=marks[len(marks) - len(after.remembered) :])
            case TakenBack(count=count):
                return replace(
                    self, sides=self.before_keyed[-count], before_keyed=self.before_keyed[:-count]
                )
        return self

    def _with(self, side: int, seen: SeenCards) -> "ShoeMemory":
        return replace(self, sides={**self.sides, side: seen})

    def _shown(self, side: int, card: Card) -> "ShoeMemory":
        if card < 0:
            return self
        return self._with(side, self.sides.get(side, NOTHING).shown((card,)))

    def _dealt(self, before: TableState, event: CardDealt) -> SeenCards:
        seen, sees = self.sides.get(before.prep.side, NOTHING), event.audience.sees
        if sees(before, event, STRANGER):
            return seen.shown((event.card,))
        names = [name for name in _knowing(before, event.box) if sees(before, event, name)]
        return seen.shown_to(names, event.card)

    def _turned_up(self, before: TableState, event: HandSplit | HandFinished) -> SeenCards:
        """Take in a hand that lies open from now on: it was split, is bust, or is a blackjack."""
        seen = self.sides.get(before.prep.side, NOTHING)
        is_open = isinstance(event, HandSplit) or event.how in ("bust", "blackjack")
        hand = before.hand(event.box, event.hand).hand
        if not is_open or hand.is_split or may_see_hand(before, event.box, STRANGER):
            return seen
        cards = tuple(card for card in hand.cards[:FIRST_CARDS] if card >= 0)
        return seen.turned_up(_knowing(before, event.box), cards)


def _knowing(state: TableState, box: int) -> list[str]:
    """List the viewers who may see cards of a box that lie face down to others."""
    there = state.box(box)
    mains = there.mains if there is not None else ()
    names = dict.fromkeys([*(name for name, _ in mains), *state.floor.staff])
    return [name for name in names if may_see_hand(state, box, name)]


def _on_table(state: TableState) -> SeenCards:
    """Return the cards that viewers see on the table: they stay out of the shuffled cards."""
    by_all = tuple(_lying(state, STRANGER))
    names = {name for box in state.boxes for name in _knowing(state, box.number)}
    own = {name: tuple(_without(_lying(state, name), by_all)) for name in sorted(names)}
    return SeenCards(by_all, {name: cards for name, cards in own.items() if cards})


def _lying(state: TableState, viewer: str) -> Iterator[Card]:
    """List the cards that a viewer sees on the table; a hand that was taken off is discards."""
    yield from (card for card in (*state.dealer.cards, *state.dealer_cards) if card >= 0)
    for box in table_view(state, boxes_seen(state, viewer)).boxes.values():
        for hand in box.hands.values():
            if not hand.is_removed:
                yield from (card for card in hand.faces if card >= 0)


def _without(cards: Iterable[Card], removed: Iterable[Card]) -> Iterator[Card]:
    """List cards without others, each taken out once."""
    left = Counter(removed)
    for card in cards:
        if left[card]:
            left[card] -= 1
        else:
            yield card
