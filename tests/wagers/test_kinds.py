"""Each kind of side wager sorts what the table shows as its clauses say."""

import pytest

from pitboss.cards import parse_card
from pitboss.wagers.base import LOSE, OPEN, Sight
from tests.wagers.sights import classify, sight

clause = pytest.mark.clause


@pytest.mark.parametrize(
    "cards, category",
    [
        pytest.param("Ks Qs", "king_queen", marks=clause("T-p-6-ii")),
        pytest.param("Qd Kd", "king_queen", marks=clause("T-p-6-ii")),
        pytest.param("2h 9h", "suited", marks=clause("T-p-3-iii")),
        pytest.param("Ks Ks", "suited", marks=clause("T-p-3-iii")),
        pytest.param("Ks Qh", LOSE, marks=clause("T-p-3-iii")),
        ("Ks", OPEN),
        ("", OPEN),
    ],
)
def test_same_suit(cards: str, category: str) -> None:
    assert classify("same_suit", sight(cards)) == category


@pytest.mark.parametrize(
    "side, cards, category",
    [
        pytest.param("over", "Ts 4d", "won", marks=clause("T-p-3-i", "H-wagers-17")),
        pytest.param("over", "Ts 3d", LOSE, marks=clause("T-p-4", "H-payouts-11")),
        pytest.param("under", "Ts 3d", LOSE, marks=clause("T-p-4", "H-payouts-11")),
        pytest.param("under", "Ts 2d", "won", marks=clause("T-p-3-ii", "H-wagers-17")),
        pytest.param("over", "As Td", LOSE, marks=clause("H-payouts-10")),
        pytest.param("under", "As Td", "won", marks=clause("H-payouts-10")),
        ("over", "Ts", OPEN),
        ("under", "", OPEN),
    ],
)
def test_over_and_under(side: str, cards: str, category: str) -> None:
    assert classify("over_under", sight(cards), side=side) == category


def test_over_and_under_another_threshold() -> None:
    assert classify("over_under", sight("Ts 4d"), side="over", threshold=14) == LOSE
    assert classify("over_under", sight("Ts 5d"), side="over", threshold=14) == "won"


@pytest.mark.parametrize(
    "cards, category",
    [
        pytest.param("As Kd", "blackjack", marks=clause("T-s-4", "NZ-15A.4-a")),
        pytest.param("Td Ac", "blackjack", marks=clause("T-s-4", "NZ-15A.4-a")),
        pytest.param("As Ad Kd", LOSE, marks=clause("NZ-15A.4-b")),
        ("Ts 9d", LOSE),
        ("As", OPEN),
        ("", OPEN),
    ],
)
def test_blackjack_bonus(cards: str, category: str) -> None:
    assert classify("blackjack_bonus", sight(cards)) == category


@pytest.mark.parametrize(
    "cards, category",
    [
        pytest.param("8s 8s", "perfect", marks=clause("NZ-1.0-perfect-pair")),
        pytest.param("8s 8c", "coloured", marks=clause("NZ-15B.5")),
        pytest.param("8h 8s", "mixed", marks=clause("NZ-15B.5", "NZ-15C.6")),
        pytest.param("Ts Ks", LOSE, marks=clause("NZ-15B.5", "NZ-15C.6")),
        ("8s", OPEN),
        ("", OPEN),
    ],
)
def test_perfect_pairs(cards: str, category: str) -> None:
    assert classify("perfect_pairs", sight(cards)) == category


@pytest.mark.parametrize(
    "cards, category",
    [
        pytest.param("7s 6d", "one", marks=clause("NZ-15.4-a", "T-p-6-iii-row5")),
        pytest.param("7s 7d 8c", "two", marks=clause("NZ-15.4-b", "T-p-6-iii-row4")),
        pytest.param("7s 7s 8c", "two_suited", marks=clause("NZ-15.4-c", "T-p-6-iii-row3")),
        pytest.param("7s 7s 7d", "three", marks=clause("NZ-15.4-d", "T-p-6-iii-row2")),
        pytest.param("7s 7d 7d", "three", marks=clause("NZ-15.4-d", "T-p-6-iii-row2")),
        pytest.param("7s 7s 7s", "three_suited", marks=clause("NZ-15.4-e", "T-p-6-iii-row1")),
        pytest.param("6s 7s 7s", LOSE, marks=clause("NZ-15.4-f")),
        pytest.param("7s 7d", OPEN, marks=clause("T-p-6-s2")),
        pytest.param("7s 7d --", "two", marks=clause("T-p-6-s2")),
        ("7s", OPEN),
        ("", OPEN),
    ],
)
def test_sevens(cards: str, category: str) -> None:
    assert classify("sevens", sight(cards)) == category


