"""What the New Zealand division lets an operator choose, and which clause refuses the rest."""

import pytest

from pitboss.money import Odds
from pitboss.rulebook.file.options import Prizes
from tests.clauses.options import refusing_clauses, rules_of

Options = dict[str, object]

PAIR_SCALES = {
    "scale_1": {"perfect": "30 to 1", "coloured": "10 to 1", "mixed": "5 to 1"},
    "scale_2": {"perfect": "25 to 1", "coloured": "12 to 1", "mixed": "6 to 1"},
    "scale_3": {"perfect": "25 to 1", "coloured": "12 to 1", "mixed": "5 to 1"},
}


def prices(wager: str, **options: object) -> dict[str, str]:
    """What each line of a side wager pays."""
    lines = rules_of("nz", **options).wagers[wager].lines
    return {category: str(line.payoff) for category, line in lines.items()}


@pytest.mark.clause("NZ-15B.1", "NZ-15C.2")
@pytest.mark.parametrize("any_pair", ["scale_1", "scale_2"])
@pytest.mark.parametrize("perfect_pairs", ["scale_1", "scale_2", "scale_3"])
def test_15c_2_any_pair_and_perfect_pairs_exclude_each_other(
    any_pair: str, perfect_pairs: str
) -> None:
    refused_by = refusing_clauses("nz", any_pair=any_pair, perfect_pairs=perfect_pairs)
    assert refused_by == {"NZ-15B.1", "NZ-15C.2"}


@pytest.mark.clause("NZ-15.1", "NZ-15A.1", "NZ-15B.1", "NZ-15C.1")
def test_no_side_wager_is_offered_until_the_operator_chooses() -> None:
    assert not rules_of("nz").wagers
    chosen = rules_of("nz", super_sevens=True, madness_21=True, any_pair="scale_1")
    assert set(chosen.wagers) == {"super_sevens", "madness_21", "any_pair"}
    assert set(rules_of("nz", perfect_pairs="scale_1").wagers) == {"perfect_pairs"}


@pytest.mark.clause("NZ-15.3", "NZ-15A.3", "NZ-15B.4", "NZ-15C.5")
@pytest.mark.parametrize(
    "wager, value",
    [
        ("super_sevens", True),
        ("madness_21", True),
        ("perfect_pairs", "scale_2"),
        ("any_pair", "scale_2"),
    ],
)
def test_side_stakes_are_those_on_the_sign(wager: str, value: object) -> None:
    limits: Options = {f"{wager}_min": 2, f"{wager}_max": 20}
    rules = rules_of("nz", **{wager: value}, **limits)
    offered = rules.wagers[wager]
    assert (offered.stake_min, offered.stake_max) == (200, 2000)
    assert offered.unit == (100 if wager == "madness_21" else 50)
    assert any("from $2.00 to $20.00" in notice.text for notice in rules.notices)


@pytest.mark.clause("NZ-15B.7", "NZ-15B.8")
@pytest.mark.parametrize("scale", PAIR_SCALES)
def test_15b_7_perfect_pairs_pays_by_the_chosen_scale(scale: str) -> None:
    assert prices("perfect_pairs", perfect_pairs=scale) == PAIR_SCALES[scale]
    shown = [n.text for n in rules_of("nz", perfect_pairs=scale).notices if n.clause == "NZ-15B.8"]
    assert len(shown) == 1
    assert all(price in shown[0] for price in PAIR_SCALES[scale].values())


@pytest.mark.clause("NZ-15C.8", "NZ-15C.9")
@pytest.mark.parametrize("scale, price", [("scale_1", "11 to 1"), ("scale_2", "10 to 1")])
def test_15c_8_any_pair_has_one_price(scale: str, price: str) -> None:
    assert set(prices("any_pair", any_pair=scale).values()) == {price}
    shown = [n.text for n in rules_of("nz", any_pair=scale).notices if n.clause == "NZ-15C.9"]
    assert len(shown) == 1
    assert price in shown[0]


@pytest.mark.clause("NZ-15A.6", "NZ-15A.6-table")
def test_15a_6_the_printed_prize_table_is_the_default() -> None:
    value = rules_of("nz", madness_21=True).options["madness_prizes"]
    assert isinstance(value, tuple)
    prizes: Prizes = value
    ((stake, slots),) = prizes
    assert stake == 100
    assert len(slots) == 23
    assert sum(weight for _, weight in slots) == 3750
    assert sum(prize * weight for prize, weight in slots) == 5_203_100
    assert prices("madness_21", madness_21=True) == {"blackjack": "prize to 1"}
    for_1 = prices("madness_21", madness_21=True, madness_pays="for_1")
    assert for_1 == {"blackjack": "prize for 1"}


