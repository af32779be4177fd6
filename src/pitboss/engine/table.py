"""A table: opens one, decides commands, and carries the round on as far as the rules say."""

from collections.abc import Callable
from typing import Any

from pitboss.engine.commands import (
    AnyCommand,
    BuyIn,
    CloseInsurance,
    Deal,
    Double,
    DrawPrize,
    Hit,
    Insure,
    LoadShoe,
    PlaceWager,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
    WithdrawWager,
)
from pitboss.engine.draft import Draft, Refused
from pitboss.engine.events import AnyEvent, HandFinished, PhaseBegan
from pitboss.engine.phases.betting import buy_in, place_wager, withdraw_wager
from pitboss.engine.phases.dealer import play_dealer
from pitboss.engine.phases.dealing import deal, load_shoe, prizes_wait
from pitboss.engine.phases.insurance import (
    close_insurance,
    insure,
    is_offered,
    look,
    take_even_money,
)
from pitboss.engine.phases.playing import act, give_turn
from pitboss.engine.phases.settling import end_round, settle_last
from pitboss.engine.phases.sides import draw_prize, settle_decided
from pitboss.engine.state import DEALER_TURN, OFFERING, PLAYING, SETTLING, TableState
from pitboss.rulebook.refusals import Rejection
from pitboss.rulebook.rules import Rules

Decision = tuple[AnyEvent, ...] | Rejection

_HANDLERS: dict[type, Callable[[Draft, Any], Rejection | None]] = {
    BuyIn: buy_in,
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
}


def open_table(rules: Rules) -> TableState:
    """A table under these rules, before its first shoe."""
    return TableState(rules=rules, meter=rules.fees.meter)


def decide(state: TableState, command: AnyCommand) -> Decision:
    """What a command leads to, or why it is refused. The state is not touched."""
    outcome = step(state, command)
    return outcome if isinstance(outcome, Rejection) else outcome[1]


def step(
    state: TableState, command: AnyCommand
) -> tuple[TableState, tuple[AnyEvent, ...]] | Rejection:
    """``decide`` together with the state that the events lead to."""
    draft = Draft(state)
    try:
        refused = _HANDLERS[type(command)](draft, command)
        if refused:
            return refused
        _carry_on(draft, command)
    except Refused as verdict:
        return verdict.rejection
    return draft.state, tuple(draft.events)


def _carry_on(draft: Draft, command: AnyCommand) -> None:
    """Take the round on until somebody has to decide something."""
    if draft.state.phase == OFFERING:
        is_waiting = is_offered(draft.state) and not isinstance(command, CloseInsurance)
        if is_waiting or prizes_wait(draft):
            return
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
        draft.add(PhaseBegan(SETTLING))
    if draft.state.phase == SETTLING and not settle_last(draft):
        end_round(draft)


def _stop_play(draft: Draft) -> None:
    """A dealer's blackjack ends the round before anybody acts (PA-7-g-s3)."""
    for box in draft.state.boxes:
        if not box.hands[0].how:
            draft.add(HandFinished(box.number, 1, "complete"))
        settle_decided(draft, box.number)
    draft.add(PhaseBegan(DEALER_TURN))
