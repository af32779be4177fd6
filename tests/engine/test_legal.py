"""Offers: every one is accepted within its stakes, and nothing else is offered."""

from msgspec.structs import replace

from pitboss.engine.deal import Deal
from pitboss.engine.insurance import CloseInsurance, Insure
from pitboss.engine.legal import insurance_is_open, legal
from pitboss.engine.offers import Offer
from pitboss.engine.play.acts import Split, Stand
from pitboss.engine.side_wagers.settling import prize_to_draw
from tests.clauses.rounds import AtTable, table_of
from tests.engine.ladders import chips, place


def offers(table: AtTable, player: str) -> dict[str, Offer]:
    """A player's offers by what they do, the wager where it is one."""
    return {offer.wager or offer.do: offer for offer in legal(table.state, player)}


def test_main_wagers_of_a_player() -> None:
    """Free boxes are offered from the least wager to the greatest, in chips."""
    table = table_of("tribal", "", boxes=2)
    table.do(chips("ann", 100))
    offered = legal(table.state, "ann")
    assert [(offer.box, offer.wager) for offer in offered] == [(1, "main"), (2, "main")]
    assert (offered[0].low, offered[0].high, offered[0].unit) == (5_00, 100_00, 50)


def test_nothing_for_who_has_no_chips() -> None:
    table = table_of("tribal", "")
    assert legal(table.state, "ann") == ()
    table.do(chips("ann", 4))
    assert legal(table.state, "ann") == ()


def test_one_box_unless_the_house_permits_more() -> None:
    table = table_of("tribal", "", "1 ann main 10", "2 bob main 10")
    assert legal(table.state, "ann") == ()


def test_limits_of_box_and_player() -> None:
    """A follower is offered what the box has left, and no more than one player may stake."""
    table = table_of("nz", "", "1 ann main 40", box_max=100, player_max=50)
    table.do(chips("bob", 500))
    highs = {offer.box: offer.high for offer in legal(table.state, "bob")}
    assert (highs[1], highs[2]) == (50_00, 50_00)
    table.do(place("1 bob main 50"))
    table.do(chips("cat", 500))
    assert {offer.box: offer.high for offer in legal(table.state, "cat")}[1] == 10_00


def test_held_to_the_minimum() -> None:
    """Who has sat out is offered the least wager only (NZ-5.8)."""
    table = table_of("nz", "Ts 9d 9h 8c", "1 ann main 10", mid_shoe_limit="minimum")
    table.do(Deal())
    table.do(Stand(by="ann", box=1))
    table.do(chips("bob", 500))
    assert {(offer.low, offer.high) for offer in legal(table.state, "bob")} == {(5_00, 5_00)}
    assert {offer.high for offer in legal(table.state, "ann")} == {1000_00}


def test_stakes_against_several_dealer_hands() -> None:
    """The chips must reach for the dealer hands that have to be bet against."""
    table = table_of("tribal", "", multiple_action=True, boxes=1)
    table.do(chips("ann", 25))
    assert offers(table, "ann")["main"].high == 12_50


def test_acts_against_several_dealer_hands() -> None:
    """A double and a split say the most for each dealer hand."""
    table = table_of("tribal", "8s 6d 8h", "1 ann main 10/20", multiple_action=True)
    table.do(Deal())
    assert offers(table, "ann")["double"].spots == (10_00, 20_00)
    assert offers(table, "ann")["split"].spots == (10_00, 20_00)


def test_side_wagers_and_ante() -> None:
    """Side wagers come with a main wager; stakes that are fixed are listed."""
    table = table_of("tribal", "", bonus=True)
    table.do(chips("ann", 8))
    assert "bonus" not in offers(table, "ann")
    table.do(place("1 ann main 5"))
    assert offers(table, "ann")["bonus"].only == (1_00,)
    ante = table_of("nz", "", "1 ann main 10", variant="antes_up")
    assert offers(ante, "ann")["ante"].only == (50,)


