"""Refusals of wagers in order of precedence: each row repairs what the row above reported."""

from pitboss.engine.betting.placing import WithdrawWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.play.acts import Stand
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import AtTable, table_of
from tests.engine.ladders import Rung, chips, climb, place, stack


def play_first_round(table: AtTable) -> None:
    """The first round of the shoe ends; the others bet again, and Ann takes two boxes."""
    table.do(Stand(by="bob", box=1))
    for line in ("1 bob main 20", "1 cat main 20", "2 ann main 5", "3 ann main 5"):
        table.do(place(line))


def test_main_wager() -> None:
    """Who, where and when come before room on the box, and room before the amount."""
    table = table_of(
        "nz", "Ts 9d 9h", "1 bob main 20", "1 cat main 20", boxes=3, boxes_per_player=2,
        bettors_per_box=2, box_max=50, player_max=40, max_bet=60, mid_shoe_limit="minimum",
        perfect_pairs="scale_1",
    )  # fmt: skip
    table.do(Deal())
    rungs = [
        Rung(place("9 ann main 5.25/1"), Code.UNKNOWN, "NZ-5.2"),
        Rung(
            place("9 ann main 5.25/1"),
            Code.UNKNOWN,
            "NZ-3.1",
            lambda table: table.do(chips("ann", 10)),
        ),
        Rung(place("1 ann main 5.25/1"), Code.BETTING_CLOSED, "NZ-5.5-a"),
        Rung(place("1 ann main 5.25/1"), Code.TOO_MANY_BOXES, "NZ-14.7", play_first_round),
        Rung(
            place("2 ann main 5.25/1"),
            Code.ALREADY_PLACED,
            "NZ-5.1",
            lambda table: table.do(WithdrawWager(by="ann", box=3, wager="main")),
        ),
        Rung(place("1 ann main 5.25/1"), Code.TOO_MANY_BETTORS, "NZ-14.1"),
        Rung(
            place("1 ann main 5.25/1"),
            Code.STAKE_NOT_OFFERED,
            "NZ-8.2-b",
            lambda table: table.do(WithdrawWager(by="cat", box=1, wager="main")),
        ),
        Rung(place("1 ann main 5.25"), Code.STAKE_NOT_CHIPS, "NZ-5.2"),
        Rung(place("1 ann main 4.50"), Code.STAKE_TOO_SMALL, "NZ-2.0"),
        Rung(place("1 ann main 70"), Code.STAKE_TOO_LARGE, "NZ-2.0"),
        Rung(place("1 ann main 45"), Code.STAKE_TOO_LARGE, "NZ-14.2"),
        Rung(place("1 ann main 40"), Code.STAKE_TOO_LARGE, "NZ-14.2"),
        Rung(place("1 ann main 30"), Code.BARRED, "NZ-5.8-s2"),
        Rung(
            place("1 ann main 5"),
            Code.NOT_ENOUGH_CHIPS,
            "NZ-5.2",
            lambda table: table.do(place("2 ann perfect_pairs 1")),
        ),
    ]
    climb(table, rungs, place("1 ann main 5"), lambda table: table.do(chips("ann", 1)))


def test_box_of_a_main_wager() -> None:
    """Whoever sat out waits for the shuffle; boxes lie side by side; a box has one player."""
    table = table_of(
        "pa_free_bet", "Ts 9d 9h 9c", "1 bob main 5", boxes_per_player=2, mid_shoe_entry="barred"
    )
    table.do(Deal())
    table.do(Stand(by="bob", box=1))
    table.do(chips("dan", 100))
    table.do(place("1 bob main 5"))

    def shuffle(table: AtTable) -> None:
        stack(table, "")
        table.do(chips("cat", 100))
        table.do(place("2 cat main 5"))
        table.do(place("3 dan main 5"))

    rungs = [
        Rung(place("1 dan main 5"), Code.BARRED, "PA-6-b"),
        Rung(place("1 dan main 5"), Code.TOO_MANY_BOXES, "PA-6-f", shuffle),
        Rung(place("2 dan main 5"), Code.BOX_TAKEN, "PA-2-b-2"),
    ]
    climb(table, rungs, place("4 dan main 5"))


def test_empty_box_waits_for_the_shuffle() -> None:
    """Under the double-deck rules the box is barred, not the player."""
    table = table_of("double_deck", "Ts 9d 9h 9c", "1 bob main 5")
    table.do(Deal())
    table.do(Stand(by="bob", box=1))
    rungs = [Rung(place("2 bob main 5"), Code.BARRED, "DD-32")]
    climb(table, rungs, place("1 bob main 5"))


def test_one_amount_for_each_dealer_hand() -> None:
    """Multiple action takes two or three amounts, each within the limits."""
    table = table_of("tribal", "", multiple_action=True)
    table.do(chips("ann", 15))
    rungs = [
        Rung(place("1 ann main 5"), Code.STAKE_NOT_OFFERED, "T-q-2"),
        Rung(place("1 ann main 5/5/5/5"), Code.STAKE_NOT_OFFERED, "T-q-2"),
        Rung(place("1 ann main 5/5/1"), Code.STAKE_TOO_SMALL, "T-q-2-s3"),
        Rung(place("1 ann main 5/5/10"), Code.NOT_ENOUGH_CHIPS, "T-c-4"),
    ]
    climb(table, rungs, place("1 ann main 5/5/5"))


