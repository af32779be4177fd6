"""What the tests of the floor share: a table with its staff, and procedures done step by step."""

from dataclasses import dataclass
from typing import Any

from pitboss.cards import Card, parse_cards
from pitboss.engine import do
from pitboss.engine.floor.cut import cutter_due
from pitboss.engine.floor.irregularities.report import Report
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
BY_STEPS = Automations(procedures=False, burn=True)
"""The same, and a card is burned where the rules say so."""


@dataclass
class StaffedTable(AtTable):
    """A table with a dealer and a supervisor, who do what a procedure asks for."""

    @property
    def due(self) -> str:
        """The name of the step that is due; empty where no procedure is under way."""
        step = due_step(self.state)
        return step.do if step else ""

    def due_command(
        self, cards: tuple[Card, ...] = (), position: int | None = None, *, behind: int = 0
    ) -> Perform:
        """The command that carries out the step that is due, from the person whose step it is."""
        step = due_step(self.state)
        assert step is not None
        shoe, count = self.state.rules.shoe, len(self.shoe())
        people = {
            "dealer": DEALER,
            "supervisor": FLOOR,
            "player": next(iter(self.state.floor.arrivals), ""),
            "cutter": cutter_due(self.state) or DEALER,
        }
        places = {
            "cut": max(shoe.cut_from_end, 1),
            "place_cut_card": behind or int(shoe.behind_min * count),
            "count": count,
        }
        is_known = step.do == "shuffle" and self.state.automations.cards
        return Perform(
            by=people[step.by],
            step=step.do,
            cards=(cards or self.shoe()) if is_known else (),
            position=places.get(step.do, 0) if position is None else position,
        )

    def walk(self, until: str = "", cards: tuple[Card, ...] = (), *, behind: int = 0) -> list[str]:
        """Do the steps that are due, until one of that name is; return their names."""
        done: list[str] = []
        while (step := self.due) and step != until:
            self.do(self.due_command(cards, behind=behind))
            done.append(step)
        return done

    def begin(self, procedure: str, *, by: str = DEALER, side: int = 0) -> None:
        """Begin a procedure."""
        self.do(do.BeginProcedure(by=by, name=procedure, side=side))

    def carry_out(
        self,
        procedure: str,
        *,
        by: str = DEALER,
        until: str = "",
        cards: tuple[Card, ...] = (),
        behind: int = 0,
        side: int = 0,
    ) -> list[str]:
        """Begin a procedure and do its steps, all of them or until one is due."""
        self.begin(procedure, by=by, side=side)
        return self.walk(until, cards, behind=behind)

    def prepare(self, cards: tuple[Card, ...] = ()) -> None:
        """Open the table where that is asked for, and shuffle it a shoe."""
        assert self.state.phase == BETTING
        if "opening" in self.state.rules.procedures and not self.state.prep.is_opened:
            self.carry_out("opening")
        self.carry_out("shuffle", cards=cards)

    def cut(self, position: int, *, by: str = "ann") -> None:
        """Cut the stack there."""
        self.do(Perform(by=by, step="cut", position=position))

    def decline(self, *players: str) -> None:
        """Let these players, asked in turn, decline the cut."""
        for player in players:
            self.do(do.DeclineCut(by=player))

    def discard(self, count: int) -> None:
        """Report this many cards face up in the shoe; they go to the rack."""
        for _ in range(count):
            self.do(report("face_up_card"))

    def enter(self, cards: str) -> None:
        """Enter cards, one after another, as they leave a physical shoe."""
        for card in parse_cards(cards):
            self.do(do.EnterCard(by=DEALER, card=card))

    def leave(self, player: str) -> None:
        """Take all chips of a player to the cashier."""
        self.do(do.CashOut(by=player, amount=self.state.chips[player]))


def staffed(
    rulebook: str, *players: str, automations: Automations = SCRIPTED, **options: object
) -> StaffedTable:
    """A table with a dealer, a supervisor and players with chips, before its first shoe."""
    at = StaffedTable(open_table(rules_of(rulebook, **options), automations))
    at.do(do.AssignStaff(name=DEALER, role="dealer"))
    at.do(do.AssignStaff(name=FLOOR, role="supervisor"))
    for player in players:
        at.do(do.BuyIn(player=player, amount=PURSE))
    return at


def loaded(
    rulebook: str,
    top: str,
    *wagers: str,
    behind: int = -1,
    automations: Automations = SCRIPTED,
    **options: object,
) -> StaffedTable:
    """A staffed table with these cards on top of its shoe and these wagers placed."""
    at = staffed(rulebook, automations=automations, **options)
    at.load(top, behind=behind)
    at.bet(*wagers)
    return at


def seated(rulebook: str, top: str, *wagers: str, **options: Any) -> StaffedTable:
    """A staffed table after the deal of these cards for these wagers."""
    at = loaded(rulebook, top, *wagers, **options)
    at.deal()
    return at


def report(what: str, box: int = 0, *, by: str = DEALER, **fields: object) -> Report:
    """A report of the dealer, or of the person named, that something went wrong."""
    return Report(by=by, what=what, box=box, **fields)  # type: ignore[arg-type]


def ruling(what: str, box: int = 0, **fields: object) -> Report:
    """The supervisor's ruling."""
    return report(what, box, by=FLOOR, **fields)


def opened(
    rulebook: str, *players: str, automations: Automations = STEP_BY_STEP, **options: object
) -> StaffedTable:
    """A table that its staff has opened and that waits for its first shuffle."""
    at = staffed(rulebook, *players, automations=automations, **options)
    at.carry_out("opening")
    return at


def to_cut(
    rulebook: str, *players: str, top: str = "", automations: Automations = STEP_BY_STEP,
    **options: object,
) -> StaffedTable:  # fmt: skip
    """A table whose first stack, with these cards on top, waits for the cut."""
    at = opened(rulebook, *players, automations=automations, **options)
    at.carry_out("shuffle", until="cut", cards=at.shoe(top))
    return at
