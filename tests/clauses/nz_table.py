"""New Zealand tables with staff: cards made ready step by step, and what the staff reports."""

from pitboss.cards import Card, parse_cards, rest_of_shoe
from pitboss.engine import do
from pitboss.engine.declare import Command
from pitboss.engine.floor.cut import cutter_due
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.procedures import Perform
from pitboss.engine.state import Automations
from pitboss.engine.state.preparation import due_step
from pitboss.engine.table import open_table
from tests.clauses.options import rules_of
from tests.clauses.rounds import PURSE, AtTable, table_of

DEALER, SUPERVISOR = "dora", "sue"
BY_STEPS = Automations(procedures=False, burn=True)
"""The staff does every step; the order of the cards is known all the same."""
CUT = 52
"""Where the stack is cut unless a test says otherwise."""


def staffed(shoe: str, *wagers: str, **options: object) -> AtTable:
    """A table with a dealer and a supervisor, these cards on top and these wagers placed."""
    table = table_of("nz", shoe, *wagers, **options)
    assign(table)
    return table


def assign(table: AtTable) -> None:
    """Give the table its staff."""
    table.do(do.AssignStaff(name=DEALER, role="dealer"))
    table.do(do.AssignStaff(name=SUPERVISOR, role="supervisor"))


def dealt(shoe: str, *wagers: str, **options: object) -> AtTable:
    """A staffed table after the initial deal."""
    table = staffed(shoe, *wagers, **options)
    table.do(do.Deal())
    return table


def unopened(*players: str, **options: object) -> AtTable:
    """A table whose cards the staff has still to open, with players in order of arrival."""
    table = AtTable(open_table(rules_of("nz", **options), BY_STEPS))
    assign(table)
    for player in players or ("ann",):
        table.do(do.BuyIn(player=player, amount=PURSE))
    return table


def report(what: str, **given: object) -> Report:
    """The dealer's report that something went wrong."""
    return Report(by=DEALER, what=what, **given)  # type: ignore[arg-type]


def ruling(what: str, **given: object) -> Report:
    """The supervisor's ruling."""
    return Report(by=SUPERVISOR, what=what, **given)  # type: ignore[arg-type]


def performer(table: AtTable) -> str:
    """Who does the step that is due."""
    step = due_step(table.state)
    assert step is not None
    player = next(iter(table.state.chips))
    names = {"dealer": DEALER, "supervisor": SUPERVISOR, "player": player}
    return names.get(step.by) or cutter_due(table.state) or DEALER


def stack_of(table: AtTable, cards: str = "", *, start: int = 0) -> tuple[Card, ...]:
    """All cards of the table with these at a place counted from the top."""
    known = parse_cards(cards)
    rest = rest_of_shoe(table.state.rules.decks_in_play, known)
    return (*rest[:start], *known, *rest[start:])


def uncut(final: tuple[Card, ...], position: int = CUT) -> tuple[Card, ...]:
    """The stack that a cut at this place brings into its final order."""
    return (*final[-position:], *final[:-position])


def due_command(table: AtTable, final: tuple[Card, ...], *, behind: int = 0) -> Command:
    """The command that carries out the step that is due."""
    step = due_step(table.state)
    assert step is not None
    by = performer(table)
    if step.do == "shuffle":
        return Perform(by=by, step=step.do, cards=uncut(final))
    position = {"cut": CUT, "place_cut_card": behind}.get(step.do, 0)
    return Perform(by=by, step=step.do, position=position)


def carry_out(
    table: AtTable,
    name: str,
    *,
    by: str = DEALER,
    cards: str = "",
    start: int = 0,
    behind: int = 0,
    until: str = "",
) -> None:
    """Begin a procedure and do its steps, all of them or until one is due."""
    table.do(do.BeginProcedure(by=by, name=name))
    final = stack_of(table, cards, start=start)
    while (step := due_step(table.state)) and step.do != until:
        table.do(due_command(table, final, behind=behind))


def ready(cards: str, *wagers: str, start: int = 0, behind: int = 0, **options: object) -> AtTable:
    """A table opened, shuffled and cut by its staff, with these wagers placed.

    The cards lie at ``start``; those before them are found face up and discarded.
    """
    names = list(dict.fromkeys(line.split()[1] for line in wagers))
    table = unopened(*names, **options)
    carry_out(table, "opening")
    carry_out(table, "shuffle", cards=cards, start=start, behind=behind)
    for _ in range(start):
        table.do(report("face_up_card"))
    for line in wagers:
        table.bet(line)
    return table
