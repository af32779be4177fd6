"""The tribal regulation: side wagers line by line, and when they are paid or taken."""

import pytest

from pitboss.engine import do
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.declare import Command
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.side_wagers.prizes import MeterRaised, MeterWon, PrizeDrawn
from pitboss.engine.side_wagers.settling import StreakMoved
from pitboss.engine.state import DEALER
from pitboss.engine.views import view
from tests.clauses.rounds import AtTable, dealt, net_of, round_text, table_of

BETS = ("1 ann main 10", "2 bob main 10")


def place_of(table: AtTable, kind: type, **fields: object) -> int:
    """Where in the log the only event of a kind with these fields stands."""
    (place,) = [
        place
        for place, event in enumerate(table.events)
        if isinstance(event, kind)
        and all(getattr(event, name) == value for name, value in fields.items())
    ]
    return place


def cards_before(table: AtTable, place: int, box: int) -> int:
    """How many cards a box had when an event was written."""
    log = table.events[:place]
    return sum(isinstance(event, CardDealt) and event.box == box for event in log)


def prices(letter: str, decks: int, option: int, royal: float, suited: float) -> object:
    """A row: the printed odds of one same-suit option."""
    clause = f"T-p-6-ii-{letter}-opt{option}"
    marks = pytest.mark.clause(f"T-p-6-ii-{letter}", clause, "T-p-3-iii")
    return pytest.param(decks, option, royal, suited, marks=marks, id=clause)


@pytest.mark.parametrize(
    "decks, option, royal, suited",
    [
        prices("a", 1, 1, 50, 2.5), prices("a", 1, 2, 10, 3), prices("a", 1, 3, 5, 3),
        prices("a", 1, 4, 25, 2.5),
        prices("b", 2, 1, 10, 3), prices("b", 2, 2, 5, 3), prices("b", 2, 3, 25, 2.5),
        prices("b", 2, 4, 20, 2.5),
        prices("c", 4, 1, 5, 3), prices("c", 4, 2, 25, 2.5), prices("c", 4, 3, 20, 2.5),
        prices("c", 4, 4, 50, 2),
        prices("d", 6, 1, 5, 2), prices("d", 6, 2, 25, 2.5), prices("d", 6, 3, 20, 2.5),
        prices("d", 6, 4, 15, 2.5),
        prices("e", 8, 1, 5, 3), prices("e", 8, 2, 25, 2.5), prices("e", 8, 3, 50, 2),
    ],
)  # fmt: skip
@pytest.mark.parametrize("shoe", ["Kh Ts Kc 9d Qh 4s Qs Td", "Ks Th Qd 7c Qs 9h Kh Td"])
def test_same_suit_pays_by_decks_and_option(
    decks: int, option: int, royal: float, suited: float, shoe: str
) -> None:
    """Ann has a king and a queen of one suit, bob two others of one suit, cy two suits."""
    wagers = [f"{box} {name} {wager}" for box, name in enumerate(("ann", "bob", "cy"), start=1)
              for wager in ("main 10", "same_suit 1")]  # fmt: skip
    chosen = f'decks = {decks}\nadditional_wager = "same_suit"\nsame_suit_option = {option}'
    acts = ["1 stand", "2 stand", "3 stand"]
    net = net_of(round_text("tribal", shoe, wagers, acts, options=chosen))
    assert net["ann 1 same_suit"] == royal * 100
    assert net["bob 2 same_suit"] == suited * 100
    assert net["cy 3 same_suit"] == -100


@pytest.mark.clause("T-p-3-i", "T-p-3-ii", "T-p-4", "T-p-6-i", "T-b-2-iii-b")
@pytest.mark.parametrize("first", list("A23456789TJQK"))
@pytest.mark.parametrize("second", list("A27TK"))
def test_over_and_under_thirteen(first: str, second: str) -> None:
    value = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
    total = sum(value.get(rank) or int(rank) for rank in (first, second))
    shoe = f"{first}s {first}h 9d {second}c {second}d Tc"
    wagers = [*BETS, "1 ann over_13 1", "2 bob under_13 1"]
    table = dealt("tribal", shoe, *wagers, additional_wager="over_under_13")
    nets = {e.wager: e.net for e in table.all_of(WagerSettled) if e.wager != "main"}
    assert nets == {
        "over_13": 100 if total > 13 else -100,
        "under_13": 100 if total < 13 else -100,
    }


