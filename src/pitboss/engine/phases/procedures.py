"""Procedures of the staff, step by step: opening, shuffling, the cut; and who works here."""

from pitboss.cards import full_shoe
from pitboss.engine.commands import (
    AssignStaff,
    BeginProcedure,
    ContributeCut,
    DeclineCut,
    OrderRecut,
    Perform,
    PermitEntry,
)
from pitboss.engine.draft import Draft
from pitboss.engine.events import PayoutChecked, ShoeLoaded
from pitboss.engine.floor_events import (
    CutContributed,
    CutRefused,
    EntryPermitted,
    ProcedureBegan,
    RecutOrdered,
    ShoeEmptied,
    StackCut,
    StackShuffled,
    StaffAssigned,
    StepDone,
)
from pitboss.engine.phases.shoe import behind_refused, cut_refused, next_side
from pitboss.engine.phases.sides import check_due, release_payout
from pitboss.engine.roles import STAFF, Role, role_of
from pitboss.engine.state import BETTING, TableState
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Step


def assign_staff(draft: Draft, command: AssignStaff) -> Rejection | None:
    """Give somebody a role, or end it."""
    rules, state = draft.rules, draft.state
    is_player = any(box.main(command.name) for box in state.boxes)
    if not command.name or (command.role and command.role not in STAFF) or is_player:
        names = ", ".join(STAFF)
        text = f"somebody without a wager may be {names}"
        return rules.refuse(Code.UNKNOWN, "staff", text, where=command.name)
    holder = next((n for n, role in state.floor.staff.items() if role == Role.DEALER), "")
    if command.role == Role.DEALER and holder and holder != command.name:
        draft.add(StaffAssigned(holder, ""))
    draft.add(StaffAssigned(command.name, command.role))
    return None


def permit_entry(draft: Draft, command: PermitEntry) -> Rejection | None:
    """Let somebody bet who sat out (T-c-9, PA-6-b-1)."""
    rules = draft.rules
    if rules.table.mid_shoe != "barred":
        text = "this table bars nobody, or lets nobody in before the shuffle"
        return rules.refuse(Code.NOT_OFFERED, "table.mid_shoe", text, where=command.player)
    draft.add(EntryPermitted(command.player, rules.clause("table.mid_shoe")))
    return None


def due_step(state: TableState) -> Step | None:
    """The step of the procedure under way that comes next."""
    steps = state.rules.procedures.get(state.prep.procedure, ())
    return steps[state.prep.steps] if state.prep.steps < len(steps) else None


def not_ready(state: TableState) -> Rejection | None:
    """Why a round may not be dealt: the staff has not made the cards ready."""
    step = due_step(state)
    if step is not None:
        return _not_due(state, step, f"the cards are not ready; due is: {step.text}")
    if state.automations.procedures or state.prep.has_loaded:
        return None
    name = "shuffle" if state.prep.is_opened else "opening"
    steps = state.rules.procedures.get(name) or state.rules.procedures.get("shuffle", ())
    first = next((step for step in steps if step.do == "shuffle"), steps[0] if steps else None)
    return _not_due(state, first, f"the cards are not ready: {name}")


def cut_order(state: TableState) -> list[str]:
    """Players in the order in which the cut is offered to them (T-e-5, NZ-7.3, PA-5-c)."""
    shoe, prep = state.rules.shoe, state.prep
    places = state.floor.last_boxes
    if state.boxes and shoe.cut_card_first == "shuffle":
        # The cutting card came first: those who have bet for the coming round are at the table.
        places = tuple((box.number, box.seated) for box in state.boxes)
    if not places:
        # At the start of a game the first who came cuts (T-e-5-i, PA-5-c-1).
        return [name for name in state.floor.arrivals if name in state.chips]
    boxes = [number for number, _ in places]
    end = shoe.cutter_after_order
    if prep.cut_at == 0:
        end = shoe.cutter_after_dealer
    elif prep.cut_at > 0 and shoe.cutter_after_player != "box":
        end = shoe.cutter_after_player
    first = 0 if end == "left" else len(boxes) - 1
    if prep.cut_at in boxes and shoe.cutter_after_player == "box":
        first = boxes.index(prep.cut_at)
    turn = 1 if shoe.cut_offered == "clockwise" else -1
    order = [places[(first + turn * place) % len(places)][1] for place in range(len(places))]
    return list(dict.fromkeys(order))