@pytest.mark.clause("NZ-5.8", "NZ-5.8-a", "NZ-5.8-b")
def test_5_8_those_who_sat_out_may_be_held_to_the_minimum() -> None:
    assert rules_of("nz").table.mid_shoe == "open"
    limited = rules_of("nz", mid_shoe_limit="minimum")
    assert limited.table.mid_shoe == "minimum"
    assert limited.clauses("table.mid_shoe") == ("NZ-5.8-s2", "NZ-5.8")
    assert limited.clauses("came_late") == ("NZ-5.8-a",)
    assert limited.clauses("sat_out") == ("NZ-5.8-b",)


@pytest.mark.clause("NZ-1.0-continuous-shuffler", "NZ-3.3-e", "NZ-3.4")
@pytest.mark.parametrize(
    "shuffler, kind",
    [("none", "none"), ("automatic", "batches"), ("continuous", "continuous")],
)
def test_3_4_the_shuffler_decides_how_cards_come_back(shuffler: str, kind: str) -> None:
    rules = rules_of("nz", shuffler=shuffler)
    assert rules.shoe.shuffler == kind
    # Where two sets alternate, each of them has all the decks.
    assert rules.decks_in_play == 6


@pytest.mark.clause("NZ-6.5")
@pytest.mark.parametrize(
    "source, preshuffled", [("fresh", False), ("pre_checked", False), ("pre_shuffled", True)]
)
def test_6_5_only_pre_shuffled_cards_come_shuffled(source: str, preshuffled: bool) -> None:
    assert rules_of("nz", card_source=source).shoe.preshuffled is preshuffled


@pytest.mark.clause("NZ-8.1")
def test_8_1_burning_is_the_operators_choice() -> None:
    assert rules_of("nz").shoe.burn == "none"
    assert rules_of("nz", burn=True).shoe.burn == "per_shoe"


@pytest.mark.clause("NZ-14.1", "NZ-14.2", "NZ-14.4-s2", "NZ-14.7")
def test_14_the_operator_limits_boxes_and_bettors() -> None:
    rules = rules_of("nz", bettors_per_box=2, boxes_per_player=3, box_max=500, player_max=200)
    assert (rules.table.bettors_per_box, rules.table.boxes_per_player) == (2, 3)
    assert (rules.limits.box_max, rules.limits.player_max) == (50000, 20000)
    signs = [notice.text for notice in rules.notices if notice.clause == "NZ-14.2-s2"]
    assert signs == ["Limit for one box: $500.00. Limit for one player on a box: $200.00"]


@pytest.mark.clause("NZ-1.0-ante", "NZ-1.0-antes-up-blackjack", "NZ-18.1", "NZ-18.4")
@pytest.mark.parametrize("variant", ["standard", "blackjack_plus"])
def test_18_only_antes_up_asks_for_an_ante(variant: str) -> None:
    assert refusing_clauses("nz", variant=variant, ante=0.25) == {"NZ-1.0-ante"}
    assert refusing_clauses("nz", variant=variant, ante_waived_from=50) == {"NZ-18.4"}
    fees = rules_of("nz", variant=variant, ante=0.50).fees
    assert (fees.ante, fees.ante_waived_from) == (0, None)
    fees = rules_of("nz", variant="antes_up", ante=0.25, ante_waived_from=50).fees
    assert (fees.ante, fees.ante_waived_from) == (25, 5000)


@pytest.mark.clause("NZ-1.0-blackjack-plus", "NZ-19.1")
def test_19_1_blackjack_plus_prevails_where_it_differs() -> None:
    standard, plus = rules_of("nz"), rules_of("nz", variant="blackjack_plus")
    assert (standard.settlement.dealer_22, plus.settlement.dealer_22) == ("bust", "push")
    assert (standard.draw.cards_max, plus.draw.cards_max) == (0, 5)
    assert (standard.blackjack.tie, plus.blackjack.tie) == ("push", "win")
    assert (standard.insurance.on_blackjack, plus.insurance.on_blackjack) == (True, False)
    assert plus.settlement.always_wins_21
    assert plus.settlement.charlie_cards == 5
    # Section 19 says nothing of these, so that the standard rules stay.
    assert plus.split == standard.split
    assert plus.double == standard.double
    assert plus.dealer == standard.dealer


@pytest.mark.clause("NZ-19.3", "NZ-3.2-b-i")
def test_19_3_the_layout_sets_the_price_of_a_blackjack() -> None:
    plus = rules_of("nz", variant="blackjack_plus", blackjack_plus_pays="6 to 5")
    assert plus.blackjack.pays == plus.blackjack.tie_pays == Odds(6, 5)
    assert "Blackjack pays 6 to 5" in [notice.text for notice in plus.notices]
    standard = rules_of("nz")
    assert standard.blackjack.pays == Odds(3, 2)
    assert "Blackjack pays 3 to 2" in [notice.text for notice in standard.notices]
