"""What side wagers pay: odds, amounts, the meter, drawn prizes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import MoneyError, Odds
from pitboss.rulebook.file.payoffs import (
    Amount,
    AtOdds,
    Meter,
    Payoff,
    Prize,
    net_gain,
    parse_payoff,
)
from pitboss.rulebook.questions.settlement import surrendered

PAYOFFS = st.one_of(
    st.builds(AtOdds, st.builds(Odds, st.integers(0, 9999), st.integers(1, 99))),
    st.builds(Amount, st.integers(0, 10**7)),
    st.just(Meter()),
    st.just(Prize(per_dollar=False, returns_stake=False)),
    st.builds(Prize, per_dollar=st.just(True), returns_stake=st.booleans()),
)


@given(PAYOFFS)
def test_payoffs_read_back_as_written(payoff: Payoff) -> None:
    assert parse_payoff(str(payoff)) == payoff


@pytest.mark.parametrize("text", ["", "even", "$", "$1.234", "30", "prizes", "$-5"])
def test_what_is_no_payoff_is_refused(text: str) -> None:
    with pytest.raises(MoneyError, match="is not a payoff: write '30 to 1'"):
        parse_payoff(text)


@pytest.mark.parametrize(
    "text, stake, drawn, gain",
    [
        ("30 to 1", 500, 0, 15_000),
        ("3 to 2", 1, 0, 2),
        pytest.param("$2500", 100, 0, 249_900, marks=pytest.mark.clause("T-r-3-row2")),
        ("meter", 100, 1_000_000, 999_900),
        ("prize", 500, 5000, 4500),
        ("prize to 1", 200, 2500, 5000),
        ("prize for 1", 200, 2500, 4800),
    ],
)
def test_what_a_winner_gains(text: str, stake: int, drawn: int, gain: int) -> None:
    assert net_gain(parse_payoff(text), stake, drawn=drawn) == gain


def test_odds_are_rounded_up_to_the_unit() -> None:
    assert net_gain(parse_payoff("5 to 4"), 50, unit=50) == 100


@pytest.mark.clause("T-h-1")
def test_the_odd_cent_of_a_surrendered_wager_is_the_players() -> None:
    assert (surrendered(10_00), surrendered(10_05)) == (5_00, 5_02)
