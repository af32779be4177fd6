"""The round: its parts, hands that are finished or taken away, and its end."""

from typing import ClassVar

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.engine.declare import EVERYBODY, Event, faces_of
from pitboss.engine.state import ANTE, DEALING, MAIN, TableState
from pitboss.engine.state.boxes import Box, PlayedHand, open_bet
from pitboss.engine.words import one_of
from pitboss.hands import Hand
from pitboss.money import Cents


class PhaseBegan(Event, tag="phase_began"):
    """The next phase of the round began."""

    phase: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of("phase", dealing="No more bets.", dealer="The dealer plays.")

    def apply(self, state: TableState) -> TableState:
        if self.phase != DEALING:
            return replace(state, phase=self.phase, turn=(0, 0))
        boxes = tuple([replace(box, hands=(_first_hand(box),)) for box in state.boxes])
        players = frozenset([name for box in boxes for name, _ in box.mains])
        seated = tuple([(box.number, box.seated) for box in boxes])
        numbers = frozenset(dict(seated))
        # A permission ends when its player bets: the next round sat out bars again.
        permitted = state.floor.permitted
        starters, regulars, regular_boxes = players, players, numbers
        if state.shoe_round > 0:
            starters = state.starters
            regulars = (state.regulars | permitted) & players
            regular_boxes = state.regular_boxes & numbers
        floor = replace(state.floor, last_boxes=seated, permitted=permitted - players)
        if not state.automations.cards:
            floor = replace(floor, last_wagers=wagers_up(state))
        after = replace(state, phase=DEALING, boxes=boxes, floor=floor, is_locked=False)
        after = replace(after, starters=starters, regulars=regulars, regular_boxes=regular_boxes)
        rounds, since_shuffle = state.round + 1, state.shoe_round + 1
        return replace(after, round=rounds, shoe_round=since_shuffle, chip_moves=())


def wagers_up(state: TableState) -> tuple[tuple[int, str, str, tuple[Cents, ...]], ...]:
    """Return the wagers placed for the next round: box, player, wager and amounts, mains first."""
    mains = [(box.number, name, MAIN, stakes) for box in state.boxes for name, stakes in box.mains]
    antes = [(box.number, name, ANTE, (ante,)) for box in state.boxes for name, ante in box.antes]
    coming = [side for side in state.sides if side.placed_in > state.round]
    sides = [(*side.key, (side.amount,)) for side in coming]
    return (*mains, *antes, *sides)


def _first_hand(box: Box) -> PlayedHand:
    return PlayedHand(Hand(), tuple([open_bet(name, stakes) for name, stakes in box.mains]))


class HandFinished(Event, tag="hand_finished"):
    """A hand is finished: it stood, doubled, busted, surrendered, or is complete."""

    box: int
    hand: int
    how: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "how",
        stood="Hand {box}.{hand} stands.",
        bust="Hand {box}.{hand} busts.",
        surrendered="Hand {box}.{hand} surrenders.",
        blackjack="Hand {box}.{hand} has blackjack.",
        void="Hand {box}.{hand} is void.",
        frozen="Hand {box}.{hand} takes no more cards.",
    )

    def apply(self, state: TableState) -> TableState:
        return replace(state, boxes=state.with_hand(self.box, self.hand, how=self.how))


class HandRemoved(Event, tag="hand_removed"):
    """The cards of a hand that is settled went to the discard rack before the round ended."""

    box: int
    hand: int
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The cards of hand {box}.{hand} go to the discard rack."

    def apply(self, state: TableState) -> TableState:
        discards = state.discards + state.hand(self.box, self.hand).hand.cards
        boxes = state.with_hand(self.box, self.hand, is_removed=True)
        return replace(state, boxes=boxes, discards=discards)


def _all_shown(state: TableState, _event: Event, _viewer: str) -> bool:
    """Return True unless hands that were never shown go to the rack face down."""
    return state.rules.deal.player_cards != "face_down" and not state.has_hole


class RoundEnded(Event, tag="round_ended"):
    """All wagers are settled and all cards are in the discard rack, in this order."""

    number: int
    collected: tuple[Card, ...]
    audience: ClassVar = faces_of("collected", seen_by=_all_shown)
    words: ClassVar = "Round {number} is over."

    def apply(self, state: TableState) -> TableState:
        floor = state.floor
        if floor.late_insurance or floor.refusers:
            floor = replace(floor, late_insurance=(), refusers=frozenset())
        after = replace(state.clear_layout(self.collected), boxes=(), floor=floor)
        return replace(after, settled=(), settled_last=state.settled, settled_before=0)


def layout_cards(state: TableState) -> tuple[Card, ...]:
    """Return the cards on the layout in the order of collection, the dealer's last.

    From the dealer's right, so that every hand can be rebuilt (T-f-9-s2, T-f-9-s3, T-f-10-i,
    T-q-10, NZ-8.6, PA-7-s).
    """
    collected: list[Card] = []
    for box in reversed(state.boxes):
        for played in reversed(box.hands):
            if not played.is_removed:
                collected.extend(played.hand.cards)
    if state.dealer_hands:
        collected.extend(state.dealer_cards)
    collected.extend(state.dealer.cards)
    return (*collected, state.hole) if state.has_hole else tuple(collected)
