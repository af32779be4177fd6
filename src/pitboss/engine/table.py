"""A table: opens one, decides commands, and carries the round on as far as the rules say."""

from collections.abc import Callable
from typing import Any

from pitboss.engine.commands import (
    AnyCommand,
    ApplyNotice,
    AskBurn,
    AskPlace,
    AssignStaff,
    BeginProcedure,
    BuyIn,
    CashOut,
    CloseInsurance,
    ConfirmCorrection,
    ContributeCut,
    Deal,
    DeclineCut,
    Double,
    DrawPrize,
    EnterCard,
    Hit,
    Insure,
    LoadShoe,
    OrderRecut,
    OrderShuffle,
    Perform,
    PermitEntry,
    PlaceWager,
    PostNotice,
    ProposeCorrection,
    Rebuild,
    RefuseCard,
    Report,
    Resume,
    Signal,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
    WithdrawWager,
)
from pitboss.engine.draft import Draft, Needed, Refused
from pitboss.engine.events import AnyEvent, HandFinished, PhaseBegan
from pitboss.engine.manual import Outcome, card_due, enter_card, pass_over, wait_for_cards
from pitboss.engine.phases.betting import ask_place, buy_in, cash_out, place_wager, withdraw_wager
from pitboss.engine.phases.dealer import play_dealer
from pitboss.engine.phases.dealing import deal, prizes_wait
from pitboss.engine.phases.insurance import (
    close_insurance,
    insure,
    is_offered,
    look,
    take_even_money,
)
from pitboss.engine.phases.irregular import report
from pitboss.engine.phases.notices import apply_notice, post_notice
from pitboss.engine.phases.playing import act, give_turn, signal
from pitboss.engine.phases.procedures import (
    assign_staff,
    begin_procedure,
    contribute_cut,
    decline_cut,
    order_recut,
    perform,
    permit_entry,
)
from pitboss.engine.phases.rulings import (
    confirm_correction,
    propose_correction,
    rebuild,
    refuse_card,
    resume,
)
from pitboss.engine.phases.settling import end_round, settle_last
from pitboss.engine.phases.shoe import ask_burn, load_shoe, order_shuffle
from pitboss.engine.phases.sides import draw_prize, settle_decided
from pitboss.engine.roles import role_refused
from pitboss.engine.state import (
    BETTING,
    DEALER_TURN,
    DEALING,
    OFFERING,
    PLAYING,
    SCRIPTED,
    SETTLING,
    Automations,
    TableState,
)
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Rules

Decision = tuple[AnyEvent, ...] | Rejection

_HANDLERS: dict[type, Callable[[Draft, Any], Rejection | None]] = {
    BuyIn: buy_in,
    CashOut: cash_out,
    LoadShoe: load_shoe,
    PlaceWager: place_wager,
    WithdrawWager: withdraw_wager,
    Deal: deal,
    Insure: insure,
    TakeEvenMoney: take_even_money,
    CloseInsurance: close_insurance,
    Hit: act,
    Stand: act,
    Double: act,
    Split: act,
    Surrender: act,
    DrawPrize: draw_prize,
    RefuseCard: refuse_card,
    AskPlace: ask_place,
    Signal: signal,
    AssignStaff: assign_staff,
    BeginProcedure: begin_procedure,
    Perform: perform,
    DeclineCut: decline_cut,
    ContributeCut: contribute_cut,
    OrderRecut: order_recut,
    OrderShuffle: order_shuffle,
    AskBurn: ask_burn,
    Report: report,
    Rebuild: rebuild,
    Resume: resume,
    PermitEntry: permit_entry,
    ProposeCorrection: propose_correction,
    ConfirmCorrection: confirm_correction,
    PostNotice: post_notice,
    ApplyNotice: apply_notice,
}

_WHILE_PAUSED = (Report, Resume, AssignStaff, ProposeCorrection, ConfirmCorrection)
"""What may be done while a table is stopped."""