@pytest.mark.clause("T-p-5", "T-p-6")
@pytest.mark.parametrize(
    "kind, wager", [("over_under_13", "over_13"), ("same_suit", "same_suit"), ("sevens", "sevens")]
)
def test_additional_wagers_are_settled_before_anyone_gets_a_third_card(
    kind: str, wager: str
) -> None:
    sides = [f"1 ann {wager} 1", f"2 bob {wager} 1"]
    shoe = "7s 2h 9d 8s 3c Td 2c 2d"
    table = dealt("tribal", shoe, *BETS, *sides, additional_wager=kind)
    results = {event.player: event.result for event in table.all_of(WagerSettled)}
    assert results == {"ann": "win", "bob": "loss"}
    for player in ("ann", "bob"):
        place = place_of(table, WagerSettled, player=player)
        assert [cards_before(table, place, box) for box in (1, 2)] == [2, 2]


@pytest.mark.clause("T-p-6-s2", "T-p-6")
@pytest.mark.parametrize("act", ["hit", "stand", "double", "split", "surrender"])
def test_two_sevens_wait_for_the_decision(act: str) -> None:
    acts: dict[str, Command] = {
        "hit": do.Hit(by="ann", box=1),
        "stand": do.Stand(by="ann", box=1),
        "double": do.Double(by="ann", box=1),
        "split": do.Split(by="ann", box=1),
        "surrender": do.Surrender(by="ann", box=1),
    }
    options = {"additional_wager": "sevens", "surrender": True}
    table = dealt("tribal", "7s 9h 9d 7c 2d Td 5c", *BETS, "1 ann sevens 1", **options)
    assert not table.all_of(WagerSettled)
    table.do(acts[act])
    place = place_of(table, WagerSettled, wager="sevens")
    assert cards_before(table, place, 2) == 2
    assert table.state.turn in ((1, 1), (2, 1))


@pytest.mark.clause("T-p-6-s2", "T-i-2-s3")
def test_two_sevens_wait_while_insurance_is_open() -> None:
    table = dealt(
        "tribal", "7s Ad 7c 9d", "1 ann main 10", "1 ann sevens 1", additional_wager="sevens"
    )
    table.play("table close_insurance")
    assert [side.wager for side in table.state.sides] == ["sevens"]
    table.play("1 stand")
    paid = place_of(table, WagerSettled, wager="sevens")
    assert paid < place_of(table, HoleCardRevealed)


@pytest.mark.clause("T-r-2", "T-r-2-s3", "T-r-9")
def test_each_light_is_one_chip_on_the_meter() -> None:
    wagers = (*BETS, "3 cy main 10", "1 ann progressive 1", "3 cy progressive 1")
    table = table_of("tribal", "Ts 9h 8c 9d 9s 9c 9h Td", *wagers, progressive=True)
    lights = [(side.box, side.amount) for side in view(table.state, "bob").sides.values()]
    assert lights == [(1, 100), (3, 100)]
    table.refuse(do.PlaceWager(by="ann", box=1, wager="progressive", amounts=(100,)), "T-r-2")
    assert table.state.meter == 10_000_00
    table.deal()
    assert [event.amount for event in table.all_of(MeterRaised)] == [140]
    assert table.state.meter == 10_001_40


@pytest.mark.clause("T-r-8", "T-r-4")
def test_the_progressive_is_paid_with_the_main_wager() -> None:
    wagers = ("1 ann main 10", "2 bob main 10", "1 ann progressive 1", "2 bob progressive 1")
    table = dealt("tribal", "As 9h 9d Ac 9s Td 8c", *wagers, progressive=True)
    table.play("1 hit", "1 stand")
    assert not table.all_of(WagerSettled)
    table.play("2 stand")
    order = [(event.box, event.wager) for event in table.all_of(WagerSettled)]
    assert order == [(2, "main"), (2, "progressive"), (1, "main"), (1, "progressive")]


@pytest.mark.clause("T-r-8-s2", "T-r-3-row1")
def test_the_meter_is_divided_as_it_stands_for_the_first_winner() -> None:
    names = ("ann", "bob", "cy")
    wagers = [
        f"{box} {name} {wager}"
        for box, name in enumerate(names, start=1)
        for wager in ("main 10", "progressive 1")
    ]
    shoe = "Ah As Ad 9d Ad Ac Ah Td Ah Ad As Ac Ad Ah"
    table = dealt("tribal", shoe, *wagers, progressive=True, meter=97.91, meter_reset=20, decks=8)
    for box, name in enumerate(names, start=1):
        for kind in (do.Hit, do.Hit, do.Stand):
            table.do(kind(by=name, box=box))
    won = {e.player: e.net for e in table.all_of(WagerSettled) if e.wager == "progressive"}
    assert won == {"ann": 3233, "bob": 3233, "cy": 3233}
    assert len(table.all_of(MeterWon)) == 1
    assert table.state.meter == 20_00 + (97_91 + 2_10) - 3 * 33_33


