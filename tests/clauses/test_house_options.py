"""What the eight-deck house game may choose, and which clause refuses the rest."""

import pytest

from pitboss.rulebook.questions.stakes import main_stakes
from pitboss.rulebook.rules import Rules
from tests.clauses.options import refusing_clauses, rules_of


def value_of(rules: Rules, path: str) -> object:
    """A value of the rules by section and name: ``table.boxes``; odds as they are written."""
    section, name = path.split(".")
    value: object = getattr(getattr(rules, section), name)
    return str(value) if name in ("pays", "tie_pays") else value


@pytest.mark.parametrize(
    "options, path, value",
    [
        pytest.param({}, "table.decks", 8, marks=pytest.mark.clause("H-equipment-2")),
        pytest.param({"boxes": 1}, "table.boxes", 1, marks=pytest.mark.clause("H-equipment-1")),
        pytest.param({"boxes": 9}, "table.boxes", 9, marks=pytest.mark.clause("H-equipment-1")),
        pytest.param(
            {}, "table.boxes_per_player", 3, marks=pytest.mark.clause("H-rules-6", "H-rules-8")
        ),
        pytest.param(
            {"boxes_per_player": 2},
            "table.boxes_per_player",
            2,
            marks=pytest.mark.clause("H-rules-6", "H-rules-8"),
        ),
        pytest.param(
            {"multiple_hands": False},
            "table.boxes_per_player",
            1,
            marks=pytest.mark.clause("H-rules-8"),
        ),
        pytest.param({}, "limits.min_bet", 100, marks=pytest.mark.clause("H-limits-1")),
        pytest.param({}, "limits.max_bet", 1000, marks=pytest.mark.clause("H-limits-1")),
        pytest.param(
            {"min_bet": 2, "max_bet": 5},
            "limits.max_bet",
            500,
            marks=pytest.mark.clause("H-limits-1"),
        ),
        pytest.param({}, "limits.chip_unit", 50, marks=pytest.mark.clause("H-equipment-3")),
        pytest.param(
            {"chip_unit": 1}, "limits.chip_unit", 100, marks=pytest.mark.clause("H-equipment-3")
        ),
        pytest.param({}, "limits.payout_unit", "cent", marks=pytest.mark.clause("H-equipment-3")),
        pytest.param({}, "shoe.shuffler", "none", marks=pytest.mark.clause("H-equipment-5")),
        pytest.param(
            {"shuffler": "automatic"},
            "shoe.shuffler",
            "none",
            marks=pytest.mark.clause("H-equipment-5"),
        ),
        pytest.param(
            {}, "blackjack.pays", "3 to 2", marks=pytest.mark.clause("H-payouts-1", "H-object-3")
        ),
        pytest.param(
            {}, "blackjack.tie", "push", marks=pytest.mark.clause("H-rules-15", "H-rules-19")
        ),
        pytest.param(
            {"blackjack_policy": "tie_pays_even_money"},
            "blackjack.pays",
            "3 to 2",
            marks=pytest.mark.clause("H-payouts-1", "H-rules-18"),
        ),
        pytest.param(
            {"blackjack_policy": "tie_pays_even_money"},
            "blackjack.tie",
            "win_under_ten",
            marks=pytest.mark.clause("H-rules-15"),
        ),
        pytest.param(
            {"blackjack_policy": "tie_pays_even_money"},
            "blackjack.tie_pays",
            "1 to 1",
            marks=pytest.mark.clause("H-rules-15"),
        ),
        pytest.param(
            {"blackjack_policy": "guaranteed_even_money"},
            "blackjack.pays",
            "1 to 1",
            marks=pytest.mark.clause("H-rules-15"),
        ),
        pytest.param(
            {"blackjack_policy": "guaranteed_even_money"},
            "blackjack.tie",
            "win",
            marks=pytest.mark.clause("H-rules-15"),
        ),
        pytest.param({}, "deal.peek", ("ace",), marks=pytest.mark.clause("H-method-29")),
        pytest.param(
            {"hole_check": "ace_and_ten"},
            "deal.peek",
            ("ace", "ten"),
            marks=pytest.mark.clause("H-method-29"),
        ),
        pytest.param(
            {"hole_check": "none"}, "deal.peek", (), marks=pytest.mark.clause("H-method-29")
        ),
        pytest.param(
            {"dealer_blackjack_takes": "original_only"},
            "settlement.dealer_blackjack_takes",
            "live_original",
            marks=pytest.mark.clause("H-method-29"),
        ),
        pytest.param({}, "shoe.burn", "per_round", marks=pytest.mark.clause("H-method-17")),
        pytest.param(
            {"burn": "per_shoe"}, "shoe.burn", "per_shoe", marks=pytest.mark.clause("H-method-17")
        ),
        pytest.param(
            {}, "shoe.rounds_after_cut_card", "current", marks=pytest.mark.clause("H-method-13")
        ),
        pytest.param(
            {"last_round": "one_more"},
            "shoe.rounds_after_cut_card",
            "one_more",
            marks=pytest.mark.clause("H-method-13"),
        ),
    ],
)
def test_what_may_be_chosen_rules_the_table(
    options: dict[str, object], path: str, value: object, request: pytest.FixtureRequest
) -> None:
    rules = rules_of("house", **options)
    assert value_of(rules, path) == value
    marker = request.node.get_closest_marker("clause")
    assert set(marker.args) <= set(rules.clauses(path))


