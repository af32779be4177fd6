"""The tribal regulation: what is verified before a progressive or a bonus payout is made."""

import pytest

from pitboss.cards import parse_cards
from pitboss.engine import do
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.round import RoundEnded
from pitboss.engine.state import BETTING, Automations
from tests.clauses.staffed import StaffedTable, staffed

CHECKED = Automations(checks=False)
"""The staff verifies each payout."""

PROGRESSIVE = (
    ("verify_cards", "dan", "T-r-7-i"),
    ("verify_light", "dan", "T-r-7-ii"),
    ("validate_payout", "sue", "T-r-7-iii"),
)
BONUS = (("verify_cards", "dan", "T-s-7-i"), ("verify_display", "dan", "T-s-7-ii"))
ANNOUNCED = (*BONUS, ("announce_amount", "dan", "T-s-7-iii"))
CONFIRMED = (*BONUS, ("confirm_amount", "sue", "T-s-7-iv"))

Checks = tuple[tuple[str, str, str], ...]


def paid(table: StaffedTable, wager: str) -> list[tuple[str, int]]:
    """Who has had what for a wager so far."""
    return [(e.player, e.net) for e in table.all_of(WagerSettled) if e.wager == wager]


def two_aces() -> StaffedTable:
    """Ann has two aces of one suit and stands, bob has none; both made a progressive wager."""
    table = staffed("tribal", automations=CHECKED, progressive=True)
    table.load("As 9h 7d As 9c Td")
    table.deal("1 ann main 10", "2 bob main 10", "1 ann progressive 1", "2 bob progressive 1")
    table.play("1 stand", "2 stand")
    return table


def blackjack(prize: int) -> StaffedTable:
    """Ann has a blackjack with a bonus of five dollars, and the button shows her prize."""
    table = staffed("tribal", automations=CHECKED, bonus=True)
    table.load("As 9h 7d Ks 9c Td")
    table.deal("1 ann main 10", "2 bob main 10", "1 ann bonus 5", "2 bob bonus 5")
    table.play("2 stand")
    table.do(do.DrawPrize(by="ann", prize=prize))
    return table


def check_all(table: StaffedTable, checks: Checks, wager: str) -> None:
    """Each check is for one role, in its order, and nothing is paid before the last of them."""
    family = checks[0][2].rpartition("-")[0]
    for step, by, clause in checks:
        assert "ann" not in dict(paid(table, wager))
        assert table.state.phase != BETTING
        table.refusal(do.Deal(by="dan"))
        for other, who, _ in checks:
            if other != step:
                table.refuse(do.Perform(by=who, step=other), clause)
                table.refuse(do.Perform(by=who, step=other), family)
        for stranger in {"dan", "sue", "ann"} - {by}:
            table.refuse(do.Perform(by=stranger, step=step), clause)
        table.do(do.Perform(by=by, step=step))


@pytest.mark.clause("T-r-7", "T-r-7-i", "T-r-7-ii", "T-r-7-iii")
def test_a_progressive_payout_waits_for_its_three_checks() -> None:
    table = two_aces()
    assert paid(table, "progressive") == [("bob", -100)]
    check_all(table, PROGRESSIVE, "progressive")
    assert paid(table, "progressive") == [("bob", -100), ("ann", 9900)]
    assert table.state.phase == BETTING


@pytest.mark.clause("T-r-8-s3")
def test_the_cards_of_a_progressive_winner_stay_until_it_is_paid() -> None:
    table = two_aces()
    for step, by, _ in PROGRESSIVE:
        assert not table.all_of(RoundEnded)
        box = table.state.the_box(1)
        assert box.hands[0].hand.cards == parse_cards("As As")
        table.do(do.Perform(by=by, step=step))
    assert len(table.all_of(RoundEnded)) == 1


@pytest.mark.clause("T-r-7", "T-r-8")
def test_a_meter_is_validated_for_each_who_shares_it() -> None:
    table = staffed("tribal", automations=CHECKED, progressive=True)
    table.load("As Ac 7d Ac As Td As Ac Ac As 2h")
    table.deal("1 ann main 10", "2 bob main 10", "1 ann progressive 1", "2 bob progressive 1")
    for player, box in (("ann", 1), ("bob", 2)):
        table.do(do.Hit(by=player, box=box))
        table.do(do.Hit(by=player, box=box))
        table.do(do.Stand(by=player, box=box))
    assert not paid(table, "progressive")
    for _ in range(2):
        for step, by, _ in PROGRESSIVE:
            table.do(do.Perform(by=by, step=step))
    share = (10000_00 + 140) // 2 - 100
    assert sorted(paid(table, "progressive")) == [("ann", share), ("bob", share)]
    assert table.state.meter == 5000_00


@pytest.mark.clause("T-s-7", "T-s-7-i", "T-s-7-ii", "T-s-7-iii", "T-s-7-iv")
@pytest.mark.parametrize(
    "prize, checks", [(50_00, ANNOUNCED), (99_99, ANNOUNCED), (100_00, CONFIRMED)]
)
def test_a_bonus_waits_for_its_checks(prize: int, checks: Checks) -> None:
    table = blackjack(prize)
    assert paid(table, "bonus") == [("bob", -500)]
    check_all(table, checks, "bonus")
    assert paid(table, "bonus") == [("bob", -500), ("ann", prize - 500)]
    assert table.state.phase == BETTING


@pytest.mark.clause("T-s-7-iii", "T-s-7-iv")
@pytest.mark.parametrize("prize, other", [(99_99, "confirm_amount"), (100_00, "announce_amount")])
def test_a_hundred_dollars_divide_the_two_checks(prize: int, other: str) -> None:
    table = blackjack(prize)
    for step, by, _ in BONUS:
        table.do(do.Perform(by=by, step=step))
    table.refuse(do.Perform(by="sue", step=other), "T-s-7")
    table.refuse(do.Perform(by="dan", step=other), "T-s-7")


@pytest.mark.clause("T-s-5-ii", "T-s-6")
def test_the_cards_of_a_bonus_winner_lie_there_until_it_is_paid() -> None:
    table = blackjack(50_00)
    assert [e.wager for e in table.all_of(WagerSettled)][1:] == ["main", "main"]
    for step, by, _ in ANNOUNCED:
        box = table.state.the_box(1)
        assert box.hands[0].hand.cards == parse_cards("As Ks")
        assert not box.hands[0].is_removed
        assert not table.all_of(RoundEnded)
        table.do(do.Perform(by=by, step=step))
    assert table.all_of(RoundEnded)


@pytest.mark.clause("T-r-7", "T-s-7")
def test_a_loser_is_taken_without_any_check() -> None:
    table = staffed("tribal", automations=CHECKED, progressive=True)
    table.load("As 9h Ks Td")
    table.deal("1 ann main 10", "1 ann progressive 1")
    assert paid(table, "progressive") == [("ann", -100)]
    assert table.state.phase == BETTING
