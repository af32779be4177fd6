"""The kernels say the same compiled and as plain Python."""

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

from pitboss import odds
from pitboss.odds.results import box_law as box_results
from pitboss.odds.results import endings as hand_endings
from pitboss.odds.results import split_boxes as boxes
from pitboss.odds.results import split_boxes as card_sets
from pitboss.odds.solution import solve
from pitboss.odds.solver import busted_plus_one as coupling
from pitboss.odds.solver import busted_plus_one as joint_play
from pitboss.odds.solver import frequencies as hand_frequencies
from pitboss.odds.solver import kernels, split_endings
from pitboss.odds.solver.acts import (
    ACTS,
    DOUBLE,
    DOUBLE_HALF,
    HIT,
    MAY_DOUBLE,
    MAY_STAND,
    MODES,
    STAND,
)
from pitboss.odds.solver.arrays import DEALT, DoubledStakes, HandWorkspace, Unseen
from pitboss.odds.solver.best_play import SolverInput, dealt_origin
from pitboss.odds.solver.hand_values import (
    SplitActs,
    dealt_workspace,
    doubled_of,
    split_workspace,
    standing_of,
    value_dealt,
)
from pitboss.odds.solver.hands import hands, place_of_values
from pitboss.rulebook.catalog import choose, load_rulebook

COUNT = len(hands())


def plain(kernel: Any) -> Callable[..., Any]:
    """The Python function that a kernel was compiled from."""
    function: Callable[..., Any] = getattr(kernel, "py_func", kernel)
    return function


@pytest.fixture(scope="module", params=["house", "pa_free_bet", "nz"])
def game(request: pytest.FixtureRequest) -> SolverInput:
    rules = choose(load_rulebook(request.param), {})
    return SolverInput(rules, odds.parse_shoe("Ax4 2x3 5x4 6x3 8x4 9x3 Tx12"))


def test_the_dealer(game: SolverInput) -> None:
    left = game.shoe_left(9)
    rest = np.maximum(left - game.lattice.counts[:70], 0.0)
    outcomes = [np.zeros((70, 8)) for _ in range(2)]
    kernels.dealer_outcomes(rest, game.draws, 9, outcomes[0])
    plain(kernels.dealer_outcomes)(rest, game.draws, 9, outcomes[1])
    np.testing.assert_allclose(outcomes[1], outcomes[0], atol=1e-14)
    for up in range(10):
        assert plain(kernels.blackjack_value)(up) == kernels.blackjack_value(up)


@pytest.mark.parametrize("up", [0, 7])
def test_hands_that_were_dealt(game: SolverInput, up: int) -> None:
    deal = game.deal(up)
    dealt = dealt_workspace(game.play)
    value_dealt(deal, dealt_origin(), dealt)
    places = np.arange(COUNT)
    standing, slowly = (standing_of(game.play, DEALT) for _ in range(2))
    kernels.stand_parts(places, dealt.outcomes, standing)
    plain(kernels.stand_parts)(places, dealt.outcomes, slowly)
    np.testing.assert_allclose(slowly.parts, standing.parts, atol=1e-14)
    work = HandWorkspace(
        standing,
        acts=np.zeros(COUNT, dtype=np.int64),
        values=np.zeros(COUNT),
        act_values=np.zeros((COUNT, ACTS)),
        costs=kernels.UNUSED,
        is_fixed=False,
        doubled=doubled_of(game.play, standing, DEALT),
        evs=np.empty(ACTS),
    )
    plain(kernels.play_hands)(places, deal, dealt_origin(), work)
    np.testing.assert_array_equal(work.acts, dealt.acts)
    np.testing.assert_allclose(work.act_values, dealt.act_values, atol=1e-13)
    unseen = Unseen(
        deal.shoe,
        float(deal.shoe.sum()),
        kernels.blackjack_value(up),
        game.play.blackjack_after_play[up],
    )
    args = (place_of_values(1, 8), game.lattice, unseen, standing, work.values)
    draw = kernels.average_next_card(*args)
    assert plain(kernels.average_next_card)(*args) == pytest.approx(draw)
    stakes = DoubledStakes(1.0, 1.0, 0.0)
    double = plain(kernels.value_double)(draw, stakes, game.play.loss_to_blackjack[0])
    assert double == pytest.approx(
        kernels.value_double(draw, stakes, game.play.loss_to_blackjack[0])
    )


def test_the_bits_of_acts(game: SolverInput) -> None:
    legal = MAY_STAND | MAY_DOUBLE
    for act in range(ACTS):
        assert kernels.may_take(legal, act) == (act in (STAND, DOUBLE))
        assert plain(kernels.may_take)(legal, act) == kernels.may_take(legal, act)
    for act in (HIT, DOUBLE, DOUBLE_HALF):
        args = (act, place_of_values(3, 4), game.play.free)
        assert plain(kernels.double_of)(*args) == kernels.double_of(*args)