@pytest.mark.parametrize(
    "options, clause",
    [
        pytest.param({"decks": 6}, "H-equipment-2", marks=pytest.mark.clause("H-equipment-2")),
        pytest.param({"boxes": 10}, "H-equipment-1", marks=pytest.mark.clause("H-equipment-1")),
        pytest.param({"boxes_per_player": 4}, "H-rules-6", marks=pytest.mark.clause("H-rules-6")),
        pytest.param({"boxes_per_player": 0}, "H-rules-6", marks=pytest.mark.clause("H-rules-6")),
        pytest.param(
            {"multiple_hands": "perhaps"}, "H-rules-8", marks=pytest.mark.clause("H-rules-8")
        ),
        pytest.param({"min_bet": 0.5}, "H-limits-1", marks=pytest.mark.clause("H-limits-1")),
        pytest.param({"max_bet": 10.5}, "H-limits-1", marks=pytest.mark.clause("H-limits-1")),
        pytest.param(
            {"min_bet": 6, "max_bet": 5}, "H-limits-1", marks=pytest.mark.clause("H-limits-1")
        ),
        *(
            pytest.param(
                {"second_cut_card_tolerance": cards},
                "H-method-12",
                marks=pytest.mark.clause("H-method-12"),
            )
            for cards in (-1, 27, "about")
        ),
        pytest.param({"chip_unit": 0}, "H-equipment-3", marks=pytest.mark.clause("H-equipment-3")),
        pytest.param(
            {"shuffler": "continuous"}, "H-equipment-5", marks=pytest.mark.clause("H-equipment-5")
        ),
        pytest.param(
            {"blackjack_policy": "six_to_five"},
            "H-rules-15",
            marks=pytest.mark.clause("H-rules-15"),
        ),
        pytest.param({"hole_check": "ten"}, "H-method-29", marks=pytest.mark.clause("H-method-29")),
        pytest.param(
            {"dealer_blackjack_takes": "live_original"},
            "H-method-29",
            marks=pytest.mark.clause("H-method-29"),
        ),
        pytest.param({"surrender": "early"}, "H-wagers-7", marks=pytest.mark.clause("H-wagers-7")),
        pytest.param({"burn": "none"}, "H-method-17", marks=pytest.mark.clause("H-method-17")),
        pytest.param(
            {"last_round": "two_more"}, "H-method-13", marks=pytest.mark.clause("H-method-13")
        ),
    ],
)
def test_what_a_clause_forbids_is_refused(options: dict[str, object], clause: str) -> None:
    assert refusing_clauses("house", **options) == {clause}


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
