"""Procedures: the step that is due, and refusals until the cards are ready."""

from pitboss.engine.state import TableState
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Step


def due_step(state: TableState) -> Step | None:
    """Return the next step of the current procedure, or None."""
    steps = state.rules.procedures.get(state.prep.procedure, ())
    return steps[state.prep.steps] if state.prep.steps < len(steps) else None


def unready_refusal(state: TableState) -> Rejection | None:
    """Return the refusal of a deal until the staff has made the cards ready."""
    step = due_step(state)
    if step is not None:
        return not_due_refusal(state, step, f"the cards are not ready; first comes: {step.text}")
    if state.floor.stood_empty:
        text = "the table was empty: the floor declares it idle, or keeps the cards"
        return state.rules.refuse(Code.STEP_NOT_DUE, "shoe.left_empty", text)
    if state.automations.procedures or state.prep.has_loaded:
        return None
    name = "shuffle" if state.prep.is_opened else "opening"
    steps = state.rules.procedures.get(name) or state.rules.procedures.get("shuffle", ())
    first = next((step for step in steps if step.do == "shuffle"), steps[0] if steps else None)
    return not_due_refusal(state, first, f"the cards are not ready: {name}")


def not_due_refusal(state: TableState, step: Step | None, text: str) -> Rejection:
    """Refuse by the clauses of the step that is due."""
    if step is None:
        return state.rules.refuse(Code.STEP_NOT_DUE, "wrong_time", text)
    return Rejection(Code.STEP_NOT_DUE, text, step.clauses[0], step.clauses[1:], where=step.do)