def cutter_due(state: TableState) -> str:
    """The player to whom the cut is offered now; nobody where the staff cuts."""
    prep = state.prep
    order = [prep.only_cutter] if prep.only_cutter else cut_order(state)
    return next((name for name in order if name not in prep.refused), "")


def begin_procedure(draft: Draft, command: BeginProcedure) -> Rejection | None:
    """Begin a procedure: opening comes before the first shuffle, and none within a round."""
    state, rules = draft.state, draft.rules
    if command.name not in rules.procedures:
        names = ", ".join(rules.procedures) or "none"
        text = f"there is no procedure {command.name}; there are {names}"
        return rules.refuse(Code.UNKNOWN, "wrong_time", text)
    first = rules.procedures[command.name][0]
    refused = _beginner_refused(state, command, first)
    if refused:
        return refused
    if state.phase != BETTING:
        return _not_due(state, first, "cards are prepared between rounds")
    if state.prep.procedure:
        return _not_due(state, due_step(state), f"{state.prep.procedure} is not finished")
    if command.name == "shuffle" and not state.prep.is_opened and "opening" in rules.procedures:
        opening = rules.procedures["opening"][0]
        return _not_due(state, opening, f"the table is opened first: {opening.text}")
    draft.add(ProcedureBegan(command.name, command.by, command.side))
    return None


def _beginner_refused(state: TableState, command: BeginProcedure, first: Step) -> Rejection | None:
    """Players begin what is their right, before the first round; an open table is opened anew by a
    supervisor only (NZ-7.1A, NZ-7.7).
    """
    role = role_of(state, command.by)
    if role is Role.PLAYER and first.by != "player":
        text = f"this is for the staff: {first.text}"
        return state.rules.refuse(Code.NOT_YOURS, "handling", text)
    if role is Role.PLAYER and state.shoe_round > 0:
        return _not_due(state, first, "players may ask for this before the first round only")
    # Where decks must be changed daily, the dealer brings in the new ones.
    is_daily = state.rules.shoe.life_hours > 0
    is_again = command.name == "opening" and state.prep.has_loaded and not is_daily
    if is_again and role not in (Role.SUPERVISOR, Role.TABLE):
        return _not_due(state, first, "new cards are brought in by a supervisor")
    return None


def perform(draft: Draft, command: Perform) -> Rejection | None:
    """Carry out the step that is due; another one is refused by the clause of the due step."""
    state = draft.state
    if state.held and not state.prep.procedure:
        return _check_payout(draft, command)
    step = due_step(state)
    if step is None or step.do != command.step:
        text = f"due is: {step.text}" if step else "no procedure is under way"
        return _not_due(state, step, text)
    refused = _performer_refused(state, step, command.by)
    if refused:
        return refused
    handlers = {
        "shuffle": _shuffle,
        "cut": _cut,
        "place_cut_card": _place_cut_card,
        "count": _count,
    }
    handler = handlers.get(step.do)
    if handler:
        refused = handler(draft, command)
        if refused:
            return refused
    draft.add(StepDone(step.do, command.by, step.clauses[0], command.position, command.at_ms))
    if step.do == "load":
        _load(draft)
    return None


def _check_payout(draft: Draft, command: Perform) -> Rejection | None:
    """Verify what is due before a payout; the last check releases it."""
    step = check_due(draft.state)
    if step is None or step.do != command.step:
        text = f"due is: {step.text}" if step else "nothing is to be verified"
        return _not_due(draft.state, step, text)
    refused = _performer_refused(draft.state, step, command.by)
    if refused:
        return refused
    draft.add(PayoutChecked(step.do, command.by, step.clauses[0]))
    if check_due(draft.state) is None:
        release_payout(draft)
    return None


def _performer_refused(state: TableState, step: Step, name: str) -> Rejection | None:
    role = role_of(state, name)
    if step.by == "cutter":
        due = cutter_due(state)
        cutters = [Role.DEALER, Role.TABLE]
        if state.rules.shoe.cut_fallback == "staff":
            cutters.append(Role.SUPERVISOR)
        is_right = name == due if due else role in cutters
        who = due or "the dealer"
    else:
        is_right = role == step.by
        who = f"the {step.by}"
    if is_right:
        return None
    first, *rest = step.clauses
    return Rejection(Code.NOT_YOURS, f"this is for {who}: {step.text}", first, tuple(rest))


def _not_due(state: TableState, step: Step | None, text: str) -> Rejection:
    if step is None:
        return state.rules.refuse(Code.STEP_NOT_DUE, "wrong_time", text)
    first, *rest = step.clauses
    return Rejection(Code.STEP_NOT_DUE, text, first, tuple(rest), where=step.do)


