"""Published figures of side wagers, with their sources, in tests/known."""

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.odds.wager_chances import OneAct
from pitboss.odds.wagers import WagerOdds, side_wagers
from tests.odds.deals import table

KNOWN = Path(__file__).parents[1] / "known" / "side_wagers.toml"
FIGURES = tomllib.loads(KNOWN.read_text(encoding="utf-8"))["figures"]


def odds_of(figure: dict[str, Any]) -> WagerOdds:
    rules = table(figure["rulebook"], **figure["options"])
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
    if "edge" in figure:
        digits = len(figure["edge"].partition(".")[2])
        assert odds.house_edge == pytest.approx(float(figure["edge"]), abs=0.51 * 10**-digits)
