"""Void hands and rounds: what goes back to whom, and what stays as it was settled."""

from dataclasses import replace

from pitboss.engine.commands import Report
from pitboss.engine.draft import Draft
from pitboss.engine.events import HandFinished, SettlementReversed, WagerSettled
from pitboss.engine.floor_events import CommandCompleted
from pitboss.engine.phases._payouts import clear_hand, return_insurance, settle_void
from pitboss.engine.phases.sides import void_side
from pitboss.engine.state import BETTING, TableState
from pitboss.rulebook.dealing import may_be_blackjack
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Irregularity


def refuse_by(found: Irregularity, code: Code, text: str) -> Rejection:
    """A refusal by the clauses of an irregularity."""
    first, *rest = found.clauses
    return Rejection(code, text, first, tuple(rest))


def needs_round(state: TableState, found: Irregularity) -> Rejection | None:
    """Why something that concerns a round may not be done now."""
    if state.phase == BETTING:
        return refuse_by(found, Code.WRONG_TIME, "no round is under way")
    return None


def drop_waiting(draft: Draft) -> None:
    """A command that waits for cards of a round that is over waits no longer."""
    if draft.state.awaiting is not None:
        draft.add(CommandCompleted())


def void_hand(draft: Draft, command: Report, found: Irregularity) -> Rejection | None:
    """A hand is void: every undecided wager on it goes back (NZ-16.5-s2, NZ-9.6, NZ-15.7)."""
    return _kill_hand(draft, command, found, keeps_sides=False)


def dead_hand(draft: Draft, command: Report, found: Irregularity) -> Rejection | None:
    """A hand is dead: its wagers go back, and side wagers on the dealer stay up (PA-12-h)."""
    return _kill_hand(draft, command, found, keeps_sides=True)


def _kill_hand(
    draft: Draft, command: Report, found: Irregularity, *, keeps_sides: bool
) -> Rejection | None:
    refused = needs_round(draft.state, found)
    box = draft.state.box(command.box)
    hand = command.hand or 1
    if refused or box is None or not 1 <= hand <= len(box.hands):
        return refused or refuse_by(found, Code.UNKNOWN, "there is no such hand in this round")
    if not box.hands[hand - 1].is_open:
        return refuse_by(found, Code.HAND_FINISHED, "the hand is settled, and stays so")
    clause = found.clauses[0]
    for bet in box.hands[hand - 1].bets:
        settle_void(draft, command.box, hand, bet, clause)
    draft.add(HandFinished(command.box, hand, "void"))
    now = draft.state.box(command.box)
    assert now is not None
    if not any(played.is_open for played in now.hands):
        for answer in draft.state.insured:
            if answer.box == command.box:
                return_insurance(draft, answer, clause)
        for side in draft.state.sides:
            if side.box == command.box and not keeps_sides:
                void_side(draft, side, clause)
    clear_hand(draft, command.box, hand)
    return None


def void_round(draft: Draft, command: Report, found: Irregularity) -> Rejection | None:
    """Every hand is dead and each undecided wager goes back (T-n-8-i)."""
    refused = needs_round(draft.state, found)
    if refused:
        return refused
    drop_waiting(draft)
    for box in draft.state.boxes:
        for hand in range(1, len(box.hands) + 1):
            # A hand that is settled already stays so, and refuses for itself.
            one = Report(what=command.what, box=box.number, hand=hand, by=command.by)
            void_hand(draft, one, found)
    return None


def _undo_round(draft: Draft, command: Report, found: Irregularity) -> Rejection | None:
    """The round is void, and what was settled in it goes back as well (NZ-16.13)."""
    settled = draft.state.settled
    refused = void_round(draft, command, found)
    if refused:
        return refused
    for event in settled:
        if event.net:
            draft.add(_reversal(event, found.clauses[0]))
    return None


def _reversal(event: WagerSettled, clause: str) -> SettlementReversed:
    return SettlementReversed(event.box, event.player, event.wager, -event.net, clause)


def void_round_or_hand(draft: Draft, command: Report, found: Irregularity) -> Rejection | None:
    """The operator voids the round, or only the hands affected (NZ-16.13)."""
    if command.choice == "round":
        return _undo_round(draft, command, found)
    if command.choice == "hand":
        return void_hand(draft, command, found)
    return refuse_by(found, Code.UNKNOWN, "the choice is round or hand")


def dead_if_exposing(draft: Draft, command: Report, found: Irregularity) -> Rejection | None:
    """A reader that could show the hole card kills the round; another does not (T-n-8, PA-12-i)."""
    state = draft.state
    if not state.dealer.cards or may_be_blackjack(state.up):
        return refuse_by(found, Code.NOT_ALLOWED, "the reader was used as it should be")
    if draft.rules.deal.reader != "exposing":
        return None
    first, *rest = found.clauses
    return void_round(draft, command, replace(found, clauses=tuple(rest) or (first,)))