def test_additional_wager() -> None:
    """Whether it is offered comes before the main wager, company, and the stake."""
    table = table_of("tribal", "", additional_wager="over_under_13")
    table.do(BuyIn(player="ann", amount=5_00))

    def bet(table: AtTable) -> None:
        table.do(chips("ann", 1))
        table.do(place("1 ann main 5"))
        table.do(place("1 ann over_13 1"))

    def take_back(table: AtTable) -> None:
        table.do(WithdrawWager(by="ann", box=1, wager="over_13"))

    def spend(table: AtTable) -> None:
        table.do(WithdrawWager(by="ann", box=1, wager="main"))
        table.do(place("1 ann main 5.50"))

    rungs = [
        Rung(place("1 ann lottery 2/2"), Code.NOT_OFFERED, "T-p-1"),
        Rung(place("1 ann sevens 2/2"), Code.NOT_OFFERED, "T-p-1-iii"),
        Rung(place("1 ann over_13 2/2"), Code.NO_MAIN_WAGER, "T-p-3"),
        Rung(place("1 ann over_13 2/2"), Code.ALREADY_PLACED, "T-c-1", bet),
        Rung(place("1 ann under_13 2/2"), Code.EXCLUDED, "T-p-3-i"),
        Rung(place("1 ann under_13 2/2"), Code.STAKE_NOT_OFFERED, "T-p-2", take_back),
        Rung(place("1 ann under_13 2"), Code.STAKE_NOT_OFFERED, "T-p-2"),
        Rung(place("1 ann under_13 1"), Code.NOT_ENOUGH_CHIPS, "T-c-4", spend),
    ]
    climb(table, rungs, place("1 ann under_13 1"), lambda table: table.do(chips("ann", 1)))


def test_stake_of_a_side_wager() -> None:
    """A stake is made of chips, and lies within its limits."""
    table = table_of("house", "", "1 ann main 5")
    rungs = [
        Rung(place("1 ann over_13 0.75"), Code.STAKE_NOT_CHIPS, "H-equipment-3"),
        Rung(place("1 ann over_13 0.50"), Code.STAKE_TOO_SMALL, "H-limits-1"),
        Rung(place("1 ann over_13 10.50"), Code.STAKE_TOO_LARGE, "H-limits-1"),
    ]
    climb(table, rungs, place("1 ann over_13 10"))


def test_additional_wager_above_the_house_limit() -> None:
    """One dollar is the stake, but this house takes less."""
    table = table_of("tribal", "", "1 ann main 5", additional_wager="sevens", sevens_max=0.5)
    climb(
        table,
        [Rung(place("1 ann sevens 1"), Code.STAKE_TOO_LARGE, "T-p-8")],
        place("2 bob main 5"),
        lambda table: table.do(chips("bob", 5)),
    )


def test_streak_wager() -> None:
    """Streak wagers are placed together, each once, and the next ones when all are decided."""
    shoe = "Ts 6d Th Tc 9s"
    table = table_of("tribal", shoe, "1 ann main 5", "1 ann streak_3 1", streak=True)

    def win(table: AtTable) -> None:
        table.do(Deal())
        table.do(Stand(by="ann", box=1))
        table.do(place("1 ann main 5"))

    rungs = [
        Rung(place("1 ann streak_3 0.50"), Code.ALREADY_PLACED, "T-c-1"),
        Rung(place("1 ann streak_2 0.50"), Code.ALREADY_PLACED, "T-t-11-ii", win),
        Rung(
            place("2 bob streak_2 0.50"),
            Code.STAKE_TOO_SMALL,
            "T-t-1",
            lambda table: table.bet("2 bob main 5"),
        ),
    ]
    climb(table, rungs, place("2 bob streak_2 1"))


def test_ante() -> None:
    """An ante belongs to a main wager that owes one, and is the fee on the sign."""
    table = table_of("nz", "", variant="antes_up", ante_waived_from=50)
    table.do(chips("ann", 100))

    def bet(table: AtTable) -> None:
        table.do(place("1 ann main 50"))

    def bet_less(table: AtTable) -> None:
        table.do(WithdrawWager(by="ann", box=1, wager="main"))
        table.do(place("1 ann main 49.50"))

    rungs = [
        Rung(place("1 ann ante 1"), Code.NO_MAIN_WAGER, "NZ-5.1"),
        Rung(place("1 ann ante 1"), Code.NOT_OFFERED, "NZ-18.4", bet),
        Rung(place("1 ann ante 1"), Code.STAKE_NOT_OFFERED, "NZ-18.3", bet_less),
        Rung(
            place("1 ann ante 0.50"),
            Code.ALREADY_PLACED,
            "NZ-5.1",
            lambda table: table.do(place("1 ann ante 0.50")),
        ),
    ]
    climb(table, rungs, Deal())


def test_no_ante_elsewhere() -> None:
    """A table without the fee refuses it before anything else about it."""
    table = table_of("tribal", "", "1 ann main 5")
    climb(table, [Rung(place("1 ann ante 1"), Code.NOT_OFFERED, "T-c-1")], Deal())
