"""Match play coupons: where they lie, who sees them, and that they are never money."""

import pytest

from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.betting.placing import CouponPlaced, CouponWithdrawn, WithdrawWager
from pitboss.engine.deal import Deal
from pitboss.engine.legal import legal
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.acts import Stand, Surrender
from pitboss.engine.state import COUPON
from pitboss.engine.state.invariants import broken, chips_on_layout
from pitboss.engine.views import CouponView, view
from pitboss.engine.words import tell
from pitboss.ledger.balances import book, opening
from pitboss.rulebook.refusals import Code
from tests.clauses.options import rules_of
from tests.clauses.rounds import PURSE, AtTable, table_of

WAGERS = ("1 ann main 10", "1 ann match_play 10")


def with_coupon(shoe: str = "", **options: object) -> AtTable:
    return table_of("tribal", shoe, *WAGERS, match_play=True, **options)


def coupon(by: str, box: int, *amounts: int) -> PlaceWager:
    return PlaceWager(by=by, box=box, wager=COUPON, amounts=amounts)


def test_a_coupon_costs_no_chips() -> None:
    """It lies on the box for everybody to see, and the chips are those of the wager alone."""
    table = with_coupon()
    assert table.all_of(CouponPlaced) == [CouponPlaced(1, "ann", 10_00)]
    assert table.state.chips["ann"] == PURSE - 10_00
    assert chips_on_layout(table.state) == 10_00
    assert view(table.state, "eve").coupons == {"1 ann": CouponView(1, "ann", 10_00, {})}


def test_a_coupon_is_offered_once_beside_a_wager() -> None:
    """Even to a player whose last chips are the wager."""
    table = table_of("tribal", "", "1 ann main 10", match_play=True)
    offers = [offer for offer in legal(table.state, "ann") if offer.wager == COUPON]
    assert [(offer.box, offer.only) for offer in offers] == [(1, (10_00,))]
    table.do(coupon("ann", 1, *offers[0].only))
    assert not [offer for offer in legal(table.state, "ann") if offer.wager == COUPON]


@pytest.mark.parametrize("wager", ["main", COUPON])
def test_a_coupon_is_taken_back(wager: str) -> None:
    """By itself, or with the wager that it lies beside."""
    table = with_coupon()
    events = table.do(WithdrawWager(by="ann", box=1, wager=wager))
    assert events[0] == CouponWithdrawn(1, "ann", 10_00)
    assert not any(box.coupons for box in table.state.boxes)
    again = table.refusal(WithdrawWager(by="ann", box=1, wager=COUPON))
    assert again.code is Code.UNKNOWN


def test_refusals_in_order() -> None:
    """Whether coupons are taken, a wager, a second coupon, the amount; none after the deal."""
    table = table_of("tribal", "Ts Td 9h 8d", "1 ann main 10", match_play=True)
    codes = [
        table.refusal(coupon("ann", 2, 10_00)).code,
        table.refusal(coupon("ann", 1, 5_00)).code,
        table.refusal(coupon("ann", 1, 10_00, 10_00)).code,
        table.refusal(coupon("ann", 1)).code,
    ]
    assert codes == [Code.NO_MAIN_WAGER, *[Code.STAKE_NOT_OFFERED] * 3]
    table.do(coupon("ann", 1, 10_00))
    assert table.refusal(coupon("ann", 1, 5_00)).code is Code.ALREADY_PLACED
    table.do(Deal())
    late = table.refusal(coupon("ann", 1, 10_00))
    assert (late.code, "T-c-4-s2" in late.clauses) == (Code.BETTING_CLOSED, True)


@pytest.mark.parametrize("rulebook", ["nz", "pa_free_bet", "house", "double_deck"])
def test_other_rulebooks_take_none(rulebook: str) -> None:
    """They speak of no coupon."""
    table = table_of(rulebook, "", "1 ann main 10")
    refused = table.refusal(coupon("ann", 1, 10_00))
    assert (refused.code, refused.clause) == (
        Code.NOT_OFFERED,
        rules_of(rulebook).clause("limits.coupon"),
    )


@pytest.mark.parametrize(
    "shoe, result, net, told",
    [
        ("Ts Td 9h 8d", "win", 10_00, "wins 10.00 at 1 to 1"),
        ("Ts Td 7h 8d", "loss", 0, "loses"),
        ("Ts Td 8h 8d", "push", 0, "pushes"),
    ],
)
def test_a_coupon_is_decided_with_its_wager(shoe: str, result: str, net: int, told: str) -> None:
    """Right after it, without a stake; the books sum to zero and agree with the table."""
    table = with_coupon(shoe)
    table.do(Deal())
    table.do(Stand(by="ann", box=1))
    main, decided = table.all_of(WagerSettled)
    assert (main.wager, main.result) == ("main", result)
    assert (decided.wager, decided.result, decided.stake, decided.net) == (COUPON, result, 0, net)
    assert tell(decided) == f"Box 1: ann's match play coupon {told} [T-c-4-s2]."
    books = opening(0)
    book(books, table.events)
    assert books.total() == 0
    assert books["player ann"] == table.state.chips["ann"] == PURSE + main.net + net
    assert broken(table.state) == ""


def test_a_coupon_on_a_hand_given_up_is_collected() -> None:
    table = with_coupon("Ts Td 6h 8d", surrender=True)
    table.do(Deal())
    table.do(Surrender(by="ann", box=1))
    assert [(one.wager, one.result, one.net) for one in table.all_of(WagerSettled)] == [
        ("main", "surrender", -5_00),
        (COUPON, "loss", 0),
    ]
