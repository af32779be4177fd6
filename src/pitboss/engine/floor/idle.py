"""A table that nobody is left at: its cards are spread and shuffled, or the floor is asked."""

from typing import ClassVar

from pitboss.engine.declare import EVERYBODY, SUPERVISORS, Command, Event, decides
from pitboss.engine.draft import Draft
from pitboss.engine.floor.procedures import ProcedureBegan
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.words import one_of
from pitboss.rulebook.refusals import Code, Rejection

IDLE = "idle"
"""The procedure for the cards of a table without players."""


class KeepCards(Command, tag="keep_cards"):
    """Play on with the cards in the shoe although the table was empty."""

    reason: str
    roles: ClassVar = SUPERVISORS
    ordered_by: ClassVar = "shoe.left_empty"


class TableLeft(Event, tag="table_left"):
    """The table is empty, so play does not simply go on with its cards."""

    clause: str
    is_asked: bool
    """The floor decides what becomes of them; otherwise they are shuffled."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "sentence_key",
        asked="The table is empty: the floor decides about the cards [{clause}].",
        shuffled="The table is empty: the cards are shuffled [{clause}].",
    )

    @property
    def sentence_key(self) -> str:
        """Which sentence is said of it."""
        return "asked" if self.is_asked else "shuffled"

    def apply(self, state: TableState) -> TableState:
        if self.is_asked:
            return state.with_floor(stood_empty=self.clause)
        # Of a double shoe both sides are old.
        return state.with_prep(
            last_round=state.round, reason="nobody was left at the table", clause=self.clause,
            is_both_due=state.prep.other is not None,
        )  # fmt: skip


class CardsKept(Event, tag="cards_kept"):
    """The staff went on with the same cards although the table was empty."""

    by: str
    reason: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by} deals on from the same shoe: {reason} [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(stood_empty="")


@decides(KeepCards)
def keep_cards(draft: Draft, command: KeepCards) -> Rejection | None:
    """Declare that the table was not idle, and have its cards dealt on (PA-5-g)."""
    clause, rules = draft.state.floor.stood_empty, draft.rules
    if not clause:
        text = "nobody has to decide about the cards in the shoe"
        return rules.refuse(Code.WRONG_TIME, "shoe.left_empty", text)
    if not command.reason:
        return rules.refuse(Code.UNKNOWN, "shoe.left_empty", "this needs a reason")
    draft.add(CardsKept(command.by, command.reason, clause))
    return None


def note_left(draft: Draft, before: TableState) -> None:
    """Where a command shows that everybody has left, see to the cards (T-e-9, PA-5-g).

    They have when the last of them takes the chips away, or when somebody comes and those who were
    there have neither chips nor wagers; who has just lost the last chips may buy in again.
    """
    state, rules = draft.state, draft.rules
    if rules.shoe.left_empty == "play_on" or IDLE not in rules.procedures:
        return
    is_open = state.phase == BETTING and state.prep.has_loaded and not state.is_closed
    if not is_open or not before.chips or state.prep.procedure:
        return
    is_shown = not state.chips or not state.chips.keys() <= before.chips.keys()
    if not is_shown or any(state.is_present(name) for name in before.chips):
        return
    has_steps = not state.automations.procedures
    is_asked = has_steps and rules.shoe.left_empty == "ask"
    draft.add(TableLeft(rules.clause("shoe.left_empty"), is_asked))
    if has_steps and not is_asked:
        draft.add(ProcedureBegan(IDLE, ""))
