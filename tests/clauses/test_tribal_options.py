"""What the tribal regulation lets the house choose, and the clauses that refuse the rest."""

from collections.abc import Mapping

import pytest

from pitboss.money import Odds
from pitboss.rulebook.catalog import load_rulebook
from pitboss.rulebook.rules import Rules
from tests.clauses.options import refusing_clauses, rules_of


def value_at(rules: Rules, path: str) -> object:
    """The value of an option or a rule: ``options.shoe``, ``deal.peek``."""
    section, name = path.split(".")
    part = getattr(rules, section)
    return part[name] if isinstance(part, Mapping) else getattr(part, name)


def accepted(clauses: str, path: str, value: object, **options: object) -> object:
    """A row: with these options, this value comes of it."""
    name = f"{clauses}-{path}-{value}"
    return pytest.param(path, value, options, marks=pytest.mark.clause(*clauses.split()), id=name)


def refused(clauses: str, **options: object) -> object:
    """A row: these clauses, and no others, refuse these options."""
    ids = clauses.split()
    name = "-".join([*ids, *(f"{key}={value}"[:40] for key, value in options.items())])
    return pytest.param(set(ids), options, marks=pytest.mark.clause(*ids), id=name)


CARDS = [
    accepted("T-a-1-ii", "deal.peek", ()),
    accepted("T-a-1-ii", "deal.peek", ("ace", "ten"), card_reader="private"),
    accepted("T-a-1-ii", "deal.peek", ("ace", "ten"), card_reader="exposing"),
    accepted("T-a-1-ii", "deal.reader", "exposing", card_reader="exposing"),
    accepted("T-a-1-v", "shoe.compartments", "single"),
    accepted("T-a-1-v", "shoe.compartments", "double", shoe="double"),
    accepted("T-b-1", "table.decks", 6),
    accepted("T-b-1", "table.decks", 1, decks=1),
    accepted("T-b-1", "table.decks", 7, decks="7"),
    accepted("T-b-1", "table.decks", 8, decks=8),
    accepted("T-b-1-s2", "shoe.cutting_cards", 1),
    accepted("T-b-1-s3", "options.cut_card_colour", "black", cut_card_colour="black"),
    accepted("T-b-3", "table.decks", 2, decks=2, shoe="double"),
    accepted("T-b-3-s3", "options.back_2", "red", shoe="double"),
    accepted("T-b-3-s3", "options.back_2", "blue", back_2="blue"),
    accepted("T-b-3-s4", "shoe.cutting_cards", 2, shoe="double"),
    accepted("T-b-4", "shoe.shuffler", "none"),
    accepted("T-b-4 T-b-4-v", "shoe.shuffler", "batches", shuffler="two_batch"),
    accepted("T-b-4-ii", "table.decks", 8, decks=8, shuffler="two_batch"),
    accepted("T-b-4-iii", "options.back_2", "green", back_2="green", shuffler="two_batch"),
    accepted("T-e-7-s2", "shoe.recut_by", "last_cutter"),
    accepted("T-e-7-s2", "shoe.recut_by", "next_entitled", recut_by="next_entitled"),
    accepted("T-f-3", "shoe.burn", "per_shoe"),
    accepted("T-f-4", "shoe.burn", "none", shoe="double"),
    accepted("T-f-4", "shoe.burn_by_new_dealer", False, shoe="double"),
    accepted("T-f-4-i-s3", "shoe.red_suits_side", "left"),
    accepted("T-f-4-i-s3", "shoe.red_suits_side", "right", shoe="double", red_suits_side="right"),
]

