"""Who sees what: hole cards, face-down hands, other people's chips, and redacted events."""

import pytest

from pitboss.cards import HIDDEN, parse_card, parse_cards
from pitboss.engine.betting.placing import WagerPlaced
from pitboss.engine.deal import Deal
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.declare import evolve, redact
from pitboss.engine.insurance import CloseInsurance, HoleCardChecked, Insure
from pitboss.engine.play.acts import Hit, Split, Stand
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.shoe.loading import LoadShoe, ShoeLoaded
from pitboss.engine.state import BETTING, DEALER_TURN
from pitboss.engine.table import open_table, steps
from pitboss.engine.views import BetView, HandView, InsuranceView, SideView, view
from pitboss.rulebook.refusals import Rejection
from tests.clauses.rounds import PURSE, AtTable, table_of
from tests.engine.ladders import chips


def hand(table: AtTable, viewer: str, box: int, number: int = 1) -> HandView:
    """A hand as a viewer sees it."""
    return view(table.state, viewer).boxes[box].in_order[number - 1]


def test_empty_table() -> None:
    """Before the first wager there is nothing to see but the offers."""
    table = table_of("tribal", "")
    table.do(chips("ann", 100))
    seen = view(table.state, "ann")
    assert (seen.phase, seen.dealer, seen.dealer_total, seen.boxes) == (BETTING, (), "", {})
    assert (seen.cards_dealt, seen.cards_left) == (0, 6 * 52)
    assert seen.chips == 100_00
    assert seen.offers


def test_everybody_sees_what_the_rulebook_wants_displayed() -> None:
    """Inscriptions, limits and pay scales in force, with their clause, for a spectator too."""
    table = table_of("tribal", "", streak=True)
    seen = {notice.clause: notice.text for notice in view(table.state, "").notices}
    assert seen["T-c-5-s2"] == "Blackjack pays 3 to 2"
    assert "T-t-10-i" in seen
    without = {notice.clause for notice in view(table_of("tribal", "").state, "").notices}
    assert "T-t-10-i" not in without


def test_hole_card_is_hidden_from_everybody() -> None:
    """One card more than the up card, and no player knows which."""
    table = table_of("tribal", "Ts 6d 9h Tc", "1 ann main 10")
    table.do(Deal())
    for viewer in ("ann", "stranger", ""):
        seen = view(table.state, viewer)
        assert seen.dealer == (parse_card("6d"), HIDDEN)
        assert seen.dealer_total == "6"
        assert parse_card("Tc") not in seen.dealer


def test_no_hole_card_where_there_is_none() -> None:
    table = table_of("nz", "Ts 6d 9h", "1 ann main 10")
    table.do(Deal())
    assert view(table.state, "ann").dealer == parse_cards("6d")


def test_hands_in_words_and_money() -> None:
    """Totals, bets and side wagers are there for everybody; offers and chips only for oneself."""
    wagers = ("1 ann main 10", "1 ann over_13 1", "2 bob main 9")
    table = table_of("house", "As Ts 6d 6h 9h Tc", *wagers)
    side = SideView(1, "ann", "over_13", 1_00, 0, {})
    assert view(table.state, "bob").sides == {"1 ann over_13": side}
    table.do(Deal())
    seen = view(table.state, "bob")
    assert seen.turn == (1, 1)
    assert hand(table, "bob", 1).total == "7 or 17"
    assert hand(table, "bob", 1).bets == {"ann": BetView((10_00,), (), 0)}
    assert seen.boxes[1].mains == {"ann": (10_00,)}
    assert seen.offers == ()
    assert seen.chips == PURSE - 9_00
    assert view(table.state, "ann").offers


