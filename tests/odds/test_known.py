"""Published figures are met, as far as they are printed."""

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss import odds
from pitboss.cards import VALUES, parse_card, parse_cards
from pitboss.odds.advice import advise
from pitboss.odds.sheets.memo import published_file
from pitboss.odds.solution import solve
from pitboss.odds.solver.best_play import SolverInput, solve_up, split_value
from pitboss.odds.solver.dealer import draws
from pitboss.odds.solver.kernels import dealer_outcomes
from pitboss.rulebook.catalog import choose, gallery, load_rulebook, rules_of
from tests.odds.games import plain_game

KNOWN: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[1] / "known" / "base_game.toml").read_text(encoding="utf-8")
)

GALLERY = published_file("gallery.toml")
VARIANTS = tomllib.loads(
    (Path(__file__).parents[1] / "known" / "variants.toml").read_text(encoding="utf-8")
)


PUBLISHED = [
    pytest.param(
        known, id=known["rulebook"], marks=[pytest.mark.long] if known.get("is_long") else []
    )
    for known in GALLERY["games"]
]


@pytest.mark.parametrize("known", PUBLISHED)
def test_published_edges_of_the_gallery(known: dict[str, Any]) -> None:
    solution = solve(rules_of(known["rulebook"]), strategy_class="total_dependent")
    assert 100 * solution.house_edge == pytest.approx(known["edge"], abs=known.get("off", 0.01))
    assert known["source"]
    assert ("off" in known) == ("note" in known)


def edge_of(line: str) -> float:
    return 100 * solve(rules_of(line), strategy_class="total_dependent").house_edge


@pytest.mark.long
@pytest.mark.parametrize("known", GALLERY["effects"], ids=lambda known: known["source"][:8])
def test_published_effects_of_terms(known: dict[str, Any]) -> None:
    usual = edge_of(known["base"])
    for term, gain in known["gains"].items():
        line = known["base"].replace("NDAS", term) if term == "DAS" else f"{known['base']} {term}"
        line = line.replace("S17 ", "", 1) if term == "H17" else line
        assert usual - edge_of(line) == pytest.approx(gain, abs=known["within"]), term


@pytest.mark.long
@pytest.mark.parametrize("known", GALLERY["decks"], ids=lambda known: known["source"][:8])
def test_published_edges_by_the_number_of_decks(known: dict[str, Any]) -> None:
    for decks, ev in enumerate(known["evs"], start=1):
        edge = edge_of(f"{decks}D {known['line']}")
        assert -edge == pytest.approx(ev, abs=known["within"]), decks


def test_every_game_of_the_gallery_has_a_published_edge_or_says_that_there_is_none() -> None:
    told = {*GALLERY["unpublished"]["games"], *(known["rulebook"] for known in GALLERY["games"])}
    told |= {known["game"] for known in VARIANTS["games"]}
    assert set(gallery()) <= told


@pytest.mark.parametrize("known", KNOWN["hands"], ids=lambda known: known["hand"])
def test_values_of_a_hand(known: dict[str, Any]) -> None:
    rules = choose(load_rulebook(known["rulebook"]), known["options"])
    shoe = odds.parse_shoe(known["shoe"])
    up = parse_card(known["up"])
    advice = advise(rules, known["hand"], known["up"], shoe=shoe)
    for act in ("stand", "hit", "double"):
        assert advice.values[act] == pytest.approx(known[act], abs=5e-12)
    # The published split always splits again, better or not.
    game = SolverInput(rules, shoe)
    pair = VALUES[parse_cards(known["hand"])[0]] - 1
    second = solve_up(game, VALUES[up] - 1).second[pair]
    assert second is not None
    hands = int(game.play.split_hands[pair])
    value = split_value(game, VALUES[up] - 1, pair, second, hands=hands)
    assert value == pytest.approx(known["split"], abs=5e-12)


@pytest.mark.parametrize("known", KNOWN["games"], ids=lambda known: known["source"])
def test_published_games(known: dict[str, Any]) -> None:
    rules = plain_game(
        decks=known["decks"], hits_soft_17=known["hits_soft_17"], looks=known["looks"]
    )
    solution = solve(rules)
    # The source lets play after a split see the number of hands.
    assert solution.player_ev == pytest.approx(known["ev"], abs=1e-5)
    for name, printed in known["hands"].items():
        first, second, up = (parse_card(f"{rank}s") for rank in name.replace(" ", ""))
        acts = solution.values_of(first, second, up)
        worth = [acts[act] for act in ("stand", "hit", "double")]
        # To one unit of the last digit that is printed.
        assert worth == pytest.approx(printed, abs=1e-6)


def test_dealer_bust() -> None:
    known = KNOWN["dealer_bust"]
    rules = choose(load_rulebook(known["rulebook"]), {})
    tree = draws(rules, has_22=True)
    for up, printed in enumerate(known["ace_to_ten"]):
        left = np.array(odds.full(known["decks"]).values, dtype=np.float64)
        left[up] -= 1
        outcomes = np.zeros((1, 8))
        dealer_outcomes(left[None, :], tree, up, outcomes)
        assert outcomes.sum() == pytest.approx(1)
        assert round(float(outcomes[0, 5] + outcomes[0, 6]), known["digits"]) == printed
