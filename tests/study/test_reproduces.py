"""One study answers as direct simulations do, within the errors of both."""

from math import sqrt

import numpy as np
import pytest

from pitboss.sim.experiment import BLOCK
from pitboss.sim.layout import COUNT_LOW
from pitboss.sim.run import simulate
from pitboss.sim.tallies import trace
from tests.study.studies import ROUNDS, SEED, direct, study

RAMPS = (
    ((-12, 1), (1, 2), (2, 4), (3, 8)),
    ((-12, 0), (2, 1), (4, 5)),
)
PENETRATIONS = (0.5, 0.65, 0.75)
APART = 3.5
"""Errors of a difference that chance may make, in a dozen of them."""


@pytest.mark.parametrize("steps", RAMPS)
@pytest.mark.parametrize("penetration", PENETRATIONS)
def test_penetrations_and_ramps(penetration: float, steps: tuple[tuple[int, int], ...]) -> None:
    played = simulate(direct(steps, penetration), 1_000_000, seed=5, threads=2)
    game = study().game(penetration=penetration)
    asked = game.bet(dict(steps))
    # What a round gains, in wagers: the direct result is per unit of all that was bet.
    ev = played.total * played.grain / played.unit / played.rounds
    error = played.standard_deviation / sqrt(played.rounds)
    assert abs(asked.ev - ev) < APART * sqrt(error**2 + asked.error**2)
    # High counts come in clusters, so that how often they do is less sure than that.
    assert asked.deviation == pytest.approx(played.standard_deviation, rel=0.04)
    assert asked.bet == pytest.approx(played.wagers[0].placed / played.rounds, rel=0.06)
    if not steps[0][1]:
        # Standing behind the table is betting nothing.
        later = {2: 1.0, 4: 5.0}
        assert game.bet(later, enter=2).ev == pytest.approx(asked.ev)


@pytest.mark.parametrize("enter, leave", [(2, 0), (1, -1), (None, -1)])
def test_back_counting(enter: int | None, leave: int) -> None:
    flat = direct(((-12, 1),), 0.75)
    # The very shoes of the study, so that only the reckoning can make a difference.
    blocks = [trace(flat, seed=SEED, block=block) for block in range(ROUNDS // BLOCK)]
    nets, present = [], []
    for rounds in blocks:
        here, shoe = enter is None, 0
        for number, _, bucket, net in rounds.tolist():
            if number != shoe:
                shoe, here = number, enter is None
            count = bucket + COUNT_LOW
            here = (here or (enter is not None and count >= enter)) and count >= leave
            nets.append(net if here else 0)
            present.append(here)
    played = np.array(nets) / study().about.unit
    game = study().game(penetration=0.75)
    asked = game.bet({-12: 1}, enter=enter, leave=leave, from_top=enter is None)
    apart = sqrt(played.var() / len(played) + asked.error**2)
    assert abs(asked.ev - played.mean()) < APART * apart
    assert asked.deviation == pytest.approx(played.std(), rel=0.02)
    assert asked.played == pytest.approx(np.mean(present), rel=0.03)
