"""One study answers as direct simulations do, within the errors of both."""

from functools import cache
from math import sqrt

import numpy as np
import pytest

from pitboss.sim.counting import COUNT_LOW
from pitboss.sim.experiment import BLOCK
from pitboss.sim.run import run_experiment
from pitboss.sim.tables.layout import Ints
from pitboss.sim.targets.cpu import trace
from tests.study.studies import ROUNDS, SEED, direct, part_of_study, study

RAMPS = (
    ((-12, 1), (1, 2), (2, 4), (3, 8)),
    ((-12, 0), (2, 1), (4, 5)),
)
PENETRATIONS = (0.5, 0.65, 0.75)
BLOCKS = 20
APART = 3.5
"""Errors of a difference that chance may make, in a dozen of them."""


@pytest.mark.parametrize("steps", RAMPS)
@pytest.mark.parametrize("penetration", PENETRATIONS)
def test_penetrations_and_ramps(penetration: float, steps: tuple[tuple[int, int], ...]) -> None:
    played = run_experiment(direct(steps, penetration), 1_000_000, seed=5, threads=2)
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


@pytest.mark.long
@pytest.mark.parametrize("steps", RAMPS)
@pytest.mark.parametrize("penetration", PENETRATIONS)
def test_penetrations_and_ramps_at_length(
    penetration: float, steps: tuple[tuple[int, int], ...]
) -> None:
    """As above with forty times the rounds: five hundredths of what is won can be told apart."""
    played = run_experiment(direct(steps, penetration), 40_000_000, seed=6, threads=2)
    asked = study(40_000_000).game(penetration=penetration).bet(dict(steps))
    ev = played.total * played.grain / played.unit / played.rounds
    error = played.standard_deviation / sqrt(played.rounds)
    assert abs(asked.ev - ev) < APART * sqrt(error**2 + asked.error**2)
    assert asked.deviation == pytest.approx(played.standard_deviation, rel=0.006)
    assert asked.bet == pytest.approx(played.wagers[0].placed / played.rounds, rel=0.01)


@cache
def whole_shoes() -> Ints:
    """The rounds of the study's first blocks: shoe, cards dealt before, bucket, net."""
    about = part_of_study(BLOCKS).about
    deepest = direct(((-12, 1),), 1 - about.behind_min / about.cards)
    blocks = [trace(deepest, seed=SEED, block=n, rounds=2 * BLOCK) for n in range(BLOCKS)]
    return np.concatenate([rounds[rounds[:, 0] <= rounds[BLOCK - 1, 0]] for rounds in blocks])


@pytest.mark.parametrize("steps", RAMPS)
@pytest.mark.parametrize("penetration", PENETRATIONS)
def test_the_rounds_of_the_study_bet_one_by_one(
    penetration: float, steps: tuple[tuple[int, int], ...]
) -> None:
    made = part_of_study(BLOCKS)
    rounds = whole_shoes()
    assert made.rounds == len(rounds)
    game = made.game(penetration=penetration)
    kept = rounds[rounds[:, 1] < made.about.cards - game.behind + made.about.cut_first]
    bets = np.array([dict(steps).get(at, 0) for at, _ in steps])
    places = np.searchsorted([at for at, _ in steps], kept[:, 2] + COUNT_LOW, side="right") - 1
    nets = bets[places] * kept[:, 3] / made.about.unit
    asked = game.bet(dict(steps))
    assert asked.rounds == len(kept)
    assert asked.ev == pytest.approx(nets.mean(), rel=1e-9)
    assert asked.variance == pytest.approx(nets.var(), rel=1e-9)
    assert asked.bet == pytest.approx(bets[places].mean(), rel=1e-9)
    assert asked.played == pytest.approx(np.mean(bets[places] > 0), rel=1e-9)


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
