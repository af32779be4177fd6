"""Pitch: cards that nobody has seen are keyed when they are turned over, and not before."""

import pytest

from pitboss.cards import UNSEEN, parse_card, parse_cards, show_cards
from pitboss.engine import do
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.duties import duties
from pitboss.engine.floor.by_hand import card_due
from pitboss.engine.legal import legal
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.round import HandFinished
from pitboss.engine.shoe.drawing import CardTurnedOver
from pitboss.engine.state import BETTING, PLAYING, Automations
from pitboss.engine.table import nets_by_player, run
from pitboss.engine.views import view
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import AtTable
from tests.clauses.staffed import DEALER, FLOOR, staffed
from tests.engine.test_manual import ENTERED, card, enter

HIT, STAND = do.Hit(by="ann", box=1), do.Stand(by="ann", box=1)


def pitched(up: str, *wagers: str, rulebook: str = "double_deck", **options: object) -> AtTable:
    """A table where every player's cards lie face down and the dealer shows this card."""
    at = staffed(rulebook, automations=ENTERED, **options)
    for line in wagers or ("1 ann main 10",):
        at.bet(line)
    at.do(Deal(by=DEALER, is_face_down=True))
    enter(at, up)
    return at


def dues(at: AtTable) -> tuple[int, str]:
    """The box whose card is due, and what is said of it."""
    due = card_due(at.state, run)
    assert due is not None
    return due.box, due.what


def lines(at: AtTable) -> dict[str, int]:
    """What everybody has won or lost."""
    return dict(nets_by_player(at.events))


def test_a_face_down_deal_asks_for_the_up_card_alone() -> None:
    at = pitched("9h", "1 ann main 10", "2 bob main 10")
    assert at.state.phase == PLAYING
    assert at.state.hand(1, 1).hand.cards == (UNSEEN, UNSEEN)
    assert [offer.do for offer in legal(at.state, "ann")] == ["hit", "stand"]
    (hand,) = view(at.state, DEALER).boxes[1].in_order
    assert (hand.faces, hand.total) == ((-1, -1), "")


def test_a_deal_of_an_older_log_asks_for_every_card() -> None:
    at = staffed("double_deck", automations=ENTERED)
    at.bet("1 ann main 10")
    at.do(Deal(by=DEALER))
    assert dues(at) == (1, "card")


def test_settlement_asks_for_each_hand_that_still_lies_face_down() -> None:
    at = pitched("9h", "1 ann main 10", "2 bob main 10")
    at.do(STAND)
    at.do(do.Stand(by="bob", box=2))
    assert dues(at) == (0, "hole")
    enter(at, "8c")
    assert dues(at) == (1, "turned")
    enter(at, "Th 6d")
    assert dues(at) == (2, "turned")
    enter(at, "Ts 9s")
    assert at.state.phase == BETTING
    assert lines(at) == {"ann": -10_00, "bob": 10_00}
    assert show_cards(at.state.discards) == "Ts 9s Th 6d 9h 8c"


def test_hits_lie_open_and_a_bust_is_shown() -> None:
    at = pitched("9h", "1 ann main 10", "2 bob main 10")
    at.do(HIT)
    enter(at, "7d")
    assert at.state.turn == (1, 1)
    at.do(do.TurnOver(by=DEALER, box=1))
    enter(at, "Th 6d")
    assert [event.how for event in at.all_of(HandFinished)] == ["bust"]
    assert at.state.turn == (2, 1)
    assert lines(at) == {"ann": -10_00}


def test_a_bust_that_nobody_showed_is_taken_at_the_settlement() -> None:
    at = pitched("9h")
    at.do(HIT)
    enter(at, "7d")
    at.do(STAND)
    enter(at, "Tc Th 6d")
    assert lines(at) == {"ann": -10_00}


@pytest.mark.parametrize("up, phase", [("9h", PLAYING), ("Ah", "offering")])
def test_a_blackjack_is_shown_and_paid_by_its_rule(up: str, phase: str) -> None:
    at = pitched(up)
    assert at.state.phase == phase
    at.do(do.TurnOver(by=DEALER, box=1))
    enter(at, "As Kd")
    if phase == "offering":
        assert not at.all_of(WagerSettled), "the dealer has not looked yet"
        at.do(do.CloseInsurance(by=DEALER))
        at.do(do.EnterCard(by=DEALER, has_blackjack=False))
    enter(at, "9c")
    assert lines(at) == {"ann": 15_00}