@pytest.mark.clause("T-s-5", "T-s-5-i")
def test_lost_bonuses_are_taken_before_the_dealers_second_card() -> None:
    table = dealt(
        "tribal", "Ts Ah 9d 8s Kc Td", *BETS, "1 ann bonus 1", "2 bob bonus 5", bonus=True
    )
    lost = place_of(table, WagerSettled, wager="bonus")
    assert [cards_before(table, lost, box) for box in (1, 2, DEALER)] == [2, 2, 1]
    assert [(side.player, side.wager) for side in table.state.sides] == [("bob", "bonus")]


@pytest.mark.clause("T-s-6", "T-s-6-s2", "T-s-8")
def test_bonuses_are_drawn_from_the_left_when_all_else_is_settled() -> None:
    sides = ("1 ann bonus 1", "2 bob bonus 5", "3 cy bonus 1")
    wagers = (*BETS, "3 cy main 10", *sides)
    table = dealt("tribal", "As Kh As 9d Kc Ac Qc Td", *wagers, bonus=True)
    mains = [event.box for event in table.all_of(WagerSettled)]
    assert mains == [3, 2, 1]
    assert not table.all_of(RoundEnded)
    table.do(do.DrawPrize(prize=5_00))
    table.do(do.DrawPrize(prize=5000_00))
    table.do(do.DrawPrize(prize=1000_00))
    assert [(event.box, event.prize) for event in table.all_of(PrizeDrawn)] == [
        (1, 500), (2, 500_000), (3, 100_000),
    ]  # fmt: skip
    paid = [event for event in table.all_of(WagerSettled) if event.wager == "bonus"]
    assert [(event.player, event.net) for event in paid] == [
        ("ann", 400), ("bob", 499_500), ("cy", 99_900),
    ]  # fmt: skip
    assert not table.state.sides
    assert isinstance(table.events[-1], RoundEnded)


@pytest.mark.clause("T-t-3")
def test_streaks_are_taken_and_paid_with_the_main_wagers_from_the_right() -> None:
    sides = ("1 ann streak_2 5", "2 bob streak_2 5")
    table = dealt("tribal", "Ts Th 9d Kh 8s Td", *BETS, *sides, streak=True)
    table.play("1 stand", "2 stand")
    lost = place_of(table, WagerSettled, box=2, wager="main")
    taken = place_of(table, WagerSettled, box=2, wager="streak_2")
    won = place_of(table, WagerSettled, box=1, wager="main")
    lammer = place_of(table, StreakMoved, box=1)
    ended = place_of(table, RoundEnded)
    assert place_of(table, HoleCardRevealed) < lost < taken < won < lammer < ended


@pytest.mark.clause("T-t-4-i", "T-t-4-ii", "T-t-4-iii", "T-t-4-iv", "T-t-11")
def test_the_lammer_moves_with_each_win_before_a_streak_is_paid() -> None:
    lengths = (2, 3, 4, 5)
    sides = [f"1 ann streak_{length} 5" for length in lengths]
    shoe = "Ts 6d Kh Td Kc " * 5
    table = table_of("tribal", shoe, "1 ann main 10", *sides, streak=True)
    for wins in range(1, 6):
        if wins > 1:
            table.bet("1 ann main 10")
        table.deal()
        events = table.do(do.Stand(by="ann", box=1))
        moved = [event for event in events if isinstance(event, StreakMoved)]
        assert [event.wins for event in moved] == [wins]
        paid = [
            place
            for place, event in enumerate(events)
            if isinstance(event, WagerSettled) and event.wager != "main"
        ]
        assert len(paid) == (1 if wins > 1 else 0)
        assert all(events.index(moved[0]) < place for place in paid)
        assert {side.wins for side in table.state.sides} == ({wins} if wins < 5 else set())
    nets = [event.net for event in table.all_of(WagerSettled) if event.wager != "main"]
    assert nets == [1500, 3500, 8500, 18500]


@pytest.mark.clause("T-t-6")
def test_an_abandoned_streak_is_lost_with_the_first_card() -> None:
    shoe = "Ts Th 6d Kh Ks Td Kc Th 6h Kd Tc Kc"
    table = dealt("tribal", shoe, *BETS, "1 ann streak_3 5", streak=True)
    table.play("1 stand", "2 stand")
    table.bet("2 bob main 10")
    assert [side.player for side in table.state.sides] == ["ann"]
    table.deal()
    lost = place_of(table, WagerSettled, wager="streak_3")
    assert not table.state.sides
    assert cards_before(table, lost, 2) <= 3
    assert table.state.phase == "playing"
