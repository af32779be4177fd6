"""Refusals after the deal in order of precedence: each row repairs what the row above reported."""

import pytest

from pitboss.engine.deal import Deal
from pitboss.engine.insurance import CloseInsurance, Insure, TakeEvenMoney
from pitboss.engine.play.acts import Double, Hit, Split, Stand, Surrender
from pitboss.engine.side_wagers.prizes import DrawPrize
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import AtTable, table_of
from tests.engine.ladders import Rung, chips, climb, place


def insure(by: str, *amounts: float) -> Insure:
    """Insurance on box 1."""
    return Insure(by=by, box=1, amounts=tuple(round(amount * 100) for amount in amounts))


def close_and_stand(table: AtTable) -> None:
    """End a round in which Ann decides for box 1."""
    table.do(Stand(by="ann", box=1))


def test_insurance() -> None:
    """Whose wager comes before the up card, the time, an earlier answer, and the amount."""
    shoe = "Ts 9d 9h 8c Ts Ad 9h 9c As Ad Kh"
    table = table_of("nz", shoe, "1 ann main 10")

    def deal_an_ace(table: AtTable) -> None:
        close_and_stand(table)
        table.do(place("1 ann main 10"))
        table.do(Deal())
        table.do(CloseInsurance())

    def deal_a_blackjack(table: AtTable) -> None:
        close_and_stand(table)
        table.do(chips("cat", 12))
        for line in ("1 ann main 10", "1 bob main 10", "1 cat main 10"):
            table.bet(line)
        table.do(Deal())
        table.do(insure("bob", 0))
        table.do(TakeEvenMoney(by="ann", box=1))

    rungs = [
        Rung(insure("cat", 6, 6), Code.NO_MAIN_WAGER, "NZ-5.1"),
        Rung(insure("ann", 6, 6), Code.WRONG_TIME, "NZ-9.1"),
        Rung(insure("ann", 6, 6), Code.NOT_OFFERED, "NZ-9.1", lambda table: table.do(Deal())),
        Rung(insure("ann", 6, 6), Code.WRONG_TIME, "NZ-9.2-s2", deal_an_ace),
        Rung(insure("bob", 6, 6), Code.ALREADY_PLACED, "NZ-5.1", deal_a_blackjack),
        Rung(insure("ann", 6, 6), Code.NOT_ALLOWED, "NZ-10.3"),
        Rung(insure("cat", 6, 6), Code.STAKE_NOT_OFFERED, "NZ-9.3-a"),
        Rung(insure("cat", 6), Code.STAKE_TOO_LARGE, "NZ-9.3-a"),
        Rung(insure("cat", 4.75), Code.STAKE_NOT_CHIPS, "NZ-9.3-b"),
        Rung(insure("cat", -1), Code.STAKE_TOO_SMALL, "NZ-9.3-b"),
        Rung(insure("cat", 5), Code.NOT_ENOUGH_CHIPS, "NZ-5.2"),
    ]
    climb(table, rungs, insure("cat", 5), lambda table: table.do(chips("cat", 3)))


def test_no_insurance_of_a_blackjack() -> None:
    """A Blackjack + table pays it at once, so there is nothing to insure."""
    table = table_of(
        "nz", "As Ts Ad Kh 9h", "1 ann main 10", "2 bob main 10", variant="blackjack_plus"
    )
    table.do(Deal())
    climb(table, [Rung(insure("ann", 5), Code.NOT_ALLOWED, "NZ-19.6")], CloseInsurance())


def test_even_money() -> None:
    """A blackjack against an ace, before the offers close, and not together with insurance."""
    shoe = "Ts Ks Qs 9d 9h Ah Ac 8c Ts Ks Qs Ad 9h Ah Ac 8d"
    table = table_of("house", shoe, "1 ann main 10")

    def even_money(by: str, box: int) -> TakeEvenMoney:
        return TakeEvenMoney(by=by, box=box)

    def deal(table: AtTable) -> None:
        for line in ("2 bob main 10", "3 cat main 10"):
            table.bet(line)
        table.do(Deal())

    def deal_an_ace(table: AtTable) -> None:
        table.do(Stand(by="ann", box=1))
        for player, box in (("bob", 2), ("cat", 3)):
            table.do(Stand(by=player, box=box))
        table.do(place("1 ann main 10"))
        deal(table)
        table.do(Insure(by="bob", box=2, amounts=(5_00,)))
        table.do(even_money("cat", 3))

    rungs = [
        Rung(even_money("bob", 1), Code.NO_MAIN_WAGER, "H-wagers-1"),
        Rung(even_money("ann", 1), Code.WRONG_TIME, "H-wagers-15"),
        Rung(even_money("bob", 2), Code.NOT_OFFERED, "H-rules-17", deal),
        Rung(even_money("ann", 1), Code.NOT_ALLOWED, "H-rules-17", deal_an_ace),
        Rung(even_money("cat", 3), Code.ALREADY_PLACED, "H-wagers-1"),
        Rung(even_money("bob", 2), Code.EXCLUDED, "H-rules-17"),
        Rung(
            even_money("bob", 2),
            Code.WRONG_TIME,
            "H-rules-17",
            lambda table: table.do(CloseInsurance()),
        ),
    ]
    climb(table, rungs, Stand(by="ann", box=1))


