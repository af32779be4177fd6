"""Each line of every side wager has an example in cards, and it falls into that line."""

import pytest

from pitboss.hands import hand_of
from pitboss.rulebook.catalog import SHIPPED, load_rulebook, rules_of
from pitboss.rulebook.rules import SideWager
from pitboss.server.http.felt import spot_of, top_price
from pitboss.wagers.examples import example_of
from pitboss.wagers.registry import wager_kinds


def offered() -> dict[str, SideWager]:
    """Every side wager of every rulebook, with the option that offers it."""
    wagers: dict[str, SideWager] = {}
    for name in SHIPPED:
        for spec in load_rulebook(name).wagers:
            chosen = {
                option: one[0] if isinstance(one, list | tuple) else one
                for option, one in spec.when.items()
            }
            wagers[f"{name} {spec.name}"] = rules_of(name, **chosen).wagers[spec.name]
    return wagers


WAGERS = offered()


@pytest.mark.parametrize("name", WAGERS)
def test_every_line_has_an_example_that_falls_into_it(name: str) -> None:
    wager = WAGERS[name]
    for category in wager.lines:
        example = example_of(wager.kind, category)
        assert example is not None, category
        assert wager.kind.classify(example.sight()) == category
        if example.dealer:
            assert hand_of(example.dealer[:-1]).total < 17 <= hand_of(example.dealer).total


@pytest.mark.parametrize("name", WAGERS)
def test_a_sentence_says_what_wins(name: str) -> None:
    spot = spot_of(WAGERS[name])
    assert spot.wins_when.endswith(".")
    assert "{" not in spot.wins_when
    assert all(line.example for line in spot.lines)


def test_parameters_stand_in_the_sentence() -> None:
    assert "4 rounds" in WAGERS["tribal streak_4"].kind.what_wins()
    assert "under 13" in WAGERS["tribal under_13"].kind.what_wins()
    assert "exactly 22" in WAGERS["pa_free_bet push_22"].kind.what_wins()
    assert all(kind.wins_when for kind in wager_kinds().values() if "pitboss" in kind.__module__)


@pytest.mark.parametrize(
    "name, top",
    [
        ("nz super_sevens", "5000 to 1"),
        ("nz madness_21", "1000 to 1"),
        ("nz perfect_pairs", "30 to 1"),
        ("tribal progressive", "meter"),
        ("tribal bonus", "$5000"),
        ("pa_free_bet push_22", "50 to 1"),
        ("house over_13", "1 to 1"),
    ],
)
def test_the_most_that_a_wager_pays(name: str, top: str) -> None:
    assert top_price(WAGERS[name]) == top
