"""The tribal regulation: what follows when something goes wrong, on cards and on every wager."""

from collections import Counter
from functools import partial

import pytest
from msgspec.structs import replace

from pitboss.cards import full_shoe, parse_card, parse_cards, show_card
from pitboss.engine import do
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.duties import reports
from pitboss.engine.floor.irregularities.effects import ReaderTurnedOff
from pitboss.engine.floor.irregularities.misdeal import MisdealCalled, StakesReturned
from pitboss.engine.floor.irregularities.report import IrregularityReported, Report
from pitboss.engine.insurance import HoleCardChecked
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.drawing import CardBurned, CardDealt, CardDiscarded, CardExposed
from pitboss.engine.shoe.loading import ShuffleOrdered
from pitboss.engine.side_wagers.prizes import MeterRaised
from pitboss.engine.state import BETTING, BY_HAND, ONLINE
from pitboss.engine.state.invariants import broken, chips_on_layout
from pitboss.engine.views import view
from tests.clauses.rounds import PURSE, AtTable
from tests.clauses.staffed import StaffedTable, loaded, seated, staffed


def cards_dealt(table: StaffedTable) -> list[tuple[int, str]]:
    """Box and card of everything dealt so far."""
    return [(event.box, show_card(event.card)) for event in table.all_of(CardDealt)]


ready = partial(loaded, "tribal")
"""A table with these cards and wagers, before the deal; no card is burned."""
dealt = partial(seated, "tribal")
"""The same, after the deal."""


def wrong(what: str, by: str = "dan") -> Report:
    """The report of something that went wrong."""
    return Report(by=by, what=what)


def won(table: StaffedTable) -> dict[str, int]:
    """What each wager that was settled came to, by player and wager."""
    totals: Counter[str] = Counter()
    for event in table.all_of(WagerSettled):
        totals[f"{event.player} {event.wager}"] += event.net
    return dict(totals)


@pytest.mark.clause("T-n-1")
def test_a_card_face_up_in_the_shoe_goes_to_the_rack() -> None:
    table = dealt("Ts 7h 9s Td 2c 3d", "1 ann main 10")
    table.do(wrong("face_up_card"))
    assert table.state.discards == parse_cards("2c")
    assert table.all_of(CardDiscarded) == [CardDiscarded(parse_card("2c"), "T-n-1")]
    table.play("1 hit")
    assert cards_dealt(table)[-1] == (1, "3d")
    assert not broken(table.state)


@pytest.mark.clause("T-n-1", "T-b-3-s2")
def test_a_card_face_up_in_a_double_shoe_stays_on_its_side() -> None:
    table = staffed("tribal", shoe="double", decks=2)
    table.load("9h Ts 8c Td 2c", side=0)
    table.load("9h Ts 8c Td 2c", side=1)
    table.bet("1 ann main 10")
    table.do(do.Deal(drawn_from=0))
    table.do(wrong("face_up_card", by="sue"))
    assert table.state.discards == parse_cards("2c")
    other = table.state.prep.other
    assert other is not None
    assert (other.position, other.discards) == (0, ())


@pytest.mark.clause("T-n-2")
def test_a_card_drawn_in_error_and_not_seen_is_the_next_card() -> None:
    table = dealt("Ts 7h 2s Td 2c 3d", "1 ann main 10")
    table.do(wrong("drawn_unseen"))
    (reported,) = table.all_of(IrregularityReported)
    assert (reported.what, reported.clause) == ("drawn_unseen", "T-n-2")
    table.play("1 hit")
    assert cards_dealt(table)[-1] == (1, "2c")


@pytest.mark.clause("T-n-3")
def test_a_card_drawn_in_error_and_seen_is_the_next_card() -> None:
    table = dealt("Ts Th 7h 2s 9s Td 2c 3d", "1 ann main 10", "2 bob main 10")
    table.do(wrong("exposed_card"))
    assert table.all_of(CardExposed) == [CardExposed(parse_card("2c"))]
    table.play("1 stand")
    table.refuse(do.RefuseCard(by="ann", box=1), "T-f-6-s2")
    for viewer in ("ann", "bob", "a spectator"):
        assert view(table.state, viewer).exposed == parse_card("2c")
    table.play("2 hit")
    assert cards_dealt(table)[-1] == (2, "2c")


