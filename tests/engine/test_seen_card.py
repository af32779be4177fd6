"""A card that everybody has seen is forgotten with the round in which it was seen."""

from pitboss.cards import parse_card
from pitboss.engine.deal import Deal
from pitboss.engine.floor.closing import VoidShoe
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.state import BETTING, Automations
from pitboss.engine.views import view
from tests.clauses.rounds import AtTable
from tests.clauses.staffed import DEALER, staffed
from tests.engine.test_manual import enter

SEEN = parse_card("5s")


def seen_by_hand(rulebook: str, cards: str) -> AtTable:
    """A table dealt by hand at which the next card was seen too early."""
    at = staffed(rulebook, automations=Automations(cards=False))
    at.bet("1 ann main 10")
    at.do(Deal(by=DEALER))
    enter(at, cards)
    at.do(Report(by=DEALER, what="exposed_card", card=SEEN))
    assert at.state.exposed == SEEN
    return at


def test_a_misdeal_asks_for_every_card_again() -> None:
    at = seen_by_hand("tribal", "Ts 7d 9h")
    at.do(Report(by=DEALER, what="missed_card"))
    assert (at.state.phase, at.state.exposed) == (BETTING, -1)
    at.do(Deal(by=DEALER))
    assert not at.state.boxes[0].hands[0].hand.cards, "the card that was seen is not the first"


def test_a_void_shoe_leaves_no_card_behind() -> None:
    at = seen_by_hand("pa_free_bet", "Ts 7d 9h")
    at.do(VoidShoe(commitments=("f" * 64,)))
    assert (at.state.phase, at.state.exposed) == (BETTING, -1)
    assert view(at.state, "ann").exposed == -1
