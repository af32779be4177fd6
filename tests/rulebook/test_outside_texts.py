"""House rules from outside, written down with the guide alone, and what they do to hands."""

from pathlib import Path

import pytest

from pitboss.cards import parse_cards
from pitboss.hands import hand_of
from pitboss.rulebook.catalog import load_rulebook, rules_of
from pitboss.rulebook.questions.acts import double_refusal, is_complete, split_refusal
from pitboss.rulebook.questions.settlement import main_outcome
from pitboss.rulebook.trace import warnings
from tests.rulebook.books import write_book

PRAGUE = """\
id = "prague"
title = "Pontoon in Prague"
about = "Ties lose, a pontoon pays 2 to 1, five cards pay 3 to 2, and a hand may be doubled twice."
source = "vipcasinoprague.com, Pontoon"
extends = "standard"

[clauses]
"PR-1" = "Whenever your cards exceed 21 you lose, whatever the dealer has."
"PR-2" = "A pontoon, an ace and a ten-value card, pays 2 to 1."
"PR-3" = "Five cards that do not exceed 21 pay 3 to 2."
"PR-4" = "A total equal to the dealer's loses."
"PR-5" = "Two cards may be doubled, and the next once more; each time for as much as before."
"PR-6" = "Pairs are split without limit; aces once, with one card each."
"PR-7" = "An ace and a ten-value card after a split is 21 only."

[options.blackjack_pays]
default = "2:1"
clause = "PR-2"

[[results]]
rows = ["5+ cards against no blackjack: 3 to 2"]
clause = "PR-3"

[[results]]
rows = ["against equal: lose"]
clause = "PR-4"

[rules.double]
times = { value = 2, clause = "PR-5" }
amount = { value = "equal", clause = "PR-5" }

[rules.split]
hands_max = { value = 9, clause = "PR-6" }
resplit_aces = { value = false, clause = "PR-6" }

[rules.blackjack]
tie = { value = "lose", clause = "PR-4" }

[rules.settlement]
bust = { value = "loses", clause = "PR-1" }
lower = { value = "loses", clause = "PR-7" }
"""
"""Pontoon as a house in Prague posts it: ties lose, five cards pay, a hand is doubled twice."""


@pytest.mark.parametrize(
    "cards, dealer, is_split, result, odds, clause",
    [
        ("Ts 8d", "Th 8c", False, "loss", None, "PR-4"),
        ("Ts 8d", "Th 7c", False, "win", "1 to 1", "STD-settlement"),
        ("As Kd", "Th 8c", False, "win", "2 to 1", "PR-2"),
        ("As Kd", "Ah Tc", False, "loss", None, "PR-4"),
        ("As Kd", "7h 7c 7d", True, "loss", None, "PR-4"),
        ("2s 2d 3h 3c 5d", "Th Tc", False, "win", "3 to 2", "PR-3"),
        ("2s 2d 3h 3c 5d", "Ah Tc", False, "loss", None, "STD-dealer-blackjack"),
        ("Ts 8d 5c", "Th 6c 8d", False, "loss", None, "PR-1"),
    ],
)
def test_pontoon_in_prague_is_paid_by_its_text(
    tmp_path: Path, cards: str, dealer: str, is_split: bool, result: str, odds: str | None,
    clause: str,
) -> None:  # fmt: skip
    rules = rules_of(write_book(tmp_path, PRAGUE))
    hand = hand_of(parse_cards(cards), is_split=is_split)
    outcome = main_outcome(rules, hand, hand_of(parse_cards(dealer)))
    paid = str(outcome.odds) if outcome.odds else None
    assert (outcome.result, paid, outcome.clause) == (result, odds, clause)


def test_pontoon_in_prague_is_played_by_its_text(tmp_path: Path) -> None:
    path = write_book(tmp_path, PRAGUE)
    rules, doubled = rules_of(path), hand_of(parse_cards("5s 4d 3h"), doubles=1)
    assert list(warnings(load_rulebook(path))) == []
    assert double_refusal(rules, doubled) is None
    assert double_refusal(rules, doubled.add(4).doubled()) is not None
    aces = hand_of(parse_cards("As Ad"), is_split=True, is_split_ace=True)
    assert split_refusal(rules, aces, hands=2) is not None
    assert split_refusal(rules, hand_of(parse_cards("8s 8d")), hands=8) is None
    assert is_complete(rules, hand_of(parse_cards("2s 2d 3h 3c 5d")), hands=1)
