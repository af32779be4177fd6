"""Two solvers that share no line come to the same values of every act."""

import pytest

from pitboss import odds
from tests.odds.games import plain_game
from tests.odds.slow_solver import SlowGame

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
    solution = odds.solve(rules, shoe=shoe)
    slow = SlowGame(up, hits_soft_17=hits_soft_17, looks=looks, surrenders=surrenders)
    compared = 0
    for first in range(10):
        for second in range(first, 10):
            cards = (first, second, up)
            if (first, second) == (0, 9) or any(shoe.values[c] < cards.count(c) for c in cards):
                continue
            fast = solution.acts(first * 4, second * 4, up * 4)
            wanted = slow.start(first, second, shoe.values)
            assert fast == pytest.approx({a: float(v) for a, v in wanted.items()}, abs=1e-12)
            compared += len(fast)
    assert compared > 60
