"""Errors of the player and of the dealer, as shares that a simulation is given."""

from collections import Counter

import numpy as np
import pytest

from pitboss.cards import full_shoe
from pitboss.errors import SimulationError
from pitboss.shuffle import shuffled
from pitboss.sim.experiment import Experiment
from pitboss.sim.players import LikeDealer
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Task, entry
from pitboss.sim.targets.cpu import play, play_order, uncompiled, workspace
from tests.sim.experiments import basic

TASK = Task(3, 0, 60, 4096)


def test_an_error_is_any_other_act_and_each_as_likely() -> None:
    experiment = basic("tribal", {"max_hands": 4}, player_errors=0.25)
    branch = experiment.tables.branch.reshape(-1, layout.BRANCH_STRIDE)
    place = int(np.argmax(branch[:, layout.BRANCH_OTHERS]))
    others = int(branch[place, layout.BRANCH_OTHERS])
    assert others == 3, "stand, hit, double, split: one is chosen, and three are errors"
    branched = uncompiled(experiment.spec)["branched"]
    shoe = workspace(experiment)[0].shoe
    shoe.rng[:] = (1, 2, 3, 4)
    now = entry(layout.BRANCH, place * layout.BRANCH_STRIDE)
    with np.errstate(over="ignore"):
        seen = Counter(branched(shoe, 0, now) for _ in range(12_000))
    expected = {int(branch[place, 0]): 9000, **dict.fromkeys(branch[place, 1:4].tolist(), 1000)}
    assert set(seen) == set(expected)
    # Chi square with three degrees of freedom.
    assert sum((seen[key] - n) ** 2 / n for key, n in expected.items()) < 16.3


@pytest.mark.long
def test_errors_cost_money_and_nobody_pays_for_none() -> None:
    right = basic("tribal", {"max_hands": 4})
    assert not right.spec.has_branches
    wrong = basic("tribal", {"max_hands": 4}, player_errors=0.1, dealer_errors=0.01)
    none, some = play(right, TASK), play(wrong, TASK)
    assert none.player_ev - some.player_ev > 5 * some.standard_error
    few = TASK._replace(blocks=1, rounds=200)
    with np.errstate(over="ignore"):
        assert play(wrong, few, is_compiled=False) == play(wrong, few)


def test_a_dealer_who_always_errs_turns_every_comparison_round() -> None:
    rules = basic("tribal").rules
    cards = shuffled(full_shoe(6), bytes(32))
    records = []
    for share in (0.0, 1.0):
        experiment = Experiment(rules, LikeDealer(rules), dealer_errors=share)
        with np.errstate(over="ignore"):
            record = play_order(experiment, cards, rounds=300, is_compiled=False)
        records.append((record[:, 0] * experiment.compiled.grain).tolist())
    pairs = Counter(zip(*records, strict=True))
    # Wins are taken, losses are paid; ties, blackjacks and hands over 21 are seen as they are.
    assert set(pairs) == {(500, -500), (-500, 500), (-500, -500), (0, 0), (750, 750)}
    assert pairs[500, -500] > 10
    assert pairs[-500, 500] > 5


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_a_share_that_is_none(share: float) -> None:
    with pytest.raises(SimulationError, match="from 0 to 1"):
        basic("tribal", player_errors=share)
