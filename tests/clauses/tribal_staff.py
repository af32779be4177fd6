"""What the floor tests of the tribal regulation share: a table with staff, and its procedures."""

from pitboss.cards import Card, parse_cards, rest_of_shoe
from pitboss.engine import do
from pitboss.engine.state import BETTING, OFFERING, ONLINE, Automations
from pitboss.engine.table import open_table
from tests.clauses.options import rules_of
from tests.clauses.rounds import PURSE, AtTable

BY_STEPS = Automations(procedures=False, burn=True)
"""The staff prepares the cards step by step; they are dealt from the order of the shuffle."""

OPENING = (
    ("inspect", "dee", "T-d-1"),
    ("verify", "sue", "T-d-1-s2"),
    ("spread_face_up", "dee", "T-d-2"),
    ("look", "ann", "T-d-3"),
    ("turn_down", "dee", "T-d-3"),
    ("wash", "dee", "T-d-3"),
    ("stack", "dee", "T-d-3"),
)
"""The steps of an opening, who does them, and their clauses. Ann is the first player."""


def staffed(automations: Automations = ONLINE, *players: str, **options: object) -> AtTable:
    """An empty table with dee the dealer, sue the supervisor, and players in order of arrival."""
    table = AtTable(open_table(rules_of("tribal", **options), automations))
    table.do(do.AssignStaff(name="dee", role="dealer"))
    table.do(do.AssignStaff(name="sue", role="supervisor"))
    for player in players:
        table.do(do.BuyIn(player=player, amount=PURSE))
    return table


def shoe_of(table: AtTable, top: str) -> tuple[Card, ...]:
    """A whole shoe with these cards on top."""
    cards = parse_cards(top)
    return cards + rest_of_shoe(table.state.rules.decks_in_play, cards)


def loaded(table: AtTable, top: str, *, behind: int = -1, side: int | None = None) -> AtTable:
    """The table with a shoe that begins so."""
    table.do(do.LoadShoe(cards=shoe_of(table, top), behind=behind, side=side))
    return table


def count_of(table: AtTable) -> int:
    """How many cards the shoe in play must hold."""
    return 52 * table.state.rules.decks_in_play


def open_up(table: AtTable) -> None:
    """Carry out the whole opening."""
    open_up_by(table, "ann")


def open_up_by(table: AtTable, first: str) -> None:
    """Open the table where this player is the first to look at the cards."""
    table.do(do.BeginProcedure(by="dee", name="opening"))
    for step, by, _ in OPENING:
        table.do(do.Perform(by=first if step == "look" else by, step=step))


def offer_cut(table: AtTable, top: str = "", *, side: int = 0) -> None:
    """Shuffle, up to where the cut is due."""
    table.do(do.BeginProcedure(by="dee", name="shuffle", side=side))
    table.do(do.Perform(by="dee", step="count", position=count_of(table)))
    table.do(do.Perform(by="dee", step="shuffle", cards=shoe_of(table, top)))
    table.do(do.Perform(by="dee", step="offer_cut"))


def after_cut(table: AtTable, *, behind: int = 0) -> None:
    """What follows the cut, until the shoe is loaded; the least depth unless another is given."""
    count = count_of(table)
    table.do(do.Perform(by="dee", step="count", position=count))
    table.do(do.Perform(by="dee", step="place_cut_card", position=behind or count // 4))
    table.do(do.Perform(by="dee", step="load"))


def stand_all(table: AtTable) -> None:
    """Let nobody insure and every hand stand until the round is over."""
    if table.state.phase == OFFERING:
        table.do(do.CloseInsurance())
    while table.state.phase != BETTING:
        number, hand = table.state.turn
        box = table.state.box(number)
        assert box is not None
        table.do(do.Stand(by=box.seated, box=number, hand=hand))
