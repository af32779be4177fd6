"""Reports at the wrong moment, and what becomes of wagers that are already decided."""

import pytest

from pitboss.cards import HIDDEN, parse_cards, rest_of_shoe
from pitboss.engine.deal import Deal
from pitboss.engine.declare import redact
from pitboss.engine.floor.irregularities.misdeal import MisdealCalled
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.rulings import LaidHand, Rebuild
from pitboss.engine.insurance import CloseInsurance, TakeEvenMoney
from pitboss.engine.payouts import SettlementReversed, WagerSettled
from pitboss.engine.play.acts import Stand
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.state import Automations
from pitboss.engine.state.invariants import broken
from pitboss.rulebook.catalog import SHIPPED
from pitboss.rulebook.refusals import Code
from tests.clauses.options import rules_of
from tests.clauses.rounds import PURSE, AtTable
from tests.clauses.staffed import DEALER, FLOOR, staffed


def loaded(rulebook: str, cards: str, *wagers: str, **options: object) -> AtTable:
    """A staffed table with these cards on top of its shoe and these wagers placed."""
    at = staffed(rulebook, automations=Automations(), **options)
    known = parse_cards(cards)
    at.do(LoadShoe(cards=known + rest_of_shoe(at.state.rules.decks_in_play, known)))
    for line in wagers:
        at.bet(line)
    return at


NEEDS_A_ROUND = (
    "misdeal", "misdeal_shuffle", "void_hand", "dead_hand", "late_or_dead", "late_or_void",
    "dead_if_exposing", "void_round_or_hand", "late_insurance", "draw_to", "restore_up_card",
    "expose", "overdraw",
)  # fmt: skip
OPTIONS: dict[str, dict[str, object]] = {
    "tribal": {"card_reader": "exposing"},
    "nz": {"shuffler": "continuous"},
}
CASES = [
    (rulebook, what)
    for rulebook in SHIPPED
    for what, irregularity in rules_of(rulebook, **OPTIONS.get(rulebook, {})).irregularities.items()
    if irregularity.does in NEEDS_A_ROUND
]


@pytest.mark.parametrize("rulebook, what", CASES)
@pytest.mark.parametrize("choice", ["round", "hand", "late", "dead", ""])
def test_between_rounds_there_is_nothing_to_rule_on(rulebook: str, what: str, choice: str) -> None:
    """Before the first round, what needs one is refused by its own clause."""
    at = loaded(rulebook, "Ts 9d 9h", "1 ann main 10", **OPTIONS.get(rulebook, {}))
    irregularity = at.state.rules.irregularities[what]
    for person in irregularity.by:
        by = DEALER if person == "dealer" else FLOOR
        command = Report(by=by, what=what, box=1, player="ann", choice=choice)
        assert at.refusal(command).clauses == irregularity.clauses
    assert at.state.chips["ann"] == PURSE - 1000


def test_a_void_round_reverses_what_was_won() -> None:
    """Ann has had even money for her blackjack: it goes back with the wagers that were open."""
    wagers = ("1 ann main 10", "2 bob main 10")
    at = loaded("nz", "As Ts Ad Kh 9h", *wagers, shuffler="continuous")
    at.do(Deal())
    at.do(TakeEvenMoney(by="ann", box=1))
    at.do(CloseInsurance())
    assert at.state.chips["ann"] == PURSE + 1000
    at.do(Report(by=FLOOR, what="shuffler_failed", choice="round"))
    assert at.all_of(SettlementReversed) == [
        SettlementReversed(1, "ann", "main", -1000, "NZ-16.13")
    ]
    assert set(at.state.chips.values()) == {PURSE}
    assert broken(at.state) == ""


def test_a_wager_that_was_void_before_the_round_is_not_reversed() -> None:
    """A hand voided alone moved nothing; the round then voids the others."""
    wagers = ("1 ann main 10", "2 bob main 10")
    at = loaded("nz", "Ts Th 9d 9h 8h", *wagers, shuffler="continuous")
    at.do(Deal())
    at.do(Report(by=FLOOR, what="shuffler_failed", choice="hand", box=1))
    assert [event.result for event in at.all_of(WagerSettled)] == ["void"]
    at.do(Report(by=FLOOR, what="shuffler_failed", choice="round"))
    assert not at.all_of(SettlementReversed)
    assert at.state.chips == {"ann": PURSE, "bob": PURSE}


def test_a_bet_that_is_paid_stays_paid_when_its_hand_is_void() -> None:
    """Ann and bob share a blackjack: she took even money, he did not."""
    at = loaded("nz", "As Ts Ad Kh 9h", "1 ann main 10", "1 bob main 10", "2 cal main 10")
    at.do(Deal())
    at.do(TakeEvenMoney(by="ann", box=1))
    at.do(Report(by=FLOOR, what="void_hand", box=1))
    assert at.state.chips["ann"] == PURSE + 1000
    assert at.state.chips["bob"] == PURSE
    assert broken(at.state) == ""


def test_only_wagers_on_prizes_go_back_when_the_button_fails_before_the_deal() -> None:
    wagers = ("1 ann main 10", "1 ann madness_21 3", "1 ann perfect_pairs 2")
    at = loaded("nz", "Ts 9d 9h", *wagers, madness_21=True, perfect_pairs="scale_1")
    at.do(Report(by=DEALER, what="button_failed"))
    assert [(e.wager, e.result) for e in at.all_of(WagerSettled)] == [("madness_21", "void")]
    assert [side.wager for side in at.state.sides] == ["perfect_pairs"]


def test_a_dealer_rebuilt_with_two_cards_draws_no_second() -> None:
    """The second card of the box was the dealer's; 9 and 8 stand."""
    at = loaded("nz", "Ts 9d 8h 2c", "1 ann main 10")
    at.do(Deal())
    ten, nine, eight = parse_cards("Ts 9d 8h")
    at.do(Report(by=DEALER, what="misdealt"))
    at.do(Rebuild(by=FLOOR, hands=(LaidHand(1, 1, (ten,)),), dealer=(nine, eight)))
    before = len(at.all_of(CardDealt))
    while at.state.phase == "playing":
        outcome = at.state.box(1)
        assert outcome is not None
        if outcome.hands[0].hand.total >= 12:
            at.do(Stand(by="ann", box=1))
        else:
            at.do(Report(by=FLOOR, what="absent_player", box=1))
    drawn = [event.box for event in at.all_of(CardDealt)[before:]]
    assert 0 not in drawn
    assert broken(at.state) == ""


def test_nobody_sees_the_cards_of_a_misdeal_again() -> None:
    at = loaded("tribal", "Ts 7h 9s Td", "1 ann main 10")
    at.do(Deal())
    before = at.state
    at.do(Report(by=DEALER, what="missed_card"))
    (called,) = at.all_of(MisdealCalled)
    seen = redact(before, called, "ann")
    assert isinstance(seen, MisdealCalled)
    assert set(seen.collected) == {HIDDEN}


def test_a_box_that_nobody_bet_on_is_no_hand() -> None:
    at = loaded("nz", "Ts 9d 9h", "1 ann main 10")
    at.do(Deal())
    refused = at.refusal(Report(by=FLOOR, what="void_hand", box=5))
    assert refused.code == Code.UNKNOWN
