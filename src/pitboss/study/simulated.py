"""Simulated figures of a par sheet, from full shoes by the best strategy.

Here because odds and simulator do not know each other; the command line and the server both ask.
"""

from pitboss.odds.game import strategy_of
from pitboss.odds.sheets.memo import Simulated
from pitboss.odds.sheets.par_sheet import ParSheet
from pitboss.sim.experiment import EVERY_ROUND, Experiment
from pitboss.sim.players import ByStrategy
from pitboss.sim.run import run_experiment


def simulated_figures(sheet: ParSheet, rounds: int, *, seed: int = 1) -> list[Simulated]:
    """Play rounds; return the average win of each wager with its standard error."""
    player = ByStrategy(strategy_of(sheet.rules))
    table = Experiment(sheet.rules, player, shuffle=EVERY_ROUND, wagers=None)
    result = run_experiment(table, rounds, seed=seed)
    main = Simulated("main", result.player_ev, result.standard_error)
    others = [(sums.wager, *result.wager_ev(sums)) for sums in result.wagers]
    return [main, *(Simulated(*other) for other in others if other[0] != "main")]
