"""Procedures of the staff, step by step: opening, shuffle, idle tables, checks of payouts."""

from typing import ClassVar

from pitboss.cards import Card
from pitboss.engine import declare
from pitboss.engine.declare import EVERYBODY, Command, Event, Role, decides
from pitboss.engine.draft import Draft
from pitboss.engine.floor.cut import StackCut, cutter_due
from pitboss.engine.floor.staff import role_of
from pitboss.engine.shoe import loading
from pitboss.engine.side_wagers.prizes import PayoutChecked, check_due, release_payout
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.state.preparation import due_step, not_due_refusal
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Step


class BeginProcedure(Command, tag="begin_procedure"):
    """Begin a procedure of the rulebook: opening, shuffle, idle."""

    name: str
    side: int = 0
    """The compartment of a double shoe to prepare."""
    roles: ClassVar = declare.PIT_OR_TABLE | declare.PLAYERS
    accepted: ClassVar = declare.Accepted.HAND_DEALT


class Perform(Command, tag="perform"):
    """Carry out the step of the procedure that is due."""

    step: str
    cards: tuple[Card, ...] = ()
    """The order of the cards, for a shuffle."""
    position: int = 0
    """Number of cards: from the front for the cut, behind the cutting card, or counted."""
    at_ms: int = 0
    roles: ClassVar = declare.PIT_OR_TABLE | declare.PLAYERS
    accepted: ClassVar = declare.Accepted.HAND_DEALT
    filled: ClassVar = {"cards": declare.Source.DEFAULT, "at_ms": declare.Source.LOG_TIME}
    secrets: ClassVar = ("cards",)


class ProcedureBegan(Event, tag="procedure_began"):
    """The staff began a procedure, such as opening the table."""

    name: str
    by: str
    side: int = 0
    """The compartment of a double shoe to prepare."""
    steps: int = 0
    """Number of steps that are done already."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by:or The staff} begins: {name:plain}."

    def apply(self, state: TableState) -> TableState:
        after = state.with_prep(procedure=self.name, steps=self.steps, loading=self.side)
        after = after.with_prep(refused=(), stack=(), cutter="", only_cutter="", done_by=())
        if not self.name.startswith("idle"):
            return after
        # The game begins again: the cut is offered to the first to arrive.
        return after.with_floor(last_boxes=(), stood_empty="")


class StepDone(Event, tag="step_done"):
    """A step of a procedure was carried out."""

    step: str
    by: str
    clause: str
    position: int = 0
    """Cards behind the cutting card, or cards counted."""
    at_ms: int = 0
    """Time in milliseconds since the epoch, if the step brings cards into use."""
    is_last: bool = False
    """It completes the procedure."""
    cut_card: int = -1
    """Number of cards before the cutting card, if the step put it in."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by:or The staff}: {step:plain} [{clause}]."

    def apply(self, state: TableState) -> TableState:
        old = state.prep
        cut_card = self.cut_card if self.cut_card >= 0 else old.cut_card
        opened_ms = self.at_ms or old.opened_ms
        after = state.with_prep(steps=old.steps + 1, cut_card=cut_card, opened_ms=opened_ms)
        after = after.with_prep(done_by=(*old.done_by, (self.step, self.by)))
        if self.step == "cover_shuffler":
            after = after.with_floor(shuffler="covered")
        if not self.is_last:
            return after
        # Cards prepared but not loaded are shuffled before the next round.
        reason = old.procedure.replace("_", " ")
        after = after.with_prep(last_round=state.round, reason=reason, clause=self.clause)
        return after.with_prep(procedure="", steps=0, done_by=(), is_opened=True, cut_at=-1)


class StackShuffled(Event, tag="stack_shuffled"):
    """The stack was shuffled into this order, hidden from every viewer."""

    cards: tuple[Card, ...]
    audience: ClassVar = declare.unseen("cards")
    sealed: ClassVar = ("cards",)
    words: ClassVar = "The cards are shuffled."

    def apply(self, state: TableState) -> TableState:
        return state.with_prep(stack=self.cards)


@decides(BeginProcedure)
def begin_procedure(draft: Draft, command: BeginProcedure) -> Rejection | None:
    """Begin a procedure between rounds; opening comes before the first shuffle."""
    state, procedures = draft.state, draft.rules.procedures
    if command.name not in procedures:
        text = f"there is no procedure {command.name}; there are {', '.join(procedures) or 'none'}"
        return draft.rules.refuse(Code.UNKNOWN, "wrong_time", text)
    first = procedures[command.name][0]
    if refusal := _beginner_refusal(state, command, first):
        return refusal
    if state.phase != BETTING:
        return not_due_refusal(state, first, "cards are prepared between rounds")
    is_stuck = _machine_refusal(state, state.prep.procedure) is not None
    if state.prep.procedure and not is_stuck:
        return not_due_refusal(state, due_step(state), f"{state.prep.procedure} is not finished")
    if refusal := _machine_refusal(state, command.name):
        return refusal
    if command.name == "shuffle" and not state.prep.is_opened and "opening" in procedures:
        opening = procedures["opening"][0]
        return not_due_refusal(state, opening, f"the table is opened first: {opening.text}")
    draft.add(ProcedureBegan(command.name, command.by, command.side))
    return None


