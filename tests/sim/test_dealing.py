"""Shuffles in a kernel: every card once, every place alike, and what happens when cards run out."""

import doctest
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

import pitboss.sim
from pitboss.sim.experiment import Experiment
from pitboss.sim.kernels import random
from pitboss.sim.players import LikeDealer
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import KernelSpec, Task
from pitboss.sim.targets import cpu
from tests.sim.experiments import basic


def test_sfc64_goes_on_as_it_is_defined() -> None:
    # From the state 1, 2, 3 with the counter at 1, worked out by hand.
    rng = np.array([1, 2, 3, 1], dtype=np.uint64)
    assert int(random.next_word(rng)) == 4
    assert rng.tolist() == [2, 27, (3 << 24) + 4, 2]
    assert int(random.next_word(rng)) == 31


def test_a_seed_gives_the_same_cards_for_ever() -> None:
    rng = np.zeros(4, dtype=np.uint64)
    with np.errstate(over="ignore"):
        random.seed_stream(rng, np.uint64(1), np.uint64(2))
        assert int(random.next_word(rng)) == 1_417_009_325_890_215_882


def test_streams_of_seeds_and_blocks_differ() -> None:
    states = set()
    with np.errstate(over="ignore"):
        for seed in range(20):
            for block in range(20):
                rng = np.zeros(4, dtype=np.uint64)
                random.seed_stream(rng, np.uint64(seed), np.uint64(block))
                states.add(tuple(rng.tolist()))
    assert len(states) == 400


def test_a_shuffle_keeps_every_card_and_favours_no_place() -> None:
    experiment = basic("double_deck", shuffle="every_round")
    made = cpu.uncompiled(KernelSpec())
    shoe = cpu.workspace(experiment)[0].shoe
    seen: Counter[int] = Counter()
    with np.errstate(over="ignore"):
        made["open_block"](shoe, np.uint64(3), np.uint64(0))
        for _ in range(2600):
            made["shuffle"](shoe)
            made["extend"](shoe, 20)
            assert shoe.at[layout.AT_FILLED] >= 20
            seen[int(shoe.cards[13])] += 1
    assert sorted(shoe.cards.tolist()) == sorted(shoe.tables.shoe.tolist())
    # Thirteen ranks, 200 each on average: chi square with 12 degrees of freedom.
    assert sum((seen[rank] - 200) ** 2 / 200 for rank in range(13)) < 32.9


def test_small_shoes_with_many_boxes_run_out_and_go_on() -> None:
    # One deck and seven boxes: a misdeal where the rulebook says so, discards elsewhere.
    misdeal = basic("tribal", {"decks": 1}, boxes=7)
    assert misdeal.spec.is_misdeal
    refilled = basic("double_deck", {"boxes": 7}, boxes=7)
    assert refilled.spec.may_run_out
    assert not refilled.spec.is_misdeal
    for experiment in (misdeal, refilled):
        with np.errstate(over="ignore"):
            result = cpu.play(experiment, Task(1, 0, 1, 400), is_compiled=False)
        assert result.rounds == 400
        assert abs(result.player_ev) < 0.3


def test_large_shoes_cannot_run_out() -> None:
    numbers = basic("tribal", {"decks": 8}).tables.numbers
    assert numbers[layout.SPARE] == 0
    assert numbers[layout.LIMIT] == 8 * 39 + 1
    assert numbers[layout.SIZE] == 416


def test_a_continuous_shuffler_deals_every_round_from_all_cards() -> None:
    experiment = basic("nz", {"shuffler": "continuous"})
    assert experiment.is_shuffled_every_round
    assert experiment.tables.numbers[layout.LIMIT] == 0
    assert experiment.plain()["behind"] is None


def test_penetration_is_kept_within_the_rulebook() -> None:
    assert basic("house").behind == 52
    assert basic("tribal").behind == 78
    assert basic("tribal", penetration=0.5).behind == 156


def test_bets_that_do_not_come_out_even_are_still_exact() -> None:
    # 3 to 2 on 5.50 in chips of 0.50 is rounded up to 8.50 here.
    experiment = basic("nz", bet=550)
    assert experiment.compiled.grain == 50
    with pytest.raises(ValueError, match="at least"):
        _ = basic("nz", bet=100).compiled


def test_the_whole_module_is_importable_without_numba() -> None:
    code = "import sys, pitboss.sim; assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_example() -> None:
    assert doctest.testmod(pitboss.sim).failed == 0


def test_like_dealer_is_the_same_compiled_or_not() -> None:
    rules = basic("tribal", {"max_hands": 4}).rules
    experiment = Experiment(rules, LikeDealer(rules))
    task = Task(9, 1, 2, 300)
    with np.errstate(over="ignore"):
        slow = cpu.play(experiment, task, is_compiled=False)
    assert slow == cpu.play(experiment, task)