def test_a_soft_hand_shows_one_total_once_it_takes_no_more_cards() -> None:
    """Both counts while it may be drawn to, for the player and for the dealer."""
    table = table_of("nz", "As 6d 7d Ah Tc Th", "1 ann main 10")
    table.do(Deal())
    assert hand(table, "ann", 1).total == "8 or 18"
    outcome = steps(table.state, Stand(by="ann", box=1, hand=1))
    assert not isinstance(outcome, Rejection)
    seen = [view(state, "ann") for state in outcome[0]]
    assert {one.boxes[1].in_order[0].total for one in seen if one.boxes} == {"18"}
    assert {one.dealer_total for one in seen if one.phase == DEALER_TURN} == {"6", "17"}
    hits = table_of("house", "As 6d 7d Ah Tc Th", "1 ann main 10")
    hits.do(Deal())
    outcome = steps(hits.state, Stand(by="ann", box=1, hand=1))
    assert not isinstance(outcome, Rejection)
    drawn = {view(state, "ann").dealer_total for state in outcome[0]}
    assert {"7 or 17"} < drawn, "a dealer who hits soft 17 shows both counts"


def test_a_dealer_who_has_nobody_to_draw_against_shows_one_total() -> None:
    """Every hand has bust: the dealer shows 17, hits no soft 17 any more, and it is one number."""
    table = table_of("house", "Ts 6d 9h Ah Tc", "1 ann main 10")
    table.do(Deal())
    outcome = steps(table.state, Hit(by="ann", box=1, hand=1))
    assert not isinstance(outcome, Rejection)
    shown = [view(state, "ann") for state in outcome[0]]
    revealed = [one for one in shown if parse_card("Ah") in one.dealer]
    assert {one.dealer_total for one in revealed} == {"17"}


@pytest.mark.parametrize(
    "rulebook, last, how",
    [
        ("pa_free_bet", "6h", "push"), ("pa_free_bet", "7h", "bust"), ("tribal", "6h", "bust"),
        ("tribal", "5h", ""),
    ],
)  # fmt: skip
def test_a_dealer_over_21_is_bust_unless_22_pushes(rulebook: str, last: str, how: str) -> None:
    table = table_of(rulebook, f"Ts 6d 9h Tc {last}", "1 ann main 10")
    table.do(Deal())
    outcome = steps(table.state, Stand(by="ann", box=1, hand=1))
    assert not isinstance(outcome, Rejection)
    shown = [view(state, "ann").dealer_hands for state in outcome[0]]
    drawn = [hands[0] for hands in shown if hands and len(hands[0].cards) == 3]
    assert {(one.total, one.how) for one in drawn} == {(str(16 + int(last[0])), how)}


def test_spectator_sees_the_table_and_may_do_nothing() -> None:
    """A name without chips, or none, is a spectator's."""
    table = table_of("tribal", "Ts 6d 9h Tc", "1 ann main 10")
    table.do(Deal())
    seen = view(table.state, "stranger")
    assert (seen.chips, seen.offers) == (0, ())
    assert view(table.state, "").offers == ()
    assert hand(table, "stranger", 1).faces == parse_cards("Ts 9h")


def test_answers_to_insurance_are_seen() -> None:
    table = table_of("tribal", "Ts Ad 9h 9c", "1 ann main 10")
    table.do(Deal())
    table.do(Insure(by="ann", box=1, amounts=(5_00,)))
    insured = view(table.state, "stranger").insured
    assert insured == {"1 ann": InsuranceView(1, "ann", (5_00,), {})}


def face_down() -> AtTable:
    """Two players of the double-deck game, whose first cards others do not see."""
    table = table_of("double_deck", "8s Ts 6d 8h 9h Tc 5d 5c", "1 ann main 10", "2 bob main 10")
    table.do(Deal())
    return table


def test_face_down_hands_are_their_owners() -> None:
    """Ann sees her two cards; to Bob they are two backs without a total (DD-6)."""
    table = face_down()
    assert hand(table, "ann", 1).faces == parse_cards("8s 8h")
    assert hand(table, "ann", 1).total == "16"
    for viewer in ("bob", "stranger"):
        assert hand(table, viewer, 1).faces == (HIDDEN, HIDDEN)
        assert hand(table, viewer, 1).total == ""


def test_drawn_cards_lie_face_up() -> None:
    table = face_down()
    table.do(Hit(by="ann", box=1))
    assert hand(table, "bob", 1).faces == (HIDDEN, HIDDEN, parse_card("5d"))


def test_split_pair_lies_open() -> None:
    """Who splits shows the pair."""
    table = face_down()
    table.do(Split(by="ann", box=1))
    assert hand(table, "bob", 1).faces == parse_cards("8s 5d")
    assert hand(table, "bob", 1, 2).faces == parse_cards("8h")


