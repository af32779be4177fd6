"""Published figures of side wagers, with their sources, in odds/published."""

from fractions import Fraction
from typing import Any

import pytest

from pitboss.library.questions import par_sheet
from pitboss.odds.sheets.memo import published_file
from pitboss.odds.shoe import shoe_of_decks
from pitboss.odds.side_wagers.chances import OneAct, wager_law
from pitboss.odds.side_wagers.prices import WagerOdds, price, side_wagers
from pitboss.rulebook.file.offers import offers
from tests.agreement.variants import varied_rules
from tests.odds.deals import table
from tests.rulebook.books import offering

FIGURES = published_file("side_wagers.toml")["figures"]


def odds_of(figure: dict[str, Any]) -> WagerOdds:
    if "offer" in figure:
        name, options = figure["offer"], figure.get("options", {})
        rules = offering(figure["rulebook"], name, figure["scale"], **options)
        wager, shoe = rules.wagers[name], shoe_of_decks(figure["of_decks"])
        if wager.kind.stays_up:
            return par_sheet(rules).wager(name)
        law = wager_law(rules, wager, shoe, play=OneAct(figure.get("play", "stand")))
        return price(rules, wager, law)[0]
    rules = table(figure["rulebook"], **figure["options"])
    rules = varied_rules(rules, figure.get("changes", {}))
    if "of_decks" in figure:
        wager = rules.wagers[figure["wager"]]
        return price(rules, wager, wager_law(rules, wager, shoe_of_decks(figure["of_decks"])))[0]
    odds = side_wagers(rules, play=OneAct(figure.get("play", "stand")))
    return next(one for one in odds if one.wager == figure["wager"])


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure["source"])
def test_published_figures(figure: dict[str, Any]) -> None:
    odds = odds_of(figure)
    chances = {line.name: line.chance for line in odds.lines}
    for name, exact in figure.get("exact", {}).items():
        assert chances[name] == Fraction(exact)
    ways = figure.get("ways", {})
    for name, number in ways.items():
        assert chances[name] == Fraction(number, sum(ways.values()))
    for name, printed in figure.get("near", {}).items():
        digits = len(printed.partition(".")[2])
        assert float(chances[name]) == pytest.approx(float(printed), abs=0.51 * 10**-digits)
    if "edge" in figure:
        digits = len(figure["edge"].partition(".")[2])
        assert odds.house_edge == pytest.approx(float(figure["edge"]), abs=0.51 * 10**-digits)


def test_every_shipped_wager_and_scale_has_a_figure() -> None:
    known = {(figure["offer"], figure["scale"]) for figure in FIGURES if "offer" in figure}
    shipped = {(name, scale) for name, offer in offers().items() for scale in offer.scales}
    # Whose published edge is not to be had; its lines add up to those of the flat scale.
    assert shipped - known == {("dealer_bust", "by_up_card")}
