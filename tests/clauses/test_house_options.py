"""What the eight-deck house game may choose, and which clause refuses the rest."""

import pytest

from pitboss.rulebook.questions.stakes import main_stakes
from tests.clauses.options import refusing_clauses, rules_of


@pytest.mark.clause("H-limits-1")
@pytest.mark.parametrize("wager", ["match_dealer", "over_13", "under_13"])
def test_each_side_wager_keeps_the_limits_of_its_own(wager: str) -> None:
    low, high = f"{wager}_min", f"{wager}_max"
    by_default = rules_of("house").wagers[wager]
    assert (by_default.stake_min, by_default.stake_max) == (100, 1000)
    narrowed = rules_of("house", **{low: 2, high: 5}).wagers[wager]
    assert (narrowed.stake_min, narrowed.stake_max) == (200, 500)
    assert refusing_clauses("house", **{low: 0.5}) == {"H-limits-1"}
    assert refusing_clauses("house", **{high: 11}) == {"H-limits-1"}
    assert refusing_clauses("house", **{low: 5, high: 4}) == {"H-limits-1"}


@pytest.mark.clause("H-limits-1", "H-equipment-3")
def test_the_least_ante_is_made_of_whole_chips() -> None:
    assert main_stakes(rules_of("house", chip_unit=5, min_bet=5)).low == 5_00
    assert main_stakes(rules_of("house", chip_unit=5, min_bet=4)).low == 5_00


@pytest.mark.clause("H-wagers-7")
@pytest.mark.parametrize(
    "reading, hands, cards",
    [
        ("late_two_cards", "any", "two"),
        ("split_hands_only", "split", "two"),
        ("any_cards", "any", "any"),
        ("none", "none", "two"),
    ],
)
def test_surrender_can_be_read_in_four_ways(reading: str, hands: str, cards: str) -> None:
    surrender = rules_of("house", surrender=reading).surrender
    assert (surrender.hands, surrender.cards) == (hands, cards)


@pytest.mark.clause("H-payouts-4", "H-payouts-5", "H-payouts-6", "H-payouts-7", "H-payouts-8")
def test_match_the_dealer_has_five_prices() -> None:
    lines = rules_of("house").wagers["match_dealer"].lines
    assert {name: (str(line.payoff), line.clause) for name, line in lines.items()} == {
        "two_suited": ("20 to 1", "H-payouts-4"),
        "suited_and_unsuited": ("14 to 1", "H-payouts-5"),
        "two_unsuited": ("10 to 1", "H-payouts-6"),
        "suited": ("7 to 1", "H-payouts-7"),
        "unsuited": ("3 to 1", "H-payouts-8"),
    }


@pytest.mark.clause("H-payouts-9", "H-wagers-17")
@pytest.mark.parametrize("wager", ["over_13", "under_13"])
def test_over_and_under_pay_even_money_and_may_stand_together(wager: str) -> None:
    offered = rules_of("house").wagers[wager]
    assert [(str(line.payoff), line.clause) for line in offered.lines.values()] == [
        ("1 to 1", "H-payouts-9")
    ]
    assert offered.alone == ()


@pytest.mark.clause("H-equipment-1", "H-rules-21", "H-limits-1")
def test_the_table_shows_its_places_its_limits_and_its_conduct() -> None:
    notices = {notice.clause: notice for notice in rules_of("house", min_bet=2).notices}
    assert notices["H-rules-21"].place == "sign"
    assert "Match the Dealer" in notices["H-equipment-1"].text
    assert notices["H-limits-1"].text == "Wagers from $2.00 to $10.00"


@pytest.mark.clause("H-rules-15")
@pytest.mark.parametrize(
    "policy, clauses",
    [
        ("three_to_two_or_push", {"H-payouts-1"}),
        ("tie_pays_even_money", {"H-payouts-1", "H-rules-15"}),
        ("guaranteed_even_money", {"H-rules-15"}),
    ],
)
def test_the_layout_shows_what_a_blackjack_pays(policy: str, clauses: set[str]) -> None:
    notices = rules_of("house", blackjack_policy=policy).notices
    shown = {notice.clause for notice in notices if "lackjack" in notice.text}
    assert shown == clauses
