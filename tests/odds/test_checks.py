"""The rulebooks' own limits on odds, checked and shown with their clauses."""

import pytest

from pitboss.odds.known.records import Results
from pitboss.odds.sheets.checks import Check, check, parameters, same_advantage
from pitboss.odds.side_wagers.chances import OneAct
from pitboss.odds.side_wagers.prices import side_wagers
from pitboss.rulebook.catalog import load_rulebook
from tests.odds.deals import table

ROUNDS = Results(win=0.43, push=0.09, loss=0.48)


def checks(rulebook: str, act: str = "split", **options: object) -> dict[str, list[Check]]:
    """The checks of a table by clause."""
    rules = table(rulebook, **options)
    odds = side_wagers(rules, play=OneAct(act), results=ROUNDS)
    by_clause: dict[str, list[Check]] = {}
    for one in check(load_rulebook(rulebook), rules, odds):
        by_clause.setdefault(one.clause, []).append(one)
    return by_clause


@pytest.mark.clause("T-s-11", "T-s-10-i", "T-s-10-ii")
def test_the_bonus_wager_keeps_its_limits() -> None:
    by_clause = checks("tribal", bonus=True)
    assert [one.ok for one in by_clause["T-s-11"]] == [True, True]
    assert "stake of 1.00: the house edge is 15.35 %" in by_clause["T-s-11"][0].text
    assert "0.00 % to 30.00 %" in by_clause["T-s-11"][0].text
    returned = checks("tribal", bonus=True, bonus_stake="returned")["T-s-11"]
    assert [one.ok for one in returned] == [True, True]
    assert "stake of 1.00: the house edge is 10.60 %" in returned[0].text
    assert by_clause["T-s-10-i"][0].ok
    assert "from 50 to 5000" in by_clause["T-s-10-ii"][0].text


@pytest.mark.clause("T-s-11-s2")
def test_the_bonus_wager_costs_the_same_at_all_tables() -> None:
    book = load_rulebook("tribal")
    tables = [
        (f"{decks} decks", side_wagers(table("tribal", bonus=True, decks=decks)))
        for decks in (4, 6)
    ]
    apart = same_advantage(book, tables)
    assert [one.ok for one in apart] == [False, False]
    assert "15.21 % with 4 decks, 15.35 % with 6 decks" in apart[0].text
    assert all(one.ok for one in same_advantage(book, [tables[0], ("more", tables[0][1])]))
    assert all(one.ok for one in checks("tribal", bonus=True)["T-s-11-s2"])


@pytest.mark.clause("T-r-9")
def test_the_progression_of_the_meter() -> None:
    share, warning = checks("tribal", progressive=True)["T-r-9"]
    assert share.ok
    assert "70.00 % of each wager goes to the meter" in share.text
    assert "at least 70.00 %" in share.text
    assert warning.is_warning
    assert "105.34 % of what is staked by the stated strategy" in warning.text
    _, warning = checks("tribal", "stand", progressive=True)["T-r-9"]
    assert "105.34 % of what is staked if the player draws" in warning.text
    assert len(checks("tribal", progressive=True, decks=2)["T-r-9"]) == 1


@pytest.mark.clause("T-t-10-i", "T-t-10-ii", "T-t-10-iii", "T-t-10-iv")
def test_the_least_prices_of_streaks() -> None:
    by_clause = checks("tribal", streak=True, streak_3_pays="8 to 1")
    for clause in ("T-t-10-i", "T-t-10-ii", "T-t-10-iii", "T-t-10-iv"):
        assert by_clause[clause][0].ok
    assert "pays 8 to 1; the clause asks for 7 to 1 or more" in by_clause["T-t-10-ii"][0].text


@pytest.mark.clause("T-p-6-ii-d-opt1")
def test_a_price_that_is_probably_misprinted() -> None:
    (warning,) = checks("tribal", additional_wager="same_suit")["T-p-6-ii-d-opt1"]
    assert warning.is_warning
    assert (
        "the house edge is 24.83 %. The printed price is a likely misprint for 3 to 1"
        in warning.text
    )
    assert not checks("tribal", additional_wager="same_suit", same_suit_option=2)


@pytest.mark.clause("T-p-6-iii-row1", "T-p-6-iii-row3", "T-r-3-row1")
def test_lines_that_cannot_come_up() -> None:
    by_clause = checks("tribal", additional_wager="sevens", decks=1)
    assert "cannot come up with 1 deck." in by_clause["T-p-6-iii-row1"][0].text
    assert by_clause["T-p-6-iii-row3"][0].is_warning
    by_clause = checks("tribal", progressive=True, decks=1)
    assert "four one colour cannot come up" in by_clause["T-r-3-row1"][0].text


@pytest.mark.clause("NZ-15A.6-table", "NZ-3.5-a-ii")
def test_the_prize_table_comes_to_what_the_text_says() -> None:
    by_clause = checks("nz", madness_21=True, decks=4)
    (figures,) = by_clause["NZ-15A.6-table"]
    assert figures.ok
    assert figures.text == (
        "Madness 21: the prizes have 3750 slots, 23 amounts, a sum of 52031, a mean of 13.874933, "
        "a return of 0.706403 to 1 with 6 decks and a return of 0.658913 for 1 with 6 decks."
    )
    assert by_clause["NZ-3.5-a-ii"][0].ok
    assert by_clause["NZ-1.0-jackpot-prize-button"][0].ok
    changed = checks("nz", madness_21=True, madness_prizes="1: 20x3 10x7")
    (figures,) = changed["NZ-15A.6-table"]
    assert not figures.ok
    assert "10 slots" in figures.text
    assert "The text has 3750 slots" in figures.text
    assert not changed["NZ-3.5-a-ii"][0].ok


@pytest.mark.clause("DD-27")
def test_a_soft_17_cannot_bust() -> None:
    (one,) = checks("double_deck")["DD-27"]
    assert one.ok
    assert one.plain() == {
        "clause": "DD-27",
        "ok": True,
        "text": "A soft 17 busts with 0 of 52 cards.",
    }


def test_a_wager_that_favours_the_player_is_told() -> None:
    (one,) = checks("tribal", progressive=True, meter=400000)["T-r-1"]
    assert one.is_warning
    assert one.plain()["warning"] is True
    assert "at a meter of 400000.00" in one.text


def test_parameters_of_a_clause() -> None:
    assert parameters("a=1; b=x;;c") == {"a": "1", "b": "x", "c": ""}
