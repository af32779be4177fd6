"""Acts offered or not, and for some hands only: conditions and their clauses."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import VALUES, parse_card, parse_cards
from pitboss.hands import hand_of
from pitboss.rulebook.catalog import rules_of
from pitboss.rulebook.file.hand_conditions import hand_condition
from pitboss.rulebook.questions.acts import double_refusal, split_refusal, surrender_refusal
from tests.rulebook.books import texts_of, write_book

BOOK = """\
extends = "standard"
title = "Conditions"

[clauses]
"C-1" = "Some hands only."
"""


@pytest.mark.parametrize(
    "text, cards, up, holds",
    [
        ("hard 9-11", "5s 4d", "Td", True),
        ("hard 9-11", "As 8d", "Td", False),
        ("soft 17-18 against 456", "As 6d", "5d", True),
        ("soft 17-18 against 456", "As 6d", "7d", False),
        ("2 cards", "5s 4d 2c", "7d", False),
        ("3-9 cards", "5s 4d 2c", "7d", True),
        ("11 2 cards", "6s 5d", "7d", True),
        ("of A8", "8s 8d", "7d", True),
        ("of A8", "9s 9d", "7d", False),
        ("dealt against AT", "9s 7d", "Kd", True),
        ("split", "9s 7d", "Kd", False),
        ("soft", "As 9d", "2d", True),
    ],
)
def test_condition_holds(text: str, cards: str, up: str, *, holds: bool) -> None:
    hand = hand_of(parse_cards(cards))
    assert hand_condition(text).holds(hand, parse_card(up)) is holds


@given(
    cards=st.lists(st.integers(0, 51), min_size=2, max_size=5),
    up=st.integers(0, 51),
    low=st.integers(4, 21),
    ranks=st.text("A23456789T", min_size=1, max_size=10),
)
def test_condition_is_the_sum_of_its_parts(cards: list[int], up: int, low: int, ranks: str) -> None:
    hand = hand_of(cards)
    whole = hand_condition(f"hard {low}-21 2-3 cards dealt against {ranks}")
    expected = (
        not hand.is_soft
        and low <= hand.total <= 21
        and len(cards) in (2, 3)
        and "A23456789T"[VALUES[up] - 1] in ranks
    )
    assert whole.holds(hand, up) is expected


@pytest.mark.parametrize("text", ["", "hard", "9-11 ", "against", "of X", "2 card", "paired"])
def test_only_whole_conditions_are_read(tmp_path: Path, text: str) -> None:
    line = f'[rules.double]\nonly = {{ value = ["{text}"], clause = "C-1" }}\n'
    assert bool(texts_of(write_book(tmp_path, BOOK + line))) is (text != "hard")


@pytest.mark.parametrize(
    "values, fault",
    [
        ('double.only = ["of A8"]', "only pairs are told by their own cards"),
        ('double.only = ["hard 30-40"]', "there is no such hand"),
        ('insurance.even_money = "insured"\ninsurance.offered = false', "insurance is not offered"),
        ('split.only = ["of 8"]\nsplit.offered = false', "split.offered is false"),
    ],
)
def test_contradicting_conditions_are_refused(tmp_path: Path, values: str, fault: str) -> None:
    lines = ""
    for line in values.splitlines():
        path, _, value = line.partition(" = ")
        lines += f'rules.{path} = {{ value = {value}, clause = "C-1" }}\n'
    path = write_book(tmp_path, BOOK.replace("[clauses]", f"{lines}\n[clauses]"))
    with pytest.raises(Exception, match=fault):
        rules_of(path)


def test_pontoon_gives_up_against_an_ace_or_a_picture_only() -> None:
    rules, hand = rules_of("pontoon"), hand_of(parse_cards("9s 7d"))
    refused = [surrender_refusal(rules, hand, parse_card(up)) for up in ("6d", "Kd", "As")]
    assert refused[0] is not None
    assert (refused[0].clause, refused[1:]) == ("PON-surrender", [None, None])


def test_a_refusal_cites_the_clause_of_the_condition() -> None:
    fours = split_refusal(rules_of("no_splits_of_4_5_10"), hand_of(parse_cards("4s 4d")), hands=1)
    doubled = double_refusal(rules_of("no_insurance_no_double"), hand_of(parse_cards("5s 6d")))
    assert fours is not None
    assert doubled is not None
    assert (fours.clause, doubled.clause) == ("NSP-1", "NID-2")
