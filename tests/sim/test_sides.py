"""Side wagers in a simulation: their tables, drawn prizes, the meter, streaks over blocks."""

import numpy as np
import pytest

from pitboss.errors import SimulationError
from pitboss.rulebook.questions.stakes import meter_raise
from pitboss.sim.experiment import Experiment
from pitboss.sim.results import Result
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Task
from pitboss.sim.tables.side_wagers import chosen
from pitboss.sim.targets.cpu import play, uncompiled, workspace
from tests.sim.experiments import basic


def played(experiment: Experiment, *, rounds: int, blocks: int = 1) -> Result:
    """Rounds of the kernels as they stand."""
    with np.errstate(over="ignore"):
        return play(experiment, Task(8, 0, blocks, rounds), is_compiled=False)


def test_every_wager_is_counted_each_round() -> None:
    experiment = basic("house", boxes=2, wagers=None)
    result = played(experiment, rounds=500)
    assert [sums.wager for sums in result.wagers] == [
        "main", "match_dealer", "over_13", "under_13",
    ]  # fmt: skip
    assert {sums.placed for sums in result.wagers} == {1000}
    over, under = result.wagers[2], result.wagers[3]
    # Both lose on 13, and one of them wins otherwise.
    assert over.total + under.total < 0


def test_prizes_are_drawn_by_their_weights() -> None:
    experiment = basic("nz", {"madness_21": True, "madness_prizes": "1: 10x3 20x1"}, wagers=None)
    (side,) = experiment.sides
    tables = experiment.side_tables
    made = uncompiled(experiment.spec)
    rng = workspace(experiment)[0].shoe.rng
    rng[:] = (1, 2, 3, 4)
    with np.errstate(over="ignore"):
        drawn = [int(made["drawn_prize"](tables, rng, 0)) for _ in range(4000)]
    assert set(drawn) == {10 * side.stake, 20 * side.stake}
    assert abs(drawn.count(10 * side.stake) - 3000) < 4 * 27.4


def test_a_bonus_draws_from_its_list() -> None:
    experiment = basic("tribal", {"bonus": True}, wagers=None)
    assert [side.wager.name for side in experiment.sides] == ["bonus"]
    result = played(experiment, rounds=600)
    assert result.wagers[1].placed == 600


def test_the_meter_grows_and_is_shared() -> None:
    experiment = basic("tribal", {"progressive": True}, boxes=2, wagers=None)
    tables = experiment.side_tables
    rules = experiment.rules
    assert tables.meter.tolist() == [
        rules.fees.meter, rules.fees.meter_reset, meter_raise(rules, 200),
    ]  # fmt: skip
    made = uncompiled(experiment.spec)
    work, sides, _ = workspace(experiment)
    # Boxes with four red aces each: first and second cards, then two drawn ones.
    work.shoe.cards[:10] = (1, 2, 40, 2, 1, 40, 1, 2, 1, 2)
    work.out[:] = 0
    for box, first in enumerate((6, 8)):
        place = box * layout.HANDS + layout.HELD_FROM
        work.held[place : place + 3] = (first, 2, 0)
    sides.kept[layout.KEPT_METER] = 100_001
    assert made["meter_share"](work, sides, 0) == 50_000
    assert sides.kept[layout.KEPT_METER] == rules.fees.meter_reset + 1


def test_streaks_are_decided_to_the_last() -> None:
    experiment = basic("tribal", {"streak": True}, wagers=None)
    result = played(experiment, rounds=40, blocks=12)
    assert result.rounds == 480
    lengths = {sums.wager: sums for sums in result.wagers[1:]}
    # All four are placed together, and each block plays on until every one of them is decided.
    assert len({sums.placed for sums in lengths.values()}) == 1
    assert lengths["streak_2"].placed > 60
    two = result.wager_ev(lengths["streak_2"])
    assert -1 < two[0] < 1


def test_push_22_makes_the_dealer_draw_out() -> None:
    experiment = basic("pa_free_bet", {"push_22": "a"}, wagers=None)
    assert experiment.spec.draws_out
    result = played(experiment, rounds=1500)
    sums = result.wagers[1]
    assert sums.placed == 1500
    ev, error = result.wager_ev(sums)
    # Exact odds: the dealer makes 22 in 7.26 % of rounds, and the house keeps 6.84 %.
    assert abs(ev + 0.0684) < 4 * error


def test_wagers_that_are_not_offered() -> None:
    rules = basic("tribal").rules
    assert chosen(rules, None, 500) == ()
    with pytest.raises(SimulationError, match="not offered"):
        chosen(rules, ("sevens",), 500)
