"""The tribal regulation: roles, the rebuilt up card, what is called out, and what is displayed."""

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.cards import parse_card, parse_cards
from pitboss.engine import do
from pitboss.engine.announce import Announcement, announcements
from pitboss.engine.dealer import DealerHandBegan
from pitboss.engine.declare import Command, evolve
from pitboss.engine.floor.irregularities.report import TablePaused, TableResumed
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.round import RoundEnded
from pitboss.engine.side_wagers.settling import StreakMoved
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.views import view
from tests.clauses.options import rules_of
from tests.clauses.staffed import StaffedTable, loaded, seated, staffed

dealt = partial(seated, "tribal")
"""A table with staff, these cards and these wagers, dealt."""


def announced(table: StaffedTable, *, since: TableState, events: int) -> list[Announcement]:
    """What was called out with the events from a place on."""
    state = since
    said: list[Announcement] = []
    for event in table.events[events:]:
        state = evolve(state, event)
        said += announcements(state, event)
    return said


def called(table: StaffedTable, *, since: TableState, events: int) -> list[tuple[str, str]]:
    """The clause and the words of what was called out."""
    return [(call.clauses[0], call.text) for call in announced(table, since=since, events=events)]


def card_movers(table: StaffedTable) -> list[Command]:
    """Every command that draws, places, discloses or collects cards, as far as it goes alone."""
    return [
        do.LoadShoe(cards=table.shoe()),
        do.Deal(),
        do.CloseInsurance(),
        do.EnterCard(card=0),
        do.BeginProcedure(name="shuffle"),
        do.OrderShuffle(reason="house"),
        do.OrderRecut(reason="house"),
        do.Report(what="face_up_card"),
    ]


@pytest.mark.clause("T-a-1-iii", "T-f-11", "T-f-11-s2")
@pytest.mark.parametrize("who", ["ann", "a spectator", "aud"])
def test_nobody_but_the_staff_moves_cards(who: str) -> None:
    table = loaded("tribal", "Ts 9h 9s Td")
    table.do(do.AssignStaff(name="aud", role="auditor"))
    table.bet("1 ann main 10")
    for command in card_movers(table):
        refused = table.refusal(replace(command, by=who))
        # A player who begins a procedure hears which step it would begin with.
        is_told = isinstance(command, do.BeginProcedure) and who == "ann"
        assert is_told or "T-a-1-iii" in refused.clauses, command


@pytest.mark.clause("T-a-1-iii")
def test_a_table_has_one_dealer() -> None:
    table = staffed("tribal")
    table.do(do.AssignStaff(name="don", role="dealer"))
    assert [name for name, role in table.state.floor.staff.items() if role == "dealer"] == ["don"]
    table.load("Ts 9h 9s Td")
    table.bet("1 ann main 10")
    table.refusal(do.Deal(by="dan"))
    table.deal(by="don")
    table.refusal(do.AssignStaff(name="ann", role="dealer"))


MULTIPLE = ("6h 7h 8d 9s 9h", "1 ann main 10/20/30", "2 bob main 10/10/10")


@pytest.mark.clause("T-n-10", "T-n-10-s2", "T-n-10-s3")
def test_a_discarded_up_card_is_found_and_put_back() -> None:
    cards, *wagers = MULTIPLE
    table = dealt(cards + " Td Ts 5c Th", *wagers, multiple_action=True)
    table.refuse(do.Report(by="sue", what="up_card_discarded"), "T-n-10")
    table.do(do.Report(by="dan", what="up_card_discarded"))
    assert [event.clause for event in table.all_of(TablePaused)] == ["T-n-10"]
    for command in (do.Stand(by="ann", box=1), do.Hit(by="ann", box=1)):
        table.refuse(command, "T-n-10")
    restored = do.Report(what="up_card_restored", card=parse_card("8d"))
    table.refuse(do.Report(by="dan", what="up_card_restored", card=restored.card), "T-n-10-s2")
    for wrong in ("8s", "Td", "6h"):
        put = do.Report(by="sue", what="up_card_restored", card=parse_card(wrong))
        table.refuse(put, "T-n-10-s2")
    table.do(do.Report(by="sue", what="up_card_restored", card=restored.card))
    assert [event.by for event in table.all_of(TableResumed)] == ["sue"]
    assert table.state.dealer.cards == parse_cards("8d")
    table.stand_all()
    assert [event.spot for event in table.all_of(DealerHandBegan)] == [1, 2]
    assert table.state.phase == BETTING


