"""Applies the events of the staff: shoes, procedures, rulings. Like ``evolve``, it never judges."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pitboss.engine.events import SettlementReversed, ShoeLoaded
from pitboss.engine.floor_events import (
    BurnShown,
    ButtonRepaired,
    ButtonTurnedOff,
    CardBurned,
    CardDiscarded,
    CardEntered,
    CardExposed,
    CardRefused,
    CardsAwaited,
    CommandCompleted,
    CorrectionMade,
    CorrectionProposed,
    CutCardReached,
    CutRefused,
    DeterminantDrawn,
    EntryPermitted,
    HandReopened,
    HandsRebuilt,
    InsuranceReopened,
    IrregularityReported,
    MisdealCalled,
    PlaceAsked,
    ProcedureBegan,
    ReaderTurnedOff,
    RecutOrdered,
    ShoeEmptied,
    ShuffleOrdered,
    SignalGiven,
    StackCut,
    StackShuffled,
    StaffAssigned,
    StakesReturned,
    StepDone,
    TablePaused,
    TableResumed,
)
from pitboss.engine.state import (
    BETTING,
    Awaiting,
    Box,
    Compartment,
    Preparation,
    TableState,
)
from pitboss.hands import Hand, hand_of
from pitboss.shuffle import cut


def _shoe_loaded(state: TableState, event: ShoeLoaded) -> TableState:
    if not event.is_shuffle:
        # In a round it is the discards that are shuffled; between rounds only an order is set.
        if state.phase == BETTING:
            return replace(state, shoe=event.cards, position=0, exposed=-1)
        prep = replace(state.prep, cut_card=event.cut_card, cut_at=-1, last_round=-1, reason="")
        return replace(state, shoe=event.cards, position=0, discards=(), exposed=-1, prep=prep)
    if event.side != state.prep.side and state.rules.shoe.compartments == "double":
        other = Compartment(event.cards, 0, event.cut_card)
        prep = replace(state.prep, other=other, procedure="", steps=0, stack=(), has_loaded=True)
        if prep.due_side in (-1, event.side):
            prep = replace(prep, last_round=-1, cut_at=-1, due_side=-1)
        return replace(state, prep=prep)
    prep = Preparation(
        is_opened=True,
        has_loaded=True,
        cut_card=event.cut_card,
        side=event.side,
        other=state.prep.other,
        opened_ms=state.prep.opened_ms,
        cutter=state.prep.cutter,
    )
    old = state.prep
    if old.due_side not in (-1, event.side):
        # The cutting card of the other side has come out, and that side is still to be shuffled.
        prep = replace(
            prep,
            last_round=old.last_round,
            cut_at=old.cut_at,
            due_side=old.due_side,
            reason=old.reason,
            clause=old.clause,
        )
    return replace(
        state,
        shoe=event.cards,
        position=0,
        discards=(),
        shoe_round=0,
        regulars=frozenset(),
        regular_boxes=frozenset(),
        exposed=-1,
        prep=prep,
        floor=replace(state.floor, permitted=frozenset()),
    )


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


def _procedure_began(state: TableState, event: ProcedureBegan) -> TableState:
    prep = replace(
        state.prep,
        procedure=event.name,
        steps=event.steps,
        refused=(),
        stack=(),
        cutter="",
        only_cutter="",
        loading=event.side,
    )
    floor = state.floor
    if event.name.startswith("idle"):
        # The game begins anew, so that the cut is offered to the first who comes.
        floor = replace(floor, last_boxes=())
    return replace(state, prep=prep, floor=floor)


def _step_done(state: TableState, event: StepDone) -> TableState:
    prep = replace(state.prep, steps=state.prep.steps + 1)
    if event.step == "place_cut_card":
        prep = replace(prep, cut_card=52 * state.rules.decks_in_play - event.position)
    if event.at_ms:
        prep = replace(prep, opened_ms=event.at_ms)
    is_over = prep.steps >= len(state.rules.procedures.get(prep.procedure, ()))
    if is_over:
        # Cards that were made ready but not loaded are shuffled before the next round.
        reason = prep.procedure.replace("_", " ")
        prep = replace(
            prep,
            procedure="",
            steps=0,
            is_opened=True,
            last_round=state.round,
            cut_at=-1,
            reason=reason,
            clause=event.clause,
        )
    return replace(state, prep=prep)


def _stack_shuffled(state: TableState, event: StackShuffled) -> TableState:
    return replace(state, prep=replace(state.prep, stack=event.cards))


def _cut_refused(state: TableState, event: CutRefused) -> TableState:
    return replace(state, prep=replace(state.prep, refused=(*state.prep.refused, event.player)))


def _stack_cut(state: TableState, event: StackCut) -> TableState:
    stack = cut(state.prep.stack, event.position)
    return replace(state, prep=replace(state.prep, stack=stack, cutter=event.by))


def _recut_ordered(state: TableState, event: RecutOrdered) -> TableState:
    prep = replace(
        state.prep,
        procedure=state.prep.procedure or "shuffle",
        steps=event.steps,
        stack=state.prep.stack or state.shoe,
        refused=(state.prep.cutter,) if event.is_next else (),
        only_cutter="" if event.is_next else state.prep.cutter,
    )
    return replace(state, prep=prep, shoe=(), position=0)


def _card_burned(state: TableState, event: CardBurned) -> TableState:
    return replace(
        state,
        position=state.position + 1,
        discards=(*state.discards, event.card),
        prep=replace(state.prep, burned=event.card, has_burned=True),
        floor=replace(state.floor, has_new_dealer=False),
    )


def _card_discarded(state: TableState, event: CardDiscarded) -> TableState:
    discards = (*state.discards, event.card)
    return replace(state, position=state.position + 1, discards=discards, exposed=-1)


def _card_exposed(state: TableState, event: CardExposed) -> TableState:
    return replace(state, exposed=event.card)


def _cut_card_reached(state: TableState, event: CutCardReached) -> TableState:
    prep = replace(
        state.prep,
        cut_at=event.box,
        due_side=event.side,
        last_round=event.last_round,
        reason="the cutting card came out",
        clause=event.clause,
    )
    return replace(state, prep=prep)


def _shuffle_ordered(state: TableState, event: ShuffleOrdered) -> TableState:
    prep = replace(state.prep, last_round=state.round, reason=event.reason, clause=event.clause)
    return replace(state, prep=prep)


def _determinant_drawn(state: TableState, event: DeterminantDrawn) -> TableState:
    if event.drawn_from != event.dealt_from:
        # The card names the other compartment: it is burned on its own side.
        state = _to_side(state, event.drawn_from)
        state = replace(state, position=state.position + 1, discards=(*state.discards, event.card))
    return _to_side(state, event.dealt_from)


def _to_side(state: TableState, side: int) -> TableState:
    """The table with one compartment of the double shoe in play."""
    prep, other = state.prep, state.prep.other
    if prep.side == side or other is None:
        return state
    kept = Compartment(state.shoe, state.position, prep.cut_card, state.discards)
    return replace(
        state,
        shoe=other.shoe,
        position=other.position,
        discards=other.discards,
        prep=replace(prep, side=side, other=kept, cut_card=other.cut_card),
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
            boxes.append(Box(box.number, mains, antes=box.antes))
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
        dealer_cards=(),
        is_checked=False,
        turn=(0, 0),
        exposed=-1,
        discards=state.discards + event.collected,
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
        dealt = tuple(card for played in hands for card in played.hand.cards)
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


def _shoe_emptied(state: TableState, _event: ShoeEmptied) -> TableState:
    rest = state.shoe[state.position :]
    return replace(state, shoe=(), position=0, discards=state.discards + rest)


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


def _correction_proposed(state: TableState, event: CorrectionProposed) -> TableState:
    proposal = (event.by, event.player, event.amount, event.reason)
    return replace(state, floor=replace(state.floor, correction=proposal))


def _correction_made(state: TableState, event: CorrectionMade) -> TableState:
    chips = {**state.chips, event.player: state.chips[event.player] + event.amount}
    return replace(state, chips=chips, floor=replace(state.floor, correction=None))


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
    ShoeLoaded: _shoe_loaded,
    StaffAssigned: _staff_assigned,
    ProcedureBegan: _procedure_began,
    StepDone: _step_done,
    StackShuffled: _stack_shuffled,
    CutRefused: _cut_refused,
    StackCut: _stack_cut,
    RecutOrdered: _recut_ordered,
    CardBurned: _card_burned,
    BurnShown: _nothing,
    CutCardReached: _cut_card_reached,
    ShuffleOrdered: _shuffle_ordered,
    DeterminantDrawn: _determinant_drawn,
    IrregularityReported: _nothing,
    CardDiscarded: _card_discarded,
    CardExposed: _card_exposed,
    MisdealCalled: _misdeal_called,
    StakesReturned: _stakes_returned,
    SettlementReversed: _settlement_reversed,
    HandsRebuilt: _hands_rebuilt,
    TablePaused: _table_paused,
    TableResumed: _table_resumed,
    ReaderTurnedOff: _reader_turned_off,
    ButtonTurnedOff: _button_turned_off,
    ButtonRepaired: _button_repaired,
    ShoeEmptied: _shoe_emptied,
    HandReopened: _hand_reopened,
    CardRefused: _card_refused,
    PlaceAsked: _place_asked,
    SignalGiven: _nothing,
    InsuranceReopened: _insurance_reopened,
    EntryPermitted: _entry_permitted,
    CorrectionProposed: _correction_proposed,
    CorrectionMade: _correction_made,
    CardsAwaited: _cards_awaited,
    CardEntered: _card_entered,
    CommandCompleted: _command_completed,
}