@pytest.mark.clause("T-n-3", "T-n-3-s2")
def test_who_refuses_that_card_gets_no_more() -> None:
    table = dealt("2s 2h 6h 2d 9s Td 4c 3d", "1 ann main 10", "2 bob main 10")
    table.refusal(do.RefuseCard(by="ann", box=1))
    table.do(wrong("exposed_card"))
    table.refuse(do.RefuseCard(by="bob", box=2), "T-f-6-s2")
    table.play("1 refuse_card")
    assert table.state.turn == (2, 1)
    for act in (do.Hit(by="ann", box=1), do.Stand(by="ann", box=1), do.Double(by="ann", box=1)):
        table.refusal(act)
    table.play("2 hit")
    assert cards_dealt(table)[-1] == (2, "4c")
    table.play("2 stand")
    assert not broken(table.state)


@pytest.mark.clause("T-n-3", "T-n-3-s2")
def test_a_refused_card_goes_to_the_dealer_who_must_draw() -> None:
    table = dealt("Ts 6h 2s Td 4c", "1 ann main 10")
    table.do(wrong("exposed_card"))
    table.play("1 refuse_card")
    assert cards_dealt(table)[-1] == (0, "4c")
    assert not table.all_of(CardDiscarded)
    assert won(table) == {"ann main": -1000}


@pytest.mark.clause("T-n-3-s3")
def test_a_refused_card_that_the_dealer_cannot_use_is_burned() -> None:
    table = dealt("Ts 7h 9s Td 4c", "1 ann main 10")
    table.do(wrong("exposed_card"))
    table.play("1 refuse_card")
    assert table.all_of(CardDiscarded) == [CardDiscarded(parse_card("4c"), "T-n-3-s3")]
    assert won(table) == {"ann main": 1000}
    assert parse_card("4c") in table.state.discards
    assert not broken(table.state)


@pytest.mark.clause("T-n-4")
@pytest.mark.parametrize("hole, total", [("7c", 17), ("8c", 18), ("Ac", 21), ("Tc", 20)])
def test_a_card_drawn_to_a_finished_dealer_hand_is_burned(hole: str, total: int) -> None:
    table = dealt(f"9s Th 9h {hole} 2c", "1 ann main 10")
    table.stand_all()
    assert [card for box, card in cards_dealt(table) if box == 0] == ["Th", hole]
    before = table.state.chips
    table.do(wrong("overdrawn"))
    assert table.all_of(CardDiscarded) == [CardDiscarded(parse_card("2c"), "T-n-4")]
    assert table.state.chips == before
    assert won(table) == {"ann main": 1000 if total < 18 else 0 if total == 18 else -1000}
    assert not broken(table.state)


MISDEALS = [("missed_card", "T-n-5"), ("missed_request", "T-n-7")]


@pytest.mark.clause("T-n-5", "T-n-7")
@pytest.mark.parametrize("what, clause", MISDEALS)
def test_a_misdeal_discards_all_cards_and_keeps_the_wagers(what: str, clause: str) -> None:
    table = dealt("Ts 9h 7h 9s 9c Td 2c 3c 4c", "1 ann main 10", "3 bob main 25")
    before = dict(table.state.chips)
    table.do(wrong(what))
    (called,) = table.all_of(MisdealCalled)
    assert called.clause == clause
    assert sorted(called.collected) == sorted(parse_cards("Ts 9h 7h 9s 9c Td"))
    assert table.state.discards == called.collected
    assert table.state.phase == BETTING
    assert not table.all_of(WagerSettled)
    assert chips_on_layout(table.state) == 3500
    assert table.state.chips == before
    for command in (
        do.WithdrawWager(by="ann", box=1, wager="main"),
        do.PlaceWager(by="ann", box=2, wager="main", amounts=(1000,)),
    ):
        table.refuse(command, "T-c-3")
    table.deal()
    assert cards_dealt(table)[-6:-3] == [(1, "2c"), (3, "3c"), (0, "4c")]
    assert not broken(table.state)


