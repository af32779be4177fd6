"""The kernels say the same compiled and as plain Python."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pitboss import odds
from pitboss.odds import coupling, kernels, reached
from pitboss.odds.lattice import hands, lattice, place_of_values
from pitboss.odds.play import Game
from pitboss.rulebook.catalog import choose, load_rulebook

COUNT = len(hands())


def plain(kernel: Any) -> Callable[..., Any]:
    """The Python function that a kernel was compiled from."""
    found: Callable[..., Any] = getattr(kernel, "py_func", kernel)
    return found


@pytest.fixture(scope="module", params=["house", "pa_free_bet", "nz"])
def game(request: pytest.FixtureRequest) -> Game:
    rules = choose(load_rulebook(request.param), {})
    return Game(rules, odds.parse_shoe("Ax4 2x3 5x4 6x3 8x4 9x3 Tx12"))


def test_the_dealer(game: Game) -> None:
    left = game.beside(9)
    rest = np.maximum(left - game.lattice.counts[:70], 0.0)
    found = [np.zeros((70, 8)) for _ in range(2)]
    kernels.dealer_outcomes(rest, game.draws, 9, found[0])
    plain(kernels.dealer_outcomes)(rest, game.draws, 9, found[1])
    np.testing.assert_allclose(found[1], found[0], atol=1e-14)
    for up in range(10):
        assert plain(kernels.blackjack_card)(up) == kernels.blackjack_card(up)


@pytest.mark.parametrize("up", [0, 7])
def test_hands_that_were_dealt(game: Game, up: int) -> None:
    left = game.beside(up)
    natural = place_of_values(0, 9)
    acts = np.zeros(COUNT, dtype=np.int64)
    outcomes, values = np.zeros((COUNT, 8)), np.zeros((COUNT, kernels.ACTS))
    kernels.dealt_hands(
        up, left, game.lattice, game.play, game.draws, natural, outcomes, acts, values
    )
    again = np.zeros((COUNT, 8)), np.zeros(COUNT, dtype=np.int64), np.zeros((COUNT, kernels.ACTS))
    plain(kernels.dealt_hands)(up, left, game.lattice, game.play, game.draws, natural, *again)
    np.testing.assert_array_equal(again[1], acts)
    parts = [np.zeros((COUNT, 2)) for _ in range(2)]
    places = np.arange(COUNT)
    win, loss = game.play.win[0], game.play.loss[0]
    kernels.stand_parts(places, outcomes, win, loss, parts[0])
    plain(kernels.stand_parts)(places, outcomes, win, loss, parts[1])
    np.testing.assert_allclose(parts[1], parts[0], atol=1e-14)
    worth, best = np.zeros(COUNT), np.zeros(COUNT, dtype=np.int64)
    found = np.zeros((COUNT, kernels.ACTS))
    is_open = game.play.is_open[up]
    plain(kernels.play_hands)(
        places, left, game.lattice, game.play, (0, 0, natural, 1.0, 0.0), up, is_open, parts[0],
        best, worth, found, 0,
    )  # fmt: skip
    np.testing.assert_array_equal(best, acts)
    np.testing.assert_allclose(found, values, atol=1e-13)
    place = place_of_values(1, 8)
    args = (place, left, float(left.sum()), game.lattice, kernels.blackjack_card(up), is_open)
    draw = kernels.drawn(*args, worth, parts[0], win, loss)
    assert plain(kernels.drawn)(*args, worth, parts[0], win, loss) == pytest.approx(draw)
    double = plain(kernels.doubled)(draw, 1.0, 1.0, 0.0, game.play.take[0])
    assert double == pytest.approx(kernels.doubled(draw, 1.0, 1.0, 0.0, game.play.take[0]))


@pytest.mark.parametrize("pair, up", [(7, 9), (0, 5)])
def test_hands_from_a_split(game: Game, pair: int, up: int) -> None:
    left = game.beside(up)
    acts = [np.zeros((2, COUNT), dtype=np.int64) for _ in range(2)]
    second = [np.zeros((2, 2, 10)) for _ in range(2)]
    args = (pair, up, left, game.lattice, game.play, game.draws, 1)
    kernels.split_hands(*args, acts[0], 0, second[0])
    plain(kernels.split_hands)(*args, acts[1], 0, second[1])
    np.testing.assert_array_equal(acts[1], acts[0])
    np.testing.assert_allclose(second[1], second[0], atol=1e-13)
    start, places = place_of_values(pair), np.arange(COUNT)
    for kernel in (kernels.played_places, kernels.compared_places):
        expected = kernel(start, game.lattice, acts[0], places)
        np.testing.assert_array_equal(plain(kernel)(start, game.lattice, acts[0], places), expected)
    mask = plain(kernels._marked)(start, game.lattice, acts[0], places, 3)
    np.testing.assert_array_equal(mask, kernels.played_places(start, game.lattice, acts[0], places))
    marks = [np.zeros(COUNT, dtype=np.int64) for _ in range(2)]
    kernels.mark_played(start, game.lattice, acts[0][0], marks[0])
    plain(kernels.mark_played)(start, game.lattice, acts[0][0], marks[1])
    np.testing.assert_array_equal(marks[1], marks[0])


@pytest.mark.parametrize("up", [0, 5])
def test_how_hands_end(game: Game, up: int) -> None:
    left = game.beside(up)
    solution = odds.solve(game.rules, shoe=game.shoe)
    values = solution.by_up[up]
    assert values is not None
    ends: list[tuple[np.ndarray[Any, Any], ...]] = []
    for reach_hands, finish_hands in (
        (reached.reach_hands, reached.finish_hands),
        (plain(reached.reach_hands), plain(reached.finish_hands)),
    ):
        reach = np.zeros(COUNT)
        for start in solution.starts:
            if start.up == up:
                reach[place_of_values(start.first, start.second)] += start.probability
        whole = reach.sum()
        reach_hands(left, lattice(), values.acts, reach)
        stands, over = np.zeros((4, COUNT)), np.zeros((4, 2))
        given = finish_hands(reach, left, lattice(), game.play, values.acts, up, stands, over)
        ends.append((reach, stands, over, np.array([given])))
        if not game.play.is_peeked[up]:
            assert stands.sum() + over.sum() + given == pytest.approx(whole)
    for one, other in zip(*ends, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-14)


def test_sets_of_cards_of_two_hands() -> None:
    rows = np.array([[1, 0, 0, 0, 2, 0, 0, 0, 0, 1], [0, 1, 0, 0, 1, 0, 0, 0, 0, 2]])
    orders = np.array([3.0, 2.0])
    falling, whole = coupling._falling(np.array([4.0] * 9 + [16.0]))
    args = (rows, orders, rows, orders, falling, whole)
    assert plain(coupling.joint)(*args) == pytest.approx(coupling.joint(*args))
