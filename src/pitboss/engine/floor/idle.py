"""Tables left empty: the cards are spread and shuffled, or the floor decides."""

from typing import ClassVar

from pitboss.engine.declare import EVERYBODY, SUPERVISORS, Command, Event, decides
from pitboss.engine.draft import Draft
from pitboss.engine.floor.procedures import ProcedureBegan
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.words import one_of
from pitboss.rulebook.refusals import Code, Rejection

IDLE = "idle"
"""The procedure for the cards of a table without players."""
NOBODY_LEFT = "nobody was left at the table"


class KeepCards(Command, tag="keep_cards"):
    """Keep dealing the cards in the shoe although the table was empty."""

    reason: str
    roles: ClassVar = SUPERVISORS
    ordered_by: ClassVar = "shoe.left_empty"


class TableLeft(Event, tag="table_left"):
    """The last player left the table; its cards may not simply be dealt on."""

    clause: str
    is_asked: bool
    """The floor decides about the cards; otherwise they are shuffled."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "sentence_key",
        asked="The table is empty: the floor decides about the cards [{clause}].",
        shuffled="The table is empty: the cards are shuffled [{clause}].",
    )

    @property
    def sentence_key(self) -> str:
        """Key of its sentence."""
        return "asked" if self.is_asked else "shuffled"

    def apply(self, state: TableState) -> TableState:
        if self.is_asked:
            return state.with_floor(stood_empty=self.clause)
        # Both sides of a double shoe are affected.
        is_both_due = state.prep.other is not None
        after = state.with_prep(last_round=state.round, reason=NOBODY_LEFT, clause=self.clause)
        return after.with_prep(is_both_due=is_both_due)


class CardsKept(Event, tag="cards_kept"):
    """The staff kept dealing the same cards although the table was empty."""

    by: str
    reason: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by} deals on from the same shoe: {reason} [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(stood_empty="")


@decides(KeepCards)
def keep_cards(draft: Draft, command: KeepCards) -> Rejection | None:
    """Declare that the table was not idle, and keep dealing its cards (PA-5-g)."""
    clause, rules = draft.state.floor.stood_empty, draft.rules
    if not clause:
        text = "nobody has to decide about the cards in the shoe"
        return rules.refuse(Code.WRONG_TIME, "shoe.left_empty", text)
    if not command.reason:
        return rules.refuse(Code.UNKNOWN, "shoe.left_empty", "this needs a reason")
    draft.add(CardsKept(command.by, command.reason, clause))
    return None


def note_left(draft: Draft, before: TableState) -> None:
    """Note that all players have left, if a command shows it, and handle the cards (T-e-9, PA-5-g).

    They have left when the last of them takes the chips away, or when a new player comes while the
    others have neither chips nor wagers: a player who lost the last chips may still buy in.
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
