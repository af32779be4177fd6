"""Effects of irregularities, by the names that rulebooks use."""

from typing import ClassVar

from pitboss.cards import UNSEEN, is_ace
from pitboss.engine.declare import EVERYBODY, Event, decides, post_of
from pitboss.engine.draft import Draft
from pitboss.engine.floor import by_hand
from pitboss.engine.floor.by_hand import Outcome, Run
from pitboss.engine.floor.irregularities import equipment, misdeal, missed, voiding
from pitboss.engine.floor.irregularities import report as reports
from pitboss.engine.floor.irregularities.report import Effect, Report, refuse_by
from pitboss.engine.floor.procedures import ProcedureBegan
from pitboss.engine.insurance import InsuranceReopened, answer_of
from pitboss.engine.play.turns import close_if_complete, finish
from pitboss.engine.shoe.drawing import CardExposed, deal_card, discard, next_card
from pitboss.engine.shoe.loading import ShuffleOrdered
from pitboss.engine.side_wagers.prizes import wins_prize
from pitboss.engine.side_wagers.settling import prize_due, settle_decided, settle_flat, void_side
from pitboss.engine.state import (
    BETTING,
    DEALER_TURN,
    DEALING,
    OFFERING,
    PLAYING,
    SETTLING,
    TableState,
)
from pitboss.engine.state.invariants import cards_in_play
from pitboss.engine.words import one_of
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Irregularity