def test_bust_hand_lies_open() -> None:
    """A hand over 21 is turned over, while its round goes on."""
    table = table_of("double_deck", "8s Ts 6d 8h 9h Tc Kd", "1 ann main 10", "2 bob main 10")
    table.do(Deal())
    table.do(Hit(by="ann", box=1))
    assert hand(table, "bob", 1).faces == parse_cards("8s 8h Kd")


def test_face_up_where_the_house_reads_it_so() -> None:
    table = table_of("double_deck", "8s 6d 8h Tc", "1 ann main 10", player_cards="face_up")
    table.do(Deal())
    assert hand(table, "stranger", 1).faces == parse_cards("8s 8h")


def shown(table: AtTable, viewer: str) -> list[object]:
    """Every event of a table as a viewer may see it."""
    state = open_table(table.state.rules)
    seen: list[object] = []
    for event in table.events:
        seen.append(redact(state, event, viewer))
        state = evolve(state, event)
    return seen


def test_redacted_shoe_keeps_its_size() -> None:
    """How many cards there are is no secret; which, is."""
    table = table_of("tribal", "")
    assert shown(table, "ann") == [ShoeLoaded((HIDDEN,) * 312, True)]


def test_redacted_cards_of_an_open_game() -> None:
    """Everybody is told every card but the hole card, which comes when it is turned over."""
    table = table_of("tribal", "Ts 6d 9h Tc 2s", "1 ann main 10")
    table.do(Deal())
    table.do(Stand(by="ann", box=1))
    seen = shown(table, "stranger")
    cards = [event.card for event in seen if isinstance(event, CardDealt)]
    assert cards == [*parse_cards("Ts 6d 9h"), HIDDEN, parse_card("2s")]
    assert HoleCardRevealed(parse_card("Tc")) in seen
    assert RoundEnded(1, parse_cards("Ts 9h 6d Tc 2s")) in seen
    assert WagerPlaced(1, "ann", "main", (10_00,)) in seen


def test_redacted_cards_of_a_face_down_game() -> None:
    """Bob is told his own first cards and Ann's backs, and never how her cards were collected."""
    table = face_down()
    table.do(Hit(by="ann", box=1))
    table.do(Stand(by="ann", box=1))
    table.do(Stand(by="bob", box=2))
    seen = shown(table, "bob")
    cards = [(event.box, event.card) for event in seen if isinstance(event, CardDealt)]
    assert cards == [
        (1, HIDDEN), (2, parse_card("Ts")), (0, parse_card("6d")),
        (1, HIDDEN), (2, parse_card("9h")), (0, HIDDEN),
        (1, parse_card("5d")), (0, parse_card("5c")),
    ]  # fmt: skip
    ended = [event for event in seen if isinstance(event, RoundEnded)]
    assert ended[0].collected == (HIDDEN,) * 8


def test_hole_card_that_is_never_shown_is_collected_unseen() -> None:
    """A rulebook of one's own may leave the hole card down where nothing depends on it."""
    table = table_of("tribal", "As 6d Kh Tc", "1 ann main 10")
    table.do(Deal())
    assert table.state.phase == BETTING
    ended = [event for event in shown(table, "ann") if isinstance(event, RoundEnded)]
    assert ended[0].collected == parse_cards("As Kh 6d Tc")


def test_a_look_at_the_hole_card_tells_only_whether() -> None:
    """That there is no blackjack is said to all; the card is not."""
    table = table_of("pa_free_bet", "Ts Ad 9h 5c", "1 ann main 10")
    table.do(Deal())
    table.do(CloseInsurance())
    assert HoleCardChecked(is_blackjack=False) in shown(table, "ann")
    assert parse_card("5c") not in view(table.state, "ann").dealer


def test_new_order_of_the_shoe_is_hidden() -> None:
    table = table_of("tribal", "")
    table.do(LoadShoe(cards=parse_cards("As Ks"), is_shuffle=False))
    assert shown(table, "ann")[-1] == ShoeLoaded((HIDDEN, HIDDEN), False)
