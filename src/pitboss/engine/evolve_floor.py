"""Applies the events of the staff: rulings, corrections, cards entered by hand."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.engine.events import SettlementReversed
from pitboss.engine.floor_events import (
    BoxesLimited,
    BurnShown,
    ButtonRepaired,
    ButtonTurnedOff,
    CardEntered,
    CardRefused,
    CardsAwaited,
    CommandCompleted,
    CorrectionMade,
    CorrectionProposed,
    EntryPermitted,
    HandReopened,
    HandsRebuilt,
    InsuranceReopened,
    IrregularityReported,
    MisdealCalled,
    NoticePosted,
    NoticeWithdrawn,
    PlaceAsked,
    ReaderTurnedOff,
    RulesChanged,
    SignalGiven,
    StaffAssigned,
    StakesReturned,
    TablePaused,
    TableResumed,
)
from pitboss.engine.state import (
    BETTING,
    Awaiting,
    Box,
    PostedNotice,
    TableState,
)
from pitboss.hands import Hand, hand_of
from pitboss.rulebook.changes import with_changes


def _staff_assigned(state: TableState, event: StaffAssigned) -> TableState:
    staff = {name: role for name, role in state.floor.staff.items() if name != event.name}
    if event.role:
        staff[event.name] = event.role
    is_new = (
        event.role == "dealer"
        and state.position > 0
        and state.floor.staff.get(event.name) != "dealer"
    )
    return replace(
        state,
        floor=replace(
            state.floor, staff=staff, has_new_dealer=state.floor.has_new_dealer or is_new
        ),
    )


def _nothing(
    state: TableState, _event: BurnShown | IrregularityReported | SignalGiven
) -> TableState:
    return state


def _misdeal_called(state: TableState, event: MisdealCalled) -> TableState:
    boxes = []
    for box in state.boxes:
        open_names = [bet.player for played in box.hands for bet in played.bets if True in bet.open]
        mains = tuple(main for main in box.mains if main[0] in open_names)
        if mains:
            boxes.append(Box(box.number, mains, antes=box.antes, coupons=box.coupons))
    return replace(
        state,
        phase=BETTING,
        is_locked=True,
        round=state.round - 1,
        shoe_round=state.shoe_round - 1,
        boxes=tuple(boxes),
        insured=(),
        dealer=Hand(),
        hole=-1,
        spot=0,
        dealer_hands=(),
        is_checked=False,
        turn=(0, 0),
        exposed=-1,
        discards=state.discards + event.collected,
        settled_before=len(state.settled),
    )


def _stakes_returned(state: TableState, event: StakesReturned) -> TableState:
    chips = {**state.chips, event.player: state.chips[event.player] + event.amount}
    return replace(state, chips=chips)


def _settlement_reversed(state: TableState, event: SettlementReversed) -> TableState:
    chips = {**state.chips, event.player: state.chips[event.player] + event.amount}
    return replace(state, chips=chips)


def _hands_rebuilt(state: TableState, event: HandsRebuilt) -> TableState:
    boxes = []
    for box in state.boxes:
        hands = list(box.hands)
        for number, hand, cards in event.hands:
            if number == box.number:
                old = hands[hand - 1].hand
                new = hand_of(cards, is_split=old.is_split, is_split_ace=old.is_split_ace)
                hands[hand - 1] = replace(hands[hand - 1], hand=new)
        dealt: tuple[Card, ...] = ()
        for place, played in enumerate(hands):
            end = len(dealt) + len(played.hand.cards)
            hands[place] = replace(played, places=tuple(range(len(dealt), end)))
            dealt += played.hand.cards
        boxes.append(replace(box, hands=tuple(hands), dealt=dealt))
    return replace(state, boxes=tuple(boxes), dealer=hand_of(event.dealer))


def _table_paused(state: TableState, event: TablePaused) -> TableState:
    return replace(state, floor=replace(state.floor, paused=event.why, paused_by=event.clause))


def _table_resumed(state: TableState, _event: TableResumed) -> TableState:
    return replace(state, floor=replace(state.floor, paused="", paused_by=""))


def _reader_turned_off(state: TableState, _event: ReaderTurnedOff) -> TableState:
    return replace(state, floor=replace(state.floor, is_reader_off=True))


def _button_turned_off(state: TableState, _event: ButtonTurnedOff) -> TableState:
    return replace(state, floor=replace(state.floor, is_button_off=True))


def _button_repaired(state: TableState, _event: ButtonRepaired) -> TableState:
    return replace(state, floor=replace(state.floor, is_button_off=False))


def _hand_reopened(state: TableState, event: HandReopened) -> TableState:
    boxes = []
    for box in state.boxes:
        hands = list(box.hands)
        if box.number == event.box:
            hands[event.hand - 1] = replace(hands[event.hand - 1], how="", is_late=True)
        boxes.append(replace(box, hands=tuple(hands)))
    return replace(state, boxes=tuple(boxes))


def _card_refused(state: TableState, event: CardRefused) -> TableState:
    refusers = state.floor.refusers | {event.player}
    return replace(state, floor=replace(state.floor, refusers=refusers))


def _place_asked(state: TableState, event: PlaceAsked) -> TableState:
    others = tuple(name for name in state.floor.waiting if name != event.player)
    waiting = (*others, event.player) if event.is_waiting else others
    return replace(state, floor=replace(state.floor, waiting=waiting))


def _insurance_reopened(state: TableState, event: InsuranceReopened) -> TableState:
    late = (*state.floor.late_insurance, (event.box, event.player))
    return replace(state, floor=replace(state.floor, late_insurance=late))


def _entry_permitted(state: TableState, event: EntryPermitted) -> TableState:
    permitted = state.floor.permitted | {event.player}
    return replace(state, floor=replace(state.floor, permitted=permitted))


def _boxes_limited(state: TableState, event: BoxesLimited) -> TableState:
    others = state.floor.one_box - {event.player}
    one_box = others | {event.player} if event.is_limited else others
    return replace(state, floor=replace(state.floor, one_box=one_box))


def _correction_proposed(state: TableState, event: CorrectionProposed) -> TableState:
    proposal = (event.by, event.player, event.amount, event.reason)
    return replace(state, floor=replace(state.floor, correction=proposal))


def _correction_made(state: TableState, event: CorrectionMade) -> TableState:
    chips = {**state.chips, event.player: state.chips[event.player] + event.amount}
    return replace(state, chips=chips, floor=replace(state.floor, correction=None))


def _notice_posted(state: TableState, event: NoticePosted) -> TableState:
    notice = PostedNotice(event.by, event.changes, event.was, event.from_ms, event.clause)
    return replace(state, floor=replace(state.floor, notice=notice))


def _notice_withdrawn(state: TableState, _event: NoticeWithdrawn) -> TableState:
    return replace(state, floor=replace(state.floor, notice=None))


def _rules_changed(state: TableState, event: RulesChanged) -> TableState:
    floor = replace(state.floor, notice=None, changed={**state.floor.changed, **event.changes})
    return replace(state, rules=with_changes(state.rules, event.changes), floor=floor)


def _cards_awaited(state: TableState, event: CardsAwaited) -> TableState:
    return replace(state, awaiting=Awaiting(event.command, state, emitted=event.emitted))


def _card_entered(state: TableState, event: CardEntered) -> TableState:
    awaiting = state.awaiting
    assert awaiting is not None
    entered = (*awaiting.entered, event.entry)
    return replace(state, awaiting=replace(awaiting, entered=entered, emitted=event.emitted))


def _command_completed(state: TableState, _event: CommandCompleted) -> TableState:
    return replace(state, awaiting=None)


FLOOR: dict[type, Callable[[TableState, Any], TableState]] = {
    StaffAssigned: _staff_assigned,
    BurnShown: _nothing,
    IrregularityReported: _nothing,
    MisdealCalled: _misdeal_called,
    StakesReturned: _stakes_returned,
    SettlementReversed: _settlement_reversed,
    HandsRebuilt: _hands_rebuilt,
    TablePaused: _table_paused,
    TableResumed: _table_resumed,
    ReaderTurnedOff: _reader_turned_off,
    ButtonTurnedOff: _button_turned_off,
    ButtonRepaired: _button_repaired,
    HandReopened: _hand_reopened,
    CardRefused: _card_refused,
    PlaceAsked: _place_asked,
    SignalGiven: _nothing,
    InsuranceReopened: _insurance_reopened,
    EntryPermitted: _entry_permitted,
    BoxesLimited: _boxes_limited,
    CorrectionProposed: _correction_proposed,
    CorrectionMade: _correction_made,
    NoticePosted: _notice_posted,
    NoticeWithdrawn: _notice_withdrawn,
    RulesChanged: _rules_changed,
    CardsAwaited: _cards_awaited,
    CardEntered: _card_entered,
    CommandCompleted: _command_completed,
}
