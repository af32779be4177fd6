"""Players by name: the solver's best play, a chart, or the dealer's way."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.rulebook.rules import Rules
    from pitboss.sim.players import Player

BEST, TOTAL, BASIC, DEALER = "best", "total", "basic", "dealer"
NAMES = (BEST, TOTAL, BASIC, DEALER)


def player_named(rules: "Rules", name: str) -> "Player":
    """Return the player of a name: ``best`` and ``total`` are exact; else a chart in a file."""
    from pitboss.charts import Chart
    from pitboss.sim.players import ByStrategy, LikeDealer, basic_chart

    if name == DEALER:
        return LikeDealer(rules)
    if name == BASIC:
        return basic_chart()
    if name == BEST:
        from pitboss.odds.game import strategy_of

        return ByStrategy(strategy_of(rules))
    if name == TOTAL:
        from pitboss.odds.solution import solve

        return ByStrategy(solve(rules, strategy_class="total_dependent").strategy)
    return Chart.read(Path(name))
