"""Reports of irregularities, and their common helpers."""

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
    """Report an irregularity; the rulebook's clause determines the effect."""

    what: str
    box: int = 0
    hand: int = 0
    player: str = ""
    choice: str = ""
    """The choice made, if the clause leaves one."""
    card: Card = -1
    """A card, if the clause requires one or the shoe is physical."""
    replacement: Card = -1
    """The replacement of a damaged card."""
    roles: ClassVar = PIT
    for_staff: ClassVar = ("player", "card", "replacement")
    is_for_stops: ClassVar = True


class IrregularityReported(Event, tag="irregularity_reported"):
    """An irregularity was reported; the clause determines its effect."""

    what: str
    by: str
    box: int
    hand: int
    clause: str
    player: str = ""
    """The player concerned."""
    choice: str = ""
    """The choice made, if the clause leaves one."""
    card: Card = -1
    """The card named; -1 if none."""
    replacement: Card = -1
    """The replacement of a damaged card; -1 if none."""
    audience: ClassVar = seen_by_staff("player", "card", "replacement")
    words: ClassVar = "{by} reports: {what:plain}{place}{whom} [{clause}]."
    phrases: ClassVar = {
        "place": one_of("where", hand=" at {box}.{hand}", box=" at box {box}"),
        "whom": one_of("player", yes=", {player}"),
    }
    apply = unchanged

    @property
    def where(self) -> str:
        """``hand`` or ``box`` if one was named."""
        return "hand" if self.hand else "box" if self.box else ""


class TablePaused(Event, tag="table_paused"):
    """The table was stopped for a reason."""

    why: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The table stops: {why} [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(paused=self.why, paused_by=self.clause)


class TableResumed(Event, tag="table_resumed"):
    """The table resumed play."""

    by: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by} resumes play."

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(paused="", paused_by="")


WITHOUT_HANDS = frozenset(
    {
        "continue",
        "pause",
        "resume",
        "limit_boxes",
        "draw_to",
        "button_works",
        "cover_shuffler",
        "shuffler_works",
    }
)
"""Effects of irregularities that are possible if the server deals. The others show or move cards,
or return wagers: only people draw, drop or mislay cards."""

Effect = Callable[[Draft, Report, Irregularity], Rejection | None]


def can_happen(state: TableState, rule: Irregularity) -> bool:
    """Return True if an irregularity is possible at this table; most need a human dealer."""
    is_begun = rule.does == "replace_card" and bool(state.floor.damaged)
    return not state.automations.cards or rule.does in WITHOUT_HANDS or is_begun


def takes_hands(state: TableState, rule: Irregularity) -> Rejection | None:
    """Refuse a report of an irregularity that needs a human dealer."""
    if can_happen(state, rule):
        return None
    text = "the server deals here: nobody has drawn, shown or laid a card in error"
    return refuse_by(rule, Code.NOT_YOURS, text)


def report_event(state: TableState, command: Report, rule: Irregularity) -> IrregularityReported:
    """Return the event of a report."""
    place = (command.what, command.by, command.box, command.hand, rule.clauses[0])
    details = (_concerned(state, command), command.choice, command.card, command.replacement)
    return IrregularityReported(*place, *details)


def _concerned(state: TableState, command: Report) -> str:
    """Return the player named, or else the one who decides, or last decided, for the box."""
    box = state.box(command.box)
    last = dict(state.floor.last_boxes).get(command.box, "")
    return command.player or (box.seated if box else last)


def player_refusal(state: TableState, command: Report, rule: Irregularity) -> Rejection | None:
    """Refuse a name that is not a player's, and none in a report of conduct (H-rules-21, DD-6)."""
    name = _concerned(state, command)
    if name and name not in state.chips:
        return refuse_by(rule, Code.UNKNOWN, f"{name} is not a player of this table")
    if rule.names_player and not name:
        return refuse_by(rule, Code.UNKNOWN, "name the player, or the box")
    return None


def named_card(command: Report) -> Card:
    """Return the card named at a physical table, or ``UNSEEN``."""
    return command.card if 0 <= command.card < len(DECK) else UNSEEN


def refuse_by(rule: Irregularity, code: Code, text: str) -> Rejection:
    """Refuse by the clauses of an irregularity."""
    return Rejection(code, text, rule.clauses[0], rule.clauses[1:])


def no_round_refusal(state: TableState, rule: Irregularity) -> Rejection | None:
    """Refuse between rounds."""
    is_over = state.phase == BETTING
    return refuse_by(rule, Code.WRONG_TIME, "no round is under way") if is_over else None


def apply_choice(
    draft: Draft, command: Report, rule: Irregularity, effects: Mapping[str, Effect], offered: str
) -> Rejection | None:
    """Carry out the effect chosen from those that the clause offers."""
    effect = effects.get(command.choice)
    if effect is None:
        return refuse_by(rule, Code.UNKNOWN, f"the choice is {offered}")
    return effect(draft, command, rule)


def drop_waiting(draft: Draft) -> None:
    """Complete the pending command, if any, because its round is over."""
    if draft.state.awaiting is not None:
        draft.add(CommandCompleted())
