"""Published house edges of the gallery's games, as far as they are printed."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.odds.solution import solve
from pitboss.rulebook.catalog import choose, load_rulebook
from tests.agreement.variants import varied_rules

KNOWN: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[1] / "known" / "variants.toml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(
    "known", KNOWN["games"], ids=lambda known: f"{known['game']}-{known['decks']}"
)
def test_games(known: dict[str, Any]) -> None:
    rules = choose(load_rulebook(known["game"]), {"decks": known["decks"]})
    edge = 100 * solve(rules).house_edge
    assert edge == pytest.approx(known["edge"], abs=known["within"])


def written(value: object) -> object:
    """A value of a file as a section has it."""
    return tuple(value) if isinstance(value, list) else value


@pytest.mark.long
@pytest.mark.parametrize(
    "known", KNOWN["varied"], ids=lambda known: f"{known['game']}-{known['edge']}"
)
def test_games_with_other_rules(known: dict[str, Any]) -> None:
    rules = choose(load_rulebook(known["game"]), known.get("options", {}))
    changes = {path: written(value) for path, value in known["changes"].items()}
    rules = varied_rules(rules, changes)
    # The decks of a game that fixes them are no option.
    rules = replace(rules, decks_in_play=known.get("decks", rules.decks_in_play))
    solution = solve(rules, strategy_class="total_dependent")
    assert 100 * solution.house_edge == pytest.approx(known["edge"], abs=known["within"])
    assert known["why"]


@pytest.mark.parametrize("known", KNOWN["charlies"], ids=lambda known: str(known["cards"]))
def test_charlies(known: dict[str, Any]) -> None:
    plain = choose(load_rulebook("standard"), {"decks": 8})
    row = f"{known['cards']}+ cards not doubled against no blackjack: win"
    changes = {"settlement.results": (row,)}
    gain = solve(varied_rules(plain, changes)).player_ev - solve(plain).player_ev
    assert 100 * gain == pytest.approx(known["gain"], abs=known["within"])