def test_a_blackjack_left_face_down_is_paid_as_one() -> None:
    at = pitched("9h")
    at.do(STAND)
    enter(at, "9c Ks Ad")
    assert lines(at) == {"ann": 15_00}


def test_a_dealers_blackjack_pushes_the_blackjacks_turned_over() -> None:
    at = pitched("Kh", "1 ann main 10", "2 bob main 10")
    at.do(do.EnterCard(by=DEALER, has_blackjack=True))
    enter(at, "As")
    enter(at, "Ks Ad 9c 9s")
    assert lines(at) == {"ann": 0, "bob": -10_00}


@pytest.mark.parametrize("act", [do.Double(by="ann", box=1), do.Split(by="ann", box=1)])
def test_a_double_or_a_split_is_shown_first(act: Command) -> None:
    at = pitched("9h")
    refused = at.refusal(act)
    assert (refused.code, refused.clause) == (Code.STEP_NOT_DUE, "DD-6")
    at.do(do.TurnOver(by=DEALER, box=1))
    enter(at, "5s 5d")
    at.do(act)
    assert at.state.awaiting is not None
    (hand, *_) = view(at.state, "bob").boxes[1].in_order
    assert hand.total, "what was turned over lies open to all"


def test_only_cards_that_lie_face_down_are_turned_over_and_in_time() -> None:
    at = pitched("9h", "1 ann main 10", "2 bob main 10")
    turning = [duty for duty in duties(at.state) if duty.do == "turn_over"]
    assert [duty.fields[0].choices for duty in turning] == [("1", "2")]
    at.do(do.TurnOver(by=DEALER, box=1))
    enter(at, "Ts 6d")
    assert at.refusal(do.TurnOver(by=DEALER, box=1)).code == Code.UNKNOWN
    assert at.refusal(do.TurnOver(by=DEALER, box=3)).code == Code.UNKNOWN
    assert at.refusal(do.TurnOver(by="ann", box=2)).code == Code.NOT_YOURS
    at.do(STAND)
    at.do(do.Stand(by="bob", box=2))
    assert at.refusal(do.TurnOver(by=DEALER, box=2)).code == Code.STEP_NOT_DUE


def test_a_third_copy_of_a_card_is_no_card_of_two_decks() -> None:
    at = pitched("9h")
    at.do(HIT)
    enter(at, "2s")
    at.do(do.TurnOver(by=DEALER, box=1))
    enter(at, "2s")
    assert at.refusal(card("2s")).clause == "DD-1"


def test_turned_cards_are_taken_back_with_their_command() -> None:
    at = staffed("double_deck", automations=Automations(cards=False, remembers=True))
    at.bet("1 ann main 10")
    at.do(Deal(by=DEALER, is_face_down=True))
    enter(at, "9h")
    at.do(do.TurnOver(by=DEALER, box=1))
    enter(at, "Ts")
    assert at.all_of(CardTurnedOver) == [CardTurnedOver(1, 1, parse_card("Ts"))]
    at.do(do.TakeBack(by=FLOOR, reason="not that card"))
    at.do(do.TakeBack(by=FLOOR, reason="not that box"))
    assert at.state.hand(1, 1).hand.cards == (UNSEEN, UNSEEN)
    assert at.state.awaiting is None


def test_a_box_with_a_side_wager_is_keyed_as_it_is_dealt() -> None:
    """A side wager decides by the cards, so they are bared for it."""
    at = pitched("", "1 ann main 10", "1 ann over_13 5", "2 bob main 10", rulebook="house")
    assert dues(at) == (1, "card")
    enter(at, "9h 7c 8d")
    assert at.state.hand(1, 1).hand.cards == parse_cards("9h 8d")
    assert at.state.hand(2, 1).hand.cards == (UNSEEN, UNSEEN)
