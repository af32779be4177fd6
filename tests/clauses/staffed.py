"""What the tests of the floor share: a table with its staff, and procedures done step by step."""

from pitboss.cards import Card, full_shoe
from pitboss.engine import do
from pitboss.engine.floor.cut import cutter_due
from pitboss.engine.floor.procedures import Perform
from pitboss.engine.state import BETTING, SCRIPTED, Automations
from pitboss.engine.state.preparation import due_step
from pitboss.engine.table import open_table
from tests.clauses.options import rules_of
from tests.clauses.rounds import PURSE, AtTable

DEALER, FLOOR = "dan", "sue"
"""Who deals, and who supervises, in these tests."""

STEP_BY_STEP = Automations(procedures=False)
"""Cards come from the order given, and the staff prepares them step by step."""


def staffed(
    rulebook: str,
    *players: str,
    automations: Automations = SCRIPTED,
    **options: object,
) -> AtTable:
    """A table with a dealer, a supervisor and players with chips, before its first shoe."""
    at = AtTable(open_table(rules_of(rulebook, **options), automations))
    at.do(do.AssignStaff(name=DEALER, role="dealer"))
    at.do(do.AssignStaff(name=FLOOR, role="supervisor"))
    for player in players:
        at.do(do.BuyIn(player=player, amount=PURSE))
    return at


def whole(at: AtTable) -> tuple[Card, ...]:
    """All cards of a shoe of this table, deck after deck."""
    return full_shoe(at.state.rules.decks_in_play)


def due(at: AtTable) -> str:
    """The name of the step that is due; empty where no procedure is under way."""
    step = due_step(at.state)
    return step.do if step else ""


def rightly(at: AtTable, cards: tuple[Card, ...] = (), position: int | None = None) -> Perform:
    """The step that is due, done by whom it is for, as it should be."""
    step = due_step(at.state)
    assert step is not None
    players = at.state.floor.arrivals
    people = {
        "dealer": DEALER,
        "supervisor": FLOOR,
        "player": players[0] if players else "",
        "cutter": cutter_due(at.state) or DEALER,
    }
    shoe, count = at.state.rules.shoe, len(whole(at))
    places = {
        "cut": max(shoe.cut_from_end, 1),
        "place_cut_card": int(shoe.behind_min * count),
        "count": count,
    }
    return Perform(
        by=people[step.by],
        step=step.do,
        cards=(cards or whole(at)) if step.do == "shuffle" else (),
        position=places.get(step.do, 0) if position is None else position,
    )


def walk(at: AtTable, until: str = "", cards: tuple[Card, ...] = ()) -> list[str]:
    """Do the steps that are due, until one of that name is; what was done."""
    done: list[str] = []
    while (step := due(at)) and step != until:
        at.do(rightly(at, cards))
        done.append(step)
    return done


def begin(at: AtTable, procedure: str) -> None:
    """Begin a procedure as the dealer."""
    at.do(do.BeginProcedure(by=DEALER, name=procedure))


def prepare(at: AtTable, cards: tuple[Card, ...] = ()) -> None:
    """Open the table where that is asked for, and shuffle it a shoe."""
    assert at.state.phase == BETTING
    if "opening" in at.state.rules.procedures and not at.state.prep.is_opened:
        begin(at, "opening")
        walk(at)
    begin(at, "shuffle")
    walk(at, cards=cards)
