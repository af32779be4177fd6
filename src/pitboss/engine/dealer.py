"""The dealer's turn: the second card, then the draw if it matters, for one to three hands."""

from typing import ClassVar

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.engine.declare import EVERYBODY, Event, unchanged
from pitboss.engine.draft import Draft
from pitboss.engine.insurance import decide_insurance
from pitboss.engine.settlement import settle_boxes
from pitboss.engine.shoe.drawing import deal_card, discard, hole_card
from pitboss.engine.side_wagers.settling import draws_out, reads_dealer
from pitboss.engine.state import DEALER, TableState
from pitboss.engine.state.boxes import Bet, Insured
from pitboss.engine.words import one_of
from pitboss.hands import Hand
from pitboss.rulebook.questions.dealing import must_draw
from pitboss.rulebook.questions.settlement import busts_wait

WAITING = ("stood", "doubled", "complete", "frozen")
"""Hands that are compared with the dealer's total."""


class HoleCardRevealed(Event, tag="hole_card_revealed"):
    """The dealer turned over the hole card."""

    card: Card
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The dealer turns over {card}."

    def apply(self, state: TableState) -> TableState:
        return replace(state, hole=-1, dealer=state.dealer.add(self.card))


class DealerHandBegan(Event, tag="dealer_hand_began"):
    """The up card starts the dealer's next hand of a multiple-action round."""

    spot: int
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The up card starts dealer hand {number}."

    @property
    def number(self) -> int:
        """The dealer hand, counted from 1."""
        return self.spot + 1

    def apply(self, state: TableState) -> TableState:
        hands = (*state.dealer_hands, state.dealer)
        return replace(state, spot=self.spot, dealer=Hand().add(state.up), dealer_hands=hands)


class DealerHandEnded(Event, tag="dealer_hand_ended"):
    """The dealer takes no more cards on this hand."""

    spot: int
    total: int
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "is_bust", yes="The dealer busts with {total}.", no="The dealer has {total}."
    )
    apply = unchanged

    @property
    def is_bust(self) -> bool:
        """Return True if the hand is bust under all rules: some make 22 a push."""
        return self.total > 22


def play_dealer(draft: Draft) -> None:
    """Play each dealer hand, and settle against it.

    A further hand has the same up card and new cards, and is dealt only if a wager depends on it
    (T-q-6-ii, T-q-7, T-q-8-s2, T-q-8-s3).
    """
    for spot in range(draft.rules.dealer.hands):
        if spot:
            if not _anything_open(draft.state, spot):
                continue
            draft.add(DealerHandBegan(spot))
        _play_hand(draft, spot)
        settle_boxes(draft, spot)
    if draft.state.exposed >= 0:
        # No hand could use the card that was exposed (T-n-3-s3, PA-12-c-s3).
        discard(draft, draft.rules.irregularities["exposed_card"].clauses[-1])


def _play_hand(draft: Draft, spot: int) -> None:
    """Deal the second card, decide insurance, then draw face up if a wager depends on it.

    Insurance is decided before a third card (NZ-9.5). The draw (T-f-8, PA-7-l-s2) needs an
    undecided hand, or a side wager on the dealer's hand (PA-7-m, PA-7-m-s2).
    """
    state, rules = draft.state, draft.rules
    is_always = rules.dealer.second_card == "always" and any(
        played.how != "void" for box in state.boxes for played in box.hands
    )
    if not is_always and not _anything_open(state, spot):
        return
    if state.has_hole:
        draft.add(HoleCardRevealed(hole_card(draft)))
    elif len(state.dealer.cards) == 1:
        deal_card(draft, DEALER, 1)
    decide_insurance(draft, spot=spot, is_blackjack=draft.state.dealer.is_blackjack)
    while draws_on(draft.state, spot):
        deal_card(draft, DEALER, 1)
    draft.add(DealerHandEnded(spot, draft.state.dealer.total))


def draws_on(state: TableState, spot: int) -> bool:
    """Return True if the rules require another card and a wager depends on it."""
    if not must_draw(state.rules, state.dealer):
        return False
    return _compares(state, spot) or draws_out(state)


def _compares(state: TableState, spot: int) -> bool:
    """Return True if a main wager is decided by the total of this dealer hand."""
    waiting = (*WAITING, "bust") if busts_wait(state.rules) else WAITING
    return any(
        played.how in waiting and not played.hand.is_blackjack and _is_open(played.bets, spot)
        for box in state.boxes
        for played in box.hands
    )


def _anything_open(state: TableState, spot: int) -> bool:
    """Return True if a wager, insurance or side wager still depends on this dealer hand."""
    return (
        reads_dealer(state)
        or _is_open(state.insured, spot)
        or any(_is_open(played.bets, spot) for box in state.boxes for played in box.hands)
    )


def _is_open(wagers: tuple[Bet, ...] | tuple[Insured, ...], spot: int) -> bool:
    """Return True if one of these wagers is undecided against this dealer hand."""
    for wager in wagers:  # noqa: SIM110 - asked for every hand, and faster so
        if spot < len(wager.open) and wager.open[spot]:
            return True
    return False
