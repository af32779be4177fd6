"""Rulings on irregularities: refused cards, rebuilt rounds, and resuming play."""

from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from pitboss.cards import Card, is_ace
from pitboss.engine.declare import EVERYBODY, PLAYERS, SUPERVISORS, Command, Event, decides
from pitboss.engine.draft import Draft
from pitboss.engine.floor.irregularities.report import TableResumed, no_round_refusal, refuse_by
from pitboss.engine.insurance import InsuranceReopened, answer_of
from pitboss.engine.payouts import SettlementReversed, return_insurance
from pitboss.engine.play.turns import HandReopened, finish
from pitboss.engine.round import HandFinished
from pitboss.engine.side_wagers.settling import decide_side_again, settle_dealt, settle_decided
from pitboss.engine.state import DEALING, INSURANCE, PLAYING, TableState
from pitboss.engine.state.boxes import PlayedHand
from pitboss.hands import hand_of
from pitboss.rulebook.questions.acts import is_complete
from pitboss.rulebook.refusals import Code, Rejection


class LaidHand(msgspec.Struct, frozen=True, array_like=True):
    """The correct cards of one hand."""

    box: int
    hand: int
    cards: tuple[Card, ...]


class RefuseCard(Command, tag="refuse_card"):
    """Refuse a card that was exposed in error; the hand gets no more cards."""

    box: int
    roles: ClassVar = PLAYERS
    taken_back_as: ClassVar = "refusal of the card"


class Rebuild(Command, tag="rebuild"):
    """Rebuild the hands of the round as they should have been dealt."""

    hands: tuple[LaidHand, ...]
    dealer: tuple[Card, ...]
    wagers: Literal["", "main", "all"] = ""
    """Wagers decided again by these cards: those on the hands, or side wagers and insurance too.
    Empty: as the rulebook has it."""
    roles: ClassVar = SUPERVISORS


class Resume(Command, tag="resume"):
    """Resume a stopped table."""

    roles: ClassVar = SUPERVISORS
    is_for_stops: ClassVar = True
    ends_stop: ClassVar = True


