"""Money: amounts, odds and the one rounding rule."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import (
    CAGE,
    CASHIER,
    EVEN,
    FLOAT,
    METER,
    MONEY_MAX,
    OVER_SHORT,
    TRAY,
    MoneyError,
    Odds,
    account_owner,
    between,
    layout,
    parse_amount,
    parse_odds,
    purse,
    purse_owner,
    round_up,
    show,
    winnings,
)

amounts = st.integers(-MONEY_MAX, MONEY_MAX)
prices = st.builds(Odds, st.integers(0, 10_000), st.integers(1, 1000))


@given(amounts)
def test_amounts_read_back_as_written(cents: int) -> None:
    assert parse_amount(show(cents)) == cents
    assert parse_amount(Decimal(cents) / 100) == cents


@given(prices)
def test_odds_read_back_as_written(odds: Odds) -> None:
    assert parse_odds(str(odds)) == odds


@pytest.mark.parametrize(
    "given_, cents", [(10, 1000), (0.5, 50), ("12.50", 1250), ("0", 0), (-1, -100), (" 7 ", 700)]
)
def test_amounts(given_: str | float, cents: int) -> None:
    assert parse_amount(given_) == cents


@pytest.mark.parametrize(
    "given_",
    [
        "",
        "ten",
        "1.005",
        0.001,
        "nan",
        "inf",
        "-Infinity",
        True,
        False,
        "1,50",
        "$5",
        "1e999999999",
        "1_000",
        "\N{ARABIC-INDIC DIGIT FIVE}",
    ],
)
def test_what_is_no_amount_is_refused(given_: str | float) -> None:
    with pytest.raises(MoneyError, match="is not an amount: write an amount with at most two"):
        parse_amount(given_)


def test_amounts_have_a_limit() -> None:
    assert parse_amount(MONEY_MAX // 100) == MONEY_MAX
    with pytest.raises(MoneyError, match=r"too large an amount: the limit is 100000000000\.00"):
        parse_amount("1e12")
    with pytest.raises(MoneyError, match="too large an amount"):
        parse_amount("-1e12")


@pytest.mark.parametrize(
    "text, gain, stake",
    [("3 to 2", 3, 2), ("3:2", 3, 2), ("2.5 to 1", 5, 2), (" 10 to 2 ", 10, 2), ("0.25:3", 1, 12)],
)
def test_odds(text: str, gain: int, stake: int) -> None:
    assert parse_odds(text) == Odds(gain, stake)


@pytest.mark.parametrize(
    "text", ["", "3", "3 for 2", "3 to", "-3 to 2", "3 to 2.5", "1" * 7 + ":1"]
)
def test_what_is_no_price_is_refused(text: str) -> None:
    with pytest.raises(MoneyError, match="write it as '3 to 2'"):
        parse_odds(text)


def test_no_price_is_on_no_stake() -> None:
    with pytest.raises(MoneyError, match="it pays on no stake"):
        parse_odds("3 to 0")


@given(st.fractions(-(10**6), 10**6), st.integers(1, 10_000))
def test_rounding_goes_up_to_the_next_unit(amount: Fraction, unit: int) -> None:
    rounded = round_up(amount, unit)
    assert rounded % unit == 0
    assert amount <= rounded < amount + unit


@given(st.integers(0, 10**9), prices, st.integers(1, 10_000))
def test_winnings_are_the_odds_rounded_up(stake: int, odds: Odds, unit: int) -> None:
    assert winnings(stake, odds, unit) == round_up(stake * odds.ratio, unit)


@pytest.mark.clause("H-object-3", "DD-12")
def test_three_to_two_on_ten_wins_fifteen() -> None:
    assert winnings(1000, parse_odds("3 to 2")) == 1500
    assert winnings(1000, EVEN) == 1000


@pytest.mark.clause("NZ-5.4")
def test_what_chips_cannot_make_is_rounded_for_the_player() -> None:
    assert winnings(250, parse_odds("3 to 2"), 50) == 400


def test_nothing_and_less_than_one_are_shown_with_two_decimals() -> None:
    assert [show(cents) for cents in (0, 5, 1, -1, -150)] == [
        "0.00", "0.05", "0.01", "-0.01", "-1.50",
    ]  # fmt: skip


def test_part_of_a_unit_is_paid_as_one_unit() -> None:
    assert winnings(500, Odds(3, 2), unit=100) == 800
    assert winnings(600, Odds(3, 2), unit=100) == 900
    assert winnings(1, Odds(3, 2)) == 2
    assert winnings(2, Odds(3, 2)) == 3


def test_correction_moves_chips_to_a_player_or_back() -> None:
    (gift,) = between("ann", 1, "error")
    (back,) = between("ann", -5, "error")
    assert (gift.debit, gift.credit, gift.amount) == (FLOAT, purse("ann"), 1)
    assert (back.debit, back.credit, back.amount) == (purse("ann"), FLOAT, 5)


@pytest.mark.parametrize("player", ["ann", "guest-ann of two words"])
def test_accounts_of_chips_name_their_player_and_others_nobody(player: str) -> None:
    assert purse_owner(purse(player)) == player
    assert account_owner(purse(player)) == account_owner(layout(12, player)) == player
    for account in (CASHIER, FLOAT, METER, CAGE, TRAY, OVER_SHORT):
        assert account_owner(account) == ""