def open_table(rules: Rules, automations: Automations = SCRIPTED) -> TableState:
    """A table under these rules, before its first shoe."""
    return TableState(rules=rules, meter=rules.fees.meter, automations=automations)


def decide(state: TableState, command: AnyCommand) -> Decision:
    """What a command leads to, or why it is refused. The state is not touched."""
    outcome = step(state, command)
    return outcome if isinstance(outcome, Rejection) else outcome[1]


def step(
    state: TableState, command: AnyCommand
) -> tuple[TableState, tuple[AnyEvent, ...]] | Rejection:
    """``decide`` together with the state that the events lead to."""
    outcome = steps(state, command)
    return outcome if isinstance(outcome, Rejection) else (outcome[0][-1], outcome[1])


def steps(state: TableState, command: AnyCommand) -> Outcome:
    """``decide`` together with the state after each event, so that none is applied twice."""
    refused = role_refused(state, command)
    if refused is None and (state.floor.paused or state.awaiting is not None):
        refused = _stopped(state, command)
    if refused:
        return refused
    if isinstance(command, EnterCard):
        return enter_card(state, command, run)
    if isinstance(command, Report) and state.awaiting is not None:
        passed = pass_over(state, command, run)
        if passed is not None:
            return passed
    draft = Draft(state)
    try:
        refused = run(draft, command)
    except Refused as verdict:
        return verdict.rejection
    except Needed:
        return wait_for_cards(state, command, draft.events)
    return refused or (tuple(draft.states), tuple(draft.events))


def run(draft: Draft, command: AnyCommand) -> Rejection | None:
    """Carry out a command and whatever follows from it by the rules."""
    refused = _HANDLERS[type(command)](draft, command)
    if refused is None:
        _carry_on(draft, command)
    return refused


def _stopped(state: TableState, command: AnyCommand) -> Rejection | None:
    """Nothing goes on while a table is stopped, or while a card is due from a physical shoe."""
    floor = state.floor
    if floor.paused and not isinstance(command, _WHILE_PAUSED):
        return Rejection(Code.PAUSED, f"the table is stopped: {floor.paused}", floor.paused_by)
    if state.awaiting is not None and not isinstance(command, (EnterCard, *_WHILE_PAUSED)):
        due = card_due(state, run)
        text = f"due is the {due.what} for {due.box}.{due.hand}" if due else "a card is due"
        return state.rules.refuse(Code.STEP_NOT_DUE, "wrong_time", text, also="handling")
    return None


def _carry_on(draft: Draft, command: AnyCommand) -> None:
    """Take the round on until somebody has to decide something."""
    if draft.state.awaiting is not None:
        # What was reported while a card is due changes nothing about what is due.
        return
    phase = draft.state.phase
    if phase == BETTING:
        return
    if phase == OFFERING:
        is_waiting = is_offered(draft.state) and not isinstance(command, CloseInsurance)
        if is_waiting or prizes_wait(draft):
            return
    if phase in (DEALING, OFFERING):
        if look(draft):
            _stop_play(draft)
        else:
            draft.add(PhaseBegan(PLAYING))
    if draft.state.phase == PLAYING:
        if give_turn(draft):
            return
        draft.add(PhaseBegan(DEALER_TURN))
    if draft.state.phase == DEALER_TURN:
        play_dealer(draft)
        if settle_last(draft):
            draft.add(PhaseBegan(SETTLING))
            return
        end_round(draft)
    elif draft.state.phase == SETTLING and not settle_last(draft):
        end_round(draft)


def _stop_play(draft: Draft) -> None:
    """A dealer's blackjack ends the round before anybody acts (PA-7-g-s3)."""
    for box in draft.state.boxes:
        if not box.hands[0].how:
            draft.add(HandFinished(box.number, 1, "complete"))
        settle_decided(draft, box.number)
    draft.add(PhaseBegan(DEALER_TURN))
