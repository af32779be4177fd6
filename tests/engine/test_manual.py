"""Cards entered by hand: what is refused, what a report changes, and what waits."""

import pytest

from pitboss.cards import parse_card
from pitboss.engine.deal import Deal
from pitboss.engine.duties import duties
from pitboss.engine.floor.by_hand import CardsAwaited, CommandCompleted, EnterCard
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.acts import Hit, Stand
from pitboss.engine.side_wagers.prizes import DrawPrize
from pitboss.engine.state import PLAYING, Automations
from pitboss.engine.state.invariants import broken
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import AtTable
from tests.clauses.staffed import DEALER, FLOOR, staffed

ENTERED = Automations(cards=False)
"""Cards are entered, and everything else goes by itself."""


def dealing(rulebook: str, *wagers: str, **options: object) -> AtTable:
    """A table whose dealer has begun to deal."""
    at = staffed(rulebook, automations=ENTERED, **options)
    for line in wagers:
        at.bet(line)
    at.do(Deal(by=DEALER))
    return at


def card(text: str) -> EnterCard:
    """A card entered by the dealer."""
    return EnterCard(by=DEALER, card=parse_card(text))


def enter(at: AtTable, cards: str) -> None:
    """Cards entered one after another."""
    for text in cards.split():
        at.do(card(text))


def test_no_card_is_entered_before_one_is_due() -> None:
    at = staffed("house", "ann", automations=ENTERED)
    assert at.refusal(card("Ts")).text == "no card is due"


@pytest.mark.parametrize("number", [-1, 52])
def test_what_is_entered_is_a_card(number: int) -> None:
    at = dealing("house", "1 ann main 10")
    refused = at.refusal(EnterCard(by=DEALER, card=number))
    assert (refused.code, refused.where) == (Code.UNKNOWN, "1.1")


def test_a_card_that_is_all_gone_cannot_come_again() -> None:
    at = dealing("double_deck", "1 ann main 10", "2 bob main 10")
    enter(at, "Ts Ts")
    refused = at.refusal(card("Ts"))
    assert (refused.code, refused.clause) == (Code.UNKNOWN, "DD-1")
    enter(at, "Td")


def test_a_reading_and_a_card_are_not_the_same() -> None:
    at = dealing("house", "1 ann main 10")
    refused = at.refusal(EnterCard(by=DEALER, has_blackjack=False))
    assert (refused.code, refused.where) == (Code.STEP_NOT_DUE, "1.1")
    enter(at, "Ts As 9h")
    at.do(CloseInsurance(by=DEALER))
    assert at.refusal(Hit(by="ann", box=1)).text == "the reading for 0.2 comes first"
    assert at.refusal(card("2c")).code == Code.STEP_NOT_DUE
    at.do(EnterCard(by=DEALER, has_blackjack=False))
    assert at.state.phase == PLAYING


def test_while_a_card_is_due_nothing_else_goes_on() -> None:
    at = dealing("house", "1 ann main 10")
    assert len(at.all_of(CardsAwaited)) == 1
    for command in (Deal(by=DEALER), Hit(by="ann", box=1)):
        refused = at.refusal(command)
        assert (refused.code, refused.text) == (Code.STEP_NOT_DUE, "the card for 1.1 comes first")
    enter(at, "Ts 7d 9h")
    assert at.state.phase == PLAYING
    assert len(at.all_of(CommandCompleted)) == 1
    assert broken(at.state) == ""


def test_a_report_that_changes_nothing_leaves_the_card_due() -> None:
    at = dealing("pa_free_bet", "1 ann main 10", "2 bob main 10")
    assert at.refusal(Report(by=DEALER, what="earthquake")).code == Code.NOT_OFFERED
    assert at.refusal(Report(by=DEALER, what="reader_misused")).code == Code.NOT_YOURS
    at.do(Report(by=FLOOR, what="drawn_unseen"))
    at.do(Report(by=DEALER, what="drawn_unseen"))
    assert at.state.awaiting is not None
    assert "1.1" in at.refusal(Stand(by="ann", box=1)).text


def test_only_the_place_that_is_due_is_passed_over() -> None:
    """Box 1 is due: neither the dealer's card nor box 2 has been left out."""
    at = dealing("pa_free_bet", "1 ann main 10", "2 bob main 10")
    outcome = at.do(Report(by=DEALER, what="missed_dealer_card"))
    assert len(outcome) == 1
    assert "1.1" in at.refusal(Stand(by="ann", box=1)).text
    at.refusal(Report(by=DEALER, what="missed_card", box=2, choice="late"))
    assert "1.1" in at.refusal(Stand(by="ann", box=1)).text


def test_a_seen_card_is_named_by_who_deals_by_hand() -> None:
    at = dealing("pa_free_bet", "1 ann main 10")
    enter(at, "Ts 7d 9h")
    at.refuse(Report(by=DEALER, what="exposed_card"), "PA-12-c")
    at.do(Report(by=DEALER, what="exposed_card", card=parse_card("5s")))
    assert at.state.exposed == parse_card("5s")


def due_reports(at: AtTable) -> list[str]:
    """The reports that somebody must give now."""
    return [duty.what for duty in duties(at.state) if duty.do == "report" and duty.is_due]


def test_a_button_that_fails_during_the_deal_pays_nothing_by_itself() -> None:
    """Nothing is won yet when it fails; the blackjack comes after, and is paid by the ruling."""
    wagers = ("1 ann main 10", "1 ann madness_21 3")
    at = dealing("nz", *wagers, madness_21=True)
    enter(at, "As")
    failed = Report(by=DEALER, what="button_failed")
    at.do(failed)
    assert [side.wager for side in at.state.sides] == ["madness_21"]
    assert "button_repaired" not in due_reports(at)
    enter(at, "6d Kh")
    assert "button_repaired" in due_reports(at)
    at.refuse(DrawPrize(by="ann", prize=2500), "NZ-16.12")
    at.do(failed)
    settled = {event.wager: event.net for event in at.all_of(WagerSettled)}
    assert settled == {"main": 1500, "madness_21": 2500}
    assert at.state.sides == ()
