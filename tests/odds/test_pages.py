"""The pages of side wagers are fresh, and par sheets show what they must."""

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from pitboss.cards import parse_card, parse_cards
from pitboss.hands import hand_of
from pitboss.odds.advice import advise_hand
from pitboss.odds.game import solve_game
from pitboss.odds.sheets.charts import (
    ChartCell,
    ChartRow,
    ChartTable,
    charts,
    exceptions,
    plain_cell,
)
from pitboss.odds.sheets.page import letter, par_sheet_page, short_exact, strategy_page
from pitboss.odds.sheets.par_sheet import ParSheet, StrategySheet, figures, par_sheet
from pitboss.odds.shoe import parse_suited_shoe, shoe_of_decks
from pitboss.rulebook.catalog import SHIPPED, load_rulebook
from tests.odds.deals import table

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_every_rulebook_has_a_par_sheet(rulebook: str) -> None:
    page = (ROOT / "docs" / "par-sheets" / f"{rulebook}.html").read_text(encoding="utf-8")
    assert load_rulebook(rulebook).title in page
    assert "House edge" in page
    assert "https:" not in page


@pytest.fixture(scope="module")
def sheet() -> ParSheet:
    rules = table("double_deck")
    return par_sheet(load_rulebook("double_deck"), rules, solve_game(rules))


def test_a_notebook_shows_the_page(sheet: ParSheet) -> None:
    assert sheet.is_full
    assert sheet._repr_html_().startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    chart = StrategySheet(sheet.rulebook, sheet.rules, sheet.shoe, sheet.game)
    assert "Hard totals" in chart._repr_html_()
    assert "House edge" not in strategy_page(chart)
    assert [row[0] for row in figures(sheet)][:2] == ["house edge", "player's expectation"]


def test_a_chart_tells_hands_that_are_better_played_otherwise(sheet: ParSheet) -> None:
    hard, soft, pairs = sheet.charts()
    told = list(exceptions(hard))
    assert "2+10 against 4: hit" in told
    assert not list(exceptions(soft))
    assert not list(exceptions(pairs))
    for text in told:
        hand, _, rest = text.partition(" against ")
        up, _, act = rest.partition(": ")
        cards = parse_cards(" ".join({"10": "T"}.get(c, c) + "s" for c in hand.split("+")))
        values = sheet.game.values(hand_of(cards), parse_card(f"{up}s"))
        assert next(iter(values)) == act
    page = par_sheet_page(sheet)
    assert "* " + "; ".join(told) in page
    assert "<h2>Side wagers</h2>" in page


def test_the_deviation_of_several_spots_names_its_error(sheet: ParSheet) -> None:
    played = structs.replace(sheet.game.figures, spots=((2, 0.98765),))
    for decks, near in ((1, "0.001"), (2, "0.0001"), (6, "0.0001")):
        told = replace(sheet, shoe=shoe_of_decks(decks), game=replace(sheet.game, figures=played))
        row = ("deviation, 2 spots", "0.9877", f"per unit of all spots, within {near}")
        assert row in figures(told)


def test_a_chart_of_a_shoe_leaves_out_what_it_cannot_deal() -> None:
    rules = table("double_deck")
    shoe = parse_suited_shoe("5x8 6x8 Tx16")
    game = solve_game(rules, shoe)
    hard, soft, pairs = charts(rules, shoe.values, game.values)
    assert [row.hand for row in hard.rows] == ["16", "15", "11"]
    assert not soft.rows
    assert [row.hand for row in pairs.rows] == ["T,T", "6,6", "5,5"]
    assert [cell.up for cell in hard.rows[0].cells] == ["5", "6", "T"]
    page = strategy_page(StrategySheet(load_rulebook("double_deck"), rules, shoe, game))
    assert "a shoe of 32 cards" in page


def test_a_place_with_one_act_has_no_cost() -> None:
    cell = ChartCell("2", "stand", 0.5, "", 0.0, {"stand": 0.5})
    assert plain_cell(cell)["second"] is None
    assert plain_cell(cell)["cost"] is None
    assert letter(cell) == "S"
    assert letter(ChartCell("2", "double", 0.5, "", 0.0, {}, is_free=True)) == "FD"
    assert not list(exceptions(ChartTable("hard", "Hard", (ChartRow("19", (cell,)),))))


def test_long_fractions_are_left_to_the_json() -> None:
    from fractions import Fraction

    assert short_exact(None) == "by play"
    assert short_exact(Fraction(5, 311)) == "5/311"
    assert short_exact(Fraction(1, 10**80)) == "81 digits"


def test_the_strategy_is_the_one_that_the_values_say(sheet: ParSheet) -> None:
    for text, up in (("Ts 6d", "9c"), ("8s 8d", "Th"), ("5s 6d", "2c"), ("As 7d", "6h")):
        hand = hand_of(parse_cards(text))
        values = sheet.game.values(hand, parse_card(up))
        assert sheet.game.act(hand, parse_card(up)) == next(iter(values))
        advice = advise_hand(sheet.rules, hand.cards, parse_card(up), shoe=shoe_of_decks(2)).advice
        assert advice.values == pytest.approx(dict(values), abs=1e-12)