@pytest.mark.clause("T-n-3-s2", "T-n-5", "T-n-7")
@pytest.mark.parametrize("what, clause", [*MISDEALS, ("exposed_card", "T-n-3")])
def test_a_report_names_the_player_where_there_is_one(what: str, clause: str) -> None:
    table = dealt("Ts 9h 7h 9s 9c Td 2c 3c 4c", "1 ann main 10", "3 bob main 25")
    for named in (Report(by="dan", what=what, box=3), Report(by="dan", what=what, player="bob")):
        told, *_ = AtTable(table.state).do(named)
        assert isinstance(told, IrregularityReported)
        assert (told.player, told.clause) == ("bob", clause)
    table.refuse(Report(by="dan", what=what, player="eve"), clause)
    told, *_ = table.do(wrong(what))
    assert isinstance(told, IrregularityReported)
    assert told.player == "", "a card of the dealer's is nobody's"
    by_hand = replace(table.state, automations=BY_HAND)
    (duty,) = [duty for duty in reports(by_hand) if duty.what == what]
    assert {"box", "player"} <= {field.name for field in duty.fields}


@pytest.mark.clause("T-n-5", "T-n-7")
@pytest.mark.parametrize("what, clause", MISDEALS)
def test_a_misdeal_gives_added_wagers_back(what: str, clause: str) -> None:
    wagers = ("1 ann main 10", "2 bob main 20", "3 cy main 30")
    table = dealt("8s 5h 2h As 8h 6c 2d 4d Tc 9d", *wagers)
    table.play("1 insure ann=5", "table close_insurance", "1 split", "1 stand")
    table.play("1 stand", "2 double bob=15")
    table.do(wrong(what, by="sue"))
    returned = {
        event.player: (event.amount, event.clause) for event in table.all_of(StakesReturned)
    }
    assert returned == {"ann": (1000, clause), "bob": (1500, clause)}
    assert [(e.wager, e.result, e.net) for e in table.all_of(WagerSettled)] == [
        ("insurance", "void", 0)
    ]
    assert table.state.chips == {"ann": PURSE - 1000, "bob": PURSE - 2000, "cy": PURSE - 3000}
    assert chips_on_layout(table.state) == 6000


@pytest.mark.clause("T-n-5", "T-n-7")
def test_side_wagers_that_are_decided_stand_after_a_misdeal() -> None:
    wagers = ("1 ann main 10", "1 ann over_13 1", "2 bob main 10", "2 bob under_13 1")
    table = dealt("Ts 9h 7h 9s 9c Td", *wagers, additional_wager="over_under_13")
    assert won(table) == {"ann over_13": 100, "bob under_13": -100}
    table.do(wrong("missed_card"))
    assert won(table) == {"ann over_13": 100, "bob under_13": -100}
    assert chips_on_layout(table.state) == 2000


@pytest.mark.clause("T-n-5", "T-r-2-s4", "T-f-3")
def test_a_redeal_counts_its_wagers_and_its_burn_once() -> None:
    table = loaded("tribal", "2s Ts 7h 9s Td 2c 3c 4c", automations=ONLINE, progressive=True)
    table.deal("1 ann main 10", "1 ann progressive 1")
    table.do(wrong("missed_card"))
    assert [side.wager for side in table.state.sides] == ["progressive"]
    table.deal()
    assert len(table.all_of(CardBurned)) == 1
    assert len(table.all_of(MeterRaised)) == 1


@pytest.mark.clause("T-n-5", "T-t-6")
def test_a_pending_streak_goes_on_through_a_misdeal() -> None:
    table = dealt("Ts 7h 9s Td Th 7d 9d Tc", "1 ann main 10", "1 ann streak_2 5", streak=True)
    table.do(wrong("missed_card"))
    table.play_round()
    assert [(side.wager, side.wins) for side in table.state.sides] == [("streak_2", 1)]


def emptied(left: int) -> StaffedTable:
    """A one-deck table with so few cards left in its shoe."""
    top = "2s 8h 3d 8c 2h"
    table = staffed("tribal", decks=1)
    rest = [card for card in full_shoe(1) if card not in parse_cards(top)]
    table.do(do.LoadShoe(cards=(*rest, *parse_cards(top))))
    table.discard(52 - left)
    return table


