"""Simulation: the rulebook's answers as tables, and kernels that play millions of rounds a second.

>>> from pitboss.rulebook.catalog import choose, load_rulebook
>>> from pitboss.sim import Experiment, basic_chart, simulate
>>> table = choose(load_rulebook("nz"), {"decks": 8})
>>> simulate(Experiment(table, basic_chart()), 10_000).rounds
10000

Experiments, players, counts and results are here. What follows from a count, such as ramps, risk
and index plays, is in ``study``; exact figures are in ``odds``, and tables for learners in ``gym``.
numba is imported when the first rounds are played, not before.
"""

from pitboss.charts import read_chart
from pitboss.sim.experiment import Experiment
from pitboss.sim.players import ByStrategy, LikeDealer, basic_chart
from pitboss.sim.results import Result
from pitboss.sim.run import simulate

__all__ = [
    "ByStrategy",
    "Experiment",
    "LikeDealer",
    "Result",
    "basic_chart",
    "read_chart",
    "simulate",
]