@pytest.mark.clause("T-q-10", "T-n-10-s2")
def test_after_the_third_hand_the_rack_shows_every_hand() -> None:
    cards, *wagers = MULTIPLE
    table = dealt(cards + " Td Ts 5c Th", *wagers, multiple_action=True)
    table.stand_all()
    (ended,) = table.all_of(RoundEnded)
    assert ended.collected[:4] == parse_cards("7h 9h 6h 9s")
    assert sorted(ended.collected[4:]) == sorted(parse_cards("8d Td Ts 5c Th"))
    assert table.state.discards == ended.collected


@pytest.mark.clause("T-f-6", "T-f-7-s2", "T-f-8-s2", "T-g-1")
def test_totals_are_called_as_they_come_about() -> None:
    wagers = ("1 ann main 10", "2 bob main 10", "3 cy main 10")
    table = loaded("tribal", "2s As Th 6h 3s Kd 5d Tc 4c 8h 5c")
    table.bet(*wagers)
    before, place = table.state, len(table.events)
    table.deal()
    assert called(table, since=before, events=place) == [("T-f-6", "1: 5")]
    before, place = table.state, len(table.events)
    table.play("1 hit", "1 hit")
    assert called(table, since=before, events=place) == [
        ("T-f-7-s2", "1: 9"),
        ("T-f-7-s2", "1: 17"),
    ]
    before, place = table.state, len(table.events)
    table.play("1 stand")
    # From the dealer's left: the blackjack of box 2 is called when box 1 has acted.
    assert called(table, since=before, events=place) == [
        ("T-g-1", "2: blackjack"),
        ("T-f-6", "3: 15"),
    ]
    before, place = table.state, len(table.events)
    table.play("3 stand")
    assert called(table, since=before, events=place) == [("T-f-8-s2", "Dealer: 21")]


@pytest.mark.clause("T-f-6", "T-g-1")
@pytest.mark.parametrize("cards", ["As 2s Ah 6h Kd 3s Kc 5d Tc", "2s As Ah 6h 3s Kd Kc 5d Tc"])
def test_every_total_is_called_once_from_the_dealers_left(cards: str) -> None:
    table = loaded("tribal", cards)
    table.bet("5 cy main 10", "1 ann main 10", "3 bob main 10")
    before, place = table.state, len(table.events)
    table.play_round()
    said = called(table, since=before, events=place)
    boxes = [text.split(":")[0] for _, text in said if not text.startswith("Dealer")]
    assert boxes == ["1", "3", "5"]
    assert said[2] == ("T-g-1", "5: blackjack")


@pytest.mark.clause("T-k-3")
def test_the_total_of_a_split_hand_is_called_with_its_second_card() -> None:
    table = dealt("8s 7h 8h Td 2c 3c", "1 ann main 10")
    before, place = table.state, len(table.events)
    table.play("1 split")
    assert ("T-k-3", "1: 10") in called(table, since=before, events=place)


@pytest.mark.clause("T-r-2-s4", "T-s-2-s2", "T-s-7-iii")
def test_no_more_bets_and_a_bonus_are_called() -> None:
    table = loaded("tribal", "As 7h Ks Td", bonus=True)
    table.bet("1 ann main 10", "1 ann bonus 1")
    before, place = table.state, len(table.events)
    table.deal()
    said = called(table, since=before, events=place)
    assert said[0] == ("T-s-2-s2", "No more bets")
    before, place = table.state, len(table.events)
    table.do(do.DrawPrize(by="ann", prize=5000))
    assert ("T-s-7-iii", "Prize: 50.00") in called(table, since=before, events=place)