def test_least_stakes_that_chips_can_make() -> None:
    """Where the chips are large, the least stake is the first that they make (NZ-5.2)."""
    table = table_of(
        "nz", "5s 9d 6h", "1 ann main 10", chip_unit=2.5, super_sevens=True, madness_21=True
    )
    offered = offers(table, "ann")
    assert (offered["super_sevens"].low, offered["super_sevens"].unit) == (2_50, 2_50)
    assert (offered["madness_21"].low, offered["madness_21"].unit) == (5_00, 5_00)
    table.do(Deal())
    double = offers(table, "ann")["double"]
    assert (double.low, double.high, double.unit) == (2_50, 10_00, 2_50)


def test_staff_deal_when_there_is_a_wager_and_a_shoe() -> None:
    table = table_of("tribal", "Ts 6d 9h Tc")
    assert legal(table.state, "") == ()
    table.bet("1 ann main 10")
    assert legal(table.state, "") == (Offer("deal"),)
    table.do(Deal())
    assert legal(table.state, "") == ()


def test_offers_against_an_ace() -> None:
    """Insurance up to half, even money for a blackjack, and for the staff to close both."""
    table = table_of("nz", "As Ts Ad Kh 9h", "1 ann main 10", "2 bob main 10")
    table.do(chips("cat", 10))
    table.do(place("1 cat main 10"))
    table.do(Deal())
    assert insurance_is_open(table.state)
    assert legal(table.state, "") == (Offer("close_insurance"),)
    assert offers(table, "ann")["insure"].high == 5_00
    assert "take_even_money" in offers(table, "ann")
    assert set(offers(table, "bob")) == {"insure"}
    # Cat has no chips left: she can only decline.
    assert offers(table, "cat")["insure"] == Offer("insure", "cat", 1)
    table.do(Insure(by="bob", box=2, amounts=(0,)))
    assert offers(table, "bob") == {}
    assert legal(table.state, "dan") == ()
    table.do(CloseInsurance())
    assert not insurance_is_open(table.state)


def test_acts_of_the_hand_in_play() -> None:
    """Only the seated player of the hand in play is offered acts, each as his chips allow."""
    table = table_of("nz", "8s Ts 9d 8h 9h", "1 ann main 10", "1 bob main 10", "2 cat main 10")
    table.do(Deal())
    assert set(offers(table, "ann")) == {"hit", "stand", "double", "split"}
    assert offers(table, "ann")["double"].high == 10_00
    assert offers(table, "ann")["split"].only == (10_00,)
    assert offers(table, "bob") == offers(table, "cat") == {}


def test_acts_that_cost_more_than_the_player_has() -> None:
    """A double shrinks to what is left, and a split needs the whole wager."""
    table = table_of("nz", "8s 9d 8h")
    table.do(chips("ann", 13))
    table.do(place("1 ann main 10"))
    table.do(Deal())
    assert set(offers(table, "ann")) == {"hit", "stand", "double"}
    assert offers(table, "ann")["double"].high == 3_00


def test_no_double_without_chips() -> None:
    table = table_of("double_deck", "6s 9d 5h 9c")
    table.do(chips("ann", 15))
    table.do(place("1 ann main 10"))
    table.do(Deal())
    assert set(offers(table, "ann")) == {"hit", "stand"}


def test_free_acts() -> None:
    """What the house pays for is offered without an amount."""
    table = table_of("pa_free_bet", "5s 9d 5h 9c")
    table.do(chips("ann", 10))
    table.do(place("1 ann main 10"))
    table.do(Deal())
    assert offers(table, "ann")["double"].is_free
    assert offers(table, "ann")["split"].is_free
    table.do(Split(by="ann", box=1))
    assert offers(table, "ann")["hit"].hand == 1


def test_prize_to_draw() -> None:
    """A winner who waits for the button is shown to the staff with the range of the clause."""
    wagers = ("1 ann main 10", "1 ann madness_21 2")
    table = table_of("nz", "As Ad Kh", *wagers, madness_21=True)
    assert prize_to_draw(table.state) is None
    table.do(Deal())
    assert not insurance_is_open(table.state)
    offer = Offer("draw_prize", box=1, wager="madness_21", low=5_00, high=1000_00)
    decline = Offer("decline_prize", "ann", box=1)
    assert legal(table.state, "") == (replace(offer, by="ann"), decline)
    assert legal(table.state, "ann") == (replace(offer, by="ann"), decline)
    assert legal(table.state, "bob") == ()