@pytest.mark.parametrize(
    "cards, category",
    [
        pytest.param("As Ac As Ac", "four_one_colour", marks=clause("T-r-3-row1")),
        pytest.param("As As As Ah", "three_suited", marks=clause("T-r-3-row2")),
        pytest.param("As As As Kd", "three_suited", marks=clause("T-r-3-row2")),
        pytest.param("As Ah As Ah", "three", marks=clause("T-r-3-row3")),
        pytest.param("As Ah As --", "three", marks=clause("T-r-3-row3")),
        pytest.param("Ad Ad 2c", "two_suited", marks=clause("T-r-3-row4")),
        pytest.param("As Ah --", "two", marks=clause("T-r-3-row5")),
        pytest.param("As 2c As As", LOSE, marks=clause("T-r-3")),
        ("2c", LOSE),
        ("As", OPEN),
        ("As Ah", OPEN),
        ("As Ah As", OPEN),
        ("", OPEN),
    ],
)
def test_progressive_aces(cards: str, category: str) -> None:
    assert classify("progressive_aces", sight(cards)) == category


@pytest.mark.parametrize(
    "cards, up, category",
    [
        pytest.param("8s 8s", "8s", "two_suited", marks=clause("H-payouts-4")),
        pytest.param("8s 8d", "8s", "suited_and_unsuited", marks=clause("H-payouts-5")),
        pytest.param("8d 8c", "8s", "two_unsuited", marks=clause("H-payouts-6")),
        pytest.param("8s 9d", "8s", "suited", marks=clause("H-payouts-7")),
        pytest.param("9d 8h", "8s", "unsuited", marks=clause("H-payouts-8")),
        pytest.param("Ts Ks", "Js", LOSE, marks=clause("H-wagers-16")),
        ("8s 8s", "", OPEN),
        ("8s", "8s", OPEN),
        ("", "8s", OPEN),
    ],
)
def test_match_the_dealer(cards: str, up: str, category: str) -> None:
    assert classify("match_dealer", sight(cards, up)) == category


@pytest.mark.parametrize(
    "total, suits, category",
    [
        pytest.param(22, "suited", "suited", marks=clause("PA-11-c-same-suit")),
        pytest.param(22, "coloured", "coloured", marks=clause("PA-11-c-same-color")),
        pytest.param(22, "mixed", "other", marks=clause("PA-11-c-other")),
        (21, "suited", LOSE),
        (23, "suited", LOSE),
        (None, "suited", OPEN),
        (22, None, OPEN),
    ],
)
def test_push_22(total: int | None, suits: str | None, category: str) -> None:
    assert classify("push_dealer", Sight(dealer_total=total, dealer_suits=suits)) == category


@pytest.mark.parametrize(
    "length, streak, result, category",
    [
        pytest.param(2, 1, "win", OPEN, marks=clause("T-t-4")),
        pytest.param(2, 2, "win", "won", marks=clause("T-t-4-i")),
        pytest.param(3, 3, "win", "won", marks=clause("T-t-4-ii")),
        pytest.param(4, 4, "win", "won", marks=clause("T-t-4-iii")),
        pytest.param(5, 5, "win", "won", marks=clause("T-t-4-iv")),
        pytest.param(3, 2, "loss", LOSE, marks=clause("T-t-5")),
        pytest.param(3, 2, "push", OPEN, marks=clause("T-t-7")),
        (2, None, "win", OPEN),
        (2, 1, None, OPEN),
    ],
)
def test_streak(length: int, streak: int | None, result: str | None, category: str) -> None:
    assert classify("streak", Sight(streak=streak, result=result), length=length) == category


@pytest.mark.parametrize(
    "up, total, category",
    [
        ("As", 22, "ace"),
        ("Kd", 26, "ten"),
        ("9h", 22, "middle"),
        ("7d", 23, "middle"),
        ("6s", 22, "low"),
        ("2c", 24, "low"),
        ("6s", 21, LOSE),
        ("6s", None, OPEN),
        ("", 22, OPEN),
    ],
)
def test_dealer_bust(up: str, total: int | None, category: str) -> None:
    shown = parse_card(up) if up else None
    assert classify("dealer_bust", Sight(up=shown, dealer_total=total)) == category


@pytest.mark.parametrize(
    "cards, category",
    [
        ("7s 7s 7s", "three_suited"),
        ("7s 7d 7s", "three"),
        ("7s 7s 2s", "two_suited"),
        ("7s 7d 2d", "two"),
        ("7s 2d", "one"),
        ("7s 2d 7d", "one"),
        ("2d 7s", "one"),
        ("2d 3d 7s", "one"),
        ("2d 3d 4d", LOSE),
        ("2d 3d", OPEN),
        ("7s", OPEN),
        ("7s 7s", OPEN),
        ("", OPEN),
    ],
)
def test_any_seven(cards: str, category: str) -> None:
    assert classify("any_seven", sight(cards)) == category