@pytest.mark.parametrize("pair, up", [(7, 9), (0, 5)])
def test_hands_from_a_split(game: SolverInput, pair: int, up: int) -> None:
    deal = game.deal(up)
    acts, seconds, splits = [], [], []
    for _ in range(2):
        acts.append(np.zeros((2, COUNT), dtype=np.int64))
        seconds.append(np.zeros((2, 2, 10)))
        both = SplitActs(acts[-1], np.zeros((2, 0, COUNT), dtype=np.int64))
        splits.append(split_workspace(deal, pair, both, seconds[-1], is_fixed=False))
    kernels.split_hands(deal, pair, splits[0])
    plain(kernels.split_hands)(deal, pair, splits[1])
    np.testing.assert_array_equal(acts[1], acts[0])
    np.testing.assert_allclose(seconds[1], seconds[0], atol=1e-13)
    start, places = splits[0].start, splits[0].places
    assert start == place_of_values(pair)
    marks = [np.zeros(COUNT, dtype=np.int64) for _ in range(2)]
    kernels.mark_played(start, game.lattice, acts[0], marks[0])
    plain(kernels.mark_played)(start, game.lattice, acts[0], marks[1])
    np.testing.assert_array_equal(marks[1], marks[0])
    rests = [np.zeros((len(places), 10)) for _ in range(2)]
    kernels.cards_left(deal.shoe, game.lattice, places, rests[0])
    plain(kernels.cards_left)(deal.shoe, game.lattice, places, rests[1])
    np.testing.assert_array_equal(rests[1], rests[0])
    for bits in (kernels.PASSED | kernels.COMPARED, kernels.COMPARED):
        kept = [np.zeros(len(places), dtype=np.int64) for _ in range(2)]
        rows = kernels.keep_marked(places, marks[0], bits, kept[0])
        assert plain(kernels.keep_marked)(places, marks[0], bits, kept[1]) == rows
        np.testing.assert_array_equal(kept[1], kept[0])


@pytest.mark.parametrize("up", [0, 5])
def test_how_hands_end(game: SolverInput, up: int) -> None:
    deal = game.deal(up)
    solution = solve(game.rules, shoe=game.shoe)
    values = solution.by_up[up]
    assert values is not None
    ends: list[tuple[np.ndarray[Any, Any], ...]] = []
    cards = hand_frequencies.draw_arrays(deal)
    for reach_all, finish_all in (
        (hand_frequencies.reach_all, hand_frequencies.finish_all),
        (plain(hand_frequencies.reach_all), plain(hand_frequencies.finish_all)),
    ):
        reach = np.zeros(COUNT)
        for start in solution.starts:
            if start.up == up:
                reach[place_of_values(start.first, start.second)] += start.probability
        whole = reach.sum()
        reach_all(cards, values.acts, reach)
        stands, over, surrendered = finished = hand_frequencies.nothing_finished(COUNT)
        played = hand_frequencies.PlayedActs(values.acts, values.doubled_acts)
        again = np.zeros((len(values.doubled_acts) + 1, COUNT))
        finish_all(cards, played, reach, again, finished)
        ends.append((reach, stands, over, surrendered))
        assert stands.sum() + over.sum() + surrendered.sum() == pytest.approx(whole)
    for one, other in zip(*ends, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-14)


def test_sets_of_cards_of_two_hands() -> None:
    rows = np.array([[1, 0, 0, 0, 2, 0, 0, 0, 0, 1], [0, 1, 0, 0, 1, 0, 0, 0, 0, 2]])
    orders = np.array([3.0, 2.0])
    ends = coupling.SettledSets(rows, orders)
    args = (ends, ends, coupling._falling_factorials(np.array([4.0] * 9 + [16.0])))
    assert plain(coupling.p_both_sets)(*args) == pytest.approx(coupling.p_both_sets(*args))