def test_even_money_that_is_not_offered() -> None:
    table = table_of("tribal", "As Ad Kh 9c", "1 ann main 10")
    table.do(Deal())
    rungs = [Rung(TakeEvenMoney(by="ann", box=1), Code.NOT_OFFERED, "T-g-2")]
    climb(table, rungs, CloseInsurance())
    table.bet("1 ann main 10")
    climb(table, [Rung(CloseInsurance(), Code.WRONG_TIME, "T-i-1")], Deal())


def test_acting() -> None:
    """Which hand comes before who, who before when, when before what the hand may do."""
    shoe = "Ts 9s Ad 8h 8c 7c Ks"
    table = table_of("tribal", shoe, "1 ann main 10", "2 bob main 10")
    rungs = [
        Rung(Hit(by="bob", box=1), Code.UNKNOWN, "T-f-5-i"),
        Rung(Hit(by="bob", box=3), Code.UNKNOWN, "T-f-5-i", lambda table: table.do(Deal())),
        Rung(Hit(by="bob", box=1, hand=2), Code.UNKNOWN, "T-f-5-i"),
        Rung(Hit(by="bob", box=1), Code.NOT_YOURS, "T-f-6-s2"),
        Rung(Split(by="bob", box=2), Code.WRONG_TIME, "T-c-3"),
        Rung(
            Split(by="bob", box=2),
            Code.OUT_OF_TURN,
            "T-k-1",
            lambda table: table.do(CloseInsurance()),
        ),
        Rung(
            Hit(by="ann", box=1),
            Code.HAND_FINISHED,
            "T-l-1",
            lambda table: table.do(Stand(by="ann", box=1)),
        ),
        Rung(Surrender(by="ann", box=1), Code.NOT_ALLOWED, "T-l-1"),
        Rung(Split(by="bob", box=2), Code.NOT_ALLOWED, "T-k-1"),
    ]
    climb(table, rungs, Hit(by="bob", box=2))


def test_standing_too_low() -> None:
    table = table_of("nz", "5s 9d 6h", "1 ann main 10")
    table.do(Deal())
    climb(table, [Rung(Stand(by="ann", box=1), Code.MUST_DRAW, "NZ-13.1-d")], Hit(by="ann", box=1))


def test_doubling() -> None:
    """The hand comes before the bettors, and they before their amounts and chips."""
    table = table_of(
        "nz", "As 9d 7h 9c 6s 9d 5h", "1 ann main 10", "1 bob main 20", min_increment=2
    )
    table.do(Deal())

    def double(**stakes: tuple[int, ...]) -> Double:
        return Double(by="ann", box=1, stakes=dict(stakes))

    def deal_eleven(table: AtTable) -> None:
        table.do(Stand(by="ann", box=1))
        table.do(place("1 ann main 10"))
        table.do(place("1 bob main 20"))
        table.do(Deal())

    free = Double(by="ann", box=1, stakes={"ann": ("free",)})
    rungs = [
        Rung(double(cat=(1,)), Code.NOT_ALLOWED, "NZ-11.1"),
        Rung(double(cat=(1,)), Code.NOT_YOURS, "NZ-14.3-e", deal_eleven),
        Rung(free, Code.STAKE_NOT_OFFERED, "NZ-11.2"),
        Rung(double(ann=(5_00, 5_00)), Code.STAKE_NOT_OFFERED, "NZ-11.2-a"),
        Rung(double(ann=(10_50,)), Code.STAKE_TOO_LARGE, "NZ-11.2-a"),
        Rung(double(ann=(1_00,)), Code.STAKE_TOO_SMALL, "NZ-11.2-b"),
        Rung(double(ann=(5_25,)), Code.STAKE_NOT_CHIPS, "NZ-5.2"),
    ]
    climb(table, rungs, double(ann=(5_00,), bob=(0,)))


