"""Taking wagers back: while betting is open, and with everything that depends on them."""

import pytest

from pitboss.engine.betting.placing import WagerWithdrawn, WithdrawWager
from pitboss.engine.deal import Deal
from pitboss.engine.play.acts import Stand
from pitboss.engine.state.invariants import broken, chips_on_layout
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import PURSE, table_of


def take_back(by: str, box: int, wager: str = "main") -> WithdrawWager:
    return WithdrawWager(by=by, box=box, wager=wager)


def test_main_wager() -> None:
    """The chips come back, and a box without a wager is empty."""
    table = table_of("tribal", "", "1 ann main 10", "2 bob main 20")
    events = table.do(take_back("ann", 1))
    assert events == (WagerWithdrawn(1, "ann", "main", (10_00,)),)
    assert table.state.chips == {"ann": PURSE, "bob": PURSE - 20_00}
    assert [box.number for box in table.state.boxes] == [2]
    assert chips_on_layout(table.state) == 20_00


def test_follower_leaves_and_next_in_line_decides() -> None:
    """When the seated player leaves, the next bettor on the box is the seated one."""
    table = table_of("nz", "", "1 ann main 10", "1 bob main 20")
    table.do(take_back("ann", 1))
    box = table.state.box(1)
    assert box is not None
    assert (box.seated, box.mains) == ("bob", (("bob", (20_00,)),))


def test_side_wagers_go_with_the_main_wager() -> None:
    """What needs a main wager comes back with it; what others placed stays."""
    table = table_of(
        "nz", "", "1 ann main 10", "1 ann super_sevens 1", "1 ann perfect_pairs 2",
        "1 bob main 10", "1 bob super_sevens 3", super_sevens=True, perfect_pairs="scale_1",
    )  # fmt: skip
    events = table.do(take_back("ann", 1))
    assert events == (
        WagerWithdrawn(1, "ann", "super_sevens", (1_00,)),
        WagerWithdrawn(1, "ann", "perfect_pairs", (2_00,)),
        WagerWithdrawn(1, "ann", "main", (10_00,)),
    )
    assert [(side.player, side.amount) for side in table.state.sides] == [("bob", 3_00)]
    assert table.state.chips["ann"] == PURSE


def test_side_wager_alone() -> None:
    """A side wager may be taken back by itself."""
    table = table_of("house", "", "1 ann main 10", "1 ann over_13 1", "1 ann match_dealer 2")
    table.do(take_back("ann", 1, "over_13"))
    assert [side.wager for side in table.state.sides] == ["match_dealer"]
    assert table.state.chips["ann"] == PURSE - 12_00


def test_ante() -> None:
    """An ante comes back by itself or with its main wager, and nobody else's does."""
    wagers = ("1 ann main 10", "1 ann ante 0.50", "1 bob main 10", "1 bob ante 0.50")
    table = table_of("nz", "", *wagers, variant="antes_up")
    table.do(take_back("ann", 1, "ante"))
    assert table.state.chips["ann"] == PURSE - 10_00
    table.bet("1 ann ante 0.50")
    events = table.do(take_back("ann", 1))
    assert [event.wager for event in events if isinstance(event, WagerWithdrawn)] == [
        "ante",
        "main",
    ]
    assert table.state.chips == {"ann": PURSE, "bob": PURSE - 10_50}


def test_streak_of_an_earlier_round_stays() -> None:
    """A streak that is under way is not taken back with the main wager of a later round."""
    wagers = ("1 ann main 10", "1 ann streak_3 5")
    table = table_of("tribal", "Ts 6d Th Tc 9s", *wagers, streak=True)
    table.do(Deal())
    table.do(Stand(by="ann", box=1))
    table.bet("1 ann main 10")
    assert table.refusal(take_back("ann", 1, "streak_3")).code is Code.UNKNOWN
    table.do(take_back("ann", 1))
    assert [side.wager for side in table.state.sides] == ["streak_3"]


@pytest.mark.parametrize(
    "by, box, wager",
    [
        ("bob", 1, "main"),
        ("ann", 2, "main"),
        ("ann", 1, "ante"),
        ("ann", 2, "ante"),
        ("ann", 1, "over_13"),
    ],
)
def test_nothing_to_take_back(by: str, box: int, wager: str) -> None:
    """Nobody takes back what he has not placed."""
    table = table_of("tribal", "", "1 ann main 10", additional_wager="over_under_13")
    refused = table.refusal(take_back(by, box, wager))
    assert (refused.code, refused.clause) == (Code.UNKNOWN, "T-c-1")


def test_not_after_the_first_card() -> None:
    """Once cards are dealt a wager stays until it is decided (T-c-3, T-c-6)."""
    table = table_of("tribal", "Ts 6d 9h Tc", "1 ann main 10")
    table.do(Deal())
    refused = table.refusal(take_back("ann", 1))
    assert refused.code is Code.BETTING_CLOSED
    assert {"T-c-3", "T-c-6"} <= set(refused.clauses)


@pytest.mark.clause("PA-6-c-s2")
def test_never_where_the_text_says_so() -> None:
    """Under the Pennsylvania rules a wager once made stays, betting open or not."""
    table = table_of("pa_free_bet", "", "1 ann main 10")
    refused = table.refusal(take_back("ann", 1))
    assert (refused.code, refused.clause) == (Code.NOT_ALLOWED, "PA-6-c-s2")
    assert broken(table.state) == ""
