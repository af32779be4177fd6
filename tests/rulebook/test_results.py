"""Rows of results, the dealer's draws, limits for aces and what a dealer's blackjack takes."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import parse_cards
from pitboss.errors import OddsError
from pitboss.hands import Hand, hand_of
from pitboss.odds.game import game_of
from pitboss.rulebook.catalog import rules_of
from pitboss.rulebook.file.results import result_rows
from pitboss.rulebook.questions.acts import is_complete, split_refusal, wins_at_once
from pitboss.rulebook.questions.dealing import must_draw
from pitboss.rulebook.questions.settlement import main_outcome
from pitboss.rulebook.rules import Rules
from tests.agreement.variants import varied
from tests.rulebook.books import problems_of, texts_of, write_book

BOOK = """\
extends = "standard"
title = "Results"

[clauses]
"R-1" = "One result."
"R-2" = "Another."
"""


ROWS = """
[[results]]
rows = ["17 against equal: lose"]
clause = "R-1"

[[results]]
rows = ["5+ cards: 2 to 1"]
clause = "R-2"
"""


def hand(cards: str, *, is_split: bool = False, doubles: int = 0) -> Hand:
    return hand_of(parse_cards(cards), is_split=is_split, doubles=doubles)


def with_rows(*rows: str) -> Rules:
    return varied("standard", {"settlement.results": rows})


@pytest.mark.parametrize(
    "row, cards, dealer, result",
    [
        ("17 against equal: lose", "Ts 7d", "Ts 7h", "loss"),
        ("17 against equal: lose", "Ts 8d", "Ts 8h", "push"),
        ("against 22: push", "Ts 8d", "Ts 6h 6d", "push"),
        ("against 22: push", "Ts 8d", "Ts 6h 7d", "win"),
        ("against 22: push", "As Kd", "Ts 6h 6d", "win"),
        ("against bust: push", "Ts 8d", "Ts 6h 7d", "push"),
        ("5+ cards: 2 to 1", "2s 2d 2h 3s 3d", "Ts Td", "win"),
        ("5+ cards: 2 to 1", "2s 2d 2h 3s", "Ts Td", "loss"),
        ("21 3 cards against blackjack: push", "7s 7d 7h", "As Td", "push"),
        ("21 3 cards against blackjack: push", "7s 7d 7h", "5s 6d Td", "push"),
        ("21 against higher: lose", "7s 7d 7h", "5s 6d Td", "push"),
        ("20 against lower: push", "Ts Td", "Ts 9d", "push"),
        ("against higher: lose", "Ts Td", "Ts 6d 9h", "win"),
        ("bust against bust higher: win", "Ts 6d 6h", "Ts 6s 9h", "win"),
        ("bust against bust higher: win", "Ts 6d 9h", "Ts 6s 6d", "loss"),
        ("bust against bust: push", "Ts 6d 9h", "Ts 6s 6d", "push"),
        ("21 2 cards split against 21: win", "As Td", "5s 6d Th", "push"),
    ],
)
def test_first_row_that_fits_decides(row: str, cards: str, dealer: str, result: str) -> None:
    is_split = "split" in row
    if is_split:
        result = "win"
    outcome = main_outcome(with_rows(row), hand(cards, is_split=is_split), hand(dealer))
    assert outcome.result == result


def test_a_row_has_its_price_and_its_clause(tmp_path: Path) -> None:
    rules = rules_of(write_book(tmp_path, BOOK + ROWS))
    tie = main_outcome(rules, hand("Ts 7d"), hand("Th 7s"))
    five = main_outcome(rules, hand("2s 2d 2h 3s 3d"), hand("Ts Td"))
    assert (tie.clause, five.clause, str(five.odds)) == ("R-1", "R-2", "2 to 1")


def test_a_row_that_cannot_be_read_is_told_with_its_line(tmp_path: Path) -> None:
    """The rows of a file come before those of the rulebook that it extends."""
    assert not problems_of(write_book(tmp_path, BOOK + ROWS, "below.toml"))
    text = BOOK.replace('"standard"', '"below.toml"') + ROWS.replace("5+ cards:", "5+ crads:")
    (problem,) = problems_of(write_book(tmp_path, text))
    at = text[: text.index("crads")].count("\n") + 1
    assert problem.line in (at - 1, at)
    assert problem.text.startswith("results.1: expected text")


def test_a_row_against_anything_decides_at_once() -> None:
    five = hand("2s 2d 2h 3s 3d")
    assert wins_at_once(with_rows("5+ cards: 2 to 1"), five)
    assert not wins_at_once(with_rows("5+ cards against 21: push", "5+ cards: 2 to 1"), five)
    assert not wins_at_once(with_rows("17 against equal: lose"), hand("Ts 7d"))
    assert not wins_at_once(with_rows("12-16: push"), hand("Ts 2d"))
    assert is_complete(with_rows("5+ cards: 2 to 1"), five, hands=1)
    assert not is_complete(with_rows("5+ cards against bust: 2 to 1"), five, hands=1)
    assert not is_complete(with_rows("12-16: lose"), hand("Ts 2d"), hands=1)


@given(
    cards=st.lists(st.integers(0, 51), min_size=2, max_size=6),
    other=st.lists(st.integers(0, 51), min_size=2, max_size=6),
    text=st.sampled_from(["lower", "equal", "higher", "bust lower", "bust equal", "bust higher"]),
)
def test_one_relation_fits_each_pair_of_hands(
    cards: list[int], other: list[int], text: str
) -> None:
    mine, dealer = hand_of(cards), hand_of(other)
    (row,) = result_rows((f"against {text}: push",))
    difference = (dealer.total > mine.total) - (dealer.total < mine.total)
    named = {"lower": -1, "equal": 0, "higher": 1}[text.rpartition(" ")[2]]
    is_over = text.startswith("bust") == dealer.is_bust
    assert row.fits(mine, dealer) is (difference == named and is_over and not dealer.is_blackjack)


@pytest.mark.parametrize(
    "row", ["bust against bust higher: win", "bust: push", "against bust lower: push"]
)
def test_odds_never_print_a_figure_of_another_game(row: str) -> None:
    with pytest.raises(OddsError, match=r"over 21 that are compared have no exact value \[STD-"):
        game_of(with_rows(row))


def test_odds_refuse_hands_that_a_blackjack_found_by_a_look_leaves() -> None:
    with pytest.raises(OddsError, match="found by a look does not beat"):
        game_of(with_rows("20 against blackjack: push"))


@pytest.mark.parametrize(
    "draws, drawn, stood",
    [
        (["0-16", "soft 17 2 cards"], ["As 6d", "Ts 6d"], ["As 2d 4h", "Ts 7d"]),
        (["0-17"], ["Ts 7d", "As 6d"], ["Ts 8d"]),
        (["0-16", "hard 17"], ["Ts 7d"], ["As 6d"]),
        (["0-16", "soft 17 2-4 cards"], ["As 2d 4h"], ["As As Ad 2d 2h"]),
    ],
)
def test_dealer_draws_on_the_hands_named(
    draws: list[str], drawn: list[str], stood: list[str]
) -> None:
    rules = varied("standard", {"dealer.draws": tuple(draws)})
    assert all(must_draw(rules, hand(cards)) for cards in drawn)
    assert not any(must_draw(rules, hand(cards)) for cards in stood)


@pytest.mark.parametrize(
    "values, fault",
    [
        ('dealer.draws = ["0-15"]', "the dealer would stand on 16, and totals under 17 are not"),
        ('dealer.draws = ["0-16 2-4 cards"]', "the dealer would stand on"),
    ],
)
def test_what_cannot_be_played_is_refused(tmp_path: Path, values: str, fault: str) -> None:
    path, _, value = values.partition(" = ")
    line = f'rules.{path} = {{ value = {value}, clause = "R-1" }}\n'
    texts = texts_of(write_book(tmp_path, BOOK.replace("[clauses]", f"{line}\n[clauses]")))
    if not texts:
        with pytest.raises(Exception, match=fault):
            rules_of(str(tmp_path / "book.toml"))
    assert all(fault in text for text in texts)


def test_aces_have_a_limit_of_their_own() -> None:
    rules = varied("standard", {"split.aces_max": 3, "split.resplit_aces": True})
    aces, eights = hand("As Ad"), hand("8s 8d")
    refused = split_refusal(rules, aces, hands=3)
    assert refused is not None
    assert refused.limit == 3
    assert split_refusal(rules, eights, hands=3) is None
    assert split_refusal(rules, aces, hands=2) is None
