"""Reports: who tells the table that something went wrong, and what every report has in common."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from pitboss.cards import DECK, UNSEEN, Card
from pitboss.engine.declare import EVERYBODY, PIT, Command, Event, seen_by_staff, unchanged
from pitboss.engine.draft import Draft
from pitboss.engine.floor.by_hand import CommandCompleted
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.words import one_of
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Irregularity


class Report(Command, tag="report"):
    """Report that something went wrong; the rulebook's clause says what follows."""

    what: str
    box: int = 0
    hand: int = 0
    player: str = ""
    choice: str = ""
    """Where the clause leaves a choice."""
    card: Card = -1
    """A card that is named, where the clause asks for one or the shoe is a physical one."""
    replacement: Card = -1
    """The card that takes the place of a damaged one."""
    roles: ClassVar = PIT
    for_staff: ClassVar = ("player", "card", "replacement")
    is_for_stops: ClassVar = True


class IrregularityReported(Event, tag="irregularity_reported"):
    """Something went wrong, and this clause says what follows."""

    what: str
    by: str
    box: int
    hand: int
    clause: str
    player: str = ""
    """Whom it concerns."""
    choice: str = ""
    """What was chosen, where the clause leaves a choice."""
    card: Card = -1
    """The card that was named; -1 where none was."""
    replacement: Card = -1
    """The card that takes the place of a damaged one; -1 where none does."""
    audience: ClassVar = seen_by_staff("player", "card", "replacement")
    words: ClassVar = "{by} reports: {what:plain}{place}{whom} [{clause}]."
    phrases: ClassVar = {
        "place": one_of("where", hand=" at {box}.{hand}", box=" at box {box}"),
        "whom": one_of("is_of_player", yes=", {player}"),
    }
    apply = unchanged

    @property
    def where(self) -> str:
        """Whether a hand or a box was named."""
        return "hand" if self.hand else "box" if self.box else ""

    @property
    def is_of_player(self) -> bool:
        """Whether it was said whom it concerns, and may be seen."""
        return bool(self.player)


class TablePaused(Event, tag="table_paused"):
    """The table stopped until the reason is dealt with."""

    why: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The table stops: {why} [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(paused=self.why, paused_by=self.clause)


class TableResumed(Event, tag="table_resumed"):
    """The table goes on."""

    by: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by} resumes play."

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(paused="", paused_by="")


WITHOUT_HANDS = frozenset({
    "continue", "pause", "resume", "limit_boxes", "draw_to", "button_works", "cover_shuffler",
    "shuffler_works",
})  # fmt: skip
"""Effects of what can happen where the server deals: no hand draws, drops or mislays a card there,
and no machine fails. The others show or move cards, or give wagers back."""

Effect = Callable[[Draft, Report, Irregularity], Rejection | None]


def can_happen(state: TableState, rule: Irregularity) -> bool:
    """Whether something can go wrong at this table; most of it takes a person who deals."""
    is_begun = rule.does == "replace_card" and bool(state.floor.damaged)
    return not state.automations.cards or rule.does in WITHOUT_HANDS or is_begun


def takes_hands(state: TableState, rule: Irregularity) -> Rejection | None:
    """Why nobody reports here what only happens where a person deals."""
    if can_happen(state, rule):
        return None
    text = "the server deals here: nobody has drawn, shown or laid a card in error"
    return refuse_by(rule, Code.NOT_YOURS, text)


def reported(state: TableState, command: Report, rule: Irregularity) -> IrregularityReported:
    """A report as it goes on record."""
    return IrregularityReported(
        command.what, command.by, command.box, command.hand, rule.clauses[0],
        _concerned(state, command), command.choice, command.card, command.replacement,
    )  # fmt: skip


def _concerned(state: TableState, command: Report) -> str:
    """The player of a report: who is named, or else who decides, or did last, for the box."""
    box = state.box(command.box)
    last = dict(state.floor.last_boxes).get(command.box, "")
    return command.player or (box.seated if box else last)


def player_refusal(state: TableState, command: Report, rule: Irregularity) -> Rejection | None:
    """A report names a player of the table; one about conduct must (H-rules-21, DD-6)."""
    name = _concerned(state, command)
    if name and name not in state.chips:
        return refuse_by(rule, Code.UNKNOWN, f"{name} is not a player of this table")
    if rule.names_player and not name:
        return refuse_by(rule, Code.UNKNOWN, "name the player, or the box")
    return None


def named(command: Report) -> Card:
    """The card that was named at a physical table; otherwise nobody saw it."""
    return command.card if 0 <= command.card < len(DECK) else UNSEEN


def refuse_by(rule: Irregularity, code: Code, text: str) -> Rejection:
    """A refusal by the clauses of an irregularity."""
    return Rejection(code, text, rule.clauses[0], rule.clauses[1:])


def needs_round(state: TableState, rule: Irregularity) -> Rejection | None:
    """Why something that concerns a round may not be done now."""
    is_over = state.phase == BETTING
    return refuse_by(rule, Code.WRONG_TIME, "no round is under way") if is_over else None


def chosen(
    draft: Draft, command: Report, rule: Irregularity, effects: Mapping[str, Effect], offered: str
) -> Rejection | None:
    """What follows from the choice that the clause leaves."""
    effect = effects.get(command.choice)
    if effect is None:
        return refuse_by(rule, Code.UNKNOWN, f"the choice is {offered}")
    return effect(draft, command, rule)


def drop_waiting(draft: Draft) -> None:
    """A command that waits for cards of a round that is over waits no longer."""
    if draft.state.awaiting is not None:
        draft.add(CommandCompleted())