@pytest.mark.parametrize("pair, up", [(7, 9), (1, 5)])
def test_two_hands_of_a_box(game: SolverInput, pair: int, up: int) -> None:
    values = solve(game.rules, shoe=game.shoe).by_up[up]
    assert values is not None
    acts = values.split_acts[pair, 0]
    doubled = values.split_doubled[pair, 0]
    played = split_endings.PlayedHands(game.lattice, acts, doubled, game.play.free)
    counts = [(np.zeros((1, COUNT, 2)), np.zeros((2 * MODES, COUNT, 2))) for _ in "ab"]
    split_endings.count_orders(place_of_values(pair), pair, played, *counts[0])
    plain(split_endings.count_orders)(place_of_values(pair), pair, played, *counts[1])
    for one, other in zip(*counts, strict=True):
        np.testing.assert_array_equal(one, other)
    counted = hand_endings.endings_of(game.play, up, pair, acts, doubled, added=0)
    codes, rows = counted.codes[:40], len(counted.nets)
    hand = boxes.EndingArrays(counted.orders[:40], counted.rows[:40])
    for is_alike in (0, 1):
        sums, where = card_sets.sums_of_two(codes, codes, is_alike)
        slow_where = np.zeros_like(where)
        slow_sums = plain(card_sets.find_sums)(codes, codes, is_alike, slow_where)
        np.testing.assert_array_equal(slow_sums, sums)
        np.testing.assert_array_equal(slow_where, where)
        worth = np.arange(8.0 * len(sums)).reshape(-1, 8)
        laws = [np.zeros((2, 2, rows, rows, 8)) for _ in range(2)]
        both = boxes.BothHands(where, worth, is_alike=bool(is_alike))
        boxes.two_laws(hand, hand, both, laws[0])
        plain(boxes.two_laws)(hand, hand, both, laws[1])
        np.testing.assert_allclose(laws[1], laws[0])
    rests = [(np.empty((len(sums), 10)), np.empty(len(sums))) for _ in range(2)]
    card_sets.take_sets(sums, game.shoe_left(up), *rests[0])
    plain(card_sets.take_sets)(sums, game.shoe_left(up), *rests[1])
    for one, other in zip(rests[1], rests[0], strict=True):
        np.testing.assert_allclose(one, other)
    single = [np.zeros((2, rows, 8)) for _ in range(2)]
    places = np.arange(len(codes))
    boxes.one_law(places, hand, worth, single[0])
    plain(boxes.one_law)(places, hand, worth, single[1])
    np.testing.assert_allclose(single[1], single[0])


def test_many_sums_make_the_table_grow() -> None:
    codes, more = np.arange(0, 6400, 100), np.arange(100)
    sums, where = card_sets.sums_of_two(codes, more, 0)
    assert len(sums) == 6400
    np.testing.assert_array_equal(sums[where], codes[:, None] + more)
    again = plain(card_sets.find_sums)(codes, more, 0, np.zeros_like(where))
    np.testing.assert_array_equal(again, sums)


def test_hands_that_are_independent() -> None:
    codes = np.array([[[5] * 8, [-5] * 8], [[3] * 8, [-3] * 8]])
    laws = np.full((2, 2, 8), 0.5)
    is_settled = np.array([[True, False], [False, True]])
    dealer = np.array([0.0, 0.25, 0.25, 0.0, 0.0, 0.0, 0.25, 0.25])
    box = box_results.IndependentHands(codes, laws, is_settled)
    for taken in (0, 7):
        fast = box_results.independent(box, dealer, taken)
        slow, *room = (
            box_results.CodedResults(np.empty(99, np.int64), np.empty(99)) for _ in range(3)
        )
        count = plain(box_results.add_independent)(box, dealer, taken, slow, room)
        for one, other in zip(slow, fast, strict=True):
            np.testing.assert_allclose(one[:count], other)
        law = dict(zip(fast[0].tolist(), fast[1].tolist(), strict=True))
        # With a blackjack the second hand pays where the first is over and it is not.
        moved = {1: 0.0625} if taken else {}
        assert law == pytest.approx(
            {8: 0.25 - sum(moved.values()), 2: 0.25, -2: 0.25, -8: 0.25, **moved}
        )


def test_replies_of_two_hands() -> None:
    rules = choose(load_rulebook("nz"), {"dealer_blackjack_takes": "busted_plus_one"})
    game = SolverInput(rules, odds.parse_shoe("Ax4 2x3 5x4 6x3 8x4 9x3 Tx12"))
    values = solve(rules, shoe=game.shoe).by_up[9]
    assert values is not None
    acts = SplitActs(values.split_acts[7], values.split_doubled[7])
    losses = coupling.losses(game.play)
    ends = coupling.settled_sets(game.play, 7, acts, whose=0, what=1)
    places = np.array([place_of_values(7, 7), place_of_values(7, 8), place_of_values(7, 7, 1)])
    for added, may_act_again in product((0, 1), (False, True)):
        costs = [np.zeros((COUNT, ACTS)) for _ in range(2)]
        hand = joint_play.OtherHand(ends, added, 1.0)
        losing = joint_play.Losing(losses[0], losses[1][: 0 if may_act_again else None])
        joint_play.reply_costs(places, game.deal(9), hand, losing, costs[0])
        plain(joint_play.reply_costs)(places, game.deal(9), hand, losing, costs[1])
        np.testing.assert_allclose(costs[1], costs[0])
        assert costs[0].any()
        due = joint_play.p_blackjack_and_other(game.shoe_left(9), 0, hand)
        assert plain(joint_play.p_blackjack_and_other)(game.shoe_left(9), 0, hand) == pytest.approx(
            due
        )