PLAY = [
    accepted("T-c-4", "limits.min_bet", 250, min_bet="2.50"),
    accepted("T-c-4-s2", "options.match_play", False),
    accepted("T-c-4-s2", "options.match_play", True, match_play="true"),
    accepted("T-c-4-s2", "limits.coupon", "never"),
    accepted("T-c-4-s2", "limits.coupon", "equal", match_play=True),
    accepted("T-c-4-s2", "limits.coupon", "never", match_play=True, multiple_action=True),
    accepted("T-c-9", "table.mid_shoe", "open"),
    accepted("T-c-9", "table.mid_shoe", "barred", mid_shoe_entry="barred"),
    accepted("T-g-2", "insurance.even_money", "never"),
    accepted("T-g-2", "insurance.even_money", "insured", even_money=True),
    accepted("T-h-2", "surrender.hands", "none"),
    accepted("T-h-2 T-h-2-s2", "surrender.hands", "first", surrender=True),
    accepted("T-q-3", "surrender.hands", "none", surrender=True, multiple_action=True),
    accepted("T-k-3-i", "split.hands_max", 2),
    accepted("T-k-5-s2", "split.hands_max", 2, pitch=True, decks=2),
    accepted("T-k-5-s3", "split.hands_max", 3, max_hands=3),
    accepted("T-k-5 T-k-5-s3", "split.hands_max", 4, max_hands=4, boxes=7),
    accepted("T-k-5-s4", "split.resplit_aces", False, max_hands=4),
    accepted("T-k-5-s4", "split.resplit_aces", True, max_hands=4, resplit_aces=True),
    accepted("T-m-1", "table.boxes_per_player", 1),
    accepted("T-m-1", "table.boxes_per_player", 5, boxes=5, boxes_per_player=5),
    accepted("T-o-3", "settlement.five_card_21", False),
    accepted("T-o-3", "settlement.five_card_21", True, five_card_21=True),
    accepted("T-c-1-iii", "settlement.split_21_beats_21", True),
    accepted("T-c-1-iii", "settlement.split_21_beats_21", False, split_21_beats_dealer_21=False),
    accepted("T-j-2 T-k-4", "settlement.dealer_blackjack_takes", "original_only"),
    accepted(
        "T-j-2 T-k-4",
        "settlement.dealer_blackjack_takes",
        "busted_plus_one",
        dealer_blackjack_takes="busted_plus_one",
    ),
    accepted(
        "T-q-6-s2", "settlement.dealer_blackjack_takes", "live_original", multiple_action=True
    ),
]

EXTRAS = [
    accepted("T-q-1", "dealer.hands", 1),
    accepted("T-q-1 T-q-1-s2", "dealer.hands", 3, multiple_action=True),
    accepted("T-q-1", "dealer.hands", 3, multiple_action=True, additional_wager="sevens"),
    accepted("T-q-2-s2", "dealer.hands_min", 2, multiple_action=True),
    accepted("T-q-2-s2", "dealer.hands_min", 3, multiple_action=True, multiple_action_min=3),
    accepted("T-q-5", "deal.hole_card", False, multiple_action=True),
    accepted("T-q-5", "deal.peek", (), multiple_action=True, card_reader="private"),
    accepted("T-r-1", "fees.meter", 0),
    accepted("T-r-9-s2", "fees.meter", 1_000_000, progressive=True),
    accepted("T-r-9-s2", "fees.meter", 250_050, progressive=True, meter="2500.50"),
    accepted("T-r-9-s2", "fees.meter_reset", 0, progressive=True, meter_reset=0),
    accepted("T-r-9", "fees.progression", 0.7, progressive=True),
    accepted("T-r-9", "fees.progression", 1.0, progressive=True, progression=1),
    accepted("T-p-8-ii", "options.over_13_max", 100),
    accepted("T-p-8-ii", "options.sevens_max", 50, sevens_max=0.5),
    accepted("T-t-1", "options.streak_max", 2500, streak=True, streak_max=25),
    accepted("T-t-10 T-t-10-i", "options.streak_2_pays", Odds(7, 2), streak_2_pays="7 to 2"),
    accepted("T-t-10-ii", "options.streak_3_pays", Odds(7, 1), streak_3_pays="7 to 1"),
    accepted("T-t-10-iii", "options.streak_4_pays", Odds(20, 1), streak_4_pays="20 to 1"),
    accepted("T-t-10-iv", "options.streak_5_pays", Odds(74, 2), streak_5_pays="74 to 2"),
]


@pytest.mark.parametrize("path, value, options", [*CARDS, *PLAY, *EXTRAS])
def test_choices_come_into_force(path: str, value: object, options: dict[str, object]) -> None:
    assert value_at(rules_of("tribal", **options), path) == value


