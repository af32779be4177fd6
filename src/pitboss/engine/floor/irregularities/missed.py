"""Missed cards: dealt after the others, or never, also while a card is awaited."""

from pitboss.engine.declare import evolve, post_of
from pitboss.engine.draft import SKIP, SKIP_BOX, Draft
from pitboss.engine.floor import by_hand
from pitboss.engine.floor.by_hand import CommandCompleted, Outcome, Run, card_due, continue_command
from pitboss.engine.floor.irregularities import report as reports
from pitboss.engine.floor.irregularities import voiding
from pitboss.engine.floor.irregularities.report import Report, apply_choice, refuse_by
from pitboss.engine.play.turns import HandReopened
from pitboss.engine.round import PhaseBegan
from pitboss.engine.state import BETTING, DEALER, DEALER_TURN, DEALING, PLAYING, TableState
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Irregularity


def late_or_dead(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Deal the missed card late, or call the hand dead, as the player chooses (PA-12-h)."""
    if draft.state.phase != BETTING and not draft.state.has_hole:
        return refuse_by(
            rule, Code.WRONG_TIME, "the hole card is shown, and the hand stands as it is"
        )
    dead = voiding.void_hand if rule.settled == "reversed" else voiding.dead_hand
    choices = {"late": _reopen, "dead": dead}
    return apply_choice(draft, command, rule, choices, "late or dead")


def late_or_void(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Deal the second card of a box late, or return its wagers (PA-12-g-s2)."""
    choices = {"late": _reopen, "void": voiding.void_hand, "dead": voiding.void_hand}
    return apply_choice(draft, command, rule, choices, "late or void")


def _reopen(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Reopen a skipped hand; its turn comes after all others, before the hole card."""
    state = draft.state
    box, hand = state.box(command.box), command.hand or 1
    is_time = state.phase == PLAYING or (state.phase == DEALER_TURN and state.has_hole)
    if not is_time or box is None or not 1 <= hand <= len(box.hands):
        return refuse_by(rule, Code.WRONG_TIME, "it is too late to give that hand a card")
    played = box.hands[hand - 1]
    is_in_play = not played.how and state.turn == (command.box, hand)
    if played.how == "stood" or is_in_play:
        draft.add(HandReopened(command.box, hand, rule.clauses[0]))
        if state.phase == DEALER_TURN:
            draft.add(PhaseBegan(PLAYING))
    return None


def pass_over(state: TableState, command: Report, run: Run) -> Outcome | None:
    """Carry out a report that the hand due was skipped in the deal; None for any other report."""
    rule, due = state.rules.irregularities.get(command.what), card_due(state, run)
    role = post_of(state.floor.staff.get(command.by, ""))
    if rule is None or due is None or role not in rule.by or state.phase != DEALING:
        return None
    is_its_box = due.box == command.box != DEALER
    is_late = is_its_box and rule.does == "late_or_void" and command.choice == "late"
    if is_late or (due.box == DEALER and rule.does == "skip_dealer"):
        entry = SKIP
    elif is_its_box and rule.does == "void_hand" and command.what == "missed_box":
        entry = SKIP_BOX
    else:
        return None
    return continue_command(state, entry, due, run, reports.report_event(state, command, rule))


def miss_request(state: TableState, command: Report, run: Run) -> Outcome | None:
    """Carry out a report of a missed request while a card is awaited; None for any other report.

    The events of the pending command stand, and the round continues from there: the missed hand
    comes last, or is dead, and the hand in play still gets the requested card (PA-12-h).
    """
    rule = state.rules.irregularities.get(command.what)
    if rule is None or rule.does != "late_or_dead" or state.phase not in (PLAYING, DEALER_TURN):
        return None
    assert state.awaiting is not None
    waiting, dropped = state.awaiting.command, CommandCompleted()
    draft = Draft(evolve(state, dropped))
    first = (draft.state,), (dropped,)
    is_asking = state.turn != (command.box, command.hand or 1) and _asks(state)
    outcome = by_hand.try_command(draft, command, run)
    if isinstance(outcome, Rejection) or not is_asking:
        return by_hand.join_outcomes(first, outcome)
    again = by_hand.try_command(Draft(draft.state), by_hand.read_command(waiting), run)
    return by_hand.join_outcomes(by_hand.join_outcomes(first, outcome), again)


def _asks(state: TableState) -> bool:
    """Return True if the hand in play has requested a card, by anything but a double."""
    if state.phase != PLAYING or state.turn == (0, 0):
        return False
    played = state.hand(*state.turn)
    return not played.how and not played.is_owed and len(played.hand.cards) > 1