def _shuffle(draft: Draft, command: Perform) -> Rejection | None:
    whole = full_shoe(draft.rules.decks_in_play)
    if draft.is_manual:
        return None
    if sorted(command.cards) != sorted(whole):
        text = "a shuffle keeps every card; some are missing or too many"
        return draft.rules.refuse(Code.UNKNOWN, "table.decks", text, limit=len(whole))
    draft.add(StackShuffled(command.cards))
    return None


def _cut(draft: Draft, command: Perform) -> Rejection | None:
    cards = 52 * draft.rules.decks_in_play
    refused = cut_refused(draft.state, command.position, cards)
    if not refused:
        draft.add(StackCut(command.by, command.position))
    return refused


def _place_cut_card(draft: Draft, command: Perform) -> Rejection | None:
    return behind_refused(draft.state, command.position, 52 * draft.rules.decks_in_play)


def _count(draft: Draft, command: Perform) -> Rejection | None:
    cards = 52 * draft.rules.decks_in_play
    if command.position != cards:
        text = f"there must be {cards} cards, and {command.position} were counted"
        step = due_step(draft.state)
        assert step is not None
        also = (*step.clauses[1:], *draft.rules.clauses("table.decks"))
        return Rejection(Code.UNKNOWN, text, step.clauses[0], also, limit=cards)
    prep = draft.state.prep
    is_in_play = draft.rules.shoe.compartments == "single" or prep.loading == prep.side
    if draft.state.shoe and is_in_play:
        draft.add(ShoeEmptied())
    return None


def _load(draft: Draft) -> None:
    """Put the stack into the shoe."""
    prep = draft.state.prep
    side = next_side(draft.state)
    draft.add(ShoeLoaded(prep.stack, is_shuffle=True, cut_card=prep.cut_card, side=side))


def decline_cut(draft: Draft, command: DeclineCut) -> Rejection | None:
    """Decline the cut: it is offered to the next player (T-e-6, NZ-7.4, PA-5-c-3-s2)."""
    state = draft.state
    step = due_step(state)
    if step is None or step.do != "cut" or cutter_due(state) != command.by:
        return _not_due(state, step, "the cut is not offered to this player")
    draft.add(CutRefused(command.by))
    return None


def contribute_cut(draft: Draft, command: ContributeCut) -> Rejection | None:
    """Say words from which the place of the next cut is drawn, once before each shoe."""
    state, rules = draft.state, draft.rules
    if not state.automations.procedures or rules.shoe.shuffler == "continuous":
        text = "no cut is drawn here: the cards are cut by hand, or not at all"
        return rules.refuse(Code.NOT_OFFERED, "handling", text)
    if state.phase != BETTING:
        return rules.refuse(Code.WRONG_TIME, "wrong_time", "cards are cut between rounds")
    if command.by not in state.chips:
        return rules.refuse(Code.NOT_YOURS, "box", "whoever has chips here contributes to the cut")
    if any(player == command.by for player, _ in state.prep.words):
        text = f"{command.by} has contributed to this cut already"
        return rules.refuse(Code.ALREADY_PLACED, "wrong_time", text)
    draft.add(CutContributed(command.by, command.words))
    return None


def order_recut(draft: Draft, command: OrderRecut) -> Rejection | None:
    """Have the stack cut again before it is too late (T-e-7, PA-5-e)."""
    state, rules = draft.state, draft.rules
    until = rules.shoe.recut_until
    name = state.prep.procedure or "shuffle"
    steps = [step.do for step in rules.procedures.get(name, ())]
    is_in_hand = bool(state.prep.procedure) and bool(state.prep.cutter)
    is_loaded = state.prep.has_loaded and state.position == 0 and not state.prep.procedure
    is_time = (until != "never" and is_in_hand) or (until == "first_card" and is_loaded)
    if not is_time or "cut" not in steps:
        text = "a recut is ordered after the cut and before the cards are dealt"
        return rules.refuse(Code.WRONG_TIME, "shoe.recut_until", text)
    if not command.reason:
        return rules.refuse(Code.UNKNOWN, "shoe.recut_until", "a recut needs a reason")
    is_next = rules.shoe.recut_by == "next_entitled"
    clause = rules.clause("shoe.recut_by")
    draft.add(RecutOrdered(command.by, command.reason, steps.index("cut"), is_next, clause))
    return None
