"""Void hands and rounds: undecided wagers are returned, results stand."""

from dataclasses import replace

from pitboss.engine.draft import Draft
from pitboss.engine.floor.irregularities import report as reports
from pitboss.engine.floor.irregularities.report import Report, no_round_refusal, refuse_by
from pitboss.engine.payouts import SettlementReversed, clear_hand, return_insurance, settle_void
from pitboss.engine.round import HandFinished
from pitboss.engine.side_wagers.settling import reverse_sides, void_side
from pitboss.rulebook.questions.dealing import may_be_blackjack
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Irregularity


def dead_hand(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Call a hand dead: return its wagers, but keep side wagers on the dealer (PA-12-h)."""
    return void_hand(draft, command, rule, keeps_sides=True)


def void_hand(
    draft: Draft, command: Report, rule: Irregularity, *, keeps_sides: bool = False
) -> Rejection | None:
    """Void a hand: return every undecided wager on it (NZ-16.5-s2, NZ-9.6, NZ-15.7)."""
    if refusal := no_round_refusal(draft.state, rule):
        return refusal
    box, hand = draft.state.box(command.box), command.hand or 1
    if box is None or not 1 <= hand <= len(box.hands):
        return refuse_by(rule, Code.UNKNOWN, "there is no such hand in this round")
    if not box.hands[hand - 1].is_open:
        return refuse_by(rule, Code.HAND_FINISHED, "the hand is settled, and the result stands")
    clause = rule.clauses[0]
    for bet in box.hands[hand - 1].bets:
        settle_void(draft, command.box, hand, bet, clause)
    draft.add(HandFinished(command.box, hand, "void"))
    if not any(played.is_open for played in draft.state.the_box(command.box).hands):
        for answer in draft.state.insured:
            if answer.box == command.box:
                return_insurance(draft, answer, clause)
        for side in draft.state.sides if not keeps_sides else ():
            if side.box == command.box and draft.rules.wagers[side.wager].dead == "returned":
                void_side(draft, side, clause)
        reverse_sides(draft, command.box, clause, is_every=rule.settled == "reversed")
    clear_hand(draft, command.box, hand)
    return None


def void_round(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Void the round: return every undecided wager (T-n-8-i)."""
    if refusal := no_round_refusal(draft.state, rule):
        return refusal
    reports.drop_waiting(draft)
    for box in draft.state.boxes:
        for hand in range(1, len(box.hands) + 1):
            # A settled hand refuses, and its result stands.
            report = Report(what=command.what, box=box.number, hand=hand, by=command.by)
            void_hand(draft, report, rule)
    return None


def _undo_round(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Void the round, and reverse what was settled in it unless that stays (NZ-16.13)."""
    settled, clause = draft.state.settled, rule.clauses[0]
    by_hand = replace(rule, settled="")
    if refusal := void_round(draft, command, by_hand):
        return refusal
    for wager in settled if rule.settled != "stays" else ():
        side = draft.rules.wagers.get(wager.wager)
        if wager.net and not (side and side.voided == "reversed"):
            draft.add(SettlementReversed(*wager.key, -wager.net, clause))
    return None


def void_round_or_hand(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Void the round, or only a hand, as the operator chooses (NZ-16.13)."""
    choices = {"round": _undo_round, "hand": void_hand}
    return reports.apply_choice(draft, command, rule, choices, "round or hand")


def dead_if_exposing(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Void the round if the reader could expose the hole card (T-n-8, PA-12-i)."""
    state = draft.state
    if not state.dealer.cards or may_be_blackjack(state.up):
        return refuse_by(rule, Code.NOT_ALLOWED, "the reader was used as it should be")
    if draft.rules.deal.reader != "exposing":
        return None
    return void_round(draft, command, replace(rule, clauses=rule.clauses[1:] or rule.clauses))