def _machine_refusal(state: TableState, procedure: str) -> Rejection | None:
    """Refuse a procedure that needs a shuffler out of use (PA-12-l)."""
    steps = state.rules.procedures.get(procedure, ())
    if state.prep.procedure == procedure:
        steps = steps[state.prep.steps :]
    if not any(step.by_machine for step in steps):
        return None
    text = "the shuffler is out of use; the cards are shuffled by hand"
    return loading.shuffler_refusal(state, text)


def _beginner_refusal(state: TableState, command: BeginProcedure, first: Step) -> Rejection | None:
    """Refuse players all but their own procedures before the first round, and a second opening
    to all but supervisors (NZ-7.1A, NZ-7.7).
    """
    role = role_of(state, command.by)
    if role is Role.PLAYER and first.by != "player":
        text = f"this is for the staff: {first.text}"
        return state.rules.refuse(Code.NOT_YOURS, "handling", text)
    if role is Role.PLAYER and state.shoe_round > 0:
        return not_due_refusal(state, first, "players may ask for this before the first round only")
    # If decks must be changed daily, the dealer brings in the new ones.
    is_daily = state.rules.shoe.life_hours > 0
    is_again = command.name == "opening" and state.prep.has_loaded and not is_daily
    if is_again and role not in declare.SUPERVISORS | {Role.TABLE}:
        return not_due_refusal(state, first, "new cards are brought in by a supervisor")
    return None


@decides(Perform)
def perform(draft: Draft, command: Perform) -> Rejection | None:
    """Carry out the due step of a procedure, or the due check of a payout.

    Any other is refused by the clause of the due step.
    """
    state = draft.state
    is_check = bool(state.held) and not state.prep.procedure
    step = check_due(state) if is_check else due_step(state)
    if step is None or step.do != command.step:
        nothing = "there is nothing to verify" if is_check else "no procedure is under way"
        return not_due_refusal(state, step, f"first comes: {step.text}" if step else nothing)
    refusal = _performer_refusal(state, step, command.by)
    if step.by_machine and not refusal:
        refusal = _machine_refusal(state, state.prep.procedure)
    if refusal:
        return refusal
    if is_check:
        # The last check releases the payout.
        draft.add(PayoutChecked(step.do, command.by, step.clauses[0]))
        if check_due(draft.state) is None:
            release_payout(draft)
        return None
    if refusal := _carry_out(draft, step, command):
        return refusal
    draft.add(_done(draft, step, command))
    if step.do == "load":
        prep, side = draft.state.prep, loading.next_side(draft.state)
        loading.load_stack(draft, prep.stack, cut_card=prep.cut_card, side=side)
    return None


def _performer_refusal(state: TableState, step: Step, name: str) -> Rejection | None:
    role, who = role_of(state, name), f"the {step.by}"
    is_right = declare.post_of(role) == step.by
    if step.by == "cutter":
        due = cutter_due(state)
        cutters = [Role.DEALER, Role.TABLE]
        if state.rules.shoe.cut_fallback == "staff":
            cutters += declare.SUPERVISORS
        is_right = name == due if due else role in cutters
        who = due or "the dealer"
    if step.apart and (step.do, name) in state.prep.done_by:
        is_right, who = False, f"another {step.by} than {name}, who did it before"
    if is_right:
        return None
    text = f"this is for {who}: {step.text}"
    return Rejection(Code.NOT_YOURS, text, step.clauses[0], step.clauses[1:])


def _carry_out(draft: Draft, step: Step, command: Perform) -> Rejection | None:
    """Carry out the effect of a step, or refuse it."""
    state, rules, prep = draft.state, draft.rules, draft.state.prep
    cards, at = len(rules.stack), command.position
    match step.do:
        case "shuffle" if not draft.is_manual:
            if sorted(command.cards) != sorted(rules.stack):
                text = "a shuffle keeps every card; some are missing or too many"
                return rules.refuse(Code.UNKNOWN, "table.decks", text, limit=cards)
            draft.add(StackShuffled(command.cards))
        case "cut":
            if refusal := loading.cut_refusal(state, at, cards):
                return refusal
            draft.add(StackCut(command.by, at))
        case "place_cut_card":
            return loading.behind_refusal(state, at)
        case "count":
            if at != cards:
                text = f"there must be {cards} cards, and {at} were counted"
                also = (*step.clauses[1:], *rules.cited("table.decks"))
                return Rejection(Code.UNKNOWN, text, step.clauses[0], also, limit=cards)
            is_in_play = rules.shoe.compartments == "single" or prep.loading == prep.side
            if state.shoe and is_in_play:
                draft.add(loading.ShoeEmptied())
    return None


def _done(draft: Draft, step: Step, command: Perform) -> StepDone:
    """Return the event of a step, complete enough to be applied without the rulebook."""
    rules, prep, at = draft.rules, draft.state.prep, command.position
    is_last = prep.steps + 1 >= len(rules.procedures[prep.procedure])
    cut_card = len(rules.stack) - at if step.do == "place_cut_card" else -1
    return StepDone(step.do, command.by, step.clauses[0], at, command.at_ms, is_last, cut_card)