NOT_CHOICES = [
    refused("T-a-1-ii", card_reader="mirror"),
    refused("T-a-1-v", shoe="triple"),
    refused("T-b-1", decks=0),
    refused("T-b-1", decks=9),
    refused("T-b-1", decks=1.5),
    refused("T-b-4", shuffler="continuous"),
    refused("T-c-4", min_bet=0),
    refused("T-c-4", chip_unit="0.005"),
    refused("T-c-4-s2", match_play="sometimes"),
    refused("T-c-9", mid_shoe_entry="closed"),
    refused("T-e-7-s2", recut_by="dealer"),
    refused("T-f-4-i-s3", red_suits_side="middle"),
    refused("T-g-2", even_money="asked"),
    refused("T-h-2", surrender="early"),
    refused("T-k-5", max_hands=5),
    refused("T-k-5", max_hands=1),
    refused("T-k-5-s2", pitch="face_down"),
    refused("T-k-5-s3", boxes=8),
    refused("T-k-5-s4", resplit_aces="once"),
    refused("T-m-1", boxes_per_player=0),
    refused("T-o-3", five_card_21="3 to 2"),
    refused("T-p-1", additional_wager="over_under_13+sevens"),
    refused("T-p-6-ii", same_suit_option=5),
    refused("T-p-6-ii", same_suit_option=0),
    refused("T-p-8-ii", under_13_max=0),
    refused("T-q-1", multiple_action=3),
    refused("T-q-2-s2", multiple_action_min=1),
    refused("T-q-2-s2", multiple_action_min=4),
    refused("T-r-1", progressive="$5"),
    refused("T-r-9", progression=0.69),
    refused("T-r-9", progression=1.01),
    refused("T-r-9-s2", meter=-1),
    refused("T-r-9-s2", meter_reset="much"),
    refused("T-s-1", bonus=10),
    refused("T-s-10", bonus_prizes={}),
    refused("T-s-10", bonus_prizes={"1": [[18, 0]]}),
    refused("T-t-1", streak=6),
    refused("T-t-1", streak_min=0),
    refused("T-t-10", streak_2_pays="even"),
    refused("T-j-2", dealer_blackjack_takes="all"),
    refused("T-c-1-iii", split_21_beats_dealer_21="maybe"),
]

NOT_TOGETHER = [
    refused("T-c-4", min_bet=20, max_bet=10),
    refused("T-b-1-s3", back_1="green", cut_card_colour="green"),
    refused("T-b-1-s3", back_2="black", cut_card_colour="black", shoe="double"),
    refused("T-b-1-s3", back_2="black", cut_card_colour="black", shuffler="two_batch"),
    refused("T-b-3", shoe="double", decks=1),
    refused("T-b-3", shoe="double", decks=3),
    refused("T-b-3-s3", shoe="double", back_1="red"),
    refused("T-b-4 T-b-4-ii", shuffler="two_batch", decks=1),
    refused("T-b-4-ii", shuffler="two_batch", decks=5),
    refused("T-b-4-iii", shuffler="two_batch", back_2="blue"),
    refused("T-b-4-iii", shuffler="two_batch", shoe="double"),
    refused("T-k-5-s2", pitch=True),
    refused("T-k-5-s2", pitch=True, decks=2, max_hands=4),
    refused("T-k-5-s2", pitch=True, decks=2, shoe="double"),
    refused("T-k-5-s2", pitch=True, decks=2, shuffler="two_batch"),
    refused("T-k-5-s3", max_hands=3, boxes=6),
    refused("T-k-5-s3", max_hands=4, boxes=1),
    refused("T-m-1", boxes=3, boxes_per_player=4),
    refused("T-p-1-s2", additional_wager="over_under_13", progressive=True),
    refused("T-p-1-s2", additional_wager="same_suit", progressive=True),
    refused("T-p-1-s2", additional_wager="sevens", progressive=True),
    refused("T-p-2", over_13_max=5),
    refused("T-p-2", under_13_max=1.5),
    refused("T-p-2", same_suit_max=2),
    refused("T-p-2", sevens_max=100),
    refused("T-p-6-ii", additional_wager="same_suit", decks=3),
    refused("T-p-6-ii", additional_wager="same_suit", decks=5),
    refused("T-p-6-ii", additional_wager="same_suit", decks=7),
    refused("T-p-6-ii", additional_wager="same_suit", decks=6, shoe="double"),
    refused("T-p-6-ii", additional_wager="same_suit", decks=6, shuffler="two_batch"),
    refused("T-p-6-ii-e", additional_wager="same_suit", decks=8, same_suit_option=4),
    refused("T-q-1-s2", multiple_action=True, progressive=True),
    refused("T-q-1-s2 T-s-12", multiple_action=True, bonus=True),
    refused("T-q-1-s2 T-t-12", multiple_action=True, streak=True),
    refused("T-s-12", bonus=True, progressive=True),
    refused("T-s-12 T-t-12", bonus=True, streak=True),
    refused("T-s-10-i T-s-11", bonus_prizes={"1": [[4.99, 1]]}),
    refused("T-s-10-i", bonus_prizes={"1": [[15, 500], [1001, 1]]}),
    refused("T-s-10-ii", bonus_prizes={"5": [[49, 1], [90, 50]]}),
    refused("T-s-10-ii", bonus_prizes={"5": [[80, 500], [5001, 1]]}),
    refused("T-s-11", bonus_prizes={"1": [[14.73, 1]]}),
    refused("T-s-11", bonus_prizes={"1": [[21.06, 1]]}),
    refused("T-s-1", bonus_prizes={"1": [[20, 1]], "2": [[40, 1]]}),
    refused("T-t-1", streak_min=10, streak_max=5),
    refused("T-t-10-i", streak_2_pays="2.9 to 1"),
    refused("T-t-10-ii", streak_3_pays="6 to 1"),
    refused("T-t-10-iii", streak_4_pays="16 to 1"),
    refused("T-t-10-iv", streak_5_pays="73 to 2"),
]


