"""Simulation: the rulebook's answers as tables, and kernels that play millions of rounds a second.

>>> from pitboss import basic_chart
>>> from pitboss.sim import Experiment, run_experiment
>>> run_experiment(Experiment("nz", basic_chart()), 10_000).rounds
10000

Experiments, players, counts and results are here. What follows from a count, such as ramps, risk
and index plays, is in ``study``; exact figures are in ``odds``, and tables for learners in ``gym``.
numba is imported when the first rounds are played, not before.
"""

from pitboss.sim.experiment import Experiment
from pitboss.sim.players import ByStrategy, LikeDealer
from pitboss.sim.run import run_experiment

__all__ = ["ByStrategy", "Experiment", "LikeDealer", "run_experiment"]


def __dir__() -> list[str]:
    return __all__