class ReaderTurnedOff(Event, tag="reader_turned_off"):
    """The card reader was turned off."""

    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The card reader is off; the table goes on without it [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(is_reader_off=True)


class ButtonTurnedOff(Event, tag="button_turned_off"):
    """The prize button is out of order."""

    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The prize button is out of order [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(is_button_off=True)


class ButtonRepaired(Event, tag="button_repaired"):
    """The prize button works again."""

    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The prize button works again [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(is_button_off=False)


class BoxesLimited(Event, tag="boxes_limited"):
    """The house limits a player to one box, or lifts the limit."""

    player: str
    is_limited: bool
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "is_limited",
        yes="{player} may bet on one box only [{clause}].",
        no="{player} may bet on several boxes again [{clause}].",
    )

    def apply(self, state: TableState) -> TableState:
        others = state.floor.one_box - {self.player}
        return state.with_floor(one_box=others | {self.player} if self.is_limited else others)


@decides(Report)
def report(draft: Draft, command: Report) -> Rejection | None:
    """Report an irregularity, and carry out the effect of its clause."""
    rules, state, what = draft.rules, draft.state, command.what
    rule, known = rules.irregularities.get(what), rules.book.irregularities.get(what)
    if rule is None and known is not None:
        text = f"{what} does not apply with the options of this table"
        first, *rest = [known.clause] if isinstance(known.clause, str) else known.clause
        return Rejection(Code.NOT_OFFERED, text, first, tuple(rest), what)
    if rule is None:
        names = ", ".join(rules.irregularities) or "none"
        text = f"this table has no rule on {what}; there are {names}"
        return rules.refuse(Code.NOT_OFFERED, "staff", text, where=what)
    if post_of(state.floor.staff.get(command.by, "")) not in rule.by:
        text = f"this is for the {' or '.join(rule.by)}: {rule.text}"
        return refuse_by(rule, Code.NOT_YOURS, text)
    if refusal := reports.player_refusal(state, command, rule):
        return refusal
    if state.awaiting is not None and rule.does in _CHANGE_HANDS:
        return refuse_by(rule, Code.STEP_NOT_DUE, "the card that is due is entered first")
    # A named card leaves a physical shoe, so that one of its copies must still be there.
    is_taken = rule.does in _NAME_NEXT and draft.is_manual and reports.named_card(command) != UNSEEN
    if is_taken and cards_in_play(state)[command.card] >= rules.decks_in_play:
        text = "every copy of that card has been dealt from this shoe"
        return refuse_by(rule, Code.UNKNOWN, text)
    draft.add(reports.report_event(state, command, rule))
    return EFFECTS[rule.does](draft, command, rule)


def _continue(_draft: Draft, _command: Report, _rule: Irregularity) -> None:
    """Only record it."""


def _discard(draft: Draft, command: Report, rule: Irregularity) -> None:
    """Take the card out of play; the next one takes its place (T-n-1, NZ-16.1, PA-12-a)."""
    discard(draft, rule.clauses[0], named=reports.named_card(command))


def _expose(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Make a card seen too early the next card, which players may refuse (T-n-3, NZ-16.4)."""
    state = draft.state
    if state.phase not in (OFFERING, PLAYING):
        return None if state.phase == DEALING else reports.no_round_refusal(state, rule)
    if draft.is_manual and reports.named_card(command) == UNSEEN:
        return refuse_by(rule, Code.UNKNOWN, "name the card that was seen")
    draft.add(CardExposed(command.card if draft.is_manual else next_card(draft)))
    return None


def _shuffle_after(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Order a shuffle at the end of the round (NZ-16.9, NZ-16.10, PA-12-k)."""
    if draft.state.prep.procedure:
        return _shuffle_again(draft, command, rule)
    draft.add(ShuffleOrdered(command.by, rule.text, rule.clauses[0]))
    return None


def _shuffle_again(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Restart the preparation of the cards (NZ-7.1-f, PA-12-k)."""
    prep = draft.state.prep
    if not prep.procedure:
        return refuse_by(rule, Code.WRONG_TIME, "the cards are in the shoe")
    names = [step.do for step in draft.rules.procedures[prep.procedure]]
    back = names.index("shuffle") if "shuffle" in names else 0
    draft.add(ProcedureBegan(prep.procedure, command.by, prep.loading, back))
    return None


def _overdraw(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Discard a card drawn to a finished dealer's hand (T-n-4, PA-12-d)."""
    if draft.state.phase not in (BETTING, SETTLING) or draft.state.round == 0:
        return refuse_by(rule, Code.WRONG_TIME, "the dealer's hand is not finished")
    _discard(draft, command, rule)
    return None


def _restore_up_card(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Put the up card back that was found in the rack (T-n-10-s2)."""
    if not draft.state.dealer.cards or command.card != draft.state.up:
        return refuse_by(rule, Code.UNKNOWN, "that is not the up card of the record")
    return _resume(draft, command, rule)


def _pause(draft: Draft, _command: Report, rule: Irregularity) -> None:
    """Stop the table until a supervisor has ruled (H-method-15, PA-12-j, T-n-10)."""
    draft.add(reports.TablePaused(rule.text, rule.clauses[0]))


def _resume(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Resume a stopped table (H-method-16, T-n-10-s3)."""
    if not draft.state.floor.paused:
        return refuse_by(rule, Code.WRONG_TIME, "the table is not stopped")
    draft.add(reports.TableResumed(command.by))
    return None


def _replace_dropped(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Discard a lost card: the next one takes its place, or the hand is void (H-method-16)."""
    if refusal := _resume(draft, command, rule):
        return refusal
    _discard(draft, command, rule)
    return voiding.void_hand(draft, command, rule) if command.choice == "void" else None


def _no_reader(draft: Draft, _command: Report, rule: Irregularity) -> None:
    """Continue as a table without a card reader (T-n-9)."""
    draft.add(ReaderTurnedOff(rule.clauses[0]))


def _no_button(draft: Draft, _command: Report, rule: Irregularity) -> None:
    """Withdraw the prize wager; pay a fixed amount on one already won (NZ-16.12)."""
    draft.add(ButtonTurnedOff(rule.clauses[0]))
    if draft.state.phase == BETTING:
        for wager in draft.state.sides:
            if wins_prize(draft.rules.wagers[wager.wager]):
                void_side(draft, wager, rule.clauses[0])
        return
    while side := prize_due(draft.state, paid="deal") or prize_due(draft.state, paid="last"):
        amount = rule.amount * side.amount // 100 if rule.per_dollar else rule.amount
        settle_flat(draft, side, amount, rule.clauses[-1])


def _button_works(draft: Draft, _command: Report, rule: Irregularity) -> None:
    """Offer the prize wager again."""
    draft.add(ButtonRepaired(rule.clauses[0]))


def _late_insurance(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Reopen insurance for a player who was not asked (NZ-16.11)."""
    state = draft.state
    box = state.box(command.box)
    is_open = state.phase == PLAYING or (state.phase == DEALER_TURN and not state.has_hole)
    is_time = is_open and len(state.dealer.cards) == 1 and is_ace(state.up)
    has_main = box is not None and bool(box.main(command.player))
    if not is_time or not has_main or answer_of(state, command.box, command.player):
        return refuse_by(rule, Code.WRONG_TIME, "it is too late to insure, or was answered")
    draft.add(InsuranceReopened(command.box, command.player, rule.clauses[0]))
    return None


def _limit_boxes(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Limit a player to one box from the next wager on, or lift the limit (H-rules-8)."""
    is_limited = command.choice != "lifted"
    if command.player not in draft.state.chips:
        return refuse_by(rule, Code.UNKNOWN, "name a player of the table")
    if is_limited == (command.player in draft.state.floor.one_box):
        return refuse_by(rule, Code.ALREADY_PLACED, "that is already so")
    draft.add(BoxesLimited(command.player, is_limited, rule.clauses[0]))
    return None


def _draw_to(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Draw the hand of an absent player to a total, and stand (NZ-16.6)."""
    number, hand = draft.state.turn
    if draft.state.phase != PLAYING or number != command.box:
        return refuse_by(rule, Code.OUT_OF_TURN, "it is not the turn of that box")
    while not (played := draft.state.the_box(number).hands[hand - 1]).how:
        if played.hand.total * 100 >= rule.amount:
            finish(draft, number, hand, "stood")
        else:
            deal_card(draft, number, hand)
            close_if_complete(draft, number, hand)
    settle_decided(draft, number)
    return None


_NAME_NEXT = ("discard", "expose", "overdraw", "replace_dropped")
"""Effects whose named card is the next of the shoe."""
_CHANGE_HANDS: dict[str, Effect] = {
    "expose": _expose,
    "late_or_void": missed.late_or_void,
    "void_hand": voiding.void_hand,
    "dead_hand": voiding.dead_hand,
    "late_or_dead": missed.late_or_dead,
    "void_round_or_hand": voiding.void_round_or_hand,
    "replace_dropped": _replace_dropped,
    "draw_to": _draw_to,
}
"""Effects refused while a command is pending, because its next run would not include them."""

EFFECTS: dict[str, Effect] = {
    **dict.fromkeys(("continue", "next_card", "skip_dealer", "rebuild"), _continue),
    **_CHANGE_HANDS,
    "discard": _discard,
    "misdeal": misdeal.misdeal,
    "misdeal_shuffle": misdeal.misdeal_shuffle,
    "overdraw": _overdraw,
    "shuffle_again": _shuffle_again,
    "restore_up_card": _restore_up_card,
    "button_works": _button_works,
    "void_round": voiding.void_round,
    "dead_if_exposing": voiding.dead_if_exposing,
    "shuffle_after": _shuffle_after,
    "pause": _pause,
    "resume": _resume,
    "no_reader": _no_reader,
    "no_button": _no_button,
    "no_shuffler": equipment.no_shuffler,
    "cover_shuffler": equipment.cover_shuffler,
    "shuffler_works": equipment.shuffler_works,
    "replace_card": equipment.replace_card,
    "late_insurance": _late_insurance,
    "limit_boxes": _limit_boxes,
}
"""Effects by the name that rulebooks use."""


def report_awaited(state: TableState, command: Report, run: Run) -> Outcome | None:
    """Carry out a report that changes the card awaited; None for any other report."""
    rule = state.rules.irregularities.get(command.what)
    if rule is not None and rule.does == "late_insurance" and state.awaits_second_card:
        return by_hand.run_before_card(state, command, run)
    return missed.pass_over(state, command, run) or missed.miss_request(state, command, run)