@pytest.mark.parametrize("clauses, options", [*NOT_CHOICES, *NOT_TOGETHER])
def test_a_refused_choice_names_its_clause(clauses: set[str], options: dict[str, object]) -> None:
    assert refusing_clauses("tribal", **options) == clauses


def offered(clauses: str, wagers: str, **options: object) -> object:
    """A row: with these options the table offers these side wagers."""
    name = f"{clauses}-{wagers or 'none'}"
    names = wagers.split()
    return pytest.param(names, options, marks=pytest.mark.clause(*clauses.split()), id=name)


OFFERS = [
    offered("T-p-1", ""),
    offered("T-p-1 T-p-1-i", "over_13 under_13", additional_wager="over_under_13"),
    offered("T-p-1 T-p-1-ii", "same_suit", additional_wager="same_suit"),
    offered("T-p-1 T-p-1-iii", "sevens", additional_wager="sevens"),
    offered("T-q-1-s2", "sevens", additional_wager="sevens", multiple_action=True),
    offered("T-r-1 T-p-1-s2", "progressive", progressive=True),
    offered("T-s-1 T-s-12", "bonus", bonus=True),
    offered("T-s-12", "sevens bonus", bonus=True, additional_wager="sevens"),
    offered("T-t-1 T-t-12", "streak_2 streak_3 streak_4 streak_5", streak=True),
    offered(
        "T-t-12", "progressive streak_2 streak_3 streak_4 streak_5", streak=True, progressive=True
    ),
]


@pytest.mark.parametrize("wagers, options", OFFERS)
def test_the_table_offers_what_was_chosen(wagers: list[str], options: dict[str, object]) -> None:
    assert list(rules_of("tribal", **options).wagers) == wagers


def scale(letter: str, decks: int, option: int, royal: str, suited: str) -> object:
    """A row: the printed prices of one same-suit option."""
    clause = f"T-p-6-ii-{letter}-opt{option}"
    marks = pytest.mark.clause("T-p-6-ii", f"T-p-6-ii-{letter}", clause)
    return pytest.param(decks, option, royal, suited, clause, marks=marks, id=clause)


@pytest.mark.parametrize(
    "decks, option, royal, suited, clause",
    [
        scale("a", 1, 1, "50 to 1", "5 to 2"),
        scale("a", 1, 2, "10 to 1", "3 to 1"),
        scale("a", 1, 3, "5 to 1", "3 to 1"),
        scale("a", 1, 4, "25 to 1", "5 to 2"),
        scale("b", 2, 1, "10 to 1", "3 to 1"),
        scale("b", 2, 2, "5 to 1", "3 to 1"),
        scale("b", 2, 3, "25 to 1", "5 to 2"),
        scale("b", 2, 4, "20 to 1", "5 to 2"),
        scale("c", 4, 1, "5 to 1", "3 to 1"),
        scale("c", 4, 2, "25 to 1", "5 to 2"),
        scale("c", 4, 3, "20 to 1", "5 to 2"),
        scale("c", 4, 4, "50 to 1", "2 to 1"),
        scale("d", 6, 1, "5 to 1", "2 to 1"),
        scale("d", 6, 2, "25 to 1", "5 to 2"),
        scale("d", 6, 3, "20 to 1", "5 to 2"),
        scale("d", 6, 4, "15 to 1", "5 to 2"),
        scale("e", 8, 1, "5 to 1", "3 to 1"),
        scale("e", 8, 2, "25 to 1", "5 to 2"),
        scale("e", 8, 3, "50 to 1", "2 to 1"),
    ],
)
def test_same_suit_prices_follow_the_decks(
    decks: int, option: int, royal: str, suited: str, clause: str
) -> None:
    chosen = {"additional_wager": "same_suit", "same_suit_option": option}
    lines = rules_of("tribal", decks=decks, **chosen).wagers["same_suit"].lines
    assert [(line.category, str(line.payoff), line.clause) for line in lines.values()] == [
        ("king_queen", royal, clause),
        ("suited", suited, clause),
    ]


