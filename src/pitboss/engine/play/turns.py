"""Turns: one hand after another from the dealer's left, each played to its end."""

from typing import ClassVar

from msgspec.structs import replace

from pitboss.engine.declare import EVERYBODY, Event
from pitboss.engine.draft import Draft
from pitboss.engine.payouts import clear_hand, settle_hand, settle_insurance, settle_surrender
from pitboss.engine.round import HandFinished
from pitboss.engine.shoe.drawing import deal_card
from pitboss.engine.side_wagers.settling import settle_decided
from pitboss.engine.state import TableState
from pitboss.engine.state.boxes import Box, undecided
from pitboss.rulebook.questions.acts import is_complete, wins_at_once
from pitboss.rulebook.questions.dealing import blackjack_is_paid_in_turn, surrender_waits
from pitboss.rulebook.questions.settlement import (
    Outcome,
    WagerResult,
    blackjack_outcome,
    bust_takes_box,
    bust_takes_insurance,
    bust_waits,
    main_outcome,
)


class TurnGiven(Event, tag="turn_given"):
    """A hand may act now."""

    box: int
    hand: int
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Hand {box}.{hand} to play."

    def apply(self, state: TableState) -> TableState:
        return replace(state, turn=(self.box, self.hand))


class HandReopened(Event, tag="hand_reopened"):
    """A hand has its turn again, after all others."""

    box: int
    hand: int
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Hand {box}.{hand} plays again after the others [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return replace(state, boxes=state.with_hand(self.box, self.hand, how="", is_late=True))


def complete_split_hand(draft: Draft, number: int, hand: int) -> None:
    """Deal a split hand its second card when its turn comes (T-k-2, NZ-12.3, PA-10-c)."""
    deal_card(draft, number, hand)
    close_if_complete(draft, number, hand)


def close_if_complete(draft: Draft, number: int, hand: int) -> None:
    """End the turn of a hand that can take no further act."""
    box = draft.state.the_box(number)
    if is_complete(draft.rules, box.hands[hand - 1].hand, hands=len(box.hands)):
        finish(draft, number, hand, "complete")


def finish(draft: Draft, number: int, hand: int, how: str) -> None:
    """End the turn of a hand, and settle it if its result is known already."""
    box = draft.state.the_box(number)
    played = box.hands[hand - 1]
    is_bust = played.hand.is_bust
    draft.add(HandFinished(number, hand, "bust" if is_bust else how))
    if how == "surrendered":
        state = draft.state
        waits = surrender_waits(draft.rules, state.up, has_looked=state.is_checked)
        if not waits or played.hand.doubles:
            for bet in played.bets:
                settle_surrender(draft, number, hand, bet)
            clear_hand(draft, number, hand)
    elif is_bust:
        if not _bust_waits(draft.state, box):
            for place, other in enumerate(box.hands, start=1):
                if other.hand.is_bust and other.is_open:
                    settle_now(draft, number, place)
            _take_more(draft, number)
    elif played.hand.is_blackjack:
        pay_in_turn(draft, number, hand)
    elif wins_at_once(draft.rules, played.hand):
        settle_now(draft, number, hand)


def settle_now(draft: Draft, number: int, hand: int) -> None:
    """Settle a hand whose result does not depend on the dealer."""
    played = draft.state.hand(number, hand)
    settle_hand(draft, number, hand, main_outcome(draft.rules, played.hand, draft.state.dealer))


def _take_more(draft: Draft, number: int) -> None:
    """Take what else a hand over 21 loses: other hands of its box, and insurance (NZ-13.2)."""
    rules = draft.rules
    clause = rules.clause("settlement.bust_takes")
    if bust_takes_box(rules):
        for place, other in enumerate(draft.state.the_box(number).hands, start=1):
            if other.is_open:
                draft.add(HandFinished(number, place, other.how or "complete"))
                settle_hand(draft, number, place, Outcome(WagerResult.LOSS, clause))
    is_over = not any(played.is_open for played in draft.state.the_box(number).hands)
    if is_over and bust_takes_insurance(rules):
        for answer in draft.state.insured:
            for spot in undecided(answer) if answer.box == number else ():
                settle_insurance(draft, answer, spot, is_won=False, clause=clause)


def _bust_waits(state: TableState, box: Box) -> bool:
    return bust_waits(
        state.rules,
        state.up,
        has_looked=state.is_checked,
        has_lammers=any(bet.free for played in box.hands for bet in played.bets),
        is_all_over=all(played.hand.is_bust for played in box.hands),
    )


def give_turn(draft: Draft) -> bool:
    """Give the turn to the next hand with a choice; return False if no hand has one."""
    if _give_turn(draft, is_late=False):
        return True
    has_late = any(played.is_late for box in draft.state.boxes for played in box.hands)
    return has_late and _give_turn(draft, is_late=True)


def _give_turn(draft: Draft, *, is_late: bool) -> bool:
    """Give the turn to the next hand from the dealer's left; skipped hands come last of all."""
    for box in draft.state.boxes:
        hands, hand = box.hands, 1
        while hand <= len(hands):
            played = hands[hand - 1]
            if played.how or not played.is_open or played.is_late != is_late:
                if played.how == "blackjack" and played.is_open:
                    pay_in_turn(draft, box.number, hand)
                hand += 1
                continue
            if len(played.hand.cards) == 1:
                complete_split_hand(draft, box.number, hand)
                if draft.state.sides:
                    settle_decided(draft, box.number)
            elif played.is_owed:
                # The card of the double was missed, and comes now (PA-12-h).
                deal_card(draft, box.number, hand)
                doubled = draft.state.hand(box.number, hand).hand
                if is_complete(draft.rules, doubled, hands=len(hands)):
                    finish(draft, box.number, hand, "doubled")
                settle_decided(draft, box.number)
            elif is_complete(draft.rules, played.hand, hands=len(hands)):
                finish(draft, box.number, hand, "complete")
            else:
                if draft.state.turn != (box.number, hand):
                    draft.add(TurnGiven(box.number, hand))
                return True
            hands = draft.state.the_box(box.number).hands
    return False


def pay_in_turn(draft: Draft, number: int, hand: int) -> None:
    """Pay a blackjack when its turn comes, unless the dealer may still match it (PA-7-h-1)."""
    rules, state = draft.rules, draft.state
    if blackjack_is_paid_in_turn(rules, state.up, has_looked=state.is_checked):
        held = state.hand(number, hand).hand
        settle_hand(draft, number, hand, blackjack_outcome(rules, held, state.dealer))