@pytest.mark.clause("T-r-2-s4", "T-s-2-s2")
@pytest.mark.parametrize(
    "options, clauses",
    [
        ({"progressive": True}, ("T-r-2-s4",)),
        ({"bonus": True}, ("T-s-2-s2",)),
        ({}, ()),
    ],
)
def test_no_more_bets_is_called_where_a_wager_wants_it(
    options: dict[str, Any], clauses: tuple[str, ...]
) -> None:
    table = loaded("tribal", "As 7h Ks Td", **options)
    table.bet("1 ann main 10")
    before, place = table.state, len(table.events)
    table.deal()
    calls = announced(table, since=before, events=place)
    assert tuple(c for call in calls if call.name == "no_more_bets" for c in call.clauses) == (
        clauses
    )


@pytest.mark.clause("T-s-7-iii", "T-s-7-iv")
@pytest.mark.parametrize("prize, is_called", [(99_00, True), (100_00, False)])
def test_a_bonus_of_a_hundred_is_not_called_out(prize: int, is_called: bool) -> None:
    table = loaded("tribal", "As 7h Ks Td", bonus=True)
    table.deal("1 ann main 10", "1 ann bonus 1")
    before, place = table.state, len(table.events)
    table.do(do.DrawPrize(by="ann", prize=prize))
    said = [clause for clause, _ in called(table, since=before, events=place)]
    assert ("T-s-7-iii" in said) == is_called


@pytest.mark.clause("T-a-1")
def test_the_rules_page_lists_the_seven_terms() -> None:
    (notice,) = [n for n in rules_of("tribal").notices if n.clause == "T-a-1"]
    for term in ("blackjack", "card reader device", "dealer", "determinant card", "double shoe",
                 "hard total", "soft total"):  # fmt: skip
        assert term in notice.text
    assert notice.place == "sign"


@pytest.mark.clause("T-r-2-s2")
def test_a_light_shows_each_box_with_a_progressive_wager() -> None:
    table = loaded("tribal", "Ts 9h 7h 9s 9c Td", progressive=True)
    table.bet("1 ann main 10", "2 bob main 10", "4 cy main 10", "1 ann progressive 1")
    table.bet("4 cy progressive 1")
    for viewer in ("ann", "bob", "a spectator"):
        sides = view(table.state, viewer).sides.values()
        assert [side.box for side in sides if side.wager == "progressive"] == [1, 4]
    assert "T-r-2-s2" in [notice.clause for notice in table.state.rules.notices]
    assert "T-r-2-s2" not in [notice.clause for notice in rules_of("tribal").notices]


@pytest.mark.clause("T-j-1-s4")
@pytest.mark.parametrize("viewer", ["ann", "bob", "a spectator"])
def test_a_doubling_card_is_seen_and_known_as_such(viewer: str) -> None:
    table = dealt("5s 9h 7h 6s 9c Td 8c", "1 ann main 10", "2 bob main 10")
    table.play("1 double")
    hand = view(table.state, viewer).boxes[1].hands[0]
    assert hand.faces == parse_cards("5s 6s 8c")
    assert hand.is_sideways
    assert not view(table.state, viewer).boxes[2].hands[0].is_sideways


@pytest.mark.clause("T-t-11-iii")
def test_the_lammer_moves_before_a_streak_is_paid() -> None:
    table = staffed("tribal", streak=True)
    table.load("Ts 7h 9s Td Th 7d 9d Tc")
    for _ in range(2):
        table.bet("1 ann main 10")
        if not table.state.sides:
            table.bet("1 ann streak_2 5", "1 ann streak_3 5")
        table.play_round()
    moved = [place for place, e in enumerate(table.events) if isinstance(e, StreakMoved)]
    (won,) = [
        place
        for place, e in enumerate(table.events)
        if isinstance(e, WagerSettled) and e.wager == "streak_2"
    ]
    assert len(moved) == 2
    assert moved[1] < won
    assert [(side.wager, side.wins) for side in table.state.sides] == [("streak_3", 2)]
