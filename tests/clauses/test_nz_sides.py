"""New Zealand: every line of the pair wagers, Super Sevens and Madness 21, card by card."""

from itertools import product

import pytest

from pitboss.cards import RANKS
from pitboss.engine.deal import Deal
from pitboss.engine.payouts import WagerSettled
from tests.clauses.rounds import net_of, round_text, table_of

PERFECT, COLOURED, MIXED, NONE = "perfect", "coloured", "mixed", "none"

SCALES = {
    "scale_1": {PERFECT: 30, COLOURED: 10, MIXED: 5, NONE: -1},
    "scale_2": {PERFECT: 25, COLOURED: 12, MIXED: 6, NONE: -1},
    "scale_3": {PERFECT: 25, COLOURED: 12, MIXED: 5, NONE: -1},
}
SCALE_CLAUSES = {
    "scale_1": "NZ-15B.7-1",
    "scale_2": "NZ-15B.7-2",
    "scale_3": "NZ-15B.7-3",
}
SUITS = {
    "ss": PERFECT, "hh": PERFECT, "dd": PERFECT, "cc": PERFECT,
    "sc": COLOURED, "cs": COLOURED, "hd": COLOURED, "dh": COLOURED,
    "sh": MIXED, "sd": MIXED, "ch": MIXED, "cd": MIXED,
    "hs": MIXED, "ds": MIXED, "hc": MIXED, "dc": MIXED,
}  # fmt: skip
KIND_CLAUSES = {
    PERFECT: "NZ-1.0-perfect-pair",
    COLOURED: "NZ-1.0-coloured-pair",
    MIXED: "NZ-1.0-mixed-pair",
}
CASES = [
    pytest.param(scale, suits, marks=pytest.mark.clause(SCALE_CLAUSES[scale], KIND_CLAUSES[kind]))
    for scale in SCALES
    for suits, kind in SUITS.items()
]


def row(wager: str, options: dict[str, object], clause: str) -> object:
    """A side wager as one row of a table, marked with the clause that it shows."""
    return pytest.param(wager, options, clause, marks=pytest.mark.clause(clause), id=wager)


def side_result(wager: str, cards: str, stake: str, options: str, draw: int = 0) -> int:
    """What a side wager comes to on the first two cards of a box, against a nine."""
    first, second = cards.split()
    acts = ["1 stand"]
    if {"A"} < {first[0], second[0]} and {first[0], second[0]} & set("TJQK"):
        acts = []
    elif "A" not in cards and _points(first) + _points(second) < 12:
        acts = ["1 double"]
    wagers = ["1 ann main 10", f"1 ann {wager} {stake}"]
    shoe = f"{first} 9d {second}"
    text = round_text("nz", shoe, wagers, acts, options=options, exact=False)
    return net_of(f"{text}\ndraws = {{ {wager} = [{draw}] }}")[f"ann 1 {wager}"]


def _points(card: str) -> int:
    return min(RANKS.index(card[0]) + 1, 10)


@pytest.mark.clause("NZ-15B.5", "NZ-15B.7")
@pytest.mark.parametrize("scale, suits", CASES)
def test_perfect_pairs_pays_its_scale(scale: str, suits: str) -> None:
    options = f'perfect_pairs = "{scale}"'
    for rank in ("8", "K", "A", "2"):
        cards = f"{rank}{suits[0]} {rank}{suits[1]}"
        won = side_result("perfect_pairs", cards, "2.50", options)
        assert won == 250 * SCALES[scale][SUITS[suits]], cards


@pytest.mark.clause("NZ-15B.5", "NZ-1.0-pair", "NZ-1.0-face-value")
@pytest.mark.parametrize("scale", SCALES)
def test_two_ranks_are_no_pair_even_where_they_count_the_same(scale: str) -> None:
    options = f'perfect_pairs = "{scale}"'
    for first, second in product("TJQK", repeat=2):
        won = side_result("perfect_pairs", f"{first}s {second}s", "1", options)
        assert won == (100 * SCALES[scale][PERFECT] if first == second else -100)
    assert side_result("perfect_pairs", "8s 9s", "1", options) == -100
    assert side_result("perfect_pairs", "As Ks", "1", options) == -100


@pytest.mark.clause("NZ-15C.6", "NZ-1.0-any-pair", "NZ-1.0-pair")
@pytest.mark.parametrize(
    "scale, odds",
    [
        pytest.param("scale_1", 11, marks=pytest.mark.clause("NZ-15C.8-1")),
        pytest.param("scale_2", 10, marks=pytest.mark.clause("NZ-15C.8-2")),
    ],
)
def test_any_pair_pays_one_price_for_every_pair(scale: str, odds: int) -> None:
    options = f'any_pair = "{scale}"'
    for rank, suits in product(("A", "3", "T", "Q"), SUITS):
        cards = f"{rank}{suits[0]} {rank}{suits[1]}"
        assert side_result("any_pair", cards, "3", options) == 300 * odds, cards
    for cards in ("Ks Qs", "Th Kh", "7d 8d", "Ac Kc"):
        assert side_result("any_pair", cards, "3", options) == -300, cards


