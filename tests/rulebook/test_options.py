"""Options: values given as text, as TOML or as Python, checked and shown again."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import Odds
from pitboss.rulebook.catalog import SHIPPED, load_rulebook
from pitboss.rulebook.file.options import (
    OptionError,
    Value,
    make_option,
    plain_allowed,
    plain_value,
    read_value,
    show_value,
)
from pitboss.rulebook.file.schema import OptionSpec


def spec(type_: Any, default: Any, **more: Any) -> OptionSpec:
    return OptionSpec(type=type_, default=default, clause="A-1", text="A choice.", **more)


DECKS = spec("integer", 6, min=1, max=8)
EVEN_DECKS = spec("integer", 6, values=[2, 4, 6])
ILL_LISTED = spec("integer", 2, values=[2, "two"])
FLAG = spec("boolean", False)
SHOE = spec("choice", "single", values=["single", "double"])
BET = spec("amount", 5, min=0.01, max=100)
CAP = spec("amount", "off", may_be_off=True)
FEW = spec("amount", 5, values=[5, 2.5])
PRICE = spec("odds", "3 to 2")
SHARE = spec("share", 0.7, min=0.7, max=1)
PRIZES = spec("prizes", {"1": [[5, 1]]})


@pytest.mark.parametrize(
    "option, given_, value",
    [
        (DECKS, "8", 8),
        (DECKS, " 8 ", 8),
        (DECKS, 8, 8),
        (DECKS, 8.0, 8),
        (EVEN_DECKS, "4", 4),
        (FLAG, "true", True),
        (FLAG, "False", False),
        (FLAG, True, True),
        (SHOE, "double", "double"),
        (BET, "0.01", 1),
        (BET, 99.5, 9950),
        (CAP, "off", None),
        (CAP, "25", 2500),
        (FEW, "5.00", 500),
        (FEW, 2.5, 250),
        (PRICE, "6 to 5", Odds(6, 5)),
        (PRICE, Odds(2, 1), Odds(2, 1)),
        (SHARE, "0.75", Fraction(3, 4)),
        (SHARE, 1, Fraction(1)),
        (PRIZES, "1: 5x9 2.50x3; 5: 50x1", ((100, ((500, 9), (250, 3))), (500, ((5000, 1),)))),
        (PRIZES, '{ "1" = [[5, 9], [2.5, 3]] }', ((100, ((500, 9), (250, 3))),)),
        (PRIZES, {"1": [[5, 2]]}, ((100, ((500, 2),)),)),
    ],
)  # fmt: skip
def test_values_are_read(option: OptionSpec, given_: object, value: Value) -> None:
    assert read_value("it", option, given_) == value


def no(shown: str, wanted: str) -> str:
    return f"it = {shown} is not allowed: choose {wanted}"


@pytest.mark.parametrize(
    "option, given_, told",
    [
        (DECKS, "9", no("9", "a whole number from 1 to 8")),
        (DECKS, 0, no("0", "a whole number from 1 to 8")),
        (DECKS, "six", no("six", "a whole number from 1 to 8")),
        (DECKS, 2.5, no("2.5", "a whole number from 1 to 8; it must be whole")),
        (DECKS, True, no("true", "a whole number from 1 to 8; it must be whole")),
        (DECKS, [], no("[]", "a whole number from 1 to 8; it must be a number")),
        (DECKS, float("nan"), no("nan", "a whole number from 1 to 8; it must be whole")),
        (EVEN_DECKS, 3, no("3", "one of 2, 4, 6")),
        (ILL_LISTED, 2, "it lists a value that is not of type integer"),
        (FLAG, "maybe", no("maybe", "true or false")),
        (FLAG, "", no("", "true or false")),
        (FLAG, 0, no("0", "true or false")),
        (SHOE, "triple", no("triple", "one of single, double")),
        (BET, 0, no("0", "an amount from 0.01 to 100")),
        (BET, "100.01", no("100.01", "an amount from 0.01 to 100")),
        (BET, None, no("None", "an amount from 0.01 to 100; it must be a number")),
        (BET, "off", no("off", "an amount from 0.01 to 100; 'off' is not an amount")),
        (CAP, "no", no("no", "an amount or off; 'no' is not an amount")),
        (FEW, 3, no("3", "one of 5, 2.5")),
        (PRICE, "even", no("even", "a price such as '3 to 2'; 'even' is not a price")),
        (SHARE, "0.5", no("0.5", "a number from 0.7 to 1")),
        (SHARE, True, no("true", "a number from 0.7 to 1; write it as in 0.75")),
        (SHARE, "1e99999999", no("1e99999999", "a number from 0.7 to 1; write it as")),
        (PRIZES, {}, no("{}", "a list of prizes with weights for each stake; it needs at")),
        (PRIZES, "5", no("5", "a list of prizes with weights for each stake; a stake")),
        (PRIZES, "1: 5", no("1: 5", "a list of prizes with weights for each stake")),
        (PRIZES, "{ 1 = ", no("{ 1 = ", "a list of prizes with weights for each stake")),
        (PRIZES, "{ 1 = " + "[" * 9999, no(f"{{ 1 = {'[' * 51}...", "a list of prizes")),
        (PRIZES, "1: 5x0", no("1: 5x0", "a list of prizes with weights for each stake; a p")),
        (PRIZES, "0: 5x1", no("0: 5x1", "a list of prizes with weights for each stake; a s")),
        (PRIZES, {"1": 3}, no("{'1': 3}", "a list of prizes with weights for each stake")),
        (PRIZES, 7, no("7", "a list of prizes with weights for each stake; it needs")),
        (SHOE, "x" * 99, no(f"{'x' * 57}...", "one of single, double")),
    ],
)  # fmt: skip
def test_values_are_refused_in_words(option: OptionSpec, given_: object, told: str) -> None:
    with pytest.raises(OptionError) as refused:
        read_value("it", option, given_)
    assert str(refused.value).startswith(told)


@given(st.integers(1, 10_000))
def test_amounts_read_back_as_shown(cents: int) -> None:
    assert read_value("bet", BET, show_value(BET, cents)) == cents
    assert read_value("bet", BET, plain_value(BET, cents)) == cents


PRIZE_LISTS = st.dictionaries(
    st.integers(1, 10**7),
    st.lists(st.tuples(st.integers(0, 10**9), st.integers(1, 1000)), min_size=1, max_size=4),
    min_size=1,
    max_size=3,
).map(lambda lists: tuple((stake, tuple(rows)) for stake, rows in lists.items()))


@given(PRIZE_LISTS)
def test_prizes_read_back_as_shown(prizes: Any) -> None:
    assert read_value("prizes", PRIZES, show_value(PRIZES, prizes)) == prizes
    assert read_value("prizes", PRIZES, plain_value(PRIZES, prizes)) == prizes


@given(st.text(max_size=20), st.sampled_from([DECKS, FLAG, SHOE, BET, CAP, PRICE, SHARE, PRIZES]))
def test_any_text_is_read_or_refused(text: str, option: OptionSpec) -> None:
    try:
        value = read_value("it", option, text)
    except OptionError:
        return
    assert read_value("it", option, show_value(option, value)) == value


@pytest.mark.parametrize("name", SHIPPED)
def test_every_default_reads_back_as_shown(name: str) -> None:
    for option in load_rulebook(name).options.values():
        assert read_value(option.name, option.spec, show_value(option.spec, option.default)) == (
            option.default
        )
        assert read_value(option.name, option.spec, plain_value(option.spec, option.default)) == (
            option.default
        )


@pytest.mark.parametrize(
    "option, value, plain",
    [
        (DECKS, 6, 6),
        (FLAG, True, True),
        (BET, 500, 5),
        (BET, 550, 5.5),
        (CAP, None, "off"),
        (PRICE, Odds(3, 2), "3:2"),
        (SHARE, Fraction(3, 4), 0.75),
        (PRIZES, ((250, ((500, 2),)),), {"2.50": [[5.0, 2]]}),
    ],
)
def test_values_for_programs(option: OptionSpec, value: Value, plain: object) -> None:
    assert plain_value(option, value) == plain


def test_values_for_people() -> None:
    assert show_value(FLAG, True) == "true"
    assert show_value(FLAG, False) == "false"
    assert show_value(CAP, None) == "off"
    assert show_value(SHARE, Fraction(7, 10)) == "0.7"
    assert show_value(PRICE, Odds(3, 2)) == "3 to 2"


def test_what_is_allowed_for_programs() -> None:
    assert plain_allowed(FLAG) == [False, True]
    assert plain_allowed(SHOE) == ["single", "double"]
    assert plain_allowed(DECKS) == {"type": "integer", "min": 1, "max": 8}
    assert plain_allowed(CAP) == {"type": "amount", "off": True}


def test_what_is_allowed_for_people() -> None:
    assert make_option("cap", CAP).allowed == "an amount or off"
    assert make_option("flag", FLAG).allowed == "true or false"
    assert make_option("decks", DECKS).allowed == "a whole number from 1 to 8"