@pytest.mark.clause("T-n-6")
@pytest.mark.parametrize("left", [4, 5])
def test_a_shoe_that_runs_out_is_a_misdeal_and_shuffled(left: int) -> None:
    """The player, and then the dealer, needs more cards than there are."""
    table = emptied(left)
    table.deal("1 ann main 10")
    for _ in range(left - 4):
        table.play("1 hit")
    assert table.state.turn == (1, 1)
    table.refuse(do.Hit(by="ann", box=1), "T-n-6")
    table.refuse(do.Stand(by="ann", box=1), "T-n-6")
    table.do(wrong("out_of_cards"))
    assert table.all_of(MisdealCalled)[-1].clause == "T-n-6"
    assert [event.clause for event in table.all_of(ShuffleOrdered)] == ["T-n-6"]
    assert chips_on_layout(table.state) == 1000
    assert Counter(table.state.discards) == Counter(full_shoe(1))
    table.refuse(do.Deal(), "T-n-6")
    table.load("9s Th 9h 7d")
    table.play_round()
    assert won(table) == {"ann main": 1000}


@pytest.mark.clause("T-n-6")
def test_a_shoe_too_short_for_the_rest_of_the_round_is_shuffled_too() -> None:
    table = emptied(5)
    table.deal("1 ann main 10")
    assert len(table.state.shoe) - table.state.position == 1
    table.do(wrong("out_of_cards", by="sue"))
    assert table.all_of(ShuffleOrdered)
    table.refuse(do.Deal(), "T-n-6")
    table.load("9s Th 9h 7d")
    table.deal()
    assert not broken(table.state)


@pytest.mark.clause("T-n-8", "T-n-8-i")
def test_a_reader_that_shows_the_hole_card_kills_the_round() -> None:
    wagers = ("1 ann main 10", "1 ann sevens 1", "2 bob main 20")
    options = {"card_reader": "exposing", "additional_wager": "sevens"}
    table = dealt("7s 9h 6h 7d 8c Td 2c", *wagers, **options)
    table.refuse(wrong("reader_misused", by="dan"), "T-n-8")
    table.do(wrong("reader_misused", by="sue"))
    settled = {(e.player, e.wager): (e.result, e.net) for e in table.all_of(WagerSettled)}
    assert settled == {
        ("ann", "main"): ("void", 0),
        ("bob", "main"): ("void", 0),
        ("ann", "sevens"): ("void", 0),
    }
    assert table.state.phase == BETTING
    assert len(table.all_of(RoundEnded)[0].collected) == 6
    assert table.state.chips == {"ann": PURSE, "bob": PURSE}
    assert not broken(table.state)


@pytest.mark.clause("T-n-8", "T-n-8-ii")
def test_play_goes_on_with_a_reader_that_shows_nothing() -> None:
    table = dealt("Ts 7h 9s Td 4c", "1 ann main 10", card_reader="private")
    table.refuse(wrong("reader_misused", by="dan"), "T-n-8")
    table.do(wrong("reader_misused", by="sue"))
    assert table.state.turn == (1, 1)
    table.stand_all()
    assert won(table) == {"ann main": 1000}


@pytest.mark.clause("T-n-9", "T-j-2")
def test_after_its_reader_failed_the_table_plays_without_one() -> None:
    cards = "Ts 9h Kh 6h 8c As Kc"
    table = ready(cards, "1 ann main 10", "2 bob main 10", card_reader="private")
    table.do(wrong("reader_failed"))
    assert table.all_of(ReaderTurnedOff) == [ReaderTurnedOff("T-n-9")]
    table.deal()
    assert not table.all_of(HoleCardChecked)
    table.play("1 double", "2 stand")
    assert table.all_of(HoleCardRevealed)
    assert won(table) == {"ann main": -1000, "bob main": -1000}


@pytest.mark.clause("T-a-1-iii")
@pytest.mark.parametrize("by", ["ann", "a spectator", ""])
@pytest.mark.parametrize("what", ["face_up_card", "exposed_card", "missed_card", "overdrawn"])
def test_only_the_staff_reports(what: str, by: str) -> None:
    table = dealt("Ts 7h 9s Td 4c", "1 ann main 10")
    refused = table.refusal(wrong(what, by=by))
    assert {"T-f-11", "T-a-1-iii"} & set(refused.clauses)