def test_doubling_without_chips() -> None:
    """Each bettor pays for himself; one who is not named and cannot pay does not double."""
    table = table_of("nz", "6s 9d 5h", "1 ann main 10")
    table.do(chips("bob", 25))
    table.do(place("1 bob main 20"))
    table.do(Deal())
    too_much = Double(by="ann", box=1, stakes={"bob": (20_00,)})
    climb(table, [Rung(too_much, Code.NOT_ENOUGH_CHIPS, "NZ-5.2")], Double(by="ann", box=1))
    assert table.state.chips["bob"] == 5_00


@pytest.mark.parametrize(
    "rulebook, cards, stake, clause",
    [
        ("pa_free_bet", "6s 9d 5h", 10_00, "PA-9-a-1"),
        ("house", "6s 9d 5h", 7_00, "H-wagers-11"),
        ("double_deck", "6s 9d 5h", 5_00, "DD-17"),
    ],
)
def test_double_of_another_amount(rulebook: str, cards: str, stake: int, clause: str) -> None:
    """Free only, full or half, or the whole wager: each rulebook has its own amounts."""
    table = table_of(rulebook, cards, "1 ann main 10")
    table.do(Deal())
    double = Double(by="ann", box=1, stakes={"ann": (stake,)})
    climb(table, [Rung(double, Code.STAKE_NOT_OFFERED, clause)], Double(by="ann", box=1))


def test_splitting() -> None:
    """The pair comes before the bettors, and they before their amounts and chips."""
    table = table_of("nz", "8s 9d 7h 9c 8s 9d 8h", "1 ann main 10")
    table.do(chips("bob", 25))
    table.do(Deal())

    def split(**choices: str) -> Split:
        return Split(by="ann", box=1, choices=dict(choices))

    def deal_a_pair(table: AtTable) -> None:
        table.do(Stand(by="ann", box=1))
        table.do(place("1 ann main 10"))
        table.do(place("1 bob main 20"))
        table.do(Deal())

    rungs = [
        Rung(split(cat="cover"), Code.NOT_ALLOWED, "NZ-12.1"),
        Rung(split(cat="cover"), Code.NOT_YOURS, "NZ-14.3-a", deal_a_pair),
        Rung(split(ann="free"), Code.STAKE_NOT_OFFERED, "NZ-12.2"),
        Rung(split(ann="soon"), Code.STAKE_NOT_OFFERED, "NZ-12.2"),
        Rung(split(ann="5"), Code.STAKE_NOT_OFFERED, "NZ-12.2"),
        Rung(split(ann="10", bob="cover"), Code.NOT_ENOUGH_CHIPS, "NZ-5.2"),
    ]
    climb(table, rungs, split(ann="10", bob="second"))


def test_chips_for_a_free_split() -> None:
    table = table_of("pa_free_bet", "8s 9d 8h", "1 ann main 10")
    table.do(Deal())
    split = Split(by="ann", box=1, choices={"ann": "10"})
    rungs = [Rung(split, Code.STAKE_NOT_OFFERED, "PA-10-b-2")]
    climb(table, rungs, Split(by="ann", box=1, choices={"ann": "free"}))


def test_prizes() -> None:
    """A prize is drawn when a winner waits for it, and is one that the button can show."""
    wagers = ("1 ann main 10", "1 ann madness_21 2")
    table = table_of("nz", "As 9d Kh", *wagers, madness_21=True)
    rungs = [
        Rung(DrawPrize(prize=4_00), Code.WRONG_TIME, "NZ-15A.6"),
        Rung(
            DrawPrize(prize=4_00),
            Code.PRIZE_NOT_OFFERED,
            "NZ-15A.6",
            lambda table: table.do(Deal()),
        ),
        Rung(DrawPrize(prize=1001_00), Code.PRIZE_NOT_OFFERED, "NZ-15A.6"),
    ]
    climb(table, rungs, DrawPrize(prize=25_00))


def test_no_prizes_without_a_button() -> None:
    table = table_of("house", "", "1 ann main 10")
    rungs = [Rung(DrawPrize(prize=5_00), Code.WRONG_TIME, "H-method-21")]
    climb(table, rungs, Deal())
