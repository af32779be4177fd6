"""What the tribal regulation lets the house choose, and the clauses that refuse the rest."""

import pytest

from pitboss.rulebook.catalog import load_rulebook
from tests.clauses.options import refusing_clauses, rules_of


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