@pytest.mark.clause("T-b-4-ii", "T-p-6-ii-c-opt4")
def test_same_suit_prices_count_the_decks_of_the_batch_in_play() -> None:
    chosen = {"additional_wager": "same_suit", "same_suit_option": 4}
    rules = rules_of("tribal", decks=8, shuffler="two_batch", **chosen)
    assert rules.decks_in_play == 4
    assert rules.wagers["same_suit"].lines["suited"].clause == "T-p-6-ii-c-opt4"


@pytest.mark.clause("T-t-10-i", "T-t-10-iv")
def test_streaks_pay_the_price_chosen() -> None:
    wagers = rules_of("tribal", streak=True, streak_5_pays="40 to 1").wagers
    assert str(wagers["streak_2"].lines["won"].payoff) == "3 to 1"
    assert str(wagers["streak_5"].lines["won"].payoff) == "40 to 1"


@pytest.mark.clause("T-s-10", "T-s-10-i", "T-s-10-ii", "T-s-11")
@pytest.mark.parametrize("decks", range(1, 9))
def test_the_default_prizes_keep_their_limits_with_any_decks(decks: int) -> None:
    assert not refusing_clauses("tribal", bonus=True, decks=decks)


@pytest.mark.clause("T-s-10", "T-s-10-i", "T-s-10-ii")
def test_prizes_may_lie_on_the_ends_of_their_ranges() -> None:
    prizes = {"1": [[5, 600], [1000, 8]], "5": [[50, 600], [5000, 5]]}
    rules = rules_of("tribal", bonus=True, bonus_prizes=prizes)
    assert rules.options["bonus_prizes"] == (
        (100, ((500, 600), (100_000, 8))),
        (500, ((5000, 600), (500_000, 5))),
    )


@pytest.mark.parametrize(
    "name, clause",
    [
        pytest.param("surrender", "T-h-2-s2", marks=pytest.mark.clause("T-h-2-s2")),
        pytest.param("five_card_21", "T-o-3", marks=pytest.mark.clause("T-o-3")),
        pytest.param("max_hands", "T-k-5-s3", marks=pytest.mark.clause("T-k-5-s3")),
        pytest.param("resplit_aces", "T-k-5-s4", marks=pytest.mark.clause("T-k-5-s4")),
        pytest.param("additional_wager", "T-p-1", marks=pytest.mark.clause("T-p-1")),
        pytest.param("multiple_action", "T-q-1", marks=pytest.mark.clause("T-q-1")),
        pytest.param("mid_shoe_entry", "", marks=pytest.mark.clause("T-c-9")),
    ],
)
def test_some_choices_change_only_with_notice(name: str, clause: str) -> None:
    assert load_rulebook("tribal").options[name].spec.notice == clause


def sign(clause: str, text: str, **options: object) -> object:
    """A row: with these options these words must be seen or said, and not without them."""
    return pytest.param(clause, text, options, marks=pytest.mark.clause(clause), id=clause)


@pytest.mark.parametrize(
    "clause, text, options",
    [
        sign("T-p-9", "Largest wager on sevens: $1.00", additional_wager="sevens"),
        sign("T-q-2-s3", "At least 2 wagers, each from $5.00 to $50.00",
             multiple_action=True, max_bet=50),
        sign("T-h-2-s2", "Surrender is offered: half of the wager comes back", surrender=True),
        sign("T-k-5-s3", "A pair may be split into up to 4 hands", max_hands=4),
        sign("T-t-10-ii", "3 in a row: 8 to 1", streak=True, streak_3_pays="8 to 1"),
        sign("T-r-2-s4", "No more bets", progressive=True),
        sign("T-s-2-s2", "No more bets", bonus=True),
    ],
)  # fmt: skip
def test_notices_go_with_the_choice(clause: str, text: str, options: dict[str, object]) -> None:
    shown = {(notice.clause, notice.text) for notice in rules_of("tribal", **options).notices}
    assert (clause, text) in shown
    assert clause not in {notice.clause for notice in rules_of("tribal").notices}