class CardRefused(Event, tag="card_refused"):
    """A player refused an exposed card, and gets no more cards in this round."""

    player: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{player} refuses the exposed card and gets no more cards [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(refusers=state.floor.refusers | {self.player})


class HandsRebuilt(Event, tag="hands_rebuilt"):
    """The hands were rebuilt as they should have been dealt."""

    hands: tuple[LaidHand, ...]
    """Box, hand and cards."""
    dealer: tuple[Card, ...]
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The hands are put back as they should have been dealt [{clause}]."

    def apply(self, state: TableState) -> TableState:
        boxes = []
        laid = {(hand.box, hand.hand): hand.cards for hand in self.hands}
        for box in state.boxes:
            hands: list[PlayedHand] = []
            dealt: tuple[Card, ...] = ()
            for number, played in enumerate(box.hands, start=1):
                old = played.hand
                cards = laid.get((box.number, number), old.cards)
                new = hand_of(
                    cards,
                    is_split=old.is_split,
                    is_split_ace=old.is_split_ace,
                    doubles=old.doubles,
                )
                places = tuple(range(len(dealt), len(dealt) + len(cards)))
                hands.append(replace(played, hand=new, places=places))
                dealt += cards
            boxes.append(replace(box, hands=tuple(hands), dealt=dealt))
        return replace(state, boxes=tuple(boxes), dealer=hand_of(self.dealer))


@decides(RefuseCard)
def refuse_card(draft: Draft, command: RefuseCard) -> Rejection | None:
    """Refuse the exposed card: the player gets no more cards in this round (T-n-3-s2)."""
    state, rules = draft.state, draft.rules
    number, hand = state.turn
    box, rule = state.box(command.box), rules.irregularities.get("exposed_card")
    if rule is None:
        return rules.refuse(Code.NOT_OFFERED, "handling", "no card may be refused at this table")
    if state.exposed < 0 or state.phase != PLAYING:
        return refuse_by(rule, Code.WRONG_TIME, "there is no exposed card to refuse")
    if box is None or number != command.box or box.seated != command.by:
        return rules.refuse(Code.OUT_OF_TURN, "turn", f"it is the turn of hand {number}.{hand}")
    draft.add(CardRefused(command.by, rule.clauses[0]))
    draft.add(HandFinished(number, hand, "frozen"))
    settle_decided(draft, number)
    return None


@decides(Rebuild)
def rebuild(draft: Draft, command: Rebuild) -> Rejection | None:
    """Rebuild the hands as they should have been dealt, which binds all players (NZ-16.5)."""
    state, rules = draft.state, draft.rules
    rule = rules.irregularities.get("misdealt")
    if rule is None or rule.does != "rebuild":
        return rules.refuse(Code.NOT_OFFERED, "staff", "this table does not rebuild a round")
    if refusal := no_round_refusal(state, rule):
        return refusal
    laid = [((hand.box, hand.hand), hand.cards) for hand in command.hands]
    hands = {
        (box.number, hand): played
        for box in state.boxes
        for hand, played in enumerate(box.hands, start=1)
    }
    before = [*state.dealer.cards, *(card for old in hands.values() for card in old.hand.cards)]
    after = [*command.dealer, *(card for _, cards in laid for card in cards)]
    is_each_once = sorted(place for place, _ in laid) == sorted(hands)
    # Cards already in the rack stay there.
    removed = {place: played.hand.cards for place, played in hands.items() if played.is_removed}
    is_kept = all(removed.get(place, cards) == cards for place, cards in laid)
    if sorted(before) != sorted(after) or not is_each_once or not is_kept:
        text = "a rebuilt round has the same cards, each in its place, and no others"
        return refuse_by(rule, Code.UNKNOWN, text)
    draft.add(HandsRebuilt(command.hands, command.dealer, rule.clauses[0]))
    _judge_anew(draft, rule.clauses[0])
    wagers = command.wagers or ("all" if rule.settled == "again" else "main")
    return _decide_again(draft, rule.clauses[0]) if wagers == "all" else None


def _decide_again(draft: Draft, clause: str) -> Rejection | None:
    """Decide side wagers and insurance again by the rebuilt cards."""
    state, rules = draft.state, draft.rules
    for settled in state.settled[state.settled_before :]:
        if settled.wager in rules.wagers:
            decide_side_again(draft, settled, clause)
        elif settled.wager == INSURANCE and settled.net and not is_ace(state.up):
            draft.add(SettlementReversed(*settled.key, -settled.net, clause))
    for answer in draft.state.insured if not is_ace(state.up) else ():
        return_insurance(draft, answer, clause)
    if state.phase == PLAYING and len(state.dealer.cards) == 1 and is_ace(state.up):
        for box in state.boxes:
            for player, _ in box.mains:
                if answer_of(state, box.number, player) is None:
                    draft.add(InsuranceReopened(box.number, player, clause))
    if state.phase != DEALING:
        settle_dealt(draft)
    short = next((name for name, chips in draft.state.chips.items() if chips < 0), "")
    if short:
        text = f"{short} has fewer chips than wagers decided again take back"
        return rules.refuse(Code.NOT_ENOUGH_CHIPS, "chips", text, where=short)
    return None


def _judge_anew(draft: Draft, clause: str) -> None:
    """Reopen or finish hands with open wagers, by their new cards."""
    for box in draft.state.boxes:
        for hand, played in enumerate(box.hands, start=1):
            is_over = is_complete(draft.rules, played.hand, hands=len(box.hands))
            if played.is_open and is_over and not played.how:
                finish(draft, box.number, hand, "complete")
            elif played.is_open and not is_over and played.how in ("bust", "complete"):
                draft.add(HandReopened(box.number, hand, clause))


@decides(Resume)
def resume(draft: Draft, command: Resume) -> Rejection | None:
    """Resume a stopped table."""
    if not draft.state.floor.paused:
        return draft.rules.refuse(Code.WRONG_TIME, "staff", "the table is not stopped")
    draft.add(TableResumed(command.by))
    return None