@pytest.mark.clause("NZ-15A.4-a", "NZ-15A.4-b", "NZ-1.0-blackjack")
@pytest.mark.parametrize("first, second", [*product("A59TJQK", repeat=2)])
def test_madness_wins_with_every_blackjack_and_no_other_hand(first: str, second: str) -> None:
    tens = {(first, second) for first, second in product("A", "TJQK")}
    is_won = (first, second) in tens or (second, first) in tens
    cards = f"{first}s {second}h"
    net = side_result("madness_21", cards, "2", "madness_21 = true", draw=7)
    assert net == (1400 if is_won else -200)


@pytest.mark.clause("NZ-15A.6", "NZ-15A.7")
@pytest.mark.parametrize(
    "prize",
    [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 30, 35, 40, 50, 100, 1000],
)
@pytest.mark.parametrize("pays", ["to_1", "for_1"])
def test_madness_pays_every_prize_of_the_table(prize: int, pays: str) -> None:
    text = round_text(
        "nz",
        "As 9d Kh",
        ["1 ann main 10", "1 bob main 5", "1 ann madness_21 4", "1 bob madness_21 1"],
        options=f'madness_21 = true\nmadness_pays = "{pays}"',
    )
    net = net_of(f"{text}\ndraws = {{ madness_21 = [{prize}] }}")
    part = 0 if pays == "to_1" else 1
    assert net["ann 1 madness_21"] == 400 * (prize - part)
    assert net["bob 1 madness_21"] == 100 * (prize - part)


SEVENS = [
    ("5s 7h", "stand", -1, "NZ-15.4-f"),
    ("7s 5h", "stand", 3, "NZ-15.4-a"),
    ("7s 7h", "stand", 50, "NZ-15.4-b"),
    ("7s 7c", "stand", 50, "NZ-15.4-b"),
    ("7c 7c", "stand", 100, "NZ-15.4-c"),
    ("7s 7h 6s", "hit", 50, "NZ-15.4-b"),
    ("7s 7s 6s", "double", 100, "NZ-15.4-c"),
    ("7s 7s 7h", "hit", 500, "NZ-15.4-d"),
    ("7s 7h 7s", "double", 500, "NZ-15.4-d"),
    ("7h 7s 7s", "hit", 500, "NZ-15.4-d"),
    ("7d 7d 7d", "hit", 5000, "NZ-15.4-e"),
    ("7s 7s 7s", "split", 100, "NZ-15.5"),
    ("7s 7h 7d", "split", 50, "NZ-15.5"),
]


@pytest.mark.clause("NZ-15.4")
@pytest.mark.parametrize("decks", [6, 7, 8])
@pytest.mark.parametrize(
    "cards, act, odds",
    [
        pytest.param(cards, act, odds, marks=pytest.mark.clause(clause), id=f"{cards} {act}")
        for cards, act, odds, clause in SEVENS
    ],
)
def test_super_sevens_lines(cards: str, act: str, odds: int, decks: int) -> None:
    first, second, *rest = cards.split()
    total = sum(_points(card) for card in cards.split())
    acts = [f"1 {act}"]
    if act == "hit" and total < 21:
        acts.append("1 stand")
    if act == "split":
        acts += ["1 stand", "1 stand"]
        rest.append("Td")
    text = round_text(
        "nz",
        " ".join([first, "9d", second, *rest]),
        ["1 ann main 10", "1 ann super_sevens 1.50"],
        acts,
        options=f"super_sevens = true\ndecks = {decks}",
        exact=False,
    )
    assert net_of(text)["ann 1 super_sevens"] == 150 * odds


@pytest.mark.parametrize(
    "wager, options, clause",
    [
        row("super_sevens", {"super_sevens": True}, "NZ-15.4-f"),
        row("madness_21", {"madness_21": True}, "NZ-15A.4-b"),
        row("perfect_pairs", {"perfect_pairs": "scale_1"}, "NZ-15B.5"),
        row("any_pair", {"any_pair": "scale_1"}, "NZ-15C.6"),
    ],
)
def test_a_lost_side_wager_names_the_clause_by_which_it_loses(
    wager: str, options: dict[str, object], clause: str
) -> None:
    table = table_of("nz", "Ts 9d 8h", "1 ann main 10", f"1 ann {wager} 2", **options)
    table.do(Deal())
    (lost,) = table.all_of(WagerSettled)
    assert (lost.wager, lost.net, lost.clause) == (wager, -200, clause)
