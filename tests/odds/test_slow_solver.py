"""Two solvers that share no line come to the same values of every act."""

from itertools import product

import pytest

from pitboss import odds
from pitboss.odds.solution import solve
from pitboss.rulebook.catalog import rules_of
from tests.odds.games import plain_game
from tests.odds.slow_solver import SlowGame

SOFT_17, SPLITS, HOLES, SURRENDERS, DOUBLES = (
    ("S17", "H17"), ("DAS", "NDAS"), ("HC", "ENHC"), ("NS", "LS", "ES"), ("DA2", "D9", "D10"),
)  # fmt: skip
SAMPLE = (
    ("H17", "NDAS", "HC", "ES", "D10", 9),
    ("S17", "NDAS", "ENHC", "LS", "D9", 9),
)
EVERY = tuple(product(SOFT_17, SPLITS, HOLES, SURRENDERS, DOUBLES, (0, 5, 9)))

SHOE = "Ax2 2x2 3x1 5x2 6x2 8x3 9x2 Tx7"


@pytest.mark.parametrize(
    "up, hits_soft_17, looks, surrenders",
    [(9, False, True, True), (5, True, True, False), (0, False, False, False)],
)
def test_every_act_is_worth_the_same(
    up: int, hits_soft_17: bool, looks: bool, surrenders: bool
) -> None:
    rules = plain_game(
        hits_soft_17=hits_soft_17, looks=looks, surrenders=surrenders, hands=2, split_aces_draw=True
    )
    shoe = odds.parse_shoe(SHOE)
    solution = solve(rules, shoe=shoe)
    slow = SlowGame(up, hits_soft_17=hits_soft_17, looks=looks, surrenders=surrenders)
    compared = 0
    for first in range(10):
        for second in range(first, 10):
            cards = (first, second, up)
            if (first, second) == (0, 9) or any(shoe.values[c] < cards.count(c) for c in cards):
                continue
            fast = solution.values_of(first * 4, second * 4, up * 4)
            wanted = slow.start(first, second, shoe.values)
            assert fast == pytest.approx({a: float(v) for a, v in wanted.items()}, abs=1e-12)
            compared += len(fast)
    assert compared > 60


def compare_line(terms: tuple[str, ...], up: int) -> None:
    """A game in one line against the slow solver: every act on every two cards."""
    rules = rules_of(" ".join((*terms, "SPL2", "HSA", *(("DSA",) if "DAS" in terms else ()))))
    shoe = odds.parse_shoe(SHOE)
    solution = solve(rules, shoe=shoe)
    slow = SlowGame(
        up,
        hits_soft_17="H17" in terms,
        looks="HC" in terms,
        surrenders="NS" not in terms,
        is_early="ES" in terms,
        is_late="LS" in terms,
        doubles_split="DAS" in terms,
        totals={"D9": (9, 10, 11), "D10": (10, 11)}.get(terms[-1], ()),
    )
    compared = 0
    for first in range(10):
        for second in range(first, 10):
            cards = (first, second, up)
            if (first, second) == (0, 9) or any(shoe.values[c] < cards.count(c) for c in cards):
                continue
            fast = solution.values_of(first * 4, second * 4, up * 4)
            wanted = slow.start(first, second, shoe.values)
            assert fast == pytest.approx({a: float(v) for a, v in wanted.items()}, abs=1e-12)
            compared += len(fast)
    assert compared > 45


@pytest.mark.parametrize("case", SAMPLE, ids=str)
def test_a_game_in_one_line_is_exact(case: tuple[str, str, str, str, str, int]) -> None:
    compare_line(case[:-1], case[-1])


@pytest.mark.long
@pytest.mark.parametrize("case", EVERY, ids=str)
def test_every_game_in_one_line_is_exact(case: tuple[str, str, str, str, str, int]) -> None:
    compare_line(case[:-1], case[-1])
